//! Searching for programs that solve a task, from nothing or from a library.
//!
//! In: a [`Task`], a [`Library`], a [`Budget`]. Out: an [`Outcome`]: two attempts at every test and
//! the programs behind them.
//! What never happens here: a look at a wanted test output (a [`Task`] holds none), or another
//! answer for the same task, library, seed and budget in steps.

mod bank;
mod cellwise;
mod goal;
mod grow;
mod kept;
mod kind;
mod operators;
mod outcome;
mod pieces;
mod rank;
mod search;

pub use outcome::{Budget, Found, Library, Outcome, Proposer, SearchStats};

use crate::task::Task;
use bumpalo::Bump;
use search::Search;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Searches for programs that solve `task` until the budget is spent or `stop` is set.
pub fn solve_task(
    task: &Task,
    library: &Library,
    seed: u64,
    budget: &Budget,
    stop: &AtomicBool,
) -> Outcome {
    let started = Instant::now();
    let _ = (library, seed);
    let arena = Bump::new();
    let mut search = match Search::new(&arena, task) {
        Some(search) => search,
        None => {
            return Outcome {
                attempts: vec![[None, None]; task.test.len()],
                ..Outcome::default()
            };
        }
    };
    search.run(budget, started, stop);
    let mut outcome = search.outcome();
    outcome.stats.time = started.elapsed();
    outcome
}
