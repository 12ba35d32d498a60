//! The standard output: its colours, its width, and messages beside it.

use crate::json_text::{Lazy, write_json, write_lazy};
use crate::sanitize::{Sanitizer, drawing, sanitized, styled};
use arcbatt::render::{ColorMode, Style};
use serde_json::Value as Json;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

pub use arcbatt::text::{clipped, counted, duration as time, grouped};

/// The width if the terminal does not report one.
const COLUMNS: usize = 80;

/// The standard output, buffered.
pub struct Output {
    /// The buffered stream.
    pub stdout: BufWriter<Box<dyn Write>>,
    /// The style of pictures.
    pub style: Style,
    /// The width of pictures, in columns.
    pub columns: usize,
    /// Whether it is a terminal; other output is neither cut nor wrapped.
    pub terminal: bool,
    /// Whether to print JSON instead of text.
    pub json: bool,
}

impl Output {
    /// The standard output as the environment describes it.
    pub fn detect(json: bool) -> Self {
        let stdout = io::stdout();
        let env = |name: &str| std::env::var(name).ok();
        let terminal = stdout.is_terminal();
        let style = Style::detect(terminal, env);
        // COLUMNS is set on purpose, so it wins.
        let columns = env("COLUMNS")
            .and_then(|text| text.parse().ok())
            .filter(|&columns: &usize| columns > 0)
            .or_else(|| terminal_size::terminal_size().map(|(width, _)| width.0.into()))
            .unwrap_or(COLUMNS);
        // Files and pipes, too: they are looked at in a terminal later.
        let out = Box::new(Sanitizer::new(stdout.lock()));
        Self {
            stdout: BufWriter::new(out),
            style,
            columns,
            terminal,
            json,
        }
    }

    /// Output to a writer instead, for tests.
    #[cfg(test)]
    pub fn plain(out: impl Write + 'static) -> Self {
        Self {
            stdout: BufWriter::new(Box::new(out)),
            style: Style::detect(false, |_| None),
            columns: COLUMNS,
            terminal: false,
            json: false,
        }
    }

    /// Bold text, if colour is on.
    pub fn bold(&self, text: &str) -> String {
        self.escaped("1", text)
    }

    /// Dim text, if colour is on.
    pub fn dim(&self, text: &str) -> String {
        self.escaped("2", text)
    }

    /// Green text, if colour is on.
    pub fn green(&self, text: &str) -> String {
        self.escaped("32", text)
    }

    /// Red text, if colour is on.
    pub fn red(&self, text: &str) -> String {
        self.escaped("31", text)
    }

    fn escaped(&self, code: &str, text: &str) -> String {
        match self.style.color {
            ColorMode::None => text.to_owned(),
            _ => styled(code, text),
        }
    }

    /// The text with its lines wrapped to the width of the output, if that has one.
    pub fn wrapped(&self, text: &str) -> String {
        match self.terminal {
            true => wrapped(text, self.columns),
            false => text.to_owned(),
        }
    }

    /// Prints a sentence, wrapped to the width of a terminal.
    pub fn print_sentence(&mut self, text: &str) -> io::Result<()> {
        let text = self.wrapped(text);
        writeln!(self.stdout, "{text}")
    }

    /// Prints a drawing of the library.
    pub fn print_drawing(&mut self, drawn: &str) -> io::Result<()> {
        self.stdout.write_all(drawing(drawn).as_bytes())
    }

    /// Prints a JSON document that is made while it is printed.
    pub fn print_lazy(&mut self, json: Lazy<'_>) -> anyhow::Result<()> {
        write_lazy(&mut self.stdout, json, 0)?;
        writeln!(self.stdout)?;
        Ok(())
    }

    /// Prints a JSON document.
    pub fn print_json(&mut self, json: &Json) -> anyhow::Result<()> {
        write_json(&mut self.stdout, json, 0)?;
        writeln!(self.stdout)?;
        Ok(())
    }
}

/// Whether notes and progress are left out.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves out notes and progress from now on.
pub fn set_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether notes and progress are left out.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints a message on the standard error, unless `--quiet`.
pub fn note(message: impl std::fmt::Display) {
    if !is_quiet() {
        warn(message);
    }
}

/// Prints an error or a problem on the standard error, even if `--quiet`.
pub fn warn(message: impl std::fmt::Display) {
    let mut message = sanitized(&message.to_string());
    if io::stderr().is_terminal()
        && let Some((width, _)) = terminal_size::terminal_size_of(io::stderr())
    {
        message = wrapped(&message, width.0.into());
    }
    // A failure cannot be reported anywhere.
    let _ = writeln!(io::stderr(), "{message}");
}

/// Succeeds if all do. All errors but the last are printed, so that every file that could not be written
/// is named.
pub fn all_written(results: impl IntoIterator<Item = anyhow::Result<()>>) -> anyhow::Result<()> {
    let mut errors = results.into_iter().filter_map(Result::err);
    let Some(mut last) = errors.next() else {
        return Ok(());
    };
    for error in errors {
        warn(format_args!("error: {last:#}"));
        last = error;
    }
    Err(last)
}

/// Breaks lines that are longer than `columns` at spaces; what continues a line is indented.
///
/// A word that is too long for a line stays whole.
pub fn wrapped(text: &str, columns: usize) -> String {
    let mut wrapped = String::new();
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let mut column = 0;
        for word in line.split_inclusive(' ') {
            let width = visible_width(word.trim_end());
            if width > 0 && column > indent && column + width > columns {
                wrapped.truncate(wrapped.trim_end_matches(' ').len());
                wrapped.push('\n');
                wrapped.extend(std::iter::repeat_n(' ', indent + 2));
                column = indent + 2;
            }
            wrapped.push_str(word);
            column += visible_width(word);
        }
    }
    wrapped
}

/// The number of characters that a terminal shows: without sequences for colour.
fn visible_width(text: &str) -> usize {
    let mut in_sequence = false;
    let is_visible = |c: &char| {
        in_sequence |= *c == '\x1b';
        let visible = !in_sequence;
        in_sequence &= *c != 'm';
        visible
    };
    text.chars().filter(is_visible).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped_at_spaces() {
        assert_eq!(wrapped("one two three", 80), "one two three");
        assert_eq!(wrapped("one two three\n", 9), "one two\n  three\n");
        assert_eq!(wrapped("  one two three", 9), "  one two\n    three");
        assert_eq!(
            wrapped("exactly nine\nand more", 12),
            "exactly nine\nand more"
        );
        assert_eq!(wrapped("a incompressible b", 5), "a\n  incompressible\n  b");
        assert_eq!(wrapped("", 5), "");
        // Colour takes no room.
        assert_eq!(
            wrapped("\x1b[31mone\x1b[0m two", 7),
            "\x1b[31mone\x1b[0m two"
        );
        assert_eq!(
            wrapped("\x1b[1mone\x1b[0m two", 6),
            "\x1b[1mone\x1b[0m\n  two"
        );
    }
}
