//! Every cell of one set with every cell of another, by words: sums, differences, lines.
//!
//! In: two sets, mostly in boxes of words. Out: what `prapply` gives of `add`, `subtract` or `connect`.
//! What never happens here: a call for every two cells.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::{Fail, Limit, limit};
use crate::dsl::functions::memo;
use crate::dsl::primitives::shapes::line_in_box;
use crate::dsl::sets::sorted_set;
use crate::dsl::sets::wide_bitset;
use crate::dsl::value::scalar::Pair;
use crate::dsl::value::{Patch, Value};
use crate::grid::{Cells, low_bits};
use crate::prim;
use std::ops::{BitOr, Shl};

/// What a function of two cells gives for every cell of `a` with every cell of `b`; `None` if that
/// takes a walk over all pairs.
pub(in crate::dsl) fn pairwise<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    a: Value<'a>,
    b: Value<'a>,
) -> Result<Option<Value<'a>>, Fail> {
    let Value::Primitive(primitive) = function else {
        return Ok(None);
    };
    if primitive == prim!(add) {
        return match (a, b) {
            (Value::Indices(a), Value::Indices(b)) => sums(cx, a, b).map(Some),
            _ => listed_sums(cx, a, b, 1),
        };
    }
    if primitive == prim!(subtract) {
        return match (a, b) {
            (Value::Indices(a), Value::Indices(b)) => sums(cx, a, &turned(cx, b)?).map(Some),
            _ => listed_sums(cx, a, b, -1),
        };
    }
    match (a, b) {
        _ if primitive != prim!(connect) => Ok(None),
        (Value::Indices(a), Value::Indices(b)) if a.fits_with(b) => lines(cx, a, b).map(Some),
        _ => listed_lines(cx, a, b),
    }
}

/// Whether the value is a set of pairs, in boxes of words or not.
fn is_set_of_pairs(value: Value) -> bool {
    let patch = value.patch();
    matches!(patch, Ok(Patch::Indices(_) | Patch::SortedPairs(_)))
}

/// The sums of every pair of `a` and every pair of `b` times `sign`, where one of the sets is too
/// wide for words; `None` if they are no sets of pairs, or some sum is no pair.
fn listed_sums<'a>(
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
    // No sum of these is out of range, and most sets are nearer than that.
    let near = |n: i32| n.unsigned_abs() < 1 << 30;
    if !pairs(a).chain(pairs(b)).all(|(i, j)| near(i) && near(j)) {
        return Ok(None);
    }
    let sums = pairs(b).flat_map(|(k, l)| pairs(a).map(move |(i, j)| (i + sign * k, j + sign * l)));
    cx.indices_of(sums).map(Some)
}

/// The sums of every cell of `a` and every cell of `b`. A run of cells in a row of `b` smears
/// every row of `a` at once, so the work grows with runs times rows.
fn sums<'a>(cx: &Cx<'a>, a: &Cells, b: &Cells) -> Result<Value<'a>, Fail> {
    let height = a.height() + b.height() - 1;
    // At most twice as wide as a word.
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
        // The corners of the boxes add up to those of the sums' box, so it is tight.
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

/// Draws the sums of every cell of `a` and every cell of `b` on rows that are wide enough, from the
/// sum of their corners on.
fn draw_sums<T>(cx: &Cx, a: &Cells, b: &Cells, rows: &mut [T]) -> Result<(), Fail>
where
    T: Copy + From<u64> + BitOr<Output = T> + Shl<u32, Output = T>,
{
    for (down, &row) in b.rows.iter().enumerate() {
        let mut bits = row;
        while bits != 0 {
            let start = bits.trailing_zeros();
            let len = (bits >> start).trailing_ones();
            // Adding at the lowest bit of a run carries through it.
            bits &= bits.wrapping_add(1 << start);
            cx.charge(a.height())?;
            for (to, &from) in rows[down..].iter_mut().zip(a.rows) {
                *to = *to | smear(T::from(from), len) << start;
            }
        }
    }
    Ok(())
}

