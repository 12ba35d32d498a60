//! A type without what functions take and give: a word, free to copy and to compare.
//!
//! A shape is a union of simple types under a few layers of `Set`, `Tuple` or either. Whatever
//! does not fit into that is widened to a shape that holds more, `Any` at worst: inference may
//! know less than there is to know, never something false.

use crate::dsl::Value;

/// A type without what functions take and give.
///
/// Values are the union of `atoms`, wrapped in `layers`: two bits each, the outermost lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    atoms: u16,
    layers: u16,
}

/// Bit of a layer: a set.
pub(crate) const SET: u16 = 1;
/// Bit of a layer: a tuple.
pub(crate) const TUPLE: u16 = 2;

/// Layers that fit into a shape.
const MAX_LAYERS: u32 = 8;

macro_rules! atoms {
    ($($bit:literal $name:ident $text:literal $doc:literal)*) => {
        impl Shape {
            $(
                #[doc = $doc]
                pub const $name: Shape = Shape { atoms: 1 << $bit, layers: 0 };
            )*
            /// The simple types and their names.
            pub(crate) const ATOMS: &'static [(Shape, &'static str)] = &[$((Shape::$name, $text)),*];
        }
    };
}

atoms! {
    0 INT "Int" "A whole number."
    1 BOOL "Bool" "A truth value; counts as a number."
    2 COLOR "Color" "A number that stands for a colour."
    3 PAIR "Pair" "Row and column: a tuple of two numbers."
    4 CELL "Cell" "A tuple of a colour and a pair."
    5 ROW "Row" "A tuple of numbers."
    6 GRID "Grid" "A tuple of rows."
    7 INDICES "Indices" "A set of pairs."
    8 OBJECT "Object" "A set of cells."
    9 FUNCTION "Function" "A function."
    10 ANY "Any" "Anything."
}

const NUMBERS: u16 = Shape::INT.atoms | Shape::BOOL.atoms | Shape::COLOR.atoms;
const TUPLES: u16 = Shape::PAIR.atoms | Shape::CELL.atoms | Shape::ROW.atoms | Shape::GRID.atoms;
const SETS: u16 = Shape::INDICES.atoms | Shape::OBJECT.atoms;

impl Shape {
    /// What has no values: the elements of an empty container, the answer of a call that fails.
    pub const NEVER: Shape = Shape {
        atoms: 0,
        layers: 0,
    };
    /// Int or Pair.
    pub const NUMERICAL: Shape = Shape::INT.or(Shape::PAIR);
    /// Indices or Object.
    pub const PATCH: Shape = Shape::INDICES.or(Shape::OBJECT);
    /// Grid or Patch.
    pub const PIECE: Shape = Shape::GRID.or(Shape::PATCH);
    /// Grid or Object.
    pub const ELEMENT: Shape = Shape::GRID.or(Shape::OBJECT);

    /// The type of a value.
    pub fn of(value: Value) -> Shape {
        let all = |items: &[Value]| {
            let shapes = items.iter().map(|&item| Shape::of(item));
            shapes.fold(Shape::NEVER, Shape::join)
        };
        match value {
            Value::None => Shape::ANY,
            Value::Bool(_) => Shape::BOOL,
            Value::Int(_) => Shape::INT,
            Value::Pair(_) => Shape::PAIR,
            Value::Cell(_) => Shape::CELL,
            Value::Grid(grid) if grid.width() == 0 => Shape::NEVER.tuple().tuple(),
            Value::Grid(_) => Shape::GRID,
            Value::Indices(_) => Shape::INDICES,
            Value::Object(_) => Shape::OBJECT,
            Value::Set(seq) => all(seq.items).set(),
            Value::Tuple(seq) => all(seq.items).tuple(),
            Value::Primitive(_) | Value::Function(_) => Shape::FUNCTION,
        }
    }

    const fn or(self, other: Shape) -> Shape {
        Shape {
            atoms: self.atoms | other.atoms,
            layers: 0,
        }
    }

    /// A set of that.
    pub fn set(self) -> Shape {
        self.within(SET)
    }

    /// A tuple of that.
    pub fn tuple(self) -> Shape {
        self.within(TUPLE)
    }

    /// A container of that, of the kinds in `kinds`.
    pub(crate) fn within(self, kinds: u16) -> Shape {
        match (kinds, self) {
            (0, _) => Shape::NEVER,
            (SET, Shape::PAIR) => Shape::INDICES,
            (SET, Shape::CELL) => Shape::OBJECT,
            (TUPLE, Shape::ROW) => Shape::GRID,
            _ if self.layers >> (2 * (MAX_LAYERS - 1)) != 0 => Shape {
                atoms: Shape::ANY.atoms,
                layers: kinds,
            },
            _ => Shape {
                atoms: self.atoms,
                layers: self.layers << 2 | kinds,
            },
        }
    }

    /// Whether this is `Any`.
    #[inline]
    pub fn is_any(self) -> bool {
        self == Shape::ANY
    }

