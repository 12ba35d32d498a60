//! What functions give for all elements of a container, remembered in a search.
//!
//! A search asks for the greatest by a measure, the least, all measures, those of which the measure
//! is the commonest ...: of the same objects, one after the other, but far apart. So what a made
//! function gave for the elements of a container is kept, if it is numbers, truth values or pairs. In:
//! a function and a container, both among the arguments of a call that was [begun](Cx::begin), which
//! stay where they are. Out: what the function gives for every element, in order.
//!
//! What never happens here: a hit for a value that was made aside, as another may lie there later;
//! another outcome than that of calling the function. What was remembered is paid for in steps and
//! cells as if it were computed.

use crate::dsl::cx::{Cx, is_heavy};
use crate::dsl::fail::Fail;
use crate::dsl::functions::memo::parts::since;
use crate::dsl::limits::Spent;
use crate::dsl::value::scalar::Pair;
use crate::dsl::value::{Closure, ClosureKind, Value};
use crate::prim;
use crate::wide_hash::fold;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// What closures gave for the elements of containers, by where these are.
#[derive(Default)]
pub(crate) struct Measures(RefCell<Table>);

#[derive(Default)]
struct Table {
    known: FxHashMap<Key, Known>,
    /// What was given, all in one list.
    words: Vec<u64>,
}

/// So many bits of a hash of where the function and the elements are that equal ones are taken for
/// equal places.
type Key = (u64, u64);

/// Where the words of a list are, what they are, and what finding them took.
#[derive(Clone, Copy)]
struct Known {
    first: u32,
    kind: Kind,
    steps: u32,
    cells: u32,
}

/// What the words of a list are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Truth,
    Pair,
}

/// The call that was begun.
#[derive(Default)]
pub(in crate::dsl) struct Begun<'a> {
    /// What is remembered, if anything is.
    measures: Option<&'a Measures>,
    /// Where its first two arguments are; 0 for those that are nowhere.
    places: Cell<[u64; 2]>,
}

impl<'a> Cx<'a> {
    /// The same context, which remembers what functions give for the elements of what calls are
    /// begun with.
    pub(crate) fn with_measures(mut self, measures: &'a Measures) -> Self {
        self.begun.measures = Some(measures);
        self
    }

    /// Says that the next call is one of this function with these arguments, all of which stay where
    /// they are as long as anything is remembered.
    #[inline]
    pub(crate) fn begin_call(&self, function: Value<'a>, args: &[Value<'a>]) {
        self.set_may_be_heavy(is_heavy(&function) || args.iter().any(is_heavy));
        let mut places = [0; 2];
        for (to, &arg) in places.iter_mut().zip(args) {
            *to = place(arg).unwrap_or(0);
        }
        self.begun.places.set(places);
    }
}

/// Of fewer elements nothing is remembered.
const LEAST: usize = 2;

/// Functions as deep as this take longer than looking up what they give for one element.
const DEEP: u8 = 3;

/// The most words that are remembered: as soon as there are more, all are forgotten.
const MOST_WORDS: usize = 1 << 19;

/// Likewise, the most lists.
const MOST_KNOWN: usize = 1 << 17;

impl Kind {
    /// What a value is, and its word.
    #[inline]
    fn of(value: Value) -> Option<(Self, u64)> {
        match value {
            Value::Int(n) => Some((Self::Number, n as u64)),
            Value::Bool(b) => Some((Self::Truth, b as u64)),
            Value::Pair(pair) => Some((Self::Pair, pair.key())),
            _ => None,
        }
    }

    /// The value that has this word.
    #[inline]
    fn value<'a>(self, word: u64) -> Value<'a> {
        match self {
            Self::Number => Value::Int(word as i64),
            Self::Truth => Value::from(word != 0),
            Self::Pair => Value::Pair(Pair::of_key(word)),
        }
    }
}

