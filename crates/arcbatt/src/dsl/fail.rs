//! Why a call has no answer.

use thiserror::Error;

/// The outcome of a call that has no answer. It ends the program on that sample, never the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Fail {
    /// The call has no answer: first of nothing, division by zero, a wrong type ...
    #[error("{0}")]
    NoAnswer(&'static str),
    /// A limit was hit.
    #[error("limit: {0}")]
    Limit(Limit),
}

/// The limits that a run can hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Limit {
    /// Too many calls, those of made functions included.
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

/// Shorthand for a call without an answer.
#[inline]
pub(crate) fn fail<T>(why: &'static str) -> Result<T, Fail> {
    Err(Fail::NoAnswer(why))
}
