//! Results and errors of the parser.

use crate::program::{Place, Program, TypeError};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A fault in a source and how to mend it, shown as `line:column: function: message`; in a JSONL
/// record as `line: function: code line 3, column 5: message`.
///
/// Callers put the name of the file and a colon before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{}{message}", Prefix(*.place, .function.as_deref()))]
pub struct ParseError {
    /// Its position.
    pub place: Place,
    /// The function that it is in, truncated if very long.
    pub function: Option<String>,
    /// What was found, what is allowed, what to do.
    pub message: String,
    /// The line of the source and a caret below the fault, in two lines; long lines are truncated.
    pub excerpt: Option<String>,
}

impl ParseError {
    /// A type error of a program, as an error of its source.
    pub(crate) fn of_types(program: &Program, error: TypeError) -> Self {
        Self {
            place: error.place,
            function: Some(program.name.clone()),
            message: error.message,
            excerpt: None,
        }
    }
}

struct Prefix<'a>(Place, Option<&'a str>);

impl fmt::Display for Prefix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(place, function) = *self;
        match place.code_line {
            0 => write!(f, "{place}: ")?,
            _ => write!(f, "{}: ", place.line)?,
        }
        if let Some(name) = function {
            write!(f, "{name}: ")?;
        }
        match place.code_line {
            0 => Ok(()),
            line => write!(f, "code line {line}, column {}: ", place.column),
        }
    }
}

impl fmt::Display for Place {
    /// Line and column; within the code of a JSONL record if it is in one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self.code_line {
            0 => self.line,
            line => line,
        };
        write!(f, "{line}:{}", self.column)
    }
}

/// The line of a source and a caret below a position in it.
///
/// Only the characters around the position are shown if the line is long.
pub(in crate::program) fn excerpt(line: &str, place: Place) -> String {
    /// Characters before and behind the position.
    const BEFORE: usize = 40;
    const BEHIND: usize = 30;
    let column = (place.column as usize).saturating_sub(1);
    let skipped = column.saturating_sub(BEFORE);
    let shown = line.chars().skip(skipped).take(BEFORE + BEHIND);
    // Tabs and characters of other widths would move the caret.
    let plain = |c: char| match c {
        ' '..='~' => c,
        '\t' => ' ',
        c => match unicode_width::UnicodeWidthChar::width(c) {
            Some(1) => c,
            _ => '?',
        },
    };
    let shown: String = shown.map(plain).collect();
    let number = match place.code_line {
        0 => place.line,
        line => line,
    };
    let number = format!("{number:>4}");
    let margin = " ".repeat(number.len());
    let cut = if skipped > 0 { "…" } else { "" };
    let caret = " ".repeat(column - skipped + cut.chars().count());
    format!("{number} | {cut}{}\n{margin} | {caret}^", shown.trim_end())
}

/// Why a function is not a program.
#[derive(Debug)]
pub(super) struct Rejection {
    pub place: Place,
    pub message: String,
    /// Whether the message names the helper or constant that has the fault.
    pub is_inlined: bool,
}

/// The result of one parsing step. Failures are boxed, because they are rare and results are
/// moved often.
pub(super) type ParseResult<T> = Result<T, Box<Rejection>>;

/// Rejects the function because of what is at `place`.
pub(super) fn reject<T>(place: Place, message: impl Into<String>) -> ParseResult<T> {
    let message = message.into();
    Err(Box::new(Rejection {
        place,
        message,
        is_inlined: false,
    }))
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
