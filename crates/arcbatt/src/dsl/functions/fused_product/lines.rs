//! The lines between every cell of one set and every cell of another.

use super::is_set_of_pairs;
use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::{Fail, Limit, limit};
use crate::dsl::primitives::shapes::line_in_box;
use crate::dsl::sets::sorted_set;
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Pair;
use crate::grid::{Cells, low_bits};

/// The lines from every cell of `a` to every cell of `b`, where one-word rows hold both sets; also
/// the empty set if some two cells have no line between them.
///
/// Lines are enumerated by upper (or left) end, direction and length. That is their canonical
/// order as sets, so each comes once and nothing is sorted.
pub(super) fn lines<'a>(cx: &Cx<'a>, a: &Cells, b: &Cells) -> Result<Value<'a>, Fail> {
    let (top, left) = (a.top.min(b.top), a.left.min(b.left));
    let height = (a.bottom().max(b.bottom()) - top) as usize + 1;
    let aligned = |cells: &Cells| -> Result<&'a [u64], Fail> {
        let rows = cx.blank(height)?;
        for (row, i) in rows.iter_mut().zip(top..) {
            *row = cells.row_from(i, left);
        }
        Ok(rows)
    };
    let (rows_a, rows_b) = (aligned(a)?, aligned(b)?);
    let either = cx.blank(height)?;
    for (row, (x, y)) in either.iter_mut().zip(rows_a.iter().zip(rows_b)) {
        *row = x | y;
    }
    let either = &*either;
    let mut lines = cx.list();
    // The empty set comes first; it is dropped at the end if every two cells have a line.
    lines.push(Value::EMPTY_SET);
    let mut joined = 0;
    for r in 0..height {
        let mut starts = either[r];
        while starts != 0 {
            let c = starts.trailing_zeros();
            let start = starts & starts.wrapping_neg();
            starts ^= start;
            let (in_a, in_b) = (rows_a[r] & start != 0, rows_b[r] & start != 0);
            // The cells where a line from here may end.
            let ends = match (in_a, in_b) {
                (true, true) => either,
                (true, false) => rows_b,
                _ => rows_a,
            };
            let mut add = |down: u32, across: i32| {
                let (i, j) = (r + down as usize, (c as i32 + across) as u32);
                joined += (in_a && rows_b[i] >> j & 1 != 0) as u64;
                joined += (in_b && (down, across) != (0, 0) && rows_a[i] >> j & 1 != 0) as u64;
                let start = (top + r as i32, left + c as i32);
                cx.push(&mut lines, line_in_box(cx, start, down, across))
            };
            if in_a && in_b {
                add(0, 0)?;
            }
            for across in bits(((ends[r] & !start) >> c) as u128) {
                add(0, across as i32)?;
            }
            // Bit d: a line of length d goes down left, straight down or down right.
            let (mut rising, mut down, mut falling) = (0u128, 0u128, 0u128);
            cx.charge(height - r)?;
            let (mut to_left, mut to_right) = (start, start);
            for (&row, d) in ends[r + 1..].iter().zip(1u32..) {
                to_left >>= 1;
                to_right <<= 1;
                if row & (to_left | start | to_right) != 0 {
                    rising |= ((row & to_left != 0) as u128) << d;
                    down |= ((row & start != 0) as u128) << d;
                    falling |= ((row & to_right != 0) as u128) << d;
                }
            }
            for d in bits(rising) {
                add(d, -(d as i32))?;
            }
            for d in bits(down) {
                add(d, 0)?;
            }
            for d in bits(falling) {
                add(d, d as i32)?;
            }
        }
    }
    let all_joined = joined == a.count as u64 * b.count as u64;
    let lines = &lines.into_bump_slice()[all_joined as usize..];
    // The lines are usually merged next.
    if let (Some(memo), true) = (cx.column_memo(), joined > 0) {
        let mut rows: List<u64> = List::with_capacity_in(height, cx.arena());
        rows.resize(height, 0);
        let rows = rows.into_bump_slice_mut();
        draw_lines(rows_a, rows_b, rows);
        let union = cx.indices(Cells::tight(top, left, rows));
        memo.remember_union(cx, lines, union);
    }
    cx.set_sorted(lines)
}

/// Draws all lines from a cell of `a` to a cell of `b` on rows of the same bounding box.
///
/// A cell is on a line if, in some direction, one set has a cell behind it and the other ahead.
fn draw_lines(a: &[u64], b: &[u64], rows: &mut [u64]) {
    // All columns from the first bit on, and all up to the last.
    let from = |row: u64| row | row.wrapping_neg();
    let up_to = |row: u64| low_bits(64 - row.leading_zeros());
    for ((row, &a), &b) in rows.iter_mut().zip(a).zip(b) {
        *row |= from(a) & up_to(b) | from(b) & up_to(a);
    }
    // Straight down, down right and down left: the shifts from one row to the next.
    for (right, left) in [(0, 0), (1, 0), (0, 1)] {
        let mut behind = [(0, 0); Cells::MAX_HEIGHT];
        let mut seen = (0, 0);
        for ((behind, &a), &b) in behind.iter_mut().zip(a).zip(b) {
            seen = (seen.0 << right >> left | a, seen.1 << right >> left | b);
            *behind = seen;
        }
        let mut seen = (0, 0);
        for r in (0..rows.len()).rev() {
            seen = (
                seen.0 << left >> right | a[r],
                seen.1 << left >> right | b[r],
            );
            rows[r] |= behind[r].0 & seen.1 | behind[r].1 & seen.0;
        }
    }
}

