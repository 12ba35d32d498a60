//! The values that programs work on.
//!
//! The language is dynamic: a pair is a tuple of two numbers, a grid a tuple of rows, indices a set of
//! pairs. Every value has one canonical form, the most compact that fits it, so that equal values have
//! equal forms. Only the constructors of [`Cx`](crate::dsl::Cx) build containers:
//!
//! | form | holds |
//! |---|---|
//! | `Pair` | every tuple of two numbers |
//! | `Cell` | every tuple of a number and a pair |
//! | `Grid` | every tuple of one or more rows of equal length, all numbers bytes |
//! | `Tuple` | every other tuple: empty ones, rows of different lengths, larger numbers ...; bytes for a row |
//! | `Indices` | every set of pairs with a bounding box of at most 64 columns and 128 rows |
//! | `Object` | every set of cells, likewise, of at most 16 colours, all bytes |
//! | `Set` | every other set, ascending: empty and wide ones, sets of objects ... |
//!
//! A truth value becomes a number inside a container, as the two are equal.

mod construct;
pub(crate) mod copy;
pub(crate) mod hash;
pub mod order;
pub(crate) mod scalar;
mod seq;
mod show;

use crate::dsl::fail::{Fail, Why, fail};
use crate::dsl::table::Primitive;
use crate::dsl::value::scalar::{Cell, Pair, Truth};
use crate::grid::{Cells, Color, Grid, Object};
use crate::prim;
pub(in crate::dsl) use seq::Product;
pub use seq::Seq;
use std::sync::atomic::{AtomicU8, Ordering};

/// A value: a tag and at most one word, so that it is passed in two registers and free to copy. What
/// it refers to lives in the arena of the run.
#[derive(Clone, Copy)]
pub enum Value<'a> {
    /// The result of `index` outside the grid.
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
    /// A closure.
    Function(&'a Closure<'a>),
}

/// A function constructed by a call, with the arguments of that call.
pub struct Closure<'a> {
    /// The primitive that constructed it.
    pub kind: ClosureKind,
    /// The arguments of that call; those that its kind does not have are `None`.
    all_parts: [Value<'a>; 3],
    /// The nesting depth of functions, this one included.
    pub depth: u8,
    /// See [`Value::weight`].
    pub weight: u32,
    /// The number of arguments it takes.
    pub arity: u8,
    /// Decides whether its calls are remembered.
    pub(crate) uses: Uses,
}

impl<'a> Closure<'a> {
    /// A closure of some parts, at most three.
    #[inline]
    pub(in crate::dsl) fn new(
        kind: ClosureKind,
        parts: &[Value<'a>],
        arity: u8,
        (depth, weight): (u8, u32),
    ) -> Self {
        debug_assert_eq!(parts.len(), kind.parts());
        let part = |k: usize| parts.get(k).copied().unwrap_or(Value::None);
        Self {
            kind,
            all_parts: [part(0), part(1), part(2)],
            depth,
            weight,
            arity,
            uses: Uses::default(),
        }
    }

    /// The arguments of the call that constructed it.
    #[inline]
    pub fn parts(&self) -> &[Value<'a>] {
        &self.all_parts[..self.kind.parts()]
    }

    /// The arguments of that call as an array; those that its kind does not have are `None`.
    #[inline]
    pub(in crate::dsl) fn all_parts(&self) -> &[Value<'a>; 3] {
        &self.all_parts
    }
}

/// How many closures have a closure as a part, and whether calling it has been worth a memo.
#[derive(Default)]
pub(crate) struct Uses(AtomicU8);

impl Uses {
    /// From here on, calls are remembered; more is the number of calls that may be new ones.
    const SEVERAL: u8 = 2;
    /// The number of new calls in turn after which calls are no longer remembered.
    const TRUST: u8 = 12;
    /// Calls are no longer remembered.
    const NEVER: u8 = u8::MAX;

    /// Counts one more use.
    #[inline]
    pub fn add(&self) {
        match self.0.load(Ordering::Relaxed) {
            0 => self.0.store(1, Ordering::Relaxed),
            1 => self.trust(),
            _ => {}
        }
    }

    /// Whether calls are worth remembering: several others may call the closure with one value.
    #[inline]
    pub fn are_several(&self) -> bool {
        (Self::SEVERAL..Self::NEVER).contains(&self.0.load(Ordering::Relaxed))
    }

    /// Notes that a call was known.
    #[inline]
    pub fn trust(&self) {
        self.0.store(Self::SEVERAL + Self::TRUST, Ordering::Relaxed);
    }

