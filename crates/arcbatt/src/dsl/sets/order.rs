//! The canonical order of sets of cells.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::Fail;
use crate::dsl::sets::view::Planes;
use crate::dsl::value::Value;
use crate::grid::Cells;
use crate::grid::color_counts::color_index;
use std::cmp::Ordering;

/// Compares bitsets element by element, plane after plane.
pub(in crate::dsl) fn cmp_bitsets(a: &Planes, b: &Planes) -> Ordering {
    match (a.is_colored(), b.is_colored()) {
        (false, true) => return cmp_pairs_with_cells(a, b),
        (true, false) => return cmp_pairs_with_cells(b, a).reverse(),
        _ => {}
    }
    let last = (a.len() - 1, b.len() - 1);
    for k in 0..=last.0.min(last.1) {
        let order = a.color(k).cmp(&b.color(k));
        let order = order.then_with(|| cmp_rows(&a.cells(k), &b.cells(k), k < last.0, k < last.1));
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

/// Compares their first elements: a row with a colour, and then a column with a pair.
fn cmp_pairs_with_cells(pairs: &Planes, cells: &Planes) -> Ordering {
    let (row, color) = (pairs.shape.top, cells.color(0) as i32);
    row.cmp(&color).then(Ordering::Less)
}

/// Compares planes element by element. `a_goes_on`: `a` has more elements, larger than all of these;
/// likewise `b_goes_on`.
fn cmp_rows(a: &Cells, b: &Cells, a_goes_on: bool, b_goes_on: bool) -> Ordering {
    // Mostly the first cells differ.
    let first = a.first().cmp(&b.first());
    if first.is_ne() && !a.is_empty() && !b.is_empty() {
        return first;
    }
    if !a.fits_with(b) {
        let (mut others, mut cells) = (b.iter(), a.iter());
        return loop {
            match (cells.next(), others.next()) {
                (Some(x), Some(y)) if x == y => {}
                (Some(x), Some(y)) => break x.cmp(&y),
                (Some(_), None) if !b_goes_on => break Ordering::Greater,
                (None, Some(_)) if a_goes_on => break Ordering::Greater,
                (None, None) => break a_goes_on.cmp(&b_goes_on),
                _ => break Ordering::Less,
            }
        };
    }
    let left = a.left.min(b.left);
    let (top, bottom) = (a.top.min(b.top), a.bottom().max(b.bottom()));
    for i in top..=bottom {
        let (x, y) = (a.row_from(i, left), b.row_from(i, left));
        if x != y {
            // The lowest bit that differs is the first element that only one of them has: that
            // one is smaller, unless the other has no more elements.
            let bit = (x ^ y) & (x ^ y).wrapping_neg();
            let goes_on = |set: &Cells, row: u64| {
                row > bit || (i + 1..=bottom).any(|i| set.row_from(i, left) != 0)
            };
            return if x & bit != 0 {
                if b_goes_on || goes_on(b, y) {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            } else if a_goes_on || goes_on(a, x) {
                Ordering::Greater
            } else {
                Ordering::Less
            };
        }
    }
    a_goes_on.cmp(&b_goes_on)
}

/// The bound of rows and columns, positive and negative, that fit into a sort key.
const FAR: i32 = 1 << 27;

/// A sort key: the first cell of a bitset. `None` if the cell is too far away, or for other values.
#[inline]
fn first_cell_key(item: &Value, colored: bool) -> Option<u64> {
    let planes = item.planes().filter(|p| p.is_colored() == colored)?;
    let color = planes.colors.first().map_or(0, |&c| color_index(c));
    let first = planes.cells(0).first()?;
    let bits = |n: i32| (-FAR..FAR).contains(&n).then(|| (n + FAR) as u64);
    Some((color as u64) << 56 | bits(first.0)? << 28 | bits(first.1)?)
}

/// Sorts and deduplicates bitsets, all coloured or all without colour, mostly by their first cells.
///
/// Returns `false`, with the items unchanged, if there is anything else.
pub(in crate::dsl) fn sort_bitsets<'a>(
    cx: &Cx<'a>,
    items: &mut List<'a, Value<'a>>,
) -> Result<bool, Fail> {
    let Some(first) = items.first().and_then(|item| item.planes()) else {
        return Ok(false);
    };
    // Each key with the index of its item.
    let mut keys = cx.reserve_list::<u128>(items.len())?;
    let (mut sorted, mut before) = (true, None);
    for (item, index) in items.iter().zip(0u32..) {
        let Some(key) = first_cell_key(item, first.is_colored()) else {
            return Ok(false);
        };
        sorted &= before < Some(key);
        before = Some(key);
        keys.push((key as u128) << 32 | index as u128);
    }
    if sorted {
        return Ok(true);
    }
    keys.sort_unstable();
    let unsorted = cx.arena().alloc_slice_copy(items);
    let mut ties = false;
    let mut before = None;
    for (item, &key) in items.iter_mut().zip(&keys) {
        *item = unsorted[key as u32 as usize];
        ties |= before == Some(key >> 32);
        before = Some(key >> 32);
    }
    if ties {
        let same_key = |a: &u128, b: &u128| a >> 32 == b >> 32;
        let mut rest = &mut items[..];
        for run in keys.chunk_by(same_key) {
            let (run, after) = rest.split_at_mut(run.len());
            run.sort_unstable();
            rest = after;
        }
        items.dedup();
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::Limits;
    use crate::rng::Rng;
    use bumpalo::Bump;

    /// Small patches, many with the same first cell, some far away.
    #[test]
    fn bitsets_are_sorted_in_canonical_order() {
        let arena = Bump::new();
        let cx = &Cx::new(&arena, Limits::default());
        let mut rng = Rng::new(7);
        let mut next = |n: u64| rng.below(n) as i32;
        let mut sorted = 0;
        for turn in 0..300 {
            let far = if turn % 20 == 0 { 1 << 28 } else { 0 };
            let mut items = cx.list();
            for _ in 0..next(40) {
                let cells: Vec<_> = (0..1 + next(3))
                    .map(|_| (next(3) - 1, far + next(4) - 2, next(3) - 1))
                    .collect();
                items.push(
                    match turn % 3 {
                        0 => cx.indices_of(cells.iter().map(|&(_, i, j)| (i, j))),
                        1 => cx.object_of(cells.iter().copied()),
                        _ if next(2) == 0 => cx.indices_of(cells.iter().map(|&(_, i, j)| (i, j))),
                        _ => cx.object_of(cells.iter().copied()),
                    }
                    .expect("a patch"),
                );
            }
            let mut wanted = items.clone();
            wanted.sort_unstable();
            wanted.dedup();
            let before = items.clone();
            match sort_bitsets(cx, &mut items).expect("enough cells") {
                true => sorted += 1,
                false => {
                    assert!(items == before);
                    continue;
                }
            }
            assert!(items == wanted);
        }
        assert!((100..200).contains(&sorted), "{sorted}");
    }
}
