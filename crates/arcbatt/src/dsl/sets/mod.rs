//! Intersection and difference of sets, by words where both are compact; what is in a set.

pub(in crate::dsl) mod cell_set;
pub(in crate::dsl) mod patch_order;
pub(in crate::dsl) mod sorted_set;
pub(in crate::dsl) mod union;
pub(in crate::dsl) mod wide_bitset;

use crate::dsl::cx::Cx;
use crate::dsl::fail::Fail;
use crate::dsl::order;
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Cell;
use crate::grid::Cells;
use std::cmp::Ordering;

/// The elements of set `a` that are (`keep`) or are not in set `b`.
pub(in crate::dsl) fn sift<'a>(
    cx: &Cx<'a>,
    a: Value<'a>,
    b: Value<'a>,
    keep: bool,
) -> Result<Value<'a>, Fail> {
    match (a, b) {
        (Value::Indices(a), Value::Indices(b)) => {
            let rows = cx.blank(a.height())?;
            sift_rows(rows, a, a.rows, b, b.rows, keep);
            Ok(cx.indices(Cells::tight(a.top, a.left, rows)))
        }
        (Value::Indices(a), Value::Set(b)) => {
            cx.charge(b.items.len())?;
            let rows = cx.blank(a.height())?;
            for item in b.items {
                if let Value::Pair(pair) = *item
                    && let (i, j) = pair.parts()
                    && a.contains(i, j)
                {
                    rows[(i - a.top) as usize] |= 1 << (j - a.left);
                }
            }
            if !keep {
                for (row, all) in rows.iter_mut().zip(a.rows) {
                    *row ^= all;
                }
            }
            Ok(cx.indices(Cells::tight(a.top, a.left, rows)))
        }
        (Value::Object(a), Value::Object(b)) => {
            let height = a.shape.height();
            let planes = cx.blank(height * a.colors.len())?;
            for (k, (c, rows)) in a.planes().enumerate() {
                let plane = &mut planes[k * height..(k + 1) * height];
                match b.colors.iter().position(|&o| o == c) {
                    Some(other) => {
                        sift_rows(plane, &a.shape, rows, &b.shape, b.plane(other), keep);
                    }
                    None if keep => {}
                    None => plane.copy_from_slice(rows),
                }
            }
            cx.object(a.shape.top, a.shape.left, height, a.colors, planes)
        }
        _ => {
            let items = cx.items(a)?;
            let mut kept = cx.reserve_list(items.len())?;
            for &item in items {
                if contains(cx, b, item)? == keep {
                    kept.push(item);
                }
            }
            cx.set_ascending(kept)
        }
    }
}

/// `out = a & b` (`keep`) or `a & !b`, row by row, in the box of `a`; `out` is blank.
fn sift_rows(out: &mut [u64], a: &Cells, a_rows: &[u64], b: &Cells, b_rows: &[u64], keep: bool) {
    if !keep {
        out.copy_from_slice(a_rows);
    }
    let by = b.left as i64 - a.left as i64;
    // To higher bits, then to lower ones: one of them by nothing.
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
        *out = if keep { row & other } else { row & !other };
    }
}

/// Whether the value is an element of the container.
pub(in crate::dsl) fn contains<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    value: Value<'a>,
) -> Result<bool, Fail> {
    match container {
        Value::Indices(cells) => Ok(match value {
            Value::Pair(pair) => cells.contains(pair.row(), pair.column()),
            _ => false,
        }),
        Value::Object(object) => Ok(match value {
            Value::Cell(&Cell(c, i, j)) => {
                match object.colors.iter().position(|&o| o as i32 == c) {
                    Some(k) => object.cells_of(k).contains(i, j),
                    None => false,
                }
            }
            _ => false,
        }),
        Value::Set(seq) => Ok(seq
            .items
            .binary_search_by(|&item| order::cmp(item, value))
            .is_ok()),
        _ => {
            let items = cx.items(container)?;
            cx.charge(items.len())?;
            Ok(items.iter().any(|&item| order::equal(item, value)))
        }
    }
}

/// Whether every element of `a` is in `b`, both sets; `None` if neither holds all of the other.
pub(in crate::dsl) fn inclusion<'a>(
    cx: &Cx<'a>,
    a: Value<'a>,
    b: Value<'a>,
) -> Result<Option<Ordering>, Fail> {
    let common = sift(cx, a, b, true)?.len()?;
    Ok(match (common == a.len()?, common == b.len()?) {
        (true, true) => Some(Ordering::Equal),
        (true, false) => Some(Ordering::Less),
        (false, true) => Some(Ordering::Greater),
        (false, false) => None,
    })
}
