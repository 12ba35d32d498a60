//! The parser of solver code: Python source in, programs and errors out.
//!
//! It reads top-level functions named `solve`, `solve_ID` or `verify_ID`, likewise `differ` and
//! `operator`, with one parameter (the grid) or three (S, I, C, by position). Their bodies are calls,
//! assignments and a `return`. Where a block has no such function, its functions named `transform` are
//! programs, or else the block itself, if its lines assign `O`. Calls of other functions of the text
//! and names of its constants are inlined. All other code (imports, classes, text around a code block)
//! is ignored. A function with such a name that is not a program gives a [`ParseError`]; the other
//! programs of the file still load.
//!
//! Where a source defines a name several times, all programs load and a note says so: Python would
//! keep the last, but a library of candidates wants all.
//!
//! Invariants: no code is executed, no text causes unbounded recursion or a panic, and time is linear
//! in the length of the text and of what is inlined, which is bounded.

mod block;
mod body;
mod closure;
mod definitions;
mod error;
mod expression;
mod expression_memo;
mod functions;
mod inline;
mod lex;
mod names;
mod number;
mod scan;
mod unexpected;

pub use error::ParseError;
pub(super) use error::excerpt;
pub(super) use expression_memo::ExpressionMemo;
pub use inline::MAX_INLINED;
pub use names::solver_name;

use crate::program::{Line, Place, Solvers};
use block::{Block, blocks};
use definitions::Definitions;
use error::{ParseResult, Rejection, reject, shown};
use expression::Expressions;
use expression_memo::Recording;
use functions::Repeated;
use inline::Inlining;
use lex::{LexError, Lexer, Token, TokenKind};
use names::{Entries, Scope};

/// The longest source that is parsed, in bytes.
pub const MAX_SOURCE: usize = 64 << 20;
/// The most lines of a program, counting one for each nested call.
pub const MAX_LINES: usize = 100_000;
/// The deepest nesting of brackets.
pub const MAX_NESTING: usize = 100;
/// The most errors that are reported one by one.
pub const MAX_ERRORS: usize = 100_000;
/// The most notes that are reported, and the most errors for which similar names are searched.
const MAX_NOTES: usize = 1_000;

/// What a document is, and what the documents before it in the same file left.
pub(super) struct Document<'d> {
    /// The names of functions that are programs, instead of the usual ones.
    pub entries: &'d [String],
    /// Source of more functions that programs may call.
    pub helpers: &'d str,
    /// The task of all programs, if the document says so.
    pub task: Option<&'d str>,
    /// The position of its first character.
    pub place: Place,
    /// Bytes that may still be inlined in this file.
    pub inlinable: &'d mut usize,
    /// The expressions of the documents before.
    pub expression_memo: Option<&'d mut ExpressionMemo>,
}

/// Adds the programs, errors and notes of a document. Returns the number of errors beyond
/// [`MAX_ERRORS`], which are not reported.
pub(super) fn parse_document(source: &str, document: Document<'_>, parsed: &mut Solvers) -> usize {
    let mut blocks = blocks(source, document.place);
    let own_blocks = blocks.len();
    let joined;
    let source = match document.helpers {
        "" => source,
        helpers => {
            joined = format!("{source}\n{helpers}");
            blocks.push(Block {
                start: source.len() + 1,
                end: joined.len(),
                place: Place::START,
                indent: 0,
                is_code: true,
                is_ascii: joined.is_ascii(),
            });
            joined.as_str()
        }
    };
    let first_error = parsed.errors.len();
    let mut parser = Parser {
        source,
        blocks: &blocks,
        own_blocks,
        definitions: None,
        lexer: Lexer::new(source, &Block::EMPTY),
        token: Token::NONE,
        mid_line: false,
        scope: Scope::new(),
        lines: Vec::with_capacity(32),
        expressions: Expressions::default(),
        expression_memo: document.expression_memo,
        recording: None,
        target: None,
        inlining: Inlining::new(document.inlinable),
        entries: Entries::new(document.entries, document.task),
        parsed,
        unreported: 0,
        repeated: Repeated::default(),
    };
    parser.document();
    let unreported = parser.unreported;
    add_excerpts(
        source,
        &blocks[..own_blocks],
        &mut parsed.errors[first_error..],
    );
    unreported
}

