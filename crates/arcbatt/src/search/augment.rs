//! Augmentation: the task transposed, mirrored or with its background set to 0.
//!
//! In: a task. Out: its augmented variants, and programs found there carried back to the task.

use super::compose::{concatenated, simplified};
use crate::dsl::constants::ConstantValue;
use crate::dsl::table::{Primitive, Suffix};
use crate::grid::GridBuf;
use crate::grid::color_counts::most_color;
use crate::prim;
use crate::program::{Arg, Args, Callee, Input, Line, Place, Program, VariableName};
use crate::task::{Demonstration, Task};
use smallvec::smallvec;

/// An invertible change of all grids of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Augmentation {
    /// Rows and columns swapped.
    Transposed,
    /// Upside down.
    Flipped,
    /// Left and right swapped.
    Mirrored,
    /// The most common colour of the input and 0 swapped.
    Background,
}

impl Augmentation {
    /// The augmentations that change a task, the most useful first.
    pub fn of(task: &Task) -> Vec<Augmentation> {
        let mut inputs = task.train.iter().map(|pair| &pair.input).chain(&task.test);
        let mut all = Vec::new();
        if inputs.any(|grid| common_color(grid) != 0) {
            all.push(Augmentation::Background);
        }
        all.extend([
            Augmentation::Transposed,
            Augmentation::Flipped,
            Augmentation::Mirrored,
        ]);
        all
    }

    /// The task with all grids changed.
    pub fn task(self, task: &Task) -> Task {
        let pair = |pair: &Demonstration| Demonstration {
            input: self.changed(&pair.input, &pair.input),
            output: self.changed(&pair.output, &pair.input),
        };
        let test = task.test.iter();
        Task {
            id: task.id.clone(),
            train: task.train.iter().map(pair).collect(),
            test: test.map(|grid| self.changed(grid, grid)).collect(),
        }
    }

    /// A grid changed. The background is that of `input`.
    fn changed(self, grid: &GridBuf, input: &GridBuf) -> GridBuf {
        let view = grid.view();
        let rows = (0..grid.height()).map(|i| view.row(i));
        let rows: Vec<Vec<i8>> = match self {
            Augmentation::Transposed => (0..grid.width())
                .map(|j| rows.clone().map(|row| row[j]).collect())
                .collect(),
            Augmentation::Flipped => rows.rev().map(<[i8]>::to_vec).collect(),
            Augmentation::Mirrored => rows
                .map(|row| row.iter().rev().copied().collect())
                .collect(),
            Augmentation::Background => {
                let common = common_color(input);
                let swap = |&color: &i8| match color {
                    0 => common,
                    color if color == common => 0,
                    color => color,
                };
                rows.map(|row| row.iter().map(swap).collect()).collect()
            }
        };
        // All rows have the same length, so there is a grid.
        GridBuf::from_rows(&rows).unwrap_or_else(|| grid.clone())
    }

    /// The program that does on the task what `program` does on the changed task.
    pub fn carried_back(self, program: &Program) -> Program {
        let input = Arg::Input(Input::I);
        let line = |primitive: &'static Primitive, args: Args| Line {
            name: VariableName::default(),
            callee: Callee::Primitive(primitive, Suffix::None),
            args,
            place: Place::default(),
        };
        let change = |grid: Arg| match self {
            Augmentation::Transposed => line(prim!(dmirror), smallvec![grid]),
            Augmentation::Flipped => line(prim!(hmirror), smallvec![grid]),
            Augmentation::Mirrored => line(prim!(vmirror), smallvec![grid]),
            Augmentation::Background => {
                let zero = Arg::Literal(ConstantValue::Int(0));
                line(prim!(switch), smallvec![grid, zero, Arg::Line(0)])
            }
        };
        let mut lines = Vec::new();
        if self == Augmentation::Background {
            lines.push(line(prim!(mostcolor), smallvec![input]));
        }
        lines.push(change(input));
        let before = Program {
            result: Arg::Line(lines.len() as u32 - 1),
            lines,
            ..program.clone()
        };
        let mut whole = concatenated(&before, program);
        whole.lines.push(change(whole.result));
        whole.result = Arg::Line(whole.lines.len() as u32 - 1);
        simplified(whole)
    }
}

/// The most common colour, the smallest of equals.
fn common_color(grid: &GridBuf) -> i8 {
    most_color(grid.view()).unwrap_or(0)
}
