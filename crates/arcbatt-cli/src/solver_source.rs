//! Solvers from a file, from the standard input, or the built-in ones.

use crate::output::{counted, note};
use crate::read_file;
use anyhow::{Context, bail};
use arcbatt::check::Solvers;
use arcbatt::program::{MAX_SOURCE, ParseError};
use arcbatt::task::generators;
use std::io::{self, Read};
use std::path::Path;

/// The most problems that are told one by one; JSON has them all.
const MOST_PROBLEMS: usize = 50;

/// Solvers and where they come from.
pub struct Source {
    /// The file, for messages.
    pub file: String,
    /// What is in it.
    pub solvers: Solvers,
}

impl Source {
    /// The built-in solvers.
    pub fn embedded() -> Self {
        Self {
            file: "built-in solvers".to_owned(),
            solvers: Solvers::read(generators::SOLVERS),
        }
    }

    /// The solvers in a file; `-` is the standard input.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let stdin = path == Path::new("-");
        let file = match stdin {
            true => "standard input".to_owned(),
            false => path.display().to_string(),
        };
        let text = match stdin {
            true => read(io::stdin().lock()),
            false => read_file::open(path).and_then(read),
        };
        let text = text.with_context(|| format!("{file}: cannot read solvers from it"))?;
        let Ok(text) = String::from_utf8(text) else {
            bail!("{file}: not UTF-8 text, so it is no Python source");
        };
        Ok(Self {
            file,
            solvers: Solvers::read(&text),
        })
    }

    /// Prints the problems, as `file:line:column: message`, and the notes.
    pub fn print_problems(&self) {
        let file = &self.file;
        let told = |problems: &[ParseError], noun: &str| {
            for problem in problems.iter().take(MOST_PROBLEMS) {
                note(format_args!("{file}:{problem}"));
            }
            if let more @ 1.. = problems.len().saturating_sub(MOST_PROBLEMS) {
                let more = counted(more, noun);
                note(format_args!("{file}: {more} more; --json has them all"));
            }
        };
        told(&self.solvers.errors, "problem");
        told(&self.solvers.notes, "note");
    }
}

/// All bytes, or one more than a source may have, which the parser rejects in words.
fn read(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MAX_SOURCE as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
