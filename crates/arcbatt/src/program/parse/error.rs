//! What the parser has to say about a source.

use crate::program::{Place, Program};
use std::fmt;

/// What a source holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The programs, in the order of the source.
    pub programs: Vec<Program>,
    /// Why solvers and differs of the source are not among them: the first reason of each.
    pub errors: Vec<ParseError>,
    /// What is worth knowing and keeps no program out: a name defined twice, a source without any
    /// solver.
    pub notes: Vec<ParseError>,
}

/// Something in a source, and what to do about it. Shown as `line:column: function: message`;
/// put the name of the file and a colon before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {}{message}", Prefix(.function.as_deref()))]
pub struct ParseError {
    /// Where it stands.
    pub place: Place,
    /// The solver or differ that it stands in, shortened if very long.
    pub function: Option<String>,
    /// What was found, what is allowed, what to do.
    pub message: String,
}

struct Prefix<'a>(Option<&'a str>);

impl fmt::Display for Prefix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |name| write!(f, "{name}: "))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Why a function is no program.
#[derive(Debug)]
pub(super) struct Stop {
    pub place: Place,
    pub message: String,
}

/// What one step of the parser gives. Failures are boxed: they are rare, and every step moves its
/// result.
pub(super) type Step<T> = Result<T, Box<Stop>>;

/// A failure at a place.
pub(super) fn stop<T>(place: Place, message: impl Into<String>) -> Step<T> {
    let message = message.into();
    Err(Box::new(Stop { place, message }))
}

/// Source text for a message: on one line, and no longer than a message should be.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text.chars().take(MOST).flat_map(printable).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

/// Control characters and blanks that cannot be seen are spelled out.
fn printable(character: char) -> impl Iterator<Item = char> {
    let plain = !character.is_control() && (character == ' ' || !character.is_whitespace());
    let escaped = (!plain).then(|| character.escape_default());
    escaped
        .into_iter()
        .flatten()
        .chain(plain.then_some(character))
}
