//! Parses expressions: names, literals, calls. Nested calls become lines of their own, in
//! Python's order of evaluation. Open brackets are on an explicit stack, so nothing recurses.

use super::definitions::Definition;
use super::error::{ParseResult, reject, shown};
use super::lex::{Token, TokenKind};
use super::names::Meaning;
use super::number::whole_number;
use super::{MAX_LINES, MAX_NESTING, Parser};
use crate::dsl::constants::ConstantValue;
use crate::dsl::table::{MAX_ARITY, Name, Primitive, Suffix};
use crate::prim;
use crate::program::{Arg, Args, Callee, Line, Place, VariableName};
use smallvec::smallvec;

/// The most values in one pair of brackets: far more than any primitive takes.
const MAX_ARGUMENTS: usize = 255;

/// The open brackets and the values in them so far.
#[derive(Default)]
pub(super) struct Expressions<'s> {
    frames: Vec<Frame<'s>>,
    values: Vec<Arg>,
    /// Names of the keyword arguments, in the order of their values.
    keywords: Vec<(&'s str, Place)>,
}

/// The function of a call.
#[derive(Clone, Copy)]
enum Function<'s> {
    /// A primitive, or a closure.
    Callee(Callee),
    /// A helper of the file and its name.
    Helper(Definition, &'s str),
}

/// An open bracket.
#[derive(Clone, Copy)]
struct Frame<'s> {
    /// The function that is called; `None` for brackets that only group.
    function: Option<Function<'s>>,
    /// The positions of the callee or group, and of its bracket.
    place: Place,
    bracket: Place,
    /// The index of its first value and keyword on the stacks.
    values: usize,
    keywords: usize,
    /// Whether the last token was a comma, or the `=` of a keyword argument.
    comma: bool,
    awaits: bool,
}