impl Table {
    /// Remembers what a function gave, if all of it is of one kind that has words.
    fn remember(&mut self, key: Key, results: &[Value], spent: Spent) {
        let Some((kind, _)) = results.first().and_then(|&value| Kind::of(value)) else {
            return;
        };
        let (Ok(steps), Ok(cells)) = (spent.steps.try_into(), spent.cells.try_into()) else {
            return;
        };
        if self.words.len() + results.len() > MOST_WORDS || self.known.len() >= MOST_KNOWN {
            self.known.clear();
            self.words.clear();
        }
        let first = self.words.len();
        for &result in results {
            match Kind::of(result) {
                Some((its, word)) if its == kind => self.words.push(word),
                _ => return self.words.truncate(first),
            }
        }
        let known = Known {
            first: first as u32,
            kind,
            steps,
            cells,
        };
        self.known.insert(key, known);
    }
}

/// Where a value is, and which form it has: different for all that are there at one time. `None` for
/// those that are nowhere, or that are small.
#[inline]
fn place(value: Value) -> Option<u64> {
    // Places are multiples of eight.
    let (place, form) = match value {
        Value::Object(object) => (std::ptr::from_ref(object).addr(), 0),
        Value::Indices(cells) => (std::ptr::from_ref(cells).addr(), 1),
        Value::Grid(grid) => (std::ptr::from_ref(grid).addr(), 2),
        Value::Set(seq) => (std::ptr::from_ref(seq).addr(), 3),
        Value::Tuple(seq) => (std::ptr::from_ref(seq).addr(), 4),
        Value::Function(closure) => (std::ptr::from_ref(closure).addr(), 5),
        _ => return None,
    };
    Some((place | form) as u64)
}

/// The key of a function and elements; `None` if some element is nowhere.
#[inline]
fn key<'a>(function: &Closure<'a>, items: &[Value<'a>]) -> Option<Key> {
    let add = |key: Key, word: u64| {
        (
            fold(key.0 ^ word, 0x9e37_79b9_7f4a_7c15),
            fold(key.1.wrapping_add(word), 0xc2b2_ae3d_27d4_eb4f),
        )
    };
    // Places are much alike: each is mixed before the next comes in.
    let start = std::ptr::from_ref(function).addr() as u64;
    let mut key = add((!0, items.len() as u64), start);
    for &item in items {
        key = add(key, place(item)?);
    }
    Some(key)
}

/// The function and the elements, if both are where they stay, and there is room to remember.
#[inline]
fn asked<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
) -> Option<(&'a Measures, &'a Closure<'a>, &'a [Value<'a>])> {
    let measures = cx.begun.measures?;
    let (Value::Function(closure), Value::Set(seq) | Value::Tuple(seq)) = (function, container)
    else {
        return None;
    };
    let places = cx.begun.places.get();
    let stays = |value| place(value).is_some_and(|place| places.contains(&place));
    let pays = seq.items.len() >= LEAST;
    (pays && stays(function) && stays(container)).then_some((measures, closure, seq.items))
}

/// What the function gives for every element of the container, if it is known; all is paid for.
#[inline(never)]
fn known<'a>(
    cx: &Cx<'a>,
    measures: &Measures,
    key: Key,
    count: usize,
) -> Option<Result<&'a [Value<'a>], Fail>> {
    let table = measures.0.borrow();
    let known = *table.known.get(&key)?;
    let spent = Spent {
        steps: known.steps.into(),
        cells: known.cells.into(),
    };
    if let Err(failure) = cx.charge_spent(spent) {
        return Some(Err(failure));
    }
    let words = &table.words[known.first as usize..][..count];
    let values = words.iter().map(|&word| known.kind.value(word));
    Some(Ok(cx.arena().alloc_slice_fill_iter(values)))
}

/// What the function gives for every element of the container; `None` if nothing is remembered of
/// these.
pub(in crate::dsl) fn of_all<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
) -> Result<Option<&'a [Value<'a>]>, Fail> {
    let Some((measures, closure, items)) = asked(cx, function, container) else {
        return Ok(None);
    };
    each(cx, measures, closure, items)
}

