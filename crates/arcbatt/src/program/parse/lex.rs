//! The lexer: Python source in, tokens out, one at a time.
//!
//! It knows the lexical rules that real files need: comments, blank lines, all strings, lines
//! joined by brackets or a backslash, every line ending, tabs, form feeds. It has no tokens for
//! indentation; [`Lexer::indent`] gives that of the current line.
//!
//! Invariants: invalid text gives [`TokenKind::Bad`] and the lexer goes on behind it; time is
//! linear in the length of the text.

use super::block::Block;
use super::scan::{self, Quoted};
use crate::program::Place;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name that is not a keyword.
    Name,
    /// A keyword of Python.
    Keyword,
    /// A number, well formed or not.
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
    /// The end of the file, repeated for ever.
    End,
    /// Invalid text.
    Bad(LexError),
}

/// Why text is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LexError {
    /// A character that no Python token has.
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

/// A token of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'s> {
    pub kind: TokenKind,
    pub text: &'s str,
    pub place: Place,
}

impl Token<'_> {
    /// The token before the first.
    pub const NONE: Self = Self {
        kind: TokenKind::End,
        text: "",
        place: Place::START,
    };

    /// Whether this is the keyword `word`.
    pub fn is_keyword(&self, word: &str) -> bool {
        self.kind == TokenKind::Keyword && self.text == word
    }

    /// Whether this ends a logical line.
    pub fn ends_line(&self) -> bool {
        matches!(self.kind, TokenKind::Newline | TokenKind::End)
    }
}

/// The indentation of a line, with tab stops every 8 columns and with tabs one column wide.
///
/// Two lines that agree in only one of the two mix tabs and blanks inconsistently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Indent {
    pub columns: u32,
    pub characters: u32,
}

/// The source and the position in it.
#[derive(Clone)]
pub(super) struct Lexer<'s> {
    text: &'s str,
    at: usize,
    place: Place,
    /// The number of open brackets, and the outermost one.
    depth: u32,
    opened: (usize, Place),
    /// Indentation of the current logical line and of the current physical line.
    indent: Indent,
    physical: Indent,
    /// Whether the next character is the first of a physical line.
    at_margin: bool,
    /// Whether no token of this physical line was read yet.
    first: bool,
    /// Whether a token of this logical line was read.
    in_line: bool,
    /// Whether an unclosed bracket was abandoned, so that the logical line ends here.
    cut: bool,
    /// For `'` and `"`, single and triple: strings that begin before this offset never end.
    endless: [[usize; 2]; 2],
    /// Columns by which the whole text is indented.
    base: u32,
    /// Whether a column is a byte.
    is_ascii: bool,
}

impl<'s> Lexer<'s> {
    /// Starts at the beginning of a block.
    pub fn new(source: &'s str, block: &Block) -> Self {
        Self {
            text: &source[..block.end],
            at: block.start,
            place: block.place,
            depth: 0,
            opened: (0, Place::default()),
            indent: Indent::default(),
            physical: Indent::default(),
            at_margin: true,
            first: true,
            in_line: false,
            cut: false,
            endless: [[0; 2]; 2],
            base: block.indent,
            is_ascii: block.is_ascii,
        }
    }

    /// Starts at a statement that is not indented.
    pub fn resume(source: &'s str, block: &Block, at: usize, place: Place) -> Self {
        let mut lexer = Self::new(source, block);
        (lexer.at, lexer.place, lexer.at_margin) = (at, place, false);
        lexer
    }

    /// The offset behind the last token.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The end of the physical line of the last token.
    pub fn line_end(&self) -> usize {
        scan::line_end(self.text.as_bytes(), self.at)
    }

    /// Skips the rest of an expression up to this offset on the same line.
    pub fn skip_to(&mut self, end: usize) {
        self.advance(end);
    }

    /// Indentation of the logical line of the last token.
    pub fn indent(&self) -> Indent {
        self.indent
    }

