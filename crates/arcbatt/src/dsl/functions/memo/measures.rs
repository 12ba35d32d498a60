//! Memo of closures over containers in a search: numbers, truth values and pairs.
//!
//! A search asks for argmax by a closure, argmin, all its values, the most common one ..., over the
//! same objects but far apart in time. Its calls run in a scratch arena, while the closure and the
//! container are arguments of the current call ([`Cx::begin_call`]) and stay at their addresses.
//!
//! Invariants: outcome and charges are those of calling the closure; a value in the scratch arena,
//! whose address may be reused, is never part of a key.

use super::{MIN_ELEMENTS, MemoTable};
use crate::dsl::cx::{Cx, is_heavy};
use crate::dsl::fail::Fail;
use crate::dsl::limits::Spent;
use crate::dsl::value::scalar::Pair;
use crate::dsl::value::{Closure, ClosureKind, Value};
use crate::prim;
use crate::wide_hash::fold;
use std::cell::{Cell, RefCell};

/// The results of closures for the elements of containers, by address.
#[derive(Default)]
pub(crate) struct Measures {
    table: MemoTable<Key, Words>,
    /// The results of all entries, one word each.
    words: RefCell<Vec<u64>>,
}

/// 128-bit hash of the addresses of the closure and the elements; a match is taken as equality.
type Key = (u64, u64);

/// The results of an entry: the index of the first word, and what the words encode.
#[derive(Clone, Copy)]
struct Words {
    first: u32,
    kind: Kind,
}

/// What words encode.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Truth,
    Pair,
}

/// The call that a search is making.
#[derive(Default)]
pub(in crate::dsl) struct CurrentCall<'a> {
    /// The memo, if there is one.
    measures: Option<&'a Measures>,
    /// The tagged addresses of its first two arguments; 0 for those without one.
    addresses: Cell<[u64; 2]>,
}

impl CurrentCall<'_> {
    /// Whether this is a call of a search, which has a context of its own.
    #[inline]
    pub fn is_of_search(&self) -> bool {
        self.measures.is_some()
    }
}

impl<'a> Cx<'a> {
    /// The same context with a memo for the arguments of calls.
    pub(crate) fn with_measures(mut self, measures: &'a Measures) -> Self {
        self.current_call.measures = Some(measures);
        self
    }

    /// Announces the next call. Its arguments must stay at their addresses as long as the memo lives.
    #[inline]
    pub(crate) fn begin_call(&self, function: Value<'a>, args: &[Value<'a>]) {
        let heavy = is_heavy(&function) || args.iter().any(is_heavy);
        self.may_be_heavy.set(heavy);
        let mut addresses = [0; 2];
        for (to, &arg) in addresses.iter_mut().zip(args) {
            *to = tagged_address(arg).unwrap_or(0);
        }
        self.current_call.addresses.set(addresses);
    }
}

/// Closures of at least this depth are memoised for single elements too.
const DEEP: u8 = 3;

/// The most words; above this, the memo is cleared.
const MAX_WORDS: usize = 1 << 19;

/// The most entries; above this, the memo is cleared.
const MAX_ENTRIES: usize = 1 << 17;

impl Kind {
    /// The kind and the word of a value.
    #[inline]
    fn encode(value: Value) -> Option<(Self, u64)> {
        match value {
            Value::Int(n) => Some((Self::Number, n as u64)),
            Value::Bool(b) => Some((Self::Truth, b as u64)),
            Value::Pair(pair) => Some((Self::Pair, pair.key())),
            _ => None,
        }
    }

    /// The value of a word.
    #[inline]
    fn decode<'a>(self, word: u64) -> Value<'a> {
        match self {
            Self::Number => Value::Int(word as i64),
            Self::Truth => Value::from(word != 0),
            Self::Pair => Value::Pair(Pair::of_key(word)),
        }
    }
}

