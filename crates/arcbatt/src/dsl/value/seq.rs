//! The elements of tuples and sets: lists; rows of bytes; and large products of two lists. Rows and
//! products are expanded only for what cannot read them in their own form.

use crate::dsl::value::Value;
use crate::grid::{Color, Grid};
use bumpalo::Bump;

/// The elements of a tuple or a set.
#[derive(Clone, Copy)]
pub struct Seq<'a> {
    items: Items<'a>,
    /// The nesting depth of containers, this one included.
    pub depth: u8,
    /// See [`Value::weight`].
    pub weight: u32,
}

#[derive(Clone, Copy)]
enum Items<'a> {
    List(&'a [Value<'a>]),
    Row(&'a [Color], &'a Bump),
    Product(&'a Product<'a>),
}

/// All tuples of an element of one list and an element of another, ascending.
pub(in crate::dsl) struct Product<'a> {
    /// The first elements: ascending, all pairs or none a tuple or a number.
    pub firsts: &'a [Value<'a>],
    /// The second elements, likewise.
    pub seconds: &'a [Value<'a>],
    arena: &'a Bump,
}

impl<'a> Seq<'a> {
    /// No elements.
    pub const EMPTY: Seq<'static> = Seq {
        items: Items::List(&[]),
        depth: 1,
        weight: 1,
    };

    /// The given elements; depth and weight are as [`Cx::measure`](crate::dsl::Cx) computes them.
    #[inline]
    pub const fn new(items: &'a [Value<'a>], depth: u8, weight: u32) -> Self {
        Self {
            items: Items::List(items),
            depth,
            weight,
        }
    }

    /// The elements of a tuple of one or more numbers, all bytes.
    #[inline]
    pub(in crate::dsl) fn of_row(arena: &'a Bump, row: &'a [Color]) -> Self {
        Self {
            items: Items::Row(row, arena),
            depth: 1,
            weight: 1 + row.len() as u32,
        }
    }

    /// The elements of a product.
    pub(in crate::dsl) fn of_product(product: &'a Product<'a>, depth: u8, weight: u32) -> Self {
        Self {
            items: Items::Product(product),
            depth,
            weight,
        }
    }

    /// The same depth and weight with other elements.
    pub(crate) fn with_items<'b>(&self, items: &'b [Value<'b>]) -> Seq<'b> {
        Seq::new(items, self.depth, self.weight)
    }

    /// The elements, in order. Rows and products are expanded every time: read a row with `row`, and a
    /// product with [`Cx::items`](crate::dsl::Cx::items), which expands it once, or `read`.
    #[inline]
    pub fn items(&self) -> &'a [Value<'a>] {
        match self.items {
            Items::List(items) => items,
            Items::Row(row, arena) => {
                arena.alloc_slice_fill_with(row.len(), |k| Value::Int(row[k] as i64))
            }
            Items::Product(product) => product.expanded(),
        }
    }

    /// The elements of a tuple of numbers that are all bytes.
    #[inline]
    pub fn row(&self) -> Option<&'a [Color]> {
        match self.items {
            Items::Row(row, _) => Some(row),
            _ => None,
        }
    }

    /// The first element.
    pub fn first(&self) -> Option<Value<'a>> {
        match self.items {
            Items::List(items) => items.first().copied(),
            Items::Row(row, _) => row.first().map(|&c| Value::Int(c as i64)),
            Items::Product(product) => Some(product.get(0)),
        }
    }

    /// The last element.
    pub fn last(&self) -> Option<Value<'a>> {
        match self.items {
            Items::List(items) => items.last().copied(),
            Items::Row(row, _) => row.last().map(|&c| Value::Int(c as i64)),
            Items::Product(product) => Some(product.get(product.len() - 1)),
        }
    }

    /// Reads the `k`-th element; that of a product is not built in the arena.
    pub(in crate::dsl) fn read<R>(&self, k: usize, read: impl FnOnce(Value<'_>) -> R) -> R {
        match self.items {
            Items::List(items) => read(items[k]),
            Items::Row(row, _) => read(Value::Int(row[k] as i64)),
            Items::Product(product) => product.with(k, read),
        }
    }

    /// Number of elements.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        match self.items {
            Items::List(items) => items.len(),
            Items::Row(row, _) => row.len(),
            Items::Product(product) => product.len(),
        }
    }

    /// The product that was not expanded at construction.
    #[inline]
    pub(in crate::dsl) fn product(&self) -> Option<&'a Product<'a>> {
        match self.items {
            Items::Product(product) => Some(product),
            _ => None,
        }
    }

    /// Whether this set has only pairs, by a look at the first and the last element. `false` may be
    /// wrong.
    #[inline]
    pub(in crate::dsl) fn is_set_of_pairs(&self) -> bool {
        // No element is heavier than a pair or as deep as a coloured cell. Of such elements, numbers
        // and the empty tuple would come first, and functions last.
        let Items::List(items) = self.items else {
            return false;
        };
        self.depth == 2
            && self.weight as usize == 1 + items.len()
            && matches!(items, [Value::Pair(_), .., Value::Pair(_)])
    }
}

