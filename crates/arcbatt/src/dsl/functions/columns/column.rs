//! Columns: one value per element of a container.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::Fail;
use crate::dsl::functions::fused_filter;
use crate::dsl::primitives::patches::shift_by;
use crate::dsl::value::scalar::{Cell, Pair};
use crate::dsl::value::{ClosureKind, Value};
use crate::grid::{Cells, Color, Grid};

/// A column in the arena.
pub(in crate::dsl) type Col<'a> = &'a Column<'a>;

/// One value per row, in the most compact form that fits.
#[derive(Clone, Copy)]
pub(in crate::dsl) enum Column<'a> {
    /// The same value in every row.
    Const(Value<'a>),
    /// Numbers.
    Ints(&'a [i64]),
    /// Truth values.
    Truths(&'a [bool]),
    /// Pairs of numbers.
    Pairs(&'a [Pair]),
    /// Any values.
    Values(&'a [Value<'a>]),
    /// Tuples of two.
    Tuples(Col<'a>, Col<'a>),
    /// Tuples of the same number of elements, but not two: the elements of all rows.
    Lists(Col<'a>, usize),
    /// Sets of one element.
    Singletons(Col<'a>),
    /// Closures of one kind.
    Closures(&'a Closures<'a>),
    /// One bitset of pairs, shifted by a pair per row.
    Shifted(&'a Cells<'a>, &'a [Pair]),
    /// The cells that two columns of bitsets share, or those of the first only.
    Selected(&'a Selected<'a>),
}

/// Closures of one kind that differ in their parts.
pub(in crate::dsl) struct Closures<'a> {
    pub kind: ClosureKind,
    pub arity: u8,
    pub parts: &'a [Col<'a>],
    /// At least the depth and the weight of every closure.
    pub depth: u8,
    pub weight: u32,
}

impl Closures<'_> {
    /// Whether all closures are made of the same functions: a filter depends on the same part of a cell.
    pub fn are_alike(&self) -> bool {
        let is_alike = |part: &Col| match part {
            Column::Closures(closures) => closures.are_alike(),
            Column::Values(values) => !values.iter().any(|value| value.is_function()),
            _ => true,
        };
        self.weight <= fused_filter::LIGHT && self.parts.iter().all(is_alike)
    }
}

/// The cells that two columns of bitsets share, or those of the first only.
pub(in crate::dsl) struct Selected<'a> {
    pub first: Bitsets<'a>,
    pub second: Bitsets<'a>,
    /// Whether the common cells are kept, or those of the first only.
    pub common: bool,
}

/// A column of bitsets of pairs.
pub(in crate::dsl) enum Bitsets<'a> {
    /// The same in every row.
    Const(&'a Cells<'a>),
    /// The same, shifted by a pair per row.
    Shifted(&'a Cells<'a>, &'a [Pair]),
    /// Another one in every row.
    Each(&'a [&'a Cells<'a>]),
}

impl<'a> Bitsets<'a> {
    /// The bitsets of a column; `None` if a row is something else.
    pub fn of(cx: &Cx<'a>, column: &Column<'a>, rows: usize) -> Option<Self> {
        let cells = |value| match value {
            Value::Indices(cells) => Some(cells),
            Value::Set(seq) if seq.len() == 0 => Some(&Cells::EMPTY),
            _ => None,
        };
        Some(match column {
            Column::Const(value) => Self::Const(cells(*value)?),
            Column::Shifted(cells, by) => Self::Shifted(cells, by),
            Column::Values(values) => Self::Each(collect(cx, values, cells)?),
            Column::Selected(selected) => {
                let row = |row| &*cx.arena().alloc(selected.cells(cx, row));
                Self::Each(cx.arena().alloc_slice_fill_with(rows, row))
            }
            _ => return None,
        })
    }

    /// The bitset of a row, and the pair that it is shifted by.
    #[inline]
    pub fn row(&self, row: usize) -> (&'a Cells<'a>, (i32, i32)) {
        match self {
            Self::Const(cells) => (cells, (0, 0)),
            Self::Shifted(cells, by) => (cells, by[row].parts()),
            Self::Each(all) => (all[row], (0, 0)),
        }
    }

    /// The most rows of a bitset.
    fn max_height(&self) -> usize {
        match self {
            Self::Const(cells) | Self::Shifted(cells, _) => cells.height(),
            Self::Each(all) => all.iter().map(|cells| cells.height()).max().unwrap_or(0),
        }
    }
}

impl<'a> Column<'a> {
    /// The elements of a container, in order; `None` for a grid, and if there is no container.
    pub fn of_container(cx: &Cx<'a>, container: Value<'a>) -> Option<Self> {
        match container {
            Value::Indices(cells) => {
                let mut pairs = List::with_capacity_in(cells.count as usize, cx.arena());
                pairs.extend(cells.iter().map(|(i, j)| Pair::new(i, j)));
                Some(Self::Pairs(pairs.into_bump_slice()))
            }
            Value::Object(object) => {
                let mut cells = List::with_capacity_in(object.count as usize, cx.arena());
                cells.extend(object.iter().map(|(c, i, j)| Cell(c as i32, i, j)));
                Some(Self::of_cells(cx, &cells))
            }
            Value::Tuple(seq) if let Some(row) = seq.row() => {
                Some(Self::Ints(map(cx, row, |&color| color as i64)))
            }
            Value::Set(seq) | Value::Tuple(seq) => Some(Self::of_slice(cx, seq.items())),
            _ => None,
        }
    }

    /// The rows of a grid of two columns.
    pub fn of_two_columns(cx: &Cx<'a>, grid: &Grid) -> Self {
        let (rows, _) = grid.cells().as_chunks::<2>();
        let pair = |row: &[Color; 2]| Pair::new(row[0] as i32, row[1] as i32);
        Self::Pairs(map(cx, rows, pair))
    }

    /// The column of the values.
    pub fn of_slice(cx: &Cx<'a>, values: &'a [Value<'a>]) -> Self {
        match values.first() {
            Some(Value::Int(_)) => collect(cx, values, |value| match value {
                Value::Int(n) => Some(n),
                _ => None,
            })
            .map(Self::Ints),
            Some(Value::Bool(_)) => collect(cx, values, |value| match value {
                Value::Bool(b) => Some(b.holds()),
                _ => None,
            })
            .map(Self::Truths),
            Some(Value::Pair(_)) => collect(cx, values, |value| match value {
                Value::Pair(pair) => Some(pair),
                _ => None,
            })
            .map(Self::Pairs),
            Some(Value::Cell(_)) => collect(cx, values, |value| match value {
                Value::Cell(cell) => Some(*cell),
                _ => None,
            })
            .map(|cells| Self::of_cells(cx, cells)),
            Some(Value::Grid(_) | Value::Tuple(_)) => Self::of_tuples(cx, values),
            _ => None,
        }
        .unwrap_or(Self::Values(values))
    }

    fn of_cells(cx: &Cx<'a>, cells: &[Cell]) -> Self {
        let colors = map(cx, cells, |cell| cell.0 as i64);
        let pairs = map(cx, cells, |cell| Pair::new(cell.1, cell.2));
        let [colors, pairs] = cx.arena().alloc([Self::Ints(colors), Self::Pairs(pairs)]);
        Self::Tuples(colors, pairs)
    }

    /// The column of tuples of two. `None` if there are others.
    fn of_tuples(cx: &Cx<'a>, values: &[Value<'a>]) -> Option<Self> {
        let parts = |value| match value {
            Value::Grid(grid) if (grid.height(), grid.width()) == (2, 2) => {
                let row = |k| match *grid.row(k) {
                    [a, b] => Value::at(a as i32, b as i32),
                    _ => Value::None,
                };
                Some([row(0), row(1)])
            }
            Value::Tuple(seq) if seq.len() == 2 => seq.items().try_into().ok(),
            _ => None,
        };
        parts(*values.first()?)?;
        let pairs: &[[Value; 2]] = collect(cx, values, parts)?;
        let [firsts, seconds] = [0, 1].map(|k| {
            let values = map(cx, pairs, |pair| pair[k]);
            Self::of_slice(cx, values)
        });
        let [firsts, seconds] = cx.arena().alloc([firsts, seconds]);
        Some(Self::Tuples(firsts, seconds))
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
            Self::Lists(elements, width) => {
                let mut items = cx.list();
                for k in row * width..(row + 1) * width {
                    items.push(elements.row(cx, k)?);
                }
                cx.tuple(items.into_bump_slice_mut())
            }
            Self::Singletons(only) => {
                let mut items = cx.list();
                items.push(only.row(cx, row)?);
                cx.set(items)
            }
            Self::Closures(closures) => {
                let mut parts = [Value::None; 3];
                for (part, column) in parts.iter_mut().zip(closures.parts) {
                    *part = column.row(cx, row)?;
                }
                let parts = &parts[..closures.parts.len()];
                cx.closure(closures.kind, parts, closures.arity)
            }
            Self::Shifted(cells, by) => {
                let (di, dj) = by[row].parts();
                shift_by(cx, Value::Indices(cells), di as i64, dj as i64)
            }
            Self::Selected(selected) => Ok(cx.indices(selected.cells(cx, row))),
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

    /// The column of `count` rows of this one. `None` for columns of patches.
    pub fn gather(&self, cx: &Cx<'a>, count: usize, row: &impl Fn(usize) -> usize) -> Option<Self> {
        let arena = cx.arena();
        let part = |column: Col<'a>| Some(&*arena.alloc(column.gather(cx, count, row)?));
        Some(match *self {
            Self::Const(value) => Self::Const(value),
            Self::Ints(all) => Self::Ints(arena.alloc_slice_fill_with(count, |k| all[row(k)])),
            Self::Truths(all) => Self::Truths(arena.alloc_slice_fill_with(count, |k| all[row(k)])),
            Self::Pairs(all) => Self::Pairs(arena.alloc_slice_fill_with(count, |k| all[row(k)])),
            Self::Values(all) => Self::Values(arena.alloc_slice_fill_with(count, |k| all[row(k)])),
            Self::Tuples(first, second) => Self::Tuples(part(first)?, part(second)?),
            Self::Singletons(only) => Self::Singletons(part(only)?),
            Self::Closures(closures) => Self::Closures(arena.alloc(Closures {
                parts: collect(cx, closures.parts, part)?,
                ..*closures
            })),
            Self::Lists(..) | Self::Shifted(..) | Self::Selected(_) => return None,
        })
    }

    /// Upper bounds of the depth and the weight of every value.
    pub fn depth_and_weight(&self) -> (u8, u32) {
        let of_parts = |columns: &[Col<'a>]| {
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
            Self::Lists(elements, width) => {
                let (depth, weight) = elements.depth_and_weight();
                let weight = weight.saturating_mul(*width as u32);
                (depth.saturating_add(1), weight.saturating_add(1))
            }
            Self::Singletons(only) => {
                let (depth, weight) = of_parts(&[only]);
                (depth.saturating_add(1), weight.saturating_add(1))
            }
            Self::Closures(closures) => (closures.depth, closures.weight),
            Self::Shifted(cells, _) => (2, 1 + cells.rows.len() as u32),
            Self::Selected(selected) => (2, 1 + selected.first.max_height() as u32),
        }
    }

    /// Whether the value of every row counts as true.
    pub fn truths(&self, cx: &Cx<'a>, rows: usize) -> Result<&'a [bool], Fail> {
        Ok(match self {
            Self::Truths(values) => values,
            Self::Ints(values) => map(cx, values, |&n| n != 0),
            Self::Values(values) => map(cx, values, |value| value.truth()),
            _ => {
                let mut truths = List::with_capacity_in(rows, cx.arena());
                for row in 0..rows {
                    truths.push(self.row(cx, row)?.truth());
                }
                truths.into_bump_slice()
            }
        })
    }
}

/// The values converted one by one; `None` if one cannot be.
#[inline]
pub(super) fn collect<'a, T, U: Copy>(
    cx: &Cx<'a>,
    values: &[U],
    convert: impl Fn(U) -> Option<T>,
) -> Option<&'a [T]>
where
    T: 'a,
{
    let mut converted = List::with_capacity_in(values.len(), cx.arena());
    for &value in values {
        converted.push(convert(value)?);
    }
    Some(converted.into_bump_slice())
}

/// The values converted one by one.
#[inline]
pub(super) fn map<'a, T: Copy + 'a, U>(
    cx: &Cx<'a>,
    values: &[U],
    convert: impl Fn(&U) -> T,
) -> &'a [T] {
    cx.arena()
        .alloc_slice_fill_with(values.len(), |k| convert(&values[k]))
}
