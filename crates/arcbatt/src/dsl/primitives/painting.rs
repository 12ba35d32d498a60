//! Painting on grids.
//!
//! A patch is painted row by row, bits onto bytes, cut to the grid. If no cell of the patch lies
//! on the grid, the grid itself is returned.

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Answer, Fail, Limit, Why, fail, limit};
use crate::dsl::primitives::generic;
use crate::dsl::primitives::grids::byte;
use crate::dsl::primitives::pixels::{fill_pairs, paint_cells, tuple_of_cells};
use crate::dsl::sets::view::Patch;
use crate::dsl::table::declare;
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Cell;
use crate::grid::color_counts::most_color;
use crate::grid::simd::{SIXTEEN, color as color_sixteen, color_by_bits};
use crate::grid::{Cells, Color, Grid, Object, low_bits};
use bumpalo::Bump;
use std::ops::Range;

declare! { Painting;
    /// The grid with the cells of the patch set to one colour.
    fill: "grid: Grid, value: Color, patch: Patch -> Grid"; "fill(I, FIVE, ofcolor(I, ZERO))";
        fails Cells, result(Grids), device(Inlined); |cx, a| fill(cx, a[0], a[1], a[2]);

    /// The grid with the object painted on it.
    paint: "grid: Grid, obj: Object -> Grid"; "paint(I, recolor(FIVE, ofcolor(I, ZERO)))";
        fails Cells, result(Grids), device(Inlined); |cx, a| paint(cx, a[0], a[1]);

    /// As fill, but only on cells of the grid's most common colour.
    underfill: "grid: Grid, value: Color, patch: Patch -> Grid";
        "underfill(I, FIVE, asindices(I))";
        fails Cells, result(Grids), assumes_background, device(Inlined);
        |cx, a| underfill(cx, a[0], a[1], a[2]);

    /// As paint, but only on cells of the grid's most common colour.
    underpaint: "grid: Grid, obj: Object -> Grid";
        "underpaint(I, recolor(FIVE, asindices(I)))";
        fails Cells, result(Grids), assumes_background; |cx, a| underpaint(cx, a[0], a[1]);

    /// The grid with the cells of the patch set to its most common colour.
    cover: "grid: Grid, patch: Patch -> Grid"; "cover(I, ofcolor(I, index(I, UNITY)))";
        fails Cells, result(Grids), assumes_background, device(Inlined);
        |cx, a| cover(cx, a[0], a[1]);

    /// The grid with the object moved; the old place gets the most common colour.
    move: "grid: Grid, obj: Object, offset: Pair -> Grid";
        "move(I, recolor(FIVE, ofcolor(I, index(I, UNITY))), DOWN)";
        fails Cells, unchecked(2), result(Grids), assumes_background;
        |cx, a| move_object(cx, a[0], a[1], a[2]);
}

/// A grid that is being painted on.
struct Board<'a> {
    height: usize,
    width: usize,
    /// The original cells, until the first change.
    before: Option<&'a [Color]>,
    cells: &'a mut [Color],
    arena: &'a Bump,
}

/// Cells of bit planes.
#[derive(Clone, Copy)]
struct Inks<'x> {
    shape: &'x Cells<'x>,
    colors: &'x [Color],
    planes: &'x [u64],
    /// Whether no cell has two colours.
    distinct: bool,
}

/// With as many colours, it is faster to paint one bit of all colours after the other.
const MANY: usize = 6;

impl<'a> Board<'a> {
    fn new(cx: &Cx<'a>, grid: &Grid<'a>) -> Result<Self, Fail> {
        Ok(Self {
            height: grid.height(),
            width: grid.width(),
            before: Some(grid.cells()),
            cells: cx.copy(*grid)?,
            arena: cx.arena(),
        })
    }

