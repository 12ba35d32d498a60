//! Scanners that find the end of a name, number, string or operator.

/// The end of a string.
pub(super) enum Quoted {
    /// Behind its closing quotes.
    Ends(usize),
    /// It does not end on its line; scanned up to this offset.
    EndlessLine(usize),
    /// It begins with three quotes and never ends.
    Endless,
}

/// The offset of the next line ending, or the end of the text.
pub(super) fn line_end(bytes: &[u8], start: usize) -> usize {
    let rest = &bytes[start..];
    start + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
}

/// The offset behind the line ending (`\n`, `\r\n` or `\r`) at `at`; the end of the text if that is there.
pub(super) fn line_break_end(bytes: &[u8], at: usize) -> usize {
    let length = match &bytes[at..] {
        [b'\r', b'\n', ..] => 2,
        [] => 0,
        _ => 1,
    };
    at + length
}

/// The number of characters in UTF-8 text.
pub(super) fn count_characters(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .map(|&byte| u32::from(byte & 0xc0 != 0x80))
        .sum()
}

/// The end of the name that begins at `start`; `start` itself if none does.
pub(super) fn name_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = ascii_name_end(bytes, start);
    loop {
        match bytes.get(at) {
            Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'_' => at += 1,
            Some(0x80..) => {
                let Some(character) = text[at..].chars().next() else {
                    return at;
                };
                let fits = if at == start {
                    unicode_ident::is_xid_start(character)
                } else {
                    unicode_ident::is_xid_continue(character)
                };
                if !fits {
                    return at;
                }
                at += character.len_utf8();
            }
            _ => return at,
        }
    }
}

/// Whether a byte may be in a name.
static IN_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

/// The end of the letters, digits and underscores of ASCII that begin at `start`.
#[inline]
pub(super) fn ascii_name_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(&byte) = bytes.get(at)
        && IN_NAME[byte as usize]
    {
        at += 1;
    }
    at
}

/// The end of the number that begins at `start`, including letters that make it ill-formed:
/// the parser rejects those.
pub(super) fn number_end(bytes: &[u8], start: usize) -> usize {
    let based = bytes[start] == b'0'
        && matches!(
            bytes.get(start + 1),
            Some(b'x' | b'X' | b'o' | b'O' | b'b' | b'B')
        );
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        let exponent_sign = !based
            && matches!(byte, b'+' | b'-')
            && matches!(bytes[at - 1], b'e' | b'E')
            && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        if !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.') || exponent_sign) {
            break;
        }
        at += 1;
    }
    at
}

/// The end of the string whose opening quote is at `quote`. A backslash escapes the next
/// character, in raw strings too.
///
/// `endless` keeps time linear: strings in one and in three such quotes that begin before these
/// offsets are known not to end, so they are not scanned again.
pub(super) fn string_end(bytes: &[u8], quote: usize, endless: [usize; 2]) -> Quoted {
    let mark = bytes[quote];
    let triple = bytes[quote..].starts_with(&[mark; 3]);
    if quote < endless[usize::from(triple)] {
        return if triple {
            Quoted::Endless
        } else {
            Quoted::EndlessLine(0)
        };
    }
    let mut at = quote + if triple { 3 } else { 1 };
    while let Some(&byte) = bytes.get(at) {
        match byte {
            // Two bytes, one line ending.
            b'\\' if bytes[at + 1..].starts_with(b"\r\n") => at += 3,
            b'\\' => at += 2,
            b'\n' | b'\r' if !triple => return Quoted::EndlessLine(at),
            _ if byte != mark => at += 1,
            _ if !triple => return Quoted::Ends(at + 1),
            _ if bytes[at..].starts_with(&[mark; 3]) => return Quoted::Ends(at + 3),
            _ => at += 1,
        }
    }
    if triple {
        Quoted::Endless
    } else {
        Quoted::EndlessLine(at)
    }
}

/// Whether these letters are a string prefix.
pub(super) fn is_string_prefix(text: &str) -> bool {
    let same = |prefix: &&str| text.eq_ignore_ascii_case(prefix);
    ["r", "u", "b", "f", "t", "br", "rb", "fr", "rf", "tr", "rt"]
        .iter()
        .any(same)
}

/// The length of the operator at the start of the text; 0 if there is none.
pub(super) fn operator_length(bytes: &[u8]) -> usize {
    let at = |k: usize| bytes.get(k).copied().unwrap_or(0);
    match (at(0), at(1), at(2)) {
        (b'*', b'*', b'=') | (b'/', b'/', b'=') | (b'<', b'<', b'=') | (b'>', b'>', b'=') => 3,
        (b'.', b'.', b'.') => 3,
        (b'*', b'*', _) | (b'/', b'/', _) | (b'<', b'<', _) | (b'>', b'>', _) => 2,
        (b'-', b'>', _) => 2,
        (
            b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'@' | b'=' | b'!' | b'<'
            | b'>' | b':',
            b'=',
            _,
        ) => 2,
        (
            b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'@' | b'=' | b'<' | b'>'
            | b':' | b'~' | b'.',
            _,
            _,
        ) => 1,
        _ => 0,
    }
}

/// The keywords of Python that occur only at the beginning of statements, hence never in brackets.
const ONLY_BEGIN_STATEMENTS: [&str; 17] = [
    "assert", "break", "class", "continue", "def", "del", "except", "finally", "global", "import",
    "nonlocal", "pass", "raise", "return", "try", "while", "with",
];

/// The other keywords of Python.
const OTHER_KEYWORDS: [&str; 18] = [
    "False", "None", "True", "and", "as", "async", "await", "elif", "else", "for", "from", "if",
    "in", "is", "lambda", "not", "or", "yield",
];

/// The length of the longest keyword.
const LONGEST_KEYWORD: usize = 8;

/// The first letters of keywords by their length: bit `letter % 64`.
const FIRST_LETTERS: [u64; LONGEST_KEYWORD + 1] = {
    let mut letters = [0; LONGEST_KEYWORD + 1];
    let mut k = 0;
    while k < ONLY_BEGIN_STATEMENTS.len() + OTHER_KEYWORDS.len() {
        let word = match k < ONLY_BEGIN_STATEMENTS.len() {
            true => ONLY_BEGIN_STATEMENTS[k],
            false => OTHER_KEYWORDS[k - ONLY_BEGIN_STATEMENTS.len()],
        };
        letters[word.len()] |= 1 << (word.as_bytes()[0] % 64);
        k += 1;
    }
    letters
};

/// Whether a keyword has this length and first letter.
#[inline]
pub(super) fn may_be_keyword(word: &[u8]) -> bool {
    let letters = FIRST_LETTERS.get(word.len()).copied().unwrap_or(0);
    let first = word.first().copied().unwrap_or(0);
    letters >> (first % 64) & 1 == 1
}

/// Whether the word is a Python keyword.
pub(super) fn is_keyword(text: &str) -> bool {
    may_be_keyword(text.as_bytes())
        && (only_begins_statements(text) || OTHER_KEYWORDS.contains(&text))
}

/// Whether the keyword occurs only at the beginning of statements, hence never in brackets.
pub(super) fn only_begins_statements(text: &str) -> bool {
    ONLY_BEGIN_STATEMENTS.contains(&text)
}