impl<'s> Parser<'s, '_> {
    /// Parses an expression and adds the lines of its calls.
    pub(super) fn expression(&mut self) -> ParseResult<Arg> {
        self.expressions.frames.clear();
        self.expressions.values.clear();
        self.expressions.keywords.clear();
        loop {
            let Some((mut value, mut place)) = self.operand()? else {
                continue;
            };
            // A value may be called, or be followed by a comma or a closing bracket.
            loop {
                match self.token.kind {
                    TokenKind::Open => {
                        let callee = self.callee(value, place)?;
                        self.open(Some(Function::Callee(callee)), place)?;
                        break;
                    }
                    TokenKind::Comma if !self.expressions.frames.is_empty() => {
                        self.push(value, place)?;
                        self.advance();
                        self.frame(|frame| frame.comma = true);
                        break;
                    }
                    TokenKind::Close if !self.expressions.frames.is_empty() => {
                        self.push(value, place)?;
                        (value, place) = self.close()?;
                    }
                    _ if self.expressions.frames.is_empty() => return Ok(value),
                    _ => return self.unexpected_after_value(),
                }
            }
        }
    }

    /// The innermost open bracket, and whether it belongs to a call.
    pub(super) fn open_bracket(&self) -> Option<(Place, bool)> {
        let frame = self.expressions.frames.last()?;
        Some((frame.bracket, frame.function.is_some()))
    }

    /// Parses a value and its position; `None` after an opening bracket or a keyword.
    fn operand(&mut self) -> ParseResult<Option<(Arg, Place)>> {
        let token = self.token;
        let value = match (token.kind, token.text) {
            (TokenKind::Name, name) => {
                self.advance();
                if self.token.kind == TokenKind::Equal && self.keyword(name, token.place)? {
                    return Ok(None);
                }
                match self.name(name, token.place)? {
                    Some(value) => value,
                    None => return Ok(None),
                }
            }
            (TokenKind::Open, _) => {
                self.open(None, token.place)?;
                return Ok(None);
            }
            (TokenKind::Close, _) => match self.expressions.frames.last() {
                // An empty call, or a comma before the closing bracket.
                Some(frame) if !frame.awaits && (frame.function.is_some() || frame.comma) => {
                    return self.close().map(Some);
                }
                _ => return self.unexpected_operand(),
            },
            (TokenKind::Number, _) => {
                self.advance();
                self.number(token, false)?
            }
            (TokenKind::Minus | TokenKind::Plus, _) => self.signed()?,
            (TokenKind::Keyword, "True" | "False") => {
                self.advance();
                Arg::Literal(ConstantValue::Bool(token.text == "True"))
            }
            _ => return self.unexpected_operand(),
        };
        Ok(Some((value, token.place)))
    }

    /// Whether the name before this `=` is a keyword argument; consumes the `=` if so.
    fn keyword(&mut self, name: &'s str, place: Place) -> ParseResult<bool> {
        let Some(&frame) = self.expressions.frames.last() else {
            return reject(
                self.token.place,
                "found a second `=`; a line assigns one variable: use a line for each",
            );
        };
        if frame.function.is_none() || frame.awaits {
            return Ok(false);
        }
        self.advance();
        match frame.function {
            Some(Function::Callee(Callee::Primitive(primitive, _))) => {
                if !primitive.parameters().any(|parameter| parameter == name) {
                    let known: Vec<_> = primitive.parameters().collect();
                    return reject(
                        place,
                        format!(
                            "`{}` has no parameter `{}`; it has `{}`: use one of these, or give \
                             the argument by position",
                            primitive.name,
                            shown(name),
                            known.join("`, `"),
                        ),
                    );
                }
            }
            // Its parameters are known when it is inlined.
            Some(Function::Helper(..)) => {}
            _ => {
                return reject(
                    place,
                    format!(
                        "found the keyword argument `{}` in the call of a variable; only \
                         primitives take arguments by name: give it by position",
                        shown(name)
                    ),
                );
            }
        }
        self.expressions.keywords.push((name, place));
        self.frame(|frame| (frame.awaits, frame.comma) = (true, false));
        Ok(true)
    }

    /// Resolves a name; `None` after the bracket of a call of a helper.
    fn name(&mut self, name: &'s str, place: Place) -> ParseResult<Option<Arg>> {
        let value = match self.scope.resolve(name, place) {
            Some(Meaning::Variable(value)) => {
                if let Some(recording) = &mut self.recording {
                    recording.variable(name, place, value);
                }
                value
            }
            Some(Meaning::Language(Name::Primitive(primitive, suffix))) => {
                Arg::Primitive(primitive, suffix)
            }
            Some(Meaning::Language(Name::Constant(constant))) => {
                let own = self.own_constant(constant, name, place);
                own.unwrap_or(Arg::Constant(constant))
            }
            Some(Meaning::File) | None => {
                // It means something else in other sources.
                self.recording = None;
                let Some(definition) = self.find_definition(name) else {
                    return self.unknown_name(name, place);
                };
                self.scope.use_file_name(name, place);
                match definition.is_function {
                    true if self.token.kind == TokenKind::Open => {
                        self.open(Some(Function::Helper(definition, name)), place)?;
                        return Ok(None);
                    }
                    true => self.helper_value(definition, name, place)?,
                    false => self.constant(definition, name, place)?,
                }
            }
        };
        Ok(Some(value))
    }

    /// Parses a number with its signs.
    fn signed(&mut self) -> ParseResult<Arg> {
        let sign = self.token;
        let mut negative = false;
        while let TokenKind::Minus | TokenKind::Plus = self.token.kind {
            negative ^= self.token.kind == TokenKind::Minus;
            self.advance();
        }
        let token = self.token;
        if token.kind != TokenKind::Number {
            return reject(
                sign.place,
                format!(
                    "found `{}` before something that is not a number; a solver only calls \
                     primitives: use `invert(a)`",
                    sign.text
                ),
            );
        }
        self.advance();
        self.number(token, negative)
    }

    fn number(&self, token: Token<'s>, negative: bool) -> ParseResult<Arg> {
        match whole_number(token.text, negative) {
            Ok(number) => Ok(Arg::Literal(ConstantValue::Int(number))),
            Err(why) => reject(token.place, format!("found `{}`; {why}", shown(token.text))),
        }
    }

    /// The value as a callee.
    fn callee(&self, value: Arg, place: Place) -> ParseResult<Callee> {
        let what = match value {
            Arg::Primitive(primitive, suffix) => return Ok(Callee::Primitive(primitive, suffix)),
            Arg::Line(line) => return Ok(Callee::Line(line)),
            Arg::Input(_) => "a parameter",
            Arg::Constant(_) => "a constant",
            Arg::Literal(_) => "a literal",
        };
        reject(
            place,
            format!(
                "{what} is called; only primitives and functions that a call returned can be: check the name"
            ),
        )
    }

    /// Opens a bracket.
    fn open(&mut self, function: Option<Function<'s>>, place: Place) -> ParseResult<()> {
        let bracket = self.advance().place;
        if self.expressions.frames.len() >= MAX_NESTING {
            return reject(
                bracket,
                format!(
                    "more than {MAX_NESTING} brackets within brackets: use variables for the inner \
                     calls"
                ),
            );
        }
        self.expressions.frames.push(Frame {
            function,
            place,
            bracket,
            values: self.expressions.values.len(),
            keywords: self.expressions.keywords.len(),
            comma: false,
            awaits: false,
        });
        Ok(())
    }

    fn frame(&mut self, change: impl FnOnce(&mut Frame<'s>)) {
        if let Some(frame) = self.expressions.frames.last_mut() {
            change(frame);
        }
    }

    /// Adds a value to the innermost bracket.
    fn push(&mut self, value: Arg, place: Place) -> ParseResult<()> {
        let Some(frame) = self.expressions.frames.last_mut() else {
            return self.unexpected_after_value();
        };
        if !frame.awaits && self.expressions.keywords.len() > frame.keywords {
            return reject(
                place,
                "the argument has no name, but follows one that has: name it, or put it before \
                 those with names",
            );
        }
        if self.expressions.values.len() - frame.values >= MAX_ARGUMENTS {
            return reject(
                place,
                format!("more than {MAX_ARGUMENTS} values in one bracket: use fewer"),
            );
        }
        (frame.awaits, frame.comma) = (false, false);
        self.expressions.values.push(value);
        Ok(())
    }

    /// Closes the innermost bracket; its value and position.
    fn close(&mut self) -> ParseResult<(Arg, Place)> {
        let Some(frame) = self.expressions.frames.pop() else {
            return self.unexpected_operand();
        };
        self.advance();
        let value = match frame.function {
            Some(Function::Helper(definition, name)) => {
                let values = self.expressions.values.split_off(frame.values);
                let keywords = self.expressions.keywords.split_off(frame.keywords);
                self.call_helper((definition, name), &values, &keywords, frame.place)?
            }
            Some(Function::Callee(callee)) => {
                let args = match self.expressions.keywords.len() > frame.keywords {
                    true => self.arguments_by_name(callee, frame)?,
                    false => self.expressions.values[frame.values..].into(),
                };
                self.line(callee, args, frame.place)?
            }
            None => self.group(frame)?,
        };
        self.expressions.values.truncate(frame.values);
        self.expressions.keywords.truncate(frame.keywords);
        Ok((value, frame.place))
    }

    /// Adds a line for a call; its value.
    pub(super) fn line(&mut self, callee: Callee, args: Args, place: Place) -> ParseResult<Arg> {
        if self.lines.len() >= MAX_LINES {
            return reject(
                place,
                format!("the function has more than {MAX_LINES} calls: make it shorter"),
            );
        }
        let value = Arg::Line(self.lines.len() as u32);
        self.lines.push(Line {
            name: VariableName::default(),
            callee,
            args,
            place,
        });
        self.scope.line();
        Ok(value)
    }

    /// The value of brackets without a callee: one value, or a pair.
    fn group(&mut self, frame: Frame<'s>) -> ParseResult<Arg> {
        Ok(match self.expressions.values[frame.values..] {
            [value] if !frame.comma => value,
            [
                Arg::Literal(ConstantValue::Int(i)),
                Arg::Literal(ConstantValue::Int(j)),
            ] => match (i32::try_from(i), i32::try_from(j)) {
                (Ok(i), Ok(j)) => Arg::Literal(ConstantValue::Pair(i, j)),
                _ => {
                    return reject(
                        frame.place,
                        "the numbers of a pair are at most 2147483647: use smaller ones",
                    );
                }
            },
            [a, b] => {
                let callee = Callee::Primitive(prim!(astuple), Suffix::None);
                self.line(callee, smallvec![a, b], frame.place)?
            }
            ref others => {
                return reject(
                    frame.place,
                    format!(
                        "found a tuple of {}; only pairs can be written out: use primitives such \
                         as `astuple`, `initset`, `insert` or `totuple`",
                        others.len()
                    ),
                );
            }
        })
    }

    /// The arguments of a call in the order of the parameters.
    fn arguments_by_name(&self, callee: Callee, frame: Frame<'s>) -> ParseResult<Args> {
        let values = &self.expressions.values[frame.values..];
        let keywords = &self.expressions.keywords[frame.keywords..];
        let Callee::Primitive(primitive, _) = callee else {
            return reject(frame.place, "only primitives take arguments by name");
        };
        let (by_position, by_name) = values.split_at(values.len() - keywords.len());
        let mut slots: [Option<Arg>; MAX_ARITY] = [None; MAX_ARITY];
        if by_position.len() > MAX_ARITY {
            return reject(frame.bracket, too_many(primitive, values.len()));
        }
        for (slot, &value) in slots.iter_mut().zip(by_position) {
            *slot = Some(value);
        }
        for (&(name, place), &value) in keywords.iter().zip(by_name) {
            // The name is one of the parameters: `keyword` checked that.
            let position = primitive
                .parameters()
                .position(|parameter| parameter == name);
            if let Some(slot) = position.and_then(|position| slots.get_mut(position))
                && slot.replace(value).is_some()
            {
                let message = format!("the argument `{name}` is given twice: give it once");
                return reject(place, message);
            }
        }
        let args: Args = slots.iter().map_while(|&slot| slot).collect();
        if args.len() < values.len() {
            let missing = primitive.parameters().nth(args.len()).unwrap_or("?");
            let message = format!(
                "the call of `{}` lacks the argument `{missing}`: give it",
                primitive.name
            );
            return reject(frame.place, message);
        }
        Ok(args)
    }
}

fn too_many(primitive: &Primitive, given: usize) -> String {
    format!(
        "`{}` takes {} arguments, not {given}: remove some",
        primitive.name, primitive.arity
    )
}
