//! Running candidates on tasks, in parallel.

use super::backend::{run_on_cpu, with_runner};
use super::batt::Batt;
use super::graph::NodeId;
use super::inputs::Samples;
use super::options::Options;
use super::outputs::Outputs;
use super::plan::Plan;
use super::probe::{Probe, Work};
use super::run::Runner;
use super::stats::Stats;
use super::totals;
use crate::dsl::Spent;
use crate::task::Task;
use rayon::prelude::*;
use std::borrow::Borrow;
use std::time::Duration;
use web_time::Instant;

/// Candidates per block. Blocks do not depend on the number of threads, so neither do results; calls
/// are shared within a block.
pub const BLOCK: usize = 4096;

/// A block of candidates and its results on a task.
pub struct Block<'c> {
    /// The candidates, by number.
    pub candidates: &'c [u32],
    /// Their answers.
    pub outputs: Outputs,
    /// Statistics of the run.
    pub stats: Stats,
    /// Wall time on its thread.
    pub time: Duration,
}

/// Runs candidates on tasks, in parallel on the current rayon pool.
///
/// `choose` selects the candidates of a task; `finish` turns the blocks of a task into its result, on
/// the thread that ran the last of them. Results are in the order of the tasks, and do not depend on
/// the number of threads.
pub fn run_tasks<T: Borrow<Task> + Sync, R: Send, P: Probe>(
    batt: &Batt,
    tasks: &[T],
    options: &Options<P>,
    choose: impl Fn(usize) -> Vec<u32> + Sync,
    finish: impl Fn(usize, Vec<Block>) -> R + Sync,
) -> Vec<R> {
    let choose = |k: usize| (choose(k), Samples::of(tasks[k].borrow()));
    run_samples(batt, tasks, options, choose, finish)
}

/// [`run_tasks`], where `choose` also selects the samples of a task.
pub(crate) fn run_samples<'t, T: Borrow<Task> + Sync, R: Send, P: Probe>(
    batt: &Batt,
    tasks: &'t [T],
    options: &Options<P>,
    choose: impl Fn(usize) -> (Vec<u32>, Samples<'t>) + Sync,
    finish: impl Fn(usize, Vec<Block>) -> R + Sync,
) -> Vec<R> {
    let probe = options.probe;
    let one = |(k, task): (usize, &T)| {
        let task = task.borrow();
        let (candidates, samples) = probe.during(Work::Choose, &task.id, || choose(k));
        probe.open(Work::Wait, &task.id);
        let blocks: Vec<Block> = candidates
            .par_chunks(BLOCK)
            .map(|block| run_block(batt, block, &task.id, &samples, options))
            .collect();
        probe.close();
        probe.answers(&task.id, &blocks);
        finish(k, blocks)
    };
    // One by one: a task takes up to seconds, and a thread that takes several would keep the rest from
    // idle threads.
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
    let is_given = |c: &u32| options.is_given(batt, *c, task);
    let given = candidates.iter().filter(|c| is_given(c));
    let mut given: Vec<NodeId> = given.map(output).collect();
    given.sort_unstable();
    let options = &Options {
        given: &given,
        costly: match given.is_empty() {
            true => Spent::ENDLESS,
            false => {
                let used = batt.graph.used(given.iter().copied());
                let calls = used.into_iter().filter(|&used| used).count();
                totals::costly(&options.limits.given, calls)
            }
        },
        ..*options
    };
    let (probe, executor) = (options.probe, options.executor);
    let block = |(mut outputs, stats): (Outputs, Stats)| {
        if !given.is_empty() {
            run_given_alone(
                batt,
                candidates,
                &is_given,
                &mut outputs,
                &stats,
                samples,
                options,
            );
        }
        Block {
            candidates,
            outputs,
            stats,
            time: started.elapsed(),
        }
    };
    if executor.has_backend() {
        let ran = probe.during(Work::Backend, task, || {
            executor.run_on_backend(&batt.graph, &nodes, samples, options)
        });
        if let Some(ran) = ran {
            return block(ran);
        }
    }
    let plan = probe.during(Work::Plan, task, || {
        Plan::with_given(&batt.graph, &nodes, &given)
    });
    let ran = probe.during(Work::Run, task, || run_on_cpu(&plan, samples, options));
    let block = block(ran);
    probe.during(Work::Free, task, || drop(plan));
    block
}

/// Runs the given programs again, each alone, that were cut or may have exceeded their limits with all
/// their calls together.
fn run_given_alone<P: Probe>(
    batt: &Batt,
    candidates: &[u32],
    is_given: &impl Fn(&u32) -> bool,
    outputs: &mut Outputs,
    stats: &Stats,
    samples: &Samples,
    options: &Options<P>,
) {
    let limits = options.limits.given;
    let node = |k: usize| batt.candidates[candidates[k] as usize].output;
    let given: Vec<usize> = (0..candidates.len())
        .filter(|&k| is_given(&candidates[k]))
        .collect();
    let results: Vec<_> = given.iter().map(|&k| (k, node(k))).collect();
    let mut again = totals::may_exceed(&batt.graph, &results, |_| 0, &stats.costly, &limits);
    let cut = given.iter().filter(|&&k| totals::is_cut(outputs.of(k)));
    again.extend(cut);
    again.sort_unstable();
    again.dedup();
    if !again.is_empty() {
        with_runner(Runner::release);
    }
    for k in again {
        if options.is_stopped() {
            return;
        }
        let results = totals::run_alone(&batt.graph, node(k), samples, limits, options.stop);
        outputs.replace(k, results);
    }
}
