//! Values copied out of an arena before it is reset, and back in.

use crate::dsl::cx::Cx;
use crate::dsl::fail::Fail;
use crate::dsl::table::Primitive;
use crate::dsl::value::scalar::Cell;
use crate::dsl::value::{ClosureKind, Value};
use crate::grid::{Cells, Color, GridBuf, Object};

/// A value that owns its data.
#[derive(Clone, Debug)]
pub enum Owned {
    /// A value without references.
    Small(Value<'static>),
    /// A coloured cell.
    Cell(Cell),
    /// A grid.
    Grid(GridBuf),
    /// A set of cells.
    Indices(OwnedCells),
    /// An object: the cells of its shape, its colours and planes.
    Object(OwnedCells, u32, Vec<Color>, Vec<u64>),
    /// Any other set.
    Set(Vec<Owned>),
    /// Any other tuple.
    Tuple(Vec<Owned>),
    /// A closure.
    Function(ClosureKind, Vec<Owned>, u8),
}

/// A set of cells that owns its rows.
#[derive(Clone, Debug)]
pub struct OwnedCells {
    top: i32,
    left: i32,
    width: u32,
    count: u32,
    rows: Vec<u64>,
}

impl OwnedCells {
    fn new(cells: &Cells) -> Self {
        Self {
            top: cells.top,
            left: cells.left,
            width: cells.width,
            count: cells.count,
            rows: cells.rows.to_vec(),
        }
    }

    fn put<'a>(&self, cx: &Cx<'a>) -> Cells<'a> {
        Cells {
            top: self.top,
            left: self.left,
            width: self.width,
            count: self.count,
            rows: cx.arena().alloc_slice_copy(&self.rows),
        }
    }
}

impl Owned {
    /// A copy of the value. Values nest at most [`MAX_DEPTH`](crate::dsl::MAX_DEPTH) deep.
    pub fn new(value: Value) -> Self {
        let all = |items: &[Value]| items.iter().map(|&v| Owned::new(v)).collect();
        match value {
            Value::None => Owned::Small(Value::None),
            Value::Bool(b) => Owned::Small(Value::Bool(b)),
            Value::Int(n) => Owned::Small(Value::Int(n)),
            Value::Pair(pair) => Owned::Small(Value::Pair(pair)),
            Value::Cell(cell) => Owned::Cell(*cell),
            Value::Primitive(primitive) => {
                let primitive: &'static Primitive = primitive;
                Owned::Small(Value::Primitive(primitive))
            }
            Value::Grid(grid) => Owned::Grid(grid.to_buf()),
            Value::Indices(cells) => Owned::Indices(OwnedCells::new(cells)),
            Value::Object(object) => Owned::Object(
                OwnedCells::new(&object.shape),
                object.count,
                object.colors.to_vec(),
                object.planes.to_vec(),
            ),
            Value::Set(seq) => Owned::Set(all(seq.items)),
            Value::Tuple(seq) => Owned::Tuple(all(seq.items)),
            Value::Function(closure) => {
                Owned::Function(closure.kind, all(closure.parts), closure.arity)
            }
        }
    }

    /// The value, copied into the arena of the context.
    pub fn put<'a>(&self, cx: &Cx<'a>) -> Result<Value<'a>, Fail> {
        let all = |items: &[Owned]| {
            let mut list = cx.list();
            for item in items {
                list.push(item.put(cx)?);
            }
            Ok::<_, Fail>(list.into_bump_slice())
        };
        Ok(match self {
            Owned::Small(value) => *value,
            Owned::Cell(Cell(c, i, j)) => cx.cell(*c, *i, *j),
            Owned::Grid(grid) => {
                let cells = cx.arena().alloc_slice_copy(grid.view().cells());
                cx.grid(grid.height(), grid.width(), cells)?
            }
            Owned::Indices(cells) => Value::Indices(cx.arena().alloc(cells.put(cx))),
            Owned::Object(shape, count, colors, planes) => {
                Value::Object(cx.arena().alloc(Object {
                    shape: shape.put(cx),
                    count: *count,
                    colors: cx.arena().alloc_slice_copy(colors),
                    planes: cx.arena().alloc_slice_copy(planes),
                }))
            }
            Owned::Set(items) => Value::Set(cx.sequence(all(items)?)?),
            Owned::Tuple(items) => Value::Tuple(cx.sequence(all(items)?)?),
            Owned::Function(kind, parts, arity) => cx.closure(*kind, all(parts)?, *arity)?,
        })
    }
}
