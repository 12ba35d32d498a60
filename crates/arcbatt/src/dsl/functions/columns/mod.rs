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
use crate::dsl::value::{Product, Value};
use crate::grid::Grid;
use column::{Col, Column};
use evaluation::{Evaluation, Function};
use memo::Memo;

/// With fewer elements, setting up columns takes longer than calling the function.
const MIN_ROWS: usize = 12;

/// The same for elements that are neither numbers nor tuples of numbers: most kernels leave these to
/// calls.
const MIN_VALUES: usize = 16;

/// From this many elements on, the function is called on the first before the others: most functions
/// that fail do so on the first element.
const MIN_PROBED: usize = 32;

/// With a lower limit of size, small values may hit it.
const MIN_SMALL: usize = 1 << 10;

/// Cells of work per row when the columns of elements were built in vain.
const WASTED: usize = 2;

/// Products are evaluated in parts of this many elements, so that columns stay in the cache.
const PART: usize = 1 << 12;

/// The results of a function for the elements of a container: columns, with their number of rows.
pub(in crate::dsl) struct Results<'a>(List<'a, (Col<'a>, usize)>);

impl<'a> Results<'a> {
    fn of_one(cx: &Cx<'a>, column: Col<'a>, rows: usize) -> Self {
        let mut results = cx.list();
        results.push((column, rows));
        Self(results)
    }

    /// All results as a list.
    pub fn listed(&self, cx: &Cx<'a>) -> Result<List<'a, Value<'a>>, Fail> {
        let count = self.0.iter().map(|(_, rows)| rows).sum();
        let mut list = List::with_capacity_in(count, cx.arena());
        for (column, rows) in &self.0 {
            column.list(cx, *rows, &mut list)?;
        }
        Ok(list)
    }

    /// Whether each result counts as true.
    pub fn truths(&self, cx: &Cx<'a>) -> Result<&'a [bool], Fail> {
        if let &[(column, rows)] = &self.0[..] {
            return column.truths(cx, rows);
        }
        let mut truths = cx.list();
        for (column, rows) in &self.0 {
            truths.extend_from_slice_copy(column.truths(cx, *rows)?);
        }
        Ok(truths.into_bump_slice())
    }
}

/// The results of a function for the elements of a container. `None` if the elements are to be called
/// one after the other; nothing is charged then.
pub(in crate::dsl) fn over<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
) -> Option<Results<'a>> {
    let rows = rows_worth_it(cx, function, container)?;
    if let Value::Set(seq) = container
        && let Some(product) = seq.product()
    {
        return over_product(cx, function, product);
    }
    let column = match cx.column_memo() {
        Some(memo) => memo.elements(cx, container, || Column::of_container(cx, container))?,
        None if rows < MIN_VALUES && !has_flat_elements(container) => return None,
        None => cx.arena().alloc(Column::of_container(cx, container)?),
    };
    let column = evaluate(cx, Memo::of(cx), function, rows, &[column]);
    results_of(cx, column, rows)
}

/// The results of one evaluation. If it failed, the columns of its arguments were built in vain.
fn results_of<'a>(cx: &Cx<'a>, column: Option<Col<'a>>, rows: usize) -> Option<Results<'a>> {
    if column.is_none() {
        cx.waste(WASTED * rows);
    }
    Some(Results::of_one(cx, column?, rows))
}

/// [`over`], charged like a walk along the container: with the list of the rows of a grid.
pub(in crate::dsl) fn over_walked<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
) -> Option<Results<'a>> {
    match container {
        Value::Grid(grid) if grid.width() == 2 => cx.attempt(|| {
            cx.charge(grid.height()).ok()?;
            over_pairs_of(cx, function, grid)
        }),
        _ => over(cx, function, container),
    }
}

/// The results of a function for the rows of a grid of two columns, which are pairs.
fn over_pairs_of<'a>(cx: &Cx<'a>, function: Value<'a>, grid: &'a Grid<'a>) -> Option<Results<'a>> {
    let rows = rows_worth_it(cx, function, Value::Grid(grid))?;
    let column = cx.arena().alloc(Column::of_two_columns(cx, grid));
    let column = evaluate(cx, Memo::local(cx), function, rows, &[column]);
    results_of(cx, column, rows)
}

/// Whether the elements seem to be numbers, or tuples of two.
fn has_flat_elements(container: Value) -> bool {
    let (Value::Set(seq) | Value::Tuple(seq)) = container else {
        return true;
    };
    match seq.first() {
        Some(Value::Int(_) | Value::Pair(_) | Value::Cell(_)) => true,
        Some(Value::Tuple(element)) => element.len() == 2,
        Some(Value::Grid(grid)) => (grid.height(), grid.width()) == (2, 2),
        _ => false,
    }
}

/// The results of a function for the tuples of a product, part by part.
fn over_product<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    product: &Product<'a>,
) -> Option<Results<'a>> {
    cx.attempt(|| parts_of_product(cx, function, product))
}

fn parts_of_product<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    product: &Product<'a>,
) -> Option<Results<'a>> {
    let mut results = cx.list();
    let lists = [product.firsts, product.seconds].map(|list| Column::of_slice(cx, list));
    for start in (0..product.len()).step_by(PART) {
        let rows = PART.min(product.len() - start);
        let width = product.seconds.len();
        let [firsts, seconds] = cx.arena().alloc([
            lists[0].gather(cx, rows, &|k| (start + k) / width)?,
            lists[1].gather(cx, rows, &|k| (start + k) % width)?,
        ]);
        let column = cx.arena().alloc(Column::Tuples(firsts, seconds));
        let column = evaluate(cx, Memo::local(cx), function, rows, &[column]);
        if column.is_none() {
            cx.waste(WASTED * rows);
        }
        let column = column?;
        results.push((column, rows));
    }
    Some(Results(results))
}

/// The column of a function over the elements of two lists of equal length.
pub(in crate::dsl) fn over_pairs<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    a: &'a [Value<'a>],
    b: &'a [Value<'a>],
) -> Option<Results<'a>> {
    if a.len() < MIN_ROWS || cx.is_past_attempts() || cx.on_slow_path() || cx.small() < MIN_SMALL {
        return None;
    }
    let columns = [a, b].map(|values| &*cx.arena().alloc(Column::of_slice(cx, values)));
    let column = evaluate(cx, Memo::local(cx), function, a.len(), &columns);
    results_of(cx, column, a.len())
}

/// The number of elements, if columns are worth it for this function and container.
fn rows_worth_it<'a>(cx: &Cx<'a>, function: Value<'a>, container: Value<'a>) -> Option<usize> {
    let rows = container.len().ok()?;
    if cx.is_past_attempts() {
        return None;
    }
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
    memo: Memo<'_, 'a>,
    function: Value<'a>,
    rows: usize,
    columns: &[Col<'a>],
) -> Option<Col<'a>> {
    if rows >= MIN_PROBED && matches!(memo, Memo::Local(_)) {
        let mut args = [Value::None; 2];
        for (arg, column) in args.iter_mut().zip(columns) {
            *arg = column.row(cx, 0).ok()?;
        }
        let mut answers = false;
        cx.attempt(|| {
            answers = cx.call(function, &args[..columns.len()]).is_ok();
            // Undone in any case: the evaluation is charged for all rows.
            None::<()>
        });
        if !answers {
            return None;
        }
    }
    cx.attempt(|| {
        let mut evaluation = Evaluation { cx, rows, memo };
        let result = evaluation.call(Function::Value(function), columns);
        result.ok()
    })
}
