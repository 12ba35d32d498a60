//! Numbers, pairs of numbers and truth values.

use crate::dsl::cx::List;
use crate::dsl::fail::Fail;
use crate::dsl::functions::columns::column::{Col, Column, collect, map};
use crate::dsl::functions::columns::evaluation::Evaluation;
use crate::dsl::order;
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Pair;

/// A column of numbers or of pairs.
#[derive(Clone, Copy)]
pub(super) enum Numbers<'x> {
    Int(i64),
    Ints(&'x [i64]),
    Pair(Pair),
    Pairs(&'x [Pair]),
}

impl<'x> Numbers<'x> {
    pub(super) fn of(column: &Column<'x>) -> Option<Self> {
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
    pub(super) fn wide(self, row: usize) -> (i64, i64) {
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
pub(super) fn rows<'a, T: 'a>(
    evaluation: &Evaluation<'_, 'a>,
    row: impl Fn(usize) -> Option<T>,
) -> Option<&'a [T]> {
    let mut values = List::with_capacity_in(evaluation.rows, evaluation.cx.arena());
    for k in 0..evaluation.rows {
        values.push(row(k)?);
    }
    Some(values.into_bump_slice())
}

#[inline]
fn unary<'a>(
    e: &Evaluation<'_, 'a>,
    args: &[Col<'a>],
    f: impl Fn(i64) -> Option<i64>,
) -> Option<Col<'a>> {
    Some(e.alloc(match args[0] {
        Column::Ints(values) => Column::Ints(collect(e.cx, values, &f)?),
        Column::Pairs(values) => Column::Pairs(collect(e.cx, values, |p: Pair| {
            pair(f(p.row() as i64)?, f(p.column() as i64)?)
        })?),
        _ => return None,
    }))
}

#[inline]
fn binary<'a>(
    e: &Evaluation<'_, 'a>,
    args: &[Col<'a>],
    f: impl Fn(i64, i64) -> Option<i64>,
) -> Option<Col<'a>> {
    let (a, b) = (Numbers::of(args[0])?, Numbers::of(args[1])?);
    if a.is_pair() || b.is_pair() {
        let pairs = rows(e, |row| {
            let (x, y) = (a.wide(row), b.wide(row));
            pair(f(x.0, y.0)?, f(x.1, y.1)?)
        })?;
        return Some(e.alloc(Column::Pairs(pairs)));
    }
    let ints = match (a, b) {
        (Numbers::Ints(a), Numbers::Int(b)) => collect(e.cx, a, |x| f(x, b))?,
        (Numbers::Int(a), Numbers::Ints(b)) => collect(e.cx, b, |y| f(a, y))?,
        _ => rows(e, |row| f(a.int(row), b.int(row)))?,
    };
    Some(e.alloc(Column::Ints(ints)))
}

/// The truth of a condition on the number of every row.
#[inline]
fn test<'a>(e: &Evaluation<'_, 'a>, args: &[Col<'a>], f: impl Fn(i64) -> bool) -> Option<Col<'a>> {
    match args[0] {
        Column::Ints(values) => Some(e.alloc(Column::Truths(map(e.cx, values, |&n| f(n))))),
        _ => None,
    }
}

/// Declares kernels of one line.
macro_rules! kernels {
    ($($name:ident: |$e:ident, $args:ident| $body:expr;)*) => {$(
        pub(in crate::dsl) fn $name<'a>(
            $e: &mut Evaluation<'_, 'a>,
            $args: &[Col<'a>],
        ) -> Option<Col<'a>> {
            $body
        }
    )*};
}

kernels! {
    add: |e, args| binary(e, args, i64::checked_add);
    subtract: |e, args| binary(e, args, i64::checked_sub);
    multiply: |e, args| binary(e, args, i64::checked_mul);
    invert: |e, args| unary(e, args, i64::checked_neg);
    double: |e, args| unary(e, args, |n| n.checked_mul(2));
    halve: |e, args| unary(e, args, |n| Some(n >> 1));
    increment: |e, args| unary(e, args, |n| n.checked_add(1));
    decrement: |e, args| unary(e, args, |n| n.checked_sub(1));
    crement: |e, args| unary(e, args, |n| n.checked_add(n.signum()));
    sign: |e, args| unary(e, args, |n| Some(n.signum()));
    even: |e, args| test(e, args, |n| n & 1 == 0);
    positive: |e, args| test(e, args, |n| n > 0);
    flip: |e, args| match args[0] {
        Column::Truths(values) => Some(e.alloc(Column::Truths(map(e.cx, values, |b| !b)))),
        _ => test(e, args, |n| n == 0),
    };
    equality: |e, args| equal(e, args[0], args[1]);
    greater: |e, args| compare(e, args[0], args[1], |a, b| a > b, |a, b| a > b);
    both: |e, args| truths(e, args, |a, b| a & b);
    either: |e, args| truths(e, args, |a, b| a | b);
}

/// Two columns of truth values.
fn truths<'a>(
    e: &Evaluation<'_, 'a>,
    args: &[Col<'a>],
    f: impl Fn(bool, bool) -> bool,
) -> Option<Col<'a>> {
    let (Column::Truths(a), Column::Truths(b)) = (args[0], args[1]) else {
        return None;
    };
    Some(e.alloc(Column::Truths(rows(e, |row| Some(f(a[row], b[row])))?)))
}

/// Compares two columns of numbers, or two of pairs by their keys.
#[inline]
fn compare<'a>(
    e: &Evaluation<'_, 'a>,
    a: Col<'a>,
    b: Col<'a>,
    ints: impl Fn(i64, i64) -> bool,
    pairs: impl Fn(u64, u64) -> bool,
) -> Option<Col<'a>> {
    let truths = match (Numbers::of(a)?, Numbers::of(b)?) {
        (Numbers::Ints(a), Numbers::Int(b)) => map(e.cx, a, |&a| ints(a, b)),
        (Numbers::Int(a), Numbers::Ints(b)) => map(e.cx, b, |&b| ints(a, b)),
        (Numbers::Ints(a), Numbers::Ints(b)) => rows(e, |row| Some(ints(a[row], b[row])))?,
        (Numbers::Pairs(a), Numbers::Pair(b)) => map(e.cx, a, |a| pairs(a.key(), b.key())),
        (Numbers::Pair(a), Numbers::Pairs(b)) => map(e.cx, b, |b| pairs(a.key(), b.key())),
        (Numbers::Pairs(a), Numbers::Pairs(b)) => {
            rows(e, |row| Some(pairs(a[row].key(), b[row].key())))?
        }
        _ => return None,
    };
    Some(e.alloc(Column::Truths(truths)))
}

/// Whether two columns are equal, row by row; `None` if that takes a call.
pub(in crate::dsl) fn equal<'a>(e: &Evaluation<'_, 'a>, a: Col<'a>, b: Col<'a>) -> Option<Col<'a>> {
    compare(e, a, b, |a, b| a == b, |a, b| a == b)
}

/// Whether two columns of any type are equal, row by row.
pub(in crate::dsl) fn equal_rows<'a>(
    e: &Evaluation<'_, 'a>,
    a: Col<'a>,
    b: Col<'a>,
) -> Result<Col<'a>, Fail> {
    let mut truths = List::with_capacity_in(e.rows, e.cx.arena());
    for row in 0..e.rows {
        truths.push(order::equal(a.row(e.cx, row)?, b.row(e.cx, row)?));
    }
    Ok(e.alloc(Column::Truths(truths.into_bump_slice())))
}
