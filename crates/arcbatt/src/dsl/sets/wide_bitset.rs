//! Sets of pairs in boxes that no word a row holds: drawn on rows of several words, so that
//! nothing has to be sorted.
//!
//! In: pairs or cell sets with the box around them. Out: the pairs, ascending, each once. What
//! never happens here: a board that has many more words than there are pairs.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::Fail;
use crate::dsl::value::scalar::{Cell, Pair};
use crate::dsl::value::{Seq, Value};
use crate::grid::color_counts::{color_at, color_index};
use crate::grid::{BoundingBox, Cells, Color, Object};

/// Words of a board for every pair on it, at most: looking at an empty word is far cheaper than
/// sorting a pair in.
pub(in crate::dsl) const WORDS_A_PAIR: u64 = 8;

/// Rows of several words, to draw pairs on.
pub(in crate::dsl) struct Board<'a> {
    top: i32,
    left: i32,
    /// Words a row.
    words: usize,
    rows: &'a mut [u64],
}

impl<'a> Board<'a> {
    /// An empty board for `count` pairs within the bounds; `None` if they lie too far apart.
    pub fn new(cx: &Cx<'a>, bounds: &BoundingBox, count: usize) -> Result<Option<Self>, Fail> {
        let (height, width) = (bounds.height() as u64, bounds.width() as u64);
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

    /// Draws cells that are within the bounds, with the rows that are given.
    pub fn draw_cells(&mut self, cells: &Cells, rows: &[u64]) {
        let (r, b) = (
            (cells.top - self.top) as usize,
            (cells.left - self.left) as usize,
        );
        let (first, by) = (r * self.words + b / 64, b as u32 % 64);
        // Places are counted, as that takes half of what chunks of rows take.
        let mut at = first;
        if by + cells.width > 64 {
            for &row in rows {
                self.rows[at] |= row << by;
                self.rows[at + 1] |= row >> (64 - by);
                at += self.words;
            }
        } else {
            for &row in rows {
                self.rows[at] |= row << by;
                at += self.words;
            }
        }
    }

    /// How many pairs there are.
    fn count(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Adds the pairs to a list, ascending, as what `element` makes of them.
    #[inline]
    fn list(&self, items: &mut List<'a, Value<'a>>, element: impl Fn(i32, i32) -> Value<'a>) {
        for (r, row) in self.rows.chunks_exact(self.words).enumerate() {
            for (k, &word) in row.iter().enumerate() {
                let mut bits = word;
                while bits != 0 {
                    let b = 64 * k as i32 + bits.trailing_zeros() as i32;
                    bits &= bits - 1;
                    items.push(element(self.top + r as i32, self.left + b));
                }
            }
        }
    }

    /// The pairs, ascending.
    pub fn pairs(&self, cx: &Cx<'a>) -> Result<&'a mut [Value<'a>], Fail> {
        let mut items = cx.reserve_list(self.count())?;
        self.list(&mut items, Value::at);
        Ok(items.into_bump_slice_mut())
    }
}

/// The set of pairs, ascending, that no box of words holds.
#[inline]
pub(in crate::dsl) fn set_of_pairs<'a>(cx: &Cx<'a>, items: &'a [Value<'a>]) -> Value<'a> {
    debug_assert!(items.is_sorted_by(|a, b| a < b));
    // What `measure` finds for pairs; the list itself was accounted for.
    Value::Set(cx.arena().alloc(Seq {
        items,
        depth: 2,
        weight: 1 + items.len() as u32,
    }))
}

/// The set of pairs, if they are ascending and no box of words holds them.
pub(in crate::dsl) fn ascending<'a>(
    cx: &Cx<'a>,
    items: &'a [Value<'a>],
) -> Result<Option<Value<'a>>, Fail> {
    let (mut bounds, mut before) = (BoundingBox::EMPTY, Pair::new(0, 0));
    for (k, item) in items.iter().enumerate() {
        match *item {
            Value::Pair(pair) if k == 0 || before < pair => {
                bounds.add(pair.row(), pair.column());
                before = pair;
            }
            _ => return Ok(None),
        }
    }
    if items.is_empty() || bounds.word_rows().is_some() {
        return Ok(None);
    }
    cx.reserve(items.len())?;
    Ok(Some(set_of_pairs(cx, items)))
}

/// The union of sets of pairs that no box of words holds; `None` if there are other sets, or if
/// they lie too far apart.
pub(in crate::dsl) fn union_pairs<'a>(
    cx: &Cx<'a>,
    sets: &[Value<'a>],
) -> Result<Option<Value<'a>>, Fail> {
    let (mut bounds, mut count) = (BoundingBox::EMPTY, 0usize);
    for &set in sets {
        match set {
            Value::Indices(cells) => {
                bounds = bounds.union(cells.bounds());
                count += cells.count as usize;
            }
            Value::Set(seq) => {
                for item in seq.items {
                    let Value::Pair(pair) = *item else {
                        return Ok(None);
                    };
                    bounds.add(pair.row(), pair.column());
                }
                count += seq.items.len();
                cx.charge(seq.items.len())?;
            }
            _ => return Ok(None),
        }
    }
    if count == 0 || bounds.word_rows().is_some() {
        return Ok(None);
    }
    let Some(mut board) = Board::new(cx, &bounds, count)? else {
        return Ok(None);
    };
    for &set in sets {
        match set {
            Value::Indices(cells) => {
                cx.charge(cells.height())?;
                board.draw_cells(cells, cells.rows);
            }
            Value::Set(seq) => {
                for item in seq.items {
                    if let Value::Pair(pair) = *item {
                        board.draw(pair.row(), pair.column());
                    }
                }
            }
            _ => {}
        }
    }
    let items = board.pairs(cx)?;
    Ok(Some(set_of_pairs(cx, items)))
}