    /// Paints bit planes, one per colour, with the upper left corner at (`top`, `left`). Later
    /// colours win. With `only`, paints only cells of that colour.
    fn planes(&mut self, (top, left): (i64, i64), inks: Inks, only: Option<Color>) {
        let Inks {
            shape,
            colors,
            planes,
            distinct,
        } = inks;
        let height = shape.height();
        let first = (-top).clamp(0, height as i64) as usize;
        let end = (self.height as i64 - top).clamp(first as i64, height as i64) as usize;
        let start = left.max(0);
        let cut_off = start - left;
        if first == end || cut_off >= 64 || start >= self.width as i64 {
            return;
        }
        let used = (shape.width as i64 - cut_off).min(self.width as i64 - start);
        let inside = low_bits(used.max(0) as u32);
        let at = (top + first as i64) as usize * self.width + start as usize;
        let before = self.before.take();
        let bits_of_colors = match distinct && colors.len() >= MANY {
            true => self.bits_of_colors(inks),
            false => None,
        };
        for column in (0..used.max(0) as usize).step_by(SIXTEEN) {
            let (by, inside) = (cut_off + column as i64, inside >> column);
            let bits = |k: usize, r: usize| (planes[k * height + r] >> by & inside) as u16;
            let before = before.filter(|_| column == 0);
            match *colors {
                _ if let Some(slices) = bits_of_colors => {
                    self.sixteen_wide(before, at + column, first..end, |cells, r, by| {
                        let of_row = |row: u64| ((row >> cut_off >> column) as u16) << by;
                        let slices = std::array::from_fn(|k| of_row(slices[k * height + r]));
                        let hit = (shape.rows[r] >> cut_off >> column & inside) as u16;
                        color_by_bits(cells, hit << by, slices, only);
                    })
                }
                [c] => self.sixteen_wide(before, at + column, first..end, |cells, r, by| {
                    color_sixteen(cells, bits(0, r) << by, c, only);
                }),
                _ => self.sixteen_wide(before, at + column, first..end, |cells, r, by| {
                    for (k, &c) in colors.iter().enumerate() {
                        color_sixteen(cells, bits(k, r) << by, c, only);
                    }
                }),
            }
        }
    }

    /// The four bits of every cell's colour, as one plane each. `None` if a colour has more.
    fn bits_of_colors(&self, inks: Inks) -> Option<&'a [u64]> {
        let height = inks.shape.height();
        if !inks.colors.iter().all(|c| (0..16).contains(c)) {
            return None;
        }
        let slices = self.arena.alloc_slice_fill_copy(4 * height, 0);
        for (&c, plane) in inks.colors.iter().zip(inks.planes.chunks_exact(height)) {
            for (bit, slice) in slices.chunks_exact_mut(height).enumerate() {
                if c >> bit & 1 == 1 {
                    for (all, row) in slice.iter_mut().zip(plane) {
                        *all |= row;
                    }
                }
            }
        }
        Some(slices)
    }

    /// Paints sixteen columns from cell `at` of the first row on. `ink(cells, row, shift)` paints
    /// sixteen cells that begin `shift` columns to the left.
    #[inline]
    fn sixteen_wide(
        &mut self,
        before: Option<&[Color]>,
        at: usize,
        rows: Range<usize>,
        ink: impl Fn(&mut [Color; SIXTEEN], usize, usize),
    ) {
        let mut at = at;
        for r in rows {
            // Cells further on are unchanged: reading the original avoids a stall on the write
            // just done.
            let cells = before.unwrap_or(self.cells)[at..].first_chunk();
            if let Some(cells) = cells {
                let mut cells = *cells;
                ink(&mut cells, r, 0);
                self.cells[at..at + SIXTEEN].copy_from_slice(&cells);
            } else if let past = at + SIXTEEN - self.cells.len()
                && let Some(last) = self.cells.last_chunk_mut()
            {
                ink(last, r, past);
            } else {
                let few = &mut self.cells[at..];
                let mut cells = [0; SIXTEEN];
                cells[..few.len()].copy_from_slice(few);
                ink(&mut cells, r, 0);
                few.copy_from_slice(&cells[..few.len()]);
            }
            at += self.width;
        }
    }

    /// Paints a patch moved by (`di`, `dj`), with `color` or with its own colours. With `only`,
    /// paints only cells of that colour.
    fn lay(
        &mut self,
        patch: Patch,
        (di, dj): (i32, i32),
        color: Option<Color>,
        only: Option<Color>,
    ) {
        let moved = |shape: &Cells| (shape.top as i64 + di as i64, shape.left as i64 + dj as i64);
        let mut ink = |shape: &Cells, colors: &[Color], planes: &[u64], distinct| {
            let inks = Inks {
                shape,
                colors,
                planes,
                distinct,
            };
            self.planes(moved(shape), inks, only);
        };
        match (patch, color) {
            (Patch::Indices(cells), _) => ink(cells, &[color.unwrap_or(0)], cells.rows, true),
            (Patch::Object(Object { shape, .. }), Some(c)) => ink(shape, &[c], shape.rows, true),
            (Patch::Object(object), None) => {
                let distinct = object.count == object.shape.count;
                ink(&object.shape, object.colors, object.planes, distinct);
            }
            (Patch::SortedPairs(list) | Patch::SortedCells(list), _) => {
                self.before = None;
                self.lay_listed(list, (di, dj), color, only);
            }
        }
    }

    /// [`lay`](Self::lay) for a list of pairs or coloured cells.
    #[inline(never)]
    fn lay_listed(
        &mut self,
        list: &[Value],
        (di, dj): (i32, i32),
        color: Option<Color>,
        only: Option<Color>,
    ) {
        let mut list = list;
        if let Some(Value::Pair(_)) = list.first() {
            // Pairs are sorted by row: skip those above and below the grid.
            let up_to = |row: i64| {
                let above = |v: &Value| matches!(*v, Value::Pair(p) if (p.row() as i64) < row);
                list.partition_point(above)
            };
            let first = -(di as i64);
            list = &list[up_to(first)..up_to(first + self.height as i64)];
        }
        for item in list {
            let (own, i, j) = match *item {
                Value::Cell(&Cell(c, i, j)) => (c as Color, i, j),
                Value::Pair(pair) => (0, pair.row(), pair.column()),
                _ => continue,
            };
            let (i, j) = (i as i64 + di as i64, j as i64 + dj as i64);
            if (0..self.height as i64).contains(&i) && (0..self.width as i64).contains(&j) {
                let cell = &mut self.cells[i as usize * self.width + j as usize];
                if only.is_none_or(|only| *cell == only) {
                    *cell = color.unwrap_or(own);
                }
            }
        }
    }

    fn finish(self, cx: &Cx<'a>) -> Answer<'a> {
        cx.grid(self.height, self.width, self.cells)
    }
}

