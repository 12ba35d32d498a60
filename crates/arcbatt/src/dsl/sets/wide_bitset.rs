//! Bitsets with rows of several words: they sort and deduplicate cells that one-word rows cannot hold.
//!
//! In: pairs or cell sets with their bounding box. Out: sorted lists. Invariant: a bitset has at most
//! [`MAX_WORDS_PER_CELL`] words per cell, so the work is linear in the number of cells.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::Fail;
use crate::dsl::sets::sorted_set;
use crate::dsl::sets::union::is_empty;
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Cell;
use crate::grid::color_counts::{color_at, color_index};
use crate::grid::{BoundingBox, Cells, Color, Object};

/// The most words of a bitset per cell: scanning an empty word is far cheaper than sorting a cell.
pub(in crate::dsl) const MAX_WORDS_PER_CELL: u64 = 8;

/// A bitset with rows of several words.
pub(in crate::dsl) struct WideBitset<'a> {
    top: i32,
    left: i32,
    words_per_row: usize,
    rows: &'a mut [u64],
}

impl<'a> WideBitset<'a> {
    /// An empty bitset for `count` cells within the bounds; `None` if they are too sparse.
    pub fn new(cx: &Cx<'a>, bounds: &BoundingBox, count: usize) -> Result<Option<Self>, Fail> {
        let Some(words) = Self::words(bounds, count) else {
            return Ok(None);
        };
        Ok(Some(Self {
            top: bounds.top,
            left: bounds.left,
            words_per_row: (bounds.width() as usize).div_ceil(64),
            rows: cx.blank(words)?,
        }))
    }

    /// The number of words for `count` cells within the bounds; `None` if they are too sparse.
    pub fn words(bounds: &BoundingBox, count: usize) -> Option<usize> {
        // Both sides are at most 2^32.
        let words = (bounds.width() as u64).div_ceil(64) * bounds.height() as u64;
        (words <= MAX_WORDS_PER_CELL * count as u64).then_some(words as usize)
    }

    /// Adds a cell within the bounds.
    #[inline]
    pub fn insert(&mut self, i: i32, j: i32) {
        let (r, b) = ((i - self.top) as usize, (j - self.left) as usize);
        self.rows[r * self.words_per_row + b / 64] |= 1 << (b % 64);
    }

    /// Adds all bits of one-word rows in the bounding box of `shape`, which is within the bounds.
    fn insert_rows(&mut self, shape: &Cells, rows: &[u64]) {
        let (r, b) = (
            (shape.top - self.top) as usize,
            (shape.left - self.left) as usize,
        );
        let by = b as u32 % 64;
        // An index takes half the time of `chunks_exact_mut`.
        let mut at = r * self.words_per_row + b / 64;
        if by + shape.width > 64 {
            for &row in rows {
                self.rows[at] |= row << by;
                self.rows[at + 1] |= row >> (64 - by);
                at += self.words_per_row;
            }
        } else {
            for &row in rows {
                self.rows[at] |= row << by;
                at += self.words_per_row;
            }
        }
    }