/// The union of sets of cells that no box of words holds; `None` if there are other sets, other
/// colours than bytes or too many, or if they lie too far apart.
pub(in crate::dsl) fn union_cells<'a>(
    cx: &Cx<'a>,
    sets: &[Value<'a>],
) -> Result<Option<Value<'a>>, Fail> {
    let (mut bounds, mut count) = (BoundingBox::EMPTY, 0usize);
    // The colours, at their places.
    let mut board_at = [None; 256];
    for &set in sets {
        match set {
            Value::Object(object) => {
                bounds = bounds.union(object.shape.bounds());
                count += object.count as usize;
                for &c in object.colors {
                    board_at[color_index(c)] = Some(0);
                }
            }
            Value::Set(seq) => {
                for item in seq.items {
                    let Some((c, i, j)) = byte_cell(item) else {
                        return Ok(None);
                    };
                    bounds.add(i, j);
                    board_at[color_index(c)] = Some(0);
                }
                count += seq.items.len();
                cx.charge(seq.items.len())?;
            }
            _ => return Ok(None),
        }
    }
    let colors = board_at.iter().flatten().count();
    if count == 0 || colors > Object::MAX_COLORS || bounds.word_rows().is_some() {
        return Ok(None);
    }
    let mut boards = cx.reserve_list(colors)?;
    for (c, at) in board_at.iter_mut().enumerate() {
        if let Some(at) = at {
            // All boards together have no more words than one of that many pairs may have.
            let Some(board) = Board::new(cx, &bounds, count / colors)? else {
                return Ok(None);
            };
            *at = boards.len();
            boards.push((color_at(c), board));
        }
    }
    for &set in sets {
        match set {
            Value::Object(object) => {
                cx.charge(object.planes.len())?;
                for (c, rows) in object.planes() {
                    if let Some(at) = board_at[color_index(c)] {
                        boards[at].1.draw_cells(&object.shape, rows);
                    }
                }
            }
            Value::Set(seq) => {
                for (c, i, j) in seq.items.iter().filter_map(byte_cell) {
                    if let Some(at) = board_at[color_index(c)] {
                        boards[at].1.draw(i, j);
                    }
                }
            }
            _ => {}
        }
    }
    let mut items = cx.reserve_list(boards.iter().map(|(_, board)| board.count()).sum())?;
    for (c, board) in &boards {
        board.list(&mut items, |i, j| cx.cell(*c as i32, i, j));
    }
    cx.sequence(items.into_bump_slice())
        .map(|seq| Some(Value::Set(seq)))
}

/// The cell, if its colour is a byte.
#[inline]
fn byte_cell(item: &Value) -> Option<(Color, i32, i32)> {
    match *item {
        Value::Cell(&Cell(c, i, j)) => Some((Color::try_from(c).ok()?, i, j)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::sets::union;
    use crate::dsl::{Limits, order, sets};
    use bumpalo::Bump;

    fn set<'a>(cx: &Cx<'a>, items: Vec<Value<'a>>) -> Value<'a> {
        let mut list = cx.list();
        list.extend(items);
        cx.set(list).expect("a set")
    }

    /// Unions and differences of wide sets are those of their elements, one by one.
    #[test]
    fn wide_sets_are_joined_and_sifted_as_their_elements_are() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default());
        let sets: Vec<Value> = (0..24i32)
            .map(|k| {
                let at = |n: i32| (n * 7 % 31 + k, n * 11 % (40 + 20 * (k % 4)) - 3 * k);
                let cell = |n: i32| ((n + k) % 3 - 1, at(n).0, at(n).1);
                match k % 2 {
                    0 => cx.indices_of((0..10 + 9 * k).map(at)).expect("a set"),
                    _ => cx.object_of((0..10 + 9 * k).map(cell)).expect("a set"),
                }
            })
            .collect();
        let (mut wide, mut sifted) = (0, 0);
        for (&a, &b) in sets.iter().flat_map(|a| sets.iter().map(move |b| (a, b))) {
            cx.refill();
            let items = |v| cx.items(v).expect("a set");
            let union = union::union(&cx, &[a, b]).expect("a union");
            let wanted = set(&cx, [items(a), items(b)].concat());
            assert!(order::equal(union, wanted), "{a} and {b}");
            wide += usize::from(matches!(union, Value::Set(_)));
            for keep in [true, false] {
                let kept = items(a).iter().filter(|v| items(b).contains(v) == keep);
                let wanted = set(&cx, kept.copied().collect());
                let got = sets::sift(&cx, a, b, keep).expect("a set");
                assert!(order::equal(got, wanted), "{a} less {b}, {keep}");
                sifted += usize::from(matches!((a, b), (Value::Indices(_), Value::Set(_))));
            }
        }
        assert!(wide > 100 && sifted > 20, "{wide}, {sifted}");
    }
}
