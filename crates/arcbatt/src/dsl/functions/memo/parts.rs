//! Functions of all elements of a container, part by part, each part remembered.
//!
//! Mutants of a program most often differ in one part of a function: `fork(f, a, b)` of the same
//! elements with another `b`. So where many programs run in one arena, what `a` gives for these
//! elements is kept, and `f` alone is called again. In: a function and a container. Out: what the
//! function gives for every element, in order.
//!
//! What never happens here: another outcome than that of calling the function on one element after
//! the other. What was remembered is paid for as if it were computed, in steps and cells, and where
//! anything fails, all is done again in that order.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::Fail;
use crate::dsl::functions::fused_filter;
use crate::dsl::limits::Spent;
use crate::dsl::order;
use crate::dsl::value::{Closure, ClosureKind, Value};
use crate::wide_hash::fold;
use bumpalo::Bump;
use std::cell::Cell;

/// What functions gave for the elements of containers, by where these are in the arena: equal ones
/// that many programs share are in one place. All of it is in the arena, too.
pub(in crate::dsl) struct Remembered<'a> {
    /// Their number is a power of two; at least half of them are free.
    slots: Cell<&'a [Cell<Option<&'a Known<'a>>>]>,
    taken: Cell<usize>,
}

/// Where the function is, where the elements are, and how many: some lists begin like others. For
/// the elements themselves, 0, where the container is, and which kind it is. For the union of sets,
/// [`UNION`], where they are, and how many.
type Key = (usize, usize, usize);

/// No function is here.
const UNION: usize = 1;

struct Known<'a> {
    key: Key,
    results: Result<&'a [Value<'a>], Fail>,
    spent: Spent,
}

/// Of fewer elements nothing is remembered: it would cost more than the calls.
const LEAST: usize = 2;

/// The union of fewer sets is not looked for.
const LEAST_UNION: usize = 8;

/// Slots at the beginning.
const FIRST_SLOTS: usize = 64;

impl<'a> Remembered<'a> {
    pub fn new(arena: &'a Bump) -> Self {
        Self {
            slots: Cell::new(arena.alloc_slice_fill_with(FIRST_SLOTS, |_| Cell::new(None))),
            taken: Cell::new(0),
        }
    }

    /// The slot that holds what is known of the key, or the free one where it belongs.
    #[inline]
    fn slot(&self, key: Key) -> &'a Cell<Option<&'a Known<'a>>> {
        let slots = self.slots.get();
        let mut k = spread(key);
        loop {
            // There is a free one, so this ends.
            let slot = &slots[k & (slots.len() - 1)];
            match slot.get() {
                Some(known) if known.key != key => k += 1,
                _ => return slot,
            }
        }
    }

    #[inline]
    fn get(&self, key: Key) -> Option<&'a Known<'a>> {
        self.slot(key).get()
    }

    /// Remembers what is not known yet.
    fn insert(&self, arena: &'a Bump, known: Known<'a>) {
        let slots = self.slots.get();
        if 2 * self.taken.get() >= slots.len() {
            let more = arena.alloc_slice_fill_with(2 * slots.len(), |_| Cell::new(None));
            self.slots.set(more);
            for known in slots.iter().filter_map(Cell::get) {
                self.slot(known.key).set(Some(known));
            }
        }
        self.taken.set(self.taken.get() + 1);
        self.slot(known.key).set(Some(arena.alloc(known)));
    }
}

/// A number that differs where keys do, most often.
#[inline]
fn spread(key: Key) -> usize {
    fold(
        key.0 as u64 ^ 0x9e37_79b9_7f4a_7c15,
        (key.1 ^ key.2) as u64 ^ 0xc2b2_ae3d_27d4_eb4f,
    ) as usize
}

/// What each of the functions gives for every element of the container, one after the other; `None`
/// if nothing is remembered here or would pay, or if some call fails or gives what is not
/// `wanted`: the calls are then to be made in their order, as if none had been made.
pub(in crate::dsl) fn results<'a>(
    cx: &Cx<'a>,
    functions: &[Value<'a>],
    container: Value<'a>,
    wanted: impl Fn(&Value<'a>) -> bool,
) -> Option<List<'a, Value<'a>>> {
    let remembered = cx.remembered()?;
    let items = match container {
        Value::Set(seq) | Value::Tuple(seq) => seq.items,
        Value::Indices(cells) if cells.count as usize >= LEAST => {
            let key = (0, std::ptr::from_ref(cells).addr(), 0);
            let pairs = cells.iter().map(|(i, j)| Value::at(i, j));
            listed(cx, remembered, key, pairs)
        }
        Value::Object(object) if object.count as usize >= LEAST => {
            // The shape of an object may be where the object is.
            let key = (0, std::ptr::from_ref(object).addr(), 1);
            let cells = object.iter();
            let cells = cells.map(|(c, i, j)| cx.cell(c as i32, i, j));
            listed(cx, remembered, key, cells)
        }
        _ => return None,
    };
    if items.len() < LEAST {
        return None;
    }
    let before = cx.remaining();
    let mut results = cx.list();
    for &function in functions {
        match of_all(cx, remembered, function, items) {
            Ok(more) if more.iter().all(&wanted) => results.extend_from_slice(more),
            _ => {
                cx.restore(before);
                return None;
            }
        }
    }
    Some(results)
}

/// The elements of a container as a list, remembered. Whoever calls a function on all of them pays
/// for more than their place.
fn listed<'a>(
    cx: &Cx<'a>,
    remembered: &Remembered<'a>,
    key: Key,
    items: impl Iterator<Item = Value<'a>>,
) -> &'a [Value<'a>] {
    if let Some(Known {
        results: Ok(items), ..
    }) = remembered.get(key)
    {
        return items;
    }
    let mut list = cx.list();
    list.extend(items);
    let items = list.into_bump_slice();
    remembered.insert(
        cx.arena(),
        Known {
            key,
            results: Ok(items),
            spent: Spent::default(),
        },
    );
    items
}

