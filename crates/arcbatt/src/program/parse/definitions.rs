//! Functions and constants at the margin of a document, which programs may use.
//!
//! In: the blocks of a document. Out: for a name and the position of its use, the definition that is
//! meant. That is the last one before the use in the same block, else the first one behind it there,
//! else the last one in the blocks before, else the first one in those behind. So every one of many
//! candidates in a file, each with helpers of the same names, has its own.

use super::block::Block;
use super::lex::{Lexer, Token, TokenKind};
use crate::program::Place;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The most definitions of a document that are found; those behind are unknown names.
const MAX_DEFINITIONS: usize = 1_000_000;

/// A function or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Definition {
    /// The offset and position of its first token: `def`, or the name of the constant.
    pub start: usize,
    pub place: Place,
    /// The number of bytes up to the next definition, or the end of its block.
    pub extent: usize,
    pub is_function: bool,
}

/// The definitions of a document.
#[derive(Debug, Default)]
pub(super) struct Definitions<'s> {
    /// In the order of the text.
    all: Vec<Definition>,
    /// Indices into `all`, ascending.
    by_name: FxHashMap<&'s str, Vec<u32>>,
}

impl<'s> Definitions<'s> {
    /// Finds the definitions of a document.
    pub fn new(source: &'s str, blocks: &[Block]) -> Self {
        let mut definitions = Self::default();
        for block in blocks.iter().filter(|block| block.is_code) {
            definitions.add_block(source, block);
        }
        definitions
    }

    fn add_block(&mut self, source: &'s str, block: &Block) {
        let mut lexer = Lexer::new(source, block);
        let mut token = lexer.token();
        // Whether the next token begins a statement.
        let mut begins = true;
        while token.kind != TokenKind::End && self.all.len() < MAX_DEFINITIONS {
            let at_margin = begins && lexer.indent().columns == 0;
            begins = matches!(token.kind, TokenKind::Newline | TokenKind::Semicolon);
            let start = lexer.offset() - token.text.len();
            let first = token;
            token = lexer.token();
            if !at_margin {
                continue;
            }
            let is_function = first.is_keyword("def") && token.kind == TokenKind::Name;
            let is_constant = first.kind == TokenKind::Name
                && matches!(token.kind, TokenKind::Equal | TokenKind::Colon);
            if is_function || is_constant {
                let name = if is_function { token } else { first };
                self.add(name, first.place, start, is_function);
            }
        }
        if let Some(last) = self.all.last_mut() {
            last.extent = block.end.saturating_sub(last.start);
        }
    }

    fn add(&mut self, name: Token<'s>, place: Place, start: usize, is_function: bool) {
        if let Some(last) = self.all.last_mut()
            && last.extent == 0
        {
            last.extent = start - last.start;
        }
        let number = self.all.len() as u32;
        self.by_name.entry(name.text).or_default().push(number);
        self.all.push(Definition {
            start,
            place,
            extent: 0,
            is_function,
        });
    }

    /// The definition that a name means at offset `used` of a block.
    pub fn find(&self, name: &str, used: usize, block: Range<usize>) -> Option<Definition> {
        let numbers = self.by_name.get(name)?;
        let definition = |number: &u32| self.all[*number as usize];
        let before = |offset: usize| numbers.partition_point(|n| definition(n).start < offset);
        let (first, middle, end) = (before(block.start), before(used), before(block.end));
        let chosen = if middle > first {
            middle - 1
        } else if end > middle {
            middle
        } else if first > 0 {
            first - 1
        } else {
            end
        };
        numbers.get(chosen).map(definition)
    }

    /// The functions of that name in a range of offsets.
    pub fn functions(
        &self,
        name: &str,
        range: Range<usize>,
    ) -> impl Iterator<Item = Definition> + '_ {
        let numbers = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        let start = |number: &u32| self.all[*number as usize].start;
        let first = numbers.partition_point(|number| start(number) < range.start);
        let end = numbers.partition_point(|number| start(number) < range.end);
        let found = numbers[first..end].iter().map(|&n| self.all[n as usize]);
        found.filter(|definition| definition.is_function)
    }
}
