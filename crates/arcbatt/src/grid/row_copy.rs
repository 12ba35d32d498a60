//! Loads and copies of short rows of cells.
//!
//! Copying sixteen cells and truncating is faster than copying a variable number of them.

use super::Color;
use super::simd::SIXTEEN;
use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

/// An empty list with capacity for `cells`, and for the surplus that [`copy`] writes.
#[inline]
pub(crate) fn list<'a>(arena: &'a Bump, cells: usize) -> BumpVec<'a, Color> {
    BumpVec::with_capacity_in(cells + SIXTEEN, arena)
}

/// Appends `width` cells, from index `at` on.
#[inline]
pub(crate) fn copy(out: &mut BumpVec<Color>, cells: &[Color], at: usize, width: usize) {
    match cells[at..].first_chunk::<SIXTEEN>() {
        Some(row) if width <= SIXTEEN => add(out, row, width),
        _ => out.extend_from_slice_copy(&cells[at..at + width]),
    }
}

/// Appends the first `width` of sixteen cells.
#[inline]
pub(crate) fn add(out: &mut BumpVec<Color>, row: &[Color; SIXTEEN], width: usize) {
    let len = out.len();
    out.extend_from_slice_copy(row);
    out.truncate(len + width);
}

/// Sixteen cells from index `at` on; those past the end are unspecified.
#[inline(always)]
pub(crate) fn sixteen_from(cells: &[Color], at: usize) -> [Color; SIXTEEN] {
    match cells[at..].first_chunk() {
        Some(cells) => *cells,
        None => last_from(cells, at),
    }
}

/// [`sixteen_from`] near the end of the cells.
#[cold]
fn last_from(cells: &[Color], at: usize) -> [Color; SIXTEEN] {
    match cells.last_chunk::<SIXTEEN>() {
        Some(last) => {
            let past = at + SIXTEEN - cells.len();
            let last = u128::from_le_bytes(last.map(|c| c as u8));
            (last >> (8 * past)).to_le_bytes().map(|c| c as Color)
        }
        None => {
            let mut few = [0; SIXTEEN];
            few[..cells.len() - at].copy_from_slice(&cells[at..]);
            few
        }
    }
}