    /// Whether this has no values.
    #[inline]
    pub fn is_never(self) -> bool {
        self == Shape::NEVER
    }

    /// Whether a value of this may be a function.
    #[inline]
    pub fn may_be_function(self) -> bool {
        self.layers == 0 && self.atoms & (Shape::FUNCTION.atoms | Shape::ANY.atoms) != 0
    }

    /// Whether functions are in there, at whatever depth.
    #[inline]
    pub(crate) fn holds_functions(self) -> bool {
        self.atoms & Shape::FUNCTION.atoms != 0
    }

    /// Whether every value of this is of one of the simple types of `other`.
    #[inline]
    pub(crate) fn within_atoms(self, other: Shape) -> bool {
        self.layers == other.layers && self.atoms & !other.atoms == 0
    }

    /// Whether there are numbers in the union, or nothing else.
    #[inline]
    pub(crate) fn numbers(self) -> (bool, bool) {
        let bare = self.layers == 0;
        (
            bare && self.atoms & NUMBERS != 0,
            bare && self.atoms & !NUMBERS == 0,
        )
    }

    /// The kinds of container that a value may be, and whether it may be something else.
    #[inline]
    pub(crate) fn kinds(self) -> (u16, bool) {
        if self.layers != 0 {
            return (self.layers & 3, false);
        }
        if self.is_any() {
            return (SET | TUPLE, true);
        }
        let set = if self.atoms & SETS != 0 { SET } else { 0 };
        let tuple = if self.atoms & TUPLES != 0 { TUPLE } else { 0 };
        (set | tuple, self.atoms & !(SETS | TUPLES) != 0)
    }

    /// Whether every value of this is a tuple of two elements, so never empty.
    #[inline]
    pub(crate) fn is_two_long(self) -> bool {
        self.layers == 0 && self.atoms != 0 && self.within_atoms(Shape::PAIR.or(Shape::CELL))
    }

    /// The type of the elements, looking at containers of the kinds in `kinds` alone.
    pub(crate) fn element(self, kinds: u16) -> Shape {
        if self.layers != 0 {
            if self.layers & kinds == 0 {
                return Shape::NEVER;
            }
            return Shape {
                atoms: self.atoms,
                layers: self.layers >> 2,
            };
        }
        if self.is_any() {
            return Shape::ANY;
        }
        let mut found = Shape::NEVER;
        for (kind, container, element) in [
            (TUPLE, Shape::PAIR, Shape::INT),
            (TUPLE, Shape::CELL, Shape::NUMERICAL),
            (TUPLE, Shape::ROW, Shape::INT),
            (TUPLE, Shape::GRID, Shape::ROW),
            (SET, Shape::INDICES, Shape::PAIR),
            (SET, Shape::OBJECT, Shape::CELL),
        ] {
            if kinds & kind != 0 && self.atoms & container.atoms != 0 {
                found = found.or(element);
            }
        }
        found
    }

    /// A type that holds the values of both.
    pub fn join(self, other: Shape) -> Shape {
        if self == other || other.is_never() {
            return self;
        }
        if self.is_never() {
            return other;
        }
        if self.layers == 0 && other.layers == 0 {
            return self.or(other).tidy();
        }
        let ((kinds, more), (other_kinds, other_more)) = (self.kinds(), other.kinds());
        if more || other_more {
            return Shape::ANY;
        }
        let both = SET | TUPLE;
        self.element(both)
            .join(other.element(both))
            .within(kinds | other_kinds)
    }

    /// Numbers of several names are numbers, and anything else beside anything is anything.
    fn tidy(self) -> Shape {
        if self.atoms & Shape::ANY.atoms != 0 {
            return Shape::ANY;
        }
        let numbers = self.atoms & NUMBERS;
        if numbers.count_ones() > 1 {
            return Shape {
                atoms: self.atoms & !NUMBERS | Shape::INT.atoms,
                layers: 0,
            };
        }
        self
    }

    /// The members of the union, if there are no layers.
    pub(crate) fn members(self) -> impl Iterator<Item = Shape> {
        let mut left = self.atoms;
        std::iter::from_fn(move || {
            let bit = left & left.wrapping_neg();
            left ^= bit;
            (bit != 0).then_some(Shape {
                atoms: if self.layers == 0 { bit } else { self.atoms },
                layers: self.layers,
            })
        })
        .take(if self.layers == 0 { usize::MAX } else { 1 })
    }

    /// The outermost layer, if any, and what is within.
    pub(crate) fn peel(self) -> Option<(u16, Shape)> {
        (self.layers != 0).then_some((
            self.layers & 3,
            Shape {
                atoms: self.atoms,
                layers: self.layers >> 2,
            },
        ))
    }

    /// Takes out of a union what is in another; `None` if it is not all there.
    pub(crate) fn without(self, other: Shape) -> Option<Shape> {
        (self.atoms & other.atoms == other.atoms).then_some(Shape {
            atoms: self.atoms & !other.atoms,
            layers: self.layers,
        })
    }
}
