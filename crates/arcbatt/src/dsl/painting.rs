//! Painting on grids.
//!
//! A patch is painted row by row, as bits on bytes, cut to the grid. A grid on which nothing
//! lands is given back as it is.

use super::cx::Cx;
use super::fail::{Fail, Limit, fail};
use super::grids::byte;
use super::loose;
use super::table::declare;
use super::value::Value;
use crate::grid::planes::{color_row, draw, most_color};
use crate::grid::{Cells, Color, Grid, Object};

declare! { Painting;
    /// The grid with the patch in one colour.
    fill: "grid: Grid, value: Color, patch: Patch -> Grid"; "fill(I, FIVE, ofcolor(I, ZERO))";
        fails Cells; |cx, a| fill(cx, a[0], a[1], a[2]);

    /// The grid with the object on it.
    paint: "grid: Grid, obj: Object -> Grid"; "paint(I, recolor(FIVE, ofcolor(I, ZERO)))";
        fails Cells; |cx, a| paint(cx, a[0], a[1]);

    /// The grid with the patch in one colour, only where it shows its most common colour.
    underfill: "grid: Grid, value: Color, patch: Patch -> Grid";
        "underfill(I, FIVE, asindices(I))"; fails Cells; |cx, a| underfill(cx, a[0], a[1], a[2]);

    /// The grid with the object on it, only where it shows its most common colour.
    underpaint: "grid: Grid, obj: Object -> Grid";
        "underpaint(I, recolor(FIVE, asindices(I)))"; fails Cells; |cx, a| underpaint(cx, a[0], a[1]);

    /// The grid with the patch in its most common colour.
    cover: "grid: Grid, patch: Patch -> Grid"; "cover(I, ofcolor(I, index(I, UNITY)))";
        fails Cells; |cx, a| cover(cx, a[0], a[1]);

    /// The grid with the object moved; its old place gets the most common colour.
    move: "grid: Grid, obj: Object, offset: Pair -> Grid";
        "move(I, recolor(FIVE, ofcolor(I, index(I, UNITY))), DOWN)";
        fails Cells; |cx, a| move_object(cx, a[0], a[1], a[2]);
}

/// A grid that is being painted on.
struct Board<'a> {
    height: usize,
    width: usize,
    cells: &'a mut [Color],
}

impl<'a> Board<'a> {
    fn new(cx: &Cx<'a>, grid: &Grid<'a>) -> Result<Self, Fail> {
        Ok(Self {
            height: grid.height(),
            width: grid.width(),
            cells: cx.copy(*grid)?,
        })
    }

    /// Calls `paint` with every row that rows of bits touch, from the leftmost column that they
    /// share, and the bits from there on. The first row of bits lies at (`top`, `left`).
    #[inline]
    fn rows(
        &mut self,
        top: i64,
        left: i64,
        rows: &[u64],
        mut paint: impl FnMut(&mut [Color], u64),
    ) {
        let first = (-top).clamp(0, rows.len() as i64) as usize;
        let end = (self.height as i64 - top).clamp(first as i64, rows.len() as i64) as usize;
        let start = left.max(0);
        let cut_off = start - left;
        if cut_off >= 64 || start >= self.width as i64 {
            return;
        }
        let start = start as usize;
        for (r, &bits) in rows.iter().enumerate().take(end).skip(first) {
            let bits = bits >> cut_off;
            if bits != 0 {
                let at = (top + r as i64) as usize * self.width;
                paint(&mut self.cells[at + start..at + self.width], bits);
            }
        }
    }

    fn fill(&mut self, cells: &Cells, c: Color) {
        self.rows(
            cells.top as i64,
            cells.left as i64,
            cells.rows,
            |row, bits| draw(row, bits, c),
        );
    }

    /// Colours where the grid shows `background`.
    fn underfill(&mut self, top: i64, left: i64, rows: &[u64], background: Color, c: Color) {
        self.rows(top, left, rows, |row, bits| {
            draw(row, bits & color_row(row, background), c)
        });
    }

    /// The last colour stays where two meet.
    fn paint(&mut self, object: &Object, di: i64, dj: i64) {
        let (top, left) = (object.shape.top as i64 + di, object.shape.left as i64 + dj);
        for (c, plane) in object.planes() {
            self.rows(top, left, plane, |row, bits| draw(row, bits, c));
        }
    }