    /// Notes that a call was new.
    #[inline]
    pub fn doubt(&self) {
        let left = self.0.load(Ordering::Relaxed);
        let is_last = left <= Self::SEVERAL;
        let next = if is_last { Self::NEVER } else { left - 1 };
        self.0.store(next, Ordering::Relaxed);
    }
}

/// The primitives that construct closures.
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
    /// The number of arguments of the primitive.
    #[inline]
    pub const fn parts(self) -> usize {
        match self {
            Self::Chain | Self::Fork => 3,
            Self::Compose | Self::Matcher | Self::Rbind | Self::Lbind | Self::Power => 2,
        }
    }

    /// The name of the primitive.
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

/// The empty object.
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
    /// The empty tuple.
    pub const EMPTY_TUPLE: Value<'static> = Value::Tuple(&Seq::EMPTY);
    /// The empty set.
    pub const EMPTY_SET: Value<'static> = Value::Set(&Seq::EMPTY);

    /// A pair.
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

    /// Whether the value counts as true: not 0, None or empty.
    #[inline]
    pub fn truth(self) -> bool {
        match self {
            Value::Bool(b) => b.holds(),
            Value::Int(n) => n != 0,
            Value::None => false,
            Value::Set(seq) | Value::Tuple(seq) => seq.len() > 0,
            _ => true,
        }
    }

    /// The value as a grid; the empty tuple has no rows.
    #[inline]
    pub fn grid(self) -> Result<Grid<'a>, Fail> {
        match self {
            Value::Grid(grid) => Ok(*grid),
            Value::Tuple(seq) if seq.len() == 0 => Ok(Grid::new(0, 0, &[])),
            _ => fail(Why::Grid),
        }
    }

    /// The value as an object in a bitset; the empty set is one.
    #[inline]
    pub fn object(self) -> Result<&'a Object<'a>, Fail> {
        match self {
            Value::Object(object) => Ok(object),
            Value::Set(seq) if seq.len() == 0 => Ok(&NO_OBJECT),
            _ => fail(Why::Object),
        }
    }

    /// The elements of a tuple of numbers that are all bytes, other than a pair.
    #[inline]
    pub fn row(self) -> Option<&'a [Color]> {
        match self {
            Value::Tuple(seq) => seq.row(),
            _ => None,
        }
    }

    /// Whether two values are the same number or pair, or the same in memory.
    pub(in crate::dsl) fn is_identical(self, other: Self) -> bool {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Pair(a), Value::Pair(b)) => a == b,
            (Value::Cell(a), Value::Cell(b)) => std::ptr::eq(a, b),
            (Value::Grid(a), Value::Grid(b)) => std::ptr::eq(a, b),
            (Value::Indices(a), Value::Indices(b)) => std::ptr::eq(a, b),
            (Value::Object(a), Value::Object(b)) => std::ptr::eq(a, b),
            (Value::Set(a), Value::Set(b)) => std::ptr::eq(a, b),
            (Value::Tuple(a), Value::Tuple(b)) => std::ptr::eq(a, b),
            (Value::Function(a), Value::Function(b)) => std::ptr::eq(a, b),
            (Value::Primitive(a), Value::Primitive(b)) => std::ptr::eq(a, b),
            _ => false,
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

    /// Counts one more use of a closure.
    #[inline]
    pub(crate) fn count_use(self) {
        if let Value::Function(closure) = self {
            closure.uses.add();
        }
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
        reason = "a value may not be a container"
    )]
    pub fn len(self) -> Result<usize, Fail> {
        match self {
            Value::Pair(_) | Value::Cell(_) => Ok(2),
            Value::Grid(grid) => Ok(grid.height()),
            Value::Indices(cells) => Ok(cells.count as usize),
            Value::Object(object) => Ok(object.count as usize),
            Value::Set(seq) | Value::Tuple(seq) => Ok(seq.len()),
            _ => fail(Why::Container),
        }
    }

    /// The nesting depth of containers or functions.
    #[inline]
    pub fn depth(self) -> u8 {
        self.depth_and_weight().0
    }

    /// About the number of words read by comparing, hashing or copying the value. Shared parts count
    /// every time: `(x, x)` with `x = (y, y)` with `y = (z, z)` ... doubles with every level.
    #[inline]
    pub fn weight(self) -> u32 {
        self.depth_and_weight().1
    }

    /// [`depth`](Self::depth) and [`weight`](Self::weight).
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

    /// The kind of the value, for messages.
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

    /// Larger values would go through memory.
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
