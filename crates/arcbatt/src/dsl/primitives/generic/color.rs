//! Measuring and recolouring, cell by cell.

use super::{bounds, cell, columns, emit, first_width, painted, points, rows, tuple_items, two};
use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::{Answer, Fail, Why, fail};
use crate::dsl::order::equal;
use crate::dsl::primitives::containers::CELLS_PER_TUPLE;
use crate::dsl::value::Value;

/// All colours of an element, with repetitions: the cells of a tuple of rows, or the first parts
/// of the elements of a set.
pub(super) fn values<'a>(cx: &Cx<'a>, element: Value<'a>) -> Result<List<'a, Value<'a>>, Fail> {
    let mut values = cx.list();
    if element.is_tuple() {
        for row in rows(cx, element)? {
            cx.reserve(values.len() + row.len())?;
            values.extend(row.iter().copied());
        }
    } else {
        for &item in cx.items(element)? {
            cx.push(&mut values, two(cx, item)?.0)?;
        }
    }
    Ok(values)
}

/// The most or least common colour; the smallest on ties.
pub fn common_color<'a>(cx: &Cx<'a>, element: Value<'a>, most: bool) -> Answer<'a> {
    let mut values = values(cx, element)?;
    cx.charge_sorting(values.iter().copied())?;
    values.sort_unstable();
    let mut best: Option<&[Value<'a>]> = None;
    for run in values.chunk_by(|&a, &b| equal(a, b)) {
        let better = best.is_none_or(|b| {
            if most {
                run.len() > b.len()
            } else {
                run.len() < b.len()
            }
        });
        if better {
            best = Some(run);
        }
    }
    match best {
        Some(run) => Ok(run[0]),
        None => fail(Why::NoColor),
    }
}

pub fn palette<'a>(cx: &Cx<'a>, element: Value<'a>) -> Answer<'a> {
    cx.set(values(cx, element)?)
}

pub fn colorcount<'a>(cx: &Cx<'a>, element: Value<'a>, value: Value<'a>) -> Answer<'a> {
    let values = values(cx, element)?;
    let count = values.iter().filter(|&&v| equal(v, value)).count();
    Ok(Value::Int(count as i64))
}

/// The length of a tuple, or the height of the bounding box of a set.
pub fn height<'a>(cx: &Cx<'a>, piece: Value<'a>) -> Result<i64, Fail> {
    if piece.is_tuple() {
        return Ok(piece.len()? as i64);
    }
    Ok(bounds(&points(cx, piece)?).map_or(0, |b| b.height()))
}

/// The length of the first row of a tuple, or the width of the bounding box of a set.
pub fn width<'a>(cx: &Cx<'a>, piece: Value<'a>) -> Result<i64, Fail> {
    if piece.is_tuple() {
        return match tuple_items(cx, piece)?.first() {
            Some(row) => Ok(row.len()? as i64),
            None => Ok(0),
        };
    }
    Ok(bounds(&points(cx, piece)?).map_or(0, |b| b.width()))
}

pub fn square<'a>(cx: &Cx<'a>, piece: Value<'a>) -> Result<bool, Fail> {
    let len = piece.len()? as i64;
    if piece.is_tuple() && len == 0 {
        return fail(Why::NoWidth);
    }
    let (height, width) = (height(cx, piece)?, width(cx, piece)?);
    Ok(height == width && (piece.is_tuple() || height.checked_mul(width) == Some(len)))
}

pub fn asindices<'a>(cx: &Cx<'a>, grid: Value<'a>) -> Answer<'a> {
    let height = tuple_items(cx, grid)?.len();
    let width = width(cx, grid)? as usize;
    cx.reserve(height.saturating_mul(width))?;
    cx.indices_of((0..height as i32).flat_map(|i| (0..width as i32).map(move |j| (i, j))))
}

pub fn asobject<'a>(cx: &Cx<'a>, grid: Value<'a>) -> Answer<'a> {
    let mut cells = cx.list();
    for (i, row) in rows(cx, grid)?.iter().enumerate() {
        for (j, &value) in row.iter().enumerate() {
            let cell = colored(cx, value, i, j)?;
            cx.push(&mut cells, cell)?;
        }
    }
    cx.set(cells)
}

/// The coloured cell (value, (i, j)).
fn colored<'a>(cx: &Cx<'a>, value: Value<'a>, i: usize, j: usize) -> Answer<'a> {
    let point = cx.pair(i as i64, j as i64)?;
    cx.charge(CELLS_PER_TUPLE - 2)?;
    cx.tuple(cx.arena().alloc([value, point]))
}

pub fn ofcolor<'a>(cx: &Cx<'a>, grid: Value<'a>, value: Value<'a>) -> Answer<'a> {
    let mut found = cx.list();
    for (i, row) in rows(cx, grid)?.iter().enumerate() {
        for (j, &v) in row.iter().enumerate() {
            if equal(v, value) {
                let point = cx.pair(i as i64, j as i64)?;
                cx.push(&mut found, point)?;
            }
        }
    }
    cx.set(found)
}

pub fn index<'a>(cx: &Cx<'a>, grid: Value<'a>, loc: Value<'a>) -> Answer<'a> {
    let (i, j) = loc.pair()?;
    let items = tuple_items(cx, grid)?;
    let Some(first) = items.first() else {
        return fail(Why::NoWidth);
    };
    let width = first.len()?;
    if i < 0 || j < 0 || i as usize >= items.len() || j as usize >= width {
        return Ok(Value::None);
    }
    match tuple_items(cx, items[i as usize])?.get(j as usize) {
        Some(&cell) => Ok(cell),
        None => fail(Why::RowTooShort),
    }
}