/// The lines from every pair of `a` to every pair of `b`, for sorted lists; `None` if one is not a
/// set of pairs, or if calls are traced.
///
/// Charges as if `connect` were called for every two pairs and the set built from its results.
pub(super) fn lines_of_lists<'a>(
    cx: &Cx<'a>,
    a: Value<'a>,
    b: Value<'a>,
) -> Result<Option<Value<'a>>, Fail> {
    if cx.on_slow_path() || !is_set_of_pairs(a) || !is_set_of_pairs(b) {
        return Ok(None);
    }
    let (a, b) = (cx.items(a)?, cx.items(b)?);
    let count = a.len().saturating_mul(b.len());
    cx.reserve(count)?;
    let mut keys: List<u128> = cx.list();
    let (mut weight, mut unjoined) = (1, 0usize);
    // Building the set charges for sort keys if its first element is a bitset.
    let mut first_is_bitset = None;
    let pairs = |list: &'a [Value<'a>]| list.iter().filter_map(|v| v.pair().ok());
    for to in pairs(b) {
        for from in pairs(a) {
            cx.step()?;
            let line = Line::between(from, to);
            let (line_weight, is_bitset) = line.map_or((1, false), |line| line.weight());
            weight += line_weight;
            first_is_bitset.get_or_insert(is_bitset);
            match line {
                None => unjoined += 1,
                Some(line) => {
                    if !is_bitset {
                        cx.reserve(line.len())?;
                    }
                    keys.push(line.key());
                }
            }
        }
    }
    if weight > cx.limits().size.saturating_add(1) {
        return limit(Limit::Size);
    }
    // As the set of all results is charged.
    cx.charge_set(count, u32::try_from(weight).unwrap_or(u32::MAX))?;
    if first_is_bitset == Some(true) {
        cx.reserve(count)?;
    }
    keys.sort_unstable();
    keys.dedup();
    let mut lines: List<Value> = List::with_capacity_in(keys.len() + 1, cx.arena());
    lines.extend((unjoined > 0).then_some(Value::EMPTY_SET));
    lines.extend(keys.iter().map(|&key| Line::of_key(key).value(cx)));
    cx.set_sorted(lines.into_bump_slice()).map(Some)
}

/// A line: its first cell in canonical order, its direction and its length.
#[derive(Clone, Copy)]
struct Line {
    first: Pair,
    /// An index into [`DIRECTIONS`].
    direction: usize,
    /// The number of cells after the first.
    more: u32,
}

/// The directions of lines, in the canonical order of the lines as sets.
const DIRECTIONS: [(i64, i64); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

impl Line {
    /// The line between two cells, if there is one.
    #[inline]
    fn between(a: (i32, i32), b: (i32, i32)) -> Option<Self> {
        let (high, wide) = (
            i64::from(b.0) - i64::from(a.0),
            i64::from(b.1) - i64::from(a.1),
        );
        if high != 0 && wide != 0 && high.abs() != wide.abs() {
            return None;
        }
        let backwards = (high, wide) < (0, 0);
        let (i, j) = if backwards { b } else { a };
        let direction = match (high, wide) {
            (0, _) => 0,
            (_, 0) => 2,
            _ if (high > 0) == (wide > 0) => 3,
            _ => 1,
        };
        Some(Self {
            first: Pair::new(i, j),
            direction,
            more: high.abs().max(wide.abs()) as u32,
        })
    }

    /// The number of cells.
    #[inline]
    fn len(self) -> usize {
        self.more as usize + 1
    }

    /// Its weight as a value, and whether it is a bitset.
    #[inline]
    fn weight(self) -> (usize, bool) {
        match (self.direction, self.len()) {
            (0, 1..=Cells::MAX_WIDTH) => (2, true),
            (2, n) => (1 + n, n <= Cells::MAX_HEIGHT),
            (_, n) => (1 + n, n <= Cells::MAX_WIDTH),
        }
    }

    /// A sort key: ascending keys are ascending lines.
    #[inline]
    fn key(self) -> u128 {
        (self.first.key() as u128) << 64 | (self.direction as u128) << 32 | self.more as u128
    }

    /// The line of a [`key`](Self::key).
    #[inline]
    fn of_key(key: u128) -> Self {
        Self {
            first: Pair::of_key((key >> 64) as u64),
            direction: (key >> 32) as usize & 3,
            more: key as u32,
        }
    }

    /// The set of its cells; the caller has charged for it.
    fn value<'a>(self, cx: &Cx<'a>) -> Value<'a> {
        let (i, j) = self.first.parts();
        let (down, across) = DIRECTIONS[self.direction];
        if self.weight().1 {
            let more = self.more as i32;
            return line_in_box(cx, (i, j), down as u32 * self.more, across as i32 * more);
        }
        let mut items: List<Value> = List::with_capacity_in(self.len(), cx.arena());
        let cells = (0..=i64::from(self.more)).map(|k| {
            Value::at(
                (i64::from(i) + down * k) as i32,
                (i64::from(j) + across * k) as i32,
            )
        });
        items.extend(cells);
        sorted_set::from_sorted_pairs(cx, items.into_bump_slice())
    }
}

/// The positions of the set bits, ascending.
fn bits(mut word: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}
