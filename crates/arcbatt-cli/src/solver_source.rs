//! Solvers from a file, from the standard input, or built in.

use crate::args::EntryArgs;
use crate::output::{counted, is_quiet, warn};
use crate::read_file;
use anyhow::{Context, bail};
use arcbatt::program::Solvers;
use arcbatt::program::{MAX_SOURCE, ParseError};
use arcbatt::task::generators;
use std::io::{self, Read};
use std::path::Path;

/// The most problems printed one by one; JSON has all.
const MOST_PROBLEMS: usize = 50;

/// Solvers and where they come from.
pub struct Source {
    /// The name of the file, for messages.
    pub file: String,
    /// Its solvers.
    pub solvers: Solvers,
    /// The files, if there are several, each with the number of programs, errors and notes up to
    /// its end.
    files: Vec<(String, [usize; 3])>,
    embedded: bool,
}

/// A list of what a source holds.
#[derive(Clone, Copy)]
pub enum SourcePart {
    /// The programs.
    Programs,
    /// What could not be read.
    Errors,
    /// Notes.
    Notes,
}

impl Source {
    /// The built-in solvers.
    pub fn embedded() -> Self {
        Self {
            file: "built-in solvers".to_owned(),
            solvers: Solvers::read(generators::SOLVERS),
            files: Vec::new(),
            embedded: true,
        }
    }

    /// Whether they are the built-in solvers, which have no file.
    pub fn is_embedded(&self) -> bool {
        self.embedded
    }

    /// Several sources as one.
    pub fn joined(sources: Vec<Self>, name: String) -> Self {
        let mut joined = Self {
            file: name,
            solvers: Solvers::default(),
            files: Vec::new(),
            embedded: false,
        };
        let all = &mut joined.solvers;
        for source in sources {
            all.programs.extend(source.solvers.programs);
            all.errors.extend(source.solvers.errors);
            all.notes.extend(source.solvers.notes);
            let ends = [all.programs.len(), all.errors.len(), all.notes.len()];
            joined.files.push((source.file, ends));
        }
        joined
    }

    /// The file that holds an element of a part.
    pub fn file_of(&self, part: SourcePart, at: usize) -> &str {
        let mut files = self.files.iter();
        let file = files.find(|(_, ends)| at < ends[part as usize]);
        file.map_or(&self.file, |(name, _)| name)
    }

    /// The solvers in a file; `-` is the standard input.
    pub fn open(path: &Path, entry: &EntryArgs) -> anyhow::Result<Self> {
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
            bail!("{file}: not UTF-8 text, so not Python source");
        };
        Ok(Self {
            file,
            solvers: Solvers::read_with(&text, &entry.options()),
            files: Vec::new(),
            embedded: false,
        })
    }

    /// Prints problems and notes as `file:line:column: message`, with the line of the source.
    pub fn print_problems(&self) {
        let file = &self.file;
        let print = |problems: &[ParseError], noun: &str| {
            for problem in problems.iter().take(MOST_PROBLEMS) {
                warn(format_args!("{file}:{problem}"));
                if let Some(excerpt) = &problem.excerpt {
                    warn(excerpt);
                }
            }
            if let more @ 1.. = problems.len().saturating_sub(MOST_PROBLEMS) {
                let more = counted(more, noun);
                warn(format_args!("{file}: {more} more; --json prints all"));
            }
        };
        print(&self.solvers.errors, "problem");
        if !is_quiet() {
            print(&self.solvers.notes, "note");
        }
    }
}

/// Reads up to one byte beyond the size limit, so that the parser reports it.
fn read(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MAX_SOURCE as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
