//! Memo of expensive calls within one run.
//!
//! Functions made of functions share parts: `fork(paint, f, compose(g, f))` calls `f` twice with the same
//! argument, and if `f` is such a function itself, its parts are called four times. The expensive calls of
//! closures that several others have as a part are kept in a small table, by the addresses of closure and
//! argument, which no other value of the arena has.
//!
//! Invariant: outcome and charges are those of the calls. A hit that may be too deep is not used.

use crate::dsl::cx::{Cx, is_heavy};
use crate::dsl::fail::{Answer, Fail};
use crate::dsl::limits::Spent;
use crate::dsl::value::{Closure, Value};
use crate::grid::Grid;
use crate::wide_hash::fold;
use std::cell::Cell;

/// The calls of a run.
#[derive(Default)]
pub(in crate::dsl) struct CallMemo<'a> {
    /// Calls of closures by slot, allocated for the first one.
    closures: Cell<Option<&'a [Slot<'a>]>>,
    /// The last power, and how often its function was called.
    power: Cell<Option<(Value<'a>, i64, Call<'a>)>>,
    /// The last grid that was converted to an object.
    grid: Cell<Option<(&'a Grid<'a>, Value<'a>, Spent)>>,
}

/// A closure and the call of it that the slot holds.
type Slot<'a> = Cell<Option<(&'a Closure<'a>, Call<'a>)>>;

/// A call of a function that succeeded.
#[derive(Clone, Copy)]
struct Call<'a> {
    argument: Value<'a>,
    result: Value<'a>,
    spent: Spent,
    /// How many levels of calls it needs.
    levels: u32,
}

/// The number of slots; a call replaces the one in its slot.
const SLOTS: usize = 64;

/// Calls that take fewer cells are not remembered.
const MIN_CELLS: u64 = 64;

impl<'a> Call<'a> {
    /// Makes a call, and returns it with its charges.
    fn make(
        cx: &Cx<'a>,
        argument: Value<'a>,
        call: impl FnOnce() -> Result<Value<'a>, Fail>,
    ) -> Result<Self, Fail> {
        let before = cx.spent();
        let (result, levels) = cx.with_levels(call);
        Ok(Self {
            argument,
            result: result?,
            spent: cx.spent_since(before),
            levels,
        })
    }

    /// Charges for the call with this argument. `false`, without a charge, if it has to be made: it is
    /// another one, or near a limit.
    fn is_charged(&self, cx: &Cx<'a>, argument: Value<'a>) -> bool {
        let is_charged = self.argument.is_identical(argument)
            && cx.has_levels(self.levels)
            && charge(cx, self.spent);
        if is_charged && is_heavy(&self.result) {
            cx.may_be_heavy.set(true);
        }
        is_charged
    }
}

/// Charges all or nothing; `false` if a limit is near.
pub(in crate::dsl) fn charge(cx: &Cx, spent: Spent) -> bool {
    let account = cx.account();
    let is_charged = cx.charge_spent(spent).is_ok();
    if !is_charged {
        cx.restore_account(account);
    }
    is_charged
}

/// Whether calls of a closure may be remembered.
#[inline]
pub(in crate::dsl) fn is_remembered(closure: &Closure) -> bool {
    closure.uses.are_several()
}

/// The slot of a call; `None` if the argument is made anew for every call.
#[inline]
fn slot_of(closure: &Closure, argument: Value) -> Option<usize> {
    let word = match argument {
        Value::Object(object) => std::ptr::from_ref(object).addr() as u64,
        Value::Indices(cells) => std::ptr::from_ref(cells).addr() as u64,
        Value::Grid(grid) => std::ptr::from_ref(grid).addr() as u64,
        Value::Set(seq) | Value::Tuple(seq) => std::ptr::from_ref(seq).addr() as u64,
        Value::Function(closure) => std::ptr::from_ref(closure).addr() as u64,
        Value::Int(n) => n as u64,
        Value::Pair(pair) => pair.key(),
        _ => return None,
    };
    let closure = std::ptr::from_ref(closure).addr() as u64;
    let hash = fold(closure ^ word.rotate_left(32), 0x9e37_79b9_7f4a_7c15);
    Some(hash as usize % SLOTS)
}

