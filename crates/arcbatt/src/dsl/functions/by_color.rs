//! Functions over rows of bytes: one call per distinct colour, charged like one call per element.

use crate::dsl::cx::{Cx, List};
use crate::dsl::limits::Spent;
use crate::dsl::value::Value;
use crate::grid::Color;

/// With fewer elements, looking for equal ones takes longer than calling the function.
const MIN_ELEMENTS: usize = 3;

/// Colours from -1, which marks cells, to 14: all colours of tasks.
const COLORS: usize = 16;

/// The result of a function for each colour of a row.
pub(in crate::dsl) struct ByColor<'a>([Value<'a>; COLORS]);

impl<'a> ByColor<'a> {
    /// The result for a colour of the row.
    #[inline]
    pub fn get(&self, color: Color) -> Value<'a> {
        self.0[slot(color)]
    }

    /// The results for all elements of the row.
    pub fn list(&self, cx: &Cx<'a>, row: &[Color]) -> List<'a, Value<'a>> {
        let mut results = List::with_capacity_in(row.len(), cx.arena());
        results.extend(row.iter().map(|&color| self.get(color)));
        results
    }
}

/// The place of a colour in the table.
#[inline]
fn slot(color: Color) -> usize {
    color as usize % COLORS
}

/// The results of a function for the elements of a row. `None` if the elements are to be called one
/// after the other; nothing is charged then.
pub(in crate::dsl) fn over<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    row: &[Color],
) -> Option<&'a ByColor<'a>> {
    let is_supported = |color: &Color| (-1..COLORS as Color - 1).contains(color);
    if row.len() < MIN_ELEMENTS
        || cx.on_slow_path()
        || cx.column_memo().is_some()
        || !row.iter().all(is_supported)
    {
        return None;
    }
    let mut counts = [0u64; COLORS];
    for &color in row {
        counts[slot(color)] += 1;
    }
    let before = cx.account();
    let results = cx.arena().alloc(ByColor([Value::None; COLORS]));
    let mut repeated = Spent::default();
    for color in -1..COLORS as Color - 1 {
        let count = counts[slot(color)];
        if count == 0 {
            continue;
        }
        let start = cx.spent();
        let Ok(result) = cx.call1(function, Value::Int(color as i64)) else {
            cx.restore_account(before);
            return None;
        };
        results.0[slot(color)] = result;
        let again = cx.spent_since(start).times(count - 1);
        repeated.steps = repeated.steps.saturating_add(again.steps);
        repeated.cells = repeated.cells.saturating_add(again.cells);
    }
    if cx.charge_spent(repeated).is_err() {
        cx.restore_account(before);
        return None;
    }
    Some(results)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::fail::Fail;
    use crate::dsl::table::primitive;
    use crate::dsl::{Limits, order};
    use bumpalo::Bump;

    fn named(name: &str) -> Value<'static> {
        Value::Primitive(primitive(name).expect("a primitive"))
    }

    fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Value<'a> {
        cx.call(named(name), args).expect("a function")
    }

    /// Values, failure and charges of calls on one element after the other.
    fn one_by_one<'a>(
        cx: &Cx<'a>,
        function: Value<'a>,
        row: &[Color],
    ) -> (Result<Vec<Value<'a>>, Fail>, Spent) {
        cx.refill();
        let call = |&color: &Color| cx.call1(function, Value::Int(color as i64));
        (row.iter().map(call).collect(), cx.refill())
    }

    #[test]
    fn results_and_charges_equal_those_of_single_calls() {
        let arena = Bump::new();
        let make = &Cx::new(&arena, Limits::default());
        let functions = [
            named("increment"),
            call(make, "matcher", &[named("identity"), Value::Int(3)]),
            call(make, "lbind", &[named("repeat"), Value::Int(4)]),
            call(make, "compose", &[named("size"), named("toivec")]),
            // Fails for 0 and below.
            call(
                make,
                "rbind",
                &[
                    call(make, "lbind", &[named("interval"), Value::Int(0)]),
                    Value::Int(0),
                ],
            ),
            named("first"),
        ];
        let rows: [&[Color]; 6] = [
            &[3, 3, 0, 5, 3, 5],
            &[-1, 9, -1, 14],
            &[1; 30],
            &[15, 1, 2, 3],
            &[-2, 1, 1],
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        ];
        let mut compared = 0;
        for (steps, cells) in [(1_000, 10_000), (7, 10_000), (1_000, 90)] {
            let limits = Limits {
                steps,
                cells,
                ..Limits::default()
            };
            let cx = &Cx::new(&arena, limits);
            for function in functions {
                for row in rows {
                    let (expected, spent) = one_by_one(cx, function, row);
                    let Some(results) = over(cx, function, row) else {
                        assert_eq!(cx.refill(), Spent::default());
                        continue;
                    };
                    assert_eq!(cx.refill(), spent, "{function} over {row:?}");
                    let expected = expected.expect("no call fails");
                    let equal = |(a, b): (&Value, &Value)| order::equal(*a, *b);
                    assert!(results.list(cx, row).iter().zip(&expected).all(equal));
                    compared += 1;
                }
            }
        }
        assert!(compared > 20, "{compared}");
    }
}
