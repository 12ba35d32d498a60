//! Running a plan on all samples of a task at once.

use super::execute::{execute, execute_recorded};
use super::inputs::{Samples, demonstrations};
use super::interner::ValueId;
use super::memo::{BYTES_PER_VALUE, Call, HEAVY, Memo, MemoBuffers, NEVER_RUN, is_failure};
use super::options::Options;
use super::outputs::Outputs;
use super::plan::{Leaf, Plan, Step};
use super::probe::{Mark, Probe, Recorder, StepCounts, Whole};
use super::stats::{Ended, Stats};
use crate::dsl::table::MAX_ARITY;
use crate::dsl::{CallTree, Cx, Fail, Limit, Limits, Owned, Spent, Value};
use crate::program::Input;
use bumpalo::Bump;
use rustc_hash::FxHashMap;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Takes the results of a run.
pub trait Sink {
    /// The results of a candidate, one a sample: what came out, and its number, which stands for
    /// the same value until [`forget_ids`](Sink::forget_ids). A candidate that the run did not get
    /// to is not recorded.
    fn record<'a>(
        &mut self,
        candidate: u32,
        results: impl Iterator<Item = (ValueId, Result<Value<'a>, Fail>)>,
    );

    /// From now on numbers stand for other values than before.
    fn forget_ids(&mut self) {}
}

/// Runs plans, one after the other, in the same memory.
#[derive(Default)]
pub struct Runner {
    arena: Bump,
    /// Bytes of the arena while it is as it was made.
    size: usize,
    /// Room for the values by slot and sample.
    slots: Vec<ValueId>,
    /// The memory of the memo table, while nothing runs.
    buffers: MemoBuffers,
}

/// How many times the memory that is taken back an arena has from the start, so that it seldom has
/// to grow; what is not touched costs nothing. And the most that it has.
const ROOM: usize = 4;
const MOST_ROOM: usize = 256 << 20;

/// The state of a run that outlives the memory of its values.
struct Progress<'p> {
    plan: &'p Plan,
    samples: usize,
    /// The next step to take.
    next: usize,
    /// The values by slot and sample.
    slots: &'p mut [ValueId],
    stats: Stats,
}

impl Runner {
    /// Empties the arena. It is then the same whatever ran before, so that its memory is taken
    /// back at the same steps.
    fn empty(&mut self, memory: usize) {
        self.arena.reset();
        let wanted = memory.saturating_mul(ROOM).min(MOST_ROOM);
        if self.arena.allocated_bytes() != self.size || self.size < wanted || self.size > 2 * wanted
        {
            self.arena = Bump::with_capacity(wanted);
            self.size = self.arena.allocated_bytes();
        }
    }

    /// Runs the plan on the samples: for every candidate and sample, what came out.
    pub fn run<P: Probe>(
        &mut self,
        plan: &Plan,
        samples: &Samples,
        options: &Options<P>,
    ) -> (Outputs, Stats) {
        let told_apart = options.equivalence.then_some(HEAVY);
        let outputs = Outputs::new(plan.candidates, samples.inputs.len());
        let mut outputs = outputs.told_apart(told_apart);
        let stats = self.run_into(plan, samples, options, &mut outputs);
        (outputs, stats)
    }

    /// Runs the plan on the samples, and hands the results to `sink` as they come.
    pub fn run_into<P: Probe>(
        &mut self,
        plan: &Plan,
        samples: &Samples,
        options: &Options<P>,
        sink: &mut impl Sink,
    ) -> Stats {
        let mut recorder = options.probe.recorder();
        let tree = recorder.take_tree();
        let stats = self.run_told(plan, samples, options, sink, &mut recorder, tree.as_deref());
        // What the run had in its hands is freed by now.
        recorder.mark_always(Mark::Memory);
        recorder.put_tree(tree);
        options.probe.give_back(recorder, &stats);
        stats
    }

