//! Elements by rank: in the order of a key, the best by a key, the commonest.
//!
//! In: containers, and functions that give keys. Out: elements. The first in canonical order wins a
//! tie.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::{Fail, Why, fail};
use crate::dsl::functions::memo;
use crate::dsl::limits::Spent;
use crate::dsl::order;
use crate::dsl::value::Value;
use crate::prim;
use std::cmp::Ordering;

/// The elements in the order of their keys, as a tuple.
pub(in crate::dsl) fn order_by<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    key: Value<'a>,
) -> Result<Value<'a>, Fail> {
    let items = cx.items(container)?;
    if let Some(sorted) = numbers(cx, items, key)? {
        return Ok(sorted);
    }
    let mut keyed = cx.reserve_list(items.len())?;
    match memo::measures::of_all(cx, key, container)? {
        Some(keys) => keyed.extend(keys.iter().copied().zip(items.iter().copied())),
        None => {
            for &item in items {
                keyed.push((cx.call1(key, item)?, item));
            }
        }
    }
    sort_keyed(&mut keyed)?;
    let mut sorted = cx.reserve_list(items.len())?;
    sorted.extend(keyed.iter().map(|&(_, item)| item));
    cx.tuple(sorted.into_bump_slice_mut())
}

/// Numbers in their own order, as a tuple: no call for each, but paid for as if there were. `None` if
/// there is anything else, or if the calls are to be seen or to run into a limit.
fn numbers<'a>(
    cx: &Cx<'a>,
    items: &[Value<'a>],
    key: Value<'a>,
) -> Result<Option<Value<'a>>, Fail> {
    let is_own = matches!(key, Value::Primitive(primitive) if primitive == prim!(identity));
    if !is_own || cx.on_slow_path() || !items.iter().all(|v| matches!(v, Value::Int(_))) {
        return Ok(None);
    }
    let (steps, left) = (Spent::of_steps(items.len() as u64), cx.remaining());
    if left.steps < steps.steps || left.cells < steps.cells + 2 * items.len() as u64 {
        return Ok(None);
    }
    cx.charge_spent(steps)?;
    cx.reserve(items.len())?;
    cx.reserve(items.len())?;
    let sorted = cx.arena().alloc_slice_copy(items);
    // Equal ones are the same.
    sorted.sort_unstable_by_key(|v| match *v {
        Value::Int(n) => n,
        _ => 0,
    });
    cx.tuple(sorted).map(Some)
}

/// Sorts by key, equal keys as they are; fails if two keys have no order.
pub(in crate::dsl) fn sort_keyed<'a>(keyed: &mut [(Value<'a>, Value<'a>)]) -> Result<(), Fail> {
    let mut failure = None;
    keyed.sort_by(|(a, _), (b, _)| {
        order::cmp_keys(*a, *b).unwrap_or_else(|fail| {
            failure = Some(fail);
            // A total order for the sort to finish with; the result is not used.
            order::cmp(*a, *b)
        })
    });
    failure.map_or(Ok(()), Err)
}

/// The first of the elements that is best: `wanted` is how it compares with all before it.
pub(in crate::dsl) fn best<'a>(
    items: &[Value<'a>],
    wanted: Ordering,
) -> Result<Option<Value<'a>>, Fail> {
    let mut best: Option<Value> = None;
    for &item in items {
        match best {
            Some(so_far) if order::cmp_keys(item, so_far)? != wanted => {}
            _ => best = Some(item),
        }
    }
    Ok(best)
}

/// The first of the elements whose key is best, with that key.
pub(in crate::dsl) fn best_by<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    key: Value<'a>,
    wanted: Ordering,
) -> Result<Option<(Value<'a>, Value<'a>)>, Fail> {
    let mut best: Option<(Value, Value)> = None;
    let mut see = |item, key| {
        match best {
            Some((_, so_far)) if order::cmp_keys(key, so_far)? != wanted => {}
            _ => best = Some((item, key)),
        }
        Ok(())
    };
    match memo::measures::of_all(cx, key, container)? {
        Some(keys) => {
            for (&item, &key) in cx.items(container)?.iter().zip(keys) {
                see(item, key)?;
            }
        }
        None => cx.walk(container, |item| see(item, cx.call1(key, item)?))?,
    }
    Ok(best)
}

/// Each distinct element with how often it occurs, ascending by element.
pub(in crate::dsl) fn counted<'a>(
    cx: &Cx<'a>,
    items: &[Value<'a>],
) -> Result<List<'a, (Value<'a>, usize)>, Fail> {
    cx.reserve(items.len())?;
    let sorted = cx.arena().alloc_slice_copy(items);
    sorted.sort_unstable();
    let mut counts = cx.reserve_list::<(Value, usize)>(sorted.len())?;
    for &item in sorted.iter() {
        match counts.last_mut() {
            Some((last, count)) if order::equal(*last, item) => *count += 1,
            _ => counts.push((item, 1)),
        }
    }
    Ok(counts)
}

/// The commonest element (`Greater`) or the rarest (`Less`).
pub(in crate::dsl) fn common<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    wanted: Ordering,
) -> Result<Value<'a>, Fail> {
    if !container.is_tuple() {
        return fail(Why::Tuple);
    }
    let counts = counted(cx, cx.items(container)?)?;
    let mut best: Option<(Value, usize)> = None;
    for &(item, count) in &counts {
        match best {
            Some((_, so_far)) if count.cmp(&so_far) != wanted => {}
            _ => best = Some((item, count)),
        }
    }
    match best {
        Some((item, _)) => Ok(item),
        None => fail(Why::CommonestOfNothing),
    }
}
