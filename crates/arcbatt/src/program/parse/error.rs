//! Results and errors of the parser.

use crate::program::{Place, Program, TypeError};
use std::fmt;

/// A fault in a source and how to mend it, shown as `line:column: function: message`.
///
/// Callers put the name of the file and a colon before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {}{message}", Prefix(.function.as_deref()))]
pub struct ParseError {
    /// Its position.
    pub place: Place,
    /// The function that it is in, truncated if very long.
    pub function: Option<String>,
    /// What was found, what is allowed, what to do.
    pub message: String,
}

impl ParseError {
    /// A type error of a program, as an error of its source.
    pub(crate) fn of_types(program: &Program, error: TypeError) -> Self {
        Self {
            place: error.place,
            function: Some(program.name.clone()),
            message: error.message,
        }
    }
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

/// Why a function is not a program.
#[derive(Debug)]
pub(super) struct Rejection {
    pub place: Place,
    pub message: String,
}

/// The result of one parsing step. Failures are boxed, because they are rare and results are
/// moved often.
pub(super) type ParseResult<T> = Result<T, Box<Rejection>>;

/// Rejects the function because of what is at `place`.
pub(super) fn reject<T>(place: Place, message: impl Into<String>) -> ParseResult<T> {
    let message = message.into();
    Err(Box::new(Rejection { place, message }))
}

/// Source text for a message: one line, truncated to 40 characters.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text.chars().take(MOST).flat_map(printable).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

/// Escapes control characters and invisible white space.
fn printable(character: char) -> impl Iterator<Item = char> {
    let plain = !character.is_control() && (character == ' ' || !character.is_whitespace());
    let escaped = (!plain).then(|| character.escape_default());
    escaped
        .into_iter()
        .flatten()
        .chain(plain.then_some(character))
}
