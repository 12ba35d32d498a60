//! Messages for unexpected tokens: what was found, what is allowed, what to do.

use super::Parser;
use super::error::{ParseResult, reject, shown};
use super::lex::{Token, TokenKind};
use crate::program::Place;

/// The allowed values, for messages.
const VALUES: &str = "a name, a number, `True`, `False`, a pair or a call";

impl<'s> Parser<'s, '_> {
    /// Consumes a token of this kind; `wanted` describes it for the message.
    pub(super) fn expect(&mut self, kind: TokenKind, wanted: &str) -> ParseResult<()> {
        if self.token.kind != kind {
            return self.unexpected(wanted);
        }
        self.advance();
        Ok(())
    }

    /// Rejects a token where `wanted` was expected.
    pub(super) fn unexpected<T>(&self, wanted: &str) -> ParseResult<T> {
        self.check_python()?;
        reject(
            self.token.place,
            format!("found {}; expected {wanted}", describe(self.token)),
        )
    }

    /// Rejects a token where a value was expected.
    pub(super) fn unexpected_operand<T>(&self) -> ParseResult<T> {
        self.check_python()?;
        let use_instead = match (self.token.kind, self.token.text) {
            (TokenKind::Operator, "[" | "{") => {
                "only pairs can be written out: use primitives such as `astuple` or `initset`"
            }
            (TokenKind::Close, _) if matches!(self.open_bracket(), Some((_, false))) => {
                return reject(
                    self.token.place,
                    "found an empty tuple; only pairs can be written out: use primitives",
                );
            }
            (TokenKind::Operator, "*" | "**") => "arguments are given one by one: write them out",
            (TokenKind::Operator, "~") => "a solver only calls primitives: use `invert(a)`",
            (TokenKind::Keyword, "not") => "a solver only calls primitives: use `flip(a)`",
            (TokenKind::Keyword, "lambda") => {
                "primitives return functions: use `compose`, `chain`, `fork`, `matcher`, \
                 `lbind` or `rbind`"
            }
            (TokenKind::Keyword, "None") => {
                "values are numbers, `True`, `False`, pairs and results of calls: use one of these"
            }
            _ => return self.unexpected(VALUES),
        };
        reject(
            self.token.place,
            format!("found {}; {use_instead}", describe(self.token)),
        )
    }

    /// Rejects a token behind a value.
    pub(super) fn unexpected_after_value<T>(&self) -> ParseResult<T> {
        self.check_python()?;
        let use_instead = match (self.token.kind, self.token.text) {
            (_, "+") => "`add(a, b)`",
            (_, "-") => "`subtract(a, b)`",
            (_, "*") => "`multiply(a, b)`",
            (_, "/" | "//") => "`divide(a, b)`",
            (_, "==") => "`equality(a, b)`",
            (_, "!=") => "`flip(equality(a, b))`",
            (_, ">") => "`greater(a, b)`",
            (_, "<") => "`greater(b, a)`",
            (_, ">=") => "`flip(greater(b, a))`",
            (_, "<=") => "`flip(greater(a, b))`",
            (_, "|") => "`combine(a, b)`",
            (_, "&") => "`intersection(a, b)`",
            (_, "[") => "`first`, `last`, `index` or `crop`",
            (TokenKind::Keyword, "and") => "`both(a, b)`",
            (TokenKind::Keyword, "or") => "`either(a, b)`",
            (TokenKind::Keyword, "if") => "`branch(condition, a, b)`",
            (TokenKind::Keyword, "in") => "`contained(value, container)`",
            (TokenKind::Keyword, "for") => "`apply(function, container)`",
            (_, ".") => "primitives instead of attributes",
            (_, "]" | "}") => return self.unexpected_end(),
            (TokenKind::Operator | TokenKind::Keyword, _) => "one of them",
            (TokenKind::Comma, _) => {
                let message = "found `,`; a line has one value: write a pair as `(a, b)`";
                return reject(self.token.place, message);
            }
            _ => return self.unexpected_end(),
        };
        reject(
            self.token.place,
            format!(
                "found {}; a solver only calls primitives: use {use_instead}",
                describe(self.token)
            ),
        )
    }

    /// Rejects a token where a value, an argument or a line should end.
    fn unexpected_end<T>(&self) -> ParseResult<T> {
        match self.open_bracket() {
            Some((place, _)) => self.unexpected(&format!(
                "`,` or the `)` that closes the bracket at {place}"
            )),
            None => self.unexpected("the end of the line"),
        }
    }

    /// Rejects a token that cannot begin a statement.
    pub(super) fn unexpected_statement<T>(&self) -> ParseResult<T> {
        self.check_python()?;
        let why = match (self.token.kind, self.token.text) {
            (TokenKind::Keyword, "if" | "elif" | "else") => {
                "a solver has no branches: use `branch`"
            }
            (TokenKind::Keyword, "for" | "while") => {
                "a solver has no loops: use `apply`, `mapply`, `sfilter` or `power`"
            }
            (TokenKind::Keyword, "def" | "class" | "lambda" | "async") => {
                "a solver defines nothing: move a helper to the margin, or use `compose`, `chain`, \
                 `fork`, `lbind` or `rbind`"
            }
            (TokenKind::Keyword, "try" | "with" | "raise" | "assert" | "except" | "finally") => {
                "a call that fails ends a solver by itself: remove it"
            }
            _ => "a body holds only lines such as `x = call(...)` and `return x`",
        };
        reject(
            self.token.place,
            format!("found {}; {why}", describe(self.token)),
        )
    }

    /// Rejects a statement that begins with a name and is not an assignment.
    pub(super) fn no_assignment<T>(&mut self, name: &'s str, place: Place) -> ParseResult<T> {
        self.check_python()?;
        if self.token.kind == TokenKind::Open
            && self.scope.resolve(name, place).is_none()
            && self.find_definition(name).is_none()
        {
            return self.unknown_name(name, place);
        }
        let name = shown(name);
        let why = match (self.token.kind, self.token.text) {
            (TokenKind::Open, _) => format!(
                "the result of `{name}(...)` is not used: assign it, `x = {name}(...)`, or remove it"
            ),
            (TokenKind::Comma, _) => {
                "found several variables on the left; a line assigns one: use `first` and `last`"
                    .to_owned()
            }
            (TokenKind::Operator, operator) if operator.ends_with('=') && operator != "==" => {
                format!(
                    "found `{operator}`; a solver only calls primitives: use `{name} = call({name}, ...)`"
                )
            }
            (TokenKind::Operator, "[" | ".") => {
                "found an assignment to a part; values do not change: use primitives such as \
                 `fill`, `paint` or `replace`"
                    .to_owned()
            }
            _ => format!(
                "found {} after `{name}`; expected `=` and a value, as in `{name} = call(...)`",
                describe(self.token)
            ),
        };
        reject(place, why)
    }

    /// Rejects an unknown name.
    pub(super) fn unknown_name<T>(&self, name: &'s str, place: Place) -> ParseResult<T> {
        if self.token.is_keyword("for") || self.token.text == ":=" {
            return self.unexpected_after_value();
        }
        let written = shown(name);
        if let Some(line) = self.assigned_at(name) {
            return reject(
                place,
                format!("`{written}` is used before line {line} assigns it: assign it first"),
            );
        }
        let guess = match self.may_guess() {
            true => self.scope.nearest(name),
            false => None,
        };
        let advice = match guess {
            Some(near) => format!("did you mean `{}`?", shown(near)),
            None => "use a primitive, a constant or a variable assigned above".to_owned(),
        };
        reject(place, format!("unknown name `{written}`: {advice}"))
    }

    /// The first line from here on, in this function, that assigns the variable.
    fn assigned_at(&self, name: &str) -> Option<u32> {
        if self.target == Some(name) {
            return Some(self.token.place.line);
        }
        let mut lexer = self.lexer.clone();
        let mut before = self.token.kind;
        let is_bare = self.inlining.is_bare();
        loop {
            let mut token = lexer.token();
            let margin = !is_bare && before == TokenKind::Newline && lexer.indent().columns == 0;
            if token.kind == TokenKind::End || margin {
                return None;
            }
            if matches!(before, TokenKind::Newline | TokenKind::Semicolon) && token.text == name {
                let line = token.place.line;
                token = lexer.token();
                if matches!(token.kind, TokenKind::Equal | TokenKind::Colon) {
                    return Some(line);
                }
            }
            before = token.kind;
        }
    }
}

/// Describes a token.
fn describe(token: Token<'_>) -> String {
    let text = shown(token.text);
    match token.kind {
        TokenKind::Newline => "the end of the line".to_owned(),
        TokenKind::End => "the end of the file".to_owned(),
        TokenKind::Text => format!("the string {text}"),
        TokenKind::Number => format!("the number `{text}`"),
        TokenKind::Name => format!("the name `{text}`"),
        TokenKind::Keyword => format!("`{text}`"),
        TokenKind::Operator
            if !matches!(token.text, "[" | "]" | "{" | "}" | "." | "..." | "->") =>
        {
            format!("the operator `{text}`")
        }
        TokenKind::Plus | TokenKind::Minus => format!("the operator `{text}`"),
        _ => format!("`{text}`"),
    }
}