/// Adds the source line to errors of a document that lack it.
pub(super) fn add_excerpts_of(source: &str, place: Place, errors: &mut [ParseError]) {
    if !errors.is_empty() {
        add_excerpts(source, &blocks(source, place), errors);
    }
}

fn add_excerpts(source: &str, blocks: &[Block], errors: &mut [ParseError]) {
    if errors.iter().all(|error| error.excerpt.is_some()) {
        return;
    }
    let mut order: Vec<usize> = (0..errors.len()).collect();
    order.sort_by_key(|&k| errors[k].place);
    let mut order = order.into_iter().peekable();
    for block in blocks {
        for (start, end, place) in block::Lines::new(source, block) {
            let line = |place: Place| (place.line, place.code_line);
            while let Some(&k) = order.peek()
                && line(errors[k].place) <= line(place)
            {
                if line(errors[k].place) == line(place) && errors[k].excerpt.is_none() {
                    errors[k].excerpt = Some(error::excerpt(&source[start..end], errors[k].place));
                }
                order.next();
            }
        }
    }
}

/// The state of parsing one document.
struct Parser<'s, 'd> {
    source: &'s str,
    blocks: &'d [Block],
    /// The number of blocks of the document itself; those of helpers follow.
    own_blocks: usize,
    /// Functions and constants at the margin, found when the first one is needed.
    definitions: Option<Definitions<'s>>,
    pub lexer: Lexer<'s>,
    /// The next token.
    pub token: Token<'s>,
    /// The next token is not the first of its logical line.
    mid_line: bool,
    pub scope: Scope<'s>,
    pub lines: Vec<Line>,
    pub expressions: Expressions<'s>,
    /// The expressions of earlier documents, if there may be more.
    expression_memo: Option<&'d mut ExpressionMemo>,
    /// What is kept of the expression that is being read; `None` if nothing is.
    recording: Option<Recording<'s>>,
    /// The variable that the current statement assigns.
    pub target: Option<&'s str>,
    inlining: Inlining<'s, 'd>,
    entries: Entries<'d>,
    parsed: &'d mut Solvers,
    /// Errors past [`MAX_ERRORS`].
    unreported: usize,
    repeated: Repeated<'s>,
}

impl<'s> Parser<'s, '_> {
    /// Continues at the beginning of a block, or at a statement in it.
    fn go_to(&mut self, lexer: Lexer<'s>) {
        self.lexer = lexer;
        self.token = self.lexer.token();
        self.mid_line = false;
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

    fn document(&mut self) {
        for at in 0..self.own_blocks {
            let block = self.blocks[at];
            let read = |parser: &Self| {
                let errors = parser.parsed.errors.len() + parser.unreported;
                parser.parsed.programs.len() + errors
            };
            let before = read(self);
            self.go_to(Lexer::new(self.source, &block));
            self.functions();
            if read(self) == before && block.is_code && self.entries.are_usual() {
                self.transforms(at);
                if read(self) == before {
                    self.bare_lines(at);
                }
            }
        }
        self.last_notes();
    }

    fn note(&mut self, place: Place, function: Option<&str>, message: String) {
        if self.parsed.notes.len() < MAX_NOTES {
            let function = function.map(shown);
            self.parsed.notes.push(ParseError {
                place,
                function,
                message,
                excerpt: None,
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
            excerpt: None,
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

    /// Skips the lines that are indented by more than this.
    fn skip_indented(&mut self, indent: u32) {
        if self.mid_line {
            self.skip_line();
        }
        while self.token.kind != TokenKind::End && self.lexer.indent().columns > indent {
            self.skip_line();
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