impl Measures {
    /// Memoises results, if all are of one kind that words encode.
    fn insert(&self, key: Key, results: &[Value], spent: Spent) {
        let Some((kind, _)) = results.first().and_then(|&value| Kind::encode(value)) else {
            return;
        };
        let mut words = self.words.borrow_mut();
        if words.len() + results.len() > MAX_WORDS || self.table.len() >= MAX_ENTRIES {
            self.table.clear();
            words.clear();
        }
        let first = words.len();
        for &result in results {
            match Kind::encode(result) {
                Some((its, word)) if its == kind => words.push(word),
                _ => return words.truncate(first),
            }
        }
        let first = first as u32;
        self.table.insert(key, Words { first, kind }, spent);
    }

    /// The memoised results of `count` elements, charged.
    #[inline(never)]
    fn get<'a>(
        &self,
        cx: &Cx<'a>,
        key: Key,
        count: usize,
    ) -> Option<Result<&'a [Value<'a>], Fail>> {
        let found = self.table.get(cx, key)?;
        Some(found.map(|found| {
            let words = &self.words.borrow()[found.first as usize..][..count];
            let values = words.iter().map(|&word| found.kind.decode(word));
            &*cx.arena().alloc_slice_fill_iter(values)
        }))
    }
}

/// The address of a value, tagged with its form: unique among the values that live at one time. `None`
/// for values that are stored inline.
#[inline]
fn tagged_address(value: Value) -> Option<u64> {
    // Addresses are multiples of eight.
    let (address, form) = match value {
        Value::Object(object) => (std::ptr::from_ref(object).addr(), 0),
        Value::Indices(cells) => (std::ptr::from_ref(cells).addr(), 1),
        Value::Grid(grid) => (std::ptr::from_ref(grid).addr(), 2),
        Value::Set(seq) => (std::ptr::from_ref(seq).addr(), 3),
        Value::Tuple(seq) => (std::ptr::from_ref(seq).addr(), 4),
        Value::Function(closure) => (std::ptr::from_ref(closure).addr(), 5),
        _ => return None,
    };
    Some((address | form) as u64)
}

/// The key of a closure and elements; `None` if an element has no address.
#[inline]
fn key<'a>(function: &Closure<'a>, items: &[Value<'a>]) -> Option<Key> {
    let add = |key: Key, word: u64| {
        (
            fold(key.0 ^ word, 0x9e37_79b9_7f4a_7c15),
            fold(key.1.wrapping_add(word), 0xc2b2_ae3d_27d4_eb4f),
        )
    };
    // Addresses are similar, so each is mixed in before the next.
    let start = std::ptr::from_ref(function).addr() as u64;
    let mut key = add((!0, items.len() as u64), start);
    for &item in items {
        key = add(key, tagged_address(item)?);
    }
    Some(key)
}

/// The memo, the closure and the elements, if both are arguments of the current call.
#[inline]
fn memo_of<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
) -> Option<(&'a Measures, &'a Closure<'a>, &'a [Value<'a>])> {
    let measures = cx.current_call.measures?;
    let (Value::Function(closure), Value::Set(seq) | Value::Tuple(seq)) = (function, container)
    else {
        return None;
    };
    let addresses = cx.current_call.addresses.get();
    let is_argument = |value| tagged_address(value).is_some_and(|at| addresses.contains(&at));
    let fits = seq.product().is_none()
        && seq.row().is_none()
        && seq.len() >= MIN_ELEMENTS
        && is_argument(function)
        && is_argument(container);
    fits.then_some((measures, closure, seq.items()))
}

/// The results of a function for every element of the container; `None` if they cannot be memoised.
pub(in crate::dsl) fn of_all<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
) -> Result<Option<&'a [Value<'a>]>, Fail> {
    match memo_of(cx, function, container) {
        Some((measures, closure, items)) => of_items(cx, measures, closure, items),
        None => Ok(None),
    }
}

