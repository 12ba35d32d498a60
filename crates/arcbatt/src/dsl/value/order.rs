//! The canonical order of values, and the order of keys.
//!
//! Ascending: numbers by value, tuples element by element, sets by their ascending elements. Values
//! are compared through a view, so that two forms of the same kind (a grid and a ragged tuple of
//! rows) need no conversion.

use crate::dsl::fail::{Fail, Why, fail};
use crate::dsl::sets::order::cmp_bitsets;
use crate::dsl::sets::view::Planes;
use crate::dsl::value::scalar::{Cell, Pair};
use crate::dsl::value::{Seq, Value};
use crate::grid::{Color, Grid};
use std::cmp::Ordering;

/// A value by its kind, whatever its form.
#[derive(Clone, Copy)]
enum View<'a> {
    None,
    Number(i64),
    Tuple(TupleView<'a>),
    Set(Value<'a>),
    Function(Value<'a>),
}

#[derive(Clone, Copy)]
enum TupleView<'a> {
    Pair(Pair),
    Cell(Cell),
    Row(&'a [Color]),
    Grid(&'a Grid<'a>),
    Items(&'a [Value<'a>]),
}

impl<'a> View<'a> {
    #[inline]
    fn of(value: Value<'a>) -> Self {
        match value {
            Value::None => View::None,
            Value::Bool(b) => View::Number(b as i64),
            Value::Int(n) => View::Number(n),
            Value::Pair(pair) => View::Tuple(TupleView::Pair(pair)),
            Value::Cell(cell) => View::Tuple(TupleView::Cell(*cell)),
            Value::Grid(grid) => View::Tuple(TupleView::Grid(grid)),
            Value::Tuple(seq) => View::Tuple(match seq.row() {
                Some(row) => TupleView::Row(row),
                None => TupleView::Items(seq.items()),
            }),
            Value::Indices(_) | Value::Object(_) | Value::Set(_) => View::Set(value),
            Value::Primitive(_) | Value::Function(_) => View::Function(value),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            View::None => 0,
            View::Number(_) => 1,
            View::Tuple(_) => 2,
            View::Set(_) => 3,
            View::Function(_) => 4,
        }
    }

    fn cmp(self, other: Self) -> Ordering {
        #[cfg(test)]
        crate::dsl::charges::visits::add();
        match (self, other) {
            (View::Number(a), View::Number(b)) => a.cmp(&b),
            (View::Tuple(a), View::Tuple(b)) => a.cmp(b),
            (View::Set(a), View::Set(b)) => cmp_sets(a, b),
            (View::Function(a), View::Function(b)) => cmp_functions(a, b),
            (a, b) => a.rank().cmp(&b.rank()),
        }
    }

    fn cmp_keys(self, other: Self) -> Result<Ordering, Fail> {
        match (self, other) {
            (View::Number(a), View::Number(b)) => Ok(a.cmp(&b)),
            (View::Tuple(a), View::Tuple(b)) => {
                for k in 0..a.len().min(b.len()) {
                    let (x, y) = (a.get(k), b.get(k));
                    if x.cmp(y).is_ne() {
                        return x.cmp_keys(y);
                    }
                }
                Ok(a.len().cmp(&b.len()))
            }
            (View::Set(a), View::Set(b)) => {
                Ok(a.len()?.cmp(&b.len()?).then_with(|| cmp_sets(a, b)))
            }
            _ => fail(Why::NoOrder),
        }
    }
}

impl<'a> TupleView<'a> {
    fn len(self) -> usize {
        match self {
            Self::Pair(_) | Self::Cell(_) => 2,
            Self::Row(row) => row.len(),
            Self::Grid(grid) => grid.height(),
            Self::Items(items) => items.len(),
        }
    }

    fn get(self, k: usize) -> View<'a> {
        match self {
            Self::Pair(pair) if k == 0 => View::Number(pair.row() as i64),
            Self::Pair(pair) => View::Number(pair.column() as i64),
            Self::Cell(Cell(c, _, _)) if k == 0 => View::Number(c as i64),
            Self::Cell(Cell(_, i, j)) => View::Tuple(Self::Pair(Pair::new(i, j))),
            Self::Row(row) => View::Number(row[k] as i64),
            Self::Grid(grid) => View::Tuple(Self::Row(grid.row(k))),
            Self::Items(items) => View::of(items[k]),
        }
    }

    fn cmp(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Pair(a), Self::Pair(b)) => a.cmp(&b),
            (Self::Cell(a), Self::Cell(b)) => a.cmp(&b),
            (Self::Row(a), Self::Row(b)) => a.cmp(b),
            (Self::Items(a), Self::Items(b)) if std::ptr::eq(a, b) => Ordering::Equal,
            (Self::Grid(a), Self::Grid(b)) if a.width() == b.width() => {
                // Grids of empty rows differ only in height.
                let cells = a.cells().cmp(b.cells());
                cells.then(a.height().cmp(&b.height()))
            }
            (a, b) => {
                for k in 0..a.len().min(b.len()) {
                    let order = a.get(k).cmp(b.get(k));
                    if order.is_ne() {
                        return order;
                    }
                }
                a.len().cmp(&b.len())
            }
        }
    }
}

