//! A type without the signatures of functions: one word, cheap to copy and to compare.
//!
//! It is a union of simple types under a few layers of `Set`, `Tuple` or either. A type that does
//! not fit is widened, at worst to `Any`: inference may know too little, but nothing false.

use crate::dsl::Value;

/// A type without the signatures of functions.
///
/// A union of `atoms` wrapped in `layers` of two bits each, the outermost in the lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ErasedType {
    atoms: u16,
    layers: u16,
}

/// Bit of a layer: a set.
pub(crate) const SET: u16 = 1;
/// Bit of a layer: a tuple.
pub(crate) const TUPLE: u16 = 2;

/// The largest number of layers.
const MAX_LAYERS: u32 = 8;

macro_rules! atoms {
    ($($bit:literal $name:ident $text:literal $doc:literal)*) => {
        impl ErasedType {
            $(
                #[doc = $doc]
                pub const $name: ErasedType = ErasedType { atoms: 1 << $bit, layers: 0 };
            )*
            /// The simple types and their names.
            pub(crate) const ATOMS: &'static [(ErasedType, &'static str)] = &[$((ErasedType::$name, $text)),*];
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

const NUMBERS: u16 = ErasedType::INT.atoms | ErasedType::BOOL.atoms | ErasedType::COLOR.atoms;
const TUPLES: u16 = ErasedType::PAIR.atoms
    | ErasedType::CELL.atoms
    | ErasedType::ROW.atoms
    | ErasedType::GRID.atoms;
const SETS: u16 = ErasedType::INDICES.atoms | ErasedType::OBJECT.atoms;

impl ErasedType {
    /// The type without values: elements of an empty container, the result of a failing call.
    pub const NEVER: ErasedType = ErasedType {
        atoms: 0,
        layers: 0,
    };
    /// Int or Pair.
    pub const NUMERICAL: ErasedType = ErasedType::INT.or(ErasedType::PAIR);
    /// Indices or Object.
    pub const PATCH: ErasedType = ErasedType::INDICES.or(ErasedType::OBJECT);
    /// Grid or Patch.
    pub const PIECE: ErasedType = ErasedType::GRID.or(ErasedType::PATCH);
    /// Grid or Object.
    pub const ELEMENT: ErasedType = ErasedType::GRID.or(ErasedType::OBJECT);

    /// The type of a value.
    pub fn of(value: Value) -> ErasedType {
        let all = |items: &[Value]| {
            let shapes = items.iter().map(|&item| ErasedType::of(item));
            shapes.fold(ErasedType::NEVER, ErasedType::join)
        };
        match value {
            Value::None => ErasedType::ANY,
            Value::Bool(_) => ErasedType::BOOL,
            Value::Int(_) => ErasedType::INT,
            Value::Pair(_) => ErasedType::PAIR,
            Value::Cell(_) => ErasedType::CELL,
            Value::Grid(grid) if grid.width() == 0 => ErasedType::NEVER.tuple().tuple(),
            Value::Grid(_) => ErasedType::GRID,
            Value::Indices(_) => ErasedType::INDICES,
            Value::Object(_) => ErasedType::OBJECT,
            Value::Set(seq) => all(seq.items()).set(),
            Value::Tuple(seq) => all(seq.items()).tuple(),
            Value::Primitive(_) | Value::Function(_) => ErasedType::FUNCTION,
        }
    }

    const fn or(self, other: ErasedType) -> ErasedType {
        ErasedType {
            atoms: self.atoms | other.atoms,
            layers: 0,
        }
    }

    /// The set of this type.
    pub fn set(self) -> ErasedType {
        self.within(SET)
    }

    /// The tuple of this type.
    pub fn tuple(self) -> ErasedType {
        self.within(TUPLE)
    }

    /// A container of this type, of one of the given kinds.
    pub(crate) fn within(self, kinds: u16) -> ErasedType {
        match (kinds, self) {
            (0, _) => ErasedType::NEVER,
            (SET, ErasedType::PAIR) => ErasedType::INDICES,
            (SET, ErasedType::CELL) => ErasedType::OBJECT,
            (TUPLE, ErasedType::ROW) => ErasedType::GRID,
            _ if self.layers >> (2 * (MAX_LAYERS - 1)) != 0 => ErasedType {
                atoms: ErasedType::ANY.atoms,
                layers: kinds,
            },
            _ => ErasedType {
                atoms: self.atoms,
                layers: self.layers << 2 | kinds,
            },
        }
    }

    /// Whether this is `Any`.
    #[inline]
    pub fn is_any(self) -> bool {
        self == ErasedType::ANY
    }

    /// Whether this has no values.
    #[inline]
    pub fn is_never(self) -> bool {
        self == ErasedType::NEVER
    }

    /// Whether a value may be a function.
    #[inline]
    pub fn may_be_function(self) -> bool {
        self.layers == 0 && self.atoms & (ErasedType::FUNCTION.atoms | ErasedType::ANY.atoms) != 0
    }

    /// Whether a value may be or contain functions, at any depth.
    #[inline]
    pub(crate) fn holds_functions(self) -> bool {
        self.atoms & ErasedType::FUNCTION.atoms != 0
    }

    /// Whether all its simple types are among those of `other`.
    #[inline]
    pub(crate) fn within_atoms(self, other: ErasedType) -> bool {
        self.layers == other.layers && self.atoms & !other.atoms == 0
    }

    /// Whether the union has numbers, and whether it has nothing else.
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

    /// Whether every value is a tuple of two elements, so never empty.
    #[inline]
    pub(crate) fn is_two_long(self) -> bool {
        self.layers == 0
            && self.atoms != 0
            && self.within_atoms(ErasedType::PAIR.or(ErasedType::CELL))
    }

    /// The type of the elements of containers of the given kinds.
    pub(crate) fn element(self, kinds: u16) -> ErasedType {
        if self.layers != 0 {
            if self.layers & kinds == 0 {
                return ErasedType::NEVER;
            }
            return ErasedType {
                atoms: self.atoms,
                layers: self.layers >> 2,
            };
        }
        if self.is_any() {
            return ErasedType::ANY;
        }
        let mut found = ErasedType::NEVER;
        for (kind, container, element) in [
            (TUPLE, ErasedType::PAIR, ErasedType::INT),
            (TUPLE, ErasedType::CELL, ErasedType::NUMERICAL),
            (TUPLE, ErasedType::ROW, ErasedType::INT),
            (TUPLE, ErasedType::GRID, ErasedType::ROW),
            (SET, ErasedType::INDICES, ErasedType::PAIR),
            (SET, ErasedType::OBJECT, ErasedType::CELL),
        ] {
            if kinds & kind != 0 && self.atoms & container.atoms != 0 {
                found = found.or(element);
            }
        }
        found
    }

    /// A type that contains the values of both.
    pub fn join(self, other: ErasedType) -> ErasedType {
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
            return ErasedType::ANY;
        }
        let both = SET | TUPLE;
        self.element(both)
            .join(other.element(both))
            .within(kinds | other_kinds)
    }

    /// A union of number types is `Int`; other unions that have no name become `Any`.
    fn tidy(self) -> ErasedType {
        if self.atoms & ErasedType::ANY.atoms != 0 {
            return ErasedType::ANY;
        }
        let numbers = self.atoms & NUMBERS;
        if numbers.count_ones() > 1 {
            return ErasedType {
                atoms: self.atoms & !NUMBERS | ErasedType::INT.atoms,
                layers: 0,
            };
        }
        self
    }

    /// The members of the union, if there are no layers.
    pub(crate) fn members(self) -> impl Iterator<Item = ErasedType> {
        let mut left = self.atoms;
        std::iter::from_fn(move || {
            let bit = left & left.wrapping_neg();
            left ^= bit;
            (bit != 0).then_some(ErasedType {
                atoms: if self.layers == 0 { bit } else { self.atoms },
                layers: self.layers,
            })
        })
        .take(if self.layers == 0 { usize::MAX } else { 1 })
    }

    /// The outermost layer, if there is one, and the type inside.
    pub(crate) fn peel(self) -> Option<(u16, ErasedType)> {
        (self.layers != 0).then_some((
            self.layers & 3,
            ErasedType {
                atoms: self.atoms,
                layers: self.layers >> 2,
            },
        ))
    }

    /// The union without the members of another; `None` unless it has all of them.
    pub(crate) fn without(self, other: ErasedType) -> Option<ErasedType> {
        (self.atoms & other.atoms == other.atoms).then_some(ErasedType {
            atoms: self.atoms & !other.atoms,
            layers: self.layers,
        })
    }
}
