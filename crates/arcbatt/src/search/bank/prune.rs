//! Pruning: calls that cannot help are not computed, values that cannot help not kept.

use crate::dsl::functions::memo;
use crate::dsl::properties::Requirement;
use crate::dsl::{Cx, Value};
use crate::prim;

/// Whether a call on these arguments can help, as far as that is known before it is computed.
#[inline]
pub(super) fn is_useful(requires: Option<Requirement>, args: &[Value]) -> bool {
    let Some(requires) = requires else {
        return true;
    };
    match (requires, args) {
        (Requirement::SameHeight, [Value::Grid(a), Value::Grid(b)]) => a.height() == b.height(),
        (Requirement::SameWidth, [Value::Grid(a), Value::Grid(b)]) => a.width() == b.width(),
        (Requirement::NotObjects, [Value::Set(several)]) => {
            !matches!(several.items(), [Value::Object(_), _, ..])
        }
        (Requirement::Different, [a, b]) => a != b,
        (Requirement::OrderedKey | Requirement::DecisiveKey, [_, Value::Primitive(key)]) => {
            *key != prim!(palette)
        }
        _ => true,
    }
}

/// Whether a value is a tuple of rows of different lengths, as concatenating grids of different sizes
/// gives.
fn is_ragged(value: Value) -> bool {
    match value {
        Value::Tuple(rows) => {
            matches!(rows.first(), Some(Value::Tuple(row)) if matches!(row.first(), Some(Value::Int(_))))
        }
        _ => false,
    }
}

/// Whether all elements have the same key, so that `argmax` or `argmin` picks an arbitrary one.
pub(super) fn is_any<'s>(cx: &Cx<'s>, args: &[Value<'s>]) -> bool {
    let [Value::Set(set), by] = args else {
        return false;
    };
    let [first, others @ ..] = set.items() else {
        return false;
    };
    if let Some(equal) = memo::measures::are_equal(cx, *by, args[0]) {
        return equal;
    }
    // Stops at the first different key.
    let key = |&item: &Value<'s>| memo::measures::of_one(cx, *by, args[0], item).ok();
    !others.is_empty()
        && key(first).is_some_and(|all| others.iter().all(|other| key(other) == Some(all)))
}

/// Whether a value is worth keeping.
pub(super) fn leads_on(value: Value) -> bool {
    value.weight() < HEAVY && !is_ragged(value)
}

/// Values of at least this weight are not kept: they are slow to compare and hardly ever useful.
const HEAVY: u32 = 1 << 11;
