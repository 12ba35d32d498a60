//! Writes generated tasks as JSON files, on all cores.
//!
//! Each file is written under a temporary name and renamed, so that readers see complete files only.
//! Memory holds a few tasks at a time.

use super::{MAX_FILE_MIB, generators, write_task_json};
use crate::whole_file::{beside, rename_to};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The largest file of many tasks, well below the limit of the reader.
const MAX_BYTES: u64 = (MAX_FILE_MIB << 20) / 2;

/// A file of generated tasks that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot write it", path.display())]
pub struct WriteTasksError {
    /// The file.
    path: PathBuf,
    source: io::Error,
}

/// Which tasks to generate, and how many go into a file.
#[derive(Clone, Copy, Debug)]
pub struct GeneratedFiles {
    /// The seed; task number k of a seed is always the same.
    pub seed: u64,
    /// Number of tasks.
    pub tasks: u64,
    /// Tasks per file; above one, a file is `{id: task, ...}`.
    pub per_file: u64,
}

impl GeneratedFiles {
    /// Writes all files into a folder, until `stop` is set; returns the number of files.
    ///
    /// Calls `written` with the number of tasks of each finished file.
    pub fn write(
        &self,
        folder: &Path,
        stop: &AtomicBool,
        written: &(dyn Fn(u64) + Sync),
    ) -> Result<u64, WriteTasksError> {
        let per_file = self.per_file.max(1);
        let wanted = self.tasks.div_ceil(per_file);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (next, files) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = || -> Result<(), WriteTasksError> {
            while !stop.load(Ordering::Relaxed) {
                let file = next.fetch_add(1, Ordering::Relaxed);
                if file >= wanted {
                    break;
                }
                let first = file * per_file;
                let end = self.tasks.min(first.saturating_add(per_file));
                let complete = match per_file {
                    1 => self.write_one(folder, first),
                    _ => self.write_many(folder, first, end, stop),
                };
                if complete.inspect_err(|_| stop.store(true, Ordering::Relaxed))? {
                    files.fetch_add(1, Ordering::Relaxed);
                    written(end - first);
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (1..cores).map(|_| scope.spawn(work)).collect();
            let mut result = work();
            for thread in threads {
                let other = thread.join();
                let other = other.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                result = result.and(other);
            }
            result
        })?;
        Ok(files.into_inner())
    }

    /// Writes one task into its own file.
    fn write_one(&self, folder: &Path, k: u64) -> Result<bool, WriteTasksError> {
        let (task, answers) = generators::task(self.seed, k);
        let path = folder.join(format!("{}.json", task.id));
        write_complete(path, |out| {
            write_task_json(&task, &answers, out).map(|()| true)
        })
    }

    /// Writes tasks `first..end` into one file; false if stopped before its end.
    fn write_many(
        &self,
        folder: &Path,
        first: u64,
        end: u64,
        stop: &AtomicBool,
    ) -> Result<bool, WriteTasksError> {
        let path = folder.join(format!("tasks_{first:07}.json"));
        write_complete(path, |out| {
            let mut length = 0;
            let mut text = Vec::new();
            for k in first..end {
                if stop.load(Ordering::Relaxed) {
                    return Ok(false);
                }
                let (task, answers) = generators::task(self.seed, k);
                let separator = if k == first { "{" } else { ",\n" };
                text.clear();
                // Generated ids need no escapes.
                write!(text, "{separator}\"{}\": ", task.id)?;
                write_task_json(&task, &answers, &mut text)?;
                length += text.len() as u64;
                if length > MAX_BYTES {
                    let message = "too many tasks for a file: give --per-file a smaller number";
                    return Err(io::Error::other(message));
                }
                out.write_all(&text)?;
            }
            out.write_all(b"}\n")?;
            Ok(true)
        })
    }
}

/// Writes a complete file or none; `write` returns false to discard it.
fn write_complete(
    path: PathBuf,
    write: impl FnOnce(&mut dyn Write) -> io::Result<bool>,
) -> Result<bool, WriteTasksError> {
    let try_write = || -> io::Result<bool> {
        // A hidden temporary file, which no reader takes for a task; removed on failure.
        let file = beside(&path)?;
        let mut out = BufWriter::new(file.as_file());
        if !write(&mut out)? {
            return Ok(false);
        }
        out.into_inner()?;
        rename_to(file, &path)?;
        Ok(true)
    };
    try_write().map_err(|source| WriteTasksError { path, source })
}
