//! Writes a task in the ARC layout, which all other tools read.

use super::{Answers, Task};
use crate::grid::GridBuf;
use std::io::{self, Write};

/// Writes `task` as JSON, one line per pair. A test without a known answer gets no `"output"`.
///
/// It writes in small pieces, so `out` should be buffered.
///
/// ```
/// use arcbatt::grid::GridBuf;
/// use arcbatt::task::{Answers, Demonstration, Task, write_task_json};
///
/// let grid = |color| GridBuf::filled(1, 2, color);
/// let train = vec![Demonstration { input: grid(1), output: grid(2) }];
/// let task = Task { id: "abc".to_owned(), train, test: vec![grid(3)] };
/// let mut out = Vec::new();
/// write_task_json(&task, &Answers(vec![Some(grid(4))]), &mut out)?;
/// assert_eq!(String::from_utf8_lossy(&out), r#"{"train": [
///   {"input": [[1,1]], "output": [[2,2]]}
/// ], "test": [
///   {"input": [[3,3]], "output": [[4,4]]}
/// ]}
/// "#);
/// # std::io::Result::Ok(())
/// ```
pub fn write_task_json(task: &Task, answers: &Answers, mut out: impl Write) -> io::Result<()> {
    out.write_all(b"{\"train\": [")?;
    for (k, pair) in task.train.iter().enumerate() {
        write_pair(&mut out, k, &pair.input, Some(&pair.output))?;
    }
    out.write_all(b"\n], \"test\": [")?;
    for (k, input) in task.test.iter().enumerate() {
        let output = answers.0.get(k).and_then(Option::as_ref);
        write_pair(&mut out, k, input, output)?;
    }
    out.write_all(b"\n]}\n")
}

fn write_pair(
    out: &mut impl Write,
    number: usize,
    input: &GridBuf,
    output: Option<&GridBuf>,
) -> io::Result<()> {
    out.write_all(if number == 0 { b"\n" } else { b",\n" })?;
    out.write_all(b"  {\"input\": ")?;
    write_grid(out, input)?;
    if let Some(output) = output {
        out.write_all(b", \"output\": ")?;
        write_grid(out, output)?;
    }
    out.write_all(b"}")
}

/// Writes a grid as rows of numbers.
pub(crate) fn write_grid(out: &mut impl Write, grid: &GridBuf) -> io::Result<()> {
    out.write_all(b"[")?;
    for (i, row) in grid.view().rows().enumerate() {
        out.write_all(if i == 0 { b"[" } else { b",[" })?;
        for (j, color) in row.iter().enumerate() {
            let comma = if j == 0 { "" } else { "," };
            write!(out, "{comma}{color}")?;
        }
        out.write_all(b"]")?;
    }
    out.write_all(b"]")
}
