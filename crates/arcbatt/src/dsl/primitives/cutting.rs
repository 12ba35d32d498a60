//! Creating, cutting and joining grids.
//!
//! Whole rows are shared with the grid that they come from, not copied.

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Answer, Fail, Limit, Why, fail, limit};
use crate::dsl::primitives::generic::{self, slice};
use crate::dsl::primitives::grids::{byte, height, width};
use crate::dsl::table::declare;
use crate::dsl::value::Value;
use crate::grid::{Grid, row_copy};
use std::ops::Range;

declare! { Grids;
    /// A grid of one colour and the given shape.
    canvas: "value: Color, dimensions: Pair -> Grid"; "canvas(ZERO, THREE_BY_THREE)";
        total Cells, result(Grids), device(Inlined);
        |cx, a| canvas(cx, a[0], a[1]);

    /// The part of the grid of the given shape that starts at a cell.
    crop: "grid: Grid, start: Pair, dims: Pair -> Grid"; "crop(I, ORIGIN, TWO_BY_TWO)";
        total Cells, result(Grids), device(Inlined);
        |cx, a| crop(cx, a[0], first_two(cx, a[1])?, first_two(cx, a[2])?);

    /// The part of the grid inside the bounding box of the patch.
    subgrid: "patch: Patch, grid: Grid -> Grid"; "subgrid(ofcolor(I, index(I, UNITY)), I)";
        fails Cells, result(Grids), device(Inlined); |cx, a| subgrid(cx, a[0], a[1]);

    /// The upper half, without the middle row if the height is odd.
    tophalf: "grid: Grid -> Grid"; "tophalf(I)"; total Constant, device(Inlined);
        |cx, a| halve_rows(cx, a[0], |n| 0..n / 2);

    /// The lower half, without the middle row if the height is odd.
    bottomhalf: "grid: Grid -> Grid"; "bottomhalf(I)"; total Constant, device(Inlined);
        |cx, a| halve_rows(cx, a[0], |n| n / 2 + n % 2..n);

    /// The left half, without the middle column if the width is odd.
    lefthalf: "grid: Grid -> Grid"; "lefthalf(I)"; total Cells, result(Grids), device(Inlined);
        |cx, a| halve_columns(cx, a[0], true);

    /// The right half, without the middle column if the width is odd.
    righthalf: "grid: Grid -> Grid"; "righthalf(I)"; total Cells, result(Grids), device(Inlined);
        |cx, a| halve_columns(cx, a[0], false);

    /// The grid without its outermost rows and columns.
    trim: "grid: Grid -> Grid"; "trim(I)"; total Cells, result(Grids), device(Inlined);
        |cx, a| match a[0] {
            Value::Grid(g) => cut(cx, a[0], g, slice(g.height(), 1, -1), slice(g.width(), 1, -1)),
            other => generic::trim(cx, other),
        };

    /// The grid split into n panels of equal width; skips a column between panels if there is a remainder.
    hsplit: "grid: Grid, n: Int -> Tuple[Grid]"; "hsplit(I, TWO)"; fails Cells;
        |cx, a| split(cx, a[0], a[1].int()?, true);

    /// The grid split into n panels of equal height; skips a row between panels if there is a remainder.
    vsplit: "grid: Grid, n: Int -> Tuple[Grid]"; "vsplit(I, TWO)"; fails Rows;
        |cx, a| split(cx, a[0], a[1].int()?, false);

    /// Two grids side by side.
    hconcat: "a: Grid, b: Grid -> Grid"; "hconcat(I, I)";
        total Cells, requires(SameHeight), device(Inlined); |cx, a| hconcat(cx, a[0], a[1]);

    /// One grid above the other.
    vconcat: "a: Grid, b: Grid -> Grid"; "vconcat(I, I)";
        total Cells, requires(SameWidth), device(Inlined); |cx, a| vconcat(cx, a[0], a[1]);
}

fn canvas<'a>(cx: &Cx<'a>, value: Value<'a>, dims: Value<'a>) -> Answer<'a> {
    let (height, width) = dims.pair()?;
    let (height, width) = (height.max(0) as usize, width.max(0) as usize);
    match byte(value) {
        Some(c) => {
            // Rows without cells count, too.
            cx.reserve(height)?;
            let cells = cx.plane(height.saturating_mul(width), c)?;
            cx.grid(height, width, cells)
        }
        None => generic::canvas(cx, value, height, width),
    }
}

/// The rows and columns in two ranges inside the grid.
fn cut<'a>(
    cx: &Cx<'a>,
    whole: Value<'a>,
    grid: &Grid<'a>,
    from: Range<usize>,
    columns: Range<usize>,
) -> Answer<'a> {
    if from.is_empty() {
        return Ok(Value::EMPTY_TUPLE);
    }
    let (height, width) = (from.len(), columns.len());
    if width == grid.width() {
        if height == grid.height() {
            return Ok(whole);
        }
        let cells = &grid.cells()[from.start * width..from.end * width];
        return cx.grid(height, width, cells);
    }
    if width == 0 {
        return cx.grid(height, 0, &[]);
    }
    cx.reserve(height * width)?;
    let mut cells = row_copy::list(cx.arena(), height * width);
    for i in from {
        row_copy::copy(
            &mut cells,
            grid.cells(),
            i * grid.width() + columns.start,
            width,
        );
    }
    cx.grid(height, width, cells.into_bump_slice())
}

