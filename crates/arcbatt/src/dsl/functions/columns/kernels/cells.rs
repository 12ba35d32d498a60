//! Patches: one bitset that is shifted by every row, and what it shares with another.

use super::new;
use crate::dsl::functions::columns::column::{Col, Column, Selected};
use crate::dsl::functions::columns::evaluation::Evaluation;
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Pair;
use crate::grid::Cells;
use std::rc::Rc;

/// Farther out, a shift may leave the range of numbers.
const MAX_OFFSET: u32 = 1 << 29;

pub(in crate::dsl) fn shift<'a>(_: &mut Evaluation<'_, 'a>, args: &[Col<'a>]) -> Option<Col<'a>> {
    let (Column::Const(Value::Indices(cells)), Column::Pairs(by)) = (&*args[0], &*args[1]) else {
        return None;
    };
    let is_near = |i: i32, j: i32| i.unsigned_abs().max(j.unsigned_abs()) < MAX_OFFSET;
    if !is_near(cells.top, cells.left) || !by.iter().all(|by| is_near(by.row(), by.column())) {
        return None;
    }
    new(Column::Shifted(cells, Rc::new(by.clone())))
}

pub(in crate::dsl) fn intersection<'a>(
    evaluation: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    select(evaluation, args, true)
}

pub(in crate::dsl) fn difference<'a>(
    evaluation: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    select(evaluation, args, false)
}

/// The cells that a shifted and a constant bitset share, or the others of the first.
fn select<'a>(evaluation: &Evaluation<'_, 'a>, args: &[Col<'a>], common: bool) -> Option<Col<'a>> {
    let (shifted, by, other, shifted_first) = match (&*args[0], &*args[1]) {
        (Column::Shifted(cells, by), Column::Const(Value::Indices(other))) => {
            (*cells, by, *other, true)
        }
        (Column::Const(Value::Indices(other)), Column::Shifted(cells, by)) => {
            (*cells, by, *other, false)
        }
        _ => return None,
    };
    // As the primitive charges for the rows of its first argument.
    let first = if shifted_first { shifted } else { other };
    evaluation.charge_rows(first.rows.len())?;
    new(Column::Selected(Selected {
        shifted,
        by: Rc::clone(by),
        other,
        shifted_first,
        common,
    }))
}

impl Selected<'_> {
    /// The number of cells of every row.
    pub fn sizes(&self) -> Vec<i64> {
        let first = if self.shifted_first {
            self.shifted
        } else {
            self.other
        };
        let size = |by: &Pair| {
            let shared = shared_cells(self.shifted, by.parts(), self.other);
            match self.common {
                true => shared as i64,
                false => first.count as i64 - shared as i64,
            }
        };
        self.by.iter().map(size).collect()
    }
}

/// The number of cells that `a`, shifted by (`di`, `dj`), shares with `b`.
#[inline]
fn shared_cells(a: &Cells, (di, dj): (i32, i32), b: &Cells) -> u32 {
    let (top, left) = (a.top + di, a.left + dj);
    let across = b.left as i64 - left as i64;
    // Shifts of the rows of `b` to higher and to lower bits; one of them is 0.
    let (up, down) = match across {
        0..64 => (across as u32, 0),
        -63..0 => (0, -across as u32),
        _ => return 0,
    };
    let below = b.top as i64 - top as i64;
    let height = a.rows.len() as i64;
    let first = below.clamp(0, height) as usize;
    let end = (below + b.rows.len() as i64).clamp(first as i64, height) as usize;
    let others = b.rows.iter().skip((first as i64 - below) as usize);
    let rows = a.rows[first..end].iter().zip(others);
    rows.map(|(row, other)| (row & (other << up >> down)).count_ones())
        .sum()
}

/// Whether a bitset has the pair of every row.
pub(in crate::dsl) fn contained<'a>(
    _: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    let (Column::Pairs(pairs), Column::Const(Value::Indices(cells))) = (&*args[0], &*args[1])
    else {
        return None;
    };
    let has = |pair: &Pair| cells.contains(pair.row(), pair.column());
    new(Column::Truths(pairs.iter().map(has).collect()))
}
