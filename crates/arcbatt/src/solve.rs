//! [`solve`]: tasks in, attempts and programs out.

use crate::search::{Budget, Library, Outcome, solve_task};
use crate::task::Task;
use crate::threads::default_threads;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// How long to search for a program per task, and with what.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Time per task; `None` if only the steps count.
    pub time: Option<Duration>,
    /// Calls per task, one per node and sample. Without a time limit the answers are the same on
    /// every machine.
    pub steps: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// Known programs to try and to build on.
    pub library: Library,
    /// Bytes for the values of each search.
    pub memory: usize,
    /// Tasks that are searched at the same time.
    pub threads: usize,
}

impl Default for SolveOptions {
    /// One second per task, no library, all cores.
    fn default() -> Self {
        let budget = Budget::default();
        Self {
            time: budget.time,
            steps: budget.steps,
            seed: 0,
            library: Library::default(),
            memory: budget.memory,
            threads: default_threads().get(),
        }
    }
}

/// Searches for programs that solve each task; the outcomes are in the order of the tasks.
///
/// For many tasks under one budget, with a store, resume and a submission, see
/// [`Session`](crate::session::Session).
///
/// ```
/// use arcbatt::{DataSet, SolveOptions, solve};
///
/// let data = DataSet::embedded();
/// let task = data.task("half_turn").expect("an embedded task");
/// let options = SolveOptions { time: None, steps: 20_000, ..SolveOptions::default() };
/// let outcome = &solve(std::slice::from_ref(task), &options)[0];
/// assert!(outcome.fits(task.train.len()));
/// println!("{}", outcome.found[0].program);
/// ```
pub fn solve(tasks: &[Task], options: &SolveOptions) -> Vec<Outcome> {
    let budget = Budget {
        steps: options.steps,
        time: options.time,
        memory: options.memory,
    };
    let never = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(vec![Outcome::default(); tasks.len()]);
    let work = || {
        while let Some((at, task)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            tasks.get(at).map(|task| (at, task))
        } {
            let outcome = solve_task(task, &options.library, options.seed, &budget, &never);
            // A poisoned lock still holds the outcomes of the other tasks.
            outcomes.lock().unwrap_or_else(|error| error.into_inner())[at] = outcome;
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.threads.clamp(1, tasks.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    outcomes
        .into_inner()
        .unwrap_or_else(|error| error.into_inner())
}
