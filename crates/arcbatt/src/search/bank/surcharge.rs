//! What leads nowhere, or takes long to work on, is built on later than the rest.
//!
//! In: a new state. Out: what it costs more than the calls that give it: a grid, by how far it is
//! from what is wanted; a set of objects, by how many it has.

use super::super::state_type::StateType;
use super::Bank;
use crate::batt::ValueId;
use crate::dsl::Value;
use crate::grid::{Grid, GridBuf};
use crate::task::Task;

/// What is wanted on the demonstrations.
pub(super) struct Wanted<'a> {
    /// By demonstration: the input and the output.
    pairs: Vec<(&'a GridBuf, &'a GridBuf)>,
    /// Whether every output is of the size of its input.
    same_size: bool,
    /// Cells at which the inputs are not the outputs, where the sizes are the same.
    changed: usize,
}

/// What a grid costs more that is larger than both input and output.
const LARGE: u16 = 3;

/// What a grid costs more that is not of the size that input and output both have.
const OTHER_SIZE: u16 = 2;

/// What a grid costs more that has no more cells right than the input.
const NO_BETTER: u16 = 1;

/// What panels cost more where the output is of the size of the input.
const PANELS: u16 = 1;

/// From so many objects or panels on, in the mean of all samples, they cost one more, and one more
/// again: few programs look at as many, and each look takes long.
const MANY: [usize; 2] = [10, 30];

/// Up to this cost grids are taken as they are: what one step gives is worth a look.
const ONE_STEP: u16 = 0;

impl<'a> Wanted<'a> {
    /// What the outputs of a task are.
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

/// How many cells of two grids of one size are not alike.
fn unlike(a: &Grid, b: &Grid) -> usize {
    let both = a.cells().iter().zip(b.cells());
    both.filter(|(a, b)| a != b).count()
}

impl Bank<'_> {
    /// What a new state costs more than the calls that give it.
    pub(super) fn surcharge(&self, kind: StateType, ids: &[ValueId], cost: u16) -> u16 {
        let Some(wanted) = &self.wanted else {
            return 0;
        };
        match kind {
            StateType::Panels if wanted.same_size => PANELS + self.of_many(ids),
            StateType::Objects | StateType::Panels => self.of_many(ids),
            StateType::Grid => self.of_grid(wanted, ids, cost),
            _ => 0,
        }
    }

    fn of_many(&self, ids: &[ValueId]) -> u16 {
        let items = ids.iter().map(|&id| match self.interner.get(id) {
            Value::Set(seq) | Value::Tuple(seq) => seq.items.len(),
            _ => 0,
        });
        let items: usize = items.sum();
        MANY.map(|many| u16::from(items >= many * ids.len()))
            .iter()
            .sum()
    }

    fn of_grid(&self, wanted: &Wanted, ids: &[ValueId], cost: u16) -> u16 {
        let (mut fits, mut large, mut wrong) = (true, false, 0);
        for ((input, output), &id) in wanted.pairs.iter().zip(ids) {
            let Value::Grid(grid) = self.interner.get(id) else {
                return 0;
            };
            let (height, width) = (grid.height(), grid.width());
            large |= height > input.height().max(output.height())
                || width > input.width().max(output.width());
            fits &= (height, width) == (output.height(), output.width());
            if fits && wanted.same_size && cost > ONE_STEP {
                wrong += unlike(grid, &output.view());
            }
        }
        match (large, fits) {
            (true, _) => LARGE,
            (_, false) if wanted.same_size => OTHER_SIZE,
            (_, true) if wrong >= wanted.changed && wanted.same_size && cost > ONE_STEP => {
                NO_BETTER
            }
            _ => 0,
        }
    }
}