/// The first two numbers of a tuple; `crop` ignores further ones.
fn first_two<'a>(cx: &Cx<'a>, value: Value<'a>) -> Result<(i32, i32), Fail> {
    match value {
        Value::Tuple(_) if let &[Value::Int(i), Value::Int(j), ..] = cx.items(value)? => {
            match (i32::try_from(i), i32::try_from(j)) {
                (Ok(i), Ok(j)) => Ok((i, j)),
                _ => limit(Limit::Size),
            }
        }
        _ => value.pair(),
    }
}

fn crop<'a>(
    cx: &Cx<'a>,
    grid: Value<'a>,
    (i, j): (i32, i32),
    (height, width): (i32, i32),
) -> Answer<'a> {
    let (i, j, height, width) = (i as i64, j as i64, height as i64, width as i64);
    match grid {
        Value::Grid(g) => {
            let rows = slice(g.height(), i, i + height);
            cut(cx, grid, g, rows, slice(g.width(), j, j + width))
        }
        _ => generic::crop(cx, grid, (i, j), (height, width)),
    }
}

fn subgrid<'a>(cx: &Cx<'a>, patch: Value<'a>, grid: Value<'a>) -> Answer<'a> {
    let corner = match patch {
        Value::Indices(cells) => (cells.top, cells.left),
        Value::Object(object) => (object.shape.top, object.shape.left),
        _ => match generic::bounds(&generic::points(cx, patch)?) {
            Some(bounds) => (bounds.top, bounds.left),
            None => return fail(Why::NoCorners),
        },
    };
    let dims = cx.pair(height(cx, patch)?, width(cx, patch)?)?;
    crop(cx, grid, corner, dims.pair()?)
}

fn halve_rows<'a>(
    cx: &Cx<'a>,
    grid: Value<'a>,
    half: impl Fn(usize) -> Range<usize>,
) -> Answer<'a> {
    match grid {
        Value::Grid(g) => cut(cx, grid, g, half(g.height()), 0..g.width()),
        _ => {
            let items = generic::tuple_items(cx, grid)?;
            let half = &items[half(items.len())];
            generic::emit_row(cx, half)
        }
    }
}

fn halve_columns<'a>(cx: &Cx<'a>, grid: Value<'a>, left: bool) -> Answer<'a> {
    match grid {
        Value::Grid(g) => {
            let n = g.width();
            let half = if left { 0..n / 2 } else { n / 2 + n % 2..n };
            if half.is_empty() {
                // The reference halves the transposed grid, which has no rows here.
                return Ok(Value::EMPTY_TUPLE);
            }
            cut(cx, grid, g, 0..g.height(), half)
        }
        _ => generic::halve_columns(cx, grid, left),
    }
}

fn split<'a>(cx: &Cx<'a>, grid: Value<'a>, n: i64, columns: bool) -> Answer<'a> {
    let Value::Grid(g) = grid else {
        return if columns {
            generic::hsplit(cx, grid, n)
        } else {
            generic::vsplit(cx, grid, n)
        };
    };
    if n == 0 {
        return fail(Why::DivisionByZero);
    }
    let total = if columns { g.width() } else { g.height() };
    let mut panels = cx.reserve_list(n.max(0) as usize)?;
    // Each panel is a value of its own, even if it has no cells.
    cx.charge(n.max(0) as usize)?;
    let (side, gap) = (total as i64 / n, (total as i64 % n != 0) as i64);
    for k in 0..n {
        let start = (side + gap) * k;
        let part = slice(total, start, start + side);
        panels.push(if columns {
            cut(cx, grid, g, 0..g.height(), part)?
        } else {
            cut(cx, grid, g, part, 0..g.width())?
        });
    }
    cx.tuple(panels.into_bump_slice_mut())
}

fn hconcat<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> Answer<'a> {
    let (Value::Grid(x), Value::Grid(y)) = (a, b) else {
        return generic::hconcat(cx, a, b);
    };
    let height = x.height().min(y.height());
    let width = x.width() + y.width();
    cx.reserve(height * width)?;
    let mut cells = row_copy::list(cx.arena(), height * width);
    for i in 0..height {
        row_copy::copy(&mut cells, x.cells(), i * x.width(), x.width());
        row_copy::copy(&mut cells, y.cells(), i * y.width(), y.width());
    }
    cx.grid(height, width, cells.into_bump_slice())
}

fn vconcat<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> Answer<'a> {
    match (a, b) {
        (Value::Grid(x), Value::Grid(y)) if x.width() == y.width() => {
            let mut cells = cx.reserve_list(x.cells().len() + y.cells().len())?;
            cells.extend_from_slice_copy(x.cells());
            cells.extend_from_slice_copy(y.cells());
            cx.grid(x.height() + y.height(), x.width(), cells.into_bump_slice())
        }
        _ => generic::vconcat(cx, a, b),
    }
}
