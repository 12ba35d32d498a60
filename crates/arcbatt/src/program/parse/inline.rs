//! Inlines helper functions and constants of the file into the program that uses them.
//!
//! A helper is parsed again at each call, with its parameters bound to the arguments, and its calls
//! become lines of the program, with their own positions. A constant is evaluated once per program.
//!
//! Invariants: a helper that calls itself is rejected; the depth of calls and the length of what is
//! inlined, per program and per file, are bounded.

use super::definitions::{Definition, Definitions};
use super::error::{ParseResult, Rejection, reject, shown};
use super::expression::Expressions;
use super::lex::{LexError, Lexer, Token, TokenKind};
use super::names::Meanings;
use super::{MAX_SOURCE, Parser};
use crate::dsl::constants::Constant;
use crate::program::{Arg, Place};
use rustc_hash::FxHashMap;

/// The most code that is inlined into one program, in bytes; a file has 64 times as much.
pub const MAX_INLINED: usize = 1 << 20;
/// The most code that is inlined in one file, in bytes.
pub(in crate::program) const MAX_INLINED_IN_FILE: usize = MAX_SOURCE;
/// The most helpers that are inlined within each other.
const MAX_DEPTH: usize = 32;

/// What is inlined into the current program.
pub(super) struct Inlining<'s, 'd> {
    /// The program and the helpers and constants that are being parsed, outermost first.
    active: Vec<Active<'s>>,
    /// Values of constants, and closures of helpers, by offset of their definition.
    pub values: FxHashMap<usize, Arg>,
    /// Bytes that may still be inlined into this program, and in the file.
    left: usize,
    left_in_file: &'d mut usize,
}

/// A definition that is being parsed.
#[derive(Clone, Copy)]
struct Active<'s> {
    name: &'s str,
    /// Its first byte.
    start: usize,
    /// The same, if others may use it.
    definition: Option<usize>,
    /// Names mean what is defined before this offset.
    used: usize,
    /// Lines without a function: constants of their block are their own variables.
    is_bare: bool,
}

/// The state of the parser in the code that uses a definition.
pub(super) struct Outside<'s> {
    lexer: Lexer<'s>,
    token: Token<'s>,
    mid_line: bool,
    meanings: Meanings<'s>,
    expressions: Expressions<'s>,
    target: Option<&'s str>,
}

impl<'s, 'd> Inlining<'s, 'd> {
    pub fn new(left_in_file: &'d mut usize) -> Self {
        Self {
            active: Vec::new(),
            values: FxHashMap::default(),
            left: 0,
            left_in_file,
        }
    }

    /// Starts a program whose `def` is at `start`.
    pub fn begin(&mut self, start: usize, name: &'s str) {
        self.active.clear();
        self.values.clear();
        self.left = MAX_INLINED;
        self.active.push(Active {
            name,
            start,
            definition: Some(start),
            used: start + 1,
            is_bare: false,
        });
    }

    /// Starts a program without a function.
    pub fn begin_bare(&mut self, start: usize) {
        self.begin(start, "");
        self.active[0].is_bare = true;
        self.active[0].definition = None;
    }

    /// Whether the code is lines without a function.
    pub fn is_bare(&self) -> bool {
        self.active.last().is_some_and(|active| active.is_bare)
    }
}

