//! Running candidates on tasks, in parallel.

use super::batt::Batt;
use super::graph::{Graph, NodeId};
use super::outputs::Outputs;
use super::plan::Plan;
use super::probe::{Off, Probe, Recorder, Work};
use super::run::{Options, Runner, Samples, Stats};
use crate::task::Task;
use rayon::prelude::*;
use std::borrow::Borrow;
use std::cell::RefCell;
use std::sync::OnceLock;
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

thread_local! {
    static RUNNER: RefCell<Runner> = RefCell::default();
}

/// Runs candidates somewhere else than on this machine's cores, with the same outputs.
pub trait Elsewhere: Sync {
    /// What the candidates whose results are these nodes answer; `None` if the CPU should do it.
    fn run(
        &self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: &Samples,
        options: &Options,
    ) -> Option<(Outputs, Stats)>;
}

/// Where blocks are run that nobody watches, if not here.
static ELSEWHERE: OnceLock<&'static dyn Elsewhere> = OnceLock::new();

/// From now on, for good, blocks of candidates are offered to `elsewhere` first. Only the first
/// call has an effect.
pub fn run_elsewhere(elsewhere: &'static dyn Elsewhere) {
    // What is there already stays.
    let _ = ELSEWHERE.set(elsewhere);
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
    if let Some(elsewhere) = ELSEWHERE.get()
        && !P::Recorder::ON
    {
        let output = |&c: &u32| batt.candidates[c as usize].output;
        let nodes: Vec<NodeId> = candidates.iter().map(output).collect();
        let unwatched = Options {
            limits: options.limits,
            equivalence: options.equivalence,
            stop: options.stop,
            probe: &Off,
        };
        if let Some((outputs, stats)) = elsewhere.run(&batt.graph, &nodes, samples, &unwatched) {
            return Block {
                candidates,
                outputs,
                stats,
                time: started.elapsed(),
            };
        }
    }
    let plan = options.probe.during(Work::Plan, task, || {
        let output = |&c: &u32| batt.candidates[c as usize].output;
        let nodes: Vec<NodeId> = candidates.iter().map(output).collect();
        Plan::new(&batt.graph, &nodes)
    });
    options.probe.open(Work::Run, task);
    let (outputs, stats) = RUNNER.with_borrow_mut(|runner| runner.run(&plan, samples, options));
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
