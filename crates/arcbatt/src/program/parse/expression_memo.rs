//! Expressions that were read before, by their text.
//!
//! Candidates repeat each other's lines: samplers draw them from few, mutants keep most of them. So the calls
//! of an expression that ends its line are kept. Where the same text follows, and its names are variables and
//! names of the language again, its calls are added without reading it.
//!
//! Invariant: programs, errors and notes are those of reading the text. Only expressions without an error
//! are kept, and none that may mean something else in another source, as helpers and constants of a file do.

use super::error::ParseResult;
use super::lex::TokenKind;
use super::{MAX_LINES, Parser};
use crate::program::{Arg, Args, Callee, Line, Place, VariableName};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The most expressions that are kept; others are read each time.
const MAX_EXPRESSIONS: usize = 4096;
/// The longest text of an expression that is kept, in bytes.
const MAX_LENGTH: usize = 256;
/// The most variables of an expression that is kept.
const MAX_VARIABLES: usize = 8;

/// Expressions by their text.
#[derive(Debug, Default)]
pub(in crate::program) struct ExpressionMemo {
    known: FxHashMap<Box<str>, Expression>,
}

/// An expression, apart from the values of its variables. `Arg::Line(k)` is the variable `k` or, behind
/// the last one, the value of a call of the expression itself.
#[derive(Debug)]
struct Expression {
    /// Where the text has each variable first.
    variables: Box<[Range<usize>]>,
    /// Where the text has names of the language.
    language: Box<[Range<usize>]>,
    calls: Box<[Call]>,
    value: Arg,
}

/// A call of an expression.
#[derive(Debug)]
struct Call {
    callee: Callee,
    args: Args,
    /// The offset of the callee in the text.
    offset: usize,
}

/// The variables of the expression that is being read, in the order of their first use.
#[derive(Debug, Default)]
pub(super) struct Recording<'s> {
    variables: Vec<(&'s str, Place, Arg)>,
}

impl<'s> Recording<'s> {
    /// Records the use of a variable.
    pub fn variable(&mut self, name: &'s str, place: Place, value: Arg) {
        if self.variables.iter().all(|&(known, ..)| known != name) {
            self.variables.push((name, place, value));
        }
    }

    /// The expression that begins at `start` and was read as these lines, the first of which has the number
    /// `first`. `None` if the lines do not say which variable a value is from.
    fn expression(
        &self,
        start: Place,
        lines: &[Line],
        first: u32,
        value: Arg,
        language: &[(&str, Place)],
    ) -> Option<Expression> {
        let count = self.variables.len() as u32;
        let is_clear = |(k, &(.., value)): (usize, &(&str, Place, Arg))| {
            let same = |&(.., other): &(&str, Place, Arg)| other == value;
            matches!(value, Arg::Line(_) | Arg::Input(_)) && !self.variables[..k].iter().any(same)
        };
        if count as usize > MAX_VARIABLES || !self.variables.iter().enumerate().all(is_clear) {
            return None;
        }
        let general = |arg: Arg| match arg {
            Arg::Line(line) if line >= first => Some(Arg::Line(count + line - first)),
            Arg::Line(_) | Arg::Input(_) => {
                let number = self
                    .variables
                    .iter()
                    .position(|&(.., value)| value == arg)?;
                Some(Arg::Line(number as u32))
            }
            Arg::Constant(_) | Arg::Literal(_) | Arg::Primitive(..) => Some(arg),
        };
        let offset = |place: Place| (place.column - start.column) as usize;
        let call = |line: &Line| {
            let callee = match line.callee {
                Callee::Line(function) => match general(Arg::Line(function))? {
                    Arg::Line(function) => Callee::Line(function),
                    _ => return None,
                },
                primitive => primitive,
            };
            let args = line.args.iter().map(|&arg| general(arg));
            Some(Call {
                callee,
                args: args.collect::<Option<_>>()?,
                offset: offset(line.place),
            })
        };
        let span = |name: &str, place: Place| offset(place)..offset(place) + name.len();
        Some(Expression {
            variables: self.variables.iter().map(|v| span(v.0, v.1)).collect(),
            language: language.iter().map(|&(name, at)| span(name, at)).collect(),
            calls: lines.iter().map(call).collect::<Option<_>>()?,
            value: general(value)?,
        })
    }
}

