//! Removes control sequences from output to a terminal.
//!
//! Stores, profiles, batts and vectors may come from untrusted sources, and their texts are printed.
//! In: the output. Out: the same with `?` for control characters, except line ends, tabs and colour
//! sequences. Never: text from a file that moves the cursor, renames the window or reaches the
//! clipboard.

use std::io::{self, Write};

/// The longest colour sequence: two 24-bit colours.
const LONGEST: usize = 48;

/// A writer that forwards everything but control sequences.
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

    fn take(&mut self, byte: u8, out: &mut Vec<u8>) {
        match (self.pending.as_slice(), byte) {
            // 0xc2 may begin a C1 control character.
            ([], 0x1b | 0xc2) => self.pending.push(byte),
            ([], byte) => out.push(match byte {
                b'\n' | b'\t' => byte,
                ..0x20 | 0x7f => b'?',
                byte => byte,
            }),
            ([0xc2], 0x80..=0x9f) => {
                self.pending.clear();
                out.push(b'?');
            }
            ([0xc2], byte) => {
                self.pending.clear();
                out.push(0xc2);
                self.take(byte, out);
            }
            ([0x1b], b'[') => self.pending.push(byte),
            ([0x1b, b'[', ..], b'0'..=b'9' | b';') if self.pending.len() < LONGEST => {
                self.pending.push(byte);
            }
            ([0x1b, b'[', ..], b'm') => {
                out.append(&mut self.pending);
                out.push(byte);
            }
            (_, byte) => {
                out.push(b'?');
                // The characters after the escape are harmless.
                out.extend(self.pending.drain(..).skip(1));
                self.take(byte, out);
            }
        }
    }
}

impl<W: Write> Write for Sanitizer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut out = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            self.take(byte, &mut out);
        }
        self.inner.write_all(&out)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The message with `?` for control characters, except line ends and tabs.
pub fn sanitized(message: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => c,
        c if c.is_control() => '?',
        c => c,
    };
    message.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        // In one piece and byte by byte.
        let whole = {
            let mut out = Vec::new();
            Sanitizer::new(&mut out).write_all(text.as_bytes()).unwrap();
            out
        };
        let mut out = Vec::new();
        let mut sanitizer = Sanitizer::new(&mut out);
        for byte in text.as_bytes() {
            sanitizer.write_all(&[*byte]).unwrap();
        }
        assert_eq!(out, whole);
        String::from_utf8(whole).unwrap()
    }

    #[test]
    fn colours_pass_and_control_sequences_do_not() {
        for plain in [
            "a\tb\n",
            "9×9 ─▶ µ£é",
            "\x1b[0;38;2;80;85;93;48;2;0;0;0m▀\x1b[0m",
            "\x1b[1mbold\x1b[m",
        ] {
            assert_eq!(written(plain), plain);
        }
        for (text, wanted) in [
            ("\x1b[2Jgone", "?[2Jgone"),
            ("\x1b]0;title\x07x", "?]0;title?x"),
            ("\x1b\x1b[31mred\x1b[0m", "?\x1b[31mred\x1b[0m"),
            ("\x1b[31\nm", "?[31\nm"),
            ("a\rb\x08\x7f\0", "a?b???"),
            ("\u{9b}2J \u{85}", "?2J ?"),
            ("\u{a0}\u{ff}", "\u{a0}\u{ff}"),
        ] {
            assert_eq!(written(text), wanted);
        }
        let endless = format!("\x1b[{}m", "1;".repeat(LONGEST));
        assert!(!written(&endless).contains('\x1b'));
        assert_eq!(sanitized("a\x1b[2J\u{9b}\n"), "a?[2J?\n");
    }
}
