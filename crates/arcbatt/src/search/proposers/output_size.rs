//! From the outputs backwards, by size: where one number is the height of every output and another
//! one its width.
//!
//! In: numbers. Out: empty grids of the size of the outputs, as states that others paint on; and
//! where every output has one colour only, the output itself.

use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;
use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::proposers::stacking::{color_state, color_states};
use crate::search::state_type::StateType;
use crate::search::target::Target;

/// Numbers that are right so far.
#[derive(Default)]
pub(in crate::search) struct OutputSize {
    heights: Vec<StateId>,
    widths: Vec<StateId>,
}

/// The most numbers of each kind that are kept.
const MAX_NUMBERS: usize = 4;

/// What a grid costs more than its height and its width.
const COST: u16 = 2;

impl OutputSize {
    /// Looks at a new number.
    pub fn consider(&mut self, bank: &mut Bank, target: &Target, state: StateId) {
        // Where the size of the input is the size of the output, nothing is to be found.
        if target.input_planes.is_some() {
            return;
        }
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
        let mut sizes = Vec::new();
        for &height in self.heights.iter().filter(|_| is_width) {
            sizes.push((height, state));
        }
        for &width in self.widths.iter().filter(|_| is_height) {
            sizes.push((state, width));
        }
        for (height, width) in sizes {
            empty(bank, target, height, width);
        }
    }
}

/// Enters an empty grid of a height and a width; and one of the colour of the outputs, if they have
/// one each.
fn empty(bank: &mut Bank, target: &Target, height: StateId, width: StateId) -> Option<()> {
    let cost = bank.cost(height).max(bank.cost(width)) + COST;
    let size = bank.call(prim!(astuple), &[height, width], cost)?;
    let zero = bank.constant(ConstantValue::Int(0), StateType::Color, 1);
    bank.call(prim!(canvas), &[zero, size], cost);
    let color = |demo| target.color_under(demo, &target.all).ok();
    let colors: Vec<Option<u8>> = (0..bank.train).map(color).collect::<Option<_>>()?;
    let first = color_state(bank, &colors);
    let others = color_states(bank, &colors);
    for color in first.into_iter().chain(others) {
        let cost = cost + bank.cost(color);
        bank.call(prim!(canvas), &[color, size], cost);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::test_tasks::task_of;
    use bumpalo::Bump;

    #[test]
    fn numbers_that_are_height_and_width_give_the_grid() {
        // As many cells as the input has of 1, in a row.
        let task = task_of(&[(&["101", "001"], &["222"]), (&["100", "001"], &["22"])]);
        let arena = Bump::new();
        let mut bank = Bank::new(&arena, &task);
        let target = Target::new(&mut bank, &task);
        let mut sizes = OutputSize::default();
        let one = bank.constant(ConstantValue::Int(1), StateType::Number, 1);
        let count = bank.call(prim!(colorcount), &[Bank::INPUT, one], 1);
        let width = bank.call(prim!(width), &[Bank::INPUT], 1);
        sizes.consider(&mut bank, &target, width.expect("a number"));
        sizes.consider(&mut bank, &target, one);
        let found = |bank: &Bank| {
            (0..bank.states.len()).any(|state| bank.train_ids(state as StateId) == target.ids)
        };
        assert!(!found(&bank), "neither is the width");
        sizes.consider(&mut bank, &target, count.expect("a number"));
        assert!(found(&bank));
    }
}
