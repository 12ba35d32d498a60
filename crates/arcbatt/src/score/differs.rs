//! Differs: programs that measure how far a candidate's grid is from the expected one.
//!
//! In: pairs of grids. Out: a score from 0 to 1000 for every pair and differ; a differ that fails
//! scores 0. Differs are merged into one graph and all pairs are samples of one plan, so that
//! shared calls run once per pair.

use super::device_differs::DeviceDiffers;
use crate::batt::{
    BLOCK, EndReason, Graph, NodeId, Options, Plan, Probe, Runner, Samples, Sink, Stats,
    TaskLimits, ValueId, Work, with_runner,
};
use crate::dsl::constants::ConstantValue;
use crate::dsl::{Fail, Spent, Value};
use crate::grid::Grid;
use crate::program::{Program, parse_file};
use crate::task::Task;
use rayon::prelude::*;
use std::sync::LazyLock;
use web_time::Instant;

/// The score of two equal grids, which is the highest.
pub const NO_DIFFERENCE: u16 = 1000;

/// Pairs per chunk: enough to amortise a step of the plan, few enough for values to stay in cache.
const CHUNK: usize = 256;

/// A set of differs, merged and planned.
#[derive(Clone)]
pub struct Differs {
    names: Vec<String>,
    plan: Plan,
    drawn: DeviceDiffers,
}

/// The scores of pairs of grids.
#[derive(Clone, Debug, Default)]
pub struct DifferScores {
    differs: usize,
    scores: Vec<u16>,
    /// The number of calls.
    pub evaluations: u64,
    /// Steps and cells of all calls.
    pub spent: Spent,
    /// Why some scores were not computed; those are 0.
    pub ended: Option<EndReason>,
}

impl DifferScores {
    /// The score of a pair by every differ.
    pub fn of(&self, pair: usize) -> &[u16] {
        &self.scores[pair * self.differs..][..self.differs]
    }

    /// The sum of a pair's scores.
    pub fn total(&self, pair: usize) -> u64 {
        self.of(pair).iter().map(|&score| u64::from(score)).sum()
    }
}

impl Differs {
    /// The embedded differs.
    pub fn starter() -> &'static Differs {
        static STARTER: LazyLock<Differs> =
            LazyLock::new(|| Differs::from_programs(&parse_file(Differs::STARTER).programs));
        &STARTER
    }

    /// The source of the embedded differs.
    pub const STARTER: &'static str = include_str!("../../data/differs.py");

    /// Differs from programs. A result that is not a number from 0 to 1000 scores 0.
    pub fn from_programs(programs: &[Program]) -> Self {
        let mut graph = Graph::default();
        let mut lines = Vec::new();
        let outputs: Vec<NodeId> = programs
            .iter()
            .map(|program| {
                // A call with more arguments than any primitive takes fails on every input.
                let output = graph.add(program, &mut lines);
                output.unwrap_or_else(|| graph.constant(ConstantValue::Int(0)))
            })
            .collect();
        Self {
            names: programs.iter().map(|p| p.name.clone()).collect(),
            plan: Plan::new(&graph, &outputs),
            drawn: DeviceDiffers::new(graph, &outputs),
        }
    }

    /// The names of the programs, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Number of differs.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The number of calls per pair, counting shared ones once.
    pub fn calls(&self) -> usize {
        self.plan.len()
    }

    /// The highest sum of a pair's scores.
    pub fn most(&self) -> u64 {
        self.len() as u64 * u64::from(NO_DIFFERENCE)
    }

    /// Runs every differ on every pair of a candidate's grid and the expected one. S is the task's
    /// demonstrations. The time limit is for all pairs together, the other limits per chunk of
    /// pairs.
    ///
    /// Uses the current rayon pool; the result does not depend on the number of threads.
    pub fn compare<P: Probe>(
        &self,
        task: &Task,
        pairs: &[(Grid, Grid)],
        options: &Options<P>,
    ) -> DifferScores {
        let started = Instant::now();
        let demonstrations: Vec<_> = task
            .train
            .iter()
            .map(|pair| (pair.input.view(), pair.output.view()))
            .collect();
        let chunk = |pairs: &[(Grid, Grid)]| {
            let options = Options {
                limits: TaskLimits {
                    time: options.limits.time.saturating_sub(started.elapsed()),
                    ..options.limits
                },
                // Values hardly ever agree on hundreds of different pairs.
                equivalence: false,
                ..*options
            };
            let run = || self.run_chunk(&demonstrations, pairs, &options);
            options.probe.during(Work::Differ, &task.id, run)
        };
        // A device needs larger chunks.
        let large = |pairs: &[(Grid, Grid)]| match self.drawn.run(
            &task.id,
            &demonstrations,
            pairs,
            options,
        ) {
            Some(scores) => vec![scores],
            None => pairs.par_chunks(CHUNK).map(chunk).collect(),
        };
        options.probe.open(Work::Wait, &task.id);
        let chunks: Vec<_> = pairs.par_chunks(BLOCK).flat_map_iter(large).collect();
        options.probe.close();
        let mut all = DifferScores {
            differs: self.len(),
            ..DifferScores::default()
        };
        for (scores, stats) in chunks {
            all.scores.extend(scores);
            all.evaluations += stats.evaluations;
            all.spent.steps += stats.spent.steps;
            all.spent.cells += stats.spent.cells;
            all.ended = all.ended.or(stats.ended);
        }
        all
    }

    /// Runs every differ on some pairs: on fewer at once if their values take too much memory.
    fn run_chunk<P: Probe>(
        &self,
        demonstrations: &[(Grid, Grid)],
        pairs: &[(Grid, Grid)],
        options: &Options<P>,
    ) -> (Vec<u16>, Stats) {
        let samples = Samples {
            demonstrations: demonstrations.to_vec(),
            inputs: pairs.iter().map(|&(grid, _)| grid).collect(),
            compared: pairs.iter().map(|&(_, wanted)| wanted).collect(),
        };
        let mut sink = Numbers {
            differs: self.len(),
            scores: vec![0; pairs.len() * self.len()],
        };
        let run = |runner: &mut Runner| runner.run_into(&self.plan, &samples, options, &mut sink);
        let stats = with_runner(run);
        if stats.ended != Some(EndReason::Memory) || pairs.len() < 2 {
            return (sink.scores, stats);
        }
        let (first, second) = pairs.split_at(pairs.len() / 2);
        let (mut scores, mut stats) = self.run_chunk(demonstrations, first, options);
        let (more, more_stats) = self.run_chunk(demonstrations, second, options);
        scores.extend(more);
        stats.add(&more_stats);
        (scores, stats)
    }
}

/// The score of a number; 0 if it is out of range.
pub(super) fn score_of(number: i64) -> u16 {
    let score = u16::try_from(number).ok();
    score.filter(|&n| n <= NO_DIFFERENCE).unwrap_or(0)
}

/// Collects the scores by pair.
struct Numbers {
    differs: usize,
    scores: Vec<u16>,
}

impl Sink for Numbers {
    fn record<'a>(
        &mut self,
        differ: u32,
        results: impl Iterator<Item = (ValueId, Result<Value<'a>, Fail>)>,
    ) {
        let pairs = self.scores.chunks_exact_mut(self.differs);
        for (scores, (_, value)) in pairs.zip(results) {
            let number = value.ok().and_then(|value| value.int().ok());
            scores[differ as usize] = number.map_or(0, score_of);
        }
    }
}
