//! A pull parser for JSON: one pass over the text, no tree.
//!
//! In: a text. Out: keys, types and numbers, as the readers ask for them; skipped values are
//! validated too. Task data is nearly all one-digit numbers, which this parser reads several times
//! as fast as a general one; property tests compare the two.
//!
//! Invariants: no recursion, and no panic on any text.

use crate::task::error::{DataErrorKind, FoundJson};
use std::borrow::Cow;

/// The deepest nesting of a skipped value.
const MAX_DEPTH: usize = 128;

/// A JSON syntax error: what was expected, and the offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BadJson {
    message: &'static str,
    at: usize,
}

/// A cursor in a JSON text.
#[derive(Clone)]
pub(super) struct Json<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Json<'t> {
    /// Starts at the beginning of `text`, behind a byte order mark.
    pub fn new(text: &'t str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { text, at: 0 }
    }

    /// The error for the user, with line and column.
    pub fn error(&self, bad: BadJson) -> DataErrorKind {
        let before = &self.text.as_bytes()[..bad.at.min(self.text.len())];
        let line_start = before
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |k| k + 1);
        let is_char_start = |b: &&u8| **b & 0xc0 != 0x80;
        DataErrorKind::Json {
            message: bad.message,
            line: before.iter().filter(|&&b| b == b'\n').count() + 1,
            column: before[line_start..].iter().filter(is_char_start).count() + 1,
        }
    }

    /// Skips white space and returns the next byte; `None` at the end.
    #[inline]
    pub fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
    }

    /// Consumes `byte` if it comes next after white space.
    #[inline]
    pub fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Consumes a digit if one comes next after white space, whatever follows it.
    #[inline]
    pub fn digit(&mut self) -> Option<i8> {
        let digit = self.peek()?.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        self.at += 1;
        Some(digit as i8)
    }

    fn bad<T>(&self, message: &'static str) -> Result<T, BadJson> {
        let at = self.at;
        Err(BadJson { message, at })
    }

    /// Checks that nothing follows.
    pub fn end(&mut self) -> Result<(), BadJson> {
        match self.peek() {
            None => Ok(()),
            Some(_) => self.bad("expected the end"),
        }
    }

    /// Advances to the next item of a list behind its `[`; `first` is true at the start. Returns
    /// false at the end of the list, behind its `]`.
    #[inline]
    pub fn next_item(&mut self, first: &mut bool) -> Result<bool, BadJson> {
        let is_first = std::mem::replace(first, false);
        if self.take(b']') {
            return Ok(false);
        }
        match is_first || self.take(b',') {
            true => Ok(true),
            false => self.bad("expected , or ]"),
        }
    }

    /// Consumes the next key of an object, and its colon; `first` is true at the start, behind the
    /// `{`. Returns `None` at the end of the object, behind its `}`.
    pub fn next_key(&mut self, first: &mut bool) -> Result<Option<Cow<'t, str>>, BadJson> {
        let is_first = std::mem::replace(first, false);
        if self.take(b'}') {
            return Ok(None);
        }
        if !is_first && !self.take(b',') {
            return self.bad("expected , or }");
        }
        if self.peek() != Some(b'"') {
            return self.bad("expected a key in quotes");
        }
        let key = self.string()?;
        match self.take(b':') {
            true => Ok(Some(key)),
            false => self.bad("expected :"),
        }
    }

    /// Reads the string whose `"` comes next.
    fn string(&mut self) -> Result<Cow<'t, str>, BadJson> {
        let start = self.at + 1;
        let escapes = self.skip_string()?;
        let inside = &self.text[start..self.at - 1];
        Ok(match escapes {
            false => Cow::Borrowed(inside),
            true => Cow::Owned(unescape(inside)),
        })
    }

    /// Skips the string whose `"` comes next, and returns whether it has escapes.
    fn skip_string(&mut self) -> Result<bool, BadJson> {
        let bytes = self.text.as_bytes();
        let mut escapes = false;
        self.at += 1;
        loop {
            match bytes.get(self.at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    escapes = true;
                    let more = match bytes.get(self.at + 1) {
                        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
                        Some(b'u') => 6,
                        _ => return self.bad("bad escape in a string"),
                    };
                    let digits = bytes.get(self.at + 2..self.at + more);
                    if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                        return self.bad("bad escape in a string");
                    }
                    self.at += more;
                }
                Some(0..0x20) => return self.bad("a control character in a string"),
                Some(_) => self.at += 1,
                None => return self.bad("an unterminated string"),
            }
        }
        self.at += 1;
        Ok(escapes)
    }

    /// Skips the next value and returns its type.
    pub fn skip(&mut self) -> Result<FoundJson, BadJson> {
        let whole = match self.peek() {
            Some(b'[') => FoundJson::List,
            Some(b'{') => FoundJson::Object,
            _ => return self.scalar(),
        };
        // The expected closing brackets, innermost last.
        let mut open: Vec<u8> = Vec::new();
        loop {
            let mut first = true;
            match self.peek() {
                Some(bracket @ (b'[' | b'{')) => {
                    if open.len() == MAX_DEPTH {
                        return self.bad("nested too deeply");
                    }
                    self.at += 1;
                    // ASCII has `]` and `}` two places after `[` and `{`.
                    open.push(bracket + 2);
                }
                _ => {
                    if open.last() == Some(&b']') {
                        self.skip_digits();
                    }
                    self.scalar()?;
                    first = false;
                }
            }
            // Advance to the next value, closing brackets on the way.
            loop {
                let goes_on = match open.last() {
                    None => return Ok(whole),
                    Some(b']') => self.next_item(&mut first)?,
                    Some(_) => self.next_key(&mut first)?.is_some(),
                };
                if goes_on {
                    break;
                }
                open.pop();
                first = false;
            }
        }
    }

    /// Skips one-digit items of a list with their commas, the most common values. A value must
    /// follow.
    fn skip_digits(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some([b'0'..=b'9', b',']) = bytes.get(self.at..self.at + 2) {
            self.at += 2;
            self.peek();
        }
    }

    /// Skips a value that is neither list nor object, and returns its type.
    #[inline]
    fn scalar(&mut self) -> Result<FoundJson, BadJson> {
        let (word, found) = match self.peek() {
            Some(b'-' | b'0'..=b'9') => return self.number(),
            Some(b'"') => {
                self.skip_string()?;
                return Ok(FoundJson::Text);
            }
            Some(b'n') => ("null", FoundJson::Null),
            Some(b't') => ("true", FoundJson::Bool(true)),
            Some(b'f') => ("false", FoundJson::Bool(false)),
            Some(_) => return self.bad("expected a value"),
            None => return self.bad("unexpected end"),
        };
        if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(found)
        } else {
            self.bad("expected a value")
        }
    }

    /// Skips a number, which comes next without white space.
    #[inline]
    fn number(&mut self) -> Result<FoundJson, BadJson> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        // Nearly all numbers have one digit.
        if let (&[digit @ b'0'..=b'9', b',' | b']'], _) | (&[digit @ b'0'..=b'9'], _) =
            bytes[start..].split_at((bytes.len() - start).min(2))
        {
            self.at += 1;
            return Ok(FoundJson::Integer(i64::from(digit - b'0')));
        }
        self.at += usize::from(bytes[start] == b'-');
        let leading_zero = bytes.get(self.at) == Some(&b'0');
        let whole = self.digits()?;
        if leading_zero && whole > 1 {
            self.at = start;
            return self.bad("a number that begins with 0");
        }
        let mut is_whole = true;
        if bytes.get(self.at) == Some(&b'.') {
            is_whole = false;
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = bytes.get(self.at) {
            is_whole = false;
            self.at += 1;
            self.at += usize::from(matches!(bytes.get(self.at), Some(b'+' | b'-')));
            self.digits()?;
        }
        let number = &self.text[start..self.at];
        Ok(match number.parse() {
            // Minus zero is not an integer, so that an integer 0 to 9 always has one digit.
            Ok(n) if is_whole && number != "-0" => FoundJson::Integer(n),
            // Every JSON number is a Rust float; too large ones are infinite.
            _ => FoundJson::Number(number.parse().unwrap_or(f64::NAN)),
        })
    }

    /// Skips one or more digits and returns their number.
    fn digits(&mut self) -> Result<usize, BadJson> {
        let rest = &self.text.as_bytes()[self.at..];
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        match count {
            0 => self.bad("expected a digit"),
            _ => Ok(count),
        }
    }
}

