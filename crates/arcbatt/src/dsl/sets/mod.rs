//! Sets: their representations, and the operators on them.
//!
//! | module | holds |
//! |---|---|
//! | [`view`] | one interface to the representations |
//! | [`construct`] | bitsets and lists from cells |
//! | [`wide_bitset`] | bitsets with rows of several words, to build sorted lists |
//! | [`sorted_set`] | sorted lists of pairs, cells and numbers |
//! | [`union`], [`order`] | union, canonical order |
//!
//! This file holds intersection, difference and membership. Operators work on whole rows where both
//! sets are bitsets, and element by element otherwise.

mod construct;
pub(in crate::dsl) mod order;
pub(in crate::dsl) mod sorted_set;
pub(in crate::dsl) mod union;
pub(in crate::dsl) mod view;
pub(in crate::dsl) mod wide_bitset;

use crate::dsl::cx::Cx;
use crate::dsl::fail::Fail;
use crate::dsl::order as value_order;
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Cell;
use crate::grid::{Cells, Color};
use std::cmp::Ordering;

/// The elements of set `a` that are in set `b`.
pub(in crate::dsl) fn intersection<'a>(
    cx: &Cx<'a>,
    a: Value<'a>,
    b: Value<'a>,
) -> Result<Value<'a>, Fail> {
    select(cx, a, b, true)
}

/// The elements of set `a` that are not in set `b`.
pub(in crate::dsl) fn difference<'a>(
    cx: &Cx<'a>,
    a: Value<'a>,
    b: Value<'a>,
) -> Result<Value<'a>, Fail> {
    select(cx, a, b, false)
}

/// The elements of set `a` that are in set `b` (`common`), or that are not.
fn select<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>, common: bool) -> Result<Value<'a>, Fail> {
    if let (Some(a), Some(b)) = (a.planes(), b.planes())
        && a.is_colored() == b.is_colored()
    {
        let height = a.shape.height();
        let planes = cx.blank(a.rows.len())?;
        for k in 0..a.len() {
            let out = &mut planes[k * height..][..height];
            match b.plane_of(a.color(k)) {
                Some(rows) => select_rows(out, a.shape, a.plane(k), b.shape, rows, common),
                None if common => {}
                None => out.copy_from_slice(a.plane(k)),
            }
        }
        return cx.bitset(a.shape.top, a.shape.left, height, a.colors, planes);
    }
    if let (Value::Indices(a), Value::Set(set)) = (a, b) {
        cx.charge(set.len())?;
        let rows = cx.blank(a.height())?;
        for item in cx.items(b)? {
            if let Value::Pair(pair) = *item
                && let (i, j) = pair.parts()
                && a.contains(i, j)
            {
                rows[(i - a.top) as usize] |= 1 << (j - a.left);
            }
        }
        if !common {
            for (row, all) in rows.iter_mut().zip(a.rows) {
                *row ^= all;
            }
        }
        return Ok(cx.indices(Cells::tight(a.top, a.left, rows)));
    }
    let items = cx.items(a)?;
    let mut kept = cx.reserve_list(items.len())?;
    // Each is searched for in a sorted list.
    let levels = b.len()?.max(1).ilog2() as usize;
    cx.charge(items.len() * levels / 4)?;
    for &item in items {
        if contains(cx, b, item)? == common {
            kept.push(item);
        }
    }
    cx.set_ascending(kept)
}

/// `out = a & b` (`common`) or `a & !b`, row by row, in the bounding box of `a`; `out` is zero.
fn select_rows(
    out: &mut [u64],
    a: &Cells,
    a_rows: &[u64],
    b: &Cells,
    b_rows: &[u64],
    common: bool,
) {
    if !common {
        out.copy_from_slice(a_rows);
    }
    let by = b.left as i64 - a.left as i64;
    // Shifts to higher and to lower bits; one of them is 0.
    let (up, down) = match by {
        0..64 => (by as u32, 0),
        -63..0 => (0, -by as u32),
        _ => return,
    };
    // The rows that both have.
    let below = b.top as i64 - a.top as i64;
    let first = below.clamp(0, a_rows.len() as i64) as usize;
    let end = (below + b_rows.len() as i64).clamp(first as i64, a_rows.len() as i64) as usize;
    let others = b_rows.iter().skip((first as i64 - below) as usize);
    for ((out, &row), &other) in out[first..end]
        .iter_mut()
        .zip(&a_rows[first..end])
        .zip(others)
    {
        let other = other << up >> down;
        *out = if common { row & other } else { row & !other };
    }
}

/// Whether the value is an element of the container.
pub(in crate::dsl) fn contains<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    value: Value<'a>,
) -> Result<bool, Fail> {
    Ok(match (container, value) {
        (Value::Indices(cells), Value::Pair(pair)) => cells.contains(pair.row(), pair.column()),
        (Value::Object(object), Value::Cell(&Cell(c, i, j))) => {
            let k = object.colors.iter().position(|&o| o as i32 == c);
            k.is_some_and(|k| object.cells_of(k).contains(i, j))
        }
        (Value::Indices(_) | Value::Object(_), _) => false,
        (Value::Set(_), _) => cx
            .items(container)?
            .binary_search_by(|&item| value_order::cmp(item, value))
            .is_ok(),
        (Value::Grid(grid), _) => {
            let (height, width) = (grid.height(), grid.width());
            // Charged like the list of rows and their cells.
            let cells = if width == 2 { 0 } else { height * width };
            cx.charge(2 * height + cells)?;
            match value {
                Value::Pair(pair) => {
                    let (a, b) = pair.parts();
                    let is_pair =
                        |row: &[Color]| matches!(*row, [x, y] if (x as i32, y as i32) == (a, b));
                    grid.rows().any(is_pair)
                }
                _ if width == 0 => matches!(value, Value::Tuple(seq) if seq.len() == 0),
                _ => value
                    .row()
                    .is_some_and(|wanted| grid.rows().any(|row| row == wanted)),
            }
        }
        (Value::Tuple(seq), _) if let Some(row) = seq.row() => {
            cx.charge(row.len())?;
            let color = value.int().ok().and_then(|n| Color::try_from(n).ok());
            color.is_some_and(|color| row.contains(&color))
        }
        _ => {
            let items = cx.items(container)?;
            cx.charge(items.len())?;
            items.iter().any(|&item| value_order::equal(item, value))
        }
    })
}

/// How two sets compare by inclusion; `None` if neither contains the other.
pub(in crate::dsl) fn inclusion<'a>(
    cx: &Cx<'a>,
    a: Value<'a>,
    b: Value<'a>,
) -> Result<Option<Ordering>, Fail> {
    let common = intersection(cx, a, b)?.len()?;
    Ok(match (common == a.len()?, common == b.len()?) {
        (true, true) => Some(Ordering::Equal),
        (true, false) => Some(Ordering::Less),
        (false, true) => Some(Ordering::Greater),
        (false, false) => None,
    })
}
