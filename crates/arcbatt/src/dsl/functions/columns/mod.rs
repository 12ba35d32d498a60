//! Functions over whole containers, a combinator at a time.
//!
//! `fork(equality, f, g)` over a container computes the column of `f`, the column of `g`, and then
//! compares the two columns, as vectorised database engines evaluate expressions. Columns are typed and
//! flat where their values are numbers, truth values or pairs; a constant is not expanded; tuples of
//! two, singletons, closures and shifted patches stay symbolic until something reads them.
//!
//! | module | holds |
//! |---|---|
//! | [`column`] | columns, and their rows as values |
//! | [`evaluation`] | calls of functions with columns |
//! | [`kernels`] | primitives that work on columns, named in their entries: `columns(add)` |
//! | [`memo`] | columns that are already computed, for one call or for all programs of an arena |
//!
//! Invariant: outcome and charges are those of calling the function on one element after the other.
//! If a call fails, or the charges exceed a limit, the evaluation is abandoned without any charge, and
//! the caller calls the function on one element after the other.

pub(in crate::dsl) mod column;
pub(in crate::dsl) mod evaluation;
pub(in crate::dsl) mod kernels;
pub(in crate::dsl) mod memo;
#[cfg(test)]
mod tests;

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::Fail;
use crate::dsl::value::Value;
use column::{Col, Column};
use evaluation::{Evaluation, Function};
use memo::Memo;
use std::rc::Rc;

/// With fewer elements, setting up columns takes longer than calling the function.
const MIN_ROWS: usize = 8;

/// From this many elements on, the function is called on the first before the others: most functions
/// that fail do so on the first element.
const MIN_PROBED: usize = 32;

/// With a lower limit of size, small values may hit it.
const MIN_SMALL: usize = 1 << 10;

/// The column of a function over the elements of a container. `None` if the elements are to be called
/// one after the other; nothing is charged then.
pub(in crate::dsl) fn over<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
) -> Option<Col<'a>> {
    let rows = rows_worth_it(cx, function, container)?;
    let column = match cx.column_memo() {
        Some(memo) => memo.elements(container, || Column::of_container(container))?,
        None => Rc::new(Column::of_container(container)?),
    };
    evaluate(cx, function, rows, &[column])
}

/// The column of a function over the elements of two lists of equal length.
pub(in crate::dsl) fn over_pairs<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    a: &[Value<'a>],
    b: &[Value<'a>],
) -> Option<Col<'a>> {
    if a.len() < MIN_ROWS || cx.on_slow_path() || cx.small() < MIN_SMALL {
        return None;
    }
    let columns = [a, b].map(|values| Rc::new(Column::of_slice(values)));
    evaluate(cx, function, a.len(), &columns)
}

/// The number of elements, if columns are worth it for this function and container.
fn rows_worth_it<'a>(cx: &Cx<'a>, function: Value<'a>, container: Value<'a>) -> Option<usize> {
    let rows = container.len().ok()?;
    let is_shared = cx.column_memo().is_some();
    let least = if is_shared { memo::MIN_ROWS } else { MIN_ROWS };
    if rows < least || cx.on_slow_path() || cx.small() < MIN_SMALL {
        return None;
    }
    match function {
        Value::Function(closure) if closure.arity == 1 => Some(rows),
        Value::Primitive(primitive) => {
            (is_shared || primitive.properties.columns.is_some()).then_some(rows)
        }
        _ => None,
    }
}

/// Evaluates without a trace if anything fails.
fn evaluate<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    rows: usize,
    columns: &[Col<'a>],
) -> Option<Col<'a>> {
    let before = cx.account();
    let memo = Memo::of(cx);
    if rows >= MIN_PROBED && matches!(memo, Memo::Local(_)) {
        let mut args = [Value::None; 2];
        for (arg, column) in args.iter_mut().zip(columns) {
            *arg = column.row(cx, 0).ok()?;
        }
        let probe = cx.call(function, &args[..columns.len()]);
        cx.restore_account(before);
        probe.ok()?;
    }
    let mut evaluation = Evaluation { cx, rows, memo };
    let result = evaluation.call(&Function::Value(function), columns);
    if result.is_err() {
        cx.restore_account(before);
    }
    result.ok()
}

/// The rows of a column as a list.
pub(in crate::dsl) fn listed<'a>(
    cx: &Cx<'a>,
    column: &Column<'a>,
    rows: usize,
) -> Result<List<'a, Value<'a>>, Fail> {
    let mut list = List::with_capacity_in(rows, cx.arena());
    match column {
        Column::Values(values) => list.extend_from_slice_copy(values),
        Column::Ints(values) => list.extend(values.iter().map(|&n| Value::Int(n))),
        Column::Truths(values) => list.extend(values.iter().map(|&b| Value::from(b))),
        Column::Pairs(values) => list.extend(values.iter().map(|&p| Value::Pair(p))),
        _ => {
            for row in 0..rows {
                list.push(column.row(cx, row)?);
            }
        }
    }
    Ok(list)
}
