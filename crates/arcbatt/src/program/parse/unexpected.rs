//! Messages for what a solver may not hold: what was found, what is allowed, what to do.

use super::Parser;
use super::error::{Step, shown, stop};
use super::lex::{Kind, Token};
use crate::program::Place;

/// What a value can be, for messages.
const VALUES: &str = "a name, a number, `True`, `False`, a pair or a call";

impl<'s> Parser<'s> {
    /// Uses a token of that kind; `wanted` says what it is for.
    pub(super) fn expect(&mut self, kind: Kind, wanted: &str) -> Step<()> {
        if self.token.kind != kind {
            return self.unexpected(wanted);
        }
        self.advance();
        Ok(())
    }

    /// Something else stands where `wanted` should.
    pub(super) fn unexpected<T>(&self, wanted: &str) -> Step<T> {
        self.check_python()?;
        stop(
            self.token.place,
            format!("found {}; expected {wanted}", described(self.token)),
        )
    }

    /// Something stands where a value should.
    pub(super) fn unexpected_operand<T>(&self) -> Step<T> {
        self.check_python()?;
        let use_instead = match (self.token.kind, self.token.text) {
            (Kind::Operator, "[" | "{") => {
                "only pairs can be written out: use primitives such as `astuple` or `initset`"
            }
            (Kind::Close, _) if matches!(self.open_bracket(), Some((_, false))) => {
                return stop(
                    self.token.place,
                    "found an empty tuple; only pairs can be written out: use primitives",
                );
            }
            (Kind::Operator, "*" | "**") => "arguments are given one by one: write them out",
            (Kind::Operator, "~") => "a solver only calls primitives: use `invert(a)`",
            (Kind::Keyword, "not") => "a solver only calls primitives: use `flip(a)`",
            (Kind::Keyword, "lambda") => {
                "functions are made by primitives: use `compose`, `chain`, `fork`, `matcher`, \
                 `lbind` or `rbind`"
            }
            (Kind::Keyword, "None") => {
                "values are numbers, `True`, `False`, pairs and what calls give: use one of these"
            }
            _ => return self.unexpected(VALUES),
        };
        stop(
            self.token.place,
            format!("found {}; {use_instead}", described(self.token)),
        )
    }

    /// Something stands behind a value.
    pub(super) fn unexpected_after_value<T>(&self) -> Step<T> {
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
            (Kind::Keyword, "and") => "`both(a, b)`",
            (Kind::Keyword, "or") => "`either(a, b)`",
            (Kind::Keyword, "if") => "`branch(condition, a, b)`",
            (Kind::Keyword, "in") => "`contained(value, container)`",
            (Kind::Keyword, "for") => "`apply(function, container)`",
            (_, ".") => "primitives instead of attributes",
            (_, "]" | "}") => return self.unexpected_end(),
            (Kind::Operator | Kind::Keyword, _) => "one of them",
            (Kind::Comma, _) => {
                let message = "found `,`; a line has one value: write a pair as `(a, b)`";
                return stop(self.token.place, message);
            }
            _ => return self.unexpected_end(),
        };
        stop(
            self.token.place,
            format!(
                "found {}; a solver only calls primitives: use {use_instead}",
                described(self.token)
            ),
        )
    }

    /// Something stands where a value, an argument or a line should end.
    fn unexpected_end<T>(&self) -> Step<T> {
        match self.open_bracket() {
            Some((place, _)) => self.unexpected(&format!(
                "`,` or the `)` that closes the bracket at {place}"
            )),
            None => self.unexpected("the end of the line"),
        }
    }

    /// Something begins a statement that may not.
    pub(super) fn unexpected_statement<T>(&self) -> Step<T> {
        self.check_python()?;
        let why = match (self.token.kind, self.token.text) {
            (Kind::Keyword, "if" | "elif" | "else") => "a solver has no branches: use `branch`",
            (Kind::Keyword, "for" | "while") => {
                "a solver has no loops: use `apply`, `mapply`, `sfilter` or `power`"
            }
            (Kind::Keyword, "def" | "class" | "lambda" | "async") => {
                "a solver defines nothing: use `compose`, `chain`, `fork`, `lbind` or `rbind`"
            }
            (Kind::Keyword, "try" | "with" | "raise" | "assert" | "except" | "finally") => {
                "a call without an answer ends a solver by itself: remove it"
            }
            _ => "a body holds lines such as `x = call(...)` and `return x`: write it so",
        };
        stop(
            self.token.place,
            format!("found {}; {why}", described(self.token)),
        )
    }

    /// A statement begins with a name and assigns nothing to it.
    pub(super) fn no_assignment<T>(&mut self, name: &'s str, place: Place) -> Step<T> {
        self.check_python()?;
        if self.token.kind == Kind::Open && self.scope.resolve(name, place).is_none() {
            return self.unknown_name(name, place);
        }
        let name = shown(name);
        let why = match (self.token.kind, self.token.text) {
            (Kind::Open, _) => format!(
                "the result of `{name}(...)` is not used: assign it, `x = {name}(...)`, or remove it"
            ),
            (Kind::Comma, _) => {
                "found several variables on the left; a line assigns one: use `first` and `last`"
                    .to_owned()
            }
            (Kind::Operator, operator) if operator.ends_with('=') && operator != "==" => format!(
                "found `{operator}`; a solver only calls primitives: use `{name} = call({name}, ...)`"
            ),
            (Kind::Operator, "[" | ".") => {
                "found an assignment to a part; values do not change: use primitives such as \
                 `fill`, `paint` or `replace`"
                    .to_owned()
            }
            _ => format!(
                "found {} after `{name}`; expected `=` and a value, as in `{name} = call(...)`",
                described(self.token)
            ),
        };
        stop(place, why)
    }

    /// A name that means nothing here.
    pub(super) fn unknown_name<T>(&self, name: &'s str, place: Place) -> Step<T> {
        if self.token.is_keyword("for") || self.token.text == ":=" {
            return self.unexpected_after_value();
        }
        let written = shown(name);
        if let Some(line) = self.assigned_at(name) {
            return stop(
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
        stop(place, format!("nothing is named `{written}`: {advice}"))
    }

    /// The line, here or further down in the function, that assigns the variable.
    fn assigned_at(&self, name: &str) -> Option<u32> {
        if self.target == Some(name) {
            return Some(self.token.place.line);
        }
        let mut lexer = self.lexer.clone();
        let mut before = self.token.kind;
        loop {
            let mut token = lexer.token();
            let margin = before == Kind::Newline && lexer.indent().columns == 0;
            if token.kind == Kind::End || margin {
                return None;
            }
            if matches!(before, Kind::Newline | Kind::Semicolon) && token.text == name {
                let line = token.place.line;
                token = lexer.token();
                if matches!(token.kind, Kind::Equal | Kind::Colon) {
                    return Some(line);
                }
            }
            before = token.kind;
        }
    }
}

/// A token in words.
fn described(token: Token<'_>) -> String {
    let text = shown(token.text);
    match token.kind {
        Kind::Newline => "the end of the line".to_owned(),
        Kind::End => "the end of the file".to_owned(),
        Kind::Text => format!("the string {text}"),
        Kind::Number => format!("the number `{text}`"),
        Kind::Name => format!("the name `{text}`"),
        Kind::Keyword => format!("`{text}`"),
        Kind::Operator if !matches!(token.text, "[" | "]" | "{" | "}" | "." | "..." | "->") => {
            format!("the operator `{text}`")
        }
        Kind::Plus | Kind::Minus => format!("the operator `{text}`"),
        _ => format!("`{text}`"),
    }
}
