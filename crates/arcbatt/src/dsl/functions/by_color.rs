//! Functions over rows of bytes: one call per distinct colour, charged like one call per element.
//!
//! The results stay in the context: a function is often applied to one row after the other.

use crate::dsl::cx::{Cx, List, is_heavy};
use crate::dsl::functions::memo::calls;
use crate::dsl::limits::Spent;
use crate::dsl::value::Value;
use crate::grid::Color;
use crate::grid::simd::small_colors;
use std::cell::Cell;

/// With fewer elements, looking for equal ones takes longer than calling the function.
const MIN_ELEMENTS: usize = 3;

/// Colours from 0 on: all colours of tasks.
const COLORS: usize = 16;

/// The number of functions whose results are kept.
const FUNCTIONS: usize = 4;

/// The functions that were called by colour, by their addresses.
pub(in crate::dsl) type KnownByColor<'a> = [Cell<Option<&'a ByColor<'a>>>; FUNCTIONS];

/// The results of a function by colour, each with its charges.
pub(in crate::dsl) struct ByColor<'a> {
    function: Value<'a>,
    /// The colours whose result is known, as bits.
    known: Cell<u16>,
    /// Those whose result counts as true.
    truths: Cell<u16>,
    /// Whether all known results have the same charges.
    is_even: Cell<bool>,
    results: [Cell<Value<'a>>; COLORS],
    spent: [Cell<Spent>; COLORS],
    /// How many levels of calls the function needs.
    levels: Cell<u32>,
    has_heavy: Cell<bool>,
}

impl<'a> ByColor<'a> {
    /// The results of this function that are known already.
    fn of(cx: &Cx<'a>, function: Value<'a>) -> &'a Self {
        let address = match function {
            Value::Function(closure) => std::ptr::from_ref(closure).addr(),
            Value::Primitive(primitive) => std::ptr::from_ref(primitive).addr(),
            _ => 0,
        };
        let slot = &cx.by_color[address / align_of::<u64>() / FUNCTIONS % FUNCTIONS];
        match slot.get() {
            Some(known) if known.function.is_identical(function) => known,
            _ => {
                let results = &*cx.arena().alloc(Self {
                    function,
                    known: Cell::new(0),
                    truths: Cell::new(0),
                    is_even: Cell::new(true),
                    results: [const { Cell::new(Value::None) }; COLORS],
                    spent: [const { Cell::new(Spent::NOTHING) }; COLORS],
                    levels: Cell::new(0),
                    has_heavy: Cell::new(false),
                });
                slot.set(Some(results));
                results
            }
        }
    }

    /// The result for a colour of the row.
    #[inline]
    pub fn get(&self, color: Color) -> Value<'a> {
        self.results[color as usize % COLORS].get()
    }

    /// Those of the colours whose result counts as true, as bits.
    #[inline]
    pub fn holding(&self, colors: u16) -> u16 {
        colors & self.truths.get()
    }

    /// Whether the result for a colour of the row counts as true.
    #[inline]
    pub fn holds(&self, color: Color) -> bool {
        self.truths.get() >> (color as usize % COLORS) & 1 == 1
    }

    /// The results for all elements of the row.
    pub fn list(&self, cx: &Cx<'a>, row: &[Color]) -> List<'a, Value<'a>> {
        let mut results = List::with_capacity_in(row.len(), cx.arena());
        results.extend(row.iter().map(|&color| self.get(color)));
        results
    }

    /// Calls the function for a colour. `None` if that fails.
    fn call(&self, cx: &Cx<'a>, color: usize) -> Option<()> {
        let before = cx.spent();
        let call = || cx.call1(self.function, Value::Int(color as i64));
        let (result, levels) = cx.with_levels(call);
        let (result, spent) = (result.ok()?, cx.spent_since(before));
        self.spent[color].set(spent);
        self.results[color].set(result);
        let known = self.known.get();
        let is_even = known == 0 || spent == self.spent[known.trailing_zeros() as usize].get();
        self.is_even.set(self.is_even.get() && is_even);
        self.known.set(known | 1 << color);
        let truth = u16::from(result.truth());
        self.truths.set(self.truths.get() | truth << color);
        self.levels.set(self.levels.get().max(levels));
        self.has_heavy
            .set(self.has_heavy.get() || is_heavy(&result));
        Some(())
    }
}

/// The results of a function for the elements of a row, and the colours of the row, as bits. `None` if the
/// elements are to be called one after the other; nothing is charged then.
pub(in crate::dsl) fn over<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    row: &[Color],
) -> Option<(&'a ByColor<'a>, u16)> {
    if row.len() < MIN_ELEMENTS || cx.on_slow_path() || cx.column_memo().is_some() {
        return None;
    }
    let colors = small_colors(row)?;
    let results = ByColor::of(cx, function);
    if !cx.has_levels(results.levels.get()) {
        return None;
    }
    if colors & !results.known.get() == 0 && results.is_even.get() {
        let each = results.spent[colors.trailing_zeros() as usize].get();
        if !calls::charge(cx, each.times(row.len() as u64)) {
            return None;
        }
    } else {
        cx.attempt(|| call_and_charge(cx, results, row, colors))?;
    }
    if results.has_heavy.get() {
        cx.may_be_heavy.set(true);
    }
    Some((results, colors))
}

/// Calls the function for the colours of a row that are not known, and charges for all elements.
fn call_and_charge<'a>(
    cx: &Cx<'a>,
    results: &ByColor<'a>,
    row: &[Color],
    mut colors: u16,
) -> Option<()> {
    let mut repeated = Spent::NOTHING;
    while colors != 0 {
        let color = colors.trailing_zeros() as usize;
        colors &= colors - 1;
        let mut count = row.iter().filter(|&&c| c as usize == color).count() as u64;
        if results.known.get() >> color & 1 == 0 {
            results.call(cx, color)?;
            count -= 1;
        }
        repeated = repeated.plus(results.spent[color].get().times(count));
    }
    cx.charge_spent(repeated).ok()
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
                    let Some((results, colors)) = over(cx, function, row) else {
                        assert_eq!(cx.refill(), Spent::default());
                        continue;
                    };
                    assert_eq!(cx.refill(), spent, "{function} over {row:?}");
                    let expected = expected.expect("no call fails");
                    let equal = |(a, b): (&Value, &Value)| order::equal(*a, *b);
                    assert!(results.list(cx, row).iter().zip(&expected).all(equal));
                    for (&color, result) in row.iter().zip(&expected) {
                        assert_eq!(results.holds(color), result.truth());
                        assert_eq!(colors >> color & 1, 1);
                    }
                    compared += 1;
                }
            }
        }
        assert!(compared > 20, "{compared}");
    }
}