impl<'s> Parser<'s, '_> {
    pub(super) fn index_definitions(&mut self) {
        if self.definitions.is_none() {
            self.definitions = Some(Definitions::new(self.source, self.blocks));
        }
    }

    /// The function or constant of the file that a name means here, if any.
    pub(super) fn find_definition(&mut self, name: &str) -> Option<Definition> {
        self.index_definitions();
        let active = *self.inlining.active.last()?;
        let used = match active.is_bare {
            true => self.lexer.offset(),
            false => active.used,
        };
        let block = self.block_at(active.start);
        let range = self.blocks[block].start..self.blocks[block].end;
        let found = self.definitions.as_ref()?.find(name, used, range.clone())?;
        let own = active.is_bare && !found.is_function && range.contains(&found.start);
        (!own).then_some(found)
    }

    fn block_at(&self, offset: usize) -> usize {
        let behind = self.blocks.partition_point(|block| block.start <= offset);
        behind.saturating_sub(1)
    }

    /// Goes to the code of a definition.
    pub(super) fn enter(
        &mut self,
        definition: Definition,
        name: &'s str,
        used: Place,
    ) -> ParseResult<Outside<'s>> {
        self.check_recursion(definition, name, used)?;
        let inlining = &mut self.inlining;
        let most = inlining.left.min(*inlining.left_in_file);
        if definition.extent > most {
            let message = match definition.extent > inlining.left {
                true => format!(
                    "more than {MAX_INLINED} bytes of helpers are inlined into the program: make \
                     them shorter"
                ),
                false => format!(
                    "more than {MAX_INLINED_IN_FILE} bytes of helpers are inlined into the programs \
                     of the file: split it"
                ),
            };
            return reject(used, message);
        }
        inlining.left -= definition.extent;
        *inlining.left_in_file -= definition.extent;
        inlining.active.push(Active {
            name,
            start: definition.start,
            definition: Some(definition.start),
            used: definition.start + usize::from(definition.is_function),
            is_bare: false,
        });
        let block = &self.blocks[self.block_at(definition.start)];
        let mut lexer = Lexer::resume(self.source, block, definition.start, definition.place);
        let token = lexer.token();
        Ok(Outside {
            lexer: std::mem::replace(&mut self.lexer, lexer),
            token: std::mem::replace(&mut self.token, token),
            mid_line: std::mem::replace(&mut self.mid_line, false),
            meanings: self.scope.enter(),
            expressions: std::mem::take(&mut self.expressions),
            target: self.target.take(),
        })
    }

    /// Goes back to the code that uses a definition.
    pub(super) fn leave(&mut self, outside: Outside<'s>) {
        if self.token.kind == TokenKind::Bad(LexError::TripleQuote) {
            // The string was searched to the end of the block.
            let left = &mut *self.inlining.left_in_file;
            *left = left.saturating_sub(self.source.len() - self.lexer.offset());
        }
        self.inlining.active.pop();
        self.lexer = outside.lexer;
        self.token = outside.token;
        self.mid_line = outside.mid_line;
        self.scope.leave(outside.meanings);
        self.expressions = outside.expressions;
        self.target = outside.target;
    }

    fn check_recursion(
        &self,
        definition: Definition,
        name: &'s str,
        used: Place,
    ) -> ParseResult<()> {
        let active = &self.inlining.active;
        let at = active
            .iter()
            .position(|a| a.definition == Some(definition.start));
        if let Some(at) = at {
            let through: Vec<String> = active[at + 1..]
                .iter()
                .map(|active| format!("`{}`", shown(active.name)))
                .collect();
            let through = match through.as_slice() {
                [] => String::new(),
                names => format!(" through {}", names.join(" and ")),
            };
            let name = shown(name);
            return match definition.is_function {
                true => reject(
                    used,
                    format!(
                        "`{name}` calls itself{through}; recursion cannot be inlined: use `power`, \
                         `apply` or `mapply`"
                    ),
                ),
                false => reject(
                    used,
                    format!("the constant `{name}` depends on itself{through}: write its value"),
                ),
            };
        }
        match active.len() > MAX_DEPTH {
            true => reject(
                used,
                format!("more than {MAX_DEPTH} helpers call each other: use fewer"),
            ),
            false => Ok(()),
        }
    }

    /// The value of a constant of the file.
    pub(super) fn constant(
        &mut self,
        definition: Definition,
        name: &'s str,
        used: Place,
    ) -> ParseResult<Arg> {
        if let Some(&value) = self.inlining.values.get(&definition.start) {
            return Ok(value);
        }
        let outside = self.enter(definition, name, used)?;
        let value = self.constant_value(name);
        self.leave(outside);
        let value = value.map_err(|rejection| within("constant", name, used, rejection))?;
        self.inlining.values.insert(definition.start, value);
        Ok(value)
    }

    /// The file's own value of a constant of the language, if it has one that differs.
    pub(super) fn own_constant(
        &mut self,
        constant: &'static Constant,
        name: &'s str,
        used: Place,
    ) -> Option<Arg> {
        if !self.repeated.constants.contains(name) {
            return None;
        }
        let definition = self.find_definition(name)?;
        if definition.is_function {
            return None;
        }
        // A value that cannot be read is that of the language, as in a copy of its constants.
        let value = self.constant(definition, name, used).ok()?;
        (value != Arg::Literal(constant.value)).then_some(value)
    }

    fn constant_value(&mut self, name: &'s str) -> ParseResult<Arg> {
        let place = self.advance().place;
        self.equal_sign(name, place)?;
        let value = self.expression()?;
        match self.token.kind {
            TokenKind::Newline | TokenKind::End | TokenKind::Semicolon => Ok(value),
            _ => self.unexpected_after_value(),
        }
    }

    /// The result of a helper for these arguments: `values`, the last ones with names.
    pub(super) fn call_helper(
        &mut self,
        (definition, name): (Definition, &'s str),
        values: &[Arg],
        keywords: &[(&'s str, Place)],
        used: Place,
    ) -> ParseResult<Arg> {
        let outside = self.enter(definition, name, used)?;
        let result = match self.bind(name, values, keywords, used) {
            Ok(()) => self.helper_result(name, definition.place, used),
            Err(rejection) => Err(rejection),
        };
        self.leave(outside);
        result
    }

    /// The value that a helper returns, behind its parameters.
    pub(super) fn helper_result(
        &mut self,
        name: &'s str,
        place: Place,
        used: Place,
    ) -> ParseResult<Arg> {
        let result = self.body().and_then(|result| match result {
            Some(result) => Ok(result),
            None => reject(
                place,
                "the function ends without a `return`: return its result",
            ),
        });
        result.map_err(|rejection| within("helper", name, used, rejection))
    }

    /// Binds the parameters of a helper: to values by position, to those with names, to defaults.
    fn bind(
        &mut self,
        function: &'s str,
        values: &[Arg],
        keywords: &[(&'s str, Place)],
        used: Place,
    ) -> ParseResult<()> {
        let (by_position, by_name) = values.split_at(values.len() - keywords.len());
        let shown_name = shown(function);
        let mut bound: Vec<(&'s str, Place, Arg)> = Vec::new();
        let mut taken = 0;
        self.helper_parameters(|parser, name, place, default| {
            let named = keywords.iter().position(|(keyword, _)| *keyword == name);
            let given = by_position.get(bound.len()).copied();
            taken += usize::from(named.is_some());
            if let (Some(_), Some(at)) = (given, named) {
                let message = format!(
                    "the argument `{}` is given twice: give it once",
                    shown(name)
                );
                return reject(keywords[at].1, message);
            }
            let value = match given.or(named.map(|at| by_name[at])) {
                Some(value) => {
                    if default.is_some() {
                        parser.skip_value()?;
                    }
                    value
                }
                None if default.is_some() => parser.expression()?,
                None => {
                    let name = shown(name);
                    let message =
                        format!("the call of `{shown_name}` lacks the argument `{name}`: give it");
                    return reject(used, message);
                }
            };
            bound.push((name, place, value));
            Ok(())
        })?;
        if by_position.len() > bound.len() {
            let message = format!(
                "`{shown_name}` takes {} arguments, not {}: remove some",
                bound.len(),
                values.len()
            );
            return reject(used, message);
        }
        if taken < keywords.len() {
            let unknown =
                |(name, _): &&(&str, Place)| bound.iter().all(|(known, ..)| known != name);
            let (name, place) = keywords.iter().find(unknown).unwrap_or(&keywords[0]);
            let message = format!(
                "`{shown_name}` has no parameter `{}`, or it is given twice: check the name",
                shown(name)
            );
            return reject(*place, message);
        }
        for (name, place, value) in bound {
            self.parameter(name, place, value)?;
        }
        Ok(())
    }

    /// Parses `def name(...)` of a helper; see [`Parser::parameter_list`].
    pub(super) fn helper_parameters(
        &mut self,
        each: impl FnMut(&mut Self, &'s str, Place, Option<Place>) -> ParseResult<()>,
    ) -> ParseResult<()> {
        self.advance();
        self.advance();
        self.parameter_list(each)
    }
}

/// Says which helper or constant the rejected code belongs to; the innermost one counts.
fn within(what: &str, name: &str, used: Place, mut rejection: Box<Rejection>) -> Box<Rejection> {
    if !rejection.is_inlined {
        let line = match used.code_line {
            0 => used.line,
            line => line,
        };
        let place = format!("in the {what} `{}`, used in line {line}: ", shown(name));
        rejection.message.insert_str(0, &place);
        rejection.is_inlined = true;
    }
    rejection
}
