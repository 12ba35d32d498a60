//! Lifting cells off a grid: a patch takes on the colours that the grid shows under it.
//!
//! In: a patch and a grid. Out: an object; cells outside the grid are left behind.

use super::cx::Cx;
use super::fail::{Fail, fail};
use super::patches::{first_row_len, one_color, tuple_of_two};
use super::value::Value;
use crate::grid::{Cells, Color, Grid, Object, low_bits};

/// The cells of a patch that lie inside the grid, with the colours that it shows there.
pub(super) fn toobject<'a>(
    cx: &Cx<'a>,
    patch: Value<'a>,
    grid: Value<'a>,
) -> Result<Value<'a>, Fail> {
    if let (Some(cells), Value::Grid(grid)) = (patch.cells(), grid) {
        return pick_up(cx, *cells, *grid);
    }
    let width = first_row_len(grid)? as i64;
    let rows = cx.items(grid)?;
    let points = cx.points(patch)?.listed(cx)?;
    let mut cells = cx.list_of(points.len())?;
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
                cells.push(tuple_of_two(cx, value, Value::Pair(i, j))?);
            }
            _ => return fail("this row of the grid is too short"),
        }
    }
    cx.set(cells)
}

/// As [`toobject`], of compact values.
pub(super) fn pick_up<'a>(cx: &Cx<'a>, cells: Cells<'a>, grid: Grid) -> Result<Value<'a>, Fail> {
    let Some(cells) = cut(cx, cells, grid)? else {
        return Ok(Value::EMPTY_SET);
    };
    cx.touch(cells.count as usize)?;
    // A bit a colour; `other` if there is one that has none.
    let mut seen = 0u64;
    let mut other = false;
    let (height, left) = (cells.height(), cells.left as usize);
    let shown = |r: usize| &grid.row(cells.top as usize + r)[left..];
    for (r, &row) in cells.rows.iter().enumerate() {
        let shown = shown(r);
        let mut bits = row;
        while bits != 0 {
            let color = shown[bits.trailing_zeros() as usize] as u8;
            seen |= 1 << (color & 63);
            other |= color > 63;
            bits &= bits - 1;
        }
    }
    let count = seen.count_ones() as usize;
    if other || count > Object::MAX_COLORS {
        return cx.object_of(cells.iter().map(|(i, j)| {
            let color = grid.row(i as usize)[j as usize];
            (color as i32, i, j)
        }));
    }
    if count == 1 {
        let color = one_color(seen.trailing_zeros() as Color);
        return Ok(cx.one_color(color, cells));
    }
    let all = (0..64).filter(|&c| seen >> c & 1 == 1);
    let mut colors = cx.list_of::<Color>(count)?;
    colors.extend(all);
    let planes = cx.blank(count * height)?;
    for (r, &row) in cells.rows.iter().enumerate() {
        let shown = shown(r);
        let mut bits = row;
        while bits != 0 {
            let bit = bits & bits.wrapping_neg();
            let color = shown[bits.trailing_zeros() as usize];
            bits ^= bit;
            // The colours below it come before.
            let k = (seen & low_bits(color as u32)).count_ones() as usize;
            planes[k * height + r] |= bit;
        }
    }
    // The box is that of the cells, and every colour occurs: there is nothing to cut off.
    Ok(Value::Object(cx.arena().alloc(Object {
        shape: cells,
        count: cells.count,
        colors: colors.into_bump_slice(),
        planes,
    })))
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
