//! Which calls and values mean anything to a search: others are not computed, or not kept.

use crate::dsl::{Cx, Value};

/// Whether a call means anything: grids that are put side by side have sides of the same length,
/// sets are not put in order by which is a part of which, nothing is drawn to itself, and where there
/// are several objects, none is the first of them.
pub(super) fn go_together(function: Value, args: &[Value]) -> bool {
    let Value::Primitive(called) = function else {
        return true;
    };
    match (called.name, args) {
        ("hconcat", [Value::Grid(a), Value::Grid(b)]) => a.height() == b.height(),
        ("vconcat", [Value::Grid(a), Value::Grid(b)]) => a.width() == b.width(),
        ("first" | "last", [Value::Set(several)]) => {
            !matches!(several.items, [Value::Object(_), _, ..])
        }
        ("gravitate", [from, to]) => from != to,
        ("argmax" | "argmin" | "order", [_, Value::Primitive(by)]) => by.name != "palette",
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
pub(super) fn is_any<'s>(cx: &Cx<'s>, function: Value<'s>, args: &[Value<'s>]) -> bool {
    let (Value::Primitive(called), [Value::Set(several), by]) = (function, args) else {
        return false;
    };
    let (true, [first, others @ ..]) = (matches!(called.name, "argmax" | "argmin"), several.items)
    else {
        return false;
    };
    // The first that is not as great as the one before it ends this.
    let great = |&item: &Value<'s>| cx.call(*by, &[item]).ok();
    !others.is_empty()
        && great(first).is_some_and(|all| others.iter().all(|other| great(other) == Some(all)))
}

/// Whether a value is worth keeping.
pub(super) fn leads_on(value: Value) -> bool {
    value.weight() < HEAVY && !is_ragged(value)
}

/// Values of a greater weight are not kept: they take long to compare, and lead nowhere.
const HEAVY: u32 = 1 << 11;
