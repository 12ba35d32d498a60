//! States that hold given colours on the demonstrations.

use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;
use crate::search::bank::{Bank, StateId};
use crate::search::state_type::StateType;

/// The highest cost of a colour, and how many colours are compared.
const MAX_COST: u16 = 12;
const MAX_COMPARED: usize = 200;

/// The state of a constant colour.
pub(super) fn color_constant(bank: &mut Bank, color: u8) -> StateId {
    bank.constant(ConstantValue::Int(i64::from(color)), StateType::Color, 1)
}

/// The states with these colours on the demonstrations, cheapest first; `None` matches any colour.
pub(super) fn color_states<'b>(
    bank: &'b Bank,
    colors: &'b [Option<u8>],
) -> impl Iterator<Item = StateId> + 'b {
    let matches = |state: &StateId| {
        colors.iter().enumerate().all(|(demo, &color)| {
            let is = |color: u8| {
                let value = bank.value(*state, demo);
                matches!(value, Value::Int(n) if n == i64::from(color))
            };
            color.is_none_or(is)
        })
    };
    let known = bank.up_to(StateType::Color, MAX_COST);
    known.take(MAX_COMPARED).filter(matches)
}

/// A state with these colours on the demonstrations: a constant if all are equal.
pub(super) fn color_state(bank: &mut Bank, colors: &[Option<u8>]) -> Option<StateId> {
    let mut known = colors.iter().flatten();
    let first = *known.next()?;
    if known.all(|&color| color == first) {
        return Some(color_constant(bank, first));
    }
    color_states(bank, colors).next()
}
