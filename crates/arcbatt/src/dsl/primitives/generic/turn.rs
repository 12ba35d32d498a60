//! Mirroring and rotating, cell by cell.

use super::{Rows, bounds, columns, emit, painted, points, rows, tuple_items};
use crate::dsl::cx::Cx;
use crate::dsl::fail::{Answer, Fail, Limit, Why, fail};
use crate::dsl::sets::view::Patch;
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Cell;

/// The four mirrors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirror {
    /// Top to bottom.
    Horizontal,
    /// Left to right.
    Vertical,
    /// At the main diagonal.
    Diagonal,
    /// At the other diagonal.
    Counterdiagonal,
}

fn reversed<'a>(cx: &Cx<'a>, row: &[Value<'a>]) -> Result<&'a [Value<'a>], Fail> {
    cx.reserve(row.len())?;
    let row = cx.arena().alloc_slice_copy(row);
    row.reverse();
    Ok(row)
}

fn rows_reversed<'a>(cx: &Cx<'a>, grid: Value<'a>) -> Result<Rows<'a>, Fail> {
    let mut rows = rows(cx, grid)?;
    for row in rows.iter_mut() {
        *row = reversed(cx, row)?;
    }
    Ok(rows)
}

pub fn mirror_grid<'a>(cx: &Cx<'a>, grid: Value<'a>, mirror: Mirror) -> Answer<'a> {
    match mirror {
        Mirror::Horizontal => {
            let items = tuple_items(cx, grid)?;
            cx.reserve(items.len())?;
            let items = cx.arena().alloc_slice_copy(items);
            items.reverse();
            cx.tuple(items)
        }
        Mirror::Vertical => emit(cx, &rows_reversed(cx, grid)?),
        Mirror::Diagonal => emit(cx, &columns(cx, &rows(cx, grid)?)?),
        Mirror::Counterdiagonal => {
            let mut rows = rows_reversed(cx, grid)?;
            rows.reverse();
            emit(cx, &columns(cx, &rows)?)
        }
    }
}

pub fn rot180<'a>(cx: &Cx<'a>, grid: Value<'a>) -> Answer<'a> {
    let mut rows = rows_reversed(cx, grid)?;
    rows.reverse();
    emit(cx, &rows)
}

/// A quarter turn, clockwise or anticlockwise.
pub fn turn<'a>(cx: &Cx<'a>, grid: Value<'a>, clockwise: bool) -> Answer<'a> {
    let mut rows = rows(cx, grid)?;
    if clockwise {
        rows.reverse();
    }
    let mut columns = columns(cx, &rows)?;
    if !clockwise {
        columns.reverse();
    }
    emit(cx, &columns)
}

/// A set of cells mirrored inside its bounding box.
pub fn mirror_patch<'a>(cx: &Cx<'a>, patch: Value<'a>, mirror: Mirror) -> Answer<'a> {
    let form = patch.patch()?;
    let points = points(cx, patch)?;
    let Some(bounds) = bounds(&points) else {
        return fail(Why::NoCorners);
    };
    let (top, left) = (bounds.top, bounds.left);
    let (height, width) = (bounds.height() - 1, bounds.width() - 1);
    let place = move |i: i32, j: i32| {
        let (i, j) = (i as i64 - top as i64, j as i64 - left as i64);
        let (i, j) = match mirror {
            Mirror::Horizontal => (height - i, j),
            Mirror::Vertical => (i, width - j),
            Mirror::Diagonal => (j, i),
            Mirror::Counterdiagonal => (width - j, height - i),
        };
        // In range; the opposite corner is checked below.
        ((i + top as i64) as i32, (j + left as i64) as i32)
    };
    if matches!(mirror, Mirror::Diagonal | Mirror::Counterdiagonal) {
        cx.pair(top as i64 + width, left as i64 + height)?;
    }
    match form {
        Patch::Indices(_) | Patch::SortedPairs(_) => {
            cx.indices_of(points.iter().map(|&(i, j)| place(i, j)))
        }
        Patch::Object(_) | Patch::SortedCells(_) => {
            let cells = cx.items(patch)?.iter();
            cx.object_of(cells.filter_map(|v| match *v {
                Value::Cell(&Cell(c, i, j)) => {
                    let (i, j) = place(i, j);
                    Some((c, i, j))
                }
                _ => None,
            }))
        }
    }
}

/// The object with every cell enlarged to a square of `factor` cells.
pub fn upscale_object<'a>(cx: &Cx<'a>, object: Value<'a>, factor: usize) -> Answer<'a> {
    let painted = painted(cx, object)?;
    let points = points(cx, object)?;
    let Some(bounds) = bounds(&points) else {
        return Ok(Value::EMPTY_SET);
    };
    if factor == 0 {
        return Ok(Value::EMPTY_SET);
    }
    let count = painted.len().saturating_mul(factor).saturating_mul(factor);
    cx.reserve(count)?;
    // `count` is within the limits, so the factor is small and nothing below overflows.
    let (factor, top, left) = (factor as i64, bounds.top as i64, bounds.left as i64);
    cx.pair(
        top + bounds.height() * factor - 1,
        left + bounds.width() * factor - 1,
    )?;
    let mut cells = cx.reserve_list(painted.len())?;
    for &(color, i, j) in &painted {
        let Ok(color) = i32::try_from(color.int()?) else {
            return Err(Fail::Limit(Limit::Size));
        };
        let (i, j) = (i as i64 - top, j as i64 - left);
        cells.push((color, (top + i * factor) as i32, (left + j * factor) as i32));
    }
    // Row by row, so that the cells are sorted if the object is.
    let side = factor as i32;
    let mut upscaled = cx.reserve_list(count)?;
    for row in cells.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        for di in 0..side {
            for &(c, i, j) in row {
                upscaled.extend((0..side).map(|dj| (c, i + di, j + dj)));
            }
        }
    }
    cx.object_of(upscaled.iter().copied())
}