fn each<'a>(
    cx: &Cx<'a>,
    measures: &Measures,
    function: &'a Closure<'a>,
    items: &'a [Value<'a>],
) -> Result<Option<&'a [Value<'a>]>, Fail> {
    let Some(key) = key(function, items) else {
        return Ok(None);
    };
    if let Some(known) = known(cx, measures, key, items.len()) {
        return known.map(Some);
    }
    let before = cx.spent();
    // The steps of the calls pay for the list.
    let mut results = cx.list();
    results.reserve_exact(items.len());
    for &item in items {
        results.push(match function.depth {
            DEEP.. => one(cx, measures, function, item)?,
            _ => cx.call1(Value::Function(function), item)?,
        });
    }
    let spent = since(cx, before);
    measures.0.borrow_mut().remember(key, &results, spent);
    Ok(Some(results.into_bump_slice()))
}

/// What a function gives for one element: containers share elements with others.
fn one<'a>(
    cx: &Cx<'a>,
    measures: &Measures,
    function: &'a Closure<'a>,
    item: Value<'a>,
) -> Result<Value<'a>, Fail> {
    let call = || cx.call1(Value::Function(function), item);
    let Some(key) = key(function, &[item]) else {
        return call();
    };
    if let Some(known) = known(cx, measures, key, 1) {
        return known.map(|values| values[0]);
    }
    let before = cx.spent();
    let result = call()?;
    let spent = since(cx, before);
    measures.0.borrow_mut().remember(key, &[result], spent);
    Ok(result)
}

/// What a function gives for an element of the container.
pub(crate) fn of_one<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
    item: Value<'a>,
) -> Result<Value<'a>, Fail> {
    match asked(cx, function, container) {
        Some((measures, closure, _)) if closure.depth >= DEEP => one(cx, measures, closure, item),
        _ => cx.call1(function, item),
    }
}

/// Which elements a condition holds for that asks whether what a function gives is some value, or
/// whether it is not; `None` if the condition is another, or if nothing is remembered of these.
pub(in crate::dsl) fn matches<'a>(
    cx: &Cx<'a>,
    condition: Value<'a>,
    container: Value<'a>,
) -> Result<Option<impl Iterator<Item = bool> + use<'a>>, Fail> {
    let Some((measures, closure, items)) = asked(cx, condition, container) else {
        return Ok(None);
    };
    let Some((matcher, wanted)) = matcher_of(closure) else {
        return Ok(None);
    };
    let &[Value::Function(function), target] = matcher.parts else {
        return Ok(None);
    };
    // Looking at a heavy value is paid for, every time.
    if cx.on_slow_path() || cx.may_be_heavy() {
        return Ok(None);
    }
    let steps = match wanted {
        true => 1,
        // Those of the matcher, of what is around it, and of `flip`.
        false => 3,
    };
    let Some(results) = each(cx, measures, function, items)? else {
        return Ok(None);
    };
    cx.charge_spent(Spent::of_steps(steps * items.len() as u64))?;
    let holds = results
        .iter()
        .map(move |&value| (value == target) == wanted);
    Ok(Some(holds))
}

/// The matcher that a condition is, and whether it holds where that does or where it does not.
fn matcher_of<'a>(condition: &'a Closure<'a>) -> Option<(&'a Closure<'a>, bool)> {
    match (condition.kind, condition.parts) {
        (ClosureKind::Matcher, _) => Some((condition, true)),
        (ClosureKind::Compose, &[Value::Primitive(flip), Value::Function(inner)])
            if flip == prim!(flip) && inner.kind == ClosureKind::Matcher =>
        {
            Some((inner, false))
        }
        _ => None,
    }
}

/// Whether a function gives the same for all elements of the container, if that is known.
pub(crate) fn are_equal<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
) -> Option<bool> {
    let (measures, closure, items) = asked(cx, function, container)?;
    let key = key(closure, items)?;
    let table = measures.0.borrow();
    let known = table.known.get(&key)?;
    let words = &table.words[known.first as usize..][..items.len()];
    Some(words.iter().all(|word| *word == words[0]))
}

#[cfg(test)]
mod tests;