/// Whether no cell of the patch can lie on the grid.
fn apart(grid: &Grid, patch: Patch) -> bool {
    patch.cells().is_some_and(|cells| {
        cells.is_empty()
            || cells.top as i64 >= grid.height() as i64
            || cells.left as i64 >= grid.width() as i64
            || cells.bottom() < 0
            || cells.right() < 0
    })
}

/// The value as an object whose colours fit a compact grid.
fn ink(value: Value) -> Option<Patch> {
    let patch = value.patch().ok()?;
    let takes = match patch {
        Patch::Object(_) => true,
        Patch::Indices(cells) => cells.is_empty(),
        Patch::SortedPairs(_) => false,
        Patch::SortedCells(list) => list
            .iter()
            .all(|v| matches!(*v, Value::Cell(cell) if Color::try_from(cell.0).is_ok())),
    };
    takes.then_some(patch)
}

/// The most common colour of the grid.
fn background(grid: &Grid) -> Result<Color, Fail> {
    match most_color(*grid) {
        Some(c) => Ok(c),
        None => fail(Why::NoColor),
    }
}

/// The grid with a patch painted on it, see [`Board::lay`].
fn laid<'a>(
    cx: &Cx<'a>,
    value: Value<'a>,
    grid: &Grid<'a>,
    patch: Patch,
    color: Option<Color>,
    only: Option<Color>,
) -> Answer<'a> {
    if apart(grid, patch) {
        return Ok(value);
    }
    let mut board = Board::new(cx, grid)?;
    board.lay(patch, (0, 0), color, only);
    board.finish(cx)
}

fn fill<'a>(cx: &Cx<'a>, value: Value<'a>, color: Value<'a>, patch: Value<'a>) -> Answer<'a> {
    match (value, patch.patch(), byte(color)) {
        (Value::Grid(grid), Ok(patch), None) if apart(grid, patch) => Ok(value),
        (Value::Grid(grid), Ok(patch), color @ Some(_)) => {
            laid(cx, value, grid, patch, color, None)
        }
        (Value::Grid(grid), Err(_), Some(color))
            if let Some(pairs) = cx.tuple_of_pairs(patch)? =>
        {
            fill_pairs(cx, grid, color, pairs.iter().copied())
        }
        (Value::Grid(grid), Err(_), Some(color)) if let Some(cells) = tuple_of_cells(patch) => {
            cx.charge(patch.len()?)?;
            fill_pairs(cx, grid, color, cells.map(|Cell(_, i, j)| (i, j)))
        }
        _ => generic::fill(cx, value, color, patch),
    }
}

fn paint<'a>(cx: &Cx<'a>, value: Value<'a>, object: Value<'a>) -> Answer<'a> {
    match (value, ink(object)) {
        (Value::Grid(grid), Some(patch)) => laid(cx, value, grid, patch, None, None),
        (Value::Grid(grid), None) if let Some(cells) = tuple_of_cells(object) => {
            paint_cells(cx, grid, cells)
        }
        _ => generic::paint(cx, value, object),
    }
}

