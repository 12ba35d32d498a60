//! A set of cells as a bitset: one word per row of its bounding box.

use super::BoundingBox;
use bumpalo::Bump;
use std::hash::{Hash, Hasher};

/// A set of cells: one word per row of its bounding box; bit `b` of a word is column `left + b`.
///
/// The box is tight, so equal sets have equal fields. The empty set has no rows, and all its
/// numbers are zero. Moving a set changes only `top` and `left`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells<'a> {
    /// The first row that has a cell.
    pub top: i32,
    /// The first column that has a cell.
    pub left: i32,
    /// Number of columns of the bounding box, at most [`Cells::MAX_WIDTH`].
    pub width: u32,
    /// Number of cells.
    pub count: u32,
    /// The rows of the bounding box, from the top; at most [`Cells::MAX_HEIGHT`].
    pub rows: &'a [u64],
}

impl Cells<'_> {
    /// Hashes the bounding box.
    #[inline]
    pub(super) fn hash_box<H: Hasher>(&self, state: &mut H) {
        state.write_u64((self.top as u32 as u64) << 32 | self.left as u32 as u64);
        state.write_u64((self.rows.len() as u64) << 32 | self.width as u64);
    }
}

impl Hash for Cells<'_> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The rows determine the count.
        self.hash_box(state);
        u64::hash_slice(self.rows, state);
    }
}

impl<'a> Cells<'a> {
    /// The widest bounding box: a row is one word.
    pub const MAX_WIDTH: usize = 64;
    /// The tallest bounding box. A larger set is a sorted list.
    pub const MAX_HEIGHT: usize = 128;
    /// The empty set.
    pub const EMPTY: Cells<'static> = Cells {
        top: 0,
        left: 0,
        width: 0,
        count: 0,
        rows: &[],
    };

    /// The set whose cells (`top + r`, `left + b`) are the bits `b` of `rows[r]`.
    ///
    /// Tightens the bounding box, in place.
    pub fn tight(top: i32, left: i32, rows: &'a mut [u64]) -> Self {
        let mut any = 0u64;
        let mut count = 0;
        let (mut first, mut end) = (usize::MAX, 0);
        for (r, &row) in rows.iter().enumerate() {
            if row != 0 {
                any |= row;
                count += row.count_ones();
                first = first.min(r);
                end = r + 1;
            }
        }
        if any == 0 {
            return Cells::EMPTY;
        }
        let rows = &mut rows[first..end];
        let skip = any.trailing_zeros();
        if skip > 0 {
            for row in rows.iter_mut() {
                *row >>= skip;
            }
        }
        Self {
            top: top + first as i32,
            left: left + skip as i32,
            width: 64 - any.leading_zeros() - skip,
            count,
            rows,
        }
    }

    /// All `height` x `width` cells of a box, both at least 1 and within the limits.
    pub fn full(arena: &'a Bump, top: i32, left: i32, height: usize, width: usize) -> Self {
        debug_assert!(height * width > 0);
        Self {
            top,
            left,
            width: width as u32,
            count: (height * width) as u32,
            rows: arena.alloc_slice_fill_copy(height, low_bits(width as u32)),
        }
    }

    /// Number of rows of the bounding box.
    #[inline]
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The last row of a set that has a cell.
    #[inline]
    pub fn bottom(&self) -> i32 {
        self.top + (self.rows.len() as i32 - 1)
    }

    /// The last column of a set that has a cell.
    #[inline]
    pub fn right(&self) -> i32 {
        self.left + (self.width as i32 - 1)
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, i: i32, j: i32) -> bool {
        let (r, b) = (i as i64 - self.top as i64, j as i64 - self.left as i64);
        (0..self.rows.len() as i64).contains(&r)
            && (0..self.width as i64).contains(&b)
            && self.rows[r as usize] >> b & 1 == 1
    }

    /// Row `i` as bits from column `left` on. Columns before `left`, or after `left + 63`, are cut
    /// off.
    #[inline]
    pub fn row_from(&self, i: i32, left: i32) -> u64 {
        let r = i as i64 - self.top as i64;
        if r < 0 || r >= self.rows.len() as i64 {
            return 0;
        }
        slide(self.rows[r as usize], self.left as i64 - left as i64)
    }

    /// The cells, by row, then column.
    pub fn iter(&self) -> CellIter<'a> {
        CellIter {
            top: self.top,
            left: self.left,
            rows: self.rows,
            row: 0,
            bits: self.rows.first().copied().unwrap_or(0),
        }
    }

    /// The first cell, by row, then column.
    #[inline]
    pub fn first(&self) -> Option<(i32, i32)> {
        let r = self.rows.iter().position(|&row| row != 0)?;
        let b = self.rows[r].trailing_zeros();
        Some((self.top + r as i32, self.left + b as i32))
    }

    /// The last cell, by row, then column.
    pub fn last(&self) -> Option<(i32, i32)> {
        let r = self.rows.iter().rposition(|&row| row != 0)?;
        let b = 63 - self.rows[r].leading_zeros();
        Some((self.top + r as i32, self.left + b as i32))
    }

    /// The bounding box of a set that has a cell.
    #[inline]
    pub fn bounds(&self) -> BoundingBox {
        BoundingBox {
            top: self.top,
            left: self.left,
            bottom: self.bottom(),
            right: self.right(),
        }
    }

    /// Whether one-word rows can hold the union of two sets that have cells.
    #[inline]
    pub fn fits_with(&self, other: &Cells) -> bool {
        self.bounds().union(other.bounds()).word_rows().is_some()
    }
}

/// Shifts bits by `by` columns, towards higher bits if positive; bits that leave the word are lost.
#[inline]
pub fn slide(row: u64, by: i64) -> u64 {
    match by {
        0..64 => row << by,
        -63..0 => row >> -by,
        _ => 0,
    }
}

/// The lowest `n` bits, `n` at most 64.
#[inline]
pub fn low_bits(n: u32) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// Iterates over the cells of a set by row, then column.
#[derive(Clone)]
pub struct CellIter<'a> {
    top: i32,
    left: i32,
    rows: &'a [u64],
    row: usize,
    bits: u64,
}

impl Iterator for CellIter<'_> {
    type Item = (i32, i32);

    #[inline]
    fn next(&mut self) -> Option<(i32, i32)> {
        while self.bits == 0 {
            self.row += 1;
            self.bits = *self.rows.get(self.row)?;
        }
        let b = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some((self.top + self.row as i32, self.left + b as i32))
    }
}
