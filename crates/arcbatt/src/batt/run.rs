//! Running a plan on all samples of a task at once.

use super::graph::NodeId;
use super::outputs::Outputs;
use super::plan::{Leaf, Plan, Step};
use super::same::Same;
use crate::dsl::table::MAX_ARITY;
use crate::dsl::{Cx, Fail, Limit, Limits, Owned, Spent, Value};
use crate::grid::Grid;
use crate::program::Input;
use crate::task::Task;
use bumpalo::Bump;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What is given to a plan: demonstrations for S, and the samples.
#[derive(Clone, Debug, Default)]
pub struct Samples<'t> {
    /// Input and output of every demonstration.
    pub demonstrations: Vec<(Grid<'t>, Grid<'t>)>,
    /// I of every sample.
    pub inputs: Vec<Grid<'t>>,
    /// C of every sample: what a differ compares with. A solver gets I for C.
    pub compared: Vec<Grid<'t>>,
}

impl<'t> Samples<'t> {
    /// The samples of a task: its demonstration inputs, then its test inputs.
    pub fn of(task: &'t Task) -> Self {
        let demonstrations: Vec<_> = task
            .train
            .iter()
            .map(|pair| (pair.input.view(), pair.output.view()))
            .collect();
        let train = demonstrations.iter().map(|&(input, _)| input);
        let inputs: Vec<_> = train.chain(task.test.iter().map(|t| t.view())).collect();
        Self {
            demonstrations,
            compared: inputs.clone(),
            inputs,
        }
    }
}

/// What a task may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskLimits {
    /// For each node on each sample; its clock is not used.
    pub node: Limits,
    /// Calls of all nodes on all samples together.
    pub steps: u64,
    /// Cells touched by all nodes on all samples together.
    pub cells: u64,
    /// Time on the clock for the whole task; for what the other limits let through.
    pub time: Duration,
    /// Bytes of values that may be alive before the memory of dead ones is taken back.
    pub memory: usize,
}

impl Default for TaskLimits {
    fn default() -> Self {
        Self {
            node: Limits {
                steps: 50_000,
                cells: 1_000_000,
                ..Limits::default()
            },
            steps: 200_000_000,
            cells: 4_000_000_000,
            time: Duration::from_secs(60),
            memory: 64 << 20,
        }
    }
}

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Options<'s> {
    /// What a task may use.
    pub limits: TaskLimits,
    /// Run nodes with equal values on all samples as one from there on.
    pub equivalence: bool,
    /// Set from outside to end early, with what is there.
    pub stop: Option<&'s AtomicBool>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            limits: TaskLimits::default(),
            equivalence: true,
            stop: None,
        }
    }
}

/// Why a run did not reach its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The task used up what it may use.
    Budget,
    /// Too much time passed on the clock.
    Time,
    /// It was stopped from outside.
    Stopped,
}

/// What running a plan took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    /// Calls that were computed, one a node and sample.
    pub evaluations: u64,
    /// Calls that were not computed because an equal one was.
    pub shared: u64,
    /// Calls that hung on a failure.
    pub skipped: u64,
    /// Steps and cells of all calls.
    pub spent: Spent,
    /// The node that touched most cells, and how many.
    pub heaviest: Option<(NodeId, u64)>,
    /// How often the memory of dead values was taken back.
    pub sweeps: u32,
    /// Why it did not reach its end; what was not computed has failed.
    pub ended: Option<Ended>,
}

impl Stats {
    /// Adds what another run took. The first reason to end early stays.
    pub fn add(&mut self, more: &Stats) {
        self.evaluations += more.evaluations;
        self.shared += more.shared;
        self.skipped += more.skipped;
        self.spent.steps += more.spent.steps;
        self.spent.cells += more.spent.cells;
        self.sweeps += more.sweeps;
        self.ended = self.ended.or(more.ended);
        if more.heaviest.map(|(_, cells)| cells) > self.heaviest.map(|(_, cells)| cells) {
            self.heaviest = more.heaviest;
        }
    }
}

