//! Tables for the terminal that drop columns if it is too narrow.

use crate::output::Output;
use std::io::Write;

/// A column of a table. On a narrow terminal, columns with the highest rank are left out first.
pub struct Column {
    head: &'static str,
    rank: u8,
    cells: Vec<String>,
    width: usize,
    left: bool,
}

impl Column {
    /// A column; the one that names the rows is flush left.
    pub fn new(head: &'static str, rank: u8, cells: Vec<String>) -> Self {
        let width = |text: &str| text.chars().count();
        Self {
            head,
            rank,
            width: cells
                .iter()
                .map(|c| width(c))
                .max()
                .unwrap_or(0)
                .max(width(head)),
            cells,
            // Numbers are flush right.
            left: rank == 0 && matches!(head, "phase" | "primitive" | "task"),
        }
    }

    /// The heading.
    pub fn head(&self) -> &'static str {
        self.head
    }

    /// The same column, flush left.
    pub fn left(self) -> Self {
        Self { left: true, ..self }
    }

    fn cell(&self, text: &str) -> String {
        let width = self.width;
        match self.left {
            true => format!("{text:<width$}"),
            false => format!("{text:>width$}"),
        }
    }
}

/// Prints the columns that fit the terminal; all of them if the output is not a terminal.
pub fn print_table(columns: &[Column], output: &mut Output) -> anyhow::Result<()> {
    let available = match output.terminal {
        true => output.columns,
        false => usize::MAX,
    };
    let fits = |rank: u8| {
        let shown = columns.iter().filter(|column| column.rank <= rank);
        shown.map(|column| column.width + 2).sum::<usize>() <= available.saturating_add(2)
    };
    let rank = (0..=5).rev().find(|&rank| fits(rank)).unwrap_or(0);
    let shown: Vec<&Column> = columns.iter().filter(|c| c.rank <= rank).collect();
    let line = |cells: Vec<String>| cells.join("  ").trim_end().to_owned();
    let head = line(
        shown
            .iter()
            .map(|column| column.cell(column.head))
            .collect(),
    );
    let head = output.bold(&head);
    writeln!(output.stdout, "{head}")?;
    for k in 0..columns.first().map_or(0, |column| column.cells.len()) {
        let row = line(shown.iter().map(|c| c.cell(&c.cells[k])).collect());
        writeln!(output.stdout, "{row}")?;
    }
    Ok(())
}
