//! Runs the candidates of a task merged, with the results that each has when it runs alone.
//!
//! In: programs and a task. Out: their answers, in blocks. Each block has a graph of its own, which
//! fits into the cache, and blocks run in parallel.

use super::by_prefix::{make_the_same_calls, shared_calls};
use super::rank_options::RankOptions;
use crate::batt::{
    BLOCK, Block, Code, Executor, Graph, NodeId, Options, Runner, Samples, TaskLimits, output_grid,
    totals, with_runner,
};
use crate::check::{CheckOptions, PairStatus, run_pair};
use crate::dsl::{Cx, Fail, Limits};
use crate::grid::{Grid, GridBuf};
use crate::program::{Arg, Callee, Input, Program};
use crate::task::Task;
use bumpalo::Bump;
use rayon::prelude::*;
use std::borrow::Borrow;
use std::sync::atomic::{AtomicUsize, Ordering};
use web_time::Instant;

/// The candidates of a task.
pub(super) struct MergedRun<'a, P> {
    pub task: &'a Task,
    pub programs: &'a [P],
    /// Limits, stop flag and progress.
    pub options: &'a RankOptions<'a>,
}

/// Programs merged into one graph.
#[derive(Default)]
struct Merged {
    graph: Graph,
    /// The node of each program's result, then those of the unused lines.
    outputs: Vec<NodeId>,
    /// The lines that no line reads, by the index of their program: a program fails if one does.
    unused: Vec<(usize, NodeId)>,
    /// The indices of programs that can only run alone.
    alone: Vec<usize>,
    /// The most lines of a program.
    longest: usize,
}

impl Merged {
    fn new<'p>(programs: impl Iterator<Item = &'p Program>) -> Self {
        let mut merged = Self {
            graph: Graph::with_all_calls(),
            ..Self::default()
        };
        let mut nodes = Vec::new();
        let mut before: Option<&Program> = None;
        for (k, program) in programs.enumerate() {
            let shared = before.map_or(0, |before| shared_calls(before, program));
            if before.is_some_and(|before| make_the_same_calls(before, program, shared)) {
                merged.repeat(k);
                continue;
            }
            before = Some(program);
            merged.longest = merged.longest.max(program.lines.len());
            let output = merged.graph.add_after(program, shared, &mut nodes);
            match output {
                Some(_) => {
                    let unused = unused_lines(program).map(|line| (k, nodes[line]));
                    merged.unused.extend(unused);
                }
                // A call has more arguments than a node can have.
                None => merged.alone.push(k),
            }
            // Any node will do for a program that runs alone.
            let output = output.unwrap_or_else(|| merged.graph.input(Input::I));
            merged.outputs.push(output);
        }
        let unused = merged.unused.iter().map(|&(_, node)| node);
        merged.outputs.extend(unused);
        merged
    }

    /// The nodes of each program's result and unused lines, with its index, by program.
    fn results(&self) -> Vec<(usize, NodeId)> {
        let programs = self.outputs.len() - self.unused.len();
        let results = self.outputs[..programs].iter().copied().enumerate();
        let mut all: Vec<(usize, NodeId)> = results.chain(self.unused.iter().copied()).collect();
        all.sort_by_key(|&(program, _)| program);
        all
    }

    /// Adds a program that makes the same calls as the last one.
    fn repeat(&mut self, k: usize) {
        self.outputs.extend(self.outputs.last().copied());
        if self.alone.last() == Some(&(k - 1)) {
            self.alone.push(k);
        }
        let of_last = |&(program, _): &(usize, NodeId)| program < k - 1;
        let first = self.unused.partition_point(of_last);
        for j in first..self.unused.len() {
            self.unused.push((k, self.unused[j].1));
        }
    }
}

/// The lines that neither another line nor the result reads.
fn unused_lines(program: &Program) -> impl Iterator<Item = usize> + use<> {
    let mut used = vec![false; program.lines.len()];
    let args = program.lines.iter().flat_map(|line| &line.args);
    for arg in args.chain([&program.result]) {
        if let Arg::Line(line) = *arg {
            used[line as usize] = true;
        }
    }
    for line in &program.lines {
        if let Callee::Line(function) = line.callee {
            used[function as usize] = true;
        }
    }
    let lines = used.into_iter().enumerate();
    lines.filter_map(|(line, used)| (!used).then_some(line))
}

