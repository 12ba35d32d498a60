//! Running a plan on all samples of a task at once, step by step.

use super::execute::{execute, execute_recorded};
use super::inputs::{Samples, demonstrations};
use super::interner::ValueId;
use super::memo::{BYTES_PER_VALUE, Call, HEAVY, Memo, MemoBuffers, NEVER_RUN, is_failure};
use super::options::Options;
use super::outputs::Outputs;
use super::plan::{Leaf, Plan, Step};
use super::probe::{Mark, Probe, Recorder, StepCounts, WholeSteps};
use super::stats::{EndReason, Stats};
use crate::dsl::table::MAX_ARITY;
use crate::dsl::{CallTree, Cx, Fail, Limit, Limits, Owned, Spent, Value};
use crate::program::Input;
use bumpalo::Bump;
use rustc_hash::FxHashMap;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Receives the results of a run.
pub trait Sink {
    /// The results of a candidate, one per sample, with the number of each value. A number stands for
    /// one value until [`forget_ids`](Sink::forget_ids). A candidate that the run did not reach is not
    /// recorded.
    fn record<'a>(
        &mut self,
        candidate: u32,
        results: impl Iterator<Item = (ValueId, Result<Value<'a>, Fail>)>,
    );

    /// From now on, numbers stand for other values.
    fn forget_ids(&mut self) {}
}

/// Runs plans one after the other, reusing its memory.
#[derive(Default)]
pub struct Runner {
    arena: Bump,
    /// Bytes of the arena when it was created.
    size: usize,
    /// The buffer for values by slot and sample.
    slots: Vec<ValueId>,
    /// The memory of the memo table, while nothing runs.
    buffers: MemoBuffers,
}

/// The arena starts with this many times the memory limit, so that it seldom grows; memory that is
/// never touched costs nothing.
const CAPACITY_FACTOR: usize = 4;

/// The arena starts with at most this many bytes.
const MAX_CAPACITY: usize = 256 << 20;

/// The state of a run that survives when the arena is cleared.
struct Progress<'p> {
    plan: &'p Plan,
    samples: usize,
    /// The next step.
    next: usize,
    /// The values by slot and sample.
    slots: &'p mut [ValueId],
    stats: Stats,
}

impl Runner {
    /// Clears the arena. Its size does not depend on earlier runs, so that memory is reclaimed at the
    /// same steps.
    fn clear_arena(&mut self, memory: usize) {
        self.arena.reset();
        let wanted = memory.saturating_mul(CAPACITY_FACTOR).min(MAX_CAPACITY);
        if self.arena.allocated_bytes() != self.size || self.size < wanted || self.size > 2 * wanted
        {
            self.arena = Bump::with_capacity(wanted);
            self.size = self.arena.allocated_bytes();
        }
    }

    /// Runs the plan on the samples.
    pub fn run<P: Probe>(
        &mut self,
        plan: &Plan,
        samples: &Samples,
        options: &Options<P>,
    ) -> (Outputs, Stats) {
        let distinct = options.equivalence.then_some(HEAVY);
        let outputs = Outputs::new(plan.candidates, samples.inputs.len());
        let mut outputs = outputs.with_distinct(distinct);
        let stats = self.run_into(plan, samples, options, &mut outputs);
        (outputs, stats)
    }

    /// Runs the plan on the samples; passes results to `sink` as they are computed.
    pub fn run_into<P: Probe>(
        &mut self,
        plan: &Plan,
        samples: &Samples,
        options: &Options<P>,
        sink: &mut impl Sink,
    ) -> Stats {
        let mut recorder = options.probe.recorder();
        let tree = recorder.take_tree();
        let stats = self.run_recorded(plan, samples, options, sink, &mut recorder, tree.as_deref());
        // The memory of the run is freed by now.
        recorder.mark_always(Mark::Memory);
        recorder.put_tree(tree);
        options.probe.give_back(recorder, &stats);
        stats
    }

