//! Sanitizes everything that is printed.
//!
//! Tasks, programs, stores, profiles, batts and arguments may come from untrusted sources, and their
//! texts are printed. In: the output. Out: the same with `?` for every character that could steer a
//! terminal ([`is_unprintable`]). Our own colours pass: they carry a random key, which no file knows.
//! Never: text from a file that moves the cursor, hides text, renames the window or reaches the
//! clipboard.

use arcbatt::text::{clipped, is_unprintable, printable};
use std::io::{self, Write};
use std::sync::OnceLock;

/// The longest codes of a colour sequence: two 24-bit colours.
const LONGEST: usize = 48;

/// The most characters of a line of a message.
const MOST_CHARACTERS: usize = 2_000;

/// The start of our own escape sequences, with a key that is another one in each process.
fn start() -> &'static str {
    static START: OnceLock<String> = OnceLock::new();
    START.get_or_init(|| {
        let mut key = [0; 8];
        // Without random numbers, the time will do: nobody can put it into a file beforehand.
        if getrandom::fill(&mut key).is_err() {
            let now = std::time::SystemTime::now();
            let since = now
                .duration_since(std::time::UNIX_EPOCH)
                .unwrap_or_default();
            key = (since.as_nanos() as u64).to_le_bytes();
        }
        format!("\x1b[{};", u64::from_le_bytes(key))
    })
}

/// The text in one of our own styles, such as `1` for bold.
pub fn styled(code: &str, text: &str) -> String {
    let start = start();
    format!("{start}{code}m{text}{start}0m")
}

/// A drawing of the library, which has no escape sequence but those of its colours.
pub fn drawing(text: &str) -> String {
    text.replace("\x1b[", start())
}

/// The message without control characters, its lines cut to a bearable length.
pub fn sanitized(message: &str) -> String {
    let message = printable(message);
    let lines = message
        .split('\n')
        .map(|line| clipped(line, MOST_CHARACTERS));
    lines.collect::<Vec<_>>().join("\n")
}

/// A writer that sanitizes text.
pub struct Sanitizer<W> {
    inner: W,
    /// The start of a character or sequence that is not complete yet.
    pending: Vec<u8>,
}

impl<W: Write> Sanitizer<W> {
    /// Writes to `inner`.
    pub fn new(inner: W) -> Self {
        let pending = Vec::new();
        Self { inner, pending }
    }
}

/// Sanitizes text; returns the number of bytes at its end that may begin one of our own sequences.
fn sanitize(text: &str, out: &mut Vec<u8>) -> usize {
    let mut rest = text;
    while let Some(at) = rest.find(is_unprintable) {
        out.extend(&rest.as_bytes()[..at]);
        rest = &rest[at..];
        match sequence(rest) {
            Sequence::Ours(codes, len) => {
                out.extend(b"\x1b[");
                out.extend(codes.as_bytes());
                rest = &rest[len..];
            }
            Sequence::Incomplete => return rest.len(),
            Sequence::Foreign => {
                out.push(b'?');
                rest = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
            }
        }
    }
    out.extend(rest.as_bytes());
    0
}

/// What begins with an unprintable character.
enum Sequence<'t> {
    /// One of our own: its codes with the `m`, and its length.
    Ours(&'t str, usize),
    /// Perhaps one of our own.
    Incomplete,
    /// Something else.
    Foreign,
}

fn sequence(text: &str) -> Sequence<'_> {
    let start = start();
    let Some(codes) = text.strip_prefix(start) else {
        return match start.starts_with(text) {
            true => Sequence::Incomplete,
            false => Sequence::Foreign,
        };
    };
    match codes.find(|c: char| !c.is_ascii_digit() && c != ';') {
        Some(end) if end <= LONGEST && codes[end..].starts_with('m') => {
            Sequence::Ours(&codes[..=end], start.len() + end + 1)
        }
        None if codes.len() <= LONGEST => Sequence::Incomplete,
        _ => Sequence::Foreign,
    }
}

impl<W: Write> Write for Sanitizer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_plain = |&byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        if self.pending.is_empty() && bytes.iter().all(is_plain) {
            self.inner.write_all(bytes)?;
            return Ok(bytes.len());
        }
        let mut all = std::mem::take(&mut self.pending);
        all.extend(bytes);
        let mut out = Vec::with_capacity(all.len());
        let mut left = 0;
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            let is_last = chunks.peek().is_none();
            left = sanitize(chunk.valid(), &mut out);
            let invalid = chunk.invalid();
            if invalid.is_empty() {
                continue;
            }
            // A sequence that was begun has no such bytes.
            let begun = &chunk.valid()[chunk.valid().len() - left..];
            out.extend(printable(begun).as_bytes());
            left = match is_last && may_continue(invalid) {
                // The other bytes of the character come with the next write.
                true => invalid.len(),
                false => {
                    out.push(b'?');
                    0
                }
            };
        }
        self.inner.write_all(&out)?;
        self.pending = all.split_off(all.len() - left);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Whether bytes are the start of a character.
fn may_continue(bytes: &[u8]) -> bool {
    let error = std::str::from_utf8(bytes).err();
    error.is_some_and(|error| error.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &[u8]) -> String {
        // In one piece and byte by byte.
        let whole = {
            let mut out = Vec::new();
            Sanitizer::new(&mut out).write_all(text).unwrap();
            out
        };
        let mut out = Vec::new();
        let mut sanitizer = Sanitizer::new(&mut out);
        for byte in text {
            sanitizer.write_all(&[*byte]).unwrap();
        }
        assert_eq!(out, whole);
        String::from_utf8(whole).unwrap()
    }

    #[test]
    fn our_colours_pass_and_nothing_else_does() {
        for plain in ["a\tb\n", "9×9 ─▶ µ£é", "\u{a0}\u{ff}"] {
            assert_eq!(written(plain.as_bytes()), plain);
        }
        let drawn = "\x1b[0;38;2;80;85;93;48;2;0;0;0m▀\x1b[0m";
        assert_eq!(written(drawing(drawn).as_bytes()), drawn);
        assert_eq!(
            written(styled("1", "bold").as_bytes()),
            "\x1b[1mbold\x1b[0m"
        );
        for (text, wanted) in [
            ("\x1b[1mbold\x1b[m", "?[1mbold?[m"),
            ("\x1b[8mhidden", "?[8mhidden"),
            ("\x1b[2Jgone", "?[2Jgone"),
            ("\x1b]0;title\x07x", "?]0;title?x"),
            ("a\rb\x08\x7f\0.", "a?b???."),
            ("\u{9b}2J \u{85}.", "?2J ?."),
            ("\u{202e}txt.", "?txt."),
        ] {
            assert_eq!(written(text.as_bytes()), wanted);
            let wanted = format!("\x1b[31m{wanted}\x1b[0m");
            assert_eq!(written(styled("31", text).as_bytes()), wanted);
        }
        assert_eq!(written(b"a\xff\xe2\x82b\x1b\xff."), "a??b??.");
        let endless = format!("{}{}m.", start(), "1;".repeat(LONGEST));
        assert!(!written(endless.as_bytes()).contains('\x1b'));
    }

    #[test]
    fn messages_are_clean_and_bounded() {
        assert_eq!(sanitized("a\x1b[2J\u{9b}\n"), "a?[2J?\n");
        let long = sanitized(&format!("{}\nb", "a".repeat(1_000_000)));
        assert_eq!(long.chars().count(), MOST_CHARACTERS + 2);
        assert!(long.ends_with("…\nb"));
    }
}
