//! Sets of pairs in boxes that no word a row holds: drawn on rows of several words, so that
//! nothing has to be sorted.
//!
//! In: pairs or cell sets with the box around them. Out: the pairs, ascending, each once. What
//! never happens here: a board that has many more words than there are pairs.

use super::cx::Cx;
use super::fail::Fail;
use super::value::{Seq, Value};
use crate::grid::Cells;

/// The box around pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    top: i32,
    left: i32,
    bottom: i32,
    right: i32,
}

/// Words of a board for every pair on it, at most: looking at an empty word is far cheaper than
/// sorting a pair in.
const WORDS_A_PAIR: u64 = 8;

impl Bounds {
    /// The box around nothing.
    pub const NONE: Self = Self {
        top: i32::MAX,
        left: i32::MAX,
        bottom: i32::MIN,
        right: i32::MIN,
    };

    /// Makes room for a pair.
    #[inline]
    pub fn add(&mut self, i: i32, j: i32) {
        self.top = self.top.min(i);
        self.left = self.left.min(j);
        self.bottom = self.bottom.max(i);
        self.right = self.right.max(j);
    }

    /// Makes room for cells, at least one.
    #[inline]
    pub fn add_cells(&mut self, cells: &Cells) {
        self.top = self.top.min(cells.top);
        self.left = self.left.min(cells.left);
        self.bottom = self.bottom.max(cells.bottom());
        self.right = self.right.max(cells.right());
    }

    /// The first row and column.
    #[inline]
    pub fn corner(&self) -> (i32, i32) {
        (self.top, self.left)
    }

    /// Rows and columns.
    #[inline]
    fn sides(&self) -> (u64, u64) {
        let side = |first: i32, last: i32| (last as i64 - first as i64 + 1) as u64;
        (side(self.top, self.bottom), side(self.left, self.right))
    }

    /// The number of rows, if a word a row holds them.
    #[inline]
    pub fn compact(&self) -> Option<usize> {
        let (height, width) = self.sides();
        (height <= Cells::MAX_HEIGHT as u64 && width <= Cells::MAX_WIDTH as u64)
            .then_some(height as usize)
    }
}

/// Rows of several words, to draw pairs on.
pub(super) struct Board<'a> {
    top: i32,
    left: i32,
    /// Words a row.
    words: usize,
    rows: &'a mut [u64],
}

impl<'a> Board<'a> {
    /// An empty board for `count` pairs within the bounds; `None` if they lie too far apart.
    pub fn new(cx: &Cx<'a>, bounds: &Bounds, count: usize) -> Result<Option<Self>, Fail> {
        let (height, width) = bounds.sides();
        let words = width.div_ceil(64);
        // Both sides are below 2^33.
        if words * height > WORDS_A_PAIR * count as u64 {
            return Ok(None);
        }
        Ok(Some(Self {
            top: bounds.top,
            left: bounds.left,
            words: words as usize,
            rows: cx.blank((words * height) as usize)?,
        }))
    }

    /// Draws a pair that is within the bounds.
    #[inline]
    pub fn draw(&mut self, i: i32, j: i32) {
        // Within the bounds, so neither difference is too large.
        let (r, b) = ((i - self.top) as usize, (j - self.left) as usize);
        self.rows[r * self.words + b / 64] |= 1 << (b % 64);
    }

    /// Draws cells that are within the bounds.
    pub fn draw_cells(&mut self, cells: &Cells) {
        let (r, b) = (
            (cells.top - self.top) as usize,
            (cells.left - self.left) as usize,
        );
        let (first, by) = (r * self.words + b / 64, b as u32 % 64);
        let crosses = by + cells.width > 64;
        let rows = self.rows[first..].chunks_mut(self.words);
        for (to, &row) in rows.zip(cells.rows) {
            to[0] |= row << by;
            if crosses {
                to[1] |= row >> (64 - by);
            }
        }
    }

    /// The pairs, ascending.
    pub fn pairs(&self, cx: &Cx<'a>) -> Result<&'a mut [Value<'a>], Fail> {
        let count = self.rows.iter().map(|row| row.count_ones() as usize).sum();
        cx.room(count)?;
        let items = cx.arena().alloc_slice_fill_copy(count, Value::None);
        let mut next = items.iter_mut();
        for (r, row) in self.rows.chunks_exact(self.words).enumerate() {
            for (k, &word) in row.iter().enumerate() {
                let mut bits = word;
                while bits != 0 {
                    let b = 64 * k as i32 + bits.trailing_zeros() as i32;
                    bits &= bits - 1;
                    // There are as many as bits were counted.
                    if let Some(item) = next.next() {
                        *item = Value::Pair(self.top + r as i32, self.left + b);
                    }
                }
            }
        }
        Ok(items)
    }
}

/// The set of pairs, ascending, that no box of words holds.
#[inline]
pub(super) fn set_of_pairs<'a>(cx: &Cx<'a>, items: &'a [Value<'a>]) -> Value<'a> {
    debug_assert!(items.is_sorted_by(|a, b| a < b));
    // What `measure` finds for pairs; the list itself was accounted for.
    Value::Set(cx.arena().alloc(Seq {
        items,
        depth: 2,
        weight: 1 + items.len() as u32,
    }))
}

/// The set of pairs, if they are ascending and no box of words holds them.
pub(super) fn ascending<'a>(
    cx: &Cx<'a>,
    items: &'a [Value<'a>],
) -> Result<Option<Value<'a>>, Fail> {
    let (mut bounds, mut before) = (Bounds::NONE, (i32::MIN, i32::MIN));
    for (k, item) in items.iter().enumerate() {
        match *item {
            Value::Pair(i, j) if k == 0 || before < (i, j) => {
                bounds.add(i, j);
                before = (i, j);
            }
            _ => return Ok(None),
        }
    }
    if items.is_empty() || bounds.compact().is_some() {
        return Ok(None);
    }
    cx.room(items.len())?;
    Ok(Some(set_of_pairs(cx, items)))
}

/// The union of sets of pairs that no box of words holds; `None` if there are other sets, or if
/// they lie too far apart.
pub(super) fn union<'a>(cx: &Cx<'a>, sets: &[Value<'a>]) -> Result<Option<Value<'a>>, Fail> {
    let (mut bounds, mut count) = (Bounds::NONE, 0usize);
    for &set in sets {
        match set {
            Value::Indices(cells) => {
                bounds.add_cells(cells);
                count += cells.count as usize;
            }
            Value::Set(seq) => {
                for item in seq.items {
                    let Value::Pair(i, j) = *item else {
                        return Ok(None);
                    };
                    bounds.add(i, j);
                }
                count += seq.items.len();
                cx.touch(seq.items.len())?;
            }
            _ => return Ok(None),
        }
    }
    if count == 0 || bounds.compact().is_some() {
        return Ok(None);
    }
    let Some(mut board) = Board::new(cx, &bounds, count)? else {
        return Ok(None);
    };
    for &set in sets {
        match set {
            Value::Indices(cells) => {
                cx.touch(cells.height())?;
                board.draw_cells(cells);
            }
            Value::Set(seq) => {
                for item in seq.items {
                    if let Value::Pair(i, j) = *item {
                        board.draw(i, j);
                    }
                }
            }
            _ => {}
        }
    }
    let items = board.pairs(cx)?;
    Ok(Some(set_of_pairs(cx, items)))
}
