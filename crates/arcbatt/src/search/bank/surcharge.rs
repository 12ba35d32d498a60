//! Surcharges: unpromising or slow states cost more, so that the search builds on them later.
//!
//! In: a new state. Out: its surcharge: for a grid, by its distance from the expected output; for a set
//! of objects, by their number.

use super::super::state_type::StateType;
use super::Bank;
use crate::batt::ValueId;
use crate::dsl::Value;
use crate::grid::{Grid, GridBuf};
use crate::task::Task;

/// The expected outputs of the demonstrations.
pub(super) struct Expected<'a> {
    /// By demonstration: the input and the output.
    pairs: Vec<(&'a GridBuf, &'a GridBuf)>,
    /// Whether every output has the size of its input.
    same_size: bool,
    /// Cells that differ between inputs and outputs, if the sizes are the same.
    changed: usize,
}

/// A grid that is larger than both input and output.
const LARGE: u16 = 3;

/// A grid of another size than input and output, which have the same.
const OTHER_SIZE: u16 = 2;

/// A grid with no more cells right than the input.
const NO_BETTER: u16 = 1;

/// Panels, if outputs have the sizes of their inputs.
const PANELS: u16 = 1;

/// From each of these mean numbers of objects or panels on, they cost one more: few programs use that
/// many, and every call on them is slow.
const MANY: [usize; 2] = [10, 30];

/// Grids up to this cost pay no surcharge for wrong cells: the result of one step is worth a try.
const ONE_STEP: u16 = 0;

impl<'a> Expected<'a> {
    /// The expected outputs of a task.
    pub fn new(task: &'a Task) -> Self {
        let pairs: Vec<_> = task.train.iter().map(|p| (&p.input, &p.output)).collect();
        let same_size = pairs
            .iter()
            .all(|(a, b)| (a.height(), a.width()) == (b.height(), b.width()));
        let changed = match same_size {
            true => (pairs.iter())
                .map(|(a, b)| unlike(&a.view(), &b.view()))
                .sum(),
            false => 0,
        };
        Self {
            pairs,
            same_size,
            changed,
        }
    }
}

/// Number of cells that differ between two grids of one size.
fn unlike(a: &Grid, b: &Grid) -> usize {
    let both = a.cells().iter().zip(b.cells());
    both.filter(|(a, b)| a != b).count()
}

impl Bank<'_> {
    /// The surcharge of a new state.
    pub(super) fn surcharge(&self, state_type: StateType, ids: &[ValueId], cost: u16) -> u16 {
        let Some(expected) = &self.expected else {
            return 0;
        };
        match state_type {
            StateType::Panels if expected.same_size => PANELS + self.of_many(ids),
            StateType::Objects | StateType::Panels => self.of_many(ids),
            StateType::Grid => self.of_grid(expected, ids, cost),
            _ => 0,
        }
    }

    fn of_many(&self, ids: &[ValueId]) -> u16 {
        let items = ids.iter().map(|&id| match self.interner.get(id) {
            Value::Set(seq) | Value::Tuple(seq) => seq.len(),
            _ => 0,
        });
        let items: usize = items.sum();
        MANY.map(|many| u16::from(items >= many * ids.len()))
            .iter()
            .sum()
    }

    fn of_grid(&self, expected: &Expected, ids: &[ValueId], cost: u16) -> u16 {
        let (mut fits, mut large, mut wrong) = (true, false, 0);
        for ((input, output), &id) in expected.pairs.iter().zip(ids) {
            let Value::Grid(grid) = self.interner.get(id) else {
                return 0;
            };
            let (height, width) = (grid.height(), grid.width());
            large |= height > input.height().max(output.height())
                || width > input.width().max(output.width());
            fits &= (height, width) == (output.height(), output.width());
            if fits && expected.same_size && cost > ONE_STEP {
                wrong += unlike(grid, &output.view());
            }
        }
        match (large, fits) {
            (true, _) => LARGE,
            (_, false) if expected.same_size => OTHER_SIZE,
            (_, true) if wrong >= expected.changed && expected.same_size && cost > ONE_STEP => {
                NO_BETTER
            }
            _ => 0,
        }
    }
}