/// The text of a string with valid escapes. Half a surrogate pair becomes the replacement
/// character.
fn unescape(inside: &str) -> String {
    let mut units: Vec<u16> = Vec::with_capacity(inside.len());
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        let c = match c {
            '\\' => match chars.next() {
                Some('b') => '\u{8}',
                Some('f') => '\u{c}',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some('u') => {
                    let digits = chars.by_ref().take(4).filter_map(|c| c.to_digit(16));
                    units.push(digits.fold(0, |unit, digit| unit << 4 | digit as u16));
                    continue;
                }
                Some(c) => c,
                None => continue,
            },
            c => c,
        };
        units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::de::IgnoredAny;
    use serde_json::Value;

    /// Whether the text is one JSON value.
    fn accepts(text: &str) -> bool {
        let mut json = Json::new(text);
        json.skip().and_then(|_| json.end()).is_ok()
    }

    fn oracle(text: &str) -> bool {
        serde_json::from_str::<IgnoredAny>(text).is_ok()
    }

    #[test]
    fn a_general_parser_agrees_on_the_corners() {
        for text in [
            "",
            " ",
            "0",
            "00",
            "01",
            "-",
            "-0",
            "-1",
            "1.",
            "1.5",
            ".5",
            "1e",
            "1e5",
            "1e+5",
            "1e999",
            "+1",
            "12",
            "[1,2",
            "[1,]",
            "[,1]",
            "[1 2]",
            "[]",
            "[ ]",
            "[[],{}]",
            "{}",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{\"a\":1,\"b\":[2]}",
            "{a:1}",
            "{\"a\":1 \"b\":2}",
            "tru",
            "true",
            "nulll",
            "null",
            "false x",
            "\"",
            "\"\\\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\u12G4\"",
            "\"\\ud800\"",
            "\"\n\"",
            "\"\u{e4}\"",
            "[1}",
            "{]",
            "]",
            "}",
            "[\"a\",null,true,false,-1.5e-3]",
            "1]",
            "[1]]",
            "-01",
            "1,2",
        ] {
            assert_eq!(accepts(text), oracle(text), "{text:?}");
        }
    }

    #[test]
    fn keys_are_unescaped() {
        let mut json = Json::new(r#" { "a\n\u00e4\ud83d\ude00\ud800\"\/" : 1 } "#);
        assert!(json.take(b'{'));
        let mut first = true;
        let key = json.next_key(&mut first).unwrap().unwrap();
        assert_eq!(key, "a\n\u{e4}\u{1f600}\u{fffd}\"/");
        assert_eq!(json.skip(), Ok(FoundJson::Integer(1)));
        assert_eq!(json.next_key(&mut first), Ok(None));
        assert_eq!(json.end(), Ok(()));
    }

    #[test]
    fn nesting_has_a_limit() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(accepts(&nested(MAX_DEPTH)));
        assert!(!accepts(&nested(MAX_DEPTH + 1)));
        assert!(!accepts(&"[".repeat(1 << 20)));
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            (-1e9..1e9).prop_map(|n: f64| Value::from(n)),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(5, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..5)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn it_takes_all_json(value in value(), pretty: bool) {
            let text = if pretty { format!("{value:#}") } else { value.to_string() };
            prop_assert!(accepts(&text));
        }

        #[test]
        fn a_general_parser_agrees_on_broken_json(
            value in value(),
            at: prop::sample::Index,
            put in r#"[\[\]{},:"\\0-9eE.+ntuf -]{0,2}"#,
        ) {
            let mut text = value.to_string();
            let mut at = at.index(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let end = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
            text.replace_range(at..end, &put);
            prop_assert_eq!(accepts(&text), oracle(&text), "{}", text);
        }

        #[test]
        fn a_general_parser_agrees_on_soup(text in r#"[\[\]{},:"\\0-9eE.+ntrulefas -]{0,12}"#) {
            prop_assert_eq!(accepts(&text), oracle(&text), "{}", text);
        }
    }
}