/// Takes the results of a run.
pub trait Sink {
    /// The result of a candidate on every sample. A candidate that the run did not get to is not
    /// recorded.
    fn record(&mut self, candidate: u32, values: &[Result<Value, Fail>]);
}

/// Runs plans, one after the other, in the same memory.
#[derive(Default)]
pub struct Runner {
    arena: Bump,
}

type Slot<'a> = Result<Value<'a>, Fail>;

const NEVER_RUN: Fail = Fail::Limit(Limit::Budget);

/// The state of a run that outlives the memory of its values.
struct Progress<'p> {
    plan: &'p Plan,
    samples: usize,
    next: usize,
    stats: Stats,
    same: Option<Same>,
    started: Instant,
}

impl Runner {
    /// Runs the plan on the samples: for every candidate and sample, what came out.
    pub fn run(&mut self, plan: &Plan, samples: &Samples, options: &Options) -> (Outputs, Stats) {
        let mut outputs = Outputs::new(plan.candidates, samples.inputs.len());
        let stats = self.run_into(plan, samples, options, &mut outputs);
        (outputs, stats)
    }

    /// Runs the plan on the samples, and hands the results to `sink` as they come.
    pub fn run_into(
        &mut self,
        plan: &Plan,
        samples: &Samples,
        options: &Options,
        sink: &mut impl Sink,
    ) -> Stats {
        let count = samples.inputs.len();
        let mut progress = Progress {
            plan,
            samples: count,
            next: 0,
            stats: Stats::default(),
            same: options.equivalence.then(|| Same::new(plan.slots)),
            started: Instant::now(),
        };
        // The values that are alive when the memory is taken back, by slot and sample.
        let mut saved: Vec<(usize, Result<Owned, Fail>)> = Vec::new();
        loop {
            if self.arena.allocated_bytes() > 2 * options.limits.memory {
                self.arena = Bump::new();
            }
            self.arena.reset();
            let limits = Limits {
                time: options
                    .limits
                    .time
                    .saturating_sub(progress.started.elapsed()),
                ..options.limits.node
            };
            let cx = Cx::new(&self.arena, limits);
            let mut slots: Vec<Slot> = vec![Err(NEVER_RUN); plan.slots * count];
            fill_leaves(&cx, plan, samples, &mut slots);
            for (slot, value) in saved.drain(..) {
                slots[slot] = value.and_then(|value| value.put(&cx));
            }
            if progress.next == 0 {
                for &(candidate, leaf) in &plan.leaf_results {
                    sink.record(candidate, &slots[leaf as usize * count..][..count]);
                }
            }
            progress.advance(&cx, &mut slots, options, sink);
            if progress.next == plan.steps.len() || progress.stats.ended.is_some() {
                return progress.stats;
            }
            progress.stats.sweeps += 1;
            let alive = plan.alive_before(progress.next);
            let first = plan.leaves.len() * count;
            let kept = (first..slots.len()).filter(|k| alive[k / count]);
            saved.extend(kept.map(|k| (k, slots[k].map(Owned::new))));
            if let Some(same) = &mut progress.same {
                same.forget(|slot| slot >= plan.leaves.len() && !alive[slot]);
            }
        }
    }
}

/// Puts inputs, constants and functions into their slots.
fn fill_leaves<'a>(cx: &Cx<'a>, plan: &Plan, samples: &Samples<'a>, slots: &mut [Slot<'a>]) {
    let count = samples.inputs.len();
    let mut pairs = cx.list();
    for &(input, output) in &samples.demonstrations {
        let pair = [cx.grid_value(input), cx.grid_value(output)];
        // Two grids in a tuple are never too deep.
        pairs.extend(cx.tuple(cx.arena().alloc(pair)));
    }
    let demonstrations = cx.tuple(pairs.into_bump_slice_mut());
    for (leaf, values) in plan.leaves.iter().zip(slots.chunks_exact_mut(count.max(1))) {
        for (sample, value) in values.iter_mut().enumerate() {
            *value = match *leaf {
                Leaf::Input(Input::S) => demonstrations,
                Leaf::Input(Input::I) => Ok(cx.grid_value(samples.inputs[sample])),
                Leaf::Input(Input::C) => Ok(cx.grid_value(samples.compared[sample])),
                Leaf::Constant(constant) => Ok(constant.value()),
                Leaf::Function(primitive) => Ok(Value::Primitive(primitive)),
            };
        }
    }
}