impl<'a> Product<'a> {
    /// The product of two lists, each ascending. `None` if they are to be expanded: if the tuples may
    /// be pairs or coloured cells, or rows of larger grids.
    pub fn new(arena: &'a Bump, firsts: &'a [Value<'a>], seconds: &'a [Value<'a>]) -> Option<Self> {
        let all_pairs = |items: &[Value]| items.iter().all(|v| matches!(v, Value::Pair(_)));
        let all_opaque = |items: &[Value]| items.iter().all(|v| v.is_set() || v.is_function());
        let is_supported = |items: &[Value]| {
            (all_pairs(items) || all_opaque(items)) && items.is_sorted_by(|a, b| a < b)
        };
        let is_supported = is_supported(firsts) && is_supported(seconds);
        is_supported.then(|| Self::of_lists(arena, firsts, seconds))
    }

    /// The product of two lists of another product.
    pub fn of_lists(arena: &'a Bump, firsts: &'a [Value<'a>], seconds: &'a [Value<'a>]) -> Self {
        Self {
            firsts,
            seconds,
            arena,
        }
    }

    /// Number of tuples.
    #[inline]
    pub fn len(&self) -> usize {
        self.firsts.len() * self.seconds.len()
    }

    /// The number of tuples that are grids of two rows, because their numbers are bytes.
    pub fn grids(&self) -> usize {
        let rows = |items: &[Value]| items.iter().filter(|v| row(**v).is_some()).count();
        rows(self.firsts) * rows(self.seconds)
    }

    /// The `k`-th tuple, in the arena.
    pub fn get(&self, k: usize) -> Value<'a> {
        let [first, second] = self.parts(k);
        if let (Some([a, b]), Some([c, d])) = (row(first), row(second)) {
            let cells = self.arena.alloc([a, b, c, d]);
            return Value::Grid(self.arena.alloc(Grid::new(2, 2, cells)));
        }
        let parts = self.arena.alloc([first, second]);
        Value::Tuple(self.arena.alloc(tuple_of_two(parts)))
    }

    /// Reads the `k`-th tuple without building it in the arena.
    fn with<R>(&self, k: usize, read: impl FnOnce(Value<'_>) -> R) -> R {
        let [first, second] = self.parts(k);
        if let (Some([a, b]), Some([c, d])) = (row(first), row(second)) {
            return read(Value::Grid(&Grid::new(2, 2, &[a, b, c, d])));
        }
        read(Value::Tuple(&tuple_of_two(&[first, second])))
    }

    /// The elements of the `k`-th tuple.
    fn parts(&self, k: usize) -> [Value<'a>; 2] {
        let width = self.seconds.len();
        [self.firsts[k / width], self.seconds[k % width]]
    }

    /// All tuples.
    pub fn expanded(&self) -> &'a [Value<'a>] {
        self.arena
            .alloc_slice_fill_with(self.len(), |k| self.get(k))
    }
}

/// A tuple of two elements that is no grid.
fn tuple_of_two<'v>(parts: &'v [Value<'v>; 2]) -> Seq<'v> {
    let [(depth, weight), (other_depth, other_weight)] = parts.map(Value::depth_and_weight);
    let weight = 1u32.saturating_add(weight).saturating_add(other_weight);
    Seq::new(parts, 1 + depth.max(other_depth), weight)
}

/// A pair as a row of a grid, if both numbers are bytes.
fn row(value: Value) -> Option<[Color; 2]> {
    let Value::Pair(pair) = value else {
        return None;
    };
    Some([
        Color::try_from(pair.row()).ok()?,
        Color::try_from(pair.column()).ok()?,
    ])
}
