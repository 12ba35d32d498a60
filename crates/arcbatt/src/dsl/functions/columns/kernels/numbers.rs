//! Numbers, pairs of numbers and truth values.

use super::new;
use crate::dsl::fail::Fail;
use crate::dsl::functions::columns::column::{Col, Column, collect};
use crate::dsl::functions::columns::evaluation::Evaluation;
use crate::dsl::order;
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Pair;
use std::rc::Rc;

/// A column of numbers or of pairs.
#[derive(Clone, Copy)]
pub(super) enum Numbers<'x> {
    Int(i64),
    Ints(&'x [i64]),
    Pair(Pair),
    Pairs(&'x [Pair]),
}

impl<'x> Numbers<'x> {
    pub(super) fn of(column: &'x Column) -> Option<Self> {
        match column {
            Column::Const(Value::Int(n)) => Some(Self::Int(*n)),
            Column::Const(Value::Bool(b)) => Some(Self::Int(*b as i64)),
            Column::Const(Value::Pair(pair)) => Some(Self::Pair(*pair)),
            Column::Ints(values) => Some(Self::Ints(values)),
            Column::Pairs(values) => Some(Self::Pairs(values)),
            _ => None,
        }
    }

    fn is_pair(self) -> bool {
        matches!(self, Self::Pair(_) | Self::Pairs(_))
    }

    /// Number of rows; `None` if constant.
    fn len(self) -> Option<usize> {
        match self {
            Self::Ints(values) => Some(values.len()),
            Self::Pairs(values) => Some(values.len()),
            Self::Int(_) | Self::Pair(_) => None,
        }
    }

    /// The number of a row.
    #[inline]
    pub(super) fn int(self, row: usize) -> i64 {
        match self {
            Self::Int(n) => n,
            Self::Ints(values) => values[row],
            Self::Pair(_) | Self::Pairs(_) => 0,
        }
    }

    /// Both numbers of a row; a number counts for both.
    #[inline]
    fn wide(self, row: usize) -> (i64, i64) {
        let wide = |pair: Pair| (pair.row() as i64, pair.column() as i64);
        match self {
            Self::Int(n) => (n, n),
            Self::Ints(values) => (values[row], values[row]),
            Self::Pair(pair) => wide(pair),
            Self::Pairs(values) => wide(values[row]),
        }
    }
}

/// A pair, if both numbers fit.
#[inline]
fn pair(i: i64, j: i64) -> Option<Pair> {
    Some(Pair::new(i32::try_from(i).ok()?, i32::try_from(j).ok()?))
}

/// The values of all rows.
#[inline]
pub(super) fn rows<T>(count: usize, row: impl Fn(usize) -> Option<T>) -> Option<Vec<T>> {
    let mut values = Vec::with_capacity(count);
    for k in 0..count {
        values.push(row(k)?);
    }
    Some(values)
}

#[inline]
fn unary<'a>(args: &[Col<'a>], f: impl Fn(i64) -> Option<i64>) -> Option<Col<'a>> {
    new(match &*args[0] {
        Column::Ints(values) => Column::Ints(collect(values, &f)?),
        Column::Pairs(values) => Column::Pairs(collect(values, |p: Pair| {
            pair(f(p.row() as i64)?, f(p.column() as i64)?)
        })?),
        _ => return None,
    })
}

#[inline]
fn binary<'a>(args: &[Col<'a>], f: impl Fn(i64, i64) -> Option<i64>) -> Option<Col<'a>> {
    let (a, b) = (Numbers::of(&args[0])?, Numbers::of(&args[1])?);
    let count = a.len().or(b.len())?;
    if a.is_pair() || b.is_pair() {
        return new(Column::Pairs(rows(count, |row| {
            let (x, y) = (a.wide(row), b.wide(row));
            pair(f(x.0, y.0)?, f(x.1, y.1)?)
        })?));
    }
    new(Column::Ints(match (a, b) {
        (Numbers::Ints(a), Numbers::Int(b)) => collect(a, |x| f(x, b))?,
        (Numbers::Int(a), Numbers::Ints(b)) => collect(b, |y| f(a, y))?,
        _ => rows(count, |row| f(a.int(row), b.int(row)))?,
    }))
}

/// The truth of a condition on the number of every row.
#[inline]
fn test<'a>(args: &[Col<'a>], f: impl Fn(i64) -> bool) -> Option<Col<'a>> {
    match &*args[0] {
        Column::Ints(values) => new(Column::Truths(values.iter().map(|&n| f(n)).collect())),
        _ => None,
    }
}

