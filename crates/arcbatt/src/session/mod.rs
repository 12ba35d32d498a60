//! A session: the search over many tasks, under one budget.
//!
//! In: tasks, programs that are known, settings, a store. Out: a [`Report`], and on the way the
//! store and a submission that are right at any moment. Every task is searched once; what time is
//! left goes to those that are not solved, the most promising first, with four times the budget
//! of the pass before. What one pass found is in the library of the next.
//! What never happens here: an answer to a test (a session is given none), a found program that
//! is told before it is in the store, or a result that hangs on the number of threads where the
//! budget is in steps.

mod embedded_library;
mod error;
pub mod evolve;
mod report;
mod search;
pub mod submission;

pub use error::SessionError;
pub use report::{Progress, Report, TaskReport};
pub use search::{PerTask, Settings};

use crate::program::Program;
use crate::search::{Budget, Library, Outcome};
use crate::task::Task;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Whatever searches for programs that solve a task; [`solve_task`](crate::search::solve_task) does.
pub trait Solver: Sync {
    /// Searches until the budget is spent or `stop` is set.
    fn solve(
        &self,
        task: &Task,
        library: &Library,
        seed: u64,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Outcome;
}

impl<F> Solver for F
where
    F: Fn(&Task, &Library, u64, &Budget, &AtomicBool) -> Outcome + Sync,
{
    fn solve(
        &self,
        task: &Task,
        library: &Library,
        seed: u64,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Outcome {
        self(task, library, seed, budget, stop)
    }
}

/// Watches a session from outside.
pub trait Watch: Sync {
    /// A pass begins: its number, from 1, and the tasks to search.
    fn pass(&self, _pass: u32, _tasks: usize) {}

    /// Another task was searched, and what was found is in the store.
    fn task_done(&self, _progress: &Progress) {}
}

/// Nobody watches.
impl Watch for () {}

/// What a session is about.
#[derive(Clone, Copy, Debug)]
pub struct Session<'a, S> {
    /// The tasks.
    pub tasks: &'a [Task],
    /// Programs that are known beside those of the store.
    pub given: &'a [Program],
    /// How long, and with what.
    pub settings: &'a Settings,
    /// Where the submission goes.
    pub submission: Option<&'a Path>,
    /// Who searches.
    pub solver: &'a S,
}