    #[inline]
    fn run_recorded<P: Probe>(
        &mut self,
        plan: &Plan,
        samples: &Samples,
        options: &Options<P>,
        sink: &mut impl Sink,
        recorder: &mut P::Recorder,
        tree: Option<&CallTree>,
    ) -> Stats {
        let count = samples.inputs.len();
        std::hint::black_box(prefetch(plan, samples));
        let mut slots = std::mem::take(&mut self.slots);
        slots.clear();
        slots.resize(plan.slots * count, NEVER_RUN);
        let mut progress = Progress {
            plan,
            samples: count,
            next: 0,
            slots: &mut slots,
            stats: Stats::default(),
        };
        // The values that are alive when memory is reclaimed.
        let mut saved: Vec<(ValueId, Result<Owned, Fail>)> = Vec::new();
        // Set when memory is first reclaimed: most runs end before reading the clock pays.
        let mut deadline: Option<Instant> = None;
        loop {
            self.clear_arena(options.limits.memory);
            let time = deadline.map_or(options.limits.time, |deadline| {
                deadline.saturating_duration_since(Instant::now())
            });
            let limits = Limits {
                time,
                ..options.limits.node
            };
            // All values are made in this context, so it knows which are heavy.
            let cx = Cx::new(&self.arena, limits).with_tree(tree).assume_light();
            let cx = match options.equivalence {
                true => cx.with_memo(),
                false => cx,
            };
            let buffers = std::mem::take(&mut self.buffers);
            let expected = (plan.len() + plan.leaves.len()) * count;
            let mut memo = Memo::new(&self.arena, buffers, options.equivalence, expected);
            progress.restore(&cx, &mut memo, &mut saved);
            fill_leaves(&cx, plan, samples, &mut memo, progress.slots);
            recorder.mark_always(Mark::Memory);
            if progress.next == 0 {
                for &(candidate, leaf) in &plan.leaf_results {
                    progress.record(candidate, leaf, &memo, sink);
                }
                recorder.mark_always(Mark::Record);
            }
            progress.advance(&cx, &mut memo, options, sink, recorder, tree);
            let over = progress.next == plan.steps.len() || progress.stats.ended.is_some();
            if !over {
                progress.stats.sweeps += 1;
                let now = Instant::now();
                deadline = deadline.or_else(|| now.checked_add(cx.time_left(now)));
                progress.save(&memo, &mut saved);
            }
            self.buffers = memo.into_buffers();
            if over {
                let stats = progress.stats;
                self.slots = slots;
                return stats;
            }
            sink.forget_ids();
            recorder.mark_always(Mark::Memory);
        }
    }
}

/// Touches what a run begins with, so that it is fetched into the cache at once and not piece by piece.
/// The result means nothing.
fn prefetch(plan: &Plan, samples: &Samples) -> usize {
    /// Steps and leaves to touch: the rest of a long plan is fetched meanwhile.
    const FIRST: usize = 64;
    /// Bytes per cache line.
    const LINE: usize = 64;
    let steps = plan.steps.iter().map(|step| step.out as usize);
    let leaves = plan
        .leaves
        .iter()
        .map(|leaf| matches!(leaf, Leaf::Input(_)) as usize);
    let inputs = samples.inputs.iter();
    let cells = inputs.flat_map(|grid| grid.cells().iter().step_by(LINE));
    let cells = cells.map(|&c| c as u8 as usize);
    steps.take(FIRST).sum::<usize>() + leaves.take(FIRST).sum::<usize>() + cells.sum::<usize>()
}

/// Fills the slots of inputs, constants and functions.
fn fill_leaves<'a>(
    cx: &Cx<'a>,
    plan: &Plan,
    samples: &'a Samples,
    memo: &mut Memo<'a>,
    slots: &mut [ValueId],
) {
    let count = samples.inputs.len();
    let pairs = samples.demonstrations.iter().copied();
    let demonstrations = demonstrations(cx, pairs);
    let mut slots = slots;
    for leaf in &plan.leaves {
        // Leaves have the first slots.
        let own;
        (own, slots) = slots.split_at_mut(count);
        let everywhere = match *leaf {
            Leaf::Input(Input::S) => demonstrations,
            Leaf::Constant(constant) => Ok(constant.value()),
            Leaf::Function(primitive) => Ok(Value::Primitive(primitive)),
            Leaf::Input(Input::I | Input::C) => {
                let grids = match *leaf {
                    Leaf::Input(Input::I) => &samples.inputs,
                    _ => &samples.compared,
                };
                for (slot, grid) in own.iter_mut().zip(grids) {
                    let grid = match grid.height() {
                        0 => Value::EMPTY_TUPLE,
                        _ => Value::Grid(grid),
                    };
                    *slot = memo.number(Ok(grid));
                }
                continue;
            }
        };
        own.fill(memo.number(everywhere));
    }
}

