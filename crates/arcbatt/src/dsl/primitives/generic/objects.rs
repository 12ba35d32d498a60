//! Finding objects, cell by cell.

use super::color::values;
use super::{Rows, cell, common_color, first_width, rows, tuple_items};
use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::{Answer, Fail, Why, fail};
use crate::dsl::order;
use crate::dsl::value::Value;

/// The coloured cell (value, (i, j)).
fn colored<'a>(cx: &Cx<'a>, value: Value<'a>, i: usize, j: usize) -> Answer<'a> {
    let place = cx.pair(i as i64, j as i64)?;
    cx.tuple(cx.arena().alloc([value, place]))
}

/// The connected components of a grid.
pub fn objects<'a>(
    cx: &Cx<'a>,
    grid: Value<'a>,
    univalued: bool,
    diagonal: bool,
    without_bg: bool,
) -> Answer<'a> {
    let background = if without_bg {
        Some(common_color(cx, grid, true)?)
    } else {
        None
    };
    let rows = rows(cx, grid)?;
    let (h, w) = (rows.len(), first_width(&rows)?);
    let is_background = |v: Value| background.is_some_and(|b| order::equal(b, v));
    cx.reserve(h * w)?;
    let mut occupied = vec![false; h * w];
    let mut found = cx.list();
    for start in 0..h * w {
        if occupied[start] {
            continue;
        }
        let value = cell(&rows, start / w, start % w)?;
        if is_background(value) {
            continue;
        }
        let mut object = cx.list();
        let mut next = vec![start];
        occupied[start] = true;
        while let Some(place) = next.pop() {
            let (i, j) = (place / w, place % w);
            cx.push(&mut object, colored(cx, cell(&rows, i, j)?, i, j)?)?;
            for (di, dj) in NEIGHBORS {
                let Some((a, b)) = inside(i, j, di, dj, h, w) else {
                    continue;
                };
                if (!diagonal && di != 0 && dj != 0) || occupied[a * w + b] {
                    continue;
                }
                let other = cell(&rows, a, b)?;
                let belongs = if univalued {
                    order::equal(other, value)
                } else {
                    !is_background(other)
                };
                if belongs {
                    occupied[a * w + b] = true;
                    next.push(a * w + b);
                }
            }
        }
        let object = cx.set(object)?;
        cx.push(&mut found, object)?;
    }
    cx.set(found)
}

const NEIGHBORS: [(i8, i8); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

fn inside(i: usize, j: usize, di: i8, dj: i8, h: usize, w: usize) -> Option<(usize, usize)> {
    let a = i.checked_add_signed(di as isize).filter(|&a| a < h)?;
    let b = j.checked_add_signed(dj as isize).filter(|&b| b < w)?;
    Some((a, b))
}

/// All cells of a grid as (value, place), sorted by value.
fn by_value<'a>(cx: &Cx<'a>, rows: &Rows<'a>) -> Result<List<'a, (Value<'a>, Value<'a>)>, Fail> {
    let mut cells = cx.list();
    for (i, row) in rows.iter().enumerate() {
        for (j, &value) in row.iter().enumerate() {
            cx.push(&mut cells, (value, cx.pair(i as i64, j as i64)?))?;
        }
    }
    cx.charge_sorting(cells.iter().map(|cell| cell.0))?;
    cells.sort_by(|(a, _), (b, _)| order::cmp(*a, *b));
    Ok(cells)
}

/// One object per colour, optionally without the most common one.
pub fn partition<'a>(cx: &Cx<'a>, grid: Value<'a>, without_bg: bool) -> Answer<'a> {
    let background = if without_bg {
        Some(common_color(cx, grid, true)?)
    } else {
        None
    };
    let cells = by_value(cx, &rows(cx, grid)?)?;
    let mut found = cx.list();
    for group in cells.chunk_by(|(a, _), (b, _)| order::equal(*a, *b)) {
        if background.is_some_and(|b| order::equal(b, group[0].0)) {
            continue;
        }
        let mut object = cx.reserve_list(group.len())?;
        for &(value, place) in group {
            object.push(cx.tuple(cx.arena().alloc([value, place]))?);
        }
        let object = cx.set(object)?;
        cx.push(&mut found, object)?;
    }
    cx.set(found)
}

/// The colours with their counts, most common first, smallest first on ties.
pub fn ranked_colors<'a>(
    cx: &Cx<'a>,
    element: Value<'a>,
) -> Result<List<'a, (usize, Value<'a>)>, Fail> {
    let mut values = values(cx, element)?;
    cx.charge_sorting(values.iter().copied())?;
    values.sort_unstable();
    let mut ranked = cx.list();
    for group in values.chunk_by(|a, b| order::equal(*a, *b)) {
        ranked.push((group.len(), group[0]));
    }
    ranked.sort_by_key(|&(count, _)| std::cmp::Reverse(count));
    Ok(ranked)
}

/// The upper left corners of all occurrences of an object in a grid.
pub fn occurrences<'a>(cx: &Cx<'a>, grid: Value<'a>, obj: Value<'a>) -> Answer<'a> {
    let rows = rows(cx, grid)?;
    let (h, w) = (rows.len() as i64, first_width(&rows)? as i64);
    let items = cx.items(obj)?;
    let mut cells = cx.reserve_list(items.len())?;
    let (mut top, mut left, mut bottom, mut right) = (i64::MAX, i64::MAX, i64::MIN, i64::MIN);
    for &item in items {
        let &[value, place] = tuple_items(cx, item)? else {
            return fail(Why::Object);
        };
        let (i, j) = place.pair()?;
        let (i, j) = (i as i64, j as i64);
        cells.push((value, i, j));
        (top, bottom) = (top.min(i), bottom.max(i));
        (left, right) = (left.min(j), right.max(j));
    }
    let (height, width) = if cells.is_empty() {
        (0, 0)
    } else {
        (bottom - top + 1, right - left + 1)
    };
    let mut found = cx.list();
    for i in 0..h - height + 1 {
        for j in 0..w - width + 1 {
            cx.charge(1)?;
            let mut occurs = true;
            for &(value, a, b) in &cells {
                cx.charge(1)?;
                // The loops stay inside the grid.
                let seen = cell(&rows, (a - top + i) as usize, (b - left + j) as usize)?;
                if !order::equal(seen, value) {
                    occurs = false;
                    break;
                }
            }
            if occurs {
                cx.push(&mut found, cx.pair(i, j)?)?;
            }
        }
    }
    cx.set(found)
}
