//! Functions: parameters, statements, `return`.

use super::Parser;
use super::error::{Step, shown, stop};
use super::lex::{Indent, Kind};
use crate::program::{Arg, Input, Parameters, Place, Program};

/// What a body may hold, for messages.
const ALLOWED: &str = "a body holds `x = call(...)` lines and `return x`";

impl<'s> Parser<'s> {
    /// The rest of a function whose name was read, up to its `return`.
    pub(super) fn program(&mut self, name: &'s str, place: Place) -> Step<Program> {
        self.scope.clear();
        self.lines.clear();
        self.target = None;
        let mut names = self.parameters(name)?;
        let Some(result) = self.body()? else {
            return stop(
                place,
                "the function ends without a `return`: return its result",
            );
        };
        // Exact capacity: programs are kept by the thousand.
        let mut lines = Vec::with_capacity(self.lines.len());
        lines.append(&mut self.lines);
        self.scope.name_all(&mut names, &mut lines);
        let parameters = match <[String; 1]>::try_from(names) {
            Ok(one) => Parameters::Grid(one),
            Err(names) => match <[String; 3]>::try_from(names) {
                Ok(three) => Parameters::Full(three),
                Err(_) => return stop(place, "a solver has one parameter or three"),
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

    /// `(I) -> Grid:` and the like; the names of the parameters.
    fn parameters(&mut self, function: &str) -> Step<Vec<String>> {
        let opening = self.token.place;
        self.expect(Kind::Open, "`(` and the parameters")?;
        let mut names: Vec<(&'s str, Place)> = Vec::with_capacity(3);
        while self.token.kind != Kind::Close {
            let parameter = self.token;
            self.expect(Kind::Name, "the name of a parameter, such as `I`")?;
            if names.len() < 4 {
                names.push((parameter.text, parameter.place));
            }
            if self.token.kind == Kind::Colon {
                self.advance();
                self.annotation()?;
            }
            match self.token.kind {
                Kind::Comma => drop(self.advance()),
                Kind::Close => {}
                Kind::Equal => {
                    return stop(
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
        self.expect(Kind::Colon, "`:`")?;
        let inputs: &[Input] = match names.len() {
            1 => &[Input::I],
            3 => &[Input::S, Input::I, Input::C],
            _ => {
                let count = match names.len() {
                    0 => "no".to_owned(),
                    count @ 1..4 => count.to_string(),
                    _ => "more than 3".to_owned(),
                };
                return stop(
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
                return stop(place, message);
            }
        }
        Ok(names.into_iter().map(|(name, _)| name.to_owned()).collect())
    }

    /// A type, which means nothing here: names, strings and brackets up to what ends it.
    fn annotation(&mut self) -> Step<()> {
        let mut depth = 0u32;
        let mut empty = true;
        loop {
            self.check_python()?;
            let token = self.token;
            match (token.kind, token.text) {
                (Kind::Open, _) | (_, "[") => depth += 1,
                (Kind::Close, _) | (_, "]") if depth > 0 => depth -= 1,
                (Kind::Comma, _) if depth > 0 => {}
                (Kind::Name | Kind::Text | Kind::Number, _) | (_, "." | "|" | "None" | "...") => {}
                _ if depth > 0 || empty => return self.unexpected("a type"),
                _ => return Ok(()),
            }
            empty = false;
            self.advance();
        }
    }

    /// The statements up to the `return`; its value, if there is one.
    fn body(&mut self) -> Step<Option<Arg>> {
        if !self.token.ends_line() {
            return self.statements();
        }
        self.advance();
        if self.at_margin() {
            return stop(
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

    fn check_indent(&self, body: Indent) -> Step<()> {
        let indent = self.lexer.indent();
        if indent == body {
            return Ok(());
        }
        let message = if indent.columns == body.columns || indent.characters == body.characters {
            "the indentation mixes tabs and blanks in another way than the lines above: use blanks"
                .to_owned()
        } else {
            format!(
                "the line is indented by {}, the body by {}: indent all lines alike",
                indent.columns, body.columns
            )
        };
        stop(self.token.place, message)
    }

    /// The statements of one logical line; the value of a `return` among them.
    fn statements(&mut self) -> Step<Option<Arg>> {
        loop {
            let result = self.statement()?;
            match self.token.kind {
                Kind::Semicolon => drop(self.advance()),
                Kind::Newline | Kind::End => {}
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

    fn statement(&mut self) -> Step<Option<Arg>> {
        let token = self.token;
        match (token.kind, token.text) {
            (Kind::Name, name) => {
                self.advance();
                self.assignment(name, token.place)?;
            }
            (Kind::Keyword, "return") => {
                self.advance();
                if matches!(self.token.kind, Kind::Newline | Kind::End | Kind::Semicolon) {
                    return stop(token.place, "`return` gives nothing: write what it returns");
                }
                let lines = self.lines.len();
                let result = self.expression()?;
                if self.lines.len() > lines && result == self.newest_line() {
                    self.scope.result_line();
                }
                return Ok(Some(result));
            }
            (Kind::Keyword, "pass") => drop(self.advance()),
            (Kind::Keyword, "import" | "from") => self.import()?,
            (Kind::Text, _) => self.docstring()?,
            _ => return self.unexpected_statement(),
        }
        Ok(None)
    }

    /// What follows the name that begins a statement.
    fn assignment(&mut self, name: &'s str, place: Place) -> Step<()> {
        if self.token.kind == Kind::Colon {
            self.advance();
            self.annotation()?;
        }
        if self.token.kind != Kind::Equal {
            return self.no_assignment(name, place);
        }
        self.advance();
        self.target = Some(name);
        let lines = self.lines.len();
        let value = self.expression()?;
        let newest = self.lines.len() > lines && value == self.newest_line();
        if let Err(used) = self.scope.assign(name, value, newest) {
            let name = shown(name);
            return stop(
                place,
                format!(
                    "`{name}` is assigned, but {used} uses it as a name of the language; in Python \
                     it is a variable in the whole function then: rename the variable"
                ),
            );
        }
        self.target = None;
        Ok(())
    }

    /// The value of the line that was added last.
    fn newest_line(&self) -> Arg {
        Arg::Line(self.lines.len().saturating_sub(1) as u32)
    }

    /// An import within a function: what it names is unknown or in the language anyway.
    fn import(&mut self) -> Step<()> {
        while !self.token.ends_line() && self.token.kind != Kind::Semicolon {
            self.check_python()?;
            self.advance();
        }
        Ok(())
    }

    /// Strings that stand for themselves are comments.
    fn docstring(&mut self) -> Step<()> {
        while self.token.kind == Kind::Text {
            let text = self.token.text;
            let prefix = text.split(['"', '\'']).next().unwrap_or("");
            if prefix.contains(['f', 'F', 't', 'T']) && text.contains('{') {
                return stop(
                    self.token.place,
                    "found a string with code in it; a solver only calls primitives: remove it",
                );
            }
            self.advance();
        }
        Ok(())
    }
}
