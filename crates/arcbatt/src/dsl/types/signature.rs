//! Signatures of primitives, parsed from the text in the table.

use super::erased::{ErasedType, SET, TUPLE};
use crate::dsl::table::{self, Primitive};
use std::fmt;
use std::sync::LazyLock;
use thiserror::Error;

/// The type of a parameter or result, with letters for any type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// A type without letters.
    Erased(ErasedType),
    /// A letter, numbered in order of appearance.
    Letter(u8),
    /// A container (1 a set, 2 a tuple, 3 either) whose element type has letters.
    Container(u16, Box<Pattern>),
    /// A function.
    Function(Box<[Pattern]>, Box<Pattern>),
}

/// One overload of a primitive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The source text.
    pub text: &'static str,
    /// The names of the parameters.
    pub names: Box<[&'static str]>,
    /// The types of the parameters.
    pub parameters: Box<[Pattern]>,
    /// The type of the result.
    pub result: Pattern,
}

/// A signature or type that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected {wanted} at character {at} of {text:?}")]
pub struct SignatureError {
    /// The whole text.
    pub text: String,
    /// The position of the error, in characters from 1.
    pub at: usize,
    /// What was expected there.
    pub wanted: &'static str,
}

/// The largest number of letters in a signature.
pub(crate) const MAX_LETTERS: usize = 8;

/// The deepest nesting of brackets.
const MAX_NESTING: u8 = 16;

/// The overloads of every primitive, in the order of the table.
static SIGNATURES: LazyLock<Vec<Box<[Signature]>>> = LazyLock::new(|| {
    // A test makes sure that every signature of the table is valid.
    let parse = |text: &&'static str| Signature::parse(text).ok();
    let overloads = |p: &&'static Primitive| p.signatures.iter().filter_map(parse).collect();
    table::primitives().iter().map(overloads).collect()
});

/// The overloads of a primitive, parsed once.
#[inline]
pub fn signatures(primitive: &'static Primitive) -> &'static [Signature] {
    let overloads = SIGNATURES.get(table::number(primitive) as usize);
    overloads.map_or(&[], |overloads| overloads)
}

impl Signature {
    /// Parses a signature such as `grid: Grid, color: Color -> Indices`.
    pub fn parse(text: &'static str) -> Result<Signature, SignatureError> {
        let mut reader = Reader::new(text);
        let (mut names, mut parameters) = (Vec::new(), Vec::new());
        loop {
            names.push(reader.word("the name of a parameter")?);
            reader.expect(":", "a colon")?;
            parameters.push(reader.pattern(0)?);
            if !reader.eat(",") {
                break;
            }
        }
        reader.expect("->", "a comma or ->")?;
        let result = reader.pattern(0)?;
        reader.end()?;
        Ok(Signature {
            text,
            names: names.into(),
            parameters: parameters.into(),
            result,
        })
    }
}

/// The parameters in parentheses, as messages show them.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The first arrow outside brackets; arrows inside belong to functions.
        let (mut depth, mut arrow) = (0i32, self.text.len());
        for (at, c) in self.text.char_indices() {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth -= 1,
                '-' if depth == 0 => {
                    arrow = at;
                    break;
                }
                _ => {}
            }
        }
        write!(f, "({})", self.text[..arrow].trim())
    }
}

/// Parses a type.
pub(super) fn pattern(text: &str) -> Result<Pattern, SignatureError> {
    let mut reader = Reader::new(text);
    let pattern = reader.pattern(0)?;
    reader.end()?;
    Ok(pattern)
}

struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
    letters: Vec<char>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            rest: text.trim_start(),
            letters: Vec::new(),
        }
    }

    fn error<T>(&self, wanted: &'static str) -> Result<T, SignatureError> {
        let read = self.text.len() - self.rest.len();
        Err(SignatureError {
            text: self.text.to_owned(),
            at: self.text[..read].chars().count() + 1,
            wanted,
        })
    }

    fn eat(&mut self, token: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(token) else {
            return false;
        };
        self.rest = rest.trim_start();
        true
    }

    fn expect(&mut self, token: &str, wanted: &'static str) -> Result<(), SignatureError> {
        if self.eat(token) {
            Ok(())
        } else {
            self.error(wanted)
        }
    }

    fn end(&self) -> Result<(), SignatureError> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            self.error("the end")
        }
    }

    fn word(&mut self, wanted: &'static str) -> Result<&'t str, SignatureError> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        if end == 0 {
            return self.error(wanted);
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        Ok(word)
    }

    fn pattern(&mut self, depth: u8) -> Result<Pattern, SignatureError> {
        if depth > MAX_NESTING {
            return self.error("a type with fewer brackets");
        }
        if self.eat("(") {
            return self.function(depth);
        }
        let before = self.rest;
        let word = self.word("a type")?;
        let kinds = match word {
            "Set" => SET,
            "Tuple" => TUPLE,
            "Container" => SET | TUPLE,
            _ => {
                let simple = self.simple(word);
                if simple.is_none() {
                    self.rest = before;
                }
                return simple.map_or_else(|| self.error("a type"), Ok);
            }
        };
        self.expect("[", "[")?;
        let element = self.pattern(depth + 1)?;
        self.expect("]", "]")?;
        Ok(match element {
            Pattern::Erased(shape) => Pattern::Erased(shape.within(kinds)),
            other => Pattern::Container(kinds, Box::new(other)),
        })
    }

    fn function(&mut self, depth: u8) -> Result<Pattern, SignatureError> {
        let mut parameters = vec![self.pattern(depth + 1)?];
        while self.eat(",") {
            parameters.push(self.pattern(depth + 1)?);
        }
        self.expect("->", "a comma or ->")?;
        let result = self.pattern(depth + 1)?;
        self.expect(")", ")")?;
        Ok(Pattern::Function(parameters.into(), Box::new(result)))
    }

    fn simple(&mut self, word: &str) -> Option<Pattern> {
        let unions = [
            // Numbers with a role: mutation draws another one of the same role.
            ("Rank", ErasedType::INT),
            ("Mode", ErasedType::INT),
            ("Angle", ErasedType::INT),
            ("Numerical", ErasedType::NUMERICAL),
            ("Patch", ErasedType::PATCH),
            ("Piece", ErasedType::PIECE),
            ("Element", ErasedType::ELEMENT),
        ];
        let mut letters = word.chars();
        if let (Some(letter @ 'a'..='z'), None) = (letters.next(), letters.next()) {
            let known = self.letters.iter().position(|&l| l == letter);
            let at = known.unwrap_or(self.letters.len());
            if known.is_none() {
                self.letters.push(letter);
            }
            return (at < MAX_LETTERS).then_some(Pattern::Letter(at as u8));
        }
        let atoms = ErasedType::ATOMS.iter().map(|&(shape, name)| (name, shape));
        let mut names = unions.into_iter().chain(atoms);
        let found = names.find(|(name, _)| *name == word)?;
        Some(Pattern::Erased(found.1))
    }
}
