//! Patches: one bitset that is shifted by every row, and what it shares with another.

use super::numbers::Numbers;
use crate::dsl::cx::Cx;
use crate::dsl::functions::columns::column::{Bitsets, Col, Column, Selected, collect, map};
use crate::dsl::functions::columns::evaluation::Evaluation;
use crate::dsl::order;
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Pair;
use crate::grid::Cells;

/// Farther out, a shift may leave the range of numbers.
const MAX_OFFSET: u32 = 1 << 29;

pub(in crate::dsl) fn shift<'a>(
    evaluation: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    let (Column::Const(Value::Indices(cells)), Column::Pairs(by)) = (args[0], args[1]) else {
        return None;
    };
    let is_near = |i: i32, j: i32| i.unsigned_abs().max(j.unsigned_abs()) < MAX_OFFSET;
    if !is_near(cells.top, cells.left) || !by.iter().all(|by| is_near(by.row(), by.column())) {
        return None;
    }
    Some(evaluation.alloc(Column::Shifted(cells, by)))
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

/// The cells that two bitsets share, or those of the first only.
fn select<'a>(evaluation: &Evaluation<'_, 'a>, args: &[Col<'a>], common: bool) -> Option<Col<'a>> {
    let (first, second) = (
        Bitsets::of(evaluation.cx, args[0], evaluation.rows)?,
        Bitsets::of(evaluation.cx, args[1], evaluation.rows)?,
    );
    // As the primitive charges for the rows of its first argument.
    match &first {
        Bitsets::Const(cells) | Bitsets::Shifted(cells, _) => {
            evaluation.charge_rows(cells.height())?;
        }
        Bitsets::Each(all) => {
            let rows = all.iter().map(|cells| cells.height()).sum();
            evaluation.cx.charge(rows).ok()?;
        }
    }
    let selected = evaluation.cx.arena().alloc(Selected {
        first,
        second,
        common,
    });
    Some(evaluation.alloc(Column::Selected(selected)))
}

impl<'a> Selected<'a> {
    /// The cells of a row. Charges nothing.
    pub fn cells(&self, cx: &Cx<'a>, row: usize) -> Cells<'a> {
        let (a, a_by) = self.first.row(row);
        let (b, b_by) = self.second.row(row);
        let rows = cx.arena().alloc_slice_copy(a.rows);
        match common_rows((a, a_by), (b, b_by)) {
            Some((first, end, others)) => {
                if self.common {
                    rows[..first].fill(0);
                    rows[end..].fill(0);
                }
                for (row, other) in rows[first..end].iter_mut().zip(others) {
                    *row &= if self.common { other } else { !other };
                }
            }
            None if self.common => rows.fill(0),
            None => {}
        }
        // Offsets are near, so no sum leaves the range of numbers.
        Cells::tight(a.top + a_by.0, a.left + a_by.1, rows)
    }

    /// The number of cells of every row.
    pub fn sizes(&self, evaluation: &Evaluation<'_, 'a>) -> &'a [i64] {
        let size = |row| {
            let (a, a_by) = self.first.row(row);
            let shared = shared_cells((a, a_by), self.second.row(row));
            match self.common {
                true => shared as i64,
                false => a.count as i64 - shared as i64,
            }
        };
        let arena = evaluation.cx.arena();
        arena.alloc_slice_fill_with(evaluation.rows, size)
    }
}

/// The number of cells that two shifted bitsets share.
#[inline]
fn shared_cells(a: (&Cells, (i32, i32)), b: (&Cells, (i32, i32))) -> u32 {
    let Some((first, end, others)) = common_rows(a, b) else {
        return 0;
    };
    let rows = a.0.rows[first..end].iter().zip(others);
    rows.map(|(row, other)| (row & other).count_ones()).sum()
}

/// The range of rows of the first shifted bitset that the second has, too, and these rows of the second
/// with the columns of the first. `None` if they have no column in common.
#[inline]
fn common_rows<'b>(
    (a, a_by): (&Cells, (i32, i32)),
    (b, b_by): (&'b Cells, (i32, i32)),
) -> Option<(usize, usize, impl Iterator<Item = u64> + 'b)> {
    let below = i64::from(b.top) + i64::from(b_by.0) - i64::from(a.top) - i64::from(a_by.0);
    let across = i64::from(b.left) + i64::from(b_by.1) - i64::from(a.left) - i64::from(a_by.1);
    // Shifts of the rows of `b` to higher and to lower bits; one of them is 0.
    let (up, down) = match across {
        0..64 => (across as u32, 0),
        -63..0 => (0, -across as u32),
        _ => return None,
    };
    let height = a.height() as i64;
    let first = below.clamp(0, height);
    let end = (below + b.height() as i64).clamp(first, height);
    let others = b.rows.iter().skip((first - below) as usize);
    let others = others.map(move |other| other << up >> down);
    Some((first as usize, end as usize, others))
}

/// The distance of two single cells.
pub(in crate::dsl) fn manhattan<'a>(
    evaluation: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    let (a, b) = (
        single_cells(evaluation, args[0])?,
        single_cells(evaluation, args[1])?,
    );
    // One row of cells is compared with another.
    evaluation.charge_rows(1)?;
    let distance = |row: usize| {
        let ((i, j), (k, l)) = (a.wide(row), b.wide(row));
        (i - k).abs() + (j - l).abs()
    };
    let arena = evaluation.cx.arena();
    let distances = arena.alloc_slice_fill_with(evaluation.rows, distance);
    Some(evaluation.alloc(Column::Ints(distances)))
}

/// The cells of a column of bitsets of one cell.
fn single_cells<'a>(evaluation: &Evaluation<'_, 'a>, column: Col<'a>) -> Option<Numbers<'a>> {
    let only = |value| match value {
        Value::Indices(cells) if cells.count == 1 => Some(Pair::new(cells.top, cells.left)),
        _ => None,
    };
    match *column {
        Column::Singletons(Column::Pairs(pairs)) => Some(Numbers::Pairs(pairs)),
        Column::Singletons(Column::Const(Value::Pair(pair))) => Some(Numbers::Pair(*pair)),
        Column::Const(value) => only(value).map(Numbers::Pair),
        Column::Values(values) => collect(evaluation.cx, values, only).map(Numbers::Pairs),
        _ => None,
    }
}

/// Whether a bitset has the pair of every row, or a set the number.
pub(in crate::dsl) fn contained<'a>(
    evaluation: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    let cx = evaluation.cx;
    let truths = match (args[0], args[1]) {
        (Column::Pairs(pairs), Column::Const(Value::Indices(cells))) => {
            map(cx, pairs, |pair| cells.contains(pair.row(), pair.column()))
        }
        (Column::Ints(numbers), Column::Const(Value::Set(set))) if set.product().is_none() => {
            map(cx, numbers, |&number| {
                let is_number = |&item| order::cmp(item, Value::Int(number));
                set.items().binary_search_by(is_number).is_ok()
            })
        }
        _ => return None,
    };
    Some(evaluation.alloc(Column::Truths(truths)))
}
