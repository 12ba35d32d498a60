//! The named constants of the language, declared once.

use crate::dsl::value::Value;

/// The role of a constant: `R1` is a rank, `BLUE` a colour, `ONE` a number, though all are 1.
/// Mutation replaces a constant by another of its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// `ZERO`, `ONE`, ...; hand-written solvers use them for colours too
    Number,
    /// `T`, `F`
    Truth,
    /// `UP`, `TWO_BY_TWO`, ...
    Pair,
    /// `F0` the first, `L1` the last
    Rank,
    /// `R0`..`R9`: a rank or a mode
    Mode,
    /// `A0`..`A9`: a mirror or a turn
    Angle,
    /// `BLACK`, `BLUE`, ...
    Color,
}

/// A named constant.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constant {
    /// The name in programs.
    pub name: &'static str,
    /// The value.
    pub value: ConstantValue,
    /// Its role.
    pub role: Role,
}

/// The value of a constant or of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConstantValue {
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A pair of numbers.
    Pair(i32, i32),
}

impl ConstantValue {
    /// The constant as a value of the language.
    pub fn value<'a>(self) -> Value<'a> {
        match self {
            Self::Bool(b) => Value::from(b),
            Self::Int(n) => Value::Int(n),
            Self::Pair(i, j) => Value::at(i, j),
        }
    }
}

macro_rules! constants {
    ($($role:ident { $($name:ident = $value:expr),* $(,)? })*) => {
        /// All named constants, by role.
        pub static CONSTANTS: &[Constant] = &[$($(
            Constant { name: stringify!($name), value: $value, role: Role::$role },
        )*)*];
    };
}

const fn int(n: i64) -> ConstantValue {
    ConstantValue::Int(n)
}

const fn pair(i: i32, j: i32) -> ConstantValue {
    ConstantValue::Pair(i, j)
}

constants! {
    Truth { T = ConstantValue::Bool(true), F = ConstantValue::Bool(false) }
    Number {
        ZERO = int(0), ONE = int(1), TWO = int(2), THREE = int(3), FOUR = int(4), FIVE = int(5),
        SIX = int(6), SEVEN = int(7), EIGHT = int(8), NINE = int(9), TEN = int(10),
        NEG_ONE = int(-1), NEG_TWO = int(-2), NEG_THREE = int(-3), NEG_FOUR = int(-4),
        NEG_FIVE = int(-5), NEG_SIX = int(-6), NEG_SEVEN = int(-7), NEG_EIGHT = int(-8),
        NEG_NINE = int(-9), NEG_TEN = int(-10), HUNDRED = int(100), THOUSAND = int(1000),
    }
    Pair {
        ORIGIN = pair(0, 0), UNITY = pair(1, 1), NEG_UNITY = pair(-1, -1),
        UP = pair(-1, 0), DOWN = pair(1, 0), LEFT = pair(0, -1), RIGHT = pair(0, 1),
        UP_RIGHT = pair(-1, 1), DOWN_LEFT = pair(1, -1),
        ZERO_BY_TWO = pair(0, 2), TWO_BY_ZERO = pair(2, 0), TWO_BY_TWO = pair(2, 2),
        THREE_BY_THREE = pair(3, 3),
    }
    Rank {
        F0 = int(0), F1 = int(1), F2 = int(2), F3 = int(3), F4 = int(4), F5 = int(5),
        F6 = int(6), F7 = int(7), F8 = int(8), F9 = int(9),
        L1 = int(-1), L2 = int(-2), L3 = int(-3), L4 = int(-4), L5 = int(-5), L6 = int(-6),
        L7 = int(-7), L8 = int(-8), L9 = int(-9), L10 = int(-10),
    }
    Mode {
        R0 = int(0), R1 = int(1), R2 = int(2), R3 = int(3), R4 = int(4), R5 = int(5),
        R6 = int(6), R7 = int(7), R8 = int(8), R9 = int(9),
    }
    Angle {
        A0 = int(0), A1 = int(1), A2 = int(2), A3 = int(3), A4 = int(4), A5 = int(5),
        A6 = int(6), A7 = int(7), A8 = int(8), A9 = int(9),
    }
    Color {
        BLACK = int(0), BLUE = int(1), RED = int(2), GREEN = int(3), YELLOW = int(4),
        GRAY = int(5), MAGENTA = int(6), ORANGE = int(7), CYAN = int(8), BURGUNDY = int(9),
    }
}
