//! Cells of a patch with the colours of a grid.
//!
//! In: a patch and a grid. Out: an object. Cells outside the grid are dropped.

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Answer, Fail, Why, fail};
use crate::dsl::primitives::patches::{first_row_len, tuple_of_two};
use crate::dsl::value::Value;
use crate::grid::color_planes::ColorPlanes;
use crate::grid::{Cells, Color, Grid, Object, low_bits};

/// The cells of a patch that lie on the grid, with its colours.
pub fn toobject<'a>(cx: &Cx<'a>, patch: Value<'a>, grid: Value<'a>) -> Answer<'a> {
    if let (Some(cells), Value::Grid(grid)) = (patch.cells(), grid) {
        return pick_up(cx, *cells, *grid);
    }
    let width = first_row_len(grid)? as i64;
    let rows = cx.items(grid)?;
    let points = cx.cell_set(patch)?.list(cx)?;
    let mut cells = cx.reserve_list(points.len())?;
    let mut row_at = (-1, &[][..]);
    for &(i, j) in points {
        let inside =
            (0..rows.len() as i64).contains(&(i as i64)) && (0..width).contains(&(j as i64));
        if !inside {
            continue;
        }
        if row_at.0 != i {
            row_at = (i, cx.items(rows[i as usize])?);
        }
        match row_at.1.get(j as usize) {
            Some(&value) if rows[i as usize].is_tuple() => {
                cells.push(tuple_of_two(cx, value, Value::at(i, j))?);
            }
            _ => return fail(Why::GridRowTooShort),
        }
    }
    cx.set(cells)
}

/// [`toobject`] of compact values.
pub fn pick_up<'a>(cx: &Cx<'a>, cells: Cells<'a>, grid: Grid) -> Answer<'a> {
    let Some(cells) = cut(cx, cells, grid)? else {
        return Ok(Value::EMPTY_SET);
    };
    if cells.count == 1 {
        let color = grid.row(cells.top as usize)[cells.left as usize];
        return Ok(cx.one_color(Object::only(color), cells));
    }
    let (top, width) = (cells.top as usize, grid.width());
    if width <= Cells::MAX_WIDTH {
        let under = &grid.cells()[top * width..(top + cells.height()) * width];
        let under = Grid::new(cells.height(), width, under);
        cx.charge(under.cells().len() / 8)?;
        if let Some(planes) = ColorPlanes::new(cx.arena(), under) {
            return lift(cx, cells, &planes, top);
        }
    }
    cx.object_of(cells.iter().map(|(i, j)| {
        let color = grid.row(i as usize)[j as usize];
        (color as i32, i, j)
    }))
}

/// Cells of a grid with the colours of its `planes`, which begin at row `top` of the grid.
pub fn lift<'a>(cx: &Cx<'a>, cells: Cells<'a>, planes: &ColorPlanes, top: usize) -> Answer<'a> {
    cx.charge(cells.count as usize)?;
    let (first, height) = (cells.top as usize - top, cells.height());
    let seen = |plane: &[u64], r: usize| plane[first + r] >> cells.left & cells.rows[r];
    // One bit per plane: whether one of the cells has its colour.
    let (mut shown, mut last) = (0u32, 0);
    for (k, (color, plane)) in planes.iter().enumerate() {
        let plane = &plane[..first + height];
        if (0..height).fold(0, |any, r| any | seen(plane, r)) != 0 {
            (shown, last) = (shown | 1 << k, color);
        }
    }
    if shown.is_power_of_two() {
        return Ok(cx.one_color(Object::only(last), cells));
    }
    let count = shown.count_ones() as usize;
    let mut colors = cx.reserve_list::<Color>(count)?;
    let mut shown_rows = cx.reserve_list::<u64>(count * height)?;
    for (k, (color, plane)) in planes.iter().enumerate() {
        if shown >> k & 1 == 1 {
            colors.push(color);
            shown_rows.extend((0..height).map(|r| seen(plane, r)));
        }
    }
    // The box is tight, and every colour occurs, so the object is canonical.
    Ok(Value::Object(cx.arena().alloc(Object {
        shape: cells,
        count: cells.count,
        colors: colors.into_bump_slice(),
        planes: shown_rows.into_bump_slice(),
    })))
}

impl<'a> Cx<'a> {
    /// All cells of the grid that has these planes.
    pub(in crate::dsl) fn whole(&self, shape: Cells<'a>, planes: &ColorPlanes) -> Answer<'a> {
        let count = planes.iter().len();
        let mut colors = self.reserve_list::<Color>(count)?;
        let mut rows = self.reserve_list::<u64>(count * shape.height())?;
        for (color, plane) in planes.iter() {
            colors.push(color);
            rows.extend_from_slice_copy(plane);
        }
        if count == 1 {
            return Ok(self.one_color(colors.into_bump_slice(), shape));
        }
        Ok(Value::Object(self.arena().alloc(Object {
            shape,
            count: shape.count,
            colors: colors.into_bump_slice(),
            planes: rows.into_bump_slice(),
        })))
    }
}

/// The cells that lie on the grid; `None` if there are none.
fn cut<'a>(cx: &Cx<'a>, cells: Cells<'a>, grid: Grid) -> Result<Option<Cells<'a>>, Fail> {
    let (top, bottom) = (
        cells.top.max(0),
        (cells.top as i64 + cells.height() as i64).min(grid.height() as i64),
    );
    if cells.is_empty() || top as i64 >= bottom {
        return Ok(None);
    }
    let height = (bottom - top as i64) as usize;
    let inside = columns_inside(cells.left, grid.width());
    if height == cells.height() && low_bits(cells.width) & !inside == 0 {
        return Ok(Some(cells));
    }
    let first = (top as i64 - cells.top as i64) as usize;
    let rows = cx.blank(height)?;
    for (to, &row) in rows.iter_mut().zip(&cells.rows[first..]) {
        *to = row & inside;
    }
    let cells = Cells::tight(top, cells.left, rows);
    Ok((!cells.is_empty()).then_some(cells))
}

/// The bits, in rows that begin at column `left`, of the columns `0..width`.
#[inline]
fn columns_inside(left: i32, width: usize) -> u64 {
    let bits_up_to = |column: i64| low_bits((column - left as i64).clamp(0, 64) as u32);
    bits_up_to(width as i64) & !bits_up_to(0)
}
