//! Sessions: many tasks under one budget, with a store, a submission and a stream of events.
//!
//! In: tasks, programs, settings. Out: a [`Report`], and files that are complete at any moment.
//! There are two strategies: [`evolve`] merges, mutates, runs and scores programs in rounds;
//! [`Session`] searches every task from scratch, in passes. Both use the same clock and
//! interrupt flag (which give a [`StopReason`]), [`Event`]s, [`Outputs`] and [`Report`].
//!
//! Invariants: no session sees an answer to a test; a program is in the store before an event
//! reports it; a run that is interrupted and resumed gives the results of an uninterrupted one,
//! unless its budget is in seconds.

mod error;
mod event;
pub mod evolve;
mod library;
mod outputs;
mod report;
mod search;
mod solver_file;
pub mod submission;
mod watchdog;

pub use crate::store::StopReason;
pub use error::SessionError;
pub use event::{Event, OnEvent, Progress};
pub use library::{score_imports, without_tasks};
pub use outputs::Outputs;
pub use report::{Report, TaskReport};
pub use search::{PerTask, Search, Session, Settings, Solver};
pub use solver_file::{
    SolverFile, SolverFileError, SolverFileProblem, check_solve_file, solver_name, write_entries,
    write_solve_file, write_solver,
};

use crate::program::Program;
use crate::store::program_hash;

/// A hash of programs in order, or `none`: part of the settings that a resumed run must share.
fn programs_hash(programs: &[Program]) -> String {
    if programs.is_empty() {
        return "none".to_owned();
    }
    let mut hasher = blake3::Hasher::new();
    for program in programs {
        hasher.update(&program_hash(program).0);
    }
    hasher.finalize().to_hex()[..12].to_owned()
}
