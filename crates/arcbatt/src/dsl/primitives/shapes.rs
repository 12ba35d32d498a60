//! Building sets of cells.
//!
//! Lines, neighbourhoods and frontiers have the same rows wherever they lie, so they share static
//! tables of rows. Lines too long for a bitset are stored as lists.

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Answer, Limit, Why, fail, limit};
use crate::dsl::primitives::containers::CELLS_PER_TUPLE;
use crate::dsl::primitives::patches::bounds_of_some;
use crate::dsl::sets::sorted_set;
use crate::dsl::sets::view::CellSet;
use crate::dsl::sets::wide_bitset::WideBitset;
use crate::dsl::table::declare;
use crate::dsl::value::Value;
use crate::grid::{BoundingBox, Cells, low_bits};

declare! { Shapes;
    /// All cells of the bounding box.
    backdrop: "patch: Patch -> Indices"; "backdrop(neighbors(UNITY))"; total Rows, idempotent;
        |cx, a| backdrop(cx, a[0]);

    /// The cells of the bounding box that are not in the patch.
    delta: "patch: Patch -> Indices"; "delta(neighbors(UNITY))"; total Rows;
        |cx, a| delta(cx, a[0]);

    /// The outline of the bounding box.
    box: "patch: Patch -> Indices"; "box(asindices(I))"; total Rows;
        |cx, a| match cx.bounds(a[0])? {
            None => Ok(a[0]),
            Some(bounds) => outline(cx, bounds, 0),
        };

    /// The outline one cell inside the bounding box.
    inbox: "patch: Patch -> Indices"; "inbox(asindices(I))"; fails Rows;
        |cx, a| outline(cx, bounds_of_some(cx, a[0])?, -1);

    /// The outline one cell outside the bounding box.
    outbox: "patch: Patch -> Indices"; "outbox(initset(UNITY))"; fails Rows;
        |cx, a| outline(cx, bounds_of_some(cx, a[0])?, 1);

    /// The four cells that share a side with the cell.
    dneighbors: "loc: Pair -> Indices"; "dneighbors(UNITY)"; total Constant;
        |cx, a| around(cx, a[0], &[0b010, 0b101, 0b010], 4);

    /// The four cells that share only a corner with the cell.
    ineighbors: "loc: Pair -> Indices"; "ineighbors(UNITY)"; total Constant;
        |cx, a| around(cx, a[0], &[0b101, 0b000, 0b101], 4);

    /// The eight cells around the cell.
    neighbors: "loc: Pair -> Indices"; "neighbors(UNITY)"; total Constant;
        |cx, a| around(cx, a[0], &[0b111, 0b101, 0b111], 8);

    /// The row of the cell, from column 0 to 29.
    hfrontier: "location: Pair -> Indices"; "hfrontier(UNITY)"; total Constant, unchecked(0);
        |cx, a| match a[0] {
            Value::Pair(at) => Ok(across(cx, at.row(), 0, FRONTIER)),
            other => odd_frontier(cx, other, 0),
        };

    /// The column of the cell, from row 0 to 29.
    vfrontier: "location: Pair -> Indices"; "vfrontier(UNITY)"; total Constant, unchecked(0);
        |cx, a| match a[0] {
            Value::Pair(at) => Ok(down(cx, 0, at.column(), FRONTIER)),
            other => odd_frontier(cx, other, 1),
        };

    /// The straight or diagonal line between two cells; empty if there is none.
    connect: "a: Pair, b: Pair -> Indices"; "connect(ORIGIN, THREE_BY_THREE)"; total Constant;
        |cx, a| {
            let ((ai, aj), (bi, bj)) = (a[0].pair()?, a[1].pair()?);
            connect(cx, (ai as i64, aj as i64), (bi as i64, bj as i64))
        };

    /// The line from a cell in a direction, 42 steps long.
    shoot: "start: Pair, direction: Pair -> Indices"; "shoot(ORIGIN, UNITY)"; total Constant;
        |cx, a| {
            let ((i, j), (di, dj)) = (a[0].pair()?, a[1].pair()?);
            let (i, j) = (i as i64, j as i64);
            connect(cx, (i, j), (i + SHOT * di as i64, j + SHOT * dj as i64))
        };
}

/// The length of a frontier: the longest side of a task's grid.
pub const FRONTIER: usize = 30;

/// The length of a line of `shoot`, in steps.
pub const SHOT: i64 = 42;

/// Rows of one cell each, in the first column.
static DOWN: [u64; Cells::MAX_HEIGHT] = [1; Cells::MAX_HEIGHT];