/// The result of a call of a closure, computed by `call` unless it is known.
pub(in crate::dsl) fn remembered<'a>(
    cx: &Cx<'a>,
    closure: &'a Closure<'a>,
    argument: Value<'a>,
    call: impl FnOnce() -> Result<Value<'a>, Fail>,
) -> Result<Value<'a>, Fail> {
    let Some(slot) = slot_of(closure, argument) else {
        return call();
    };
    // The table would have to be made for every call.
    if cx.current_call.is_of_search() {
        return call();
    }
    let memo = &cx.call_memo.closures;
    if let Some(slots) = memo.get()
        && let Some((of, known)) = slots[slot].get()
        && std::ptr::eq(of, closure)
        && known.is_charged(cx, argument)
    {
        closure.uses.trust();
        return Ok(known.result);
    }
    closure.uses.doubt();
    let made = Call::make(cx, argument, call)?;
    if made.spent.cells >= MIN_CELLS {
        let slots = memo.get().unwrap_or_else(|| {
            let slots = &*cx.arena().alloc_slice_fill_with(SLOTS, |_| Cell::new(None));
            memo.set(Some(slots));
            slots
        });
        slots[slot].set(Some((closure, made)));
    }
    Ok(made.result)
}

/// The result of calling a function `count` times, one after the other. `call(value, done)` makes the
/// calls after the first `done`, which gave the value. `power(f, 5)` continues after `power(f, 4)`.
pub(in crate::dsl) fn continued<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    count: i64,
    argument: Value<'a>,
    call: impl FnOnce(Value<'a>, i64) -> Result<Value<'a>, Fail>,
) -> Result<Value<'a>, Fail> {
    if cx.on_slow_path() {
        return call(argument, 0);
    }
    let memo = &cx.call_memo.power;
    let known = memo.get().filter(|(of, done, known)| {
        *done <= count && of.is_identical(function) && known.is_charged(cx, argument)
    });
    let made = match known {
        None => Call::make(cx, argument, || call(argument, 0))?,
        Some((_, done, known)) => {
            let rest = Call::make(cx, argument, || call(known.result, done))?;
            Call {
                spent: known.spent.plus(rest.spent),
                levels: known.levels.max(rest.levels),
                ..rest
            }
        }
    };
    memo.set(Some((function, count, made)));
    Ok(made.result)
}

