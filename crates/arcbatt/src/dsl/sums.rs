//! Sums and differences of sets of cells: every cell of one with every cell of the other.
//!
//! In: two sets in boxes of words. Out: the set of all sums. A run of cells in a row of one set
//! smears every row of the other at once, so the work grows with runs times rows.

use super::cx::Cx;
use super::fail::{Fail, Limit};
use super::listed;
use super::value::Value;
use crate::grid::Cells;

/// The sums of every cell of `a` and every cell of `b`, both not empty.
pub(super) fn sums<'a>(cx: &Cx<'a>, a: &Cells, b: &Cells) -> Result<Value<'a>, Fail> {
    let height = a.height() + b.height() - 1;
    // At most twice as wide as a word.
    let width = a.width + b.width - 1;
    let range = |a: (i32, i32), b: (i32, i32)| match (a.0.checked_add(b.0), a.1.checked_add(b.1)) {
        (Some(least), Some(_)) => Ok(least),
        _ => Err(Fail::Limit(Limit::Size)),
    };
    let top = range((a.top, a.bottom()), (b.top, b.bottom()))?;
    let left = range((a.left, a.right()), (b.left, b.right()))?;
    cx.room(2 * height)?;
    let rows: &mut [u128] = cx.arena().alloc_slice_fill_copy(height, 0);
    for (down, &row) in b.rows.iter().enumerate() {
        let mut bits = row;
        while bits != 0 {
            let start = bits.trailing_zeros();
            let len = (bits >> start).trailing_ones();
            // Adding at the lowest bit of a run carries through it.
            bits &= bits.wrapping_add(1 << start);
            cx.touch(a.height())?;
            for (to, &from) in rows[down..].iter_mut().zip(a.rows) {
                *to |= smear(from as u128, len) << start;
            }
        }
    }
    if width as usize <= Cells::MAX_WIDTH && height <= Cells::MAX_HEIGHT {
        let words = cx.blank(height)?;
        for (word, &row) in words.iter_mut().zip(rows.iter()) {
            *word = row as u64;
        }
        // The corners of the boxes add up to those of the sums' box, so it is tight.
        return Ok(cx.indices(Cells::tight(top, left, words)));
    }
    let count = rows.iter().map(|row| row.count_ones() as usize).sum();
    let cells = rows.iter().zip(top..).flat_map(|(&row, i)| {
        let ones = |row: &u128| (*row != 0).then_some(row & row.wrapping_sub(1));
        std::iter::successors(Some(row), ones)
            .take_while(|&row| row != 0)
            .map(move |row| (i, left + row.trailing_zeros() as i32))
    });
    listed::pairs(cx, cells, count)
}

/// The cells turned about the origin: (i, j) becomes (-i, -j).
pub(super) fn turned<'a>(cx: &Cx<'a>, cells: &Cells) -> Result<Cells<'a>, Fail> {
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

/// Every bit made a run of `len` bits upwards.
#[inline]
fn smear(row: u128, len: u32) -> u128 {
    let (mut smeared, mut reach) = (row, 1);
    while 2 * reach <= len {
        smeared |= smeared << reach;
        reach *= 2;
    }
    smeared | smeared << (len - reach)
}
