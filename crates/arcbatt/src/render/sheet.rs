//! A [`Sheet`]: rows of labelled pictures, which can be drawn as text, SVG or PNG.

use super::Picture;
use crate::grid::Grid;
use crate::task::{Answers, Task};
use serde::{Deserialize, Serialize};

/// An item of a [`Row`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Item {
    /// A picture.
    Picture(Picture),
    /// Text.
    Text(String),
    /// An arrow from the item before it to the item behind it.
    Arrow,
    /// A question mark, for an unknown answer.
    Unknown,
}

/// A label and items side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The label, such as `train 1` or a line of a program.
    pub label: String,
    /// The items from left to right.
    pub items: Vec<Item>,
}

impl Row {
    /// A row without items.
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

    /// A pair: `input`, an arrow, and `output`, or a question mark if it is unknown.
    pub fn pair(label: impl Into<String>, input: Grid<'_>, output: Option<Grid<'_>>) -> Self {
        let output = output.map_or(Item::Unknown, |grid| {
            Item::Picture(Picture::grid(grid).labeled("output"))
        });
        Self::new(label)
            .with(Item::Picture(Picture::grid(input).labeled("input")))
            .with(Item::Arrow)
            .with(output)
    }

    /// The expected grid beside the actual one, in which every different cell is marked.
    pub fn diff(label: impl Into<String>, expected: Grid<'_>, got: Grid<'_>) -> Self {
        let diff = Picture::diff(expected, got).labeled("got");
        Self::new(label)
            .with(Item::Picture(Picture::grid(expected).labeled("expected")))
            .with(Item::Picture(diff))
    }
}

/// The arrangement of the rows of a [`Sheet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arrangement {
    /// Rows side by side in a terminal, and items in columns on a page, as for the pairs of a
    /// task. Captions of pictures are their sizes.
    Pairs,
    /// Rows below each other, as for the lines of a program. Captions of pictures are their labels
    /// and sizes.
    Lines,
}

/// Rows of labelled pictures under a title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// The title; may be empty.
    pub title: String,
    /// The arrangement of the rows.
    pub arrangement: Arrangement,
    /// The rows, from the top.
    pub rows: Vec<Row>,
    /// Whether every cell shows the digit of its colour.
    pub digits: bool,
}

impl Sheet {
    /// A sheet without rows.
    pub fn new(title: impl Into<String>, arrangement: Arrangement) -> Self {
        Self {
            title: title.into(),
            arrangement,
            rows: Vec::new(),
            digits: false,
        }
    }

    /// The same sheet with the digit of its colour in every cell.
    pub fn with_digits(mut self, digits: bool) -> Self {
        self.digits = digits;
        self
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
