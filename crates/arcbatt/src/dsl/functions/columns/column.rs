//! Columns: one value per element of a container.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::Fail;
use crate::dsl::primitives::patches::shift_by;
use crate::dsl::sets;
use crate::dsl::value::scalar::{Cell, Pair};
use crate::dsl::value::{ClosureKind, Value};
use crate::grid::Cells;
use std::rc::Rc;

/// A shared column.
pub(in crate::dsl) type Col<'a> = Rc<Column<'a>>;

/// One value per row, in the most compact form that fits.
pub(in crate::dsl) enum Column<'a> {
    /// The same value in every row.
    Const(Value<'a>),
    /// Numbers.
    Ints(Vec<i64>),
    /// Truth values.
    Truths(Vec<bool>),
    /// Pairs of numbers.
    Pairs(Vec<Pair>),
    /// Any values.
    Values(Vec<Value<'a>>),
    /// Tuples of two.
    Tuples(Col<'a>, Col<'a>),
    /// Sets of one element.
    Singletons(Col<'a>),
    /// Closures of one kind.
    Closures(Closures<'a>),
    /// One bitset of pairs, shifted by a pair per row.
    Shifted(&'a Cells<'a>, Rc<Vec<Pair>>),
    /// The cells that a shifted bitset shares with a bitset, or those that it does not.
    Selected(Selected<'a>),
}

/// Closures of one kind that differ in their parts.
pub(in crate::dsl) struct Closures<'a> {
    pub kind: ClosureKind,
    pub arity: u8,
    pub parts: Vec<Col<'a>>,
    /// At least the depth and the weight of every closure.
    pub depth: u8,
    pub weight: u32,
}

/// See [`Column::Selected`].
pub(in crate::dsl) struct Selected<'a> {
    pub shifted: &'a Cells<'a>,
    pub by: Rc<Vec<Pair>>,
    pub other: &'a Cells<'a>,
    /// Whether the shifted set is the first argument.
    pub shifted_first: bool,
    /// Whether the common cells are kept, or those of the first argument only.
    pub common: bool,
}

impl<'a> Column<'a> {
    /// The elements of a container, in order; `None` for a grid, and if there is no container.
    pub fn of_container(container: Value<'a>) -> Option<Self> {
        match container {
            Value::Indices(cells) => {
                let mut pairs = Vec::with_capacity(cells.count as usize);
                pairs.extend(cells.iter().map(|(i, j)| Pair::new(i, j)));
                Some(Self::Pairs(pairs))
            }
            Value::Object(object) => {
                let count = object.count as usize;
                let mut colors = Vec::with_capacity(count);
                let mut pairs = Vec::with_capacity(count);
                for (color, i, j) in object.iter() {
                    colors.push(color as i64);
                    pairs.push(Pair::new(i, j));
                }
                Some(Self::Tuples(
                    Rc::new(Self::Ints(colors)),
                    Rc::new(Self::Pairs(pairs)),
                ))
            }
            Value::Set(seq) | Value::Tuple(seq) => Some(Self::of_slice(seq.items())),
            _ => None,
        }
    }

    /// The column of the values.
    pub fn of_slice(values: &[Value<'a>]) -> Self {
        match values.first() {
            Some(Value::Int(_)) => collect(values, |value| match value {
                Value::Int(n) => Some(n),
                _ => None,
            })
            .map(Self::Ints),
            Some(Value::Bool(_)) => collect(values, |value| match value {
                Value::Bool(b) => Some(b.holds()),
                _ => None,
            })
            .map(Self::Truths),
            Some(Value::Pair(_)) => collect(values, |value| match value {
                Value::Pair(pair) => Some(pair),
                _ => None,
            })
            .map(Self::Pairs),
            Some(Value::Cell(_)) => {
                let cell = |value| match value {
                    Value::Cell(cell) => Some(*cell),
                    _ => None,
                };
                collect(values, cell).map(|cells: Vec<Cell>| {
                    let colors = cells.iter().map(|cell| cell.0 as i64).collect();
                    let pairs = cells.iter().map(|cell| Pair::new(cell.1, cell.2)).collect();
                    Self::Tuples(Rc::new(Self::Ints(colors)), Rc::new(Self::Pairs(pairs)))
                })
            }
            Some(Value::Grid(_) | Value::Tuple(_)) => Self::of_tuples(values),
            _ => None,
        }
        .unwrap_or_else(|| Self::Values(values.to_vec()))
    }

    /// The column of tuples of two. `None` if there are others.
    fn of_tuples(values: &[Value<'a>]) -> Option<Self> {
        let parts = |value| match value {
            Value::Grid(grid) if (grid.height(), grid.width()) == (2, 2) => {
                let row = |k| match *grid.row(k) {
                    [a, b] => Value::at(a as i32, b as i32),
                    _ => Value::None,
                };
                Some([row(0), row(1)])
            }
            Value::Tuple(seq) => seq.items().try_into().ok(),
            _ => None,
        };
        parts(*values.first()?)?;
        let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
        firsts.reserve_exact(values.len());
        seconds.reserve_exact(values.len());
        for &value in values {
            let [first, second] = parts(value)?;
            firsts.push(first);
            seconds.push(second);
        }
        let column = |values: Vec<_>| Rc::new(Self::of_slice(&values));
        Some(Self::Tuples(column(firsts), column(seconds)))
    }

    /// The value of a row. Charges nothing, as the calls that computed the column were charged.
    #[inline]
    pub fn row(&self, cx: &Cx<'a>, row: usize) -> Result<Value<'a>, Fail> {
        Ok(match self {
            Self::Const(value) => *value,
            Self::Ints(values) => Value::Int(values[row]),
            Self::Truths(values) => Value::from(values[row]),
            Self::Pairs(values) => Value::Pair(values[row]),
            Self::Values(values) => values[row],
            _ => return self.uncharged_row(cx, row),
        })
    }

    #[inline(never)]
    fn uncharged_row(&self, cx: &Cx<'a>, row: usize) -> Result<Value<'a>, Fail> {
        let before = cx.account();
        let value = self.build_row(cx, row);
        cx.restore_account(before);
        value
    }

    /// Builds the value of a row of a symbolic column.
    fn build_row(&self, cx: &Cx<'a>, row: usize) -> Result<Value<'a>, Fail> {
        match self {
            Self::Tuples(first, second) => {
                let parts = [first.row(cx, row)?, second.row(cx, row)?];
                cx.tuple(cx.arena().alloc(parts))
            }
            Self::Singletons(only) => {
                let mut items = cx.list();
                items.push(only.row(cx, row)?);
                cx.set(items)
            }
            Self::Closures(closures) => {
                let mut parts = [Value::None; 3];
                for (part, column) in parts.iter_mut().zip(&closures.parts) {
                    *part = column.row(cx, row)?;
                }
                let parts = &parts[..closures.parts.len()];
                cx.closure(closures.kind, parts, closures.arity)
            }
            Self::Shifted(cells, by) => shift_row(cx, cells, by[row]),
            Self::Selected(selected) => {
                let shifted = shift_row(cx, selected.shifted, selected.by[row])?;
                let other = Value::Indices(selected.other);
                let (a, b) = match selected.shifted_first {
                    true => (shifted, other),
                    false => (other, shifted),
                };
                match selected.common {
                    true => sets::intersection(cx, a, b),
                    false => sets::difference(cx, a, b),
                }
            }
            _ => self.row(cx, row),
        }
    }

    /// Appends the values of all rows to a list.
    pub fn list(
        &self,
        cx: &Cx<'a>,
        rows: usize,
        list: &mut List<'a, Value<'a>>,
    ) -> Result<(), Fail> {
        match self {
            Self::Values(values) => list.extend_from_slice_copy(values),
            Self::Ints(values) => list.extend(values.iter().map(|&n| Value::Int(n))),
            Self::Truths(values) => list.extend(values.iter().map(|&b| Value::from(b))),
            Self::Pairs(values) => list.extend(values.iter().map(|&p| Value::Pair(p))),
            _ => {
                for row in 0..rows {
                    list.push(self.row(cx, row)?);
                }
            }
        }
        Ok(())
    }

    /// The column of some rows of a flat column.
    pub fn gather(&self, rows: impl Iterator<Item = usize>) -> Option<Self> {
        Some(match self {
            Self::Ints(values) => Self::Ints(rows.map(|row| values[row]).collect()),
            Self::Pairs(values) => Self::Pairs(rows.map(|row| values[row]).collect()),
            Self::Values(values) => Self::Values(rows.map(|row| values[row]).collect()),
            _ => return None,
        })
    }

    /// Upper bounds of the depth and the weight of every value.
    pub fn depth_and_weight(&self) -> (u8, u32) {
        let of_parts = |columns: &[&Col<'a>]| {
            let of_columns = columns.iter().map(|column| column.depth_and_weight());
            of_columns.fold((0, 0u32), |(depth, weight), of| {
                (depth.max(of.0), weight.saturating_add(of.1))
            })
        };
        match self {
            Self::Const(value) => value.depth_and_weight(),
            Self::Ints(_) | Self::Truths(_) => (0, 1),
            Self::Pairs(_) => (1, 1),
            Self::Values(values) => values.iter().fold((0, 0), |(depth, weight), value| {
                let of = value.depth_and_weight();
                (depth.max(of.0), weight.max(of.1))
            }),
            Self::Tuples(first, second) => {
                let (depth, weight) = of_parts(&[first, second]);
                (depth.saturating_add(1), weight.saturating_add(1))
            }
            Self::Singletons(only) => {
                let (depth, weight) = of_parts(&[only]);
                (depth.saturating_add(1), weight.saturating_add(1))
            }
            Self::Closures(closures) => (closures.depth, closures.weight),
            Self::Shifted(cells, _) => (2, 1 + cells.rows.len() as u32),
            Self::Selected(selected) => {
                let rows = selected.shifted.rows.len().max(selected.other.rows.len());
                (2, 1 + rows as u32)
            }
        }
    }

    /// The truth of every row, as Python sees it. `None` if a row cannot be built.
    pub fn truths(&self, cx: &Cx<'a>, rows: usize) -> Result<Vec<bool>, Fail> {
        Ok(match self {
            Self::Truths(values) => values.clone(),
            Self::Ints(values) => values.iter().map(|&n| n != 0).collect(),
            Self::Values(values) => values.iter().map(|value| value.truth()).collect(),
            Self::Const(value) => vec![value.truth(); rows],
            _ => {
                let truth = |row| Ok(self.row(cx, row)?.truth());
                (0..rows).map(truth).collect::<Result<_, Fail>>()?
            }
        })
    }
}

fn shift_row<'a>(cx: &Cx<'a>, cells: &'a Cells<'a>, by: Pair) -> Result<Value<'a>, Fail> {
    shift_by(
        cx,
        Value::Indices(cells),
        by.row() as i64,
        by.column() as i64,
    )
}

/// The values converted one by one; `None` if one cannot be.
pub(super) fn collect<'a, T, U: Copy>(
    values: &[U],
    convert: impl Fn(U) -> Option<T> + 'a,
) -> Option<Vec<T>> {
    let mut converted = Vec::with_capacity(values.len());
    for &value in values {
        converted.push(convert(value)?);
    }
    Some(converted)
}
