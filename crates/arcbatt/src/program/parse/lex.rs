//! Python's words: text in, tokens out, one at a time.
//!
//! Knows Python's lexical rules as far as real files need them: comments, blank lines, strings of
//! all kinds, lines joined by brackets or a backslash, every line end, tabs, form feeds. Instead
//! of tokens for indentation, the lexer says how far the present line is indented.
//! What never happens here: a refusal (text that is no Python gives [`Kind::Bad`] and the lexer
//! goes on behind it), or time that grows faster than the text.

use super::scan::{self, Quoted};
use crate::program::Place;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name that is no keyword.
    Name,
    /// A keyword of Python.
    Keyword,
    /// Digits and what follows them without a gap, well formed or not.
    Number,
    /// A string with its prefix and quotes.
    Text,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `,`
    Comma,
    /// `=`
    Equal,
    /// `:`
    Colon,
    /// `;`
    Semicolon,
    /// `-`
    Minus,
    /// `+`
    Plus,
    /// Any other operator or bracket.
    Operator,
    /// The end of a logical line.
    Newline,
    /// The end of the file, again and again.
    End,
    /// Something that is no Python.
    Bad(Fault),
}

/// Why text is no Python.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A character that Python has no use for.
    Character,
    /// A backslash that does not end its line.
    Backslash,
    /// A string that does not end on its line.
    Quote,
    /// A string in three quotes that never ends.
    TripleQuote,
    /// A bracket that never closes; the token is the bracket.
    Bracket,
}

/// A word of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'s> {
    pub kind: Kind,
    pub text: &'s str,
    pub place: Place,
}

impl Token<'_> {
    /// Whether this is that keyword.
    pub fn is_keyword(&self, word: &str) -> bool {
        self.kind == Kind::Keyword && self.text == word
    }

    /// Whether this ends a logical line.
    pub fn ends_line(&self) -> bool {
        matches!(self.kind, Kind::Newline | Kind::End)
    }
}

/// How far a line is indented, with tabs to every eighth column and with tabs of one column: two
/// lines that agree in one only are indented alike for some readers and not for others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Indent {
    pub columns: u32,
    pub characters: u32,
}

/// The source and how far it was read.
#[derive(Clone)]
pub(super) struct Lexer<'s> {
    text: &'s str,
    at: usize,
    place: Place,
    /// Open brackets, and the outermost of them.
    depth: u32,
    opened: (usize, Place),
    /// Indentation of the present logical line, and of the present physical line.
    indent: Indent,
    physical: Indent,
    /// The next character is the first of a physical line.
    at_margin: bool,
    /// No token of this physical line was read yet.
    first: bool,
    /// A token of this logical line was read.
    in_line: bool,
    /// A bracket was given up, so the logical line ends here.
    cut: bool,
    /// For `'` and for `"`: strings in one and in three of them that begin before this never end.
    endless: [[usize; 2]; 2],
}

impl<'s> Lexer<'s> {
    /// At the beginning of a source; a byte order mark is skipped.
    pub fn new(source: &'s str) -> Self {
        Self {
            text: source.strip_prefix('\u{feff}').unwrap_or(source),
            at: 0,
            place: Place { line: 1, column: 1 },
            depth: 0,
            opened: (0, Place::default()),
            indent: Indent::default(),
            physical: Indent::default(),
            at_margin: true,
            first: true,
            in_line: false,
            cut: false,
            endless: [[0; 2]; 2],
        }
    }

    /// Indentation of the logical line that the newest token belongs to.
    pub fn indent(&self) -> Indent {
        self.indent
    }

