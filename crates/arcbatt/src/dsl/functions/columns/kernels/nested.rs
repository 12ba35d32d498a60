//! Functions that are made for every row and applied to a container.

use crate::dsl::cx::{Cx, List};
use crate::dsl::functions::columns::column::{Col, Column};
use crate::dsl::functions::columns::evaluation::{Evaluation, Function};
use crate::dsl::functions::columns::kernels::numbers::rows;
use crate::dsl::functions::columns::memo::Memo;
use crate::dsl::functions::fused_filter::Asked;
use crate::dsl::primitives::patches::shift_by;
use crate::dsl::sets::union::union;
use crate::dsl::value::scalar::Pair;
use crate::dsl::value::{ClosureKind, Value};
use crate::grid::Cells;

/// The most calls at once.
const MAX_CALLS: usize = 1 << 14;

/// The most sets per row that are united; more may have a remembered union.
const MAX_UNITED: usize = 7;

/// The function of every row applied to the elements of one tuple: all rows and elements at once.
pub(in crate::dsl) fn apply<'a>(
    evaluation: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    let (functions @ Column::Closures(_), Column::Const(Value::Tuple(seq))) = (args[0], args[1])
    else {
        return None;
    };
    let (cx, width) = (evaluation.cx, seq.len());
    if width == 0 {
        return None;
    }
    let nested = Nested::new(evaluation, width)?;
    // The list of the results of every row.
    evaluation.charge_rows(width)?;
    let elements = Column::of_container(cx, Value::Tuple(seq))?;
    let elements = nested.gather(&elements, &|k| k % width)?;
    let functions = nested.gather(functions, &|k| k / width)?;
    // Tuples of other results may be grids, which are charged for their cells.
    let results @ &Column::Ints(numbers) = nested.call(Function::Column(functions), elements)?
    else {
        return None;
    };
    if width != 2 {
        return Some(evaluation.alloc(Column::Lists(results, width)));
    }
    let narrow = |n: i64| i32::try_from(n).ok();
    let pair = |row: usize| {
        Some(Pair::new(
            narrow(numbers[2 * row])?,
            narrow(numbers[2 * row + 1])?,
        ))
    };
    Some(evaluation.alloc(Column::Pairs(rows(evaluation, pair)?)))
}

/// The function of every row applied to the cells of one small set, where the union of the results is the
/// same for all rows but for a shift.
pub(in crate::dsl) fn mapply<'a>(
    evaluation: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    let (Column::Closures(closures), Column::Const(Value::Indices(set))) = (args[0], args[1])
    else {
        return None;
    };
    // Other functions have their own paths.
    let is_plain = matches!(closures.kind, ClosureKind::Compose | ClosureKind::Chain);
    let (cx, rows, width) = (evaluation.cx, evaluation.rows, set.count as usize);
    if !is_plain || width > MAX_UNITED {
        return None;
    }
    // The list of the results of every row.
    evaluation.charge_rows(width)?;
    let elements = Column::of_container(cx, Value::Indices(set))?;
    let nested = Nested::new(evaluation, width)?;
    let elements = nested.gather(&elements, &|k| k % width)?;
    let functions = nested.gather(args[0], &|k| k / width)?;
    let Column::Shifted(cells, by) = *nested.call(Function::Column(functions), elements)? else {
        return None;
    };
    let from_first = |row: usize, k: usize| {
        let ((i, j), (di, dj)) = (by[row * width + k].parts(), by[row * width].parts());
        (i as i64 - di as i64, j as i64 - dj as i64)
    };
    if !(1..rows).all(|row| (1..width).all(|k| from_first(row, k) == from_first(0, k))) {
        return None;
    }
    let before = cx.account();
    let mut moved = cx.list();
    for k in 0..width {
        let (di, dj) = from_first(0, k);
        moved.push(shift_by(cx, Value::Indices(cells), di, dj).ok()?);
    }
    let union = union(cx, &moved).ok()?;
    cx.restore_account(before);
    let Value::Indices(union) = union else {
        return None;
    };
    // As the union of every row is charged.
    evaluation.charge_rows(width + union.height())?;
    let firsts = cx
        .arena()
        .alloc_slice_fill_with(rows, |row| by[row * width]);
    Some(evaluation.alloc(Column::Shifted(union, firsts)))
}

/// The cells of a bitset for which a condition holds: one bitset shifted by a pair per row, or one condition
/// per row.
pub(in crate::dsl) fn sfilter<'a>(
    evaluation: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    let cx = evaluation.cx;
    let (cells, by) = match *args[0] {
        Column::Const(Value::Indices(cells)) => (cells, None),
        Column::Shifted(cells, by) => (cells, Some(by)),
        _ => return None,
    };
    let one = match *args[1] {
        Column::Const(condition) => condition,
        Column::Closures(closures) if by.is_none() && closures.are_alike() => {
            args[1].row(cx, 0).ok()?
        }
        _ => return None,
    };
    evaluation.charge_rows(cells.height())?;
    let asked = Asked::by(cx, cells, one);
    let width = asked.cells.len();
    let nested = Nested::new(evaluation, width)?;
    let shift = |row: usize| by.map_or((0, 0), |by| by[row].parts());
    let elements = cx.arena().alloc_slice_fill_with(nested.rows, |k| {
        let ((i, j), (di, dj)) = (asked.cells[k % width], shift(k / width));
        Pair::new(i + di, j + dj)
    });
    let elements = evaluation.alloc(Column::Pairs(elements));
    let conditions = nested.gather(args[1], &|k| k / width)?;
    let truths = nested.call(Function::from(conditions), elements)?;
    let truths = truths.truths(cx, nested.rows).ok()?;
    let mut sets = List::with_capacity_in(evaluation.rows, cx.arena());
    for (row, truths) in truths.chunks_exact(width).enumerate() {
        let (di, dj) = shift(row);
        let rows = asked.kept(cx, cells, truths);
        sets.push(cx.indices(Cells::tight(cells.top + di, cells.left + dj, rows)));
    }
    Some(evaluation.alloc(Column::Values(sets.into_bump_slice())))
}

/// An evaluation of several calls per row.
struct Nested<'c, 'a> {
    cx: &'c Cx<'a>,
    rows: usize,
}

impl<'c, 'a> Nested<'c, 'a> {
    /// So many calls per row; `None` if these are too many at once.
    fn new(evaluation: &Evaluation<'c, 'a>, calls: usize) -> Option<Self> {
        let rows = evaluation.rows.checked_mul(calls)?;
        let cx = evaluation.cx;
        (rows <= MAX_CALLS).then_some(Self { cx, rows })
    }

    fn gather(&self, column: &Column<'a>, row: &impl Fn(usize) -> usize) -> Option<Col<'a>> {
        let column = column.gather(self.cx, self.rows, row)?;
        Some(self.cx.arena().alloc(column))
    }

    fn call(&self, function: Function<'a>, argument: Col<'a>) -> Option<Col<'a>> {
        let mut evaluation = Evaluation {
            cx: self.cx,
            rows: self.rows,
            memo: Memo::local(self.cx),
        };
        evaluation.call(function, &[argument]).ok()
    }
}
