//! A [`Sheet`]: labelled pictures in rows, the one thing that is drawn as text, SVG or PNG.

use super::Picture;
use crate::grid::Grid;
use crate::task::{Answers, Task};

/// One thing in a [`Row`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A drawing.
    Picture(Picture),
    /// Words or a number, for what is no drawing.
    Text(String),
    /// An arrow from what is before it to what is behind it.
    Arrow,
    /// A question mark, for an answer that is not known.
    Unknown,
}

/// A label and what belongs to it, side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// What the row is, such as `train 1`, or a line of a program.
    pub label: String,
    /// What it shows, from the left.
    pub items: Vec<Item>,
}

impl Row {
    /// A row with a label and nothing else yet.
    pub fn new(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            items: Vec::new(),
        }
    }

    /// The row with one more item at its right end.
    pub fn with(mut self, item: Item) -> Self {
        self.items.push(item);
        self
    }

    /// A pair: `input`, an arrow, and `output`, or a question mark where that is not known.
    pub fn pair(label: impl Into<String>, input: Grid<'_>, output: Option<Grid<'_>>) -> Self {
        let output = output.map_or(Item::Unknown, |grid| {
            Item::Picture(Picture::grid(grid).labeled("output"))
        });
        Self::new(label)
            .with(Item::Picture(Picture::grid(input).labeled("input")))
            .with(Item::Arrow)
            .with(output)
    }

    /// What was wanted beside what came, with every cell marked that differs.
    pub fn diff(label: impl Into<String>, expected: Grid<'_>, got: Grid<'_>) -> Self {
        let diff = Picture::diff(expected, got).labeled("got");
        Self::new(label)
            .with(Item::Picture(Picture::grid(expected).labeled("expected")))
            .with(Item::Picture(diff))
    }
}

/// How the rows of a [`Sheet`] lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Rows that belong together, as the pairs of a task: next to each other in a terminal, with
    /// their items in columns on a page. Pictures are captioned with their size alone.
    Pairs,
    /// Rows to be read one after another, as the lines of a program. Pictures are captioned with
    /// their label and size.
    Lines,
}

/// Rows of labelled pictures under a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What it all is; empty for none.
    pub title: String,
    /// How the rows lie.
    pub arrangement: Arrangement,
    /// The rows, from the top.
    pub rows: Vec<Row>,
}

impl Sheet {
    /// A sheet without rows.
    pub fn new(title: impl Into<String>, arrangement: Arrangement) -> Self {
        Self {
            title: title.into(),
            arrangement,
            rows: Vec::new(),
        }
    }

    /// A sheet of one picture without title.
    pub fn picture(picture: Picture) -> Self {
        let mut sheet = Self::new("", Arrangement::Lines);
        sheet.rows.push(Row::new("").with(Item::Picture(picture)));
        sheet
    }

    /// The demonstration pairs and the tests of a task; a test without an answer shows a question
    /// mark.
    pub fn task(task: &Task, answers: Option<&Answers>) -> Self {
        let mut sheet = Self::new(&task.id, Arrangement::Pairs);
        for (k, pair) in task.train.iter().enumerate() {
            let label = format!("train {}", k + 1);
            let output = Some(pair.output.view());
            sheet.rows.push(Row::pair(label, pair.input.view(), output));
        }
        for (k, input) in task.test.iter().enumerate() {
            let answer = answers.and_then(|answers| answers.0.get(k)?.as_ref());
            let label = format!("test {}", k + 1);
            let output = answer.map(|grid| grid.view());
            sheet.rows.push(Row::pair(label, input.view(), output));
        }
        sheet
    }
}