    /// The next token.
    #[inline]
    pub fn token(&mut self) -> Token<'s> {
        match self.plain_token() {
            Some(token) => token,
            None => self.any_token(),
        }
    }

    /// The next token if it is a name, a whole number, a bracket, a comma or `=` in ASCII, and not the first
    /// of its line: nine of ten tokens are, and need none of the other rules.
    #[inline]
    fn plain_token(&mut self) -> Option<Token<'s>> {
        if self.cut || self.at_margin || !self.in_line {
            return None;
        }
        let bytes = self.text.as_bytes();
        let mut start = self.at;
        while bytes.get(start) == Some(&b' ') {
            start += 1;
        }
        self.place.column += (start - self.at) as u32;
        self.at = start;
        let (kind, end) = match *bytes.get(start)? {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let end = scan::ascii_name_end(bytes, start);
                if matches!(bytes.get(end), Some(b'"' | b'\'' | 0x80..))
                    || scan::may_be_keyword(&bytes[start..end])
                {
                    return None;
                }
                (TokenKind::Name, end)
            }
            b'(' => {
                if self.depth == 0 {
                    self.opened = (start, self.place);
                }
                self.depth += 1;
                (TokenKind::Open, start + 1)
            }
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                (TokenKind::Close, start + 1)
            }
            b',' => (TokenKind::Comma, start + 1),
            b'=' if bytes.get(start + 1) != Some(&b'=') => (TokenKind::Equal, start + 1),
            b'0'..=b'9' => {
                let end = scan::ascii_name_end(bytes, start);
                if matches!(bytes.get(end), Some(b'.' | b'+' | b'-')) {
                    return None;
                }
                (TokenKind::Number, end)
            }
            _ => return None,
        };
        let token = Token {
            kind,
            text: &self.text[start..end],
            place: self.place,
        };
        self.first = false;
        self.at = end;
        self.place.column += (end - start) as u32;
        Some(token)
    }

    /// The next token, by all rules.
    fn any_token(&mut self) -> Token<'s> {
        if self.cut {
            self.cut = false;
            self.in_line = false;
            return self.here(TokenKind::Newline);
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
                b' ' | b'\t' | b'\x0c' => {
                    self.at += 1;
                    self.place.column += 1;
                }
                b'#' => self.advance(scan::line_end(bytes, self.at)),
                b'\n' | b'\r' => {
                    let token = self.here(TokenKind::Newline);
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
                    TokenKind::Open
                } else {
                    TokenKind::Operator
                };
                (kind, start + 1)
            }
            b')' | b']' | b'}' => {
                self.depth = self.depth.saturating_sub(1);
                let kind = if byte == b')' {
                    TokenKind::Close
                } else {
                    TokenKind::Operator
                };
                (kind, start + 1)
            }
            b',' => (TokenKind::Comma, start + 1),
            b';' => (TokenKind::Semicolon, start + 1),
            b'"' | b'\'' => return self.string(start),
            b'0'..=b'9' => (TokenKind::Number, scan::number_end(bytes, start)),
            b'.' if next.is_ascii_digit() => (TokenKind::Number, scan::number_end(bytes, start)),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => return self.name(),
            b'\\' => (TokenKind::Bad(LexError::Backslash), start + 1),
            _ => match scan::operator_length(&bytes[start..]) {
                0 => (TokenKind::Bad(LexError::Character), start + 1),
                1 => (single(byte), start + 1),
                length => (TokenKind::Operator, start + length),
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
            return self.take(TokenKind::Bad(LexError::Character), start + length);
        }
        let text = &self.text[start..end];
        if let Some(b'"' | b'\'') = self.text.as_bytes().get(end)
            && scan::is_string_prefix(text)
        {
            return self.string(end);
        }
        if !scan::is_keyword(text) {
            return self.take(TokenKind::Name, end);
        }
        // A keyword that only begins statements cannot be in brackets: they were never closed.
        if self.depth > 0 && self.first && scan::only_begins_statements(text) {
            self.cut = true;
            return self.unclosed();
        }
        self.take(TokenKind::Keyword, end)
    }

    /// A string whose opening quote is at `quote`, behind its prefix.
    fn string(&mut self, quote: usize) -> Token<'s> {
        let bytes = self.text.as_bytes();
        let which = usize::from(bytes[quote] == b'"');
        let fault = match scan::string_end(bytes, quote, self.endless[which]) {
            Quoted::Ends(end) => return self.take(TokenKind::Text, end),
            Quoted::EndlessLine(end) => {
                let known = &mut self.endless[which][0];
                *known = end.max(*known);
                LexError::Quote
            }
            Quoted::Endless => {
                self.endless[which][1] = usize::MAX;
                LexError::TripleQuote
            }
        };
        self.take(TokenKind::Bad(fault), scan::line_end(bytes, quote))
    }

    /// The end of the file: reports an open bracket first, then ends the line.
    fn end(&mut self) -> Token<'s> {
        if self.depth > 0 {
            return self.unclosed();
        }
        if self.in_line {
            self.in_line = false;
            return self.here(TokenKind::Newline);
        }
        self.here(TokenKind::End)
    }

    /// Abandons the open brackets.
    fn unclosed(&mut self) -> Token<'s> {
        self.depth = 0;
        let (at, place) = self.opened;
        Token {
            kind: TokenKind::Bad(LexError::Bracket),
            text: &self.text[at..at + 1],
            place,
        }
    }

    /// The token from here to `end`, a character boundary.
    fn take(&mut self, kind: TokenKind, end: usize) -> Token<'s> {
        let token = Token {
            kind,
            text: &self.text[self.at..end],
            place: self.place,
        };
        self.first = false;
        if matches!(kind, TokenKind::Text) {
            self.advance_over_lines(end);
        } else {
            self.advance(end);
        }
        token
    }

    /// An empty token at this position.
    fn here(&self, kind: TokenKind) -> Token<'s> {
        Token {
            kind,
            text: "",
            place: self.place,
        }
    }

    /// Measures the indentation of a line.
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
        indent.columns = indent.columns.saturating_sub(self.base);
        indent.characters = indent.characters.saturating_sub(self.base);
        self.physical = indent;
        self.at_margin = false;
        self.first = true;
    }

    /// Advances to `end` on the same line.
    fn advance(&mut self, end: usize) {
        self.place.column += match self.is_ascii {
            true => (end - self.at) as u32,
            false => scan::count_characters(&self.text.as_bytes()[self.at..end]),
        };
        self.at = end;
    }

    /// Advances to `end`, which may be on a later line.
    fn advance_over_lines(&mut self, end: usize) {
        // Stop at `end`: with many strings on one long line, scanning all of it would be quadratic.
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

    /// Skips one line ending: `\n`, `\r\n` or `\r`.
    fn line_break(&mut self) {
        self.at = scan::line_break_end(self.text.as_bytes(), self.at);
        match self.place.code_line {
            0 => self.place.line += 1,
            _ => self.place.code_line += 1,
        }
        self.place.column = 1;
    }
}

/// The kind of an operator of one character.
fn single(byte: u8) -> TokenKind {
    match byte {
        b'=' => TokenKind::Equal,
        b':' => TokenKind::Colon,
        b'-' => TokenKind::Minus,
        b'+' => TokenKind::Plus,
        _ => TokenKind::Operator,
    }
}
