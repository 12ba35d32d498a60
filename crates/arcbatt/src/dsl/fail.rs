//! Why a call has no answer. A failure is two bytes, so that a value or a failure comes back from a
//! call in two registers.

use thiserror::Error;

/// The outcome of a call that has no answer. It ends the program on that sample, never the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Fail {
    /// The call has no answer: first of nothing, division by zero, a wrong type ...
    #[error("{0}")]
    NoAnswer(Why),
    /// A limit was hit.
    #[error("limit: {0}")]
    Limit(Limit),
}

/// The limits that a run can hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Limit {
    /// Too many calls, closures included.
    #[error("steps")]
    Steps,
    /// Too many cells touched by all calls together.
    #[error("cells")]
    Cells,
    /// One value too large, or a number out of range.
    #[error("size")]
    Size,
    /// Functions or containers nested too deep.
    #[error("depth")]
    Depth,
    /// The task used up what all its calls together may use.
    #[error("budget")]
    Budget,
    /// Too much time passed on the clock.
    #[error("time")]
    Time,
}

/// Declares the reasons for which calls have no answer, each with its words.
macro_rules! reasons {
    ($($name:ident: $words:literal,)*) => {
        /// Why a call has no answer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
        pub enum Why {$(
            #[doc = $words]
            #[error($words)]
            $name,
        )*}
    };
}

reasons! {
    Container: "a container is wanted",
    Function: "a function is wanted",
    Grid: "a grid is wanted",
    GridWithRows: "a grid with rows is wanted",
    Number: "a number is wanted",
    Object: "an object is wanted",
    ObjectWithCells: "an object with cells is wanted",
    Pair: "a pair is wanted",
    PairOfGrids: "a pair of grids is wanted",
    Patch: "a patch is wanted",
    PatchWithCells: "a patch with cells is wanted",
    Set: "a set is wanted",
    Tuple: "a tuple is wanted",
    TupleOfTwo: "a tuple of two is wanted",
    TwoSets: "two sets are wanted",
    ArgmaxOfNothing: "argmax of nothing",
    ArgminOfNothing: "argmin of nothing",
    Arity: "wrong number of arguments",
    CommonestOfNothing: "the commonest of nothing",
    DivisionByZero: "division by zero",
    GridRowTooShort: "this row of the grid is too short",
    Mode: "modes are R0 to R7",
    NoCell: "there is no cell",
    NoColor: "nothing has no colour",
    NoCorners: "nothing has no corners",
    NoElement: "there is no element",
    NoOrder: "these have no order",
    NoOther: "there is no other",
    NoSuchMode: "there is no such mode",
    NoSuchRank: "there is no element of that rank",
    NoSuchTurn: "there is no such mirror or turn",
    NoTurnFits: "no mirror or turn makes the outputs",
    NoWidth: "a grid without rows has no width",
    NoneSatisfies: "no element satisfies the condition",
    OnDevice: "no answer on the device",
    PartOfSet: "a set has no first part",
    RowTooShort: "a row is too short",
    SecondGridTooSmall: "the second grid is too small",
    SetLessTuple: "a set less a tuple has no answer",
    StepOfZero: "the step is zero",
}

/// Shorthand for a call without an answer.
#[inline]
pub(crate) fn fail<T>(why: Why) -> Result<T, Fail> {
    Err(seldom(Fail::NoAnswer(why)))
}

/// Shorthand for a limit that was hit.
#[inline]
pub(crate) fn limit<T>(limit: Limit) -> Result<T, Fail> {
    Err(seldom(Fail::Limit(limit)))
}

/// The failure itself. What leads to a call of this is put aside when code is made, out of the way of
/// what runs.
#[cold]
#[inline(never)]
fn seldom(fail: Fail) -> Fail {
    fail
}
