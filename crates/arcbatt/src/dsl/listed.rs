//! Sets of pairs and of cells that no box of words holds: lists, ascending, each element once.
//!
//! In: pairs or cells in any order, which may repeat. Out: a [`Value::Set`]. Elements are sorted
//! as numbers whose order is theirs, not as values.

use super::cx::Cx;
use super::fail::Fail;
use super::value::{Seq, Value};

/// A number as one without sign, in the same order.
#[inline]
fn unsigned(n: i32) -> u32 {
    n as u32 ^ 1 << 31
}

/// The pair as a number: ascending numbers are ascending pairs.
#[inline]
fn pair_key(i: i32, j: i32) -> u64 {
    (unsigned(i) as u64) << 32 | unsigned(j) as u64
}

/// The pair of a [`pair_key`].
#[inline]
fn pair_of(key: u64) -> (i32, i32) {
    (
        ((key >> 32) as u32 ^ 1 << 31) as i32,
        (key as u32 ^ 1 << 31) as i32,
    )
}

/// The set of `count` pairs, at least one.
pub(super) fn pairs<'a>(
    cx: &Cx<'a>,
    pairs: impl Iterator<Item = (i32, i32)>,
    count: usize,
) -> Result<Value<'a>, Fail> {
    let mut keys = cx.list_of::<u64>(count)?;
    keys.extend(pairs.map(|(i, j)| pair_key(i, j)));
    if !keys.is_sorted_by(|a, b| a < b) {
        keys.sort_unstable();
        keys.dedup();
    }
    let mut items = cx.list_of(keys.len())?;
    items.extend(keys.iter().map(|&key| {
        let (i, j) = pair_of(key);
        Value::Pair(i, j)
    }));
    Ok(set(cx, items.into_bump_slice(), 2))
}

/// The set of `count` coloured cells, at least one.
pub(super) fn cells<'a>(
    cx: &Cx<'a>,
    cells: impl Iterator<Item = (i32, i32, i32)>,
    count: usize,
) -> Result<Value<'a>, Fail> {
    let mut keys = cx.list_of::<u128>(count)?;
    keys.extend(cells.map(|(c, i, j)| (unsigned(c) as u128) << 64 | pair_key(i, j) as u128));
    if !keys.is_sorted_by(|a, b| a < b) {
        keys.sort_unstable();
        keys.dedup();
    }
    let mut items = cx.list_of(keys.len())?;
    items.extend(keys.iter().map(|&key| {
        let (i, j) = pair_of(key as u64);
        Value::Cell(((key >> 64) as u32 ^ 1 << 31) as i32, i, j)
    }));
    Ok(set(cx, items.into_bump_slice(), 3))
}

/// The set of ascending elements, none of them deeper than one less than `depth`, each of weight 1.
fn set<'a>(cx: &Cx<'a>, items: &'a [Value<'a>], depth: u8) -> Value<'a> {
    // As many as the size limit lets through, which is far below 2^32.
    let weight = items.len() as u32 + 1;
    Value::Set(cx.arena().alloc(Seq {
        items,
        depth,
        weight,
    }))
}
