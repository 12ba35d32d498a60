//! Sets of pairs and of cells that no box of words holds: lists, ascending, each element once.
//!
//! In: pairs or cells in any order, which may repeat. Out: a [`Value::Set`]. Elements are sorted
//! as numbers whose order is theirs, not as values.

use super::cx::Cx;
use super::fail::Fail;
use super::value::Value;

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
    cx.sequence(items.into_bump_slice()).map(Value::Set)
}

/// The set of `count` coloured cells, at least one.
pub(super) fn cells<'a>(
    cx: &Cx<'a>,
    cells: impl Iterator<Item = (i32, i32, i32)> + Clone,
    count: usize,
) -> Result<Value<'a>, Fail> {
    // By colour first, as cells most often come by row and column.
    let bucket = |c: i32| (c.clamp(-1, 256) + 1) as usize;
    let mut ends = [0u32; 258];
    for (c, _, _) in cells.clone() {
        ends[bucket(c)] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        (*end, sum) = (sum, sum + *end);
    }
    cx.room(count)?;
    let items = cx.arena().alloc_slice_fill_copy(count, Value::None);
    for (c, i, j) in cells {
        let next = &mut ends[bucket(c)];
        items[*next as usize] = Value::Cell(c, i, j);
        *next += 1;
    }
    if items.is_sorted_by(|a, b| a < b) {
        return cx.sequence(items).map(Value::Set);
    }
    let mut keys = cx.list_of::<u128>(count)?;
    keys.extend(items.iter().filter_map(|v| match *v {
        Value::Cell(c, i, j) => Some((unsigned(c) as u128) << 64 | pair_key(i, j) as u128),
        _ => None,
    }));
    keys.sort_unstable();
    keys.dedup();
    for (item, &key) in items.iter_mut().zip(&keys) {
        let (i, j) = pair_of(key as u64);
        *item = Value::Cell(((key >> 64) as u32 ^ 1 << 31) as i32, i, j);
    }
    cx.sequence(&items[..keys.len()]).map(Value::Set)
}

/// A set of pairs or of cells moved by an offset; leaving the range of numbers is a limit.
pub(super) fn moved<'a>(
    cx: &Cx<'a>,
    items: &[Value<'a>],
    di: i64,
    dj: i64,
) -> Result<Value<'a>, Fail> {
    let mut moved = cx.list_of(items.len())?;
    for &item in items {
        moved.push(match item {
            Value::Cell(c, i, j) => {
                let (i, j) = cx.pair(i as i64 + di, j as i64 + dj)?.pair()?;
                Value::Cell(c, i, j)
            }
            _ => {
                let (i, j) = item.pair()?;
                cx.pair(i as i64 + di, j as i64 + dj)?
            }
        });
    }
    cx.sequence(moved.into_bump_slice()).map(Value::Set)
}
