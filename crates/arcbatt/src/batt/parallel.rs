//! Running candidates on tasks, in parallel.

use super::backend::here;
use super::batt::Batt;
use super::graph::NodeId;
use super::inputs::Samples;
use super::options::Options;
use super::outputs::Outputs;
use super::plan::Plan;
use super::probe::{Probe, Work};
use super::stats::Stats;
use crate::task::Task;
use rayon::prelude::*;
use std::borrow::Borrow;
use std::time::{Duration, Instant};

/// Candidates that are run at once. Blocks are cut the same way for any number of threads, so
/// that results do not hang on it; shared calls are computed once a block.
pub const BLOCK: usize = 4096;

/// A block of candidates, run on a task.
pub struct Block<'c> {
    /// The candidates, by number.
    pub candidates: &'c [u32],
    /// What each of them answered.
    pub outputs: Outputs,
    /// What it took.
    pub stats: Stats,
    /// Time on its thread.
    pub time: Duration,
}

/// Runs candidates on tasks: `choose` says which candidates on a task, `finish` makes what is kept
/// of the task's blocks, on the thread that ran the last of them. Results are in the order of the
/// tasks, and the same for any number of threads.
///
/// Uses the rayon pool that it is called in.
pub fn run_tasks<T: Borrow<Task> + Sync, R: Send, P: Probe>(
    batt: &Batt,
    tasks: &[T],
    options: &Options<P>,
    choose: impl Fn(usize) -> Vec<u32> + Sync,
    finish: impl Fn(usize, Vec<Block>) -> R + Sync,
) -> Vec<R> {
    let probe = options.probe;
    let one = |(k, task): (usize, &T)| {
        let task = task.borrow();
        let (candidates, samples) =
            probe.during(Work::Choose, &task.id, || (choose(k), Samples::of(task)));
        probe.open(Work::Wait, &task.id);
        let blocks: Vec<Block> = candidates
            .par_chunks(BLOCK)
            .map(|block| run_block(batt, block, &task.id, &samples, options))
            .collect();
        probe.close();
        probe.answers(&task.id, &blocks);
        finish(k, blocks)
    };
    // One by one: tasks take from nothing to seconds, and a thread that has taken several of them
    // keeps those that it has not begun from another that has nothing left to do.
    let tasks = tasks.par_iter().with_max_len(1);
    tasks.enumerate().map(one).collect()
}

fn run_block<'c, P: Probe>(
    batt: &Batt,
    candidates: &'c [u32],
    task: &str,
    samples: &Samples,
    options: &Options<P>,
) -> Block<'c> {
    let started = Instant::now();
    let output = |&c: &u32| batt.candidates[c as usize].output;
    let nodes: Vec<NodeId> = candidates.iter().map(output).collect();
    let executor = options.executor;
    let elsewhere = match executor.is_elsewhere() {
        true => options.probe.during(Work::Backend, task, || {
            executor.elsewhere(&batt.graph, &nodes, samples, options)
        }),
        false => None,
    };
    if let Some((outputs, stats)) = elsewhere {
        return Block {
            candidates,
            outputs,
            stats,
            time: started.elapsed(),
        };
    }
    let plan = options
        .probe
        .during(Work::Plan, task, || Plan::new(&batt.graph, &nodes));
    options.probe.open(Work::Run, task);
    let (outputs, stats) = here(&plan, samples, options);
    options.probe.close();
    let block = Block {
        candidates,
        outputs,
        stats,
        time: started.elapsed(),
    };
    options.probe.during(Work::Free, task, || drop(plan));
    block
}