    /// The next token.
    pub fn token(&mut self) -> Token<'s> {
        if self.cut {
            self.cut = false;
            self.in_line = false;
            return self.here(Kind::Newline);
        }
        let bytes = self.text.as_bytes();
        loop {
            if self.at_margin {
                self.measure();
            }
            let Some(&byte) = bytes.get(self.at) else {
                return self.end();
            };
            match byte {
                b' ' | b'\t' | b'\x0c' => self.advance(self.at + 1),
                b'#' => self.advance(scan::line_end(bytes, self.at)),
                b'\n' | b'\r' => {
                    let token = self.here(Kind::Newline);
                    self.line_break();
                    self.at_margin = true;
                    if self.depth == 0 && self.in_line {
                        self.in_line = false;
                        return token;
                    }
                }
                b'\\' if matches!(bytes.get(self.at + 1), Some(b'\n' | b'\r')) => {
                    self.advance(self.at + 1);
                    self.line_break();
                    self.first = false;
                    // Before anything else of a line, Python indents by the line that follows.
                    self.at_margin = self.depth == 0 && !self.in_line && self.physical.columns == 0;
                }
                _ => return self.word(byte),
            }
        }
    }

    /// The token that begins with this byte.
    fn word(&mut self, byte: u8) -> Token<'s> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let next = bytes.get(start + 1).copied().unwrap_or(0);
        if self.depth == 0 && !self.in_line {
            self.in_line = true;
            self.indent = self.physical;
        }
        let (kind, end) = match byte {
            b'(' | b'[' | b'{' => {
                if self.depth == 0 {
                    self.opened = (start, self.place);
                }
                self.depth += 1;
                let kind = if byte == b'(' {
                    Kind::Open
                } else {
                    Kind::Operator
                };
                (kind, start + 1)
            }
            b')' | b']' | b'}' => {
                self.depth = self.depth.saturating_sub(1);
                let kind = if byte == b')' {
                    Kind::Close
                } else {
                    Kind::Operator
                };
                (kind, start + 1)
            }
            b',' => (Kind::Comma, start + 1),
            b';' => (Kind::Semicolon, start + 1),
            b'"' | b'\'' => return self.string(start),
            b'0'..=b'9' => (Kind::Number, scan::number_end(bytes, start)),
            b'.' if next.is_ascii_digit() => (Kind::Number, scan::number_end(bytes, start)),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => return self.name(),
            b'\\' => (Kind::Bad(Fault::Backslash), start + 1),
            _ => match scan::operator_length(&bytes[start..]) {
                0 => (Kind::Bad(Fault::Character), start + 1),
                1 => (single(byte), start + 1),
                length => (Kind::Operator, start + length),
            },
        };
        self.take(kind, end)
    }

    /// A name, a keyword, or a string with a prefix.
    fn name(&mut self) -> Token<'s> {
        let start = self.at;
        let end = scan::name_end(self.text, start);
        if end == start {
            let length = self.text[start..].chars().next().map_or(1, char::len_utf8);
            return self.take(Kind::Bad(Fault::Character), start + length);
        }
        let text = &self.text[start..end];
        if let Some(b'"' | b'\'') = self.text.as_bytes().get(end)
            && scan::is_string_prefix(text)
        {
            return self.string(end);
        }
        if !scan::is_keyword(text) {
            return self.take(Kind::Name, end);
        }
        // No bracket reaches over a word that only begins a statement: it was never closed.
        if self.depth > 0 && self.first && scan::only_begins_statements(text) {
            self.cut = true;
            return self.unclosed();
        }
        self.take(Kind::Keyword, end)
    }

    /// A string whose opening quote stands at `quote`, behind its prefix.
    fn string(&mut self, quote: usize) -> Token<'s> {
        let bytes = self.text.as_bytes();
        let which = usize::from(bytes[quote] == b'"');
        let fault = match scan::string_end(bytes, quote, self.endless[which]) {
            Quoted::Ends(end) => return self.take(Kind::Text, end),
            Quoted::EndlessLine(end) => {
                let known = &mut self.endless[which][0];
                *known = end.max(*known);
                Fault::Quote
            }
            Quoted::Endless => {
                self.endless[which][1] = usize::MAX;
                Fault::TripleQuote
            }
        };
        self.take(Kind::Bad(fault), scan::line_end(bytes, quote))
    }

    /// The end of the file: first an open bracket is reported, then the line ends.
    fn end(&mut self) -> Token<'s> {
        if self.depth > 0 {
            return self.unclosed();
        }
        if self.in_line {
            self.in_line = false;
            return self.here(Kind::Newline);
        }
        self.here(Kind::End)
    }

    /// Gives up the open brackets.
    fn unclosed(&mut self) -> Token<'s> {
        self.depth = 0;
        let (at, place) = self.opened;
        Token {
            kind: Kind::Bad(Fault::Bracket),
            text: &self.text[at..at + 1],
            place,
        }
    }

    /// The token from here to `end`, a boundary of characters.
    fn take(&mut self, kind: Kind, end: usize) -> Token<'s> {
        let token = Token {
            kind,
            text: &self.text[self.at..end],
            place: self.place,
        };
        self.first = false;
        if matches!(kind, Kind::Text) {
            self.advance_over_lines(end);
        } else {
            self.advance(end);
        }
        token
    }

    /// An empty token at this place.
    fn here(&self, kind: Kind) -> Token<'s> {
        Token {
            kind,
            text: "",
            place: self.place,
        }
    }

    /// Measures the white space that begins a line.
    fn measure(&mut self) {
        let bytes = self.text.as_bytes();
        let (mut indent, mut at) = (Indent::default(), self.at);
        loop {
            match bytes.get(at) {
                Some(b' ') => indent.columns += 1,
                Some(b'\t') => indent.columns = (indent.columns / 8 + 1) * 8,
                Some(b'\x0c') => {
                    indent = Indent::default();
                    at += 1;
                    continue;
                }
                _ => break,
            }
            indent.characters += 1;
            at += 1;
        }
        self.advance(at);
        self.physical = indent;
        self.at_margin = false;
        self.first = true;
    }

    /// Goes on to `end` on the same line.
    fn advance(&mut self, end: usize) {
        let passed = &self.text.as_bytes()[self.at..end];
        self.place.column += scan::count_characters(passed);
        self.at = end;
    }

    /// Goes on to `end`, which may stand on a later line.
    fn advance_over_lines(&mut self, end: usize) {
        // No further than `end`: many strings on one long line would each look through all of it.
        let bytes = &self.text.as_bytes()[..end];
        loop {
            let line_end = scan::line_end(bytes, self.at);
            self.advance(line_end);
            if line_end == end {
                return;
            }
            self.line_break();
        }
    }

    /// Goes past one line end: `\n`, `\r\n` or `\r`.
    fn line_break(&mut self) {
        let bytes = self.text.as_bytes();
        self.at += if bytes[self.at..].starts_with(b"\r\n") {
            2
        } else {
            1
        };
        self.place.line += 1;
        self.place.column = 1;
    }
}

/// What an operator of one character is.
fn single(byte: u8) -> Kind {
    match byte {
        b'=' => Kind::Equal,
        b':' => Kind::Colon,
        b'-' => Kind::Minus,
        b'+' => Kind::Plus,
        _ => Kind::Operator,
    }
}
