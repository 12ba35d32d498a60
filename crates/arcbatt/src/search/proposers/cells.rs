//! The cells of patches, objects and sets of them.

use crate::dsl::Value;
use crate::grid::Cells;
use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::state_type::StateType;

/// The elements of a container; the value itself if it is no container.
pub(super) fn elements<'v, 'a>(value: &'v Value<'a>) -> &'v [Value<'a>] {
    match value {
        Value::Set(seq) | Value::Tuple(seq) => seq.items(),
        one => std::slice::from_ref(one),
    }
}

/// The cells of an object or a patch.
pub(super) fn cells_of<'a>(value: Value<'a>) -> Option<&'a Cells<'a>> {
    match value {
        Value::Object(object) => Some(&object.shape),
        Value::Indices(cells) => Some(cells),
        _ => None,
    }
}

/// A patch, or the cells of an object.
pub(super) fn as_patch(bank: &mut Bank, state: StateId, cost: u16) -> Option<StateId> {
    match bank.state_type(state) {
        StateType::Object => bank.call(prim!(toindices), &[state], cost),
        _ => Some(state),
    }
}
