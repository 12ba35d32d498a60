//! Union, intersection and difference of sets, by words where both are compact.

use super::broad::{self, Bounds};
use super::cx::Cx;
use super::fail::Fail;
use super::order;
use super::parts;
use super::scalar::Cell;
use super::value::Value;
use crate::grid::planes::{color_at, place};
use crate::grid::{Cells, Color, Object, slide};
use std::cmp::Ordering;

/// The box around several sets, if a word a row holds it.
#[derive(Clone, Copy)]
struct Frame {
    top: i32,
    left: i32,
    height: usize,
}

impl Frame {
    fn around(bounds: &Bounds) -> Option<Self> {
        let (top, left) = bounds.corner();
        bounds.compact().map(|height| Self { top, left, height })
    }

    /// Draws rows whose box begins at (`top`, `left`) into this frame.
    #[inline]
    fn draw(&self, onto: &mut [u64], rows: &[u64], top: i32, left: i32) {
        let (down, by) = ((top - self.top) as usize, (left - self.left) as u32);
        // Many are single cells.
        if let [row] = rows {
            onto[down] |= row << by;
            return;
        }
        for (all, &row) in onto[down..down + rows.len()].iter_mut().zip(rows) {
            *all |= row << by;
        }
    }
}

/// The union of sets, which are all sets.
pub(super) fn union<'a>(cx: &Cx<'a>, sets: &[Value<'a>]) -> Result<Value<'a>, Fail> {
    let is_empty = |v: &Value| matches!(v, Value::Set(seq) if seq.items.is_empty());
    let Some(&first) = sets.iter().find(|&v| !is_empty(v)) else {
        return Ok(Value::EMPTY_SET);
    };
    if let Some(known) = parts::known_union(cx, sets)? {
        return Ok(known);
    }
    let compact = match first {
        Value::Indices(_) => union_indices(cx, sets)?,
        Value::Object(_) => union_objects(cx, sets)?,
        _ => None,
    };
    if let Some(value) = compact {
        return Ok(value);
    }
    let broad = match broad::union_pairs(cx, sets)? {
        None => broad::union_cells(cx, sets)?,
        union => union,
    };
    if let Some(value) = broad {
        return Ok(value);
    }
    let mut items = cx.list();
    for &set in sets {
        cx.extend(&mut items, cx.items(set)?)?;
    }
    cx.set(items)
}

/// The union of sets of cells; `None` if one is something else, or too far away.
fn union_indices<'a>(cx: &Cx<'a>, sets: &[Value<'a>]) -> Result<Option<Value<'a>>, Fail> {
    let mut bounds = Bounds::NONE;
    for set in sets {
        match set {
            Value::Indices(cells) => bounds.add_cells(cells),
            Value::Set(seq) if seq.items.is_empty() => {}
            _ => return Ok(None),
        }
    }
    let Some(frame) = Frame::around(&bounds) else {
        return Ok(None);
    };
    cx.touch(sets.len())?;
    let rows = cx.blank(frame.height)?;
    for set in sets {
        if let Value::Indices(cells) = set {
            frame.draw(rows, cells.rows, cells.top, cells.left);
        }
    }
    Ok(Some(cx.indices(Cells::tight(frame.top, frame.left, rows))))
}

/// The union of objects; `None` if one is something else, or if it does not fit the compact form.
fn union_objects<'a>(cx: &Cx<'a>, sets: &[Value<'a>]) -> Result<Option<Value<'a>>, Fail> {
    let mut bounds = Bounds::NONE;
    // The colours as bits at their places.
    let mut seen = [0u64; 4];
    let (mut before, mut alike): (&[Color], _) = (&[], true);
    for set in sets {
        match set {
            Value::Object(object) => {
                bounds.add_cells(&object.shape);
                // Objects of one colour mostly come one after the other.
                if !std::ptr::eq(before, object.colors) {
                    alike = before.is_empty() && object.colors.len() == 1;
                    before = object.colors;
                    for &c in before {
                        seen[place(c) / 64] |= 1 << (place(c) % 64);
                    }
                }
            }
            Value::Set(seq) if seq.items.is_empty() => {}
            _ => return Ok(None),
        }
    }
    let Some(frame) = Frame::around(&bounds) else {
        return Ok(None);
    };
    let mut colors = cx.list_of::<Color>(Object::MAX_COLORS)?;
    let height = frame.height;
    if alike {
        cx.touch(sets.len())?;
        let rows = cx.blank(height)?;
        for set in sets {
            if let Value::Object(object) = set {
                frame.draw(rows, object.planes, object.shape.top, object.shape.left);
            }
        }
        let shape = Cells::tight(frame.top, frame.left, rows);
        return Ok(Some(cx.one_color(before, shape)));
    }
    // Which plane a place has.
    let mut plane_at = [0u8; 256];
    for (k, mut bits) in seen.into_iter().enumerate() {
        while bits != 0 {
            if colors.len() == Object::MAX_COLORS {
                return Ok(None);
            }
            let place = 64 * k + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            plane_at[place] = colors.len() as u8;
            colors.push(color_at(place));
        }
    }
    cx.touch(sets.len())?;
    let planes = cx.blank(height * colors.len())?;
    for set in sets {
        let Value::Object(object) = set else { continue };
        let (top, left) = (object.shape.top, object.shape.left);
        for (c, rows) in object.planes() {
            let plane = &mut planes[plane_at[place(c)] as usize * height..][..height];
            frame.draw(plane, rows, top, left);
        }
    }
    let colors = colors.into_bump_slice();
    cx.object(frame.top, frame.left, height, colors, planes)
        .map(Some)
}

/// The elements of set `a` that are (`keep`) or are not in set `b`.
pub(super) fn sift<'a>(
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
            cx.touch(b.items.len())?;
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
            let mut kept = cx.list_of(items.len())?;
            for &item in items {
                if contains(cx, b, item)? == keep {
                    kept.push(item);
                }
            }
            cx.set_ascending(kept)
        }
    }
}

/// `out = a & b` (`keep`) or `a & !b`, row by row, in the box of `a`.
fn sift_rows(out: &mut [u64], a: &Cells, a_rows: &[u64], b: &Cells, b_rows: &[u64], keep: bool) {
    let by = b.left as i64 - a.left as i64;
    let down = a.top as i64 - b.top as i64;
    for (r, (out, &row)) in out.iter_mut().zip(a_rows).enumerate() {
        let other = usize::try_from(r as i64 + down)
            .ok()
            .and_then(|r| b_rows.get(r))
            .map_or(0, |&row| slide(row, by));
        *out = if keep { row & other } else { row & !other };
    }
}

/// Whether the value is an element of the container.
pub(super) fn contains<'a>(
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
            cx.touch(items.len())?;
            Ok(items.iter().any(|&item| order::equal(item, value)))
        }
    }
}

/// Whether every element of `a` is in `b`, both sets; `None` if neither holds all of the other.
pub(super) fn inclusion<'a>(
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