/// The result of converting a grid, which is that of the last conversion if the grid is the same.
pub(in crate::dsl) fn last_object<'a>(
    cx: &Cx<'a>,
    grid: &'a Grid<'a>,
    convert: impl FnOnce() -> Answer<'a>,
) -> Answer<'a> {
    let memo = &cx.call_memo.grid;
    if let Some((of, object, spent)) = memo.get()
        && std::ptr::eq(of, grid)
        && charge(cx, spent)
    {
        if is_heavy(&object) {
            cx.may_be_heavy.set(true);
        }
        return Ok(object);
    }
    let before = cx.spent();
    let object = convert()?;
    memo.set(Some((grid, object, cx.spent_since(before))));
    Ok(object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::Limits;
    use crate::dsl::order::equal;
    use crate::dsl::table::primitive;
    use bumpalo::Bump;

    fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Value<'a> {
        let function = Value::Primitive(primitive(name).expect("a primitive"));
        cx.call(function, args).expect("a value")
    }

    fn named(name: &str) -> Value<'static> {
        Value::Primitive(primitive(name).expect("a primitive"))
    }

    /// Functions whose parts call the same functions again and again, and powers of one of them.
    fn functions<'a>(cx: &Cx<'a>) -> Vec<Value<'a>> {
        let grow = call(cx, "compose", &[named("outbox"), named("backdrop")]);
        let mut functions = vec![grow];
        for outer in ["combine", "difference", "intersection", "combine"] {
            let last = functions[functions.len() - 1];
            let box_of = call(cx, "compose", &[named("inbox"), last]);
            functions.push(call(cx, "fork", &[named(outer), last, box_of]));
        }
        for n in [2, 3, 5, 4] {
            functions.push(call(cx, "power", &[grow, Value::Int(n)]));
        }
        functions
    }

    #[test]
    fn remembered_calls_are_charged_like_calls() {
        let arena = Bump::new();
        let maker = &Cx::new(&arena, Limits::default());
        let patch = |k| maker.indices_of([(k, 1), (k + 3, 4)].into_iter());
        let patches = [1, 2].map(|k| patch(k).expect("cells"));
        for (steps, cells) in [(10_000, 100_000), (30, 100_000), (10_000, 150)] {
            let limits = Limits {
                steps,
                cells,
                ..Limits::default()
            };
            let one = Cx::new(&arena, limits);
            let (mut answers, mut failures) = (0, 0);
            for _ in 0..2 {
                for function in functions(maker) {
                    for patch in patches {
                        let alone = Cx::new(&arena, limits);
                        // Made anew, a function has no calls that are remembered.
                        let expected =
                            alone.call1(crate::dsl::value::copy::copy(&arena, function), patch);
                        one.refill();
                        let value = one.call1(function, patch);
                        match (value, expected) {
                            (Ok(value), Ok(expected)) => {
                                assert!(equal(value, expected));
                                assert_eq!(one.spent(), alone.spent(), "{function}");
                                answers += 1;
                            }
                            (value, expected) => {
                                assert_eq!(value.err(), expected.err(), "{function}");
                                failures += 1;
                            }
                        }
                    }
                }
            }
            assert!(answers > 8, "{answers}");
            assert!(failures > 0, "{failures}");
        }
    }

    /// A call that is remembered is not made again.
    #[test]
    fn equal_calls_give_the_same_value() {
        let arena = Bump::new();
        let cx = &Cx::new(&arena, Limits::default());
        let patch = cx
            .indices_of([(1, 1), (30, 40)].into_iter())
            .expect("cells");
        for function in [functions(cx)[3], functions(cx)[6]] {
            function.count_use();
            function.count_use();
            let [one, other] = [(); 2].map(|()| cx.call1(function, patch).expect("a value"));
            assert!(one.is_identical(other));
        }
        let grid = cx
            .grid(30, 30, arena.alloc_slice_fill_copy(900, 3))
            .expect("a grid");
        let [one, other] = [(); 2].map(|()| call(cx, "asobject", &[grid]));
        assert!(one.is_identical(other));
    }

    /// Calls that are known are not used where they would be nested too deeply.
    #[test]
    fn a_known_call_fails_where_it_is_too_deep() {
        let arena = Bump::new();
        let cx = &Cx::new(&arena, Limits::default());
        let patch = cx.indices_of([(1, 1), (9, 9)].into_iter()).expect("cells");
        let mut inner = call(cx, "compose", &[named("outbox"), named("outbox")]);
        for _ in 0..40 {
            inner = call(cx, "compose", &[named("outbox"), inner]);
        }
        inner.count_use();
        inner.count_use();
        let nested = |levels: usize| {
            let call = |_| cx.call1(inner, patch);
            (0..levels).fold(Box::new(call) as Box<dyn Fn(()) -> _>, |call, _| {
                Box::new(move |()| cx.deeper(|| call(())))
            })(())
        };
        assert!(nested(0).is_ok());
        let deepest = (0..250)
            .take_while(|&levels| nested(levels).is_ok())
            .count();
        assert_eq!(deepest, 200 - 41 + 1);
    }
}
