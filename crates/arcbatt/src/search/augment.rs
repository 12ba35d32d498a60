//! Augmentation: the task seen turned, mirrored or with another background, and programs found
//! there carried back.

use crate::batt::Graph;
use crate::dsl::constants::ConstantValue;
use crate::dsl::table::{Primitive, Suffix};
use crate::grid::GridBuf;
use crate::grid::color_counts::most_color;
use crate::prim;
use crate::program::{Arg, Callee, Input, Line, Place, Program};
use crate::task::{Demonstration, Task};

/// Another way to see a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Augmentation {
    /// Rows for columns.
    Transposed,
    /// Upside down.
    Flipped,
    /// Left to right.
    Mirrored,
    /// The commonest colour of the input and 0 exchanged.
    Background,
}

impl Augmentation {
    /// The views of a task that differ from it, those that help most often first.
    pub fn of(task: &Task) -> Vec<Augmentation> {
        let inputs = task.train.iter().map(|pair| &pair.input).chain(&task.test);
        let mut views = Vec::new();
        if inputs.into_iter().any(|grid| common_color(grid) != 0) {
            views.push(Augmentation::Background);
        }
        views.extend([
            Augmentation::Transposed,
            Augmentation::Flipped,
            Augmentation::Mirrored,
        ]);
        views
    }

    /// The task as it is seen.
    pub fn task(self, task: &Task) -> Task {
        let pair = |pair: &Demonstration| Demonstration {
            input: self.see(&pair.input, &pair.input),
            output: self.see(&pair.output, &pair.input),
        };
        Task {
            id: task.id.clone(),
            train: task.train.iter().map(pair).collect(),
            test: task.test.iter().map(|grid| self.see(grid, grid)).collect(),
        }
    }

    fn see(self, grid: &GridBuf, input: &GridBuf) -> GridBuf {
        let (height, width) = (grid.height(), grid.width());
        let view = grid.view();
        let at = |i: usize, j: usize| view.row(i)[j];
        let rows: Vec<Vec<i8>> = match self {
            Augmentation::Transposed => (0..width)
                .map(|j| (0..height).map(|i| at(i, j)).collect())
                .collect(),
            Augmentation::Flipped => (0..height).rev().map(|i| view.row(i).to_vec()).collect(),
            Augmentation::Mirrored => (0..height)
                .map(|i| view.row(i).iter().rev().copied().collect())
                .collect(),
            Augmentation::Background => {
                let common = common_color(input);
                let swap = |&color: &i8| match color {
                    0 => common,
                    color if color == common => 0,
                    color => color,
                };
                (0..height)
                    .map(|i| view.row(i).iter().map(swap).collect())
                    .collect()
            }
        };
        // Rows of one length each, as those of the grid that they come from.
        GridBuf::from_rows(&rows).unwrap_or_else(|| grid.clone())
    }

    /// The program that does on the task what `program` does on the task as it is seen.
    pub fn carried_back(self, program: &Program) -> Program {
        let mut lines: Vec<Line> = Vec::new();
        let given = Arg::Input(Input::I);
        let zero = Arg::Literal(ConstantValue::Int(0));
        let mut push = |primitive: &'static Primitive, args: Vec<Arg>| {
            lines.push(Line {
                name: String::new(),
                callee: Callee::Primitive(primitive, Suffix::None),
                args,
                place: Place::default(),
            });
            Arg::Line(lines.len() as u32 - 1)
        };
        let (turn, common) = match self {
            Augmentation::Transposed => (prim!(dmirror), None),
            Augmentation::Flipped => (prim!(hmirror), None),
            Augmentation::Mirrored => (prim!(vmirror), None),
            Augmentation::Background => (prim!(switch), Some(push(prim!(mostcolor), vec![given]))),
        };
        let args = |grid: Arg| match common {
            None => vec![grid],
            Some(common) => vec![grid, zero, common],
        };
        let seen = push(turn, args(given));
        let moved = match seen {
            Arg::Line(line) => line + 1,
            _ => 0,
        };
        let arg = |arg: &Arg| match *arg {
            Arg::Input(Input::I | Input::C) => seen,
            Arg::Line(line) => Arg::Line(line + moved),
            other => other,
        };
        for line in &program.lines {
            let callee = match line.callee {
                Callee::Line(line) => Callee::Line(line + moved),
                primitive => primitive,
            };
            lines.push(Line {
                name: String::new(),
                callee,
                args: line.args.iter().map(arg).collect(),
                place: Place::default(),
            });
        }
        let result = arg(&program.result);
        lines.push(Line {
            name: String::new(),
            callee: Callee::Primitive(turn, Suffix::None),
            args: args(result),
            place: Place::default(),
        });
        let whole = Program {
            name: program.name.clone(),
            parameters: program.parameters.clone(),
            result: Arg::Line(lines.len() as u32 - 1),
            lines,
            place: Place::default(),
        };
        // A graph names the lines, and takes out what turns twice.
        let mut graph = Graph::default();
        match graph.add(&whole, &mut Vec::new()) {
            Some(output) => graph.extract(output, &program.name),
            None => whole,
        }
    }
}

/// The commonest colour, the smallest of equals.
fn common_color(grid: &GridBuf) -> i8 {
    most_color(grid.view()).unwrap_or(0)
}
