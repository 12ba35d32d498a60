//! Which calls and values mean anything to a search: others are not computed, or not kept.

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
            !matches!(several.items, [Value::Object(_), _, ..])
        }
        (Requirement::Different, [a, b]) => a != b,
        (Requirement::OrderedKey | Requirement::DecisiveKey, [_, Value::Primitive(key)]) => {
            *key != prim!(palette)
        }
        _ => true,
    }
}

/// Whether a value is rows of different lengths: what concatenating grids that do not go together
/// gives, and leads nowhere.
fn is_ragged(value: Value) -> bool {
    match value {
        Value::Tuple(rows) => {
            matches!(rows.items.first(), Some(Value::Tuple(row)) if matches!(row.items.first(), Some(Value::Int(_))))
        }
        _ => false,
    }
}

/// Whether what a call gave is the greatest of several that are all as great: any of them would do.
pub(super) fn is_any<'s>(cx: &Cx<'s>, args: &[Value<'s>]) -> bool {
    let [Value::Set(several), by] = args else {
        return false;
    };
    let [first, others @ ..] = several.items else {
        return false;
    };
    if let Some(equal) = memo::measures::are_equal(cx, *by, args[0]) {
        return equal;
    }
    // The first that is not as great as the one before it ends this.
    let great = |&item: &Value<'s>| memo::measures::of_one(cx, *by, args[0], item).ok();
    !others.is_empty()
        && great(first).is_some_and(|all| others.iter().all(|other| great(other) == Some(all)))
}

/// Whether a value is worth keeping.
pub(super) fn leads_on(value: Value) -> bool {
    value.weight() < HEAVY && !is_ragged(value)
}

/// Values of a greater weight are not kept: they take long to compare, and lead nowhere.
const HEAVY: u32 = 1 << 11;
