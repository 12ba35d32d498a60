//! Tuples of two, and sets of one element.

use super::numbers::{Numbers, rows};
use crate::dsl::functions::columns::column::{Col, Column, map};
use crate::dsl::functions::columns::evaluation::Evaluation;
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Pair;
use crate::grid::Color;

pub(in crate::dsl) fn identity<'a>(
    _: &mut Evaluation<'_, 'a>,
    args: &[Col<'a>],
) -> Option<Col<'a>> {
    Some(args[0])
}

pub(in crate::dsl) fn first<'a>(e: &mut Evaluation<'_, 'a>, args: &[Col<'a>]) -> Option<Col<'a>> {
    match *args[0] {
        Column::Tuples(first, _) => Some(first),
        Column::Singletons(only) => Some(only),
        Column::Pairs(pairs) => numbers_of(e, pairs, Pair::row),
        _ => None,
    }
}

pub(in crate::dsl) fn last<'a>(e: &mut Evaluation<'_, 'a>, args: &[Col<'a>]) -> Option<Col<'a>> {
    match *args[0] {
        Column::Tuples(_, second) => Some(second),
        Column::Singletons(only) => Some(only),
        Column::Pairs(pairs) => numbers_of(e, pairs, Pair::column),
        _ => None,
    }
}

pub(in crate::dsl) fn maximum<'a>(e: &mut Evaluation<'_, 'a>, args: &[Col<'a>]) -> Option<Col<'a>> {
    match *args[0] {
        Column::Pairs(pairs) => numbers_of(e, pairs, |pair| pair.row().max(pair.column())),
        Column::Lists(Column::Ints(all), width) => best_of_lists(e, all, width, i64::max),
        _ => None,
    }
}

pub(in crate::dsl) fn minimum<'a>(e: &mut Evaluation<'_, 'a>, args: &[Col<'a>]) -> Option<Col<'a>> {
    match *args[0] {
        Column::Pairs(pairs) => numbers_of(e, pairs, |pair| pair.row().min(pair.column())),
        Column::Lists(Column::Ints(all), width) => best_of_lists(e, all, width, i64::min),
        _ => None,
    }
}

/// The best of the consecutive numbers of every row.
fn best_of_lists<'a>(
    e: &Evaluation<'_, 'a>,
    all: &[i64],
    width: usize,
    best: impl Fn(i64, i64) -> i64,
) -> Option<Col<'a>> {
    e.charge_rows(width)?;
    let of_row = |row: usize| {
        let numbers = all[row * width..][..width].iter().copied();
        numbers.reduce(&best)
    };
    Some(e.alloc(Column::Ints(rows(e, of_row)?)))
}

/// A number of every pair.
fn numbers_of<'a>(
    e: &Evaluation<'_, 'a>,
    pairs: &[Pair],
    number: impl Fn(Pair) -> i32,
) -> Option<Col<'a>> {
    let numbers = map(e.cx, pairs, |&pair| number(pair) as i64);
    Some(e.alloc(Column::Ints(numbers)))
}

pub(in crate::dsl) fn size<'a>(e: &mut Evaluation<'_, 'a>, args: &[Col<'a>]) -> Option<Col<'a>> {
    let same = |size: usize| Some(e.alloc(Column::Const(Value::Int(size as i64))));
    match *args[0] {
        Column::Singletons(_) => same(1),
        Column::Lists(_, width) => same(width),
        Column::Tuples(..) | Column::Pairs(_) => same(2),
        Column::Shifted(cells, _) => same(cells.count as usize),
        Column::Selected(selected) => Some(e.alloc(Column::Ints(selected.sizes(e)))),
        Column::Values(values) => {
            let size = |row: usize| values[row].len().ok().map(|size| size as i64);
            Some(e.alloc(Column::Ints(rows(e, size)?)))
        }
        _ => None,
    }
}

pub(in crate::dsl) fn toivec<'a>(e: &mut Evaluation<'_, 'a>, args: &[Col<'a>]) -> Option<Col<'a>> {
    let zero = e.alloc(Column::Const(Value::Int(0)));
    astuple(e, &[args[0], zero])
}

pub(in crate::dsl) fn tojvec<'a>(e: &mut Evaluation<'_, 'a>, args: &[Col<'a>]) -> Option<Col<'a>> {
    let zero = e.alloc(Column::Const(Value::Int(0)));
    astuple(e, &[zero, args[0]])
}

/// What a tuple of two is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Number,
    Pair,
    /// A set or a function: neither a number nor a row of a grid.
    Opaque,
}

impl Part {
    fn of(column: &Column) -> Option<Self> {
        let of_value = |value: &Value| match value {
            Value::Int(_) => Some(Self::Number),
            Value::Pair(_) => Some(Self::Pair),
            value if value.is_set() || value.is_function() => Some(Self::Opaque),
            _ => None,
        };
        match column {
            Column::Ints(_) => Some(Self::Number),
            Column::Pairs(_) => Some(Self::Pair),
            Column::Const(value) => of_value(value),
            Column::Values(values) => {
                let opaque = |value: &Value| of_value(value) == Some(Self::Opaque);
                values.iter().all(opaque).then_some(Self::Opaque)
            }
            Column::Singletons(_)
            | Column::Closures(_)
            | Column::Shifted(..)
            | Column::Selected(_) => Some(Self::Opaque),
            Column::Truths(_) | Column::Tuples(..) | Column::Lists(..) => None,
        }
    }
}

pub(in crate::dsl) fn astuple<'a>(e: &mut Evaluation<'_, 'a>, args: &[Col<'a>]) -> Option<Col<'a>> {
    let &[a, b] = args else { return None };
    match (Part::of(a)?, Part::of(b)?) {
        (Part::Number, Part::Number) => {
            let (a, b) = (Numbers::of(a)?, Numbers::of(b)?);
            let narrow = |n: i64| i32::try_from(n).ok();
            let pair = |row| Some(Pair::new(narrow(a.int(row))?, narrow(b.int(row))?));
            return Some(e.alloc(Column::Pairs(rows(e, pair)?)));
        }
        // A coloured cell.
        (Part::Number, Part::Pair) => {
            let colors = Numbers::of(a)?;
            let fits = |row| i32::try_from(colors.int(row)).is_ok();
            if !(0..e.rows).all(fits) {
                return None;
            }
        }
        // A grid, if all numbers are bytes: the primitive charges for its cells.
        (Part::Pair, Part::Pair) => {
            let is_byte = |n: i32| Color::try_from(n).is_ok();
            let bytes = |pair: Pair| is_byte(pair.row()) && is_byte(pair.column());
            let is_row = |column: &Column, row: usize| match column {
                Column::Pairs(pairs) => bytes(pairs[row]),
                Column::Const(Value::Pair(pair)) => bytes(*pair),
                _ => false,
            };
            let grids = (0..e.rows)
                .filter(|&row| is_row(a, row) && is_row(b, row))
                .count();
            e.cx.charge(4 * grids).ok()?;
        }
        _ => {
            let weights = [a, b].map(|part| part.depth_and_weight());
            let is_light = |(depth, weight): (u8, u32)| {
                depth < super::MAX_PART_DEPTH && weight < e.cx.light() / 2
            };
            if !weights.into_iter().all(is_light) {
                return None;
            }
        }
    }
    Some(e.alloc(Column::Tuples(a, b)))
}