fn underfill<'a>(cx: &Cx<'a>, value: Value<'a>, color: Value<'a>, patch: Value<'a>) -> Answer<'a> {
    match (value, patch.patch(), byte(color)) {
        (Value::Grid(grid), Ok(patch), color @ Some(_)) => {
            laid(cx, value, grid, patch, color, Some(background(grid)?))
        }
        _ => generic::underfill(cx, value, color, patch),
    }
}

fn underpaint<'a>(cx: &Cx<'a>, value: Value<'a>, object: Value<'a>) -> Answer<'a> {
    match (value, ink(object)) {
        (Value::Grid(grid), Some(patch)) => {
            laid(cx, value, grid, patch, None, Some(background(grid)?))
        }
        _ => generic::underpaint(cx, value, object),
    }
}

fn cover<'a>(cx: &Cx<'a>, value: Value<'a>, patch: Value<'a>) -> Answer<'a> {
    match (value, patch.patch()) {
        (Value::Grid(grid), Ok(patch)) => {
            laid(cx, value, grid, patch, Some(background(grid)?), None)
        }
        _ => {
            let background = generic::common_color(cx, value, true)?;
            generic::fill(cx, value, background, patch)
        }
    }
}

fn move_object<'a>(
    cx: &Cx<'a>,
    value: Value<'a>,
    object: Value<'a>,
    offset: Value<'a>,
) -> Answer<'a> {
    let (Value::Grid(grid), Some(patch)) = (value, ink(object)) else {
        return generic::move_object(cx, value, object, offset);
    };
    let background = background(grid)?;
    let Some(bounds) = cx.bounds(object)? else {
        return Ok(value);
    };
    let (di, dj) = offset.pair()?;
    let ends = [
        (bounds.top, di),
        (bounds.bottom, di),
        (bounds.left, dj),
        (bounds.right, dj),
    ];
    if ends.iter().any(|&(at, by)| at.checked_add(by).is_none()) {
        return limit(Limit::Size);
    }
    let mut board = Board::new(cx, grid)?;
    board.lay(patch, (0, 0), Some(background), None);
    board.lay(patch, (di, dj), None, None);
    board.finish(cx)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::Limits;
    use crate::rng::Rng;
    use bumpalo::Bump;

    /// Compares with painting cell by cell: narrow and wide patches, partly outside the grid.
    #[test]
    fn painting_colours_the_cells_of_the_patch() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default());
        let mut rng = Rng::new(7);
        let mut next = |n: u64| rng.below(n);
        for turn in 0..3000 {
            let most = if turn % 3 == 0 { 70 } else { 12 };
            let (height, width) = (1 + next(9) as usize, 1 + next(most) as usize);
            let cells: Vec<Color> = (0..height * width).map(|_| next(3) as Color).collect();
            let grid = Grid::new(height, width, arena.alloc_slice_copy(&cells));
            let colors = 1 + next(if turn % 5 == 0 { 10 } else { 3 });
            let shape = (1 + next(8), 1 + next(if turn % 2 == 0 { 10 } else { 64 }));
            let corner = (next(12) as i32 - 6, next(40) as i32 - 20);
            let ink: Vec<(i32, i32, i32)> = (0..1 + next(60))
                .map(|_| {
                    let (i, j) = (next(shape.0) as i32, next(shape.1) as i32);
                    (5 + next(colors) as i32, corner.0 + i, corner.1 + j)
                })
                .collect();
            let mut ink = ink;
            if turn % 2 == 0 {
                // No cell has two colours.
                ink.sort_unstable_by_key(|&(c, i, j)| (i, j, c));
                ink.dedup_by_key(|&mut (_, i, j)| (i, j));
            }
            let object = cx.object_of(ink.iter().copied()).expect("a small object");
            let (patch, only) = (ink_of(object), (turn % 4 == 0).then_some(1));
            let mut board = Board::new(&cx, &grid).expect("a small grid");
            board.lay(patch, (1, -1), None, only);
            let mut wanted = cells;
            let mut order = ink;
            order.sort_unstable();
            for (c, i, j) in order {
                let (i, j) = (i + 1, j - 1);
                if (0..height as i32).contains(&i) && (0..width as i32).contains(&j) {
                    let at = i as usize * width + j as usize;
                    if only.is_none_or(|only| wanted[at] == only) {
                        wanted[at] = c as Color;
                    }
                }
            }
            assert_eq!(board.cells, wanted, "turn {turn}");
        }
    }

    fn ink_of(object: Value) -> Patch {
        ink(object).expect("an object")
    }
}
