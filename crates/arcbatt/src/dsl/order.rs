//! The canonical order of values, and the order of keys.
//!
//! Ascending: numbers by value, tuples element by element, sets by their ascending elements. A
//! value is looked at through a view, so that two forms of the same kind (a grid and a tuple
//! of rows of different lengths) compare without being rebuilt.

use super::fail::{Fail, fail};
use super::value::Value;
use crate::grid::{Cells, Color, Grid, Object};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// A value by what it is, not by how it is kept.
#[derive(Clone, Copy)]
enum View<'a> {
    None,
    Number(i64),
    Tuple(TupleView<'a>),
    Set(SetView<'a>),
    Function(Value<'a>),
}

#[derive(Clone, Copy)]
enum TupleView<'a> {
    Pair(i64, i64),
    Cell(i32, i32, i32),
    Row(&'a [Color]),
    Grid(&'a Grid<'a>),
    Items(&'a [Value<'a>]),
}

#[derive(Clone, Copy)]
enum SetView<'a> {
    Cells(&'a Cells<'a>),
    Object(&'a Object<'a>),
    Items(&'a [Value<'a>]),
}

impl<'a> View<'a> {
    #[inline]
    fn of(value: Value<'a>) -> Self {
        match value {
            Value::None => View::None,
            Value::Bool(b) => View::Number(b as i64),
            Value::Int(n) => View::Number(n),
            Value::Pair(i, j) => View::Tuple(TupleView::Pair(i as i64, j as i64)),
            Value::Cell(c, i, j) => View::Tuple(TupleView::Cell(c, i, j)),
            Value::Grid(grid) => View::Tuple(TupleView::Grid(grid)),
            Value::Tuple(seq) => View::Tuple(TupleView::Items(seq.items)),
            Value::Indices(cells) => View::Set(SetView::Cells(cells)),
            Value::Object(object) => View::Set(SetView::Object(object)),
            Value::Set(seq) => View::Set(SetView::Items(seq.items)),
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
        match (self, other) {
            (View::Number(a), View::Number(b)) => a.cmp(&b),
            (View::Tuple(a), View::Tuple(b)) => a.cmp(b),
            (View::Set(a), View::Set(b)) => a.cmp(b),
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
            (View::Set(a), View::Set(b)) => Ok(a.len().cmp(&b.len()).then_with(|| a.cmp(b))),
            _ => fail("these have no order"),
        }
    }
}

impl<'a> TupleView<'a> {
    fn len(self) -> usize {
        match self {
            Self::Pair(..) | Self::Cell(..) => 2,
            Self::Row(row) => row.len(),
            Self::Grid(grid) => grid.height(),
            Self::Items(items) => items.len(),
        }
    }

    fn get(self, k: usize) -> View<'a> {
        match self {
            Self::Pair(a, b) => View::Number(if k == 0 { a } else { b }),
            Self::Cell(c, _, _) if k == 0 => View::Number(c as i64),
            Self::Cell(_, i, j) => View::Tuple(Self::Pair(i as i64, j as i64)),
            Self::Row(row) => View::Number(row[k] as i64),
            Self::Grid(grid) => View::Tuple(Self::Row(grid.row(k))),
            Self::Items(items) => View::of(items[k]),
        }
    }

    fn cmp(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Pair(a, b), Self::Pair(c, d)) => (a, b).cmp(&(c, d)),
            (Self::Cell(a, b, c), Self::Cell(d, e, f)) => (a, b, c).cmp(&(d, e, f)),
            (Self::Row(a), Self::Row(b)) => a.cmp(b),
            (Self::Grid(a), Self::Grid(b)) if a.width() == b.width() => {
                // Empty rows have no cells that could tell.
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

impl<'a> SetView<'a> {
    fn len(self) -> usize {
        match self {
            Self::Cells(cells) => cells.count as usize,
            Self::Object(object) => object.count as usize,
            Self::Items(items) => items.len(),
        }
    }

    /// Compares element by element; sets in different forms are never equal.
    fn cmp(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Cells(a), Self::Cells(b)) => {
                if std::ptr::eq(a, b) || a == b {
                    Ordering::Equal
                } else {
                    a.iter().cmp(b.iter())
                }
            }
            (Self::Object(a), Self::Object(b)) => {
                if std::ptr::eq(a, b) || a == b {
                    Ordering::Equal
                } else {
                    a.iter().cmp(b.iter())
                }
            }
            (Self::Items(a), Self::Items(b)) => {
                for (&x, &y) in a.iter().zip(b) {
                    let order = cmp(x, y);
                    if order.is_ne() {
                        return order;
                    }
                }
                a.len().cmp(&b.len())
            }
            (Self::Items(a), b) => b.cmp_items(a).reverse(),
            (a, Self::Items(b)) => a.cmp_items(b),
            // Pairs against cells: a number against a number, then a number against a pair.
            (Self::Cells(a), Self::Object(b)) => cmp_cells_object(a, b),
            (Self::Object(a), Self::Cells(b)) => cmp_cells_object(b, a).reverse(),
        }
    }

