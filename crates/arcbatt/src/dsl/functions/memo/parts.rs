//! Memo of closures over containers, for each part of a closure.
//!
//! Mutants of a program mostly differ in one part of a closure: `fork(f, a, b)` over the same elements
//! with another `b`. Where many programs run in one arena, the results of `a` for these elements are
//! memoised, and only `f` is called again.
//!
//! Invariant: outcome and charges are those of calling the function on one element after the other.
//! Where anything fails, all calls are repeated in that order.

use super::{MIN_ELEMENTS, MemoTable};
use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::Fail;
use crate::dsl::functions::fused_filter;
use crate::dsl::limits::Spent;
use crate::dsl::order;
use crate::dsl::value::{Closure, ClosureKind, Value};

/// The results of functions for the elements of containers, by addresses in the arena.
#[derive(Default)]
pub(in crate::dsl) struct PartMemo<'a>(MemoTable<Key, Result<&'a [Value<'a>], Fail>>);

/// What is memoised, by address: containers that programs share are at one address.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// The results of a function for a list of elements; lists may begin at the same address.
    Results {
        function: usize,
        items: usize,
        len: usize,
    },
    /// The elements of a set of pairs.
    Pairs(usize),
    /// The elements of an object, which may have the same address as its shape.
    Cells(usize),
    /// The union of a list of sets.
    Union { sets: usize, len: usize },
}

impl Key {
    fn union(sets: &[Value]) -> Self {
        Self::Union {
            sets: sets.as_ptr().addr(),
            len: sets.len(),
        }
    }
}

/// The least number of sets worth a look for their union.
const MIN_UNION: usize = 8;

/// The results of each function for every element of the container, one function after the other.
///
/// `None` without a memo, if there are too few elements, or if a call fails or returns a value that
/// is not `wanted`: the caller then makes the calls in order, and nothing was charged.
pub(in crate::dsl) fn results<'a>(
    cx: &Cx<'a>,
    functions: &[Value<'a>],
    container: Value<'a>,
    wanted: impl Fn(&Value<'a>) -> bool,
) -> Option<List<'a, Value<'a>>> {
    let memo = cx.part_memo()?;
    let items = match container {
        Value::Set(seq) | Value::Tuple(seq) => seq.items,
        Value::Indices(cells) if cells.count as usize >= MIN_ELEMENTS => {
            let key = Key::Pairs(std::ptr::from_ref(cells).addr());
            elements(cx, memo, key, cells.iter().map(|(i, j)| Value::at(i, j)))
        }
        Value::Object(object) if object.count as usize >= MIN_ELEMENTS => {
            let key = Key::Cells(std::ptr::from_ref(object).addr());
            let cells = object.iter();
            let cells = cells.map(|(c, i, j)| cx.cell(c as i32, i, j));
            elements(cx, memo, key, cells)
        }
        _ => return None,
    };
    if items.len() < MIN_ELEMENTS {
        return None;
    }
    let before = cx.remaining();
    let mut results = cx.list();
    for &function in functions {
        match of_all(cx, memo, function, items) {
            Ok(more) if more.iter().all(&wanted) => results.extend_from_slice(more),
            _ => {
                cx.restore(before);
                return None;
            }
        }
    }
    Some(results)
}

/// The elements of a bitset as a list, memoised. The calls on them are charged, the list is not.
fn elements<'a>(
    cx: &Cx<'a>,
    memo: &PartMemo<'a>,
    key: Key,
    items: impl Iterator<Item = Value<'a>>,
) -> &'a [Value<'a>] {
    if let Some(Ok(items)) = memo.0.peek(key) {
        return items;
    }
    let mut list = cx.list();
    list.extend(items);
    let items = list.into_bump_slice();
    memo.0.insert(key, Ok(items), Spent::default());
    items
}

/// Memoises the union of sets, which is a bitset.
pub(in crate::dsl) fn remember_union<'a>(
    cx: &Cx<'a>,
    memo: &PartMemo<'a>,
    sets: &'a [Value<'a>],
    union: Value<'a>,
) {
    let Value::Indices(cells) = union else {
        return;
    };
    if cells.height() > cx.limits().size {
        return;
    }
    // The charge of drawing the sets.
    let spent = Spent {
        steps: 0,
        cells: (sets.len() + cells.height()) as u64,
    };
    let union = cx.arena().alloc([union]);
    memo.0.insert(Key::union(sets), Ok(union), spent);
}

