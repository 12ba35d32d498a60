//! Finds the programs of a block: functions with the name of a program, functions named `transform`,
//! or lines that assign `O`.

use super::Parser;
use super::error::reject;
use super::error::shown;
use super::lex::{Lexer, TokenKind};
use crate::dsl::table::{self, Name};
use crate::program::Place;
use rustc_hash::{FxHashMap, FxHashSet};

/// The function that is a program where no other is.
const TRANSFORM: &str = "transform";
/// The variable whose value is the result of lines without a function.
pub(super) const RESULT: &str = "O";

/// Names that a source defines several times, or that the language has.
#[derive(Default)]
pub(super) struct Repeated<'s> {
    /// The position of the first and the second definition of each program, and their number.
    defined: FxHashMap<&'s str, (Place, Place, usize)>,
    /// Functions of the file named like a primitive: their number, and the first.
    primitives: (usize, Option<(&'s str, Place)>),
    /// Constants of the language that the file assigns.
    pub constants: FxHashSet<&'s str>,
}

impl<'s> Parser<'s, '_> {
    /// Reads all functions of the rest of the block that have the name of a program.
    pub(super) fn functions(&mut self) {
        let mut decorated = None;
        while self.token.kind != TokenKind::End {
            if self.token.is_keyword("def") || self.token.is_keyword("async") {
                self.definition(decorated.take());
            } else if self.token.text == "@" {
                decorated = Some(self.token.place);
                self.skip_line();
            } else {
                decorated = None;
                if self.token.kind == TokenKind::Name
                    && self.at_margin()
                    && let Some(Name::Constant(_)) = table::lookup(self.token.text)
                {
                    self.repeated.constants.insert(self.token.text);
                }
                self.skip_line();
            }
        }
    }

    /// A line that begins with `def` or `async`.
    fn definition(&mut self, decorated: Option<Place>) {
        let at_margin = self.at_margin();
        let indent = self.lexer.indent().columns;
        let start = self.lexer.offset() - self.token.text.len();
        let begin = self.advance();
        let not_plain = begin.text == "async";
        if not_plain && self.token.is_keyword("def") {
            self.advance();
        }
        let name = self.token.text;
        let program = match self.token.kind {
            TokenKind::Name => self.entries.program_name(name),
            _ => None,
        };
        let Some(program) = program else {
            if at_margin && self.token.kind == TokenKind::Name {
                self.note_ignored(name, begin.place);
            }
            self.skip_line();
            return;
        };
        self.advance();
        let outcome = if !at_margin {
            reject(
                begin.place,
                "the function is indented; only functions at the margin are read: move it there",
            )
        } else if let Some(place) = decorated {
            reject(place, "found a decorator; a solver has none: remove it")
        } else if not_plain {
            reject(
                begin.place,
                "found `async`; a solver is a plain function: remove it",
            )
        } else {
            self.inlining.begin(start, name);
            self.program(&program, begin.place)
        };
        match outcome {
            Ok(read) => {
                self.parsed.programs.push(read);
                let known = self.repeated.defined.entry(name);
                let (_, second, count) = known.or_insert((begin.place, begin.place, 0));
                *count += 1;
                if *count == 2 {
                    *second = begin.place;
                }
            }
            Err(rejection) => self.add_error(&program, *rejection),
        }
        self.skip_indented(indent);
    }

    /// Reads the functions of a block that are named `transform`.
    pub(super) fn transforms(&mut self, block: usize) {
        self.index_definitions();
        let Some(definitions) = &self.definitions else {
            return;
        };
        let range = self.blocks[block].start..self.blocks[block].end;
        let found: Vec<_> = definitions.functions(TRANSFORM, range).collect();
        for definition in found {
            self.go_to(Lexer::resume(
                self.source,
                &self.blocks[block],
                definition.start,
                definition.place,
            ));
            // `def` and the name.
            self.advance();
            self.advance();
            let program = self.entries.solver();
            self.inlining.begin(definition.start, TRANSFORM);
            match self.program(&program, definition.place) {
                Ok(read) => self.parsed.programs.push(read),
                Err(rejection) => self.add_error(&program, *rejection),
            }
        }
    }

    /// Reads a block whose lines assign `O` as the body of a function.
    pub(super) fn bare_lines(&mut self, block: usize) {
        let lexer = Lexer::new(self.source, &self.blocks[block]);
        self.go_to(lexer.clone());
        let body = self.lexer.indent();
        let mut is_program = false;
        while self.token.kind != TokenKind::End {
            if self.lexer.indent() == body {
                let assigns = self.token.kind == TokenKind::Name && self.token.text == RESULT;
                let returns = self.token.is_keyword("return") && body.columns > 0;
                if assigns {
                    self.advance();
                }
                let assigned = matches!(self.token.kind, TokenKind::Equal | TokenKind::Colon);
                is_program |= returns || (assigns && assigned);
            }
            self.skip_line();
        }
        if !is_program {
            return;
        }
        self.go_to(lexer);
        let place = self.token.place;
        let start = self.lexer.offset() - self.token.text.len();
        let program = self.entries.solver();
        self.inlining.begin_bare(start);
        match self.bare_program(&program, place) {
            Ok(read) => self.parsed.programs.push(read),
            Err(rejection) => self.add_error(&program, *rejection),
        }
    }

    /// Notes a function that is ignored although its name suggests a program.
    fn note_ignored(&mut self, name: &'s str, place: Place) {
        if let Some(Name::Primitive(..)) = table::lookup(name) {
            self.repeated.primitives.0 += 1;
            self.repeated.primitives.1.get_or_insert((name, place));
        } else if name.starts_with("solve") && self.entries.are_usual() {
            let message = format!(
                "the function `{}` is ignored; solvers are named `solve` or `solve_...`: \
                 rename it if it is one",
                shown(name)
            );
            self.note(place, None, message);
        }
    }

    pub(super) fn last_notes(&mut self) {
        let defined = std::mem::take(&mut self.repeated.defined).into_iter();
        let mut repeated: Vec<_> = defined.filter(|(_, (.., count))| *count > 1).collect();
        repeated.sort_unstable_by_key(|(_, (_, second, _))| *second);
        for (name, (first, second, count)) in repeated {
            let all = match count {
                2 => "twice".to_owned(),
                _ => format!("{count} times"),
            };
            let message = format!(
                "the name is defined {all}, first at {first}; all are loaded, Python would keep the \
                 last"
            );
            self.note(second, Some(name), message);
        }
        if let (count, Some((name, place))) = self.repeated.primitives {
            let others = match count {
                1 => " is".to_owned(),
                2 => " and one other function are".to_owned(),
                _ => format!(" and {} other functions are", count - 1),
            };
            let message = format!(
                "the file's own `{name}`{others} ignored: programs mean the primitive of that \
                 name"
            );
            self.note(place, None, message);
        }
    }
}
