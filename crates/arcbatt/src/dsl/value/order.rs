//! The canonical order of values, and the order of keys.
//!
//! Ascending: numbers by value, tuples element by element, sets by their ascending elements. Values
//! are compared through a view, so that two forms of the same kind (a grid and a ragged tuple of
//! rows) need no conversion.

use crate::dsl::fail::{Fail, Why, fail};
use crate::dsl::sets::order::{cmp_cells, cmp_cells_object, cmp_objects};
use crate::dsl::value::Value;
use crate::dsl::value::scalar::{Cell, Pair};
use crate::grid::{Cells, Color, Grid, Object};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// A value by its kind, whatever its form.
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
    Pair(Pair),
    Cell(Cell),
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
            Value::Pair(pair) => View::Tuple(TupleView::Pair(pair)),
            Value::Cell(cell) => View::Tuple(TupleView::Cell(*cell)),
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
            (Self::Cells(a), Self::Cells(b)) => cmp_cells(a, b),
            (Self::Object(a), Self::Object(b)) => cmp_objects(a, b),
            // The same list, as `product` shares it.
            (Self::Items(a), Self::Items(b)) if std::ptr::eq(a, b) => Ordering::Equal,
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
                .map(|(i, j)| step(TupleView::Pair(Pair::new(i, j))))
                .find(|order| order.is_ne()),
            Self::Object(object) => object
                .iter()
                .map(|(c, i, j)| step(TupleView::Cell(Cell(c as i32, i, j))))
                .find(|order| order.is_ne()),
            Self::Items(_) => None,
        };
        order.unwrap_or_else(|| self.len().cmp(&items.len()))
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
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(&b),
        (Value::Pair(a), Value::Pair(b)) => a.cmp(&b),
        (Value::Cell(a), Value::Cell(b)) => a.cmp(b),
        (Value::Object(a), Value::Object(b)) => cmp_objects(a, b),
        _ => View::of(a).cmp(View::of(b)),
    }
}

/// Whether two values are equal. Equal values have one form.
#[inline]
pub fn equal(a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Pair(a), Value::Pair(b)) => a == b,
        (Value::Cell(a), Value::Cell(b)) => a == b,
        (Value::Grid(a), Value::Grid(b)) => std::ptr::eq(a, b) || a == b,
        (Value::Indices(a), Value::Indices(b)) => std::ptr::eq(a, b) || a == b,
        (Value::Object(a), Value::Object(b)) => std::ptr::eq(a, b) || a == b,
        (Value::Set(a), Value::Set(b)) | (Value::Tuple(a), Value::Tuple(b)) => {
            std::ptr::eq(a, b) || a.items == b.items
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

/// Two words at once.
#[inline]
fn two(low: u64, high: u64) -> u128 {
    (high as u128) << 64 | low as u128
}

/// The number of pairs in front.
fn pairs_in_front(items: &[Value]) -> usize {
    let is_pair = |v: &Value| matches!(v, Value::Pair(_));
    let pairs = items.iter().position(|v| !is_pair(v));
    pairs.unwrap_or(items.len())
}

/// Hashes elements of a container of some kind. Pairs and cells in front, of which there may be many,
/// go by the word; there are so many `pairs`.
fn hash_items<H: Hasher>(kind: u64, items: &[Value], pairs: usize, state: &mut H) {
    state.write_u128(two(kind | (items.len() as u64) << 8, pairs as u64));
    let (pairs, mut rest) = items.split_at(pairs);
    hash_places(pairs, state);
    while let Some(&Value::Cell(&Cell(color, ..))) = rest.first() {
        let of_color = |v: &Value| matches!(*v, Value::Cell(cell) if cell.0 == color);
        let cells = rest.iter().position(|v| !of_color(v)).unwrap_or(rest.len());
        state.write_u64((cells as u64) << 32 | color as u32 as u64);
        let (cells, others) = rest.split_at(cells);
        hash_places(cells, state);
        rest = others;
    }
    for item in rest {
        match *item {
            // Not one call for each.
            Value::Int(n) => state.write_u128(two(1, n as u64)),
            _ => item.hash(state),
        }
    }
}

/// Hashes where pairs, or cells, are: two at a time, as that is cheaper than one after the other.
#[inline]
fn hash_places<H: Hasher>(items: &[Value], state: &mut H) {
    let place = |item: &Value| match *item {
        Value::Pair(pair) => pair.word(),
        Value::Cell(&Cell(_, i, j)) => Pair::new(i, j).word(),
        _ => 0,
    };
    let (twos, rest) = items.as_chunks::<2>();
    for [a, b] in twos {
        state.write_u128(two(place(a), place(b)));
    }
    for item in rest {
        state.write_u64(place(item));
    }
}

/// Hashes where the box of cells is; `more` is what else is told in the same word.
#[inline]
fn hash_box<H: Hasher>(cells: &Cells, more: u64, state: &mut H) {
    let place = Pair::new(cells.top, cells.left).word();
    // No side is longer than 128.
    let sides = (cells.height() as u64) << 8 | (cells.width as u64) << 16;
    state.write_u128(two(place, sides | more));
}

impl Hash for Value<'_> {
    /// Equal values have one form, so hashing the form is enough: what it is in the lowest byte of
    /// a word, and all that is short in as few words as it fits in.
    fn hash<H: Hasher>(&self, state: &mut H) {
        match *self {
            Value::None => state.write_u64(0),
            Value::Bool(b) => state.write_u128(two(1, b as u64)),
            Value::Int(n) => state.write_u128(two(1, n as u64)),
            Value::Pair(pair) => state.write_u128(two(2, pair.word())),
            Value::Cell(&Cell(c, i, j)) => {
                let color = (c as u32 as u64) << 8;
                state.write_u128(two(3 | color, Pair::new(i, j).word()));
            }
            Value::Grid(grid) => {
                let (height, width) = (grid.height() as u64, grid.width() as u64);
                state.write_u64(4 | height << 8 | width << 32);
                Color::hash_slice(grid.cells(), state);
            }
            Value::Indices(cells) => {
                // The rows tell the count.
                hash_box(cells, 5, state);
                u64::hash_slice(cells.rows, state);
            }
            Value::Object(object) => {
                // The planes tell the shape and the counts.
                let (first, more) = match *object.colors {
                    [] => (0, &[][..]),
                    [first, ref more @ ..] => (first, more),
                };
                let colors = (object.colors.len() as u64) << 24 | (first as u8 as u64) << 32;
                hash_box(&object.shape, 6 | colors, state);
                if !more.is_empty() {
                    Color::hash_slice(more, state);
                }
                u64::hash_slice(object.planes, state);
            }
            Value::Set(seq) => {
                let pairs = match seq.is_set_of_pairs() {
                    true => seq.items.len(),
                    false => pairs_in_front(seq.items),
                };
                hash_items(7, seq.items, pairs, state);
            }
            Value::Tuple(seq) => hash_items(8, seq.items, pairs_in_front(seq.items), state),
            // Every primitive is in the table once.
            Value::Primitive(primitive) => {
                state.write_u128(two(9, std::ptr::from_ref(primitive).addr() as u64));
            }
            Value::Function(closure) => {
                state.write_u64(closure.kind as u64);
                hash_items(10, closure.parts, 0, state);
            }
        }
    }
}