/// Compares sets element by element; a bitset never equals a list.
fn cmp_sets(a: Value, b: Value) -> Ordering {
    let seq = |set| match set {
        Value::Set(seq) => *seq,
        _ => Seq::EMPTY,
    };
    match (a.planes(), b.planes()) {
        (Some(a), Some(b)) => cmp_bitsets(&a, &b),
        (Some(a), None) => cmp_with_seq(&a, &seq(b)),
        (None, Some(b)) => cmp_with_seq(&b, &seq(a)).reverse(),
        (None, None) => {
            let (a, b) = (seq(a), seq(b));
            if a.product().is_some() || b.product().is_some() {
                return cmp_products(&a, &b);
            }
            let (a, b) = (a.items(), b.items());
            // The same list, as `product` shares it.
            if std::ptr::eq(a, b) {
                return Ordering::Equal;
            }
            let mut orders = a.iter().zip(b).map(|(&x, &y)| cmp(x, y));
            let order = orders.find(|order| order.is_ne());
            order.unwrap_or_else(|| a.len().cmp(&b.len()))
        }
    }
}

/// Compares sets of which one is a product, without expanding it.
fn cmp_products(a: &Seq, b: &Seq) -> Ordering {
    let of_element = |k| a.read(k, |x| b.read(k, |y| cmp(x, y)));
    let mut orders = (0..a.len().min(b.len())).map(of_element);
    let order = orders.find(|order| order.is_ne());
    order.unwrap_or_else(|| a.len().cmp(&b.len()))
}

/// Compares a bitset with another set, element by element.
fn cmp_with_seq(set: &Planes, other: &Seq) -> Ordering {
    match other.product() {
        // No tuple of a product is a pair or a coloured cell, so that the first elements differ.
        Some(_) => other.read(0, |first| cmp_with_items(set, &[first])),
        None => cmp_with_items(set, other.items()),
    }
}

/// Compares a bitset with a list, element by element.
fn cmp_with_items(set: &Planes, items: &[Value]) -> Ordering {
    let mut others = items.iter();
    for k in 0..set.len() {
        for (i, j) in set.cells(k).iter() {
            let Some(&other) = others.next() else {
                return Ordering::Greater;
            };
            let element = match set.colors.get(k) {
                Some(&c) => TupleView::Cell(Cell(c as i32, i, j)),
                None => TupleView::Pair(Pair::new(i, j)),
            };
            let order = View::Tuple(element).cmp(View::of(other));
            if order.is_ne() {
                return order;
            }
        }
    }
    (set.count as usize).cmp(&items.len())
}

fn cmp_functions(a: Value, b: Value) -> Ordering {
    match (a, b) {
        (Value::Primitive(a), Value::Primitive(b)) => a.name.cmp(b.name),
        (Value::Function(a), Value::Function(b)) => {
            if std::ptr::eq(a, b) {
                return Ordering::Equal;
            }
            let parts = || {
                let pairs = a.parts().iter().zip(b.parts());
                pairs.map(|(&x, &y)| cmp(x, y)).find(|o| o.is_ne())
            };
            a.kind
                .cmp(&b.kind)
                .then_with(|| parts().unwrap_or(Ordering::Equal))
        }
        (Value::Primitive(_), _) => Ordering::Less,
        _ => Ordering::Greater,
    }
}

/// The canonical order: total, and equal only for equal values.
#[inline]
pub fn cmp(a: Value, b: Value) -> Ordering {
    #[cfg(test)]
    crate::dsl::charges::visits::add();
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(&b),
        (Value::Pair(a), Value::Pair(b)) => a.cmp(&b),
        (Value::Cell(a), Value::Cell(b)) => a.cmp(b),
        (Value::Object(a), Value::Object(b)) if std::ptr::eq(a, b) => Ordering::Equal,
        (Value::Object(a), Value::Object(b)) => cmp_bitsets(&a.into(), &b.into()),
        _ => View::of(a).cmp(View::of(b)),
    }
}

/// Whether two values are equal. Equal values have one form.
#[inline]
pub fn equal(a: Value, b: Value) -> bool {
    #[cfg(test)]
    crate::dsl::charges::visits::add();
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Pair(a), Value::Pair(b)) => a == b,
        (Value::Cell(a), Value::Cell(b)) => a == b,
        (Value::Grid(a), Value::Grid(b)) => std::ptr::eq(a, b) || a == b,
        (Value::Indices(a), Value::Indices(b)) => std::ptr::eq(a, b) || a == b,
        (Value::Object(a), Value::Object(b)) => std::ptr::eq(a, b) || a == b,
        (Value::Set(a), Value::Set(b)) => {
            std::ptr::eq(a, b)
                || match (a.product(), b.product()) {
                    (None, None) => a.items() == b.items(),
                    _ => cmp_products(a, b).is_eq(),
                }
        }
        (Value::Tuple(a), Value::Tuple(b)) => {
            std::ptr::eq(a, b)
                || match (a.row(), b.row()) {
                    (Some(a), Some(b)) => a == b,
                    (None, None) => a.items() == b.items(),
                    _ => false,
                }
        }
        (Value::Bool(_) | Value::Int(_), Value::Bool(_) | Value::Int(_))
        | (Value::Function(_), Value::Function(_))
        | (Value::Primitive(_), Value::Primitive(_)) => cmp(a, b).is_eq(),
        (Value::None, Value::None) => true,
        _ => false,
    }
}

/// The order of keys in argmax and similar: sets by size first. A number and a pair, say, have none.
#[inline]
pub fn cmp_keys(a: Value, b: Value) -> Result<Ordering, Fail> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Ok(a.cmp(&b)),
        _ => View::of(a).cmp_keys(View::of(b)),
    }
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        equal(*self, *other)
    }
}

impl Eq for Value<'_> {}

impl PartialOrd for Value<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value<'_> {
    /// The canonical order.
    fn cmp(&self, other: &Self) -> Ordering {
        cmp(*self, *other)
    }
}