/// Declares kernels of one line.
macro_rules! kernels {
    ($($name:ident: |$args:ident| $body:expr;)*) => {$(
        pub(in crate::dsl) fn $name<'a>(
            _: &mut Evaluation<'_, 'a>,
            $args: &[Col<'a>],
        ) -> Option<Col<'a>> {
            $body
        }
    )*};
}

kernels! {
    add: |args| binary(args, i64::checked_add);
    subtract: |args| binary(args, i64::checked_sub);
    multiply: |args| binary(args, i64::checked_mul);
    invert: |args| unary(args, i64::checked_neg);
    double: |args| unary(args, |n| n.checked_mul(2));
    halve: |args| unary(args, |n| Some(n >> 1));
    increment: |args| unary(args, |n| n.checked_add(1));
    decrement: |args| unary(args, |n| n.checked_sub(1));
    crement: |args| unary(args, |n| n.checked_add(n.signum()));
    sign: |args| unary(args, |n| Some(n.signum()));
    even: |args| test(args, |n| n & 1 == 0);
    positive: |args| test(args, |n| n > 0);
    flip: |args| match &*args[0] {
        Column::Truths(values) => new(Column::Truths(values.iter().map(|b| !b).collect())),
        _ => test(args, |n| n == 0),
    };
    equality: |args| new(equal(&args[0], &args[1])?);
    greater: |args| compare(&args[0], &args[1], |a, b| a > b, |a, b| a > b).and_then(new);
    both: |args| truths(args, |a, b| a & b);
    either: |args| truths(args, |a, b| a | b);
}

/// Two columns of truth values.
fn truths<'a>(args: &[Col<'a>], f: impl Fn(bool, bool) -> bool) -> Option<Col<'a>> {
    let (Column::Truths(a), Column::Truths(b)) = (&*args[0], &*args[1]) else {
        return None;
    };
    new(Column::Truths(
        a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect(),
    ))
}

/// Compares two columns of numbers, or two of pairs.
#[inline]
fn compare<'a>(
    a: &Column<'a>,
    b: &Column<'a>,
    ints: impl Fn(i64, i64) -> bool,
    pairs: impl Fn(u64, u64) -> bool,
) -> Option<Column<'a>> {
    let (a, b) = (Numbers::of(a)?, Numbers::of(b)?);
    let count = a.len().or(b.len())?;
    Some(Column::Truths(match (a, b) {
        (Numbers::Ints(a), Numbers::Int(b)) => a.iter().map(|&a| ints(a, b)).collect(),
        (Numbers::Int(a), Numbers::Ints(b)) => b.iter().map(|&b| ints(a, b)).collect(),
        (Numbers::Ints(a), Numbers::Ints(b)) => {
            a.iter().zip(b).map(|(&a, &b)| ints(a, b)).collect()
        }
        (Numbers::Pairs(a), Numbers::Pair(b)) => {
            a.iter().map(|a| pairs(a.key(), b.key())).collect()
        }
        (Numbers::Pair(a), Numbers::Pairs(b)) => {
            b.iter().map(|b| pairs(a.key(), b.key())).collect()
        }
        (Numbers::Pairs(a), Numbers::Pairs(b)) => {
            let both = a.iter().zip(b);
            both.map(|(a, b)| pairs(a.key(), b.key())).collect()
        }
        _ => {
            debug_assert!(count > 0);
            return None;
        }
    }))
}

/// Whether two columns are equal, row by row; `None` if that takes a call.
pub(in crate::dsl) fn equal<'a>(a: &Column<'a>, b: &Column<'a>) -> Option<Column<'a>> {
    compare(a, b, |a, b| a == b, |a, b| a == b)
}

/// Whether two columns of any type are equal, row by row.
pub(in crate::dsl) fn equal_rows<'a>(
    evaluation: &Evaluation<'_, 'a>,
    a: &Column<'a>,
    b: &Column<'a>,
) -> Result<Col<'a>, Fail> {
    let mut truths = Vec::with_capacity(evaluation.rows);
    for row in 0..evaluation.rows {
        let (a, b) = (a.row(evaluation.cx, row)?, b.row(evaluation.cx, row)?);
        truths.push(order::equal(a, b));
    }
    Ok(Rc::new(Column::Truths(truths)))
}
