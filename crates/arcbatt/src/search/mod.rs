//! Searching for programs that solve a task, from nothing or from a library.
//!
//! In: a [`Task`], a [`Library`], a [`Budget`]. Out: an [`Outcome`]: two attempts at every test and
//! the programs behind them.
//! What never happens here: a look at a wanted test output (a [`Task`] holds none), or another
//! answer for the same task, library, seed and budget in steps.
//!
//! All proposers feed one bank of states, in which a state is a call with its values on all
//! demonstrations and tests at once, and equal values are one state. Bottom-up applies operators
//! (`data/operators.py`) to states, all that cost little before what costs more; grids that are of no
//! size that is wanted, or no better than the input, cost more. The goal is looked at from behind:
//! which cells are wrong where a grid of the right size is known, and which patches, pairs of patches,
//! objects, functions of each object, copies of an object, pairs of grids or numbers say how. Stacking
//! paints several of these over each other. The library tries what solved other tasks, as it is and
//! changed. Augmentation does all this on the task as seen in a mirror, and on what is left of it once
//! a first step was taken. A bandit says who gets the next slice.

mod augment;
mod bandit;
mod bank;
mod operators;
mod outcome;
mod proposers;
mod ranking;
mod residual;
mod scheduler;
mod state_type;
mod target;
#[cfg(test)]
mod test_tasks;
mod watch;
mod workspace;

pub use outcome::{Budget, Found, Library, Outcome, ProposerGroup, SearchStats};
pub use watch::{SearchWatch, SearchWork};

use crate::batt::Executor;
use crate::task::Task;
use augment::Augmentation;
use bumpalo::Bump;
use scheduler::{STEPS, Scheduler, StepSlot};
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use watch::Watcher;

/// Searches for programs that solve `task` until the budget is spent or `stop` is set.
pub fn solve_task(
    task: &Task,
    library: &Library,
    seed: u64,
    budget: &Budget,
    stop: &AtomicBool,
) -> Outcome {
    solve_task_watched(task, library, seed, budget, stop, Executor::CPU, None)
}

/// [`solve_task`], watched, with batts run by `executor`: the same answers whoever that is.
pub fn solve_task_watched(
    task: &Task,
    library: &Library,
    seed: u64,
    budget: &Budget,
    stop: &AtomicBool,
    executor: Executor,
    watch: Option<&mut dyn SearchWatch>,
) -> Outcome {
    let started = Instant::now();
    let views: Vec<(Augmentation, Task)> = Augmentation::of(task)
        .into_iter()
        .map(|view| (view, view.task(task)))
        .collect();
    let arenas: Vec<Bump> = (0..=views.len()).map(|_| Bump::new()).collect();
    let rooms: Vec<StepSlot> = (0..STEPS).map(|_| StepSlot::default()).collect();
    let mut outcome = match Scheduler::new(task, &views, &arenas, &rooms, library, seed, executor) {
        Some(mut engine) => {
            engine.watched_by(watch.map(|watch| watch as Watcher));
            engine.run(budget, started, stop);
            engine.outcome()
        }
        None => Outcome {
            attempts: vec![[None, None]; task.test.len()],
            ..Outcome::default()
        },
    };
    outcome.stats.time = started.elapsed();
    outcome
}