impl Progress<'_> {
    /// Takes steps until the end, a limit, or until the memory is to be taken back.
    fn advance<'a>(
        &mut self,
        cx: &Cx<'a>,
        slots: &mut [Slot<'a>],
        options: &Options,
        sink: &mut impl Sink,
    ) {
        let (limits, count) = (&options.limits, self.samples);
        let start = self.next;
        // Every value was accounted for as so many cells: counting these, not the bytes of the
        // arena, takes the memory back at the same steps whatever ran before.
        let cells_before = self.stats.spent.cells;
        cx.refill();
        while let Some(step) = self.plan.steps.get(self.next) {
            // At least one step, or a single huge value would keep it from ever going on.
            let cells = (self.stats.spent.cells - cells_before) as usize;
            if self.next > start && cells.saturating_mul(size_of::<Value>()) > limits.memory {
                return;
            }
            if options
                .stop
                .is_some_and(|stop| stop.load(Ordering::Relaxed))
            {
                self.stats.ended = Some(Ended::Stopped);
                return;
            }
            let known = self.same.as_mut().and_then(|same| same.known(step));
            let out = step.out as usize * count;
            match known {
                Some(slot) => {
                    slots.copy_within(slot * count..(slot + 1) * count, out);
                    self.stats.shared += count as u64;
                }
                None => {
                    self.compute(cx, step, slots);
                    if let Some(same) = &mut self.same {
                        same.enter(step, &slots[out..out + count]);
                    }
                }
            }
            let (first, end) = step.results;
            for &candidate in &self.plan.results[first as usize..end as usize] {
                sink.record(candidate, &slots[out..out + count]);
            }
            self.next += 1;
            if self.stats.spent.steps > limits.steps || self.stats.spent.cells > limits.cells {
                self.stats.ended = Some(Ended::Budget);
                return;
            }
            if self.stats.ended.is_some() {
                return;
            }
        }
    }

    /// Computes one call on every sample.
    fn compute<'a>(&mut self, cx: &Cx<'a>, step: &Step, slots: &mut [Slot<'a>]) {
        let count = self.samples;
        let mut cells = 0;
        for sample in 0..count {
            let result = match gather(step, slots, count, sample) {
                Err(fail) => {
                    self.stats.skipped += 1;
                    Err(fail)
                }
                Ok(args) => {
                    self.stats.evaluations += 1;
                    let args = &args[..step.arity as usize];
                    let result = match step.primitive {
                        Some(primitive) => cx.call(Value::Primitive(primitive), args),
                        None => cx.call(args[0], &args[1..]),
                    };
                    let spent = cx.refill();
                    self.stats.spent.steps += spent.steps;
                    self.stats.spent.cells += spent.cells;
                    cells += spent.cells;
                    if result == Err(Fail::Limit(Limit::Time)) {
                        self.stats.ended = Some(Ended::Time);
                    }
                    result
                }
            };
            slots[step.out as usize * count + sample] = result;
        }
        if self.stats.heaviest.is_none_or(|(_, most)| cells > most) {
            self.stats.heaviest = Some((step.node, cells));
        }
    }
}

/// The arguments of a step on one sample; the first that failed fails the call.
#[inline]
fn gather<'a>(
    step: &Step,
    slots: &[Slot<'a>],
    count: usize,
    sample: usize,
) -> Result<[Value<'a>; MAX_ARITY + 1], Fail> {
    let mut args = [Value::None; MAX_ARITY + 1];
    for (arg, &slot) in args.iter_mut().zip(&step.args[..step.arity as usize]) {
        *arg = slots[slot as usize * count + sample]?;
    }
    Ok(args)
}
