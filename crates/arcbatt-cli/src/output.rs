//! Where a command prints, and how: the standard output, its colours and its width.

use crate::sanitize::{Sanitizer, sanitized};
use arcbatt::render::{ColorMode, Style};
use serde_json::Value as Json;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::time::Duration;

/// The width where nothing tells another.
const COLUMNS: usize = 80;

/// The standard output, buffered.
pub struct Output {
    /// What is written to.
    pub stdout: BufWriter<Box<dyn Write>>,
    /// How pictures are drawn.
    pub style: Style,
    /// How wide pictures may be.
    pub columns: usize,
    /// Whether a person looks at it; what is not looked at is not cut to a width.
    pub terminal: bool,
    /// JSON instead of text.
    pub json: bool,
}

impl Output {
    /// The standard output as the environment describes it.
    pub fn detect(json: bool) -> Self {
        let stdout = io::stdout();
        let env = |name: &str| std::env::var(name).ok();
        let terminal = stdout.is_terminal();
        let style = Style::detect(terminal, env);
        // COLUMNS is what a user sets on purpose, so it wins.
        let columns = env("COLUMNS")
            .and_then(|text| text.parse().ok())
            .filter(|&columns: &usize| columns > 0)
            .or_else(|| terminal_size::terminal_size().map(|(width, _)| width.0.into()))
            .unwrap_or(COLUMNS);
        // Files and other programs get what is there.
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

    /// Somewhere that no person looks at, to see what a command prints.
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

    /// Bold text, where there is colour.
    pub fn bold(&self, text: &str) -> String {
        self.escaped("1", text)
    }

    /// Pale text, where there is colour.
    pub fn dim(&self, text: &str) -> String {
        self.escaped("2", text)
    }

    /// Green text, where there is colour.
    pub fn green(&self, text: &str) -> String {
        self.escaped("32", text)
    }

    /// Red text, where there is colour.
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

/// Says something to the user beside the output.
pub fn note(message: impl std::fmt::Display) {
    // Nobody is left to tell if this fails.
    let _ = writeln!(io::stderr(), "{}", sanitized(&message.to_string()));
}

/// A time in the unit that suits it.
pub fn time(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 1e3 {
        format!("{micros:.1} µs")
    } else if micros < 1e6 {
        format!("{:.1} ms", micros / 1e3)
    } else {
        format!("{:.2} s", micros / 1e6)
    }
}

/// `1 task`, `2 tasks`.
pub fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// The text, cut to so many characters.
pub fn clipped(text: &str, columns: usize) -> String {
    if text.chars().count() <= columns {
        return text.to_owned();
    }
    let kept: String = text.chars().take(columns.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A length of time as people write it: `90s`, `500ms`, `15m`, `8h`; a bare number is seconds.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| c != '.' && !c.is_ascii_digit());
    let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
    let seconds = match unit.trim() {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let length = number.parse::<f64>().map_or(f64::NAN, |n| n * seconds);
    Duration::try_from_secs_f64(length)
        .map_err(|_| "write a time such as 500ms, 90s, 15m or 8h".to_owned())
}

/// A number of things, of which there is at least one.
pub fn parse_count<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse()
        .map_err(|_| "write a whole number, at least 1".to_owned())
}

/// The most threads that are started.
const MOST_THREADS: usize = 1024;

/// A number of threads. More than any machine has would take minutes to start.
pub fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().and_then(NonZeroUsize::new);
    let number = number.filter(|number| number.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("write a number from 1 to {MOST_THREADS}"))
}

/// A number of bytes as people write it: `512M`, `2G`, `64K`; a bare number is bytes.
pub fn parse_bytes(text: &str) -> Result<usize, String> {
    let wrong = || "write a size such as 512M or 2G".to_owned();
    let digits = text.find(|c: char| c != '.' && !c.is_ascii_digit());
    let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
    let unit = unit.trim().to_ascii_lowercase();
    let shift = match unit.trim_end_matches("ib").trim_end_matches('b') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(wrong()),
    };
    let bytes = number.parse::<f64>().map_err(|_| wrong())? * (1u64 << shift) as f64;
    // Past the address space it is as good as no limit; `as` ends there.
    match bytes >= 1.0 {
        true => Ok(bytes as usize),
        false => Err(wrong()),
    }
}

/// A number with its thousands apart: `1,234,567`. Plain characters: not every terminal has others.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_as_people_write_them() {
        assert_eq!(parse_bytes("512M"), Ok(512 << 20));
        assert_eq!(parse_bytes("1.5 GiB"), Ok(3 << 29));
        assert_eq!(parse_bytes("64kb"), Ok(64 << 10));
        assert_eq!(parse_bytes("7"), Ok(7));
        for bad in ["", "G", "-1", "0", "1X", "nan", "1e9"] {
            assert!(parse_bytes(bad).is_err(), "{bad}");
        }
    }
}
