//! The parser of solver files: Python source in, programs and errors out.
//!
//! It reads top-level functions named `solve` or `solve_...`, likewise `differ` and `operator`,
//! with one parameter (the grid) or three (S, I, C, by position). Their bodies are calls,
//! assignments and a `return`. All other code (imports, helpers, constants, classes, text around a
//! code block) is ignored. A function with such a name that is not a program gives a
//! [`ParseError`]; the other programs of the file still load.
//!
//! Where a source defines a name twice, both programs load and a note says so: Python would keep
//! the last, but a library of candidates wants both.
//!
//! Invariants: no code is executed, no text causes recursion or a panic, and time is linear in the
//! length of the text.

mod body;
mod error;
mod expression;
mod lex;
mod names;
mod number;
mod scan;
mod unexpected;

pub use error::ParseError;

use crate::dsl::table::{self, Name};
use crate::program::{Line, Place, Solvers};
use error::{ParseResult, Rejection, reject, shown};
use expression::Expressions;
use lex::{LexError, Lexer, Token, TokenKind};
use names::Scope;
use rustc_hash::FxHashMap;

/// The longest source that is parsed, in bytes.
pub const MAX_SOURCE: usize = 64 << 20;
/// The most lines of a program, counting one for each nested call.
pub const MAX_LINES: usize = 100_000;
/// The deepest nesting of brackets.
pub const MAX_NESTING: usize = 100;
/// The most errors that are reported one by one.
pub const MAX_ERRORS: usize = 10_000;
/// The most notes that are reported.
const MAX_NOTES: usize = 1_000;

/// Parses all programs of a source.
///
/// ```
/// let parsed = arcbatt::program::parse_file(
///     "def solve_a(I):\n    O = add(I, ONE)\n    return O\n\
///      def solve_b(I):\n    return I + 1\n",
/// );
/// assert_eq!(parsed.programs[0].name, "solve_a");
/// assert_eq!(
///     parsed.errors[0].to_string(),
///     "5:14: solve_b: found the operator `+`; a solver only calls primitives: use `add(a, b)`",
/// );
/// ```
pub fn parse_file(source: &str) -> Solvers {
    if source.len() > MAX_SOURCE {
        let message = format!(
            "the file has {} bytes; at most {MAX_SOURCE} are read: split it",
            source.len()
        );
        let error = ParseError {
            place: Place { line: 1, column: 1 },
            function: None,
            message,
        };
        return Solvers {
            errors: vec![error],
            ..Solvers::default()
        };
    }
    let mut parser = Parser::new(source);
    parser.file();
    parser.parsed
}

/// Whether a function of that name is a solver, a differ or an operator of the search.
fn is_program_name(name: &str) -> bool {
    ["solve", "differ", "operator"].iter().any(|word| {
        let rest = name.strip_prefix(word);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    })
}

