//! Closures that are made and called for every row.

use crate::dsl::cx::List;
use crate::dsl::functions::arity;
use crate::dsl::functions::columns::column::{Col, Column, map};
use crate::dsl::functions::columns::evaluation::{Evaluation, Function};
use crate::dsl::value::{ClosureKind, Value};

/// Declares kernels that make closures of one argument.
macro_rules! makers {
    ($($name:ident: $kind:ident;)*) => {$(
        pub(in crate::dsl) fn $name<'a>(
            evaluation: &mut Evaluation<'_, 'a>,
            args: &[Col<'a>],
        ) -> Option<Col<'a>> {
            evaluation.closures(ClosureKind::$kind, 1, args)
        }
    )*};
}

makers! {
    compose: Compose;
    chain: Chain;
    matcher: Matcher;
    fork: Fork;
}

pub(in crate::dsl) fn rbind<'a>(
    evaluation: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    evaluation.closures(ClosureKind::Rbind, bound_arity(args[0])?, args)
}

pub(in crate::dsl) fn lbind<'a>(
    evaluation: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    evaluation.closures(ClosureKind::Lbind, bound_arity(args[0])?, args)
}

/// The number of arguments that remain when one is fixed.
fn bound_arity(functions: &Column) -> Option<u8> {
    let arity = match functions {
        Column::Const(function) => arity(*function).ok()?,
        Column::Closures(closures) => closures.arity,
        _ => return None,
    };
    Some(match arity {
        2 => 1,
        3 => 2,
        _ => 3,
    })
}

/// The set of one value per row.
pub(in crate::dsl) fn initset<'a>(
    evaluation: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    sets_of_one(evaluation, args[0])
}

/// Calls the only function of a set.
pub(in crate::dsl) fn rapply<'a>(
    evaluation: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    let Column::Singletons(functions) = *args[0] else {
        return None;
    };
    let results = evaluation
        .call(Function::from(functions), &args[1..])
        .ok()?;
    sets_of_one(evaluation, results)
}

/// Sets of one element: symbolic where all are charged alike, else built one by one.
fn sets_of_one<'a>(evaluation: &Evaluation<'_, 'a>, elements: Col<'a>) -> Option<Col<'a>> {
    let cx = evaluation.cx;
    if let Some(singletons) = cx.attempt(|| singletons(evaluation, elements)) {
        return Some(singletons);
    }
    let mut sets = List::with_capacity_in(evaluation.rows, cx.arena());
    for row in 0..evaluation.rows {
        let mut items = cx.reserve_list(1).ok()?;
        items.push(elements.row(cx, row).ok()?);
        sets.push(cx.set(items).ok()?);
    }
    Some(evaluation.alloc(Column::Values(sets.into_bump_slice())))
}

/// Sets of one element, charged. `None` for elements whose sets are charged differently.
fn singletons<'a>(evaluation: &Evaluation<'_, 'a>, elements: Col<'a>) -> Option<Col<'a>> {
    let elements = match *elements {
        // In a set, truth values are numbers.
        Column::Truths(values) => {
            evaluation.alloc(Column::Ints(map(evaluation.cx, values, |&b| b as i64)))
        }
        Column::Const(Value::Bool(b)) => evaluation.alloc(Column::Const(Value::Int(b as i64))),
        Column::Values(values) if values.iter().all(|v| matches!(v, Value::Grid(_))) => elements,
        Column::Values(values) if values.iter().all(|v| v.is_function()) => elements,
        Column::Ints(_) | Column::Pairs(_) | Column::Closures(_) | Column::Const(_) => elements,
        _ => return None,
    };
    // All rows are charged like the first, and the list of the element.
    let before = evaluation.cx.spent();
    let mut items = evaluation.cx.list();
    items.push(elements.row(evaluation.cx, 0).ok()?);
    evaluation.cx.set(items).ok()?;
    let spent = evaluation.cx.spent_since(before);
    let others = evaluation.rows - 1;
    evaluation.cx.charge(spent.cells as usize * others).ok()?;
    evaluation.charge_rows(1)?;
    let (depth, weight) = elements.depth_and_weight();
    if depth >= super::MAX_PART_DEPTH || weight >= evaluation.cx.light() {
        return None;
    }
    Some(evaluation.alloc(Column::Singletons(elements)))
}
