//! Parses functions: parameters, statements, `return`.

use super::Parser;
use super::error::{ParseResult, reject, shown};
use super::lex::{Indent, TokenKind};
use crate::program::{Arg, Input, Parameters, Place, Program};

/// The allowed statements of a body, for messages.
const ALLOWED: &str = "a body holds `x = call(...)` lines and `return x`";

impl<'s> Parser<'s> {
    /// Parses a function behind its name, up to its `return`.
    pub(super) fn program(&mut self, name: &'s str, place: Place) -> ParseResult<Program> {
        self.scope.clear();
        self.lines.clear();
        self.target = None;
        let mut names = self.parameters(name)?;
        let Some(result) = self.body()? else {
            return reject(
                place,
                "the function ends without a `return`: return its result",
            );
        };
        // Exact capacity, because programs are kept by the thousand.
        let mut lines = Vec::with_capacity(self.lines.len());
        lines.append(&mut self.lines);
        self.scope.name_all(&mut names, &mut lines);
        let parameters = match <[String; 1]>::try_from(names) {
            Ok(one) => Parameters::Grid(one),
            Err(names) => match <[String; 3]>::try_from(names) {
                Ok(three) => Parameters::Full(three),
                Err(_) => return reject(place, "a solver has one parameter or three"),
            },
        };
        Ok(Program {
            name: name.to_owned(),
            parameters,
            lines,
            result,
            place,
        })
    }