pub fn cellwise<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>, fallback: Value<'a>) -> Answer<'a> {
    let a = rows(cx, a)?;
    let width = first_width(&a)?;
    let mut out = cx.reserve_list(a.len())?;
    if width == 0 {
        // No cell of the second grid is read.
        out.extend(a.iter().map(|_| &[][..]));
        return emit(cx, &out);
    }
    let b = rows(cx, b)?;
    for i in 0..a.len() {
        let mut row = cx.reserve_list(width)?;
        for j in 0..width {
            let (x, y) = (cell(&a, i, j)?, cell(&b, i, j)?);
            row.push(if equal(x, y) { x } else { fallback });
        }
        out.push(row.into_bump_slice());
    }
    emit(cx, &out)
}

/// The grid with a function applied to every cell.
fn recolored<'a>(
    cx: &Cx<'a>,
    grid: Value<'a>,
    change: impl Fn(Value<'a>) -> Value<'a>,
) -> Answer<'a> {
    let mut out = rows(cx, grid)?;
    for row in out.iter_mut() {
        cx.reserve(row.len())?;
        *row = cx
            .arena()
            .alloc_slice_fill_iter(row.iter().map(|&v| change(v)));
    }
    emit(cx, &out)
}

pub fn replace<'a>(
    cx: &Cx<'a>,
    grid: Value<'a>,
    replacee: Value<'a>,
    replacer: Value<'a>,
) -> Answer<'a> {
    recolored(cx, grid, |v| if equal(v, replacee) { replacer } else { v })
}

pub fn switch<'a>(cx: &Cx<'a>, grid: Value<'a>, a: Value<'a>, b: Value<'a>) -> Answer<'a> {
    recolored(cx, grid, |v| {
        if equal(v, a) {
            b
        } else if equal(v, b) {
            a
        } else {
            v
        }
    })
}

/// Whether there are cells and all are equal.
fn uniform(line: &[Value]) -> bool {
    !line.is_empty() && line.iter().all(|&v| equal(v, line[0]))
}

pub fn compress<'a>(cx: &Cx<'a>, grid: Value<'a>) -> Answer<'a> {
    let rows = rows(cx, grid)?;
    let columns = columns(cx, &rows)?;
    let mut drop = cx.reserve_list(columns.len())?;
    drop.extend(columns.iter().map(|column| uniform(column)));
    let mut out = cx.reserve_list(rows.len())?;
    for row in rows.iter().filter(|row| !uniform(row)) {
        let mut kept = cx.reserve_list(row.len())?;
        // Cells past the end of the shortest row belong to no column and stay.
        let stays = |&(j, _): &(usize, &Value)| drop.get(j).is_none_or(|drop| !drop);
        kept.extend(row.iter().enumerate().filter(stays).map(|(_, &v)| v));
        out.push(kept.into_bump_slice());
    }
    emit(cx, &out)
}

pub fn frontiers<'a>(cx: &Cx<'a>, grid: Value<'a>) -> Answer<'a> {
    let rows = rows(cx, grid)?;
    let width = first_width(&rows)?;
    let mut found = cx.list();
    for i in (0..rows.len()).filter(|&i| uniform(rows[i])) {
        let mut line = cx.reserve_list(width)?;
        for j in 0..width {
            line.push(colored(cx, cell(&rows, i, j)?, i, j)?);
        }
        found.push(cx.set(line)?);
    }
    for (j, column) in columns(cx, &rows)?.iter().enumerate() {
        if uniform(column) {
            let mut line = cx.reserve_list(column.len())?;
            for (i, &value) in column.iter().enumerate() {
                line.push(colored(cx, value, i, j)?);
            }
            found.push(cx.set(line)?);
        }
    }
    cx.set(found)
}

/// The smallest shift along rows or columns that maps the object onto itself where both overlap;
/// its width or height if there is none.
pub fn period<'a>(cx: &Cx<'a>, object: Value<'a>, along_rows: bool) -> Answer<'a> {
    let extent = bounds(&points(cx, object)?).map_or(0, |b| match along_rows {
        true => b.width(),
        false => b.height(),
    });
    if extent <= 1 {
        return Ok(Value::Int(extent));
    }
    let painted = painted(cx, object)?;
    // Colour, line, position in the line.
    let mut cells = cx.reserve_list(painted.len())?;
    cells.extend(painted.iter().map(|&(c, i, j)| {
        if along_rows {
            (c, i as i64, j as i64)
        } else {
            (c, j as i64, i as i64)
        }
    }));
    cx.charge_sorting(cells.iter().map(|cell| cell.0))?;
    cells.sort_unstable();
    let start = cells.iter().map(|&(_, _, k)| k).min().unwrap_or(0);
    let Some(&last) = cells.iter().max_by_key(|&&(_, _, k)| k) else {
        return Ok(Value::Int(0));
    };
    // The last cell must map to a cell of its own colour and line, so only those shifts matter.
    let same_line = |&&(c, line, _): &&(Value, i64, i64)| equal(c, last.0) && line == last.1;
    let mut best = extent;
    for &(_, _, k) in cells.iter().filter(same_line) {
        let shift = last.2 - k;
        cx.charge(cells.len())?;
        if shift > 0
            && shift < best
            && cells.iter().all(|&(c, line, k)| {
                k - shift < start || cells.binary_search(&(c, line, k - shift)).is_ok()
            })
        {
            best = shift;
        }
    }
    Ok(Value::Int(best))
}
