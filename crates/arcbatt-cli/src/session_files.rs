//! The files that `run` and `solve` share: `--store` and `--submission`.

use crate::Outcome;
use crate::args::{json_path, store_path};
use crate::output::{all_written, note, warn};
use anyhow::anyhow;
use arcbatt::output_files::{FileKind, OutputFiles};
use arcbatt::session::{Report, StopReason};
use arcbatt::store::Store;
use std::path::PathBuf;

/// `--store`, `--submission`: where a session keeps its results.
#[derive(clap::Args)]
pub struct SessionFiles {
    /// Keep programs, scores and the state of the run in this SQLite file
    #[arg(long, value_name = "F.sqlite", value_parser = store_path)]
    pub store: Option<PathBuf>,

    /// Write two attempts at every test, in the format of the ARC Prize
    #[arg(long, value_name = "F.json", value_parser = json_path)]
    pub submission: Option<PathBuf>,
}

impl SessionFiles {
    /// Whether there is a store.
    pub fn has_store(&self) -> bool {
        self.store.is_some()
    }

    /// Fails now, not after hours of work, if a file may not be written.
    pub fn check(&self, files: &mut OutputFiles) -> anyhow::Result<()> {
        if let Some(path) = &self.store {
            files.keeps_store("--store", path)?;
        }
        let submission = self.submission.as_deref();
        files.may_write_some("--submission", submission, FileKind::Submission)?;
        Ok(())
    }

    /// Opens the store; a run that is resumed needs one that exists.
    pub fn open_store(&self, resume: bool) -> anyhow::Result<Option<Store>> {
        let Some(path) = &self.store else {
            return Ok(None);
        };
        Ok(Some(match resume {
            true => Store::open_existing(path)?,
            false => Store::open(path)?,
        }))
    }
}

/// The outcome of a session whose report was printed, and whose other files were written or not.
pub fn session_outcome(
    report: &Report,
    written: impl IntoIterator<Item = anyhow::Result<()>>,
) -> anyhow::Result<Outcome> {
    let failure = report
        .failure
        .iter()
        .map(|failure| Err(anyhow!("{failure}")));
    all_written(failure.chain(written))?;
    match report.store_moved {
        Some(_) => Ok(Outcome::ErrorPrinted),
        None => Ok(Outcome::of(report.fitting() == report.tasks.len())),
    }
}

/// Prints which searches panicked and whether the session was interrupted.
pub fn print_stop(report: &Report) {
    let crashed = report.tasks.iter().filter(|task| task.crashed);
    let crashed: Vec<&str> = crashed.map(|task| task.id.as_str()).collect();
    if !crashed.is_empty() {
        warn(format_args!(
            "the search panicked on {}: this is a bug in arcbatt; please report it",
            crashed.join(", ")
        ));
    }
    match report.stop {
        StopReason::Finished => {}
        StopReason::TimeLimit => note("ended early: the time limit was reached"),
        StopReason::Interrupted => note("ended early: interrupted"),
        StopReason::WriteFailed => warn("ended early: the results could not be written"),
    }
}
