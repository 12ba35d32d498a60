//! Failures of calls. A failure is two bytes, so that a call returns a value or a failure in two
//! registers.

use crate::dsl::value::Value;
use thiserror::Error;

/// The failure of a call. It ends the program on that sample, never the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Fail {
    /// The call has no answer: first of an empty set, division by zero, a wrong type ...
    #[error("{0}")]
    NoAnswer(Why),
    /// A limit was hit.
    #[error("limit: {0}")]
    Limit(Limit),
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Limit {
    /// Too many calls, those of closures included.
    #[error("steps")]
    Steps,
    /// Too many cells read or written by all calls together.
    #[error("cells")]
    Cells,
    /// One value too large, or a number out of range.
    #[error("size")]
    Size,
    /// Functions or containers nested too deep.
    #[error("depth")]
    Depth,
    /// The values of all lines take too much memory.
    #[error("memory")]
    Memory,
    /// The budget of the whole task is spent.
    #[error("budget")]
    Budget,
    /// Out of time.
    #[error("time")]
    Time,
}

impl Limit {
    /// All limits.
    pub const ALL: [Self; 7] = [
        Self::Steps,
        Self::Cells,
        Self::Size,
        Self::Depth,
        Self::Memory,
        Self::Budget,
        Self::Time,
    ];
}

/// Declares the reasons for a call to have no answer, each with its message.
macro_rules! reasons {
    ($($name:ident: $message:literal,)*) => {
        /// Why a call has no answer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
        pub enum Why {$(
            #[doc = $message]
            #[error($message)]
            $name,
        )*}

        impl Why {
            /// All reasons.
            pub const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

reasons! {
    Container: "expected a container",
    Function: "expected a function",
    Grid: "expected a grid",
    GridWithRows: "expected a grid with rows",
    Number: "expected a number",
    Object: "expected an object",
    ObjectWithCells: "expected an object with cells",
    Pair: "expected a pair",
    PairOfGrids: "expected a pair of grids",
    Patch: "expected a patch",
    PatchWithCells: "expected a patch with cells",
    Set: "expected a set",
    Tuple: "expected a tuple",
    TupleOfTwo: "expected a tuple of two",
    TwoSets: "expected two sets",
    ArgmaxOfNothing: "argmax of an empty container",
    ArgminOfNothing: "argmin of an empty container",
    Arity: "wrong number of arguments",
    CommonestOfNothing: "most common element of an empty tuple",
    DivisionByZero: "division by zero",
    GridRowTooShort: "a row of the grid is too short",
    Mode: "modes are R0 to R7",
    NoCell: "there is no cell",
    NoColor: "no cells, so no colour",
    NoCorners: "no cells, so no corners",
    NoElement: "there is no element",
    NoOrder: "these keys have no order",
    NoOther: "no other element",
    NoSuchMode: "there is no such mode",
    NoSuchRank: "there is no element of that rank",
    NoSuchTurn: "there is no such mirror or turn",
    NoTurnFits: "no mirror or turn maps all inputs to their outputs",
    NoWidth: "a grid without rows has no width",
    NoneSatisfies: "no element satisfies the condition",
    OnDevice: "no answer on the device",
    PartOfSet: "a set has no parts",
    RowTooShort: "a row is too short",
    SecondGridTooSmall: "the second grid is too small",
    SetLessTuple: "cannot subtract a tuple from a set",
    StepOfZero: "the step is zero",
}

/// The result of a call: a value or a failure.
pub type Answer<'a> = Result<Value<'a>, Fail>;

/// A call without an answer.
#[inline]
pub(crate) fn fail<T>(why: Why) -> Result<T, Fail> {
    Err(cold(Fail::NoAnswer(why)))
}

/// A limit that was hit.
#[inline]
pub(crate) fn limit<T>(limit: Limit) -> Result<T, Fail> {
    Err(cold(Fail::Limit(limit)))
}

/// The failure itself. `cold`, so that the compiler moves failing paths out of the way.
#[cold]
#[inline(never)]
fn cold(fail: Fail) -> Fail {
    fail
}
