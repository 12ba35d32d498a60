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
    if std::env::var_os("DBG").is_some() {
        eprintln!("{} level {:?}", task.id, search.level());
    }
    let mut outcome = search.outcome();
    outcome.stats.time = started.elapsed();
    outcome
}

#[cfg(test)]
mod dbg {
    #[test]
    fn dbg() {
        let data = crate::task::open("/work/shared/arc/training", Default::default()).unwrap().data;
        let task = data.tasks.iter().find(|t| t.id == "00d62c1b").unwrap();
        let arena = bumpalo::Bump::new();
        let mut search = super::search::Search::new(&arena, task).unwrap();
        search.run(&super::Budget { time: None, steps: 100_000, memory: 1 << 30 }, std::time::Instant::now(), &std::sync::atomic::AtomicBool::new(false));
        search.debug(&crate::program::parse_file(&std::fs::read_to_string("/tmp/s.py").unwrap()).programs.remove(0));
        let r = 0;
        println!("{r:?}");
    }
}
