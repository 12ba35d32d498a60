//! The store: programs, what they are worth on which task, and the runs that found them, in one
//! SQLite file.
//!
//! In: what a search found, program files. Out: the library that the next search draws on, the
//! attempts of a run, reports. Several processes may use one file: every change is one
//! transaction, and whoever comes second waits.
//! What never happens here: a wanted test output, a program that is executed because it was
//! stored, a change that is half done after a crash or on a full disk, or a file of somebody else
//! that is written to.
//!
//! | table | a row is |
//! |---|---|
//! | `tasks` | a task, by the hash of its content: the same task under two ids is one |
//! | `programs` | a program, by the hash of its canonical text: names do not matter |
//! | `scores` | what a program is worth on a task, and who had the idea first |
//! | `provenance` | a run that came upon a program, for a task or by import |
//! | `runs` | a run of a command: version, data, settings, when, what it came to |
//! | `results` | where a run stands with one of its tasks |
//! | `attempts` | an attempt of a run at a test, as rows of digits |
//! | `timings` | what a pass of a run over a task took |
//! | `library_passes`, `libraries` | a pass of a run, and the programs of the store that it was given |
//!
//! Everything is text and numbers, so that other tools can read it:
//! `sqlite3 lib.sqlite 'SELECT length, count(*) FROM programs GROUP BY length'`.

mod canonical;
mod error;
mod grid_text;
mod import_export;
mod library;
mod open;
mod prune;
mod results;
mod runs;
mod schema;
mod stats;
#[cfg(test)]
mod tests;

pub use canonical::{canonical, one_line, program_hash};
pub use error::{StoreError, StoreProblem};
pub use import_export::Imported;
pub(crate) use library::without_repeats;
pub use library::{Entry, Lookup, Worth};
pub use prune::Pruned;
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
}