/// The cells turned about the origin: (i, j) becomes (-i, -j).
fn turned<'a>(cx: &Cx<'a>, cells: &Cells) -> Result<Cells<'a>, Fail> {
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

/// The lines from every cell of `a` to every cell of `b`, which lie in one box of words, and the
/// set without cells if there is no line between two of them.
///
/// A line is known by its upper (or left) end, its direction and its length, and lines are walked
/// in that order, which is theirs as sets: so each comes once, and nothing is sorted.
fn lines<'a>(cx: &Cx<'a>, a: &Cells, b: &Cells) -> Result<Value<'a>, Fail> {
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
    // Goes first, and is dropped in the end if every pair has a line.
    lines.push(Value::EMPTY_SET);
    let mut joined = 0;
    for r in 0..height {
        let mut starts = either[r];
        while starts != 0 {
            let c = starts.trailing_zeros();
            let start = starts & starts.wrapping_neg();
            starts ^= start;
            let (in_a, in_b) = (rows_a[r] & start != 0, rows_b[r] & start != 0);
            // Where a line may end.
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
            // The lengths of the lines down to the left, down, and down to the right.
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
    // Most often the lines are merged next.
    if let (Some(remembered), true) = (cx.remembered(), joined > 0) {
        let mut rows: List<u64> = List::with_capacity_in(height, cx.arena());
        rows.resize(height, 0);
        let rows = rows.into_bump_slice_mut();
        draw_lines(rows_a, rows_b, rows);
        let union = cx.indices(Cells::tight(top, left, rows));
        memo::parts::remember_union(cx, remembered, lines, union);
    }
    cx.set_sorted(lines)
}

/// Draws all lines from a cell of `a` to a cell of `b` on rows of the same box. A cell is on one of
/// them if, in some direction, there is a cell of one set behind it and one of the other ahead.
fn draw_lines(a: &[u64], b: &[u64], rows: &mut [u64]) {
    // The columns from the first bit on, and up to the last.
    let from = |row: u64| row | row.wrapping_neg();
    let up_to = |row: u64| low_bits(64 - row.leading_zeros());
    for ((row, &a), &b) in rows.iter_mut().zip(a).zip(b) {
        *row |= from(a) & up_to(b) | from(b) & up_to(a);
    }
    // How far bits move to the right or left from row to row.
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

/// The lines from every pair of `a` to every pair of `b`, where the sets lie too far apart for words;
/// `None` if they are no sets of pairs, or if somebody watches every call.
///
/// All is paid for as if `connect` were called for every two pairs, and the set made of what it gives.
fn listed_lines<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> Result<Option<Value<'a>>, Fail> {
    if cx.on_slow_path() || !is_set_of_pairs(a) || !is_set_of_pairs(b) {
        return Ok(None);
    }
    let (a, b) = (cx.items(a)?, cx.items(b)?);
    let count = a.len().saturating_mul(b.len());
    cx.reserve(count)?;
    let mut keys: List<u128> = cx.list();
    let (mut weight, mut unjoined) = (1, 0usize);
    // Whether what comes first is in a box of words: so is most often all.
    let mut first_is_compact = None;
    let pairs = |list: &'a [Value<'a>]| list.iter().filter_map(|v| v.pair().ok());
    for to in pairs(b) {
        for from in pairs(a) {
            cx.step()?;
            let line = Line::between(from, to);
            let (line_weight, compact) = line.map_or((1, false), |line| line.weight());
            weight += line_weight;
            first_is_compact.get_or_insert(compact);
            match line {
                None => unjoined += 1,
                Some(line) => {
                    if !compact {
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
    if first_is_compact == Some(true) {
        cx.reserve(count)?;
    }
    keys.sort_unstable();
    keys.dedup();
    let mut lines: List<Value> = List::with_capacity_in(keys.len() + 1, cx.arena());
    lines.extend((unjoined > 0).then_some(Value::EMPTY_SET));
    lines.extend(keys.iter().map(|&key| Line::of_key(key).value(cx)));
    cx.set_sorted(lines.into_bump_slice()).map(Some)
}

/// A line by its first cell, in canonical order, the direction in which it goes on, and its length.
#[derive(Clone, Copy)]
struct Line {
    first: Pair,
    /// One of the [`DIRECTIONS`].
    direction: usize,
    /// The number of cells after the first.
    more: u32,
}

/// The directions of lines, in the order of the lines as sets.
const DIRECTIONS: [(i64, i64); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

impl Line {
    /// The line that joins two cells, if there is one.
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
            // Below 2^32, as both ends are numbers of 32 bits.
            more: high.abs().max(wide.abs()) as u32,
        })
    }

    /// The number of cells.
    #[inline]
    fn len(self) -> usize {
        self.more as usize + 1
    }

    /// What it weighs, and whether it is in a box of words.
    #[inline]
    fn weight(self) -> (usize, bool) {
        match (self.direction, self.len()) {
            (0, 1..=Cells::MAX_WIDTH) => (2, true),
            (2, n) => (1 + n, n <= Cells::MAX_HEIGHT),
            (_, n) => (1 + n, n <= Cells::MAX_WIDTH),
        }
    }

    /// A number: ascending ones are ascending lines.
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

    /// The set of its cells; whoever found it has paid for that.
    fn value<'a>(self, cx: &Cx<'a>) -> Value<'a> {
        let (i, j) = self.first.parts();
        let (down, across) = DIRECTIONS[self.direction];
        if self.weight().1 {
            let more = self.more as i32;
            return line_in_box(cx, (i, j), down as u32 * self.more, across as i32 * more);
        }
        let mut items: List<Value> = List::with_capacity_in(self.len(), cx.arena());
        // Both ends are pairs, and so is all that is between them.
        let cells = (0..=i64::from(self.more)).map(|k| {
            Value::at(
                (i64::from(i) + down * k) as i32,
                (i64::from(j) + across * k) as i32,
            )
        });
        items.extend(cells);
        wide_bitset::set_of_pairs(cx, items.into_bump_slice())
    }
}

/// The numbers of the bits that are set, ascending.
fn bits(mut word: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::{Limits, order, primitive};
    use crate::rng::Rng;
    use bumpalo::Bump;

    /// Sets that look random, in boxes of many sizes and places.
    fn sets<'a>(cx: &Cx<'a>) -> Vec<Value<'a>> {
        let mut rng = Rng::new(7);
        let mut next = |n: i32| rng.below(n as u64) as i32;
        let sides = [1, 2, 3, 9, 30, 64];
        (0..40)
            .map(|k| {
                let (high, wide) = (sides[k % 6], sides[k / 6 % 6]);
                let (down, across) = (next(9) - 4, next(9) - 4);
                let cells: Vec<(i32, i32)> = (0..1 + next(40))
                    .map(|_| (down + next(high), across + next(wide)))
                    .collect();
                cx.indices_of(cells.into_iter()).expect("a set")
            })
            .collect()
    }

    /// What a function of two arguments gives for all pairs, one call after the other.
    fn one_by_one<'a>(
        cx: &Cx<'a>,
        function: Value<'a>,
        a: Value<'a>,
        b: Value<'a>,
    ) -> Result<Value<'a>, Fail> {
        let (left, right) = (cx.items(a)?, cx.items(b)?);
        let mut results = cx.reserve_list(left.len() * right.len())?;
        for &j in right {
            for &i in left {
                results.push(cx.call(function, &[i, j])?);
            }
        }
        cx.set(results)
    }

    #[test]
    fn words_give_what_a_walk_over_all_pairs_gives() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default());
        let sets = sets(&cx);
        let mut by_words = 0;
        for name in ["add", "subtract", "connect"] {
            let function = Value::Primitive(primitive(name).expect("a primitive"));
            for (&a, &b) in sets.iter().flat_map(|a| sets.iter().map(move |b| (a, b))) {
                cx.refill();
                let Some(fast) = pairwise(&cx, function, a, b).expect("an answer") else {
                    continue;
                };
                by_words += 1;
                let slow = one_by_one(&cx, function, a, b).expect("an answer");
                assert!(
                    order::equal(fast, slow),
                    "{name}({a}, {b}): {fast}, not {slow}"
                );
            }
        }
        assert!(by_words > 3000);
    }

    /// Lines between sets that are far apart, or wide, are those of calls, and so is what they take,
    /// whether that is there or not.
    #[test]
    fn listed_lines_are_those_of_calls_at_the_same_price() {
        let mut ended = [0; 2];
        for (steps, cells, size) in [
            (100_000, 1_000_000, 1 << 20),
            (300, 1_000_000, 1 << 20),
            (100_000, 3_000, 1 << 20),
            (100_000, 1_000_000, 5_000),
        ] {
            let limits = Limits {
                steps,
                cells,
                size,
                ..Limits::default()
            };
            let (fast, slow) = (Bump::new(), Bump::new());
            let (fast, slow) = (Cx::new(&fast, limits), Cx::new(&slow, limits));
            let at = |k: i32| match k % 4 {
                0 => (k * 7 % 90, k * 7 % 90),
                1 => (k % 3, k * 11 % 300 - 150),
                2 => (k * 13 % 300 - 150, k % 5),
                _ => (k * 9 % 80, -(k * 9 % 80)),
            };
            for (a, b) in [(20, 20), (60, 9), (9, 60), (70, 70), (1, 1), (0, 5)] {
                let both = [&fast, &slow].map(|cx| {
                    cx.refill();
                    let set = |n: i32, from: i32| cx.indices_of((from..from + n).map(at));
                    let (a, b) = (set(a, 0).expect("a set"), set(b, 3).expect("a set"));
                    cx.refill();
                    let function = Value::Primitive(primitive("connect").expect("a primitive"));
                    let set = match std::ptr::eq(cx, &fast) {
                        true => listed_lines(cx, a, b).map(|set| set.expect("lines")),
                        false => one_by_one(cx, function, a, b),
                    };
                    ended[usize::from(set.is_err())] += 1;
                    (set.map(|set| set.to_string()), cx.refill())
                });
                assert_eq!(both[0], both[1], "{a} and {b}");
            }
        }
        assert!(ended[0] > 20 && ended[1] > 6, "{ended:?}");
    }

    /// What is remembered of lines is what merging them gives, at the same price.
    #[test]
    fn lines_are_merged_as_any_sets_are() {
        let (anew, remembering) = (Bump::new(), Bump::new());
        let anew = Cx::new(&anew, Limits::default());
        let remembering = Cx::new(&remembering, Limits::default()).with_memo();
        assert_eq!(every_merge(&anew), every_merge(&remembering));
    }

    /// The merged lines between all sets, and what merging takes.
    fn every_merge(cx: &Cx) -> Vec<(String, crate::dsl::Spent)> {
        let sets = sets(cx);
        let connect = Value::Primitive(primitive("connect").expect("a primitive"));
        let [merge, prapply] =
            ["merge", "prapply"].map(|name| primitive(name).expect("a primitive"));
        let mut all = Vec::new();
        for (&a, &b) in sets.iter().flat_map(|a| sets.iter().map(move |b| (a, b))) {
            cx.refill();
            let lines = cx.call_primitive(prapply, &[connect, a, b]).expect("lines");
            cx.refill();
            let merged = cx.call_primitive(merge, &[lines]).expect("a set");
            all.push((merged.to_string(), cx.refill()));
        }
        all
    }

    #[test]
    fn sums_past_the_range_of_numbers_are_a_limit() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default());
        let at = |i, j| cx.indices_of([(i, j)].into_iter()).expect("a set");
        let function = |name| Value::Primitive(primitive(name).expect("a primitive"));
        let limit = Err(Fail::Limit(Limit::Size));
        let sum = |name, a, b| pairwise(&cx, function(name), a, b).map(|v| v.is_some());
        assert_eq!(sum("add", at(i32::MAX, 0), at(1, 0)), limit);
        assert_eq!(sum("subtract", at(0, i32::MIN), at(0, 1)), limit);
        assert_eq!(sum("subtract", at(0, 0), at(0, i32::MIN)), limit);
        assert_eq!(sum("add", at(i32::MAX, 0), at(0, 1)), Ok(true));
    }
}