impl<P: Borrow<Program> + Sync> MergedRun<'_, P> {
    /// Runs the programs with these indices on all pairs, in parallel on the current rayon pool. It
    /// is fastest if similar programs are neighbours. Blocks that were not completed are missing.
    pub fn blocks<'c>(&self, candidates: &'c [u32]) -> Vec<Block<'c>> {
        let samples = Samples::of(self.task);
        let ended = AtomicUsize::new(0);
        let blocks = candidates.par_chunks(BLOCK);
        blocks
            .filter_map(|candidates| {
                let block = self.run_block(candidates, &samples)?;
                let before = ended.fetch_add(candidates.len(), Ordering::Relaxed);
                if let Some(progress) = self.options.progress {
                    progress(before + candidates.len());
                }
                Some(block)
            })
            .collect()
    }

    /// Runs a block; `None` if the run was stopped before its end.
    fn run_block<'c>(&self, candidates: &'c [u32], samples: &Samples) -> Option<Block<'c>> {
        let started = Instant::now();
        let limits = self.options.limits;
        if self.options.is_stopped() {
            return None;
        }
        let program = |k: usize| self.programs[candidates[k] as usize].borrow();
        let merged = Merged::new((0..candidates.len()).map(program));
        let runs = (candidates.len() * samples.inputs.len()) as u32;
        let options = Options {
            limits: TaskLimits {
                node: limits,
                steps: limits.steps.saturating_mul(runs.into()),
                cells: limits.cells.saturating_mul(runs.into()),
                time: limits.time.saturating_mul(runs),
                ..TaskLimits::default()
            },
            costly: totals::costly(&limits, merged.longest),
            stop: self.options.stop,
            memory: self.options.memory,
            ..Options::default()
        };
        let (mut outputs, stats) =
            Executor::CPU.run(&merged.graph, &merged.outputs, samples, &options);
        for (j, &(k, _)) in merged.unused.iter().enumerate() {
            outputs.fail_with(k, candidates.len() + j);
        }
        let cut = (0..candidates.len()).filter(|&k| totals::is_cut(outputs.of(k)));
        let lines = |k| program(k).lines.len();
        let heavy = match stats.costly.is_empty() {
            true => Vec::new(),
            false => {
                let results = merged.results();
                totals::may_exceed(&merged.graph, &results, lines, &stats.costly, &limits)
            }
        };
        let mut again = merged.alone.clone();
        again.extend(cut.chain(heavy));
        again.sort_unstable();
        again.dedup();
        if !again.is_empty() {
            with_runner(Runner::release);
        }
        let results: Vec<_> = again
            .par_iter()
            .map_init(Bump::new, |arena, &k| match self.options.is_stopped() {
                true => Vec::new(),
                false => self.run_alone(arena, program(k)),
            })
            .collect();
        if self.options.is_stopped() {
            return None;
        }
        for (k, results) in again.into_iter().zip(results) {
            outputs.replace(k, results);
        }
        Some(Block {
            candidates,
            outputs,
            stats,
            time: started.elapsed(),
        })
    }

    /// The results of a program on all pairs.
    fn run_alone(&self, arena: &mut Bump, program: &Program) -> Vec<Result<Option<GridBuf>, Fail>> {
        let code = Code::new(program);
        let samples = self.task.train.len() + self.task.test.len();
        let options = CheckOptions {
            limits: self.options.limits,
            keep_outputs: true,
            ..CheckOptions::default()
        };
        let result = |sample| {
            let (input, wanted) = pair(self.task, sample);
            let (status, _, output) = run_pair(arena, &code, self.task, input, wanted, &options);
            match status {
                PairStatus::Fail(stopped) | PairStatus::Limit(stopped) => Err(stopped.fail),
                PairStatus::Ok => Ok(wanted.cloned()),
                PairStatus::Wrong(_) | PairStatus::Unknown => Ok(output),
            }
        };
        (0..samples).map(result).collect()
    }
}

/// The grids of a program on some pairs, computed once more.
pub(super) fn run_again(
    task: &Task,
    program: &Program,
    samples: &[usize],
    limits: Limits,
) -> Vec<Option<GridBuf>> {
    let code = Code::new(program);
    let mut arena = Bump::new();
    let grid = |&sample: &usize| {
        arena.reset();
        let cx = Cx::new(&arena, limits).assume_light();
        let inputs = code.inputs(&cx, &task.train, pair(task, sample).0).ok()?;
        let value = code.run(&cx, inputs).ok()?;
        output_grid(value).map(Grid::to_buf)
    };
    samples.iter().map(grid).collect()
}

/// The input of a pair, and its expected output unless it is a test.
pub(super) fn pair(task: &Task, sample: usize) -> (&GridBuf, Option<&GridBuf>) {
    match task.train.get(sample) {
        Some(pair) => (&pair.input, Some(&pair.output)),
        None => (&task.test[sample - task.train.len()], None),
    }
}