impl<'s> Parser<'s, '_> {
    /// Parses the expression that ends an assignment or a `return`.
    pub(super) fn last_expression(&mut self) -> ParseResult<Arg> {
        if self.expression_memo.is_none() || self.token.kind != TokenKind::Name {
            return self.expression();
        }
        let start = self.lexer.offset() - self.token.text.len();
        let end = self.lexer.line_end();
        let text = &self.source[start..end];
        // Constants of the file may have names of the language.
        if text.len() > MAX_LENGTH || !text.is_ascii() || !self.repeated.constants.is_empty() {
            return self.expression();
        }
        match self.known_expression(text, end) {
            Some(value) => Ok(value),
            None => self.new_expression(text),
        }
    }

    /// Adds the calls of a known expression and goes to the end of its line.
    fn known_expression(&mut self, text: &'s str, end: usize) -> Option<Arg> {
        let expression = self.expression_memo.as_ref()?.known.get(text)?;
        let first = self.lines.len();
        if self.scope.hides_language() || first + expression.calls.len() > MAX_LINES {
            return None;
        }
        let mut values = [Arg::Line(0); MAX_VARIABLES];
        let count = expression.variables.len();
        for (value, name) in values.iter_mut().zip(&expression.variables) {
            *value = match self.scope.value(&text[name.clone()])? {
                value @ (Arg::Line(_) | Arg::Input(_)) => value,
                _ => return None,
            };
        }
        let actual = |arg: Arg| match arg {
            Arg::Line(k) => match (k as usize).checked_sub(count) {
                None => values[k as usize],
                Some(call) => Arg::Line((first + call) as u32),
            },
            fixed => fixed,
        };
        let start = self.token.place;
        let place = |offset: usize| Place {
            column: start.column + offset as u32,
            ..start
        };
        for call in &expression.calls {
            let callee = match call.callee {
                Callee::Line(function) => match actual(Arg::Line(function)) {
                    Arg::Line(function) => Callee::Line(function),
                    _ => {
                        self.lines.truncate(first);
                        self.scope.forget_lines(first);
                        return None;
                    }
                },
                primitive => primitive,
            };
            self.lines.push(Line {
                name: VariableName::default(),
                callee,
                args: call.args.iter().map(|&arg| actual(arg)).collect(),
                place: place(call.offset),
            });
            self.scope.line();
        }
        for name in &expression.language {
            self.scope
                .use_language(&text[name.clone()], place(name.start));
        }
        let value = actual(expression.value);
        self.lexer.skip_to(end);
        self.token = self.lexer.token();
        self.mid_line = true;
        Some(value)
    }

    /// Parses an expression, and keeps it if nothing but its text says what it is.
    fn new_expression(&mut self, text: &str) -> ParseResult<Arg> {
        let start = self.token.place;
        let (first, uses) = (self.lines.len(), self.scope.language_uses().len());
        self.recording = Some(Recording::default());
        let value = self.expression()?;
        let recording = self.recording.take();
        let end = self.token.place;
        let ends =
            self.token.ends_line() && (end.line, end.code_line) == (start.line, start.code_line);
        if let (Some(recording), Some(memo)) = (recording, &mut self.expression_memo)
            && ends
            && memo.known.len() < MAX_EXPRESSIONS
        {
            let language = &self.scope.language_uses()[uses..];
            let lines = &self.lines[first..];
            let expression = recording.expression(start, lines, first as u32, value, language);
            memo.known
                .extend(expression.map(|known| (text.into(), known)));
        }
        Ok(value)
    }
}