/// The row of `n` cells at `n`.
static ACROSS: [u64; Cells::MAX_WIDTH + 1] = {
    let mut rows = [u64::MAX; Cells::MAX_WIDTH + 1];
    let mut n = 0;
    while n < Cells::MAX_WIDTH {
        rows[n] = (1 << n) - 1;
        n += 1;
    }
    rows
};

/// The first `n` rows are the diagonal of `n` cells down to the right.
static FALLING: [u64; Cells::MAX_WIDTH] = {
    let mut rows = [0; Cells::MAX_WIDTH];
    let mut k = 0;
    while k < Cells::MAX_WIDTH {
        rows[k] = 1 << k;
        k += 1;
    }
    rows
};

/// The last `n` rows are the diagonal of `n` cells down to the left.
static RISING: [u64; Cells::MAX_WIDTH] = {
    let mut rows = FALLING;
    rows.reverse();
    rows
};

#[inline]
fn line<'a>(cx: &Cx<'a>, top: i32, left: i32, width: usize, rows: &'static [u64]) -> Value<'a> {
    cx.indices(Cells {
        top,
        left,
        width: width as u32,
        count: rows.len().max(width) as u32,
        rows,
    })
}

/// `n` cells to the right; at most the width of a bitset.
#[inline]
fn across<'a>(cx: &Cx<'a>, top: i32, left: i32, n: usize) -> Value<'a> {
    line(cx, top, left, n, &ACROSS[n..n + 1])
}

/// `n` cells downwards; at most the height of a bitset.
#[inline]
fn down<'a>(cx: &Cx<'a>, top: i32, left: i32, n: usize) -> Value<'a> {
    line(cx, top, left, 1, &DOWN[..n])
}

/// The frontier of a tuple that is not a pair; element `k` stands for row or column.
#[cold]
fn odd_frontier<'a>(cx: &Cx<'a>, location: Value<'a>, k: usize) -> Answer<'a> {
    if !location.is_tuple() {
        return fail(Why::Pair);
    }
    let Some(&part) = cx.items(location)?.get(k) else {
        return fail(Why::Pair);
    };
    let mut cells = cx.reserve_list(FRONTIER)?;
    cx.charge(FRONTIER * (CELLS_PER_TUPLE - 1))?;
    for n in 0..FRONTIER as i64 {
        let parts = if k == 0 {
            [part, Value::Int(n)]
        } else {
            [Value::Int(n), part]
        };
        cells.push(cx.tuple(cx.arena().alloc(parts))?);
    }
    cx.set(cells)
}

/// A ring around a cell.
#[inline]
fn around<'a>(cx: &Cx<'a>, location: Value<'a>, rows: &'static [u64; 3], count: u32) -> Answer<'a> {
    let (i, j) = match location {
        Value::Pair(pair) => pair.parts(),
        // Of a longer tuple the first two numbers count.
        Value::Tuple(_) => match *cx.items(location)? {
            [Value::Int(i), Value::Int(j), ..] => cx.pair(i, j)?.pair()?,
            _ => return fail(Why::Pair),
        },
        _ => return fail(Why::Pair),
    };
    let inside = |n: i32| n > i32::MIN && n < i32::MAX;
    if !inside(i) || !inside(j) {
        return limit(Limit::Size);
    }
    Ok(cx.indices(Cells {
        top: i - 1,
        left: j - 1,
        width: 3,
        count,
        rows,
    }))
}

/// The line between two cells; exceeds a limit if an end is out of range.
pub fn connect<'a>(cx: &Cx<'a>, a: (i64, i64), b: (i64, i64)) -> Answer<'a> {
    let (high, wide) = ((b.0 - a.0).abs(), (b.1 - a.1).abs());
    if high != 0 && wide != 0 && high != wide {
        return Ok(Value::EMPTY_SET);
    }
    let (top, left) = cx.pair(a.0.min(b.0), a.1.min(b.1))?.pair()?;
    let (bottom, right) = cx.pair(a.0.max(b.0), a.1.max(b.1))?.pair()?;
    // Both ends are in range, so their distance is below 2^32.
    let n = high.max(wide) as usize + 1;
    let falling = (b.0 - a.0 > 0) == (b.1 - a.1 > 0);
    if high == 0 && n <= Cells::MAX_WIDTH {
        return Ok(across(cx, top, left, n));
    }
    if wide == 0 && n <= Cells::MAX_HEIGHT {
        return Ok(down(cx, top, left, n));
    }
    if high == wide && n <= Cells::MAX_WIDTH {
        let rows = if falling {
            &FALLING[..n]
        } else {
            &RISING[Cells::MAX_WIDTH - n..]
        };
        return Ok(line(cx, top, left, n, rows));
    }
    // Too long for a bitset.
    let mut cells = cx.reserve_list(n)?;
    let pair = |(i, j)| Value::at(i, j);
    match (high, wide) {
        (0, _) => cells.extend((left..=right).map(|j| (top, j)).map(pair)),
        (_, 0) => cells.extend((top..=bottom).map(|i| (i, left)).map(pair)),
        _ if falling => cells.extend((top..=bottom).zip(left..=right).map(pair)),
        _ => cells.extend((top..=bottom).zip((left..=right).rev()).map(pair)),
    }
    Ok(sorted_set::from_sorted_pairs(cx, cells.into_bump_slice()))
}