/// Remembers what the union of some sets will be, all of which are in the box of words around it.
pub(in crate::dsl) fn remember_union<'a>(
    cx: &Cx<'a>,
    remembered: &Remembered<'a>,
    sets: &'a [Value<'a>],
    union: Value<'a>,
) {
    let Value::Indices(cells) = union else {
        return;
    };
    if cells.height() > cx.limits().size {
        return;
    }
    remembered.insert(
        cx.arena(),
        Known {
            key: (UNION, sets.as_ptr().addr(), sets.len()),
            results: Ok(cx.arena().alloc([union])),
            // As it would take to draw the sets.
            spent: Spent {
                steps: 0,
                cells: (sets.len() + cells.height()) as u64,
            },
        },
    );
}

/// The union of sets, if it is known already.
#[inline]
pub(in crate::dsl) fn known_union<'a>(
    cx: &Cx<'a>,
    sets: &[Value<'a>],
) -> Result<Option<Value<'a>>, Fail> {
    if sets.len() < LEAST_UNION {
        return Ok(None);
    }
    let key = (UNION, sets.as_ptr().addr(), sets.len());
    let known = cx.remembered().and_then(|remembered| remembered.get(key));
    let Some(&Known {
        results: Ok(&[union]),
        spent,
        ..
    }) = known
    else {
        return Ok(None);
    };
    cx.charge_spent(spent)?;
    Ok(Some(union))
}

/// What the function gives for all elements, remembered.
fn of_all<'a>(
    cx: &Cx<'a>,
    remembered: &Remembered<'a>,
    function: Value<'a>,
    items: &'a [Value<'a>],
) -> Result<&'a [Value<'a>], Fail> {
    let place = match function {
        Value::Primitive(primitive) => std::ptr::from_ref(primitive).addr(),
        Value::Function(closure) => std::ptr::from_ref(closure).addr(),
        _ => return each(cx, items, |item| cx.call1(function, item)),
    };
    let key = (place, items.as_ptr().addr(), items.len());
    if let Some(known) = remembered.get(key) {
        cx.charge_spent(known.spent)?;
        return known.results;
    }
    let before = cx.spent();
    let results = match function {
        Value::Function(closure) if closure.arity == 1 => {
            match fused_filter::by_part(cx, closure, items) {
                Some(results) => results,
                None => cx.deeper(|| of_all_closure(cx, remembered, closure, items)),
            }
        }
        _ => each(cx, items, |item| cx.call1(function, item)),
    };
    remembered.insert(
        cx.arena(),
        Known {
            key,
            results,
            spent: since(cx, before),
        },
    );
    results
}

/// What was spent since `before`.
#[inline]
pub(in crate::dsl) fn since(cx: &Cx, before: Spent) -> Spent {
    let after = cx.spent();
    Spent {
        steps: after.steps - before.steps,
        cells: after.cells - before.cells,
    }
}

/// What a closure gives for all elements, from what its parts give.
fn of_all_closure<'a>(
    cx: &Cx<'a>,
    remembered: &Remembered<'a>,
    closure: &'a Closure<'a>,
    items: &'a [Value<'a>],
) -> Result<&'a [Value<'a>], Fail> {
    for _ in items {
        cx.step()?;
    }
    let part = |k: usize, items| of_all(cx, remembered, closure.parts[k], items);
    match closure.kind {
        ClosureKind::Compose => part(0, part(1, items)?),
        ClosureKind::Chain => part(0, part(1, part(2, items)?)?),
        ClosureKind::Matcher => each(cx, part(0, items)?, |value| {
            cx.charge_weight(closure.parts[1])?;
            Ok(Value::from(order::equal(value, closure.parts[1])))
        }),
        ClosureKind::Fork => {
            let (a, b) = (part(1, items)?, part(2, items)?);
            let mut pairs = a.iter().zip(b);
            each(cx, items, |_| match pairs.next() {
                Some((&a, &b)) => cx.call2(closure.parts[0], a, b),
                // As many as elements.
                None => Ok(Value::None),
            })
        }
        ClosureKind::Rbind | ClosureKind::Lbind | ClosureKind::Power => {
            each(cx, items, |item| cx.run_closure(closure, &[item]))
        }
    }
}

/// What the calls give for every element. The steps of the calls pay for the list.
fn each<'a>(
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

    /// Functions that share parts, some of which fail on some elements.
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

    /// What all functions come to on all containers, and what it takes.
    fn all(cx: &Cx, cells: i32) -> Vec<(Result<String, Fail>, Spent)> {
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
    fn part_by_part_is_one_by_one() {
        for (steps, cells) in [(1_000_000, 1_000_000), (40, 1_000_000), (1_000_000, 900)] {
            let limits = Limits {
                steps,
                cells,
                ..Limits::default()
            };
            let (one, other) = (Bump::new(), Bump::new());
            let anew = all(&Cx::new(&one, limits), 20);
            let remembered = all(&Cx::new(&other, limits).with_memo(), 20);
            let answered = anew.iter().filter(|(value, _)| value.is_ok()).count();
            assert!((20..anew.len() - 20).contains(&answered), "{answered}");
            assert_eq!(anew, remembered);
        }
    }

    /// The second time, nothing is called again.
    #[test]
    fn what_is_remembered_is_not_called_again() {
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
