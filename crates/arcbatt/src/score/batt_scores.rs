//! Runs every candidate of a batt on every task, and scores them.

use super::differs::Differs;
use super::rank::{ScoreOptions, TaskScore, score_task};
use crate::batt::{Batt, Block, Options, Probe, Stats, Work, run_tasks};
use crate::task::Task;
use std::sync::atomic::Ordering;
use std::time::Duration;
use web_time::Instant;

/// The candidates of a batt, scored on one task.
pub struct BattScore {
    /// The ranked candidates, with the best group alone.
    pub score: TaskScore,
    /// Statistics of the run.
    pub stats: Stats,
    /// Time on threads to run the candidates.
    pub running: Duration,
    /// Time to score them.
    pub scoring: Duration,
}

/// Scores every candidate on every task, in the current rayon pool. Calls `done` with each finished task's id.
///
/// A task that was not finished because [`Options::stop`] was set has no score.
pub fn score_batt<P: Probe>(
    batt: &Batt,
    tasks: &[Task],
    options: &Options<P>,
    done: impl Fn(&str) + Sync,
) -> Vec<Option<BattScore>> {
    let all: Vec<u32> = (0..batt.candidates.len() as u32).collect();
    let stopped = || {
        options
            .stop
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
    };
    let choose = |_| match stopped() {
        true => Vec::new(),
        false => all.clone(),
    };
    let finish = |k: usize, blocks: Vec<Block>| {
        if stopped() {
            return None;
        }
        let (task, probe) = (&tasks[k], options.probe);
        let running = blocks.iter().map(|block| block.time).sum();
        let mut stats = Stats::default();
        for block in &blocks {
            stats.add(&block.stats);
        }
        let started = Instant::now();
        let how = ScoreOptions {
            outputs: false,
            ..ScoreOptions::with(*options)
        };
        let mut score = score_task(task, batt, &blocks, Differs::starter(), &how);
        // The scores of all tasks are kept until the end.
        score.best.truncate(1);
        let scoring = started.elapsed();
        probe.during(Work::Free, &task.id, || drop(blocks));
        probe.during(Work::Tell, &task.id, || done(&task.id));
        Some(BattScore {
            score,
            stats,
            running,
            scoring,
        })
    };
    run_tasks(batt, tasks, options, choose, finish)
}
