//! The standard output: its colours, its width, and messages beside it.

use crate::sanitize::{Sanitizer, sanitized};
use arcbatt::render::{ColorMode, Style};
use serde_json::Value as Json;
use std::io::{self, BufWriter, IsTerminal, Write};

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
    /// Whether it is a terminal; other output is not cut to a width.
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
        // Only terminals need sanitizing.
        let out: Box<dyn Write> = match terminal {
            true => Box::new(Sanitizer::new(stdout.lock())),
            false => Box::new(stdout.lock()),
        };
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
            _ => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }

    /// Prints a JSON document.
    pub fn print_json(&mut self, json: &Json) -> anyhow::Result<()> {
        serde_json::to_writer_pretty(&mut self.stdout, json)?;
        writeln!(self.stdout)?;
        Ok(())
    }
}

/// Prints a message on the standard error.
pub fn note(message: impl std::fmt::Display) {
    // A failure cannot be reported anywhere.
    let _ = writeln!(io::stderr(), "{}", sanitized(&message.to_string()));
}
