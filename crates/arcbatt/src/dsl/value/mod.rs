//! The values that programs work on.
//!
//! The language is dynamic, and equal values are one value however they came about: a pair is a
//! tuple of two numbers, a grid a tuple of rows, indices a set of pairs. So every value has one
//! canonical form, the most compact that fits it, and only the makers in [`Cx`](crate::dsl::Cx) build
//! containers:
//!
//! | form | holds |
//! |---|---|
//! | `Pair` | every tuple of two numbers |
//! | `Cell` | every tuple of a number and a pair |
//! | `Grid` | every tuple of one or more rows of equal length, all numbers within a byte |
//! | `Tuple` | every other tuple: no elements, rows of different lengths, larger numbers ... |
//! | `Indices` | every set of pairs whose box is within 64 columns and 128 rows |
//! | `Object` | every set of cells, likewise, of at most 16 colours within a byte |
//! | `Set` | every other set, ascending: no elements, wide ones, sets of objects ... |
//!
//! A truth value inside a container is a number there, as the two are equal.

mod construct;
pub(crate) mod hash;
pub mod order;
pub(crate) mod owned;
pub(crate) mod scalar;
mod show;

use crate::dsl::fail::{Fail, Why, fail};
use crate::dsl::table::Primitive;
use crate::dsl::value::scalar::{Cell, Pair, Truth};
use crate::grid::{Cells, Grid, Object};
use crate::prim;

/// A value: what it is, and a word; free to copy. What it refers to lives in the arena of the run.
///
/// Every form holds one word or none, so that a value travels in two registers.
#[derive(Clone, Copy)]
pub enum Value<'a> {
    /// What `index` gives outside the grid.
    None,
    /// A truth value; equals 0 or 1.
    Bool(Truth),
    /// A whole number.
    Int(i64),
    /// Row and column, or any two numbers.
    Pair(Pair),
    /// A coloured cell.
    Cell(&'a Cell),
    /// A grid.
    Grid(&'a Grid<'a>),
    /// A set of cells, not empty.
    Indices(&'a Cells<'a>),
    /// A set of coloured cells, not empty.
    Object(&'a Object<'a>),
    /// Any other set, ascending.
    Set(&'a Seq<'a>),
    /// Any other tuple.
    Tuple(&'a Seq<'a>),
    /// A primitive as a value.
    Primitive(&'static Primitive),
    /// A function made by a call.
    Function(&'a Closure<'a>),
}

/// The elements of a tuple or a set.
#[derive(Clone, Copy)]
pub struct Seq<'a> {
    /// The elements, in order.
    pub items: &'a [Value<'a>],
    /// How deep containers are nested, this one included.
    pub depth: u8,
    /// See [`Value::weight`].
    pub weight: u32,
}

impl Seq<'_> {
    /// Whether these are elements of a set that are all pairs, by a look at the first and the last of
    /// them. `false` says nothing.
    #[inline]
    pub(in crate::dsl) fn is_set_of_pairs(&self) -> bool {
        // Nothing inside weighs more than a pair or is as deep as a coloured cell. What of that comes
        // before pairs (numbers, the tuple without elements) would be first, and what comes after
        // them (functions) last.
        self.depth == 2
            && self.weight as usize == 1 + self.items.len()
            && matches!(self.items, [Value::Pair(_), .., Value::Pair(_)])
    }
}

/// A function made by a call.
#[derive(Clone, Copy)]
pub struct Closure<'a> {
    /// Which call made it.
    pub kind: ClosureKind,
    /// What the call was given.
    pub parts: &'a [Value<'a>],
    /// How deep functions are nested, this one included.
    pub depth: u8,
    /// See [`Value::weight`].
    pub weight: u32,
    /// How many arguments it takes.
    pub arity: u8,
}

/// The calls that make functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClosureKind {
    /// `compose(f, g)`
    Compose,
    /// `chain(h, g, f)`
    Chain,
    /// `matcher(f, v)`
    Matcher,
    /// `rbind(f, v)`
    Rbind,
    /// `lbind(f, v)`
    Lbind,
    /// `power(f, n)`
    Power,
    /// `fork(outer, a, b)`
    Fork,
}

impl ClosureKind {
    /// The name of the primitive that makes it.
    pub fn name(self) -> &'static str {
        let primitive = match self {
            Self::Compose => prim!(compose),
            Self::Chain => prim!(chain),
            Self::Matcher => prim!(matcher),
            Self::Rbind => prim!(rbind),
            Self::Lbind => prim!(lbind),
            Self::Power => prim!(power),
            Self::Fork => prim!(fork),
        };
        primitive.name
    }
}

/// A tuple or set without elements.
pub static NOTHING: Seq<'static> = Seq {
    items: &[],
    depth: 1,
    weight: 1,
};

/// The object of no cells.
static NO_OBJECT: Object<'static> = Object {
    shape: Cells::EMPTY,
    count: 0,
    colors: &[],
    planes: &[],
};

impl From<bool> for Value<'_> {
    #[inline]
    fn from(holds: bool) -> Self {
        Value::Bool(Truth::from(holds))
    }
}

impl<'a> Value<'a> {
    /// The tuple without elements.
    pub const EMPTY_TUPLE: Value<'static> = Value::Tuple(&NOTHING);
    /// The set without elements.
    pub const EMPTY_SET: Value<'static> = Value::Set(&NOTHING);

