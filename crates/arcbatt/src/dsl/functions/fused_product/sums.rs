//! Sums and differences of every cell of one set with every cell of another.

use super::is_set_of_pairs;
use crate::dsl::cx::Cx;
use crate::dsl::fail::{Fail, Limit, limit};
use crate::dsl::sets::sorted_set;
use crate::dsl::value::Value;
use crate::grid::Cells;
use std::ops::{BitOr, Shl};

/// The sums of every pair of `a` and every pair of `b` times `sign`, for sorted lists; `None` if
/// one is not a set of pairs, or if a sum might leave the range of `i32`.
pub(super) fn sums_of_lists<'a>(
    cx: &Cx<'a>,
    a: Value<'a>,
    b: Value<'a>,
    sign: i32,
) -> Result<Option<Value<'a>>, Fail> {
    if !is_set_of_pairs(a) || !is_set_of_pairs(b) {
        return Ok(None);
    }
    let (a, b) = (cx.items(a)?, cx.items(b)?);
    cx.reserve(a.len().saturating_mul(b.len()))?;
    let pairs = |list: &'a [Value<'a>]| list.iter().filter_map(|v| v.pair().ok());
    // Their sums are within range.
    let near = |n: i32| n.unsigned_abs() < 1 << 30;
    if !pairs(a).chain(pairs(b)).all(|(i, j)| near(i) && near(j)) {
        return Ok(None);
    }
    let sums = pairs(b).flat_map(|(k, l)| pairs(a).map(move |(i, j)| (i + sign * k, j + sign * l)));
    cx.indices_of(sums).map(Some)
}

/// The sums of every cell of `a` and every cell of `b`, in time runs of `b` times rows of `a`.
pub(super) fn sums<'a>(cx: &Cx<'a>, a: &Cells, b: &Cells) -> Result<Value<'a>, Fail> {
    let height = a.height() + b.height() - 1;
    // At most two words.
    let width = a.width + b.width - 1;
    let range = |a: (i32, i32), b: (i32, i32)| match (a.0.checked_add(b.0), a.1.checked_add(b.1)) {
        (Some(least), Some(_)) => Ok(least),
        _ => limit(Limit::Size),
    };
    let top = range((a.top, a.bottom()), (b.top, b.bottom()))?;
    let left = range((a.left, a.right()), (b.left, b.right()))?;
    if width as usize <= Cells::MAX_WIDTH && height <= Cells::MAX_HEIGHT {
        let rows = cx.blank(height)?;
        draw_sums(cx, a, b, rows)?;
        return Ok(cx.indices(Cells::tight(top, left, rows)));
    }
    cx.reserve(2 * height)?;
    let rows: &mut [u128] = cx.arena().alloc_slice_fill_copy(height, 0);
    draw_sums(cx, a, b, rows)?;
    let count = rows.iter().map(|row| row.count_ones() as usize).sum();
    let cells = rows.iter().zip(top..).flat_map(|(&row, i)| {
        let ones = |row: &u128| (*row != 0).then_some(row & row.wrapping_sub(1));
        std::iter::successors(Some(row), ones)
            .take_while(|&row| row != 0)
            .map(move |row| (i, left + row.trailing_zeros() as i32))
    });
    sorted_set::pairs(cx, cells, count)
}

/// The differences of every cell of `a` and every cell of `b`.
pub(super) fn differences<'a>(cx: &Cx<'a>, a: &Cells, b: &Cells) -> Result<Value<'a>, Fail> {
    sums(cx, a, &negated(cx, b)?)
}

/// Draws the sums on rows whose first cell is the sum of the corners of `a` and `b`.
///
/// Each run of cells in a row of `b` is added to a whole row of `a` at once.
fn draw_sums<T>(cx: &Cx, a: &Cells, b: &Cells, rows: &mut [T]) -> Result<(), Fail>
where
    T: Copy + From<u64> + BitOr<Output = T> + Shl<u32, Output = T>,
{
    for (down, &row) in b.rows.iter().enumerate() {
        let mut bits = row;
        while bits != 0 {
            let start = bits.trailing_zeros();
            let len = (bits >> start).trailing_ones();
            // Adding a run's lowest bit carries through the run and clears it.
            bits &= bits.wrapping_add(1 << start);
            cx.charge(a.height())?;
            for (to, &from) in rows[down..].iter_mut().zip(a.rows) {
                *to = *to | smear(T::from(from), len) << start;
            }
        }
    }
    Ok(())
}

/// The cells rotated about the origin: (i, j) becomes (-i, -j).
fn negated<'a>(cx: &Cx<'a>, cells: &Cells) -> Result<Cells<'a>, Fail> {
    let negative = |n: i32| n.checked_neg().ok_or(Fail::Limit(Limit::Size));
    let rows = cx.blank(cells.height())?;
    for (to, from) in rows.iter_mut().zip(cells.rows.iter().rev()) {
        *to = from.reverse_bits() >> (64 - cells.width);
    }
    Ok(Cells {
        top: negative(cells.bottom())?,
        left: negative(cells.right())?,
        width: cells.width,
        count: cells.count,
        rows,
    })
}

/// Extends every bit to a run of `len` bits upwards.
#[inline]
fn smear<T>(row: T, len: u32) -> T
where
    T: Copy + BitOr<Output = T> + Shl<u32, Output = T>,
{
    let (mut smeared, mut reach) = (row, 1);
    while 2 * reach <= len {
        smeared = smeared | smeared << reach;
        reach *= 2;
    }
    smeared | smeared << (len - reach)
}
