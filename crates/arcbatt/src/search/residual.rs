//! First steps: a partly right grid becomes the input, and the rest is a task of its own.
//!
//! In: grids of the right size that are wrong at some cells. Out: the residual task, which has such a
//! grid for its input. Programs found there are run behind the program of the first step. What was
//! a small change to a grid of another size (a crop, a tiling) is then a task whose inputs and outputs
//! have the same size, which the proposers that look at changed cells can work on.

use super::bank::{Bank, StateId};
use super::target::{Target, count};
use crate::batt::output_grid;
use crate::dsl::Value;
use crate::grid::Grid;
use crate::program::Program;
use crate::task::{Demonstration, Task};

/// The grids that may be a first step.
pub(super) struct FirstSteps {
    /// Cells at which the input is wrong; all cells, if it has another size than the output.
    input_wrong: u32,
    /// The best grids by score, lower first.
    candidates: Vec<(u32, StateId)>,
    /// The steps that were taken.
    taken: Vec<StateId>,
}

/// A first step that was taken.
pub(super) struct FirstStep {
    /// The program that computes the grid.
    pub program: Program,
    /// Its cost.
    pub cost: u16,
    /// The task with that grid as the input.
    pub residual: Task,
}

/// The most candidates.
const MAX_CANDIDATES: usize = 40;

/// Cost units that weigh as much as all cells that must change.
const COST_OF_ALL_CELLS: u32 = 20;

impl FirstSteps {
    pub fn new(bank: &Bank, target: &Target) -> Self {
        let wrong = target.wrong(bank, Bank::INPUT);
        Self {
            input_wrong: count(wrong.as_ref().unwrap_or(&target.all)),
            candidates: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// Notes a grid with `wrong` wrong cells if it is better than the input.
    pub fn consider(&mut self, bank: &Bank, state: StateId, wrong: u32) {
        if state == Bank::INPUT || wrong >= self.input_wrong {
            return;
        }
        // A grid of one colour leaves nothing of the input to work on.
        let has_colors = |sample| match bank.value(state, sample) {
            Value::Grid(grid) => grid.cells().iter().any(|c| Some(c) != grid.cells().first()),
            _ => false,
        };
        if !(0..bank.samples).all(has_colors) {
            return;
        }
        let score = wrong * COST_OF_ALL_CELLS / self.input_wrong.max(1);
        let entry = (score + u32::from(bank.cost(state)), state);
        let at = self.candidates.partition_point(|other| *other <= entry);
        if at < MAX_CANDIDATES {
            self.candidates.insert(at, entry);
            self.candidates.truncate(MAX_CANDIDATES);
        }
    }

    /// Takes the best candidate that is unlike all steps taken before.
    pub fn take(&mut self, bank: &Bank, target: &Target, task: &Task) -> Option<FirstStep> {
        // Grids that are wrong at the same cells, or mirror images, lead to the same programs.
        let traits = |state| {
            let turned = match bank.value(state, 0) {
                Value::Grid(grid) => Some(canonical_turn(grid)),
                _ => None,
            };
            (target.wrong(bank, state), turned)
        };
        let taken: Vec<_> = self.taken.iter().map(|&state| traits(state)).collect();
        let is_new = |&&(_, state): &&(u32, StateId)| {
            let (wrong, turned) = traits(state);
            let alike = |other: &(_, _)| other.0 == wrong || other.1 == turned;
            !taken.iter().any(alike)
        };
        let &(_, state) = self.candidates.iter().find(is_new)?;
        self.taken.push(state);
        Some(FirstStep {
            residual: residual_task(bank, task, state)?,
            program: bank.program(state, "step"),
            cost: bank.cost(state),
        })
    }
}

/// The task with a state as its input; none if the state is not a valid grid on every sample.
fn residual_task(bank: &Bank, task: &Task, state: StateId) -> Option<Task> {
    let grid = |sample| output_grid(bank.value(state, sample)).map(|grid| grid.to_buf());
    let pair = |(demo, pair): (usize, &Demonstration)| {
        Some(Demonstration {
            input: grid(demo)?,
            output: pair.output.clone(),
        })
    };
    let train = task.train.iter().enumerate().map(pair);
    let test = (bank.train..bank.samples).map(grid);
    Some(Task {
        id: task.id.clone(),
        train: train.collect::<Option<_>>()?,
        test: test.collect::<Option<_>>()?,
    })
}

/// Width and cells of the least of the eight turned and mirrored images of a grid.
fn canonical_turn(grid: &Grid) -> (usize, Vec<i8>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::GridBuf;

    #[test]
    fn turned_and_mirrored_grids_have_one_canonical_turn() {
        let grid = |rows: &[&str]| GridBuf::from_digits(rows).expect("a grid");
        let of = |rows: &[&str]| canonical_turn(&grid(rows).view());
        let first = of(&["120", "345"]);
        assert_eq!(of(&["31", "42", "50"]), first, "turned right");
        assert_eq!(of(&["021", "543"]), first, "mirrored");
        assert_eq!(of(&["13", "24", "05"]), first, "transposed");
        assert_ne!(of(&["120", "354"]), first);
        assert_ne!(of(&["12", "03", "45"]), first);
    }
}
