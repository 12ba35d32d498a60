//! Elements by key and by frequency: order, argmax, most common. The first in canonical order wins a
//! tie.

use crate::dsl::cx::{Cx, List, cells_of_sorting};
use crate::dsl::fail::{Fail, Why, fail};
use crate::dsl::functions::{columns, memo};
use crate::dsl::limits::Spent;
use crate::dsl::order;
use crate::dsl::value::Value;
use crate::grid::Color;
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
        None if let Some(keys) = columns::over(cx, key, container) => {
            let keys = keys.listed(cx)?;
            keyed.extend(keys.into_iter().zip(items.iter().copied()));
        }
        None => {
            for &item in items {
                keyed.push((cx.call1(key, item)?, item));
            }
        }
    }
    sort_keyed(cx, &mut keyed)?;
    let mut sorted = cx.reserve_list(items.len())?;
    sorted.extend(keyed.iter().map(|&(_, item)| item));
    cx.tuple(sorted.into_bump_slice_mut())
}

/// Numbers by `identity`, as a tuple: no calls, but charged like them. `None` for other elements or
/// keys, or if calls are traced or would hit a limit.
fn numbers<'a>(
    cx: &Cx<'a>,
    items: &[Value<'a>],
    key: Value<'a>,
) -> Result<Option<Value<'a>>, Fail> {
    let is_identity = matches!(key, Value::Primitive(primitive) if primitive == prim!(identity));
    if !is_identity || cx.on_slow_path() || !items.iter().all(|v| matches!(v, Value::Int(_))) {
        return Ok(None);
    }
    let (mut spent, left) = (Spent::of_steps(items.len() as u64), cx.remaining());
    spent.cells += cells_of_sorting(items.iter().copied());
    if left.steps < spent.steps || left.cells < spent.cells + 2 * items.len() as u64 {
        return Ok(None);
    }
    cx.charge_spent(spent)?;
    cx.reserve(items.len())?;
    cx.reserve(items.len())?;
    let sorted = cx.arena().alloc_slice_copy(items);
    // Equal numbers are identical, so the sort need not be stable.
    sorted.sort_unstable_by_key(|v| match *v {
        Value::Int(n) => n,
        _ => 0,
    });
    cx.tuple(sorted).map(Some)
}

/// Sorts by key, stable; fails if two keys have no order.
pub(in crate::dsl) fn sort_keyed<'a>(
    cx: &Cx<'a>,
    keyed: &mut [(Value<'a>, Value<'a>)],
) -> Result<(), Fail> {
    cx.charge_sorting(keyed.iter().map(|&(key, _)| key))?;
    let mut failure = None;
    keyed.sort_by(|(a, _), (b, _)| {
        order::cmp_keys(*a, *b).unwrap_or_else(|fail| {
            failure = Some(fail);
            // Any total order lets the sort finish; its result is not used.
            order::cmp(*a, *b)
        })
    });
    failure.map_or(Ok(()), Err)
}

/// The first best element: `wanted` is how it compares with all before it.
pub(in crate::dsl) fn best<'a>(
    items: &[Value<'a>],
    wanted: Ordering,
) -> Result<Option<Value<'a>>, Fail> {
    Ok(best_index(items, wanted)?.map(|k| items[k]))
}

/// The index of the first best value.
fn best_index(values: &[Value], wanted: Ordering) -> Result<Option<usize>, Fail> {
    let mut best = None;
    for (k, &value) in values.iter().enumerate() {
        match best {
            Some(so_far) if order::cmp_keys(value, values[so_far])? != wanted => {}
            _ => best = Some(k),
        }
    }
    Ok(best)
}

/// The first element with the best key, and that key.
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
        None if let Some(keys) = columns::over_walked(cx, key, container) => {
            let keys = keys.listed(cx)?;
            return match best_index(&keys, wanted)? {
                Some(k) => Ok(Some((cx.nth(container, k)?, keys[k]))),
                None => Ok(None),
            };
        }
        None => cx.walk(container, |item| see(item, cx.call1(key, item)?))?,
    }
    Ok(best)
}

/// The distinct elements, ascending, with their number of occurrences.
pub(in crate::dsl) fn counted<'a>(
    cx: &Cx<'a>,
    items: &[Value<'a>],
) -> Result<List<'a, (Value<'a>, usize)>, Fail> {
    cx.reserve(items.len())?;
    let sorted = cx.arena().alloc_slice_copy(items);
    cx.charge_sorting(sorted.iter().copied())?;
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

/// The most common element (`Greater`) or the least common (`Less`).
pub(in crate::dsl) fn common<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    wanted: Ordering,
) -> Result<Value<'a>, Fail> {
    if !container.is_tuple() {
        return fail(Why::Tuple);
    }
    if let Some(row) = container.row() {
        return common_color(cx, row, wanted);
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

/// The most or the least common number of a row, charged like [`counted`].
fn common_color<'a>(cx: &Cx<'a>, row: &[Color], wanted: Ordering) -> Result<Value<'a>, Fail> {
    cx.reserve(row.len())?;
    cx.reserve(row.len())?;
    let mut counts = [0u32; 256];
    for &color in row {
        counts[usize::from(color as u8)] += 1;
    }
    let mut best: Option<(Color, u32)> = None;
    for &color in row {
        let count = counts[usize::from(color as u8)];
        match best {
            Some((first, so_far)) if count == so_far && color >= first => {}
            Some((_, so_far)) if count != so_far && count.cmp(&so_far) != wanted => {}
            _ => best = Some((color, count)),
        }
    }
    match best {
        Some((color, _)) => Ok(Value::Int(color as i64)),
        None => fail(Why::CommonestOfNothing),
    }
}
