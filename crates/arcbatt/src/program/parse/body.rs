//! Parses functions: parameters, statements, `return`.

use super::Parser;
use super::error::{ParseResult, reject, shown};
use super::functions::RESULT;
use super::lex::{Indent, TokenKind};
use crate::program::{Arg, Input, Parameters, Place, Program, VariableName};

/// The allowed statements of a body, for messages.
const ALLOWED: &str = "a body holds `x = call(...)` lines and `return x`";

impl<'s> Parser<'s, '_> {
    /// Parses a function behind its name, up to its `return`.
    pub(super) fn program(&mut self, name: &str, place: Place) -> ParseResult<Program> {
        self.scope.clear();
        self.lines.clear();
        self.target = None;
        let names = self.parameters(name)?;
        let Some(result) = self.body()? else {
            return reject(
                place,
                "the function ends without a `return`: return its result",
            );
        };
        self.finish(name, names, result, place)
    }

    /// Parses the lines of a block without a function; the result is the last value of `O`.
    pub(super) fn bare_program(&mut self, name: &str, place: Place) -> ParseResult<Program> {
        const INPUTS: [(&str, Input); 3] = [("S", Input::S), ("I", Input::I), ("C", Input::C)];
        self.scope.clear();
        self.lines.clear();
        self.target = None;
        for (name, input) in INPUTS {
            self.scope.parameter(name, Arg::Input(input));
        }
        let indent = self.lexer.indent();
        let mut result = None;
        while self.token.kind != TokenKind::End && result.is_none() {
            self.check_indent(indent)?;
            let defines = ["def", "class", "async"];
            if self.token.text == "@" || defines.iter().any(|word| self.token.is_keyword(word)) {
                self.skip_line();
                self.skip_indented(indent.columns);
            } else {
                result = self.statements()?;
            }
        }
        let Some(result) = result.or_else(|| self.scope.value(RESULT)) else {
            return reject(place, "the lines assign no `O`, which is their result");
        };
        let reads_other = |arg: &Arg| matches!(arg, Arg::Input(Input::S | Input::C));
        let args = self.lines.iter().flat_map(|line| &line.args);
        let names = match args.chain([&result]).any(reads_other) {
            true => INPUTS.map(|(name, _)| name.into()).to_vec(),
            false => vec!["I".into()],
        };
        self.finish(name, names, result, place)
    }

    /// The program of the lines so far.
    fn finish(
        &mut self,
        name: &str,
        mut names: Vec<VariableName>,
        result: Arg,
        place: Place,
    ) -> ParseResult<Program> {
        // Exact capacity, because programs are kept by the thousand.
        let mut lines = Vec::with_capacity(self.lines.len());
        lines.append(&mut self.lines);
        self.scope.name_all(&mut names, &mut lines);
        let parameters = match <[VariableName; 1]>::try_from(names) {
            Ok(one) => Parameters::Grid(one),
            Err(names) => match <[VariableName; 3]>::try_from(names) {
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
    fn parameters(&mut self, function: &str) -> ParseResult<Vec<VariableName>> {
        let opening = self.token.place;
        let mut names: Vec<(&'s str, Place)> = Vec::with_capacity(3);
        self.parameter_list(|_, name, place, default| {
            if let Some(default) = default {
                return reject(
                    default,
                    "found a default value; a solver's parameters have none: remove it",
                );
            }
            if names.len() < 4 {
                names.push((name, place));
            }
            Ok(())
        })?;
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
            self.parameter(name, place, Arg::Input(input))?;
        }
        Ok(names.into_iter().map(|(name, _)| name.into()).collect())
    }

    /// Binds a parameter.
    pub(super) fn parameter(&mut self, name: &'s str, place: Place, value: Arg) -> ParseResult<()> {
        if self.scope.parameter(name, value) {
            return Ok(());
        }
        let message = format!("two parameters are named `{}`: rename one", shown(name));
        reject(place, message)
    }

    /// Parses `(a, b: Type = value) -> Type:`. Calls `each` with the name and position of every
    /// parameter and the position of the `=`, if it has a default value, which `each` consumes.
    pub(super) fn parameter_list(
        &mut self,
        mut each: impl FnMut(&mut Self, &'s str, Place, Option<Place>) -> ParseResult<()>,
    ) -> ParseResult<()> {
        self.expect(TokenKind::Open, "`(` and the parameters")?;
        while self.token.kind != TokenKind::Close {
            let parameter = self.token;
            self.expect(TokenKind::Name, "the name of a parameter, such as `I`")?;
            if self.token.kind == TokenKind::Colon {
                self.advance();
                self.annotation()?;
            }
            let default = (self.token.kind == TokenKind::Equal).then(|| self.advance().place);
            each(self, parameter.text, parameter.place, default)?;
            match self.token.kind {
                TokenKind::Comma => drop(self.advance()),
                TokenKind::Close => {}
                _ => return self.unexpected("`,` or `)`"),
            }
        }
        self.advance();
        if self.token.text == "->" {
            self.advance();
            self.annotation()?;
        }
        self.expect(TokenKind::Colon, "`:`")
    }

    /// Skips a value up to the next comma or closing bracket.
    pub(super) fn skip_value(&mut self) -> ParseResult<()> {
        let mut depth = 0u32;
        loop {
            self.check_python()?;
            match (self.token.kind, self.token.text) {
                (TokenKind::Open, _) | (_, "[" | "{") => depth += 1,
                (TokenKind::Close | TokenKind::Comma, _) if depth == 0 => return Ok(()),
                (TokenKind::Close, _) | (_, "]" | "}") => depth = depth.saturating_sub(1),
                _ if self.token.ends_line() => return self.unexpected("`,` or `)`"),
                _ => {}
            }
            self.advance();
        }
    }

    /// Skips a type annotation: names, strings and brackets.
    pub(super) fn annotation(&mut self) -> ParseResult<()> {
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
    pub(super) fn body(&mut self) -> ParseResult<Option<Arg>> {
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
                let result = self.last_expression()?;
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

    /// Skips the `=` behind a variable, and a type before it.
    pub(super) fn equal_sign(&mut self, name: &'s str, place: Place) -> ParseResult<()> {
        if self.token.kind == TokenKind::Colon {
            self.advance();
            self.annotation()?;
        }
        if self.token.kind != TokenKind::Equal {
            return self.no_assignment(name, place);
        }
        self.advance();
        Ok(())
    }

    /// Parses an assignment behind its variable.
    fn assignment(&mut self, name: &'s str, place: Place) -> ParseResult<()> {
        self.equal_sign(name, place)?;
        self.target = Some(name);
        let lines = self.lines.len();
        let value = self.last_expression()?;
        let newest = self.lines.len() > lines && value == self.newest_line();
        if let Err((used, whose)) = self.scope.assign(name, value, newest) {
            let name = shown(name);
            return reject(
                place,
                format!(
                    "`{name}` is assigned, but {used} uses it as a name of the {whose}; in Python \
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
