//! Painting, cell by cell.

use super::{common_color, painted, points, rows};
use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::{Answer, Fail, Limit, Why, fail};
use crate::dsl::order::equal;
use crate::dsl::value::Value;

/// Rows that are being painted on.
struct Board<'a> {
    rows: List<'a, &'a mut [Value<'a>]>,
    width: usize,
}

impl<'a> Board<'a> {
    fn new(cx: &Cx<'a>, grid: Value<'a>) -> Result<Self, Fail> {
        let rows = rows(cx, grid)?;
        let width = super::first_width(&rows)?;
        let mut board = cx.reserve_list(rows.len())?;
        for row in rows {
            cx.reserve(row.len())?;
            board.push(cx.arena().alloc_slice_copy(row));
        }
        Ok(Self { rows: board, width })
    }

    /// The cell at a place; `None` outside the grid. Fails if the row is too short.
    fn at(&mut self, i: i64, j: i64) -> Result<Option<&mut Value<'a>>, Fail> {
        if i < 0 || j < 0 || i >= self.rows.len() as i64 || j >= self.width as i64 {
            return Ok(None);
        }
        match self.rows[i as usize].get_mut(j as usize) {
            Some(cell) => Ok(Some(cell)),
            None => fail(Why::RowTooShort),
        }
    }

    fn finish(self, cx: &Cx<'a>) -> Answer<'a> {
        let mut out = cx.reserve_list(self.rows.len())?;
        for row in self.rows {
            out.push(cx.tuple(row)?);
        }
        cx.tuple(out.into_bump_slice_mut())
    }
}

pub fn fill<'a>(cx: &Cx<'a>, grid: Value<'a>, value: Value<'a>, patch: Value<'a>) -> Answer<'a> {
    let mut board = Board::new(cx, grid)?;
    for (i, j) in points(cx, patch)? {
        if let Some(cell) = board.at(i as i64, j as i64)? {
            *cell = value;
        }
    }
    board.finish(cx)
}

pub fn paint<'a>(cx: &Cx<'a>, grid: Value<'a>, object: Value<'a>) -> Answer<'a> {
    let mut board = Board::new(cx, grid)?;
    for (value, i, j) in painted(cx, object)? {
        if let Some(cell) = board.at(i as i64, j as i64)? {
            *cell = value;
        }
    }
    board.finish(cx)
}

pub fn underfill<'a>(
    cx: &Cx<'a>,
    grid: Value<'a>,
    value: Value<'a>,
    patch: Value<'a>,
) -> Answer<'a> {
    let background = common_color(cx, grid, true)?;
    let mut board = Board::new(cx, grid)?;
    for (i, j) in points(cx, patch)? {
        match board.at(i as i64, j as i64)? {
            Some(cell) if equal(*cell, background) => *cell = value,
            _ => {}
        }
    }
    board.finish(cx)
}

pub fn underpaint<'a>(cx: &Cx<'a>, grid: Value<'a>, object: Value<'a>) -> Answer<'a> {
    let background = common_color(cx, grid, true)?;
    let mut board = Board::new(cx, grid)?;
    for (value, i, j) in painted(cx, object)? {
        match board.at(i as i64, j as i64)? {
            Some(cell) if equal(*cell, background) => *cell = value,
            _ => {}
        }
    }
    board.finish(cx)
}

pub fn move_object<'a>(
    cx: &Cx<'a>,
    grid: Value<'a>,
    object: Value<'a>,
    offset: Value<'a>,
) -> Answer<'a> {
    let covered = fill(cx, grid, common_color(cx, grid, true)?, object)?;
    let mut cells = painted(cx, object)?;
    if cells.is_empty() {
        return Ok(covered);
    }
    let (di, dj) = offset.pair()?;
    if object.is_tuple() {
        // Shifting gives a set, which has its own order.
        cx.charge_sorting(cells.iter().map(|cell| cell.0))?;
        cells.sort_unstable();
    }
    let mut board = Board::new(cx, covered)?;
    for (value, i, j) in cells {
        let (Some(i), Some(j)) = (i.checked_add(di), j.checked_add(dj)) else {
            return Err(Fail::Limit(Limit::Size));
        };
        if let Some(cell) = board.at(i as i64, j as i64)? {
            *cell = value;
        }
    }
    board.finish(cx)
}
