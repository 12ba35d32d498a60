//! Decides whether a command may write a file: outputs never destroy anything.
//!
//! In: the files that a command reads, then each of its outputs. Out: an error that names the option, the
//! file and what to do.
//!
//! Invariants: an output is never a file that the command reads, another of its outputs, or part of its
//! store, whatever the files are called: they are compared by device and number, with links resolved. A
//! file of another kind is replaced only if the user forces it. Devices and pipes are never refused.

mod kind;

pub use kind::FileKind;

use crate::whole_file::{can_write, folder_of};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The files that SQLite keeps beside a store.
const STORE_ENDINGS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Why an output file may not be written.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct OutputError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: OutputProblem,
}

/// What is wrong with an output file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OutputProblem {
    /// The system does not allow it.
    #[error("cannot write it: {0}")]
    CannotWrite(io::Error),
    /// The command reads it.
    #[error("{option} would replace a file that this command reads ({input}); name another file")]
    IsInput {
        /// The option of the output.
        option: String,
        /// The option or argument of the input.
        input: String,
    },
    /// Two outputs are one file.
    #[error("{first} and {second} name the same file; give each its own")]
    IsOutput {
        /// The option of the first output.
        first: String,
        /// The option of the second output.
        second: String,
    },
    /// It holds something else.
    #[error(
        "{option} would replace {found} by {wanted}; name another file, or add --force to replace it"
    )]
    OtherKind {
        /// The option of the output.
        option: String,
        /// What is in the file.
        found: &'static str,
        /// What would be in it.
        wanted: &'static str,
    },
}

/// The files of one command.
#[derive(Debug, Default)]
pub struct OutputFiles {
    force: bool,
    inputs: Vec<Known>,
    /// Stores that are read; one of them may be written, too.
    stores: Vec<Known>,
    folders: Vec<(Known, &'static str)>,
    outputs: Vec<Known>,
}

/// A file that the command uses.
#[derive(Debug)]
struct Known {
    /// The option or argument that names it.
    name: String,
    place: Place,
}

impl OutputFiles {
    /// No files yet. With `force`, files of another kind may be replaced.
    pub fn new(force: bool) -> Self {
        Self {
            force,
            ..Self::default()
        }
    }

    /// Whether files of another kind may be replaced.
    pub fn is_forced(&self) -> bool {
        self.force
    }

    /// Adds a file that the command reads, named by an option or argument; `-` is the standard input.
    pub fn reads(&mut self, name: &str, path: &Path) {
        let path = match path == Path::new("-") {
            true => Path::new("/dev/stdin"),
            false => path,
        };
        if let Some(known) = Known::file(name, path) {
            self.inputs.push(known);
        }
    }

    /// Adds a folder of which the command reads all files that end in `.{extension}`.
    pub fn reads_folder(&mut self, name: &str, path: &Path, extension: &'static str) {
        if let Some(known) = Known::file(name, path) {
            self.folders.push((known, extension));
        }
    }

    /// Adds a store that the command only reads.
    pub fn reads_store(&mut self, name: &str, path: &Path) {
        let files = store_files(path);
        let known = files.iter().filter_map(|path| Known::file(name, path));
        self.stores.extend(known);
    }

    /// Adds the store that the command writes; it may be one that the command reads.
    pub fn keeps_store(&mut self, option: &str, path: &Path) -> Result<(), OutputError> {
        for file in store_files(path) {
            let Some(known) = Known::file(option, &file) else {
                continue;
            };
            let is_same = |other: &&Known| other.place.is(&known.place);
            if let Some(input) = self.inputs.iter().find(is_same) {
                return Err(known.error(&file, &input.name, true));
            }
            if let Some(output) = self.outputs.iter().find(is_same) {
                return Err(known.error(&file, &output.name, false));
            }
            self.outputs.push(known);
        }
        Ok(())
    }

