//! Copying values from one arena to another.

use crate::dsl::cx::{Cx, is_heavy};
use crate::dsl::value::{Closure, Product, Seq, Value};
use crate::grid::{Cells, Grid, Object};
use bumpalo::Bump;

impl<'a> Cx<'a> {
    /// A copy of the value in the arena of this context.
    pub fn adopt(&self, value: Value) -> Value<'a> {
        if is_heavy(&value) {
            self.may_be_heavy.set(true);
        }
        copy(self.arena(), value)
    }
}

/// A copy of the value. Values nest at most [`MAX_DEPTH`](crate::dsl::MAX_DEPTH) deep.
pub(crate) fn copy<'a>(arena: &'a Bump, value: Value) -> Value<'a> {
    copy_with(arena, value, |items| {
        arena.alloc_slice_fill_with(items.len(), |k| copy(arena, items[k]))
    })
}

/// A copy of the value; `items` copies the elements of a container, or the parts of a closure.
pub(crate) fn copy_with<'a>(
    arena: &'a Bump,
    value: Value,
    items: impl FnOnce(&[Value]) -> &'a [Value<'a>],
) -> Value<'a> {
    let cells = |cells: &Cells| Cells {
        rows: arena.alloc_slice_copy(cells.rows),
        ..*cells
    };
    match value {
        Value::None => Value::None,
        Value::Bool(b) => Value::Bool(b),
        Value::Int(n) => Value::Int(n),
        Value::Pair(pair) => Value::Pair(pair),
        Value::Cell(cell) => Value::Cell(arena.alloc(*cell)),
        Value::Primitive(primitive) => Value::Primitive(primitive),
        Value::Grid(grid) => {
            let cells = arena.alloc_slice_copy(grid.cells());
            Value::Grid(arena.alloc(Grid::new(grid.height(), grid.width(), cells)))
        }
        Value::Indices(indices) => Value::Indices(arena.alloc(cells(indices))),
        Value::Object(object) => {
            let shape = cells(&object.shape);
            let (colors, planes) = match *object.colors {
                // The only plane is the shape.
                [color] => (Object::only(color), shape.rows),
                _ => (
                    &*arena.alloc_slice_copy(object.colors),
                    &*arena.alloc_slice_copy(object.planes),
                ),
            };
            Value::Object(arena.alloc(Object {
                shape,
                count: object.count,
                colors,
                planes,
            }))
        }
        Value::Set(seq) if let Some(product) = seq.product() => {
            let [firsts, seconds] = [product.firsts, product.seconds].map(|list| {
                let copies = arena.alloc_slice_fill_with(list.len(), |k| copy(arena, list[k]));
                &*copies
            });
            let product = arena.alloc(Product::of_lists(arena, firsts, seconds));
            Value::Set(arena.alloc(Seq::of_product(product, seq.depth, seq.weight)))
        }
        Value::Set(seq) => Value::Set(arena.alloc(seq.with_items(items(seq.items())))),
        Value::Tuple(seq) if let Some(row) = seq.row() => {
            Value::Tuple(arena.alloc(Seq::of_row(arena, arena.alloc_slice_copy(row))))
        }
        Value::Tuple(seq) => Value::Tuple(arena.alloc(seq.with_items(items(seq.items())))),
        Value::Function(closure) => Value::Function(arena.alloc(Closure::new(
            closure.kind,
            items(closure.parts()),
            closure.arity,
            (closure.depth, closure.weight),
        ))),
    }
}