impl Progress<'_> {
    /// Copies the live values out of the arena.
    fn save(&mut self, memo: &Memo, saved: &mut Vec<(ValueId, Result<Owned, Fail>)>) {
        let alive = self.plan.alive_before(self.next);
        let mut ids: Vec<ValueId> = Vec::new();
        let by_slot = self.slots.chunks_exact_mut(self.samples.max(1));
        // Leaves are filled again.
        let leaves = self.plan.leaves.len();
        for (slot, (slots, alive)) in by_slot.zip(alive).enumerate() {
            match alive && slot >= leaves {
                true => ids.extend_from_slice(slots),
                false => slots.fill(NEVER_RUN),
            }
        }
        ids.sort_unstable();
        ids.dedup();
        saved.extend(ids.iter().map(|&id| (id, memo.get(id).map(Owned::new))));
    }

    /// Copies the saved values back into the arena, under new numbers.
    fn restore<'a>(
        &mut self,
        cx: &Cx<'a>,
        memo: &mut Memo<'a>,
        saved: &mut Vec<(ValueId, Result<Owned, Fail>)>,
    ) {
        if saved.is_empty() {
            return;
        }
        let again = |(id, value): (ValueId, Result<Owned, Fail>)| {
            (id, memo.number(value.and_then(|value| value.put(cx))))
        };
        let new_ids: FxHashMap<ValueId, ValueId> = saved.drain(..).map(again).collect();
        for slot in self.slots.iter_mut() {
            *slot = new_ids.get(slot).copied().unwrap_or(NEVER_RUN);
        }
    }

    /// Passes the values of a slot to the sink as the results of a candidate.
    fn record(&self, candidate: u32, slot: u32, memo: &Memo, sink: &mut impl Sink) {
        let ids = &self.slots[slot as usize * self.samples..][..self.samples];
        sink.record(candidate, ids.iter().map(|&id| (id, memo.get(id))));
    }

    /// Runs steps until the end, a limit, or until memory must be reclaimed.
    fn advance<'a, P: Probe>(
        &mut self,
        cx: &Cx<'a>,
        memo: &mut Memo<'a>,
        options: &Options<P>,
        sink: &mut impl Sink,
        recorder: &mut P::Recorder,
        tree: Option<&CallTree>,
    ) {
        let limits = &options.limits;
        let start = self.next;
        let used_before = used(cx, memo);
        cx.refill();
        while let Some(step) = self.plan.steps.get(self.next) {
            // At least one step, or a single huge value would stop all progress.
            if self.next > start && used(cx, memo) - used_before > limits.memory {
                return;
            }
            if options
                .stop
                .is_some_and(|stop| stop.load(Ordering::Relaxed))
            {
                self.stats.ended = Some(EndReason::Stopped);
                return;
            }
            recorder.begin_step(step.primitive, step.node, self.samples);
            match P::Recorder::ON && !recorder.in_detail() {
                true => self.step(cx, step, memo, &mut WholeSteps(recorder), None),
                false => self.step(cx, step, memo, recorder, tree),
            }
            let (first, end) = step.results;
            for &candidate in &self.plan.results[first as usize..end as usize] {
                self.record(candidate, step.out, memo, sink);
            }
            if P::Recorder::ON && first < end {
                recorder.mark_always(Mark::Record);
            }
            self.next += 1;
            if self.stats.spent.steps > limits.steps || self.stats.spent.cells > limits.cells {
                self.stats.ended = Some(EndReason::Budget);
                return;
            }
            if self.stats.ended.is_some() {
                return;
            }
        }
    }

    /// Runs one step on every sample.
    #[inline]
    fn step<'a, R: Recorder>(
        &mut self,
        cx: &Cx<'a>,
        step: &Step,
        memo: &mut Memo<'a>,
        recorder: &mut R,
        tree: Option<&CallTree>,
    ) {
        match memo.shares() {
            true => self.compute::<R, true>(cx, step, memo, recorder, tree),
            false => self.compute::<R, false>(cx, step, memo, recorder, tree),
        }
    }

    /// [`step`](Self::step) with or without sharing: without it, the loop is so small that everything
    /// stays in registers.
    #[inline(never)]
    fn compute<'a, R: Recorder, const SHARES: bool>(
        &mut self,
        cx: &Cx<'a>,
        step: &Step,
        memo: &mut Memo<'a>,
        recorder: &mut R,
        tree: Option<&CallTree>,
    ) {
        let count = self.samples;
        let bytes_before = if R::ON { arena_bytes(cx) } else { 0 };
        let mut counts = StepCounts::default();
        let mut all_spent = Spent::default();
        let out = step.out as usize * count;
        for sample in 0..count {
            recorder.begin_sample(sample);
            let number = |k: usize| self.slots[step.args[k] as usize * count + sample];
            let gathered = gather(step.arity, number);
            recorder.mark(Mark::Gather);
            let id = match gathered {
                Err(failed) => {
                    counts.skipped += 1;
                    failed
                }
                Ok(ids) => {
                    let call = SHARES.then(|| Call::new(step, ids));
                    let known = call.as_ref().and_then(|call| memo.result(call));
                    recorder.mark(Mark::Lookup);
                    match known {
                        Some(id) => {
                            counts.shared += 1;
                            id
                        }
                        None => {
                            let (callee, arity) = (step.primitive, step.arity.into());
                            let value = |k: usize| memo.value(ids[k]);
                            let result = match tree {
                                Some(tree) if R::ON && recorder.detailed() => {
                                    execute_recorded(cx, callee, arity, value, recorder, tree)
                                }
                                _ => execute(cx, callee, arity, value),
                            };
                            let spent = cx.refill();
                            counts.evaluations += 1;
                            all_spent.steps += spent.steps;
                            all_spent.cells += spent.cells;
                            if let Err(fail) = result {
                                if fail == Fail::Limit(Limit::Time) {
                                    self.stats.ended = Some(EndReason::Time);
                                }
                                counts.failed(fail);
                            }
                            recorder.mark(Mark::Account);
                            let id = match result {
                                Ok(value) if !SHARES => memo.push(value),
                                _ => memo.enter(step, call, result),
                            };
                            recorder.mark(Mark::Number);
                            id
                        }
                    }
                }
            };
            self.slots[out + sample] = id;
        }
        self.stats.evaluations += counts.evaluations;
        self.stats.shared += counts.shared;
        self.stats.skipped += counts.skipped;
        self.stats.spent.steps += all_spent.steps;
        self.stats.spent.cells += all_spent.cells;
        let cells = all_spent.cells;
        if self.stats.heaviest.is_none_or(|(_, most)| cells > most) {
            self.stats.heaviest = Some((step.node, cells));
        }
        if R::ON {
            counts.cells = cells;
            recorder.end_step(&counts, arena_bytes(cx) - bytes_before);
        }
    }
}

