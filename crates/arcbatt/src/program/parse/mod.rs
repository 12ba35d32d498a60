//! Reads solver files: Python source in, programs and problems out.
//!
//! What is read: functions at the margin named `solve`, `solve_...`, likewise `differ` and `operator`,
//! with one parameter (the grid) or three (S, I, C, by position). Their bodies are calls,
//! assignments and a `return`. All other code of a file (imports, helpers, constants, classes, text
//! around a code block) is passed over. A function of such a name that is anything else than a
//! program is a [`ParseError`]; the other programs of the file load all the same.
//!
//! Where a source defines a name twice, both programs load, and a note says so: Python would keep
//! the last, but a library of candidates has use for each.
//!
//! What never happens here: code that is executed, recursion that the text drives, time that grows
//! faster than the text, an abort on any text.

mod body;
mod error;
mod expression;
mod lex;
mod names;
mod number;
mod scan;
mod unexpected;

pub use error::{ParseError, Parsed};

use crate::dsl::table::{self, Name};
use crate::program::{Line, Place};
use error::{Step, Stop, shown, stop};
use expression::Expressions;
use lex::{Fault, Kind, Lexer, Token};
use names::Scope;
use rustc_hash::FxHashMap;

/// The longest source that is read, in bytes.
pub const MAX_SOURCE: usize = 64 << 20;
/// The most lines of a program, those of nested calls among them.
pub const MAX_LINES: usize = 100_000;
/// The most brackets within brackets.
pub const MAX_NESTING: usize = 100;
/// The most problems that are told one by one.
pub const MAX_ERRORS: usize = 10_000;
/// The most notes that are told one by one.
const MAX_NOTES: usize = 1_000;

/// Reads all programs of a source.
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
pub fn parse_file(source: &str) -> Parsed {
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
        return Parsed {
            errors: vec![error],
            ..Parsed::default()
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

/// The state of reading one source.
struct Parser<'s> {
    pub lexer: Lexer<'s>,
    /// The next token, not yet used.
    pub token: Token<'s>,
    /// The next token is not the first of its logical line.
    mid_line: bool,
    pub scope: Scope<'s>,
    pub lines: Vec<Line>,
    pub expressions: Expressions<'s>,
    /// The variable that the present statement assigns.
    pub target: Option<&'s str>,
    parsed: Parsed,
    /// Problems that were not told one by one.
    untold: usize,
    /// Programs by name, and where each was first defined.
    defined: FxHashMap<&'s str, Place>,
    /// Functions of the file that carry the name of a primitive: how many, and the first.
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
            parsed: Parsed::default(),
            untold: 0,
            defined: FxHashMap::default(),
            redefined: (0, None),
        }
    }

    /// Uses the next token.
    pub fn advance(&mut self) -> Token<'s> {
        let used = self.token;
        self.token = self.lexer.token();
        self.mid_line = used.kind != Kind::Newline;
        used
    }

    /// Whether the next line, at whose beginning the parser stands, is at the margin.
    pub fn at_margin(&self) -> bool {
        self.token.kind == Kind::End || self.lexer.indent().columns == 0
    }

    fn file(&mut self) {
        let mut decorated = None;
        while self.token.kind != Kind::End {
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
        if self.untold > 0 {
            let message = format!("{} more functions are no programs, too", self.untold);
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
        if self.token.kind != Kind::Name || !is_program_name(name) {
            if at_margin && self.token.kind == Kind::Name {
                self.passed_over(name, begin.place);
            }
            self.skip_line();
            return;
        }
        self.advance();
        let outcome = if !at_margin {
            stop(
                begin.place,
                "the function is indented; only functions at the margin are read: move it there",
            )
        } else if let Some(place) = decorated {
            stop(place, "found a decorator; a solver has none: remove it")
        } else if not_plain {
            stop(
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
                         keep the last: rename one if they are to be told apart"
                    );
                    self.note(begin.place, Some(name), message);
                }
            }
            Err(stop) => self.reject(name, *stop),
        }
        if self.mid_line {
            self.skip_line();
        }
        while self.token.kind != Kind::End && self.lexer.indent().columns > indent {
            self.skip_line();
        }
    }

    /// Remembers what is worth a note about a function that is no program.
    fn passed_over(&mut self, name: &'s str, place: Place) {
        if let Some(Name::Primitive(..)) = table::lookup(name) {
            self.redefined.0 += 1;
            self.redefined.1.get_or_insert((name, place));
        } else if name.starts_with("solve") {
            let message = format!(
                "the function `{}` is passed over; solvers are named `solve` or `solve_...`: \
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
                "the file's own `{name}`{others} passed over: programs mean the primitive of that \
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

    fn reject(&mut self, function: &str, stop: Stop) {
        if self.parsed.errors.len() >= MAX_ERRORS {
            self.untold += 1;
            return;
        }
        self.parsed.errors.push(ParseError {
            place: stop.place,
            function: Some(shown(function)),
            message: stop.message,
        });
    }

    /// Whether guesses at what was meant are still worth their time.
    pub fn may_guess(&self) -> bool {
        self.parsed.errors.len() < MAX_NOTES
    }

    /// Goes to the next logical line.
    fn skip_line(&mut self) {
        while !self.token.ends_line() {
            self.advance();
        }
        if self.token.kind == Kind::Newline {
            self.advance();
        }
    }

    /// The failure that is due to text that is no Python, where the next token is such.
    pub fn check_python(&self) -> Step<()> {
        let Kind::Bad(fault) = self.token.kind else {
            return Ok(());
        };
        let found = shown(self.token.text);
        let message = match fault {
            Fault::Character => format!("found `{found}`, which means nothing here: remove it"),
            Fault::Backslash => {
                "found a backslash within a line; it may only end a line: remove it".to_owned()
            }
            Fault::Quote => format!("the string {found} does not end on its line: close it"),
            Fault::TripleQuote => format!("the string {found} never ends: close it"),
            Fault::Bracket => format!("the bracket `{found}` is never closed: close it"),
        };
        stop(self.token.place, message)
    }
}
