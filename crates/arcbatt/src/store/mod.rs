//! The store: programs, their scores on tasks, and the runs that found them, in one SQLite file.
//!
//! In: results of sessions, solver files. Out: the library of the next search, the state of a run
//! to resume, statistics. Several processes may use one file: every change is one transaction,
//! and a second writer waits.
//!
//! Never: an answer to a test in the file; a program that runs because it was stored; a change
//! that is half done after a crash or on a full disk; a write to a file of another program.
//!
//! | table | one row per |
//! |---|---|
//! | `tasks` | task, identified by the hash of its content: the same task under two ids is one |
//! | `programs` | program, identified by the hash of its canonical text: names do not matter |
//! | `scores` | program and task: demonstrations matched, bits, first proposer, whether its tests are right |
//! | `provenance` | program and run that found or imported it, and the task that it was named after |
//! | `runs` | run of a command: version, data, settings, times, result |
//! | `results` | run and task: last completed pass or round, best program |
//! | `attempts` | run and test: an attempt, as rows of digits |
//! | `timings` | run, task and pass: time, evaluations, memory |
//! | `library_passes`, `libraries` | pass of a search and its library; parents of the next round |
//!
//! All columns are text or numbers, so that other tools can read them:
//! `sqlite3 lib.sqlite 'SELECT length, count(*) FROM programs GROUP BY length'`.

mod bounds;
mod canonical;
mod error;
mod grid_text;
mod import_export;
mod library;
mod merge;
mod open;
mod prune;
mod read_back;
mod refuge;
mod results;
mod runs;
mod schema;
mod stats;
#[cfg(test)]
mod tests;

pub use canonical::{canonical, one_line, program_hash};
pub use error::{StoreError, StoreProblem};
pub(crate) use grid_text::{from_text as grid_from_text, to_text as grid_to_text};
pub use import_export::{ImportScore, Imported};
pub use library::{Entry, Lookup, Worth};
pub use merge::{MergedStores, merge_stores};
pub use prune::Pruned;
pub use refuge::Moved;
pub use results::{Best, FoundProgram, Pass, Standing};
pub use runs::{RunId, RunStart, RunSummary, StopReason, data_hash};
pub use stats::{Count, Stats};

use rusqlite::Connection;

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    /// The file, for messages.
    file: String,
    /// What a query may cost.
    bounds: bounds::Bounds,
    /// The write-ahead log, if there is one.
    journal: Option<std::path::PathBuf>,
    /// Set once it left its file.
    moved: Option<Moved>,
}
