//! Measures: functions of an object by which objects are selected or coloured.

use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;
use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::state_type::StateType;

/// The most measures besides the colour.
const MAX_MEASURES: usize = 70;

/// The highest cost of a measure.
const MAX_COST: u16 = 3;

/// The measures to try, the colour first.
pub(super) fn measures(bank: &mut Bank) -> Vec<StateId> {
    let color = bank.function(prim!(color));
    let others = bank.up_to(StateType::Measure, MAX_COST);
    let others = others.filter(|&other| other != color).take(MAX_MEASURES);
    std::iter::once(color).chain(others).collect()
}

/// Whether a measure is a position. That an object is in row 4 seldom explains anything; that it is
/// above all others may.
pub(super) fn is_position(bank: &Bank, measure: StateId) -> bool {
    matches!(bank.value(measure, 0), Value::Primitive(p) if p.properties.measures_position)
}

/// A value as a constant of a program, if it can be written as one.
pub(super) fn as_constant(value: Value) -> Option<ConstantValue> {
    match value {
        Value::Int(n) => Some(ConstantValue::Int(n)),
        Value::Bool(b) => Some(ConstantValue::Bool(b.holds())),
        Value::Pair(pair) => Some(ConstantValue::Pair(pair.row(), pair.column())),
        _ => None,
    }
}