    /// Number of cells.
    fn count(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Appends `element` of every cell to a list, ascending.
    #[inline]
    fn append_to(&self, items: &mut List<'a, Value<'a>>, element: impl Fn(i32, i32) -> Value<'a>) {
        for (r, row) in self.rows.chunks_exact(self.words_per_row).enumerate() {
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

    /// The cells as pairs, ascending.
    pub fn pairs(&self, cx: &Cx<'a>) -> Result<&'a mut [Value<'a>], Fail> {
        let mut items = cx.reserve_list(self.count())?;
        self.append_to(&mut items, Value::at);
        Ok(items.into_bump_slice_mut())
    }
}

/// A pair as a cell of colour 0, or a coloured cell whose colour fits a byte.
#[inline]
fn element(item: &Value, colored: bool) -> Option<(Color, i32, i32)> {
    match *item {
        Value::Pair(pair) if !colored => Some((0, pair.row(), pair.column())),
        Value::Cell(&Cell(c, i, j)) if colored => Some((Color::try_from(c).ok()?, i, j)),
        _ => None,
    }
}

/// Marks a colour that does not occur.
const UNUSED: u8 = u8::MAX;

/// The union of sets of pairs, or of sets of coloured cells, that does not fit one-word rows.
///
/// `None` if there are other sets, colours past a byte or too many, or if the cells are too sparse.
pub(super) fn union<'a>(cx: &Cx<'a>, sets: &[Value<'a>]) -> Result<Option<Value<'a>>, Fail> {
    let colored = match sets.iter().find(|&set| !is_empty(set)) {
        Some(Value::Object(_)) => true,
        Some(Value::Set(seq)) if seq.product().is_some() => return Ok(None),
        Some(Value::Set(seq)) => matches!(seq.items(), [Value::Cell(_), ..]),
        _ => false,
    };
    match colored {
        true => unite::<true>(cx, sets),
        false => unite::<false>(cx, sets),
    }
}

fn unite<'a, const COLORED: bool>(
    cx: &Cx<'a>,
    sets: &[Value<'a>],
) -> Result<Option<Value<'a>>, Fail> {
    let (mut bounds, mut count) = (BoundingBox::EMPTY, 0usize);
    // The bitset of each colour index; one for all where there are no colours.
    let mut bitset_at = [UNUSED; 256];
    let bitset_at = &mut bitset_at[..if COLORED { 256 } else { 1 }];
    let index_of = |c| if COLORED { color_index(c) } else { 0 };
    for set in sets {
        match (set.planes(), set) {
            (Some(planes), _) if planes.is_colored() == COLORED => {
                bounds = bounds.union(planes.shape.bounds());
                count += planes.count as usize;
                for (c, _) in planes.iter() {
                    bitset_at[index_of(c)] = 0;
                }
            }
            (_, Value::Set(seq)) if seq.product().is_none() => {
                for item in seq.items() {
                    let Some((c, i, j)) = element(item, COLORED) else {
                        return Ok(None);
                    };
                    bounds.add(i, j);
                    bitset_at[index_of(c)] = 0;
                }
                count += seq.len();
                cx.charge(seq.len())?;
            }
            _ => return Ok(None),
        }
    }
    let colors = bitset_at.iter().filter(|&&at| at != UNUSED).count();
    if count == 0 || colors > Object::MAX_COLORS || bounds.word_rows().is_some() {
        return Ok(None);
    }
    if COLORED {
        cx.reserve(colors)?;
    }
    let mut bitsets = List::with_capacity_in(colors, cx.arena());
    for (c, at) in bitset_at
        .iter_mut()
        .enumerate()
        .filter(|(_, at)| **at != UNUSED)
    {
        // All bitsets together have no more words than one of `count` cells may have.
        let Some(bitset) = WideBitset::new(cx, &bounds, count / colors)? else {
            return Ok(None);
        };
        *at = bitsets.len() as u8;
        bitsets.push((color_at(c), bitset));
    }
    for set in sets {
        if let Some(planes) = set.planes() {
            cx.charge(planes.rows.len())?;
            for (c, rows) in planes.iter() {
                let bitset = &mut bitsets[bitset_at[index_of(c)] as usize].1;
                bitset.insert_rows(planes.shape, rows);
            }
        } else if let Value::Set(seq) = set {
            for (c, i, j) in seq.items().iter().filter_map(|v| element(v, COLORED)) {
                bitsets[bitset_at[index_of(c)] as usize].1.insert(i, j);
            }
        }
    }
    let mut items = cx.reserve_list(bitsets.iter().map(|(_, bitset)| bitset.count()).sum())?;
    for (c, bitset) in &bitsets {
        match COLORED {
            true => bitset.append_to(&mut items, |i, j| cx.cell(*c as i32, i, j)),
            false => bitset.append_to(&mut items, Value::at),
        }
    }
    sorted_set::from_sorted(cx, items.into_bump_slice()).map(Some)
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

    #[test]
    fn operators_on_wide_sets_equal_those_on_elements() {
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
        let (mut wide, mut selected) = (0, 0);
        for (&a, &b) in sets.iter().flat_map(|a| sets.iter().map(move |b| (a, b))) {
            cx.refill();
            let items = |v| cx.items(v).expect("a set");
            let union = union::union(&cx, &[a, b]).expect("a union");
            let wanted = set(&cx, [items(a), items(b)].concat());
            assert!(order::equal(union, wanted), "{a} and {b}");
            wide += usize::from(matches!(union, Value::Set(_)));
            for common in [true, false] {
                let kept = items(a).iter().filter(|v| items(b).contains(v) == common);
                let wanted = set(&cx, kept.copied().collect());
                let got = sets::select(&cx, a, b, common).expect("a set");
                assert!(order::equal(got, wanted), "{a} and {b}, {common}");
                selected += usize::from(matches!((a, b), (Value::Indices(_), Value::Set(_))));
            }
        }
        assert!(wide > 100 && selected > 20, "{wide}, {selected}");
    }
}
