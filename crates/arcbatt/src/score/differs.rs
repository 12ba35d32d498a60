//! Differs: programs that measure how far a candidate's grid is from the wanted one.
//!
//! In: pairs of grids. Out: for every pair and differ a number, 0..1000. Differs are merged into
//! one graph, and all pairs are the samples of one plan, so what two differs share is computed
//! once a pair. What never happens here: a differ's failure that reaches anything but its own
//! number, which is 0 then.

use super::device_differs::DeviceDiffers;
use crate::batt::{
    BLOCK, Ended, Graph, NodeId, Options, Plan, Probe, Runner, Samples, Sink, TaskLimits, ValueId,
    Work,
};
use crate::dsl::constants::ConstantValue;
use crate::dsl::{Fail, Spent, Value};
use crate::grid::Grid;
use crate::program::{Program, parse_file};
use crate::task::Task;
use rayon::prelude::*;
use std::cell::RefCell;
use std::sync::LazyLock;
use std::time::Instant;

/// What a differ answers where it finds no difference; the most that it can answer.
pub const NO_DIFFERENCE: u16 = 1000;

/// Pairs that are run at once: enough that a step of the plan is worth its while, few enough that
/// their values stay near the processor.
const CHUNK: usize = 256;

/// Some differs, ready to run.
#[derive(Clone)]
pub struct Differs {
    names: Vec<String>,
    plan: Plan,
    drawn: DeviceDiffers,
}

/// What differs say about pairs of grids.
#[derive(Clone, Debug, Default)]
pub struct DifferScores {
    differs: usize,
    scores: Vec<u16>,
    /// Calls made.
    pub evaluations: u64,
    /// Steps and cells of all calls.
    pub spent: Spent,
    /// Why not everything was computed; what was not counts 0.
    pub ended: Option<Ended>,
}

impl DifferScores {
    /// What every differ says about a pair.
    pub fn of(&self, pair: usize) -> &[u16] {
        &self.scores[pair * self.differs..][..self.differs]
    }

    /// What all differs together say about a pair.
    pub fn total(&self, pair: usize) -> u64 {
        self.of(pair).iter().map(|&score| u64::from(score)).sum()
    }
}

thread_local! {
    static RUNNER: RefCell<Runner> = RefCell::default();
}

impl Differs {
    /// The differs to start with.
    pub fn starter() -> &'static Differs {
        static STARTER: LazyLock<Differs> =
            LazyLock::new(|| Differs::from_programs(&parse_file(Differs::STARTER).programs));
        &STARTER
    }

    /// The source of the differs to start with.
    pub const STARTER: &'static str = include_str!("../../data/differs.py");

    /// Programs as differs. A program that answers anything but a number from 0 to 1000 counts 0
    /// there.
    pub fn from_programs(programs: &[Program]) -> Self {
        let mut graph = Graph::default();
        let mut lines = Vec::new();
        let outputs: Vec<NodeId> = programs
            .iter()
            .map(|program| {
                // A call that has more arguments than any primitive takes has no answer.
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

    /// Number of calls for a pair, shared ones counted once.
    pub fn calls(&self) -> usize {
        self.plan.len()
    }

    /// The most that all of them together can say about a pair.
    pub fn most(&self) -> u64 {
        self.len() as u64 * u64::from(NO_DIFFERENCE)
    }

    /// Runs every differ on every pair: a candidate's grid, then the wanted one. S is the task's
    /// demonstrations. The time limit is for all pairs together, the other limits for some
    /// hundred pairs at a time.
    ///
    /// Uses the rayon pool that it is called in; the result is the same for any number of threads.
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
            let samples = Samples {
                demonstrations: demonstrations.clone(),
                inputs: pairs.iter().map(|&(grid, _)| grid).collect(),
                compared: pairs.iter().map(|&(_, wanted)| wanted).collect(),
            };
            let options = Options {
                limits: TaskLimits {
                    time: options.limits.time.saturating_sub(started.elapsed()),
                    ..options.limits
                },
                // Hundreds of different pairs hardly ever agree in a value all over.
                equivalence: false,
                ..*options
            };
            let mut sink = Numbers {
                differs: self.len(),
                scores: vec![0; pairs.len() * self.len()],
            };
            let run =
                |runner: &mut Runner| runner.run_into(&self.plan, &samples, &options, &mut sink);
            let probe = options.probe;
            let stats = probe.during(Work::Differ, &task.id, || RUNNER.with_borrow_mut(run));
            (sink.scores, stats)
        };
        // More at a time pay elsewhere.
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
}

/// What a number counts.
pub(super) fn score_of(number: i64) -> u16 {
    let score = u16::try_from(number).ok();
    score.filter(|&n| n <= NO_DIFFERENCE).unwrap_or(0)
}

/// Takes the numbers that differs answer, by pair.
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
