//! Every cell of one set with every cell of another, by words: sums, differences, lines.
//!
//! In: two sets, mostly in boxes of words. Out: what `prapply` gives of `add`, `subtract` or `connect`.
//! What never happens here: a call for every two cells.

use super::cx::Cx;
use super::fail::{Fail, Limit, limit};
use super::listed;
use super::shapes::line_in_box;
use super::value::{Patch, Value};
use crate::grid::Cells;
use std::ops::{BitOr, Shl};

/// What a function of two cells gives for every cell of `a` with every cell of `b`; `None` if that
/// takes a walk over all pairs.
pub(super) fn pairwise<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    a: Value<'a>,
    b: Value<'a>,
) -> Result<Option<Value<'a>>, Fail> {
    let Value::Primitive(primitive) = function else {
        return Ok(None);
    };
    match (primitive.name, a, b) {
        ("add", Value::Indices(a), Value::Indices(b)) => sums(cx, a, b).map(Some),
        ("subtract", Value::Indices(a), Value::Indices(b)) => {
            sums(cx, a, &turned(cx, b)?).map(Some)
        }
        ("connect", Value::Indices(a), Value::Indices(b)) if a.fits_with(b) => {
            lines(cx, a, b).map(Some)
        }
        ("add", ..) => listed_sums(cx, a, b, 1),
        ("subtract", ..) => listed_sums(cx, a, b, -1),
        _ => Ok(None),
    }
}

/// The sums of every pair of `a` and every pair of `b` times `sign`, where one of the sets is too
/// wide for words; `None` if they are no sets of pairs, or some sum is no pair.
fn listed_sums<'a>(
    cx: &Cx<'a>,
    a: Value<'a>,
    b: Value<'a>,
    sign: i32,
) -> Result<Option<Value<'a>>, Fail> {
    let pairs = |v: Value<'a>| {
        let patch = v.patch();
        matches!(patch, Ok(Patch::Indices(_) | Patch::LooseIndices(_)))
    };
    if !pairs(a) || !pairs(b) {
        return Ok(None);
    }
    let (a, b) = (cx.items(a)?, cx.items(b)?);
    cx.room(a.len().saturating_mul(b.len()))?;
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
    cx.room(2 * height)?;
    let rows: &mut [u128] = cx.arena().alloc_slice_fill_copy(height, 0);
    draw_sums(cx, a, b, rows)?;
    let count = rows.iter().map(|row| row.count_ones() as usize).sum();
    let cells = rows.iter().zip(top..).flat_map(|(&row, i)| {
        let ones = |row: &u128| (*row != 0).then_some(row & row.wrapping_sub(1));
        std::iter::successors(Some(row), ones)
            .take_while(|&row| row != 0)
            .map(move |row| (i, left + row.trailing_zeros() as i32))
    });
    listed::pairs(cx, cells, count)
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
            cx.touch(a.height())?;
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
            cx.touch(height - r)?;
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
    cx.set_sorted(&lines.into_bump_slice()[all_joined as usize..])
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
    use bumpalo::Bump;

    /// Sets that look random, in boxes of many sizes and places.
    fn sets<'a>(cx: &Cx<'a>) -> Vec<Value<'a>> {
        let mut state = 88_172_645_463_325_252u64;
        let mut next = |n: i32| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % n as u64) as i32
        };
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
                let mut results = cx.list();
                for &i in cx.items(a).expect("a set") {
                    for &j in cx.items(b).expect("a set") {
                        results.push(cx.call(function, &[i, j]).expect("an answer"));
                    }
                }
                let slow = cx.set(results).expect("a set");
                assert!(
                    order::equal(fast, slow),
                    "{name}({a}, {b}): {fast}, not {slow}"
                );
            }
        }
        assert!(by_words > 3000);
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
