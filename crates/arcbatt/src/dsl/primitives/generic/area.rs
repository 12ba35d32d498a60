//! Cutting, joining and scaling, row by row.

use super::{Rows, cell, columns, emit, first_width, rows, tuple_items};
use crate::dsl::cx::Cx;
use crate::dsl::fail::{Answer, Fail, Why, fail};
use crate::dsl::value::Value;
use std::ops::Range;

/// The range of a slice from `start` to `stop` of `len` elements, as in Python: negative indices
/// count from the end, and the range is clamped.
#[inline]
pub fn slice(len: usize, start: i64, stop: i64) -> Range<usize> {
    let place = |at: i64| {
        let at = if at < 0 { at + len as i64 } else { at };
        at.clamp(0, len as i64) as usize
    };
    let (start, stop) = (place(start), place(stop));
    start..stop.max(start)
}

pub fn canvas<'a>(cx: &Cx<'a>, value: Value<'a>, height: usize, width: usize) -> Answer<'a> {
    cx.reserve(height.saturating_mul(width.max(1)))?;
    if height == 0 {
        return Ok(Value::EMPTY_TUPLE);
    }
    let row: &[Value] = cx.arena().alloc_slice_fill_copy(width, value);
    emit(cx, cx.arena().alloc_slice_fill_copy(height, row))
}

pub fn crop<'a>(
    cx: &Cx<'a>,
    grid: Value<'a>,
    (i, j): (i64, i64),
    (height, width): (i64, i64),
) -> Answer<'a> {
    let items = tuple_items(cx, grid)?;
    let items = &items[slice(items.len(), i, i + height)];
    let mut out = cx.reserve_list(items.len())?;
    for &row in items {
        let row = tuple_items(cx, row)?;
        out.push(&row[slice(row.len(), j, j + width)]);
    }
    emit(cx, &out)
}

pub fn trim<'a>(cx: &Cx<'a>, grid: Value<'a>) -> Answer<'a> {
    let items = tuple_items(cx, grid)?;
    let items = &items[slice(items.len(), 1, -1)];
    let mut out = cx.reserve_list(items.len())?;
    for &row in items {
        let row = tuple_items(cx, row)?;
        out.push(&row[slice(row.len(), 1, -1)]);
    }
    emit(cx, &out)
}

/// The left or right half of the columns that all rows have.
pub fn halve_columns<'a>(cx: &Cx<'a>, grid: Value<'a>, left: bool) -> Answer<'a> {
    let columns_of = columns(cx, &rows(cx, grid)?)?;
    let n = columns_of.len();
    let half = if left { 0..n / 2 } else { n / 2 + n % 2..n };
    emit(cx, &columns(cx, &columns_of[half])?)
}

pub fn hconcat<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> Answer<'a> {
    let (a, b) = (tuple_items(cx, a)?, tuple_items(cx, b)?);
    let mut out = cx.reserve_list(a.len().min(b.len()))?;
    for (&x, &y) in a.iter().zip(b) {
        let (x, y) = (tuple_items(cx, x)?, tuple_items(cx, y)?);
        let mut row = cx.reserve_list(x.len() + y.len())?;
        row.extend_from_slice_copy(x);
        row.extend_from_slice_copy(y);
        out.push(row.into_bump_slice());
    }
    emit(cx, &out)
}

pub fn vconcat<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> Answer<'a> {
    let (a, b) = (tuple_items(cx, a)?, tuple_items(cx, b)?);
    let mut out = cx.reserve_list(a.len() + b.len())?;
    out.extend_from_slice_copy(a);
    out.extend_from_slice_copy(b);
    cx.tuple(out.into_bump_slice_mut())
}

/// The tuple of `n` panels.
fn panels<'a>(cx: &Cx<'a>, n: i64, panel: impl Fn(i64) -> Answer<'a>) -> Answer<'a> {
    let mut out = cx.reserve_list(n.max(0) as usize)?;
    for k in 0..n {
        out.push(panel(k)?);
    }
    cx.tuple(out.into_bump_slice_mut())
}

pub fn hsplit<'a>(cx: &Cx<'a>, grid: Value<'a>, n: i64) -> Answer<'a> {
    let items = tuple_items(cx, grid)?;
    let Some(first) = items.first() else {
        return fail(Why::NoWidth);
    };
    let (height, total) = (items.len() as i64, first.len()? as i64);
    if n == 0 {
        return fail(Why::DivisionByZero);
    }
    let (width, gap) = (total / n, (total % n != 0) as i64);
    panels(cx, n, |k| {
        crop(cx, grid, (0, (width + gap) * k), (height, width))
    })
}

pub fn vsplit<'a>(cx: &Cx<'a>, grid: Value<'a>, n: i64) -> Answer<'a> {
    let items = tuple_items(cx, grid)?;
    let Some(first) = items.first() else {
        return fail(Why::NoWidth);
    };
    let (total, width) = (items.len() as i64, first.len()? as i64);
    if n == 0 {
        return fail(Why::DivisionByZero);
    }
    let (height, gap) = (total / n, (total % n != 0) as i64);
    panels(cx, n, |k| {
        crop(cx, grid, ((height + gap) * k, 0), (height, width))
    })
}

/// Every row with its cells repeated.
fn widened<'a>(cx: &Cx<'a>, grid: Value<'a>, factor: usize) -> Result<Rows<'a>, Fail> {
    let mut out = rows(cx, grid)?;
    for row in out.iter_mut() {
        let mut wide = cx.reserve_list(row.len().saturating_mul(factor))?;
        for &v in *row {
            wide.extend(std::iter::repeat_n(v, factor));
        }
        *row = wide.into_bump_slice();
    }
    Ok(out)
}

/// The tuple with every element repeated.
fn repeated<'a>(cx: &Cx<'a>, items: &[Value<'a>], factor: usize) -> Answer<'a> {
    let mut out = cx.reserve_list(items.len().saturating_mul(factor))?;
    for &item in items {
        out.extend(std::iter::repeat_n(item, factor));
    }
    cx.tuple(out.into_bump_slice_mut())
}

pub fn hupscale<'a>(cx: &Cx<'a>, grid: Value<'a>, factor: usize) -> Answer<'a> {
    emit(cx, &widened(cx, grid, factor)?)
}

pub fn vupscale<'a>(cx: &Cx<'a>, grid: Value<'a>, factor: usize) -> Answer<'a> {
    repeated(cx, tuple_items(cx, grid)?, factor)
}

pub fn upscale<'a>(cx: &Cx<'a>, grid: Value<'a>, factor: usize) -> Answer<'a> {
    let wide = emit(cx, &widened(cx, grid, factor)?)?;
    repeated(cx, tuple_items(cx, wide)?, factor)
}

pub fn downscale<'a>(cx: &Cx<'a>, grid: Value<'a>, factor: i64) -> Answer<'a> {
    let rows = rows(cx, grid)?;
    let width = first_width(&rows)?;
    if factor == 0 {
        return fail(Why::DivisionByZero);
    }
    let step = usize::try_from(factor.unsigned_abs()).unwrap_or(usize::MAX);
    let mut out = cx.reserve_list(rows.len())?;
    for i in 0..rows.len() {
        let mut row = cx.reserve_list(width.div_ceil(step))?;
        for j in (0..width).step_by(step) {
            // A row that is too short fails even if it is skipped.
            row.push(cell(&rows, i, j)?);
        }
        if i % step == 0 {
            out.push(row.into_bump_slice());
        }
    }
    emit(cx, &out)
}