/// Bytes in use in the arena.
fn arena_bytes(cx: &Cx) -> usize {
    cx.arena().allocated_bytes() - cx.arena().chunk_capacity()
}

/// Bytes of all memo, dead ones included.
fn used(cx: &Cx, memo: &Memo) -> usize {
    arena_bytes(cx) + memo.len() * BYTES_PER_VALUE
}

/// The numbers of arguments.
type Ids = [ValueId; MAX_ARITY + 1];

/// Most calls have no more arguments than this; this many are always read.
const FEW: u8 = 2;

/// The numbers of the arguments of a call; unused entries repeat the first. If one is a failure, the
/// first of these.
#[inline]
fn gather(arity: u8, number: impl Fn(usize) -> ValueId) -> Result<Ids, ValueId> {
    let (first, second) = (number(0), number(1));
    let mut ids = [first; MAX_ARITY + 1];
    ids[1] = second;
    let mut any = first | second;
    if arity > FEW {
        for (k, id) in ids.iter_mut().enumerate().skip(FEW as usize) {
            *id = number(k);
            any |= *id;
        }
    }
    // One test for all: most calls depend on no failure.
    if !is_failure(any) {
        return Ok(ids);
    }
    let failed = ids.iter().find(|&&id| is_failure(id));
    Err(failed.copied().unwrap_or(NEVER_RUN))
}
