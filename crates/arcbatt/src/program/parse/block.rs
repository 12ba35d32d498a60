//! Stretches of a text that are parsed one by one: a whole Python file, or the fenced code blocks of
//! a Markdown file and the text between them.
//!
//! Time is linear in the length of the text.

use super::lex::{Lexer, TokenKind};
use super::scan;
use crate::program::Place;

/// A stretch of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// Its first byte, at the beginning of a line.
    pub start: usize,
    /// The end of its last line.
    pub end: usize,
    /// The position of its first character.
    pub place: Place,
    /// Columns by which all of it is indented.
    pub indent: u32,
    /// Whether it is code; text around code only yields functions.
    pub is_code: bool,
    /// Whether the whole text is ASCII, so that a column is a byte.
    pub is_ascii: bool,
}

impl Block {
    /// A block of nothing.
    pub const EMPTY: Self = Self {
        start: 0,
        end: 0,
        place: Place::START,
        indent: 0,
        is_code: false,
        is_ascii: false,
    };
}

/// The blocks of a text. `first` is the position of its first character.
pub(super) fn blocks(text: &str, first: Place) -> Vec<Block> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let whole = Block {
        start,
        end: text.len(),
        place: first,
        indent: 0,
        is_code: true,
        is_ascii: text.is_ascii(),
    };
    match is_markdown(text, &whole) {
        true => fenced(text, &whole),
        false => vec![whole],
    }
}

/// The marks at the beginning of a line that open or close a block of code.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fence {
    mark: u8,
    length: usize,
    /// Columns before it.
    indent: u32,
    /// Whether nothing follows on the line.
    bare: bool,
}

impl Fence {
    /// The fence of a line, if it is one: at least three backticks or tildes.
    fn of(line: &[u8]) -> Option<Self> {
        let blanks = line.iter().take_while(|byte| **byte == b' ').count();
        let rest = &line[blanks..];
        let &mark = rest.first().filter(|byte| matches!(byte, b'`' | b'~'))?;
        let length = rest.iter().take_while(|byte| **byte == mark).count();
        let info = &rest[length..];
        // `code` within a line is no fence.
        let inline = mark == b'`' && info.contains(&b'`');
        (length >= 3 && !inline).then_some(Self {
            mark,
            length,
            indent: blanks as u32,
            bare: info.iter().all(u8::is_ascii_whitespace),
        })
    }

    fn is_closed_by(self, other: Self) -> bool {
        other.bare && other.mark == self.mark && other.length >= self.length
    }
}

/// Whether a text has a fence outside of Python strings.
fn is_markdown(text: &str, whole: &Block) -> bool {
    if memchr::memchr2(b'`', b'~', text.as_bytes()).is_none() {
        return false;
    }
    let mut lines = Lines::new(text, whole);
    let Some((at, ..)) =
        lines.find(|&(start, end, _)| Fence::of(&text.as_bytes()[start..end]).is_some())
    else {
        return false;
    };
    let mut lexer = Lexer::new(text, whole);
    loop {
        let begin = lexer.offset();
        let token = lexer.token();
        if token.kind == TokenKind::End || lexer.offset() > at {
            // A string that begins before the fence and ends behind it, as in a docstring.
            return token.kind != TokenKind::Text || begin >= at;
        }
    }
}

/// The fenced blocks, and the text around them.
fn fenced(text: &str, whole: &Block) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Fence> = None;
    let mut current = Block {
        is_code: false,
        ..*whole
    };
    let mut next = whole.place;
    for (start, end, place) in Lines::new(text, whole) {
        let fence = Fence::of(&text.as_bytes()[start..end]);
        let turns = match (open, fence) {
            (None, Some(_)) => true,
            (Some(open), Some(fence)) => open.is_closed_by(fence),
            (_, None) => false,
        };
        next = place;
        if turns {
            current.end = start;
            blocks.push(current);
            open = match open {
                None => fence,
                Some(_) => None,
            };
            let begin = scan::line_break_end(text.as_bytes(), end);
            current = Block {
                start: begin,
                end: begin,
                place: next_line(place),
                indent: open.map_or(0, |fence| fence.indent),
                is_code: open.is_some(),
                is_ascii: whole.is_ascii,
            };
        }
    }
    if current.start < text.len() || next == whole.place {
        current.end = text.len();
        blocks.push(current);
    }
    blocks.retain(|block| block.start < block.end);
    blocks
}

fn next_line(place: Place) -> Place {
    let mut next = Place { column: 1, ..place };
    match place.code_line {
        0 => next.line += 1,
        _ => next.code_line += 1,
    }
    next
}

/// The physical lines of a text: start, end without the line ending, position of the first character.
pub(super) struct Lines<'s> {
    bytes: &'s [u8],
    at: usize,
    place: Place,
}

impl<'s> Lines<'s> {
    pub fn new(text: &'s str, block: &Block) -> Self {
        Self {
            bytes: &text.as_bytes()[..block.end],
            at: block.start,
            place: block.place,
        }
    }
}

impl Iterator for Lines<'_> {
    type Item = (usize, usize, Place);

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let end = scan::line_end(self.bytes, self.at);
        let line = (self.at, end, self.place);
        self.at = scan::line_break_end(self.bytes, end);
        self.place = next_line(self.place);
        Some(line)
    }
}