    /// Parses `(I) -> Grid:` and returns the names of the parameters.
    fn parameters(&mut self, function: &str) -> ParseResult<Vec<String>> {
        let opening = self.token.place;
        self.expect(TokenKind::Open, "`(` and the parameters")?;
        let mut names: Vec<(&'s str, Place)> = Vec::with_capacity(3);
        while self.token.kind != TokenKind::Close {
            let parameter = self.token;
            self.expect(TokenKind::Name, "the name of a parameter, such as `I`")?;
            if names.len() < 4 {
                names.push((parameter.text, parameter.place));
            }
            if self.token.kind == TokenKind::Colon {
                self.advance();
                self.annotation()?;
            }
            match self.token.kind {
                TokenKind::Comma => drop(self.advance()),
                TokenKind::Close => {}
                TokenKind::Equal => {
                    return reject(
                        self.token.place,
                        "found a default value; a solver's parameters have none: remove it",
                    );
                }
                _ => return self.unexpected("`,` or `)`"),
            }
        }
        self.advance();
        if self.token.text == "->" {
            self.advance();
            self.annotation()?;
        }
        self.expect(TokenKind::Colon, "`:`")?;
        let inputs: &[Input] = match names.len() {
            1 => &[Input::I],
            3 => &[Input::S, Input::I, Input::C],
            _ => {
                let count = match names.len() {
                    0 => "no".to_owned(),
                    count @ 1..4 => count.to_string(),
                    _ => "more than 3".to_owned(),
                };
                return reject(
                    opening,
                    format!(
                        "found {count} parameters; a solver has one, the grid, or three, S, I and \
                         C: write `def {0}(I):` or `def {0}(S, I, C):`",
                        shown(function)
                    ),
                );
            }
        };
        for (&(name, place), &input) in names.iter().zip(inputs) {
            if !self.scope.parameter(name, Arg::Input(input)) {
                let message = format!("two parameters are named `{}`: rename one", shown(name));
                return reject(place, message);
            }
        }
        Ok(names.into_iter().map(|(name, _)| name.to_owned()).collect())
    }

    /// Skips a type annotation: names, strings and brackets.
    fn annotation(&mut self) -> ParseResult<()> {
        let mut depth = 0u32;
        let mut empty = true;
        loop {
            self.check_python()?;
            let token = self.token;
            match (token.kind, token.text) {
                (TokenKind::Open, _) | (_, "[") => depth += 1,
                (TokenKind::Close, _) | (_, "]") if depth > 0 => depth -= 1,
                (TokenKind::Comma, _) if depth > 0 => {}
                (TokenKind::Name | TokenKind::Text | TokenKind::Number, _)
                | (_, "." | "|" | "None" | "...") => {}
                _ if depth > 0 || empty => return self.unexpected("a type"),
                _ => return Ok(()),
            }
            empty = false;
            self.advance();
        }
    }

    /// Parses statements up to the `return`; its value, if there is one.
    fn body(&mut self) -> ParseResult<Option<Arg>> {
        if !self.token.ends_line() {
            return self.statements();
        }
        self.advance();
        if self.at_margin() {
            return reject(
                self.token.place,
                format!("the function has no body; {ALLOWED}: indent its lines"),
            );
        }
        let indent = self.lexer.indent();
        while !self.at_margin() {
            self.check_indent(indent)?;
            if let Some(result) = self.statements()? {
                return Ok(Some(result));
            }
        }
        Ok(None)
    }

    fn check_indent(&self, body: Indent) -> ParseResult<()> {
        let indent = self.lexer.indent();
        if indent == body {
            return Ok(());
        }
        let message = if indent.columns == body.columns || indent.characters == body.characters {
            "the indentation mixes tabs and blanks differently from the lines above: use blanks"
                .to_owned()
        } else {
            format!(
                "the line is indented by {}, the body by {}: indent all lines alike",
                indent.columns, body.columns
            )
        };
        reject(self.token.place, message)
    }

    /// Parses the statements of one logical line; the value of a `return` among them.
    fn statements(&mut self) -> ParseResult<Option<Arg>> {
        loop {
            let result = self.statement()?;
            match self.token.kind {
                TokenKind::Semicolon => drop(self.advance()),
                TokenKind::Newline | TokenKind::End => {}
                _ => return self.unexpected_after_value(),
            }
            if result.is_some() {
                return Ok(result);
            }
            if self.token.ends_line() {
                self.advance();
                return Ok(None);
            }
        }
    }

    fn statement(&mut self) -> ParseResult<Option<Arg>> {
        let token = self.token;
        match (token.kind, token.text) {
            (TokenKind::Name, name) => {
                self.advance();
                self.assignment(name, token.place)?;
            }
            (TokenKind::Keyword, "return") => {
                self.advance();
                if matches!(
                    self.token.kind,
                    TokenKind::Newline | TokenKind::End | TokenKind::Semicolon
                ) {
                    return reject(token.place, "`return` has no value: write what it returns");
                }
                let lines = self.lines.len();
                let result = self.expression()?;
                if self.lines.len() > lines && result == self.newest_line() {
                    self.scope.result_line();
                }
                return Ok(Some(result));
            }
            (TokenKind::Keyword, "pass") => drop(self.advance()),
            (TokenKind::Keyword, "import" | "from") => self.import()?,
            (TokenKind::Text, _) => self.docstring()?,
            _ => return self.unexpected_statement(),
        }
        Ok(None)
    }

    /// Parses an assignment behind its variable.
    fn assignment(&mut self, name: &'s str, place: Place) -> ParseResult<()> {
        if self.token.kind == TokenKind::Colon {
            self.advance();
            self.annotation()?;
        }
        if self.token.kind != TokenKind::Equal {
            return self.no_assignment(name, place);
        }
        self.advance();
        self.target = Some(name);
        let lines = self.lines.len();
        let value = self.expression()?;
        let newest = self.lines.len() > lines && value == self.newest_line();
        if let Err(used) = self.scope.assign(name, value, newest) {
            let name = shown(name);
            return reject(
                place,
                format!(
                    "`{name}` is assigned, but {used} uses it as a name of the language; in Python \
                     it would be a variable in the whole function: rename the variable"
                ),
            );
        }
        self.target = None;
        Ok(())
    }

    /// The value of the last line.
    fn newest_line(&self) -> Arg {
        Arg::Line(self.lines.len().saturating_sub(1) as u32)
    }

    /// Skips an import within a function.
    fn import(&mut self) -> ParseResult<()> {
        while !self.token.ends_line() && self.token.kind != TokenKind::Semicolon {
            self.check_python()?;
            self.advance();
        }
        Ok(())
    }

    /// Skips strings that are statements.
    fn docstring(&mut self) -> ParseResult<()> {
        while self.token.kind == TokenKind::Text {
            let text = self.token.text;
            let prefix = text.split(['"', '\'']).next().unwrap_or("");
            if prefix.contains(['f', 'F', 't', 'T']) && text.contains('{') {
                return reject(
                    self.token.place,
                    "found a string with code in it; a solver only calls primitives: remove it",
                );
            }
            self.advance();
        }
        Ok(())
    }
}
