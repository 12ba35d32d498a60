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
        return pick_up(cx, cells, *grid);
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
pub(super) fn pick_up<'a>(cx: &Cx<'a>, cells: &Cells<'a>, grid: Grid) -> Result<Value<'a>, Fail> {
    let (top, bottom) = (
        cells.top.max(0),
        (cells.top as i64 + cells.height() as i64).min(grid.height() as i64),
    );
    if cells.is_empty() || (top as i64) >= bottom {
        return Ok(Value::EMPTY_SET);
    }
    let height = (bottom - top as i64) as usize;
    let first = (top as i64 - cells.top as i64) as usize;
    let inside = columns_inside(cells.left, grid.width());
    // Where the colour of each byte went, plus one; filled as colours come up.
    let mut place = [0u8; 256];
    let mut used: [Color; Object::MAX_COLORS] = [0; Object::MAX_COLORS];
    let mut count = 0;
    cx.touch(cells.count as usize)?;
    for (r, &row) in cells.rows[first..first + height].iter().enumerate() {
        let shown = grid.row(top as usize + r);
        let mut bits = row & inside;
        while bits != 0 {
            let j = cells.left as i64 + bits.trailing_zeros() as i64;
            bits &= bits - 1;
            let color = shown[j as usize];
            if place[color as u8 as usize] == 0 {
                if count == Object::MAX_COLORS {
                    return pick_up_many(cx, cells, grid);
                }
                used[count] = color;
                count += 1;
                place[color as u8 as usize] = 1;
            }
        }
    }
    if count == 0 {
        return Ok(Value::EMPTY_SET);
    }
    if let [color] = used[..count] {
        if height == cells.height() && low_bits(cells.width) & !inside == 0 {
            return Ok(cx.one_color(one_color(color), *cells));
        }
        let rows = cx.blank(height)?;
        for (to, &row) in rows.iter_mut().zip(&cells.rows[first..]) {
            *to = row & inside;
        }
        return Ok(cx.one_color(one_color(color), Cells::tight(top, cells.left, rows)));
    }
    let colors = cx.arena().alloc_slice_copy(&used[..count]);
    colors.sort_unstable();
    for (k, &color) in colors.iter().enumerate() {
        place[color as u8 as usize] = k as u8;
    }
    let planes = cx.blank(count * height)?;
    for (r, &row) in cells.rows[first..first + height].iter().enumerate() {
        let shown = grid.row(top as usize + r);
        let mut bits = row & inside;
        while bits != 0 {
            let bit = bits & bits.wrapping_neg();
            let j = cells.left as i64 + bits.trailing_zeros() as i64;
            bits ^= bit;
            let k = place[shown[j as usize] as u8 as usize] as usize;
            planes[k * height + r] |= bit;
        }
    }
    cx.object(top, cells.left, height, colors, planes)
}

/// As [`pick_up`], of more colours than a compact object has.
#[cold]
fn pick_up_many<'a>(cx: &Cx<'a>, cells: &Cells<'a>, grid: Grid) -> Result<Value<'a>, Fail> {
    cx.object_of(cells.iter().filter_map(|(i, j)| {
        let color = grid.get(i as i64, j as i64)?;
        Some((color as i32, i, j))
    }))
}

/// The bits, in rows that begin at column `left`, of the columns `0..width`.
#[inline]
fn columns_inside(left: i32, width: usize) -> u64 {
    let bits_up_to = |column: i64| low_bits((column - left as i64).clamp(0, 64) as u32);
    bits_up_to(width as i64) & !bits_up_to(0)
}