    fn cmp_items(self, items: &[Value<'a>]) -> Ordering {
        let mut others = items.iter();
        let mut step = |mine: TupleView<'a>| match others.next() {
            None => Ordering::Greater,
            Some(&other) => View::Tuple(mine).cmp(View::of(other)),
        };
        let order = match self {
            Self::Cells(cells) => cells
                .iter()
                .map(|(i, j)| step(TupleView::Pair(i as i64, j as i64)))
                .find(|order| order.is_ne()),
            Self::Object(object) => object
                .iter()
                .map(|(c, i, j)| step(TupleView::Cell(c as i32, i, j)))
                .find(|order| order.is_ne()),
            Self::Items(_) => None,
        };
        order.unwrap_or_else(|| self.len().cmp(&items.len()))
    }
}

fn cmp_cells_object(a: &Cells, b: &Object) -> Ordering {
    match (a.iter().next(), b.iter().next()) {
        (Some((i, _)), Some((c, _, _))) => i.cmp(&(c as i32)).then(Ordering::Less),
        _ => a.count.cmp(&b.count),
    }
}

fn cmp_functions(a: Value, b: Value) -> Ordering {
    match (a, b) {
        (Value::Primitive(a), Value::Primitive(b)) => a.name.cmp(b.name),
        (Value::Function(a), Value::Function(b)) => {
            if std::ptr::eq(a, b) {
                return Ordering::Equal;
            }
            let parts = || {
                let pairs = a.parts.iter().zip(b.parts);
                pairs.map(|(&x, &y)| cmp(x, y)).find(|o| o.is_ne())
            };
            a.maker
                .cmp(&b.maker)
                .then_with(|| parts().unwrap_or(Ordering::Equal))
        }
        (Value::Primitive(_), _) => Ordering::Less,
        _ => Ordering::Greater,
    }
}

/// The canonical order: total, and equal only for equal values.
#[inline]
pub fn cmp(a: Value, b: Value) -> Ordering {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(&b),
        _ => View::of(a).cmp(View::of(b)),
    }
}

/// Whether two values are equal.
#[inline]
pub fn equal(a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Pair(a, b), Value::Pair(c, d)) => a == c && b == d,
        (Value::Grid(a), Value::Grid(b)) => std::ptr::eq(a, b) || a == b,
        (Value::Indices(a), Value::Indices(b)) => std::ptr::eq(a, b) || a == b,
        (Value::Object(a), Value::Object(b)) => std::ptr::eq(a, b) || a == b,
        _ => cmp(a, b).is_eq(),
    }
}

/// The order of keys, as argmax and its kin compare: sets by size first; a number and a pair, say,
/// have no order.
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

impl Hash for Value<'_> {
    /// Equal values have one form, so hashing the form is enough.
    fn hash<H: Hasher>(&self, state: &mut H) {
        match *self {
            Value::None => 0u8.hash(state),
            Value::Bool(b) => (1u8, b as i64).hash(state),
            Value::Int(n) => (1u8, n).hash(state),
            Value::Pair(i, j) => (2u8, i, j).hash(state),
            Value::Cell(c, i, j) => (3u8, c, i, j).hash(state),
            Value::Grid(grid) => (4u8, grid).hash(state),
            Value::Indices(cells) => (5u8, cells).hash(state),
            Value::Object(object) => (6u8, object).hash(state),
            Value::Set(seq) => (7u8, seq.items).hash(state),
            Value::Tuple(seq) => (8u8, seq.items).hash(state),
            Value::Primitive(primitive) => (9u8, primitive.name).hash(state),
            Value::Function(made) => (10u8, made.maker, made.parts).hash(state),
        }
    }
}