    fn finish(self, cx: &Cx<'a>) -> Result<Value<'a>, Fail> {
        cx.grid(self.height, self.width, self.cells)
    }
}

/// Whether the boxes of grid and patch share no cell.
fn apart(grid: &Grid, cells: &Cells) -> bool {
    cells.is_empty()
        || cells.top as i64 >= grid.height() as i64
        || cells.left as i64 >= grid.width() as i64
        || cells.bottom() < 0
        || cells.right() < 0
}

/// The cells of a patch in compact form.
#[inline]
fn compact<'a>(patch: Value<'a>) -> Option<&'a Cells<'a>> {
    match patch {
        Value::Indices(cells) => Some(cells),
        Value::Object(object) => Some(&object.shape),
        _ => None,
    }
}

/// The most common colour of a grid that is painted on.
fn background(grid: &Grid) -> Result<Color, Fail> {
    match most_color(*grid) {
        Some(c) => Ok(c),
        None => fail("nothing has no colour"),
    }
}

fn fill<'a>(
    cx: &Cx<'a>,
    value: Value<'a>,
    color: Value<'a>,
    patch: Value<'a>,
) -> Result<Value<'a>, Fail> {
    let (Value::Grid(grid), Some(cells)) = (value, compact(patch)) else {
        return loose::fill(cx, value, color, patch);
    };
    if apart(grid, cells) {
        return Ok(value);
    }
    let Some(c) = byte(color) else {
        return loose::fill(cx, value, color, patch);
    };
    let mut board = Board::new(cx, grid)?;
    board.fill(cells, c);
    board.finish(cx)
}

fn paint<'a>(cx: &Cx<'a>, value: Value<'a>, object: Value<'a>) -> Result<Value<'a>, Fail> {
    let (Value::Grid(grid), Value::Object(o)) = (value, object) else {
        return loose::paint(cx, value, object);
    };
    if apart(grid, &o.shape) {
        return Ok(value);
    }
    let mut board = Board::new(cx, grid)?;
    board.paint(o, 0, 0);
    board.finish(cx)
}

fn underfill<'a>(
    cx: &Cx<'a>,
    value: Value<'a>,
    color: Value<'a>,
    patch: Value<'a>,
) -> Result<Value<'a>, Fail> {
    let (Value::Grid(grid), Some(cells), Some(c)) = (value, compact(patch), byte(color)) else {
        return loose::underfill(cx, value, color, patch);
    };
    let background = background(grid)?;
    if apart(grid, cells) {
        return Ok(value);
    }
    let mut board = Board::new(cx, grid)?;
    board.underfill(
        cells.top as i64,
        cells.left as i64,
        cells.rows,
        background,
        c,
    );
    board.finish(cx)
}

fn underpaint<'a>(cx: &Cx<'a>, value: Value<'a>, object: Value<'a>) -> Result<Value<'a>, Fail> {
    let (Value::Grid(grid), Value::Object(o)) = (value, object) else {
        return loose::underpaint(cx, value, object);
    };
    let background = background(grid)?;
    if apart(grid, &o.shape) {
        return Ok(value);
    }
    let mut board = Board::new(cx, grid)?;
    for (c, plane) in o.planes() {
        board.underfill(
            o.shape.top as i64,
            o.shape.left as i64,
            plane,
            background,
            c,
        );
    }
    board.finish(cx)
}

fn cover<'a>(cx: &Cx<'a>, value: Value<'a>, patch: Value<'a>) -> Result<Value<'a>, Fail> {
    let (Value::Grid(grid), Some(cells)) = (value, compact(patch)) else {
        let background = loose::common_color(cx, value, true)?;
        return loose::fill(cx, value, background, patch);
    };
    let background = background(grid)?;
    if apart(grid, cells) {
        return Ok(value);
    }
    let mut board = Board::new(cx, grid)?;
    board.fill(cells, background);
    board.finish(cx)
}

fn move_object<'a>(
    cx: &Cx<'a>,
    value: Value<'a>,
    object: Value<'a>,
    offset: Value<'a>,
) -> Result<Value<'a>, Fail> {
    let (Value::Grid(grid), Value::Object(o), Value::Pair(di, dj)) = (value, object, offset) else {
        return loose::move_object(cx, value, object, offset);
    };
    let background = background(grid)?;
    let corners = [
        (o.shape.top, di),
        (o.shape.bottom(), di),
        (o.shape.left, dj),
        (o.shape.right(), dj),
    ];
    if corners.iter().any(|&(at, by)| at.checked_add(by).is_none()) {
        return Err(Fail::Limit(Limit::Size));
    }
    let mut board = Board::new(cx, grid)?;
    board.fill(&o.shape, background);
    board.paint(o, di as i64, dj as i64);
    board.finish(cx)
}