    /// The pair of the two.
    #[inline]
    pub const fn at(i: i32, j: i32) -> Self {
        Value::Pair(Pair::new(i, j))
    }

    /// The value as a number.
    #[inline]
    pub fn int(self) -> Result<i64, Fail> {
        match self {
            Value::Int(n) => Ok(n),
            Value::Bool(b) => Ok(b as i64),
            _ => fail(Why::Number),
        }
    }

    /// The value as a pair.
    #[inline]
    pub fn pair(self) -> Result<(i32, i32), Fail> {
        match self {
            Value::Pair(pair) => Ok(pair.parts()),
            _ => fail(Why::Pair),
        }
    }

    /// Whether the value counts as true: not 0, None, or without elements.
    #[inline]
    pub fn truth(self) -> bool {
        match self {
            Value::Bool(b) => b.holds(),
            Value::Int(n) => n != 0,
            Value::None => false,
            Value::Set(seq) | Value::Tuple(seq) => !seq.items.is_empty(),
            _ => true,
        }
    }

    /// The value as a grid in compact form; a tuple without elements has no rows.
    #[inline]
    pub fn grid(self) -> Result<Grid<'a>, Fail> {
        match self {
            Value::Grid(grid) => Ok(*grid),
            Value::Tuple(seq) if seq.items.is_empty() => Ok(Grid::new(0, 0, &[])),
            _ => fail(Why::Grid),
        }
    }

    /// The value as an object in compact form; the set without elements is one.
    #[inline]
    pub fn object(self) -> Result<&'a Object<'a>, Fail> {
        match self {
            Value::Object(object) => Ok(object),
            Value::Set(seq) if seq.items.is_empty() => Ok(&NO_OBJECT),
            _ => fail(Why::Object),
        }
    }

    /// Whether the value is a set.
    #[inline]
    pub fn is_set(self) -> bool {
        matches!(self, Value::Indices(_) | Value::Object(_) | Value::Set(_))
    }

    /// Whether the value is a tuple.
    #[inline]
    pub fn is_tuple(self) -> bool {
        matches!(
            self,
            Value::Pair(_) | Value::Cell(_) | Value::Grid(_) | Value::Tuple(_)
        )
    }

    /// Whether the value is a function.
    #[inline]
    pub fn is_function(self) -> bool {
        matches!(self, Value::Primitive(_) | Value::Function(_))
    }

    /// Number of elements of a container.
    #[inline]
    #[expect(
        clippy::len_without_is_empty,
        reason = "a value may be no container at all"
    )]
    pub fn len(self) -> Result<usize, Fail> {
        match self {
            Value::Pair(_) | Value::Cell(_) => Ok(2),
            Value::Grid(grid) => Ok(grid.height()),
            Value::Indices(cells) => Ok(cells.count as usize),
            Value::Object(object) => Ok(object.count as usize),
            Value::Set(seq) | Value::Tuple(seq) => Ok(seq.items.len()),
            _ => fail(Why::Container),
        }
    }

    /// How deep containers or functions are nested in the value.
    #[inline]
    pub fn depth(self) -> u8 {
        self.depth_and_weight().0
    }

    /// About how many words comparing, hashing or copying the value walks through: what is inside
    /// twice counts twice, although the arena holds it once. `(x, x)` of `(y, y)` of `(z, z)` ...
    /// doubles in weight with every level, at a few bytes each.
    #[inline]
    pub fn weight(self) -> u32 {
        self.depth_and_weight().1
    }

    /// [`depth`](Self::depth) and [`weight`](Self::weight) in one look.
    #[inline]
    pub(in crate::dsl) fn depth_and_weight(self) -> (u8, u32) {
        match self {
            Value::None | Value::Bool(_) | Value::Int(_) | Value::Primitive(_) => (0, 1),
            Value::Pair(_) => (1, 1),
            Value::Cell(_) => (2, 1),
            Value::Grid(grid) => (2, 1 + grid.cells().len() as u32 / 8),
            Value::Indices(cells) => (2, 1 + cells.rows.len() as u32),
            Value::Object(object) => (3, 1 + object.planes.len() as u32),
            Value::Set(seq) | Value::Tuple(seq) => (seq.depth, seq.weight),
            Value::Function(closure) => (closure.depth, closure.weight),
        }
    }

    /// What kind of value it is, for messages.
    pub fn kind(self) -> &'static str {
        match self {
            Value::None => "None",
            Value::Bool(_) => "Bool",
            Value::Int(_) => "Int",
            Value::Pair(_) => "Pair",
            Value::Cell(_) => "Cell",
            Value::Grid(_) => "Grid",
            Value::Indices(_) => "Indices",
            Value::Object(_) => "Object",
            Value::Set(_) => "Set",
            Value::Tuple(_) => "Tuple",
            Value::Primitive(_) | Value::Function(_) => "Function",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is larger, or holds anything but one word, goes through memory in parts.
    #[test]
    fn a_value_is_two_words_and_so_is_a_result() {
        assert_eq!(size_of::<Value>(), 16);
        assert_eq!(size_of::<Option<Value>>(), 16);
        assert_eq!(size_of::<Result<Value, Fail>>(), 16);
        assert_eq!(size_of::<Fail>(), 2);
        let words = [size_of::<Truth>(), size_of::<Pair>(), size_of::<&Cell>()];
        assert_eq!(words, [8; 3]);
    }
}
