//! Filtering cells by a condition.
//!
//! In: a compact set of cells, coloured or not, and a condition. Out: the set of those for which it
//! holds. A condition that looks at one part of a cell alone, say its row, is asked once for all
//! cells that share that part.

use super::cx::Cx;
use super::fail::Fail;
use super::value::{Maker, Value};
use crate::grid::{Cells, Object};

/// A part of a cell or of a pair, or all of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Colour and place.
    Cell,
    Color,
    /// Row and column.
    Pair,
    Row,
    Column,
}

/// Functions of a greater weight are not looked into.
const LIGHT: u32 = 256;

impl Part {
    /// What `first` or `last` of this part is.
    fn of(self, function: Value) -> Option<Self> {
        let Value::Primitive(primitive) = function else {
            return None;
        };
        match (self, primitive.name) {
            (Self::Cell, "first") => Some(Self::Color),
            (Self::Cell, "last") => Some(Self::Pair),
            (Self::Pair, "first") => Some(Self::Row),
            (Self::Pair, "last") => Some(Self::Column),
            _ => None,
        }
    }

    /// All that the result of a function hangs on, if this part is given to it.
    fn seen_by(self, function: Value) -> Self {
        let made = match function {
            Value::Function(made) if made.weight <= LIGHT => made,
            _ => return self.of(function).unwrap_or(self),
        };
        let after = |part: Self, outer: Value, inner: Value| match part.of(inner) {
            Some(part) => part.seen_by(outer),
            None => part.seen_by(inner),
        };
        match (made.maker, made.parts) {
            (Maker::Compose, &[outer, inner]) => after(self, outer, inner),
            (Maker::Chain, &[outer, middle, inner]) => match self.of(inner) {
                Some(part) => after(part, outer, middle),
                None => self.seen_by(inner),
            },
            (Maker::Matcher, &[inner, _]) => self.seen_by(inner),
            (Maker::Fork, &[_, a, b]) => {
                let (a, b) = (self.seen_by(a), self.seen_by(b));
                if a == b { a } else { self }
            }
            _ => self,
        }
    }
}

/// The pairs for which the condition holds.
pub(super) fn indices<'a>(
    cx: &Cx<'a>,
    cells: &Cells<'a>,
    condition: Value<'a>,
) -> Result<Value<'a>, Fail> {
    let holds = |i, j| Ok(cx.call1(condition, Value::Pair(i, j))?.truth());
    let rows = cx.blank(cells.height())?;
    match Part::Pair.seen_by(condition) {
        Part::Row => keep_rows(cells, cells.rows, rows, holds)?,
        Part::Column => keep_columns(cells, cells.rows, rows, holds)?,
        _ => keep_cells(cells, rows, holds)?,
    }
    Ok(cx.indices(Cells::tight(cells.top, cells.left, rows)))
}

/// The coloured cells for which the condition holds.
pub(super) fn object<'a>(
    cx: &Cx<'a>,
    object: &Object<'a>,
    condition: Value<'a>,
) -> Result<Value<'a>, Fail> {
    let shape = &object.shape;
    let holds = |c: i8, i, j| Ok(cx.call1(condition, Value::Cell(c as i32, i, j))?.truth());
    // A part that is no colour is the same whatever the colour.
    let any_color = |i, j| holds(object.colors[0], i, j);
    let planes = cx.blank(object.planes.len())?;
    match Part::Cell.seen_by(condition) {
        Part::Row => keep_rows(shape, object.planes, planes, any_color)?,
        Part::Column => keep_columns(shape, object.planes, planes, any_color)?,
        part => {
            let kept = planes.chunks_exact_mut(shape.height());
            for ((c, rows), kept) in object.planes().zip(kept) {
                let cells = Cells { rows, ..*shape };
                match part {
                    Part::Color if !holds(c, shape.top, shape.left)? => {}
                    Part::Color => kept.copy_from_slice(rows),
                    _ => keep_cells(&cells, kept, |i, j| holds(c, i, j))?,
                }
            }
        }
    }
    cx.object(shape.top, shape.left, shape.height(), object.colors, planes)
}

/// Copies the rows that hold; `planes` are one or more in the box of the cells.
fn keep_rows(
    cells: &Cells,
    planes: &[u64],
    kept: &mut [u64],
    holds: impl Fn(i32, i32) -> Result<bool, Fail>,
) -> Result<(), Fail> {
    let height = cells.height();
    for r in (0..height).filter(|&r| cells.rows[r] != 0) {
        if holds(cells.top + r as i32, cells.left)? {
            for k in (r..planes.len()).step_by(height) {
                kept[k] = planes[k];
            }
        }
    }
    Ok(())
}

/// Copies the columns that hold; `planes` are one or more in the box of the cells.
fn keep_columns(
    cells: &Cells,
    planes: &[u64],
    kept: &mut [u64],
    holds: impl Fn(i32, i32) -> Result<bool, Fail>,
) -> Result<(), Fail> {
    let mut left = cells.rows.iter().fold(0, |any, row| any | row);
    let mut columns = 0u64;
    while left != 0 {
        let b = left.trailing_zeros();
        left &= left - 1;
        columns |= (holds(cells.top, cells.left + b as i32)? as u64) << b;
    }
    for (kept, row) in kept.iter_mut().zip(planes) {
        *kept = row & columns;
    }
    Ok(())
}

/// Copies the cells that hold.
fn keep_cells(
    cells: &Cells,
    kept: &mut [u64],
    holds: impl Fn(i32, i32) -> Result<bool, Fail>,
) -> Result<(), Fail> {
    for (i, j) in cells.iter() {
        let bit = holds(i, j)? as u64;
        kept[(i - cells.top) as usize] |= bit << (j - cells.left);
    }
    Ok(())
}
