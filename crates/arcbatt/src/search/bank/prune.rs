//! Which calls and values mean anything to a search: others are not computed, or not kept.

use crate::dsl::functions::memo;
use crate::dsl::table::Primitive;
use crate::dsl::{Cx, Value};

/// What must be so for a call of a primitive to mean anything.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Prune {
    /// Nothing.
    Any,
    /// Grids that are put side by side have sides of the same length.
    SameHeight,
    SameWidth,
    /// Where there are several objects, none is the first of them.
    Alone,
    /// Nothing is drawn to itself.
    Apart,
    /// Sets are not put in order by which is a part of which.
    Ordered,
    /// The same where the greatest or the least is looked for, and there must be one.
    Most,
}

impl Prune {
    /// What must be so for a call of this one.
    pub fn of(primitive: &Primitive) -> Self {
        match primitive.name {
            "hconcat" => Prune::SameHeight,
            "vconcat" => Prune::SameWidth,
            "first" | "last" => Prune::Alone,
            "gravitate" => Prune::Apart,
            "order" => Prune::Ordered,
            "argmax" | "argmin" => Prune::Most,
            _ => Prune::Any,
        }
    }

    /// Whether a call on these means anything, as far as can be told before it is made.
    #[inline]
    pub fn go_together(self, args: &[Value]) -> bool {
        match (self, args) {
            (Prune::Any, _) => true,
            (Prune::SameHeight, [Value::Grid(a), Value::Grid(b)]) => a.height() == b.height(),
            (Prune::SameWidth, [Value::Grid(a), Value::Grid(b)]) => a.width() == b.width(),
            (Prune::Alone, [Value::Set(several)]) => {
                !matches!(several.items, [Value::Object(_), _, ..])
            }
            (Prune::Apart, [from, to]) => from != to,
            (Prune::Ordered | Prune::Most, [_, Value::Primitive(by)]) => by.name != "palette",
            _ => true,
        }
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
