//! The generic path of the grid primitives, for values that are not compact.
//!
//! Such values are grids whose rows differ in length or hold large numbers, patches wider than a
//! word, and patches given as tuples. In: any value. Out: the results of arc-dsl: rows are sliced
//! and zipped, and a row that is too short fails. Cells may be any values. On compact values the
//! results equal those of the compact path. This path is rare and not optimised.

mod area;
mod color;
mod objects;
mod paint;
mod turn;

#[cfg(test)]
mod tests;

pub(in crate::dsl) use area::{
    canvas, crop, downscale, halve_columns, hconcat, hsplit, hupscale, slice, trim, upscale,
    vconcat, vsplit, vupscale,
};
pub(in crate::dsl) use color::{
    asindices, asobject, cellwise, colorcount, common_color, compress, frontiers, height, index,
    ofcolor, palette, period, replace, square, switch, width,
};
pub(in crate::dsl) use objects::{objects, occurrences, partition, ranked_colors};
pub(in crate::dsl) use paint::{fill, move_object, paint, underfill, underpaint};
pub(in crate::dsl) use turn::{Mirror, mirror_grid, mirror_patch, rot180, turn, upscale_object};

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::{Answer, Fail, Why, fail};
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Cell;
use crate::grid::BoundingBox;

/// The rows of a grid, each a slice of cells.
pub type Rows<'a> = List<'a, &'a [Value<'a>]>;

/// The elements of a tuple.
pub fn tuple_items<'a>(cx: &Cx<'a>, value: Value<'a>) -> Result<&'a [Value<'a>], Fail> {
    if !value.is_tuple() {
        return fail(Why::Tuple);
    }
    cx.items(value)
}

/// The rows of any tuple of tuples.
pub fn rows<'a>(cx: &Cx<'a>, grid: Value<'a>) -> Result<Rows<'a>, Fail> {
    let items = tuple_items(cx, grid)?;
    let mut rows = cx.reserve_list(items.len())?;
    for &row in items {
        rows.push(tuple_items(cx, row)?);
    }
    Ok(rows)
}

/// The length of the first row.
pub fn first_width(rows: &[&[Value]]) -> Result<usize, Fail> {
    match rows.first() {
        Some(row) => Ok(row.len()),
        None => fail(Why::NoWidth),
    }
}

/// The grid of the given rows.
pub fn emit<'a>(cx: &Cx<'a>, rows: &[&[Value<'a>]]) -> Answer<'a> {
    let mut out = cx.reserve_list(rows.len())?;
    for row in rows {
        out.push(emit_row(cx, row)?);
    }
    cx.tuple(out.into_bump_slice_mut())
}

/// The tuple of the given cells.
pub fn emit_row<'a>(cx: &Cx<'a>, row: &[Value<'a>]) -> Answer<'a> {
    cx.reserve(row.len())?;
    cx.tuple(cx.arena().alloc_slice_copy(row))
}

/// The cell in row `i`, column `j`; fails if the row is too short.
pub fn cell<'a>(rows: &[&[Value<'a>]], i: usize, j: usize) -> Answer<'a> {
    match rows.get(i).and_then(|row| row.get(j)) {
        Some(&cell) => Ok(cell),
        None => fail(Why::RowTooShort),
    }
}

/// The columns, as many as the shortest row has.
pub fn columns<'a>(cx: &Cx<'a>, rows: &[&[Value<'a>]]) -> Result<Rows<'a>, Fail> {
    let width = rows.iter().map(|row| row.len()).min().unwrap_or(0);
    let mut columns = cx.reserve_list(width)?;
    for j in 0..width {
        cx.reserve(rows.len())?;
        let column = rows.iter().map(|row| row[j]);
        columns.push(&*cx.arena().alloc_slice_fill_iter(column));
    }
    Ok(columns)
}

/// The elements of a tuple of two.
pub fn two<'a>(cx: &Cx<'a>, value: Value<'a>) -> Result<(Value<'a>, Value<'a>), Fail> {
    match value {
        Value::Pair(pair) => Ok((
            Value::Int(pair.row() as i64),
            Value::Int(pair.column() as i64),
        )),
        Value::Cell(&Cell(c, i, j)) => Ok((Value::Int(c as i64), Value::at(i, j))),
        _ => match *tuple_items(cx, value)? {
            [a, b] => Ok((a, b)),
            _ => fail(Why::TupleOfTwo),
        },
    }
}

/// The cells of a patch of any representation, in its order.
pub fn points<'a>(cx: &Cx<'a>, patch: Value<'a>) -> Result<List<'a, (i32, i32)>, Fail> {
    if let Value::Indices(cells) = patch {
        let mut points = cx.reserve_list(cells.count as usize)?;
        points.extend(cells.iter());
        return Ok(points);
    }
    if let Value::Object(object) = patch {
        let mut points = cx.reserve_list(object.shape.count as usize)?;
        points.extend(object.shape.iter());
        return Ok(points);
    }
    let items = cx.items(patch)?;
    let mut points = cx.reserve_list(items.len())?;
    let Some(&first) = items.first() else {
        return Ok(points);
    };
    // The first element decides whether all are coloured.
    let colored = match tuple_items(cx, first)? {
        [_, second, ..] => second.is_tuple(),
        _ => return fail(Why::Patch),
    };
    for &item in items {
        let point = if colored { two(cx, item)?.1 } else { item };
        points.push(point.pair()?);
    }
    Ok(points)
}

/// A coloured cell whose colour may be any value.
pub type Painted<'a> = (Value<'a>, i32, i32);

/// The coloured cells of an object of any representation, in its order.
pub fn painted<'a>(cx: &Cx<'a>, object: Value<'a>) -> Result<List<'a, Painted<'a>>, Fail> {
    let items = cx.items(object)?;
    let mut painted = cx.reserve_list(items.len())?;
    for &item in items {
        let (color, point) = two(cx, item)?;
        let (i, j) = point.pair()?;
        painted.push((color, i, j));
    }
    Ok(painted)
}

/// The bounding box of the points; `None` if there are none.
pub fn bounds(points: &[(i32, i32)]) -> Option<BoundingBox> {
    BoundingBox::around(points.iter().copied())
}