    #[inline]
    fn run_told<P: Probe>(
        &mut self,
        plan: &Plan,
        samples: &Samples,
        options: &Options<P>,
        sink: &mut impl Sink,
        recorder: &mut P::Recorder,
        tree: Option<&CallTree>,
    ) -> Stats {
        let count = samples.inputs.len();
        std::hint::black_box(look_at(plan, samples));
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
        // The values that are alive when the memory is taken back.
        let mut saved: Vec<(ValueId, Result<Owned, Fail>)> = Vec::new();
        // When the time is over; known from when memory is first taken back on, as most runs end
        // before a look at the clock is worth it.
        let mut deadline: Option<Instant> = None;
        loop {
            self.empty(options.limits.memory);
            let time = deadline.map_or(options.limits.time, |deadline| {
                deadline.saturating_duration_since(Instant::now())
            });
            let limits = Limits {
                time,
                ..options.limits.node
            };
            // All that is called here is made here.
            let cx = Cx::new(&self.arena, limits).with_tree(tree).assume_light();
            let cx = match options.equivalence {
                true => cx.with_memo(),
                false => cx,
            };
            let buffers = std::mem::take(&mut self.buffers);
            let expected = (plan.len() + plan.leaves.len()) * count;
            let mut values = Memo::new(&self.arena, buffers, options.equivalence, expected);
            progress.put_back(&cx, &mut values, &mut saved);
            fill_leaves(&cx, plan, samples, &mut values, progress.slots);
            recorder.mark_always(Mark::Memory);
            if progress.next == 0 {
                for &(candidate, leaf) in &plan.leaf_results {
                    progress.record(candidate, leaf, &values, sink);
                }
                recorder.mark_always(Mark::Record);
            }
            progress.advance(&cx, &mut values, options, sink, recorder, tree);
            let over = progress.next == plan.steps.len() || progress.stats.ended.is_some();
            if !over {
                progress.stats.sweeps += 1;
                let now = Instant::now();
                deadline = deadline.or_else(|| now.checked_add(cx.time_left(now)));
                progress.save(&values, &mut saved);
            }
            self.buffers = values.into_buffers();
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

/// Looks at what a run begins with. Memory that was not used for long is far away: what is looked at
/// here is fetched all at once, not piece by piece where it is needed. The number means nothing.
fn look_at(plan: &Plan, samples: &Samples) -> usize {
    /// Steps and leaves that are looked at: of a long plan, the rest is fetched meanwhile.
    const FIRST: usize = 64;
    /// Bytes that are fetched together.
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

/// Puts inputs, constants and functions into their slots.
fn fill_leaves<'a>(
    cx: &Cx<'a>,
    plan: &Plan,
    samples: &'a Samples,
    values: &mut Memo<'a>,
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
                    *slot = values.number(Ok(grid));
                }
                continue;
            }
        };
        own.fill(values.number(everywhere));
    }
}

