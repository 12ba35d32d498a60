//! Functions that are made for every row and applied to a container.

use crate::dsl::functions::columns::column::{Col, Column};
use crate::dsl::functions::columns::evaluation::{Evaluation, Function};
use crate::dsl::functions::columns::memo::Memo;
use crate::dsl::value::Value;

/// The most calls at once.
const MAX_CALLS: usize = 1 << 14;

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
    let calls = evaluation.rows.checked_mul(width)?;
    if width < 3 || calls > MAX_CALLS {
        return None;
    }
    // The list of the results of every row.
    evaluation.charge_rows(width)?;
    let elements = Column::of_container(cx, Value::Tuple(seq))?;
    let elements = cx
        .arena()
        .alloc(elements.gather(cx, calls, &|k| k % width)?);
    let functions = cx
        .arena()
        .alloc(functions.gather(cx, calls, &|k| k / width)?);
    let mut nested = Evaluation {
        cx,
        rows: calls,
        memo: Memo::local(cx),
    };
    match nested.call(Function::Column(functions), &[elements]).ok()? {
        // Tuples of other results may be grids, which are charged for their cells.
        results @ Column::Ints(_) => Some(evaluation.alloc(Column::Lists(results, width))),
        _ => None,
    }
}