/// The straight or diagonal line from a cell to the one `down` and `across` from it; fits a
/// bitset.
#[inline]
pub fn line_in_box<'a>(cx: &Cx<'a>, (i, j): (i32, i32), down: u32, across: i32) -> Value<'a> {
    let n = down as usize + 1;
    match (down, across) {
        (0, _) => self::across(cx, i, j, across as usize + 1),
        (_, 0) => self::down(cx, i, j, n),
        (_, 1..) => line(cx, i, j, n, &FALLING[..n]),
        _ => line(cx, i, j + across, n, &RISING[Cells::MAX_WIDTH - n..]),
    }
}

/// The outline of a box grown by `by` on all sides. A box without an inside is turned over: its
/// opposite sides swap.
fn outline<'a>(cx: &Cx<'a>, b: BoundingBox, by: i64) -> Answer<'a> {
    let rows = (b.top as i64 - by, b.bottom as i64 + by);
    let columns = (b.left as i64 - by, b.right as i64 + by);
    let (top, left) = cx
        .pair(rows.0.min(rows.1), columns.0.min(columns.1))?
        .pair()?;
    let (bottom, right) = cx
        .pair(rows.0.max(rows.1), columns.0.max(columns.1))?
        .pair()?;
    let ring = BoundingBox {
        top,
        left,
        bottom,
        right,
    };
    let (height, width) = (ring.height() as usize, ring.width() as usize);
    if ring.word_rows().is_some() {
        let full = low_bits(width as u32);
        let sides = 1 | 1 << (width - 1);
        let rows = cx.blank(height)?;
        rows.fill(sides);
        rows[0] = full;
        rows[height - 1] = full;
        let inside = height.saturating_sub(2) * width.saturating_sub(2);
        return Ok(cx.indices(Cells {
            top,
            left,
            width: width as u32,
            count: (height * width - inside) as u32,
            rows,
        }));
    }
    wide_outline(cx, ring)
}

/// The cells of an outline that is too large for a bitset. Charged as if it were collected from its four
/// sides.
fn wide_outline<'a>(cx: &Cx<'a>, ring: BoundingBox) -> Answer<'a> {
    let (height, width) = (ring.height() as usize, ring.width() as usize);
    let BoundingBox {
        top,
        left,
        bottom,
        right,
    } = ring;
    let count = height.saturating_add(width).saturating_mul(2);
    cx.reserve(count)?;
    cx.reserve(count)?;
    let words = WideBitset::words(&ring, count);
    cx.reserve(words.unwrap_or(count))?;
    let distinct = match (height, width) {
        (1, n) | (n, 1) => n,
        _ => count - 4,
    };
    let mut items = cx.reserve_list(distinct)?;
    items.extend((left..=right).map(|j| Value::at(top, j)));
    for i in top as i64 + 1..bottom as i64 {
        items.push(Value::at(i as i32, left));
        if left < right {
            items.push(Value::at(i as i32, right));
        }
    }
    if top < bottom {
        items.extend((left..=right).map(|j| Value::at(bottom, j)));
    }
    debug_assert_eq!(items.len(), distinct);
    let items = items.into_bump_slice();
    match words {
        Some(_) => Ok(sorted_set::from_sorted_pairs(cx, items)),
        None => cx.sequence(items).map(Value::Set),
    }
}

fn backdrop<'a>(cx: &Cx<'a>, patch: Value<'a>) -> Answer<'a> {
    if let Some(cells) = patch.cells() {
        let area = cells.height() * cells.width as usize;
        if cells.count as usize == area {
            // The patch fills its box, or is empty.
            return cx.to_indices(patch);
        }
        cx.reserve(cells.height())?;
        let full = Cells::full(
            cx.arena(),
            cells.top,
            cells.left,
            cells.height(),
            cells.width as usize,
        );
        return Ok(cx.indices(full));
    }
    match cx.bounds(patch)? {
        None => Ok(Value::EMPTY_SET),
        Some(b) => {
            cx.reserve((b.height() as usize).saturating_mul(b.width() as usize))?;
            cx.indices_of(b.cells())
        }
    }
}

