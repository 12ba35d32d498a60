//! States that hold given colours on the demonstrations.

use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;
use crate::search::bank::{Bank, StateId};
use crate::search::state_type::StateType;

/// The most states with the same colours.
const MAX_STATES: usize = 4;

/// A few states with these colours on the demonstrations, where they matter.
pub(in crate::search) fn color_states(bank: &Bank, colors: &[Option<u8>]) -> Vec<StateId> {
    let fits = |&state: &StateId| {
        colors.iter().enumerate().all(|(demo, &color)| {
            color.is_none_or(
                |color| matches!(bank.value(state, demo), Value::Int(n) if n == i64::from(color)),
            )
        })
    };
    let known = bank.up_to(StateType::Color, 12).take(200);
    known.filter(fits).take(MAX_STATES).collect()
}

/// A state with these colours on the demonstrations, where they matter.
pub(in crate::search) fn color_state(bank: &mut Bank, colors: &[Option<u8>]) -> Option<StateId> {
    let mut known = colors.iter().flatten();
    let first = *known.next()?;
    if known.all(|&color| color == first) {
        return Some(bank.constant(ConstantValue::Int(i64::from(first)), StateType::Color, 1));
    }
    bank.up_to(StateType::Color, 12).take(200).find(|&state| {
        colors.iter().enumerate().all(|(demo, &color)| {
            color.is_none_or(
                |color| matches!(bank.value(state, demo), Value::Int(n) if n == i64::from(color)),
            )
        })
    })
}
