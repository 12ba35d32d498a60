//! Output size: pairs of numbers that are the height and the width of every output.
//!
//! In: numbers. Out: empty grids of the size of the outputs, on which other proposers paint; and if
//! every output has one colour only, the output itself.

use super::colors::{color_constant, color_state, color_states};
use super::{NewState, Proposer};
use crate::dsl::Value;
use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::target::Target;

/// Numbers that are a side of every output.
#[derive(Default)]
pub(super) struct OutputSize {
    heights: Vec<StateId>,
    widths: Vec<StateId>,
}

/// The most heights, and the most widths.
const MAX_NUMBERS: usize = 4;

/// The most colours, besides the cheapest, that the grid is filled with.
const MAX_COLORS: usize = 4;

/// Added to the cost of the height or the width, whichever is higher.
const COST: u16 = 2;

impl Proposer for OutputSize {
    fn consider(&mut self, bank: &mut Bank, target: &Target, new: &NewState) {
        // The input has the size of the output already.
        if target.input_planes.is_some() {
            return;
        }
        let state = new.id;
        let is = |side: &dyn Fn((usize, usize)) -> usize| {
            let mut sizes = target.sizes.iter().enumerate();
            sizes.all(|(demo, &size)| {
                matches!(bank.value(state, demo), Value::Int(n) if n == side(size) as i64)
            })
        };
        let is_height = is(&|(height, _)| height) && self.heights.len() < MAX_NUMBERS;
        let is_width = is(&|(_, width)| width) && self.widths.len() < MAX_NUMBERS;
        if is_height {
            self.heights.push(state);
        }
        if is_width {
            self.widths.push(state);
        }
        for &height in self.heights.iter().filter(|_| is_width) {
            add_grids(bank, target, height, state);
        }
        for &width in self.widths.iter().filter(|_| is_height) {
            add_grids(bank, target, state, width);
        }
    }
}

/// Adds an empty grid of a size; and if every output has one colour, grids of these colours.
fn add_grids(bank: &mut Bank, target: &Target, height: StateId, width: StateId) -> Option<()> {
    let cost = bank.cost(height).max(bank.cost(width)) + COST;
    let size = bank.call(prim!(astuple), &[height, width], cost)?;
    let zero = color_constant(bank, 0);
    bank.call(prim!(canvas), &[zero, size], cost);
    let color = |demo| target.color_under(demo, &target.all).ok();
    let colors: Vec<Option<u8>> = (0..bank.train).map(color).collect::<Option<_>>()?;
    let first = color_state(bank, &colors);
    let others: Vec<StateId> = color_states(bank, &colors).take(MAX_COLORS).collect();
    for color in first.into_iter().chain(others) {
        let cost = cost + bank.cost(color);
        bank.call(prim!(canvas), &[color, size], cost);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::constants::ConstantValue;
    use crate::search::state_type::StateType;
    use crate::search::test_tasks::task_of;
    use bumpalo::Bump;

    #[test]
    fn a_height_and_a_width_give_the_grid() {
        // One row with as many cells as the input has cells of colour 1.
        let task = task_of(&[(&["101", "001"], &["222"]), (&["100", "001"], &["22"])]);
        let arena = Bump::new();
        let mut bank = Bank::new(&arena, &task);
        let target = Target::new(&mut bank, &task);
        let mut sizes = OutputSize::default();
        let mut consider = |bank: &mut Bank, id| {
            let state = NewState {
                id,
                state_type: StateType::Number,
                cells: &[],
            };
            sizes.consider(bank, &target, &state);
        };
        let one = bank.constant(ConstantValue::Int(1), StateType::Number, 1);
        let count = bank.call(prim!(colorcount), &[Bank::INPUT, one], 1);
        let width = bank.call(prim!(width), &[Bank::INPUT], 1);
        consider(&mut bank, width.expect("a number"));
        consider(&mut bank, one);
        let found = |bank: &Bank| {
            (0..bank.states.len()).any(|state| bank.train_ids(state as StateId) == target.ids)
        };
        assert!(!found(&bank), "neither number is the width");
        consider(&mut bank, count.expect("a number"));
        assert!(found(&bank));
    }
}