fn delta<'a>(cx: &Cx<'a>, patch: Value<'a>) -> Answer<'a> {
    let indices = cx.to_indices(patch)?;
    if !indices.is_set() {
        return fail(Why::SetLessTuple);
    }
    match cx.cell_set(indices)? {
        CellSet::Bitset(cells) => {
            let full = low_bits(cells.width);
            let rows = cx.blank(cells.height())?;
            for (to, &row) in rows.iter_mut().zip(cells.rows) {
                *to = full & !row;
            }
            Ok(cx.indices(Cells::tight(cells.top, cells.left, rows)))
        }
        CellSet::Sorted(list) => {
            let b = bounds_of_some(cx, indices)?;
            cx.reserve((b.height() as usize).saturating_mul(b.width() as usize))?;
            cx.indices_of(b.cells().filter(|cell| list.binary_search(cell).is_err()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::wide_outline;
    use crate::dsl::{Cx, Fail, Limit, Limits, Value, primitive};
    use crate::grid::BoundingBox;
    use bumpalo::Bump;

    fn run(name: &str, args: &[Value<'static>]) -> Result<usize, Fail> {
        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default());
        // The arguments live for ever, so they may be used with this arena.
        let value = (primitive(name).expect("a primitive").eval)(&cx, args)?;
        // Rebuilding from the elements detects a box or a count that is not canonical.
        let mut items = cx.list();
        items.extend_from_slice(cx.items(value)?);
        assert!(cx.set(items)? == value, "{name} is not in canonical form");
        value.len()
    }

    #[test]
    fn lines_of_every_length_are_canonical() {
        for n in 0..200 {
            for (di, dj) in [(0, 1), (1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let ends = [Value::at(3, 4), Value::at(3 + n * di, 4 + n * dj)];
                assert_eq!(run("connect", &ends), Ok(n as usize + 1));
            }
        }
        assert_eq!(run("connect", &[Value::at(0, 0), Value::at(1, 2)]), Ok(0));
        assert_eq!(run("shoot", &[Value::at(9, 9), Value::at(-1, 1)]), Ok(43));
    }

    #[test]
    fn wide_outlines_are_those_of_their_sides_and_charged_alike() {
        for (height, width) in [
            (1, 65),
            (129, 1),
            (2, 100),
            (300, 2),
            (70, 90),
            (3, 5_000),
            (2_000, 700),
        ] {
            let ring = BoundingBox {
                top: -3,
                left: 5,
                bottom: height - 4,
                right: width + 4,
            };
            let arena = Bump::new();
            let [one, other] = [(); 2].map(|()| Cx::new(&arena, Limits::default()));
            let outline = wide_outline(&one, ring).expect("an outline");
            other.reserve(2 * (height + width) as usize).expect("cells");
            let sides = (-3..=height - 4).flat_map(|i| [(i, 5), (i, width + 4)]);
            let ends = (5..=width + 4).flat_map(|j| [(-3, j), (height - 4, j)]);
            let wanted = other.indices_of(sides.chain(ends)).expect("cells");
            assert!(outline == wanted && outline.depth_and_weight() == wanted.depth_and_weight());
            assert_eq!(one.spent(), other.spent(), "{height}x{width}");
        }
    }

    #[test]
    fn rings_and_frontiers_are_canonical() {
        let at = [Value::at(-2, 7)];
        for (name, count) in [("dneighbors", 4), ("ineighbors", 4), ("neighbors", 8)] {
            assert_eq!(run(name, &at), Ok(count));
        }
        assert_eq!(run("hfrontier", &at), Ok(30));
        assert_eq!(run("vfrontier", &at), Ok(30));
    }

    #[test]
    fn ends_of_the_range_of_numbers_are_limits() {
        let (least, most) = (Value::at(i32::MIN, i32::MIN), Value::at(i32::MAX, i32::MAX));
        let limit = Err(Fail::Limit(Limit::Size));
        for name in ["dneighbors", "ineighbors", "neighbors"] {
            assert_eq!(run(name, &[least]), limit);
            assert_eq!(run(name, &[most]), limit);
        }
        assert_eq!(run("connect", &[least, most]), limit);
        assert_eq!(run("shoot", &[most, Value::at(0, 1)]), limit);
        assert_eq!(run("shoot", &[most, most]), limit);
        assert_eq!(run("hfrontier", &[most]), Ok(30));
    }
}