/// The memoised union of sets.
#[inline]
pub(in crate::dsl) fn known_union<'a>(
    cx: &Cx<'a>,
    sets: &[Value<'a>],
) -> Result<Option<Value<'a>>, Fail> {
    if sets.len() < MIN_UNION {
        return Ok(None);
    }
    let Some(memo) = cx.part_memo() else {
        return Ok(None);
    };
    match memo.0.get(cx, Key::union(sets)) {
        Some(known) => Ok(known??.first().copied()),
        None => Ok(None),
    }
}

/// The results of a function for all elements, memoised.
fn of_all<'a>(
    cx: &Cx<'a>,
    memo: &PartMemo<'a>,
    function: Value<'a>,
    items: &'a [Value<'a>],
) -> Result<&'a [Value<'a>], Fail> {
    let address = match function {
        Value::Primitive(primitive) => std::ptr::from_ref(primitive).addr(),
        Value::Function(closure) => std::ptr::from_ref(closure).addr(),
        _ => return for_each(cx, items, |item| cx.call1(function, item)),
    };
    let key = Key::Results {
        function: address,
        items: items.as_ptr().addr(),
        len: items.len(),
    };
    if let Some(known) = memo.0.get(cx, key) {
        return known?;
    }
    let before = cx.spent();
    let results = match function {
        Value::Function(closure) if closure.arity == 1 => {
            match fused_filter::by_part(cx, closure, items) {
                Some(results) => results,
                None => cx.deeper(|| of_closure(cx, memo, closure, items)),
            }
        }
        _ => for_each(cx, items, |item| cx.call1(function, item)),
    };
    memo.0.insert(key, results, cx.spent_since(before));
    results
}

/// The results of a closure for all elements, from the results of its parts.
fn of_closure<'a>(
    cx: &Cx<'a>,
    memo: &PartMemo<'a>,
    closure: &'a Closure<'a>,
    items: &'a [Value<'a>],
) -> Result<&'a [Value<'a>], Fail> {
    for _ in items {
        cx.step()?;
    }
    let part = |k: usize, items| of_all(cx, memo, closure.parts[k], items);
    match closure.kind {
        ClosureKind::Compose => part(0, part(1, items)?),
        ClosureKind::Chain => part(0, part(1, part(2, items)?)?),
        ClosureKind::Matcher => for_each(cx, part(0, items)?, |value| {
            cx.charge_weight(closure.parts[1])?;
            Ok(Value::from(order::equal(value, closure.parts[1])))
        }),
        ClosureKind::Fork => {
            let (a, b) = (part(1, items)?, part(2, items)?);
            let mut pairs = a.iter().zip(b);
            for_each(cx, items, |_| match pairs.next() {
                Some((&a, &b)) => cx.call2(closure.parts[0], a, b),
                // Unreachable: there are as many pairs as elements.
                None => Ok(Value::None),
            })
        }
        ClosureKind::Rbind | ClosureKind::Lbind | ClosureKind::Power => {
            for_each(cx, items, |item| cx.run_closure(closure, &[item]))
        }
    }
}

/// The results of a call for every element. The steps of the calls cover the list.
fn for_each<'a>(
    cx: &Cx<'a>,
    items: &[Value<'a>],
    mut call: impl FnMut(Value<'a>) -> Result<Value<'a>, Fail>,
) -> Result<&'a [Value<'a>], Fail> {
    let mut results: List<Value> = List::with_capacity_in(items.len(), cx.arena());
    for &item in items {
        results.push(call(item)?);
    }
    Ok(results.into_bump_slice())
}

#[cfg(test)]
mod tests {
    use crate::dsl::table::primitive;
    use crate::dsl::{Cx, Fail, Limits, Spent, Value};
    use bumpalo::Bump;

    fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Result<Value<'a>, Fail> {
        cx.call(
            Value::Primitive(primitive(name).expect("a primitive")),
            args,
        )
    }

    /// Functions that share parts; some fail on some elements.
    fn functions<'a>(cx: &Cx<'a>) -> Vec<Value<'a>> {
        let call_ok = |name: &str, args: &[Value<'a>]| {
            cx.refill();
            call(cx, name, args).expect("a function")
        };
        let named = |name| Value::Primitive(primitive(name).expect("a primitive"));
        let offset = |i, j| Value::at(i, j);
        let plain = ["identity", "size", "first", "even", "ulcorner", "toindices"];
        let mut functions: Vec<Value> = plain.map(named).to_vec();
        functions.push(call_ok("rbind", &[named("shoot"), offset(1, 1)]));
        functions.push(call_ok("rbind", &[named("shift"), offset(2, -70)]));
        functions.push(call_ok("power", &[named("double"), Value::Int(3)]));
        for k in 0..functions.len() {
            let (f, g) = (functions[k], functions[k * 5 % 7]);
            functions.push(call_ok("compose", &[f, g]));
            functions.push(call_ok("matcher", &[f, Value::Int(4)]));
            functions.push(call_ok("fork", &[named("combine"), f, g]));
            functions.push(call_ok("fork", &[named("equality"), f, g]));
            functions.push(call_ok("chain", &[named("size"), f, g]));
        }
        functions
    }

    /// The outcomes and charges of all functions on all containers.
    fn outcomes_of(cx: &Cx, cells: i32) -> Vec<(Result<String, Fail>, Spent)> {
        cx.refill();
        let pairs = (0..cells).map(|k| (k * 7 % 11, k * 5 % 13));
        let indices = cx.indices_of(pairs.clone()).expect("a set");
        let object = cx.object_of(pairs.clone().map(|(i, j)| (i % 3, i, j)));
        let tuple = call(cx, "totuple", &[indices]).expect("a tuple");
        let ints = call(
            cx,
            "interval",
            &[Value::Int(0), Value::Int(9), Value::Int(1)],
        );
        let object = object.expect("a set");
        let shape = call(cx, "toindices", &[object]).expect("a set");
        let containers = [indices, shape, object, tuple, ints.expect("ints")];
        let mut outcomes = Vec::new();
        for function in functions(cx) {
            for container in containers {
                for name in ["apply", "mapply", "sfilter"] {
                    let args = match name {
                        "sfilter" => [container, function],
                        _ => [function, container],
                    };
                    cx.refill();
                    let value = call(cx, name, &args).map(|value| value.to_string());
                    outcomes.push((value, cx.refill()));
                }
            }
        }
        outcomes
    }

    #[test]
    fn memoised_outcomes_equal_single_calls() {
        for (steps, cells) in [(1_000_000, 1_000_000), (40, 1_000_000), (1_000_000, 900)] {
            let limits = Limits {
                steps,
                cells,
                ..Limits::default()
            };
            let (one, other) = (Bump::new(), Bump::new());
            let anew = outcomes_of(&Cx::new(&one, limits), 20);
            let memoised = outcomes_of(&Cx::new(&other, limits).with_memo(), 20);
            let answered = anew.iter().filter(|(value, _)| value.is_ok()).count();
            assert!((20..anew.len() - 20).contains(&answered), "{answered}");
            assert_eq!(anew, memoised);
        }
    }

    #[test]
    fn memoised_results_are_not_computed_again() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default()).with_memo();
        let indices = cx.indices_of((0..50).map(|k| (k, k))).expect("a set");
        let shoot = Value::Primitive(primitive("shoot").expect("a primitive"));
        let shoot = call(&cx, "rbind", &[shoot, Value::at(0, 1)]).expect("a function");
        let lines = || {
            let lines = call(&cx, "apply", &[shoot, indices]).expect("lines");
            cx.items(lines).expect("a set")
        };
        let (once, again) = (lines(), lines());
        assert_eq!(once.len(), 50);
        for (a, b) in once.iter().zip(again) {
            assert!(
                matches!((a, b), (Value::Indices(a), Value::Indices(b)) if std::ptr::eq(*a, *b))
            );
        }
    }
}