/// The state of parsing one source.
struct Parser<'s> {
    pub lexer: Lexer<'s>,
    /// The next token.
    pub token: Token<'s>,
    /// The next token is not the first of its logical line.
    mid_line: bool,
    pub scope: Scope<'s>,
    pub lines: Vec<Line>,
    pub expressions: Expressions<'s>,
    /// The variable that the current statement assigns.
    pub target: Option<&'s str>,
    parsed: Solvers,
    /// Errors past [`MAX_ERRORS`].
    unreported: usize,
    /// The position of the first definition of each name.
    defined: FxHashMap<&'s str, Place>,
    /// Functions of the file named like a primitive: their number, and the first.
    redefined: (usize, Option<(&'s str, Place)>),
}

impl<'s> Parser<'s> {
    fn new(source: &'s str) -> Self {
        let mut lexer = Lexer::new(source);
        let token = lexer.token();
        Self {
            lexer,
            token,
            mid_line: false,
            scope: Scope::default(),
            lines: Vec::new(),
            expressions: Expressions::default(),
            target: None,
            parsed: Solvers::default(),
            unreported: 0,
            defined: FxHashMap::default(),
            redefined: (0, None),
        }
    }

    /// Consumes the next token.
    pub fn advance(&mut self) -> Token<'s> {
        let used = self.token;
        self.token = self.lexer.token();
        self.mid_line = used.kind != TokenKind::Newline;
        used
    }

    /// Whether the line that begins here is not indented.
    pub fn at_margin(&self) -> bool {
        self.token.kind == TokenKind::End || self.lexer.indent().columns == 0
    }

    fn file(&mut self) {
        let mut decorated = None;
        while self.token.kind != TokenKind::End {
            if self.token.is_keyword("def") || self.token.is_keyword("async") {
                self.definition(decorated.take());
            } else if self.token.text == "@" {
                decorated = Some(self.token.place);
                self.skip_line();
            } else {
                decorated = None;
                self.skip_line();
            }
        }
        if self.unreported > 0 {
            let message = format!("{} more functions are not programs", self.unreported);
            self.parsed.errors.push(ParseError {
                place: self.token.place,
                function: None,
                message,
            });
        }
        self.last_notes();
    }

    /// A line that begins with `def` or `async`.
    fn definition(&mut self, decorated: Option<Place>) {
        let at_margin = self.at_margin();
        let indent = self.lexer.indent().columns;
        let begin = self.advance();
        let not_plain = begin.text == "async";
        if not_plain && self.token.is_keyword("def") {
            self.advance();
        }
        let name = self.token.text;
        if self.token.kind != TokenKind::Name || !is_program_name(name) {
            if at_margin && self.token.kind == TokenKind::Name {
                self.note_ignored(name, begin.place);
            }
            self.skip_line();
            return;
        }
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
            self.program(name, begin.place)
        };
        match outcome {
            Ok(program) => {
                self.parsed.programs.push(program);
                if let Some(first) = self.defined.insert(name, begin.place) {
                    self.defined.insert(name, first);
                    let message = format!(
                        "the name was defined before, at {first}; both are loaded, Python would \
                         keep the last: rename one"
                    );
                    self.note(begin.place, Some(name), message);
                }
            }
            Err(rejection) => self.add_error(name, *rejection),
        }
        if self.mid_line {
            self.skip_line();
        }
        while self.token.kind != TokenKind::End && self.lexer.indent().columns > indent {
            self.skip_line();
        }
    }

    /// Notes a function that is ignored although its name suggests a program.
    fn note_ignored(&mut self, name: &'s str, place: Place) {
        if let Some(Name::Primitive(..)) = table::lookup(name) {
            self.redefined.0 += 1;
            self.redefined.1.get_or_insert((name, place));
        } else if name.starts_with("solve") {
            let message = format!(
                "the function `{}` is ignored; solvers are named `solve` or `solve_...`: \
                 rename it if it is one",
                shown(name)
            );
            self.note(place, None, message);
        }
    }

    fn last_notes(&mut self) {
        if let (count, Some((name, place))) = self.redefined {
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
        if self.parsed.programs.is_empty() && self.parsed.errors.is_empty() {
            let message = "no solver here; solvers are functions at the margin named `solve` or \
                           `solve_...`, differs `differ_...`";
            self.note(Place { line: 1, column: 1 }, None, message.to_owned());
        }
    }

    fn note(&mut self, place: Place, function: Option<&str>, message: String) {
        if self.parsed.notes.len() < MAX_NOTES {
            let function = function.map(shown);
            self.parsed.notes.push(ParseError {
                place,
                function,
                message,
            });
        }
    }

    fn add_error(&mut self, function: &str, rejection: Rejection) {
        if self.parsed.errors.len() >= MAX_ERRORS {
            self.unreported += 1;
            return;
        }
        self.parsed.errors.push(ParseError {
            place: rejection.place,
            function: Some(shown(function)),
            message: rejection.message,
        });
    }

    /// Whether there are few enough errors to search for similar names.
    pub fn may_guess(&self) -> bool {
        self.parsed.errors.len() < MAX_NOTES
    }

    /// Skips to the next logical line.
    fn skip_line(&mut self) {
        while !self.token.ends_line() {
            self.advance();
        }
        if self.token.kind == TokenKind::Newline {
            self.advance();
        }
    }

    /// Rejects the function if the next token is not valid Python.
    pub fn check_python(&self) -> ParseResult<()> {
        let TokenKind::Bad(fault) = self.token.kind else {
            return Ok(());
        };
        let found = shown(self.token.text);
        let message = match fault {
            LexError::Character => format!("found `{found}`, which means nothing here: remove it"),
            LexError::Backslash => {
                "found a backslash within a line; it may only end a line: remove it".to_owned()
            }
            LexError::Quote => format!("the string {found} does not end on its line: close it"),
            LexError::TripleQuote => format!("the string {found} never ends: close it"),
            LexError::Bracket => format!("the bracket `{found}` is never closed: close it"),
        };
        reject(self.token.place, message)
    }
}