fn of_items<'a>(
    cx: &Cx<'a>,
    measures: &Measures,
    function: &'a Closure<'a>,
    items: &'a [Value<'a>],
) -> Result<Option<&'a [Value<'a>]>, Fail> {
    let Some(key) = key(function, items) else {
        return Ok(None);
    };
    if let Some(known) = measures.get(cx, key, items.len()) {
        return known.map(Some);
    }
    let before = cx.spent();
    // The steps of the calls cover the list.
    let mut results = cx.list();
    results.reserve_exact(items.len());
    for &item in items {
        results.push(match function.depth {
            DEEP.. => of_item(cx, measures, function, item)?,
            _ => cx.call1(Value::Function(function), item)?,
        });
    }
    measures.insert(key, &results, cx.spent_since(before));
    Ok(Some(results.into_bump_slice()))
}

/// The result of a closure for one element, which several containers may share.
fn of_item<'a>(
    cx: &Cx<'a>,
    measures: &Measures,
    function: &'a Closure<'a>,
    item: Value<'a>,
) -> Result<Value<'a>, Fail> {
    let call = || cx.call1(Value::Function(function), item);
    let Some(key) = key(function, &[item]) else {
        return call();
    };
    if let Some(known) = measures.get(cx, key, 1) {
        return known.map(|values| values[0]);
    }
    let before = cx.spent();
    let result = call()?;
    measures.insert(key, &[result], cx.spent_since(before));
    Ok(result)
}

/// The result of a function for an element of the container.
pub(crate) fn of_one<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
    item: Value<'a>,
) -> Result<Value<'a>, Fail> {
    match memo_of(cx, function, container) {
        Some((measures, closure, _)) if closure.depth >= DEEP => {
            of_item(cx, measures, closure, item)
        }
        _ => cx.call1(function, item),
    }
}

/// Whether a condition `matcher(f, v)`, or its negation, holds for each element, by memoised results
/// of `f`. `None` for other conditions, or if the results cannot be memoised.
pub(in crate::dsl) fn matches<'a>(
    cx: &Cx<'a>,
    condition: Value<'a>,
    container: Value<'a>,
) -> Result<Option<impl Iterator<Item = bool> + use<'a>>, Fail> {
    let Some((measures, closure, items)) = memo_of(cx, condition, container) else {
        return Ok(None);
    };
    let Some((matcher, wanted)) = matcher_of(closure) else {
        return Ok(None);
    };
    let &[Value::Function(function), target] = matcher.parts() else {
        return Ok(None);
    };
    // Comparing a heavy value is charged every time.
    if cx.on_slow_path() || is_heavy(&target) {
        return Ok(None);
    }
    let steps = match wanted {
        true => 1,
        // The matcher, the closure around it, and `flip`.
        false => 3,
    };
    let Some(results) = of_items(cx, measures, function, items)? else {
        return Ok(None);
    };
    cx.charge_spent(Spent::of_steps(steps * items.len() as u64))?;
    let holds = results
        .iter()
        .map(move |&value| (value == target) == wanted);
    Ok(Some(holds))
}

/// The matcher in a condition, and the truth value of the matcher for which the condition holds.
fn matcher_of<'a>(condition: &'a Closure<'a>) -> Option<(&'a Closure<'a>, bool)> {
    match (condition.kind, condition.parts()) {
        (ClosureKind::Matcher, _) => Some((condition, true)),
        (ClosureKind::Compose, &[Value::Primitive(flip), Value::Function(inner)])
            if flip == prim!(flip) && inner.kind == ClosureKind::Matcher =>
        {
            Some((inner, false))
        }
        _ => None,
    }
}

/// Whether a function has the same result for all elements of the container, if that is memoised.
pub(crate) fn are_equal<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
) -> Option<bool> {
    let (measures, closure, items) = memo_of(cx, function, container)?;
    let found = measures.table.peek(key(closure, items)?)?;
    let words = &measures.words.borrow()[found.first as usize..][..items.len()];
    Some(words.iter().all(|word| *word == words[0]))
}

#[cfg(test)]
mod tests;
