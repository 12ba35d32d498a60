//! Searches for programs that solve a task, from scratch or from a library.
//!
//! In: a [`Task`], a [`Library`], a [`Budget`]. Out: an [`Outcome`]: two attempts at every test, and
//! the programs behind them.
//! Invariants: no test output is read (a [`Task`] holds none); the same task, library, seed and budget
//! in steps give the same outcome.
//!
//! ```text
//! solve_task -> Scheduler -> Workspace -> Proposer -> Bank     calls, states
//!                  |             |
//!               bandit        Target                          wrong cells, masks
//! ```
//!
//! All proposers of a `workspace` feed one `bank` of states. A state is a call with its values on
//! all demonstrations and tests; calls with equal values are one state. The `proposers`:
//!
//! * bottom-up enumeration applies the operators of `data/operators.py`, cheapest first;
//! * the goal-directed proposers compare states with the outputs and add what explains wrong cells;
//! * stacking paints several patches, objects and grids over each other;
//! * the library proposer tries programs of other tasks, and mutants of them, with a small share of
//!   the budget.
//!
//! The `scheduler` also searches variants of the task (`augment`, `residual`) and lets a
//! `bandit` decide who gets the next slice.

mod augment;
mod bandit;
mod bank;
mod compose;
mod not_searched;
mod operators;
mod outcome;
mod own_program;
mod proposers;
mod ranking;
mod residual;
mod scheduler;
mod state_type;
mod target;
#[cfg(test)]
mod test_tasks;
mod work_recorder;
mod workspace;

pub use not_searched::NotSearched;
pub use outcome::{Budget, Found, Library, Outcome, ProposerGroup, SearchStats};
pub(crate) use work_recorder::{SearchWork, WorkRecorder};

use crate::batt::Executor;
use crate::task::Task;
use scheduler::{Scheduler, Storage};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use web_time::Instant;

/// Searches for programs that solve `task` until the budget is spent or `stop` is set.
pub fn solve_task(
    task: &Task,
    library: &Library,
    seed: u64,
    budget: &Budget,
    stop: &AtomicBool,
) -> Outcome {
    solve_task_recorded(task, library, seed, budget, stop, Executor::CPU, None)
}

/// [`solve_task`] that calls `watch` with the outcome so far, at most once in `pause`. Watching does
/// not change the outcome of a search that is limited by its steps.
///
/// ```
/// use arcbatt::search::{Budget, Library, solve_task_watched};
/// use std::time::Duration;
///
/// let data = arcbatt::DataSet::embedded();
/// let task = data.task("half_turn").expect("an embedded task");
/// let budget = Budget { time: None, steps: 20_000, ..Budget::default() };
/// let mut looks = 0;
/// let outcome = solve_task_watched(task, &Library::default(), 0, &budget, Duration::ZERO, |_| looks += 1);
/// assert!(looks > 0 && outcome.fits(task.train.len()));
/// ```
pub fn solve_task_watched(
    task: &Task,
    library: &Library,
    seed: u64,
    budget: &Budget,
    pause: Duration,
    mut watch: impl FnMut(&Outcome),
) -> Outcome {
    let (started, mut looked) = (Instant::now(), Instant::now());
    let watch = |scheduler: &mut Scheduler<'_>| {
        if looked.elapsed() >= pause {
            let mut outcome = scheduler.outcome();
            outcome.stats.time = started.elapsed();
            watch(&outcome);
            looked = Instant::now();
        }
    };
    let never = AtomicBool::new(false);
    let executor = Executor::CPU;
    run(
        task,
        library,
        seed,
        budget,
        (&never, watch),
        (executor, None),
    )
}

/// [`solve_task`] with a recorder, and batts run by `executor`. Neither changes the outcome.
pub fn solve_task_recorded(
    task: &Task,
    library: &Library,
    seed: u64,
    budget: &Budget,
    stop: &AtomicBool,
    executor: Executor,
    recorder: Option<&mut dyn WorkRecorder>,
) -> Outcome {
    let watch = |_: &mut Scheduler<'_>| {};
    run(
        task,
        library,
        seed,
        budget,
        (stop, watch),
        (executor, recorder),
    )
}

/// The search behind all functions above; `watch` is called after every slice.
fn run(
    task: &Task,
    library: &Library,
    seed: u64,
    budget: &Budget,
    (stop, watch): (&AtomicBool, impl FnMut(&mut Scheduler<'_>)),
    (executor, recorder): (Executor, Option<&mut dyn WorkRecorder>),
) -> Outcome {
    let started = Instant::now();
    let storage = Storage::new(task);
    let mut outcome = match Scheduler::new(task, &storage, library, seed, budget, executor) {
        Some(mut scheduler) => {
            scheduler.record_in(recorder.map(|recorder| recorder as _));
            scheduler.run(started, stop, watch);
            scheduler.outcome()
        }
        None => Outcome {
            attempts: vec![[None, None]; task.test.len()],
            ..Outcome::default()
        },
    };
    // The search may take all of its time; such programs get as much again.
    let latest = budget
        .time
        .and_then(|time| Instant::now().checked_add(time));
    let is_late = || {
        let is_past = |latest: Instant| Instant::now() >= latest;
        stop.load(Ordering::Relaxed) || latest.is_some_and(is_past)
    };
    own_program::prefer_own_program(task, library, &mut outcome, is_late);
    outcome.stats.time = started.elapsed();
    outcome
}