    /// Decides whether the command may write an output; it then belongs to the outputs.
    pub fn may_write(
        &mut self,
        option: &str,
        path: &Path,
        kind: FileKind,
    ) -> Result<(), OutputError> {
        let error = |problem| OutputError {
            path: path.to_owned(),
            problem,
        };
        can_write(path).map_err(|e| error(OutputProblem::CannotWrite(e)))?;
        self.claim(option, path)?;
        match kind.replaces(path).filter(|_| !self.force) {
            None => Ok(()),
            Some(found) => Err(error(OutputProblem::OtherKind {
                option: option.to_owned(),
                found,
                wanted: kind.words(),
            })),
        }
    }

    /// Adds an output, if it is neither a file that the command reads nor another output.
    pub fn claim(&mut self, option: &str, path: &Path) -> Result<(), OutputError> {
        let Some(known) = Known::file(option, path) else {
            return Ok(());
        };
        let is_same = |other: &&Known| other.place.is(&known.place);
        let mut inputs = self.inputs.iter().chain(&self.stores);
        if let Some(input) = inputs.find(is_same) {
            return Err(known.error(path, &input.name, true));
        }
        let is_inside = |(folder, extension): &&(Known, &str)| {
            let ending = known.place.path.extension();
            let fits = ending.is_some_and(|ending| ending.eq_ignore_ascii_case(extension));
            fits && path.exists() && folder.place.holds(&known.place)
        };
        if let Some((folder, _)) = self.folders.iter().find(is_inside) {
            return Err(known.error(path, &folder.name, true));
        }
        if let Some(output) = self.outputs.iter().find(is_same) {
            return Err(known.error(path, &output.name, false));
        }
        self.outputs.push(known);
        Ok(())
    }

    /// [`OutputFiles::may_write`] for an option that may be missing.
    pub fn may_write_some(
        &mut self,
        option: &str,
        path: Option<&Path>,
        kind: FileKind,
    ) -> Result<(), OutputError> {
        path.map_or(Ok(()), |path| self.may_write(option, path, kind))
    }
}

/// A store and the files that SQLite keeps beside it, which it names after the real path of the store.
fn store_files(path: &Path) -> Vec<PathBuf> {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let beside = STORE_ENDINGS.iter().map(|ending| {
        let mut name = real.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    });
    std::iter::once(path.to_owned()).chain(beside).collect()
}

impl Known {
    /// A file or folder; `None` for a device or a pipe, which may be used several times.
    fn file(name: &str, path: &Path) -> Option<Self> {
        let data = fs::metadata(path).ok();
        if data.is_some_and(|data| !data.is_file() && !data.is_dir()) {
            return None;
        }
        Some(Self {
            name: name.to_owned(),
            place: Place::of(path),
        })
    }

    /// The error that this output is also another file of the command.
    fn error(&self, path: &Path, other: &str, is_input: bool) -> OutputError {
        let (option, other) = (self.name.clone(), other.to_owned());
        OutputError {
            path: path.to_owned(),
            problem: match is_input {
                true => OutputProblem::IsInput {
                    option,
                    input: other,
                },
                false => OutputProblem::IsOutput {
                    first: other,
                    second: option,
                },
            },
        }
    }
}

/// Where a file is, by which two names of one file are equal.
#[derive(Debug)]
struct Place {
    /// The path without links; that of a new file in its real folder.
    path: PathBuf,
    /// The device and the number of a file that exists.
    #[cfg(unix)]
    number: Option<(u64, u64)>,
}

impl Place {
    fn of(path: &Path) -> Self {
        let real = path.canonicalize().or_else(|error| {
            let name = path.file_name().ok_or(error)?;
            Ok::<_, io::Error>(folder_of(path).canonicalize()?.join(name))
        });
        Self {
            path: real.unwrap_or_else(|_| path.to_owned()),
            #[cfg(unix)]
            number: fs::metadata(path).ok().map(|data| {
                use std::os::unix::fs::MetadataExt;
                (data.dev(), data.ino())
            }),
        }
    }

    /// Whether both are one file.
    fn is(&self, other: &Self) -> bool {
        #[cfg(unix)]
        if self.number.is_some() && self.number == other.number {
            return true;
        }
        self.path == other.path
    }

    /// Whether it is a folder that holds the file.
    fn holds(&self, file: &Self) -> bool {
        file.path.parent() == Some(&self.path)
    }
}

#[cfg(test)]
mod tests;
