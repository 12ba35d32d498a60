//! `arcbatt data make`: generates tasks of the built-in families as JSON files.
//!
//! In: a number, a seed, a folder. Out: files, each written under a temporary name and renamed, so
//! that readers see complete files only. Memory holds a few tasks at a time.

use crate::Outcome;
use crate::output::{Output, counted, parse_count};
use crate::progress::Progress;
use anyhow::{Context, bail};
use arcbatt::task::{MAX_FILE_MIB, generators, write_task_json};
use arcbatt::whole_file::beside;
use serde_json::json;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The largest file of many tasks, well below the limit of the reader.
const MAX_BYTES: u64 = (MAX_FILE_MIB << 20) / 2;

/// Generate tasks of the built-in families, one JSON file per task
///
/// Task number k of a seed is always the same, whatever --tasks is. Its id is its family and number,
/// such as `gravity_down_0000017`; the built-in solver of the family solves it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt data make --tasks 1000 --seed 7 --out made
  arcbatt check --data made
  arcbatt data make --tasks 1000000 --seed 7 --out many --per-file 1000

A folder of a million files is slow to list and to copy: --per-file 1000 writes a thousand files
{id: task, ...} instead. Ctrl-C stops and leaves complete files only.")]
pub struct Make {
    /// Number of tasks
    #[arg(long, value_name = "N", default_value = "1000", value_parser = parse_count::<NonZeroU64>)]
    tasks: NonZeroU64,

    /// Seed of the random choices: another seed, other tasks
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The folder; it is created if missing, and must be empty
    #[arg(long, value_name = "DIR", default_value = "made-tasks")]
    out: PathBuf,

    /// Tasks per file; above one, a file is {id: task, ...}
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_count::<NonZeroU64>)]
    per_file: NonZeroU64,

    /// Write into a folder that is not empty; files of the same name are replaced
    #[arg(long)]
    force: bool,
}

impl Make {
    /// Generates the tasks.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let out = self.out.display();
        fs::create_dir_all(&self.out)
            .with_context(|| format!("{out}: cannot create the folder"))?;
        let mut inside =
            fs::read_dir(&self.out).with_context(|| format!("{out}: cannot list the folder"))?;
        if inside.next().is_some() && !self.force {
            bail!("{out}: the folder is not empty; name another with --out, or add --force");
        }

        let stop = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&stop);
        ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed))
            .context("cannot listen for Ctrl-C")?;
        let made = AtomicU64::new(0);
        let files = {
            let progress = Progress::of(usize::try_from(self.tasks.get())?, "tasks");
            let written = |tasks: u64| {
                let all = made.fetch_add(tasks, Ordering::Relaxed) + tasks;
                progress.set_position(all as usize);
            };
            self.write_all(&stop, &written)?
        };
        let (made, interrupted) = (made.into_inner(), stop.load(Ordering::Relaxed));
        if output.json {
            output.print_json(&json!({
                "folder": out.to_string(),
                "tasks": made,
                "files": files,
                "seed": self.seed,
                "complete": made == self.tasks.get(),
            }))?;
        } else {
            let made = counted(usize::try_from(made)?, "task");
            let files = counted(files as usize, "file");
            writeln!(
                output.stdout,
                "{made} in {files} in {out}; try `arcbatt check --data {out}`"
            )?;
        }
        if interrupted && made < self.tasks.get() {
            output.stdout.flush()?;
            bail!(
                "interrupted: {made} of {} tasks were written, all complete",
                self.tasks
            );
        }
        Ok(Outcome::Success)
    }

    /// Writes all files on all cores until `stop` is set; returns the number of files.
    fn write_all(&self, stop: &AtomicBool, written: &(dyn Fn(u64) + Sync)) -> anyhow::Result<u64> {
        let per_file = self.per_file.get();
        let wanted = self.tasks.get().div_ceil(per_file);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (next, files) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = || -> anyhow::Result<()> {
            while !stop.load(Ordering::Relaxed) {
                let file = next.fetch_add(1, Ordering::Relaxed);
                if file >= wanted {
                    break;
                }
                let first = file * per_file;
                let end = self.tasks.get().min(first.saturating_add(per_file));
                let complete = match per_file {
                    1 => self.write_one(first).map(|()| true),
                    _ => self.write_many(first, end, stop),
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
                result = result.and(other.unwrap_or_else(|_| bail!("a thread panicked")));
            }
            result
        })?;
        Ok(files.into_inner())
    }

    /// Writes one task into its own file.
    fn write_one(&self, k: u64) -> anyhow::Result<()> {
        let (task, answers) = generators::task(self.seed, k);
        let name = format!("{}.json", task.id);
        whole_file(&self.out, &name, |out| {
            write_task_json(&task, &answers, out).map(|()| true)
        })?;
        Ok(())
    }

    /// Writes tasks `first..end` into one file; false if stopped before its end.
    fn write_many(&self, first: u64, end: u64, stop: &AtomicBool) -> anyhow::Result<bool> {
        let name = format!("tasks_{first:07}.json");
        whole_file(&self.out, &name, |out| {
            let mut length = 0;
            let mut text = Vec::new();
            for k in first..end {
                if stop.load(Ordering::Relaxed) {
                    return Ok(false);
                }
                let (task, answers) = generators::task(self.seed, k);
                text.clear();
                // Generated ids need no escapes.
                write!(
                    text,
                    "{}\"{}\": ",
                    if k == first { "{" } else { ",\n" },
                    task.id
                )?;
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
fn whole_file(
    folder: &Path,
    name: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<bool>,
) -> anyhow::Result<bool> {
    let path = folder.join(name);
    let write = || -> io::Result<bool> {
        // A hidden temporary file, which no reader takes for a task; removed on failure.
        let mut out = BufWriter::new(beside(&path)?);
        if !write(&mut out)? {
            return Ok(false);
        }
        let file = out.into_inner()?;
        file.persist(&path)?;
        Ok(true)
    };
    write().with_context(|| format!("{}: cannot write it", path.display()))
}