impl Progress<'_> {
    /// Copies the values that are still to be read out of the arena.
    fn save(&mut self, values: &Memo, saved: &mut Vec<(ValueId, Result<Owned, Fail>)>) {
        let alive = self.plan.alive_before(self.next);
        let mut ids: Vec<ValueId> = Vec::new();
        let by_slot = self.slots.chunks_exact_mut(self.samples.max(1));
        // Leaves are filled in anew.
        let leaves = self.plan.leaves.len();
        for (slot, (slots, alive)) in by_slot.zip(alive).enumerate() {
            match alive && slot >= leaves {
                true => ids.extend_from_slice(slots),
                false => slots.fill(NEVER_RUN),
            }
        }
        ids.sort_unstable();
        ids.dedup();
        saved.extend(ids.iter().map(|&id| (id, values.get(id).map(Owned::new))));
    }

    /// Puts what was saved into the arena again, where values have other numbers.
    fn put_back<'a>(
        &mut self,
        cx: &Cx<'a>,
        values: &mut Memo<'a>,
        saved: &mut Vec<(ValueId, Result<Owned, Fail>)>,
    ) {
        if saved.is_empty() {
            return;
        }
        let again = |(id, value): (ValueId, Result<Owned, Fail>)| {
            (id, values.number(value.and_then(|value| value.put(cx))))
        };
        let new_ids: FxHashMap<ValueId, ValueId> = saved.drain(..).map(again).collect();
        for slot in self.slots.iter_mut() {
            *slot = new_ids.get(slot).copied().unwrap_or(NEVER_RUN);
        }
    }

    /// Hands over what a slot holds as the result of a candidate.
    fn record(&self, candidate: u32, slot: u32, values: &Memo, sink: &mut impl Sink) {
        let ids = &self.slots[slot as usize * self.samples..][..self.samples];
        sink.record(candidate, ids.iter().map(|&id| (id, values.get(id))));
    }

    /// Takes steps until the end, a limit, or until the memory is to be taken back.
    fn advance<'a, P: Probe>(
        &mut self,
        cx: &Cx<'a>,
        values: &mut Memo<'a>,
        options: &Options<P>,
        sink: &mut impl Sink,
        recorder: &mut P::Recorder,
        tree: Option<&CallTree>,
    ) {
        let limits = &options.limits;
        let start = self.next;
        let used_before = used(cx, values);
        cx.refill();
        while let Some(step) = self.plan.steps.get(self.next) {
            // At least one step, or a single huge value would keep it from ever going on.
            if self.next > start && used(cx, values) - used_before > limits.memory {
                return;
            }
            if options
                .stop
                .is_some_and(|stop| stop.load(Ordering::Relaxed))
            {
                self.stats.ended = Some(Ended::Stopped);
                return;
            }
            recorder.begin_step(step.primitive, step.node, self.samples);
            match P::Recorder::ON && !recorder.in_detail() {
                true => self.step(cx, step, values, &mut Whole(recorder), None),
                false => self.step(cx, step, values, recorder, tree),
            }
            let (first, end) = step.results;
            for &candidate in &self.plan.results[first as usize..end as usize] {
                self.record(candidate, step.out, values, sink);
            }
            if P::Recorder::ON && first < end {
                recorder.mark_always(Mark::Record);
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
    #[inline]
    fn step<'a, R: Recorder>(
        &mut self,
        cx: &Cx<'a>,
        step: &Step,
        values: &mut Memo<'a>,
        recorder: &mut R,
        tree: Option<&CallTree>,
    ) {
        match values.shares() {
            true => self.compute::<R, true>(cx, step, values, recorder, tree),
            false => self.compute::<R, false>(cx, step, values, recorder, tree),
        }
    }

    /// [`step`](Self::step), `SHARES` or not: without it there is hardly anything to do besides the
    /// call, and the registers do for that.
    #[inline(never)]
    fn compute<'a, R: Recorder, const SHARES: bool>(
        &mut self,
        cx: &Cx<'a>,
        step: &Step,
        values: &mut Memo<'a>,
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
                    let known = call.as_ref().and_then(|call| values.result(call));
                    recorder.mark(Mark::Lookup);
                    match known {
                        Some(id) => {
                            counts.shared += 1;
                            id
                        }
                        None => {
                            let (callee, arity) = (step.primitive, step.arity.into());
                            let value = |k: usize| values.value(ids[k]);
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
                                    self.stats.ended = Some(Ended::Time);
                                }
                                counts.failed(fail);
                            }
                            recorder.mark(Mark::Account);
                            let id = match result {
                                Ok(value) if !SHARES => values.push(value),
                                _ => values.enter(step, call, result),
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

/// Bytes of the arena that are taken.
fn arena_bytes(cx: &Cx) -> usize {
    cx.arena().allocated_bytes() - cx.arena().chunk_capacity()
}

/// Bytes that values take, those that are dead included.
fn used(cx: &Cx, values: &Memo) -> usize {
    arena_bytes(cx) + values.len() * BYTES_PER_VALUE
}

/// Numbers, by argument.
type Ids = [ValueId; MAX_ARITY + 1];

/// Most calls have no more arguments; so many are always read.
const FEW: u8 = 2;

/// The numbers of the arguments of a call, by their place, the first again in places that are left
/// over; if one is that of a failure, the first such.
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
    // One look for all: most calls hang on no failure.
    if !is_failure(any) {
        return Ok(ids);
    }
    let failed = ids.iter().find(|&&id| is_failure(id));
    Err(failed.copied().unwrap_or(NEVER_RUN))
}
