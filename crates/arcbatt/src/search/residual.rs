//! Step by step: a grid that is partly right taken for the input, and the rest searched for from
//! there.
//!
//! In: a state of a search that holds a grid of the right size, and is wrong at fewer cells than
//! others. Out: the task with that grid for its input, and programs found there put behind the one
//! that gives the grid. What was a small change to a grid of another size (a crop, a tiling) is then
//! a task of the same size, and the proposers that look at changed cells have something to look at.

use crate::batt::Graph;
use crate::batt::output_grid;
use crate::grid::Grid;
use crate::program::{Arg, Callee, Input, Line, Program};
use crate::search::bank::{Bank, StateId};
use crate::task::{Demonstration, Task};

/// The task that is left once a state is the input; none if the state is no grid of colours
/// somewhere.
pub(super) fn rest(bank: &Bank, task: &Task, state: StateId) -> Option<Task> {
    let grid = |sample| output_grid(bank.value(state, sample)).map(|grid| grid.to_buf());
    let pair = |(demo, pair): (usize, &Demonstration)| {
        Some(Demonstration {
            input: grid(demo)?,
            output: pair.output.clone(),
        })
    };
    Some(Task {
        id: task.id.clone(),
        train: (task.train.iter().enumerate())
            .map(pair)
            .collect::<Option<_>>()?,
        test: (bank.train..bank.samples)
            .map(grid)
            .collect::<Option<_>>()?,
    })
}

/// What a grid and the same turned or mirrored have in common: the least of all eight.
pub(super) fn however_turned(grid: &Grid) -> (usize, Vec<i8>) {
    let (height, width) = (grid.height(), grid.width());
    let read = |turn: u32| -> (usize, Vec<i8>) {
        let (rows, columns) = match turn & 4 {
            0 => (height, width),
            _ => (width, height),
        };
        let mut cells = Vec::with_capacity(height * width);
        for i in 0..rows {
            for j in 0..columns {
                let (i, j) = if turn & 4 == 0 { (i, j) } else { (j, i) };
                let i = if turn & 1 == 0 { i } else { height - 1 - i };
                let j = if turn & 2 == 0 { j } else { width - 1 - j };
                cells.push(grid.row(i)[j]);
            }
        }
        (columns, cells)
    };
    (0..8).map(read).min().unwrap_or_default()
}

/// The program that does what `second` does with the answer of `first`.
pub(super) fn behind(first: &Program, second: &Program) -> Program {
    let mut lines: Vec<Line> = first.lines.clone();
    let moved = lines.len() as u32;
    let arg = |arg: &Arg| match *arg {
        Arg::Input(Input::I | Input::C) => first.result,
        Arg::Line(line) => Arg::Line(line + moved),
        other => other,
    };
    for line in &second.lines {
        let callee = match line.callee {
            Callee::Line(line) => Callee::Line(line + moved),
            primitive => primitive,
        };
        lines.push(Line {
            callee,
            args: line.args.iter().map(arg).collect(),
            ..line.clone()
        });
    }
    let whole = Program {
        result: arg(&second.result),
        lines,
        ..second.clone()
    };
    // A graph names the lines, and computes once what both do.
    let mut graph = Graph::default();
    match graph.add(&whole, &mut Vec::new()) {
        Some(output) => graph.extract(output, &second.name),
        None => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::GridBuf;
    use crate::program::parse_file;

    #[test]
    fn a_grid_is_the_same_however_turned() {
        let grid = |rows: &[&str]| GridBuf::from_digits(rows).expect("a grid");
        let of = |rows: &[&str]| however_turned(&grid(rows).view());
        let first = of(&["120", "345"]);
        assert_eq!(of(&["31", "42", "50"]), first, "turned right");
        assert_eq!(of(&["021", "543"]), first, "mirrored");
        assert_eq!(of(&["13", "24", "05"]), first, "rows for columns");
        assert_ne!(of(&["120", "354"]), first);
        assert_ne!(of(&["12", "03", "45"]), first);
    }

    #[test]
    fn the_second_program_works_on_the_answer_of_the_first() {
        let source = "
def solve_first(I):
    x1 = hmirror(I)
    return hconcat(x1, I)

def solve_second(S, I, C):
    x1 = mostcolor(I)
    return replace(I, x1, TWO)
";
        let programs = parse_file(source).programs;
        let text = behind(&programs[0], &programs[1]).to_string();
        let lines: Vec<&str> = text.lines().skip(1).map(str::trim).collect();
        assert_eq!(
            lines[..4],
            [
                "x1 = hmirror(I)",
                "x2 = hconcat(x1, I)",
                "x3 = mostcolor(x2)",
                "O = replace(x2, x3, TWO)"
            ]
        );
    }
}
