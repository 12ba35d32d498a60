//! The steps of a run: each is one call on every sample.

use super::execute::{execute, execute_recorded};
use super::interner::ValueId;
use super::memo::{BYTES_PER_VALUE, Call, Memo, NEVER_RUN, is_failure};
use super::options::Options;
use super::plan::{Plan, Step};
use super::probe::{Mark, Probe, Recorder, StepCounts, WholeSteps};
use super::run::Sink;
use super::stats::{EndReason, Stats};
use crate::dsl::table::MAX_ARITY;
use crate::dsl::value::copy::copy;
use crate::dsl::{CallTree, Cx, Fail, Limit, Spent, Value};
use bumpalo::Bump;
use rustc_hash::FxHashMap;

/// Values that are alive while the arena is cleared, with their numbers before.
pub(super) type Saved<'k> = Vec<(ValueId, Result<Value<'k>, Fail>)>;

/// The state of a run that survives when the arena is cleared.
pub(super) struct Progress<'p> {
    pub plan: &'p Plan,
    pub samples: usize,
    /// The next step.
    pub next: usize,
    /// The values by slot and sample.
    pub slots: &'p mut [ValueId],
    pub stats: Stats,
    /// From which cost calls are listed.
    pub costly_from: Spent,
    /// The costs of such calls, by the number of their result.
    pub costly: FxHashMap<ValueId, Spent>,
    /// The work that given programs may still do; `None` once they did more than all of it.
    pub given_left: Option<Spent>,
    /// A step that takes the arena beyond this ends the run, if there are several samples.
    pub most_bytes: usize,
}

/// Cells charged between two looks at the arena in a step.
const CELLS_PER_LOOK: u64 = 1 << 21;

/// Bytes by which a step may take the arena beyond the limit.
const MAX_STEP: usize = 64 << 20;

impl Progress<'_> {
    /// Copies the live values into another arena; ends the run if they take more bytes than `most`.
    pub fn save<'k>(&mut self, memo: &Memo, arena: &'k Bump, most: usize) -> Saved<'k> {
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
        let copied = |value| copy(arena, value);
        let mut saved = Saved::with_capacity(ids.len());
        for id in ids {
            saved.push((id, memo.get(id).map(copied)));
            if arena.allocated_bytes() > most {
                self.stats.ended = Some(EndReason::Memory);
                break;
            }
        }
        saved
    }

    /// Copies the saved values back into the arena, under new numbers.
    pub fn restore<'a>(&mut self, cx: &Cx<'a>, memo: &mut Memo<'a>, saved: Saved) {
        self.costly.clear();
        if saved.is_empty() {
            return;
        }
        let number = |(id, value): (ValueId, Result<Value, Fail>)| {
            (id, memo.number(value.map(|value| cx.adopt(value))))
        };
        let new_ids: FxHashMap<ValueId, ValueId> = saved.into_iter().map(number).collect();
        for slot in self.slots.iter_mut() {
            *slot = new_ids.get(slot).copied().unwrap_or(NEVER_RUN);
        }
    }

    /// Passes the values of a slot to the sink as the results of a candidate.
    pub fn record(&self, candidate: u32, slot: u32, memo: &Memo, sink: &mut impl Sink) {
        let ids = &self.slots[slot as usize * self.samples..][..self.samples];
        sink.record(candidate, ids.iter().map(|&id| (id, memo.get(id))));
    }

    /// The numbers in a slot, by sample.
    fn slots_of(&mut self, slot: u32) -> &mut [ValueId] {
        &mut self.slots[slot as usize * self.samples..][..self.samples]
    }

    /// Whether no step is left to run.
    pub fn is_over(&self) -> bool {
        let ended = self.stats.ended;
        self.next == self.plan.steps.len()
            || ended.is_some_and(|reason| reason != EndReason::Budget)
    }

    /// Runs steps until the end, a limit, or until memory must be reclaimed.
    pub fn advance<'a, P: Probe>(
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
        let mut only_given = self.stats.ended == Some(EndReason::Budget);
        let mut given = false;
        cx.limit_calls(&limits.node);
        self.most_bytes = match self.samples {
            0 | 1 => usize::MAX,
            _ => cx
                .bytes()
                .saturating_add(limits.memory)
                .saturating_add(MAX_STEP),
        };
        while let Some(step) = self.plan.steps.get(self.next) {
            // At least one step, or a single huge value would stop all progress.
            if self.next > start && used(cx, memo) - used_before > limits.memory {
                return;
            }
            if options.is_stopped() {
                self.stats.ended = Some(EndReason::Stopped);
                return;
            }
            if only_given && !step.given {
                self.next += 1;
                continue;
            }
            if step.given && self.given_left.is_none() {
                // The given programs run again, each alone.
                self.slots_of(step.out).fill(NEVER_RUN);
                self.next += 1;
                continue;
            }
            if step.given != given {
                given = step.given;
                cx.limit_calls(if given { &limits.given } else { &limits.node });
            }
            recorder.begin_step(step.primitive, step.node, self.samples);
            match recorder.is_on() && !recorder.in_detail() {
                true => self.step(cx, step, memo, &mut WholeSteps(recorder), None),
                false => self.step(cx, step, memo, recorder, tree),
            }
            let (first, end) = step.results;
            for &candidate in &self.plan.results[first as usize..end as usize] {
                self.record(candidate, step.out, memo, sink);
            }
            if recorder.is_on() && first < end {
                recorder.mark_always(Mark::Record);
            }
            self.next += 1;
            if self.stats.spent.steps > limits.steps || self.stats.spent.cells > limits.cells {
                self.stats.ended = self.stats.ended.or(Some(EndReason::Budget));
            }
            match self.stats.ended {
                None => {}
                Some(EndReason::Budget) => only_given = true,
                Some(_) => return,
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
        let bytes_before = if recorder.is_on() { cx.bytes() } else { 0 };
        let mut counts = StepCounts::default();
        let mut all_spent = Spent::default();
        let mut most_spent = Spent::default();
        let mut next_look = CELLS_PER_LOOK;
        let out = step.out as usize * count;
        for sample in 0..count {
            recorder.begin_sample(sample);
            let number = |k: usize| self.slots[step.args[k] as usize * count + sample];
            let gathered = gather(step.arity, number);
            let id = match gathered {
                Err(failed) => {
                    recorder.mark(Mark::Fail);
                    counts.skipped += 1;
                    failed
                }
                Ok(ids) => {
                    recorder.mark(Mark::Gather);
                    let call = SHARES.then(|| Call::new(step, ids));
                    let mut known = call.as_ref().and_then(|call| memo.result(call));
                    // It may have hit the limits of other candidates.
                    let again = step.given && known.is_some_and(|id| memo.hit_limit(id));
                    if again {
                        known = None;
                    }
                    recorder.mark(Mark::Lookup);
                    match known {
                        Some(id) => {
                            counts.shared += 1;
                            if let Some(&spent) = self.costly.get(&id) {
                                most_spent = most_spent.most(spent);
                            }
                            id
                        }
                        None => {
                            let (callee, arity) = (step.primitive, step.arity.into());
                            let value = |k: usize| memo.value(ids[k]);
                            let result = match tree {
                                Some(tree) if recorder.is_on() && recorder.detailed() => {
                                    execute_recorded(cx, callee, arity, value, recorder, tree)
                                }
                                _ => execute(cx, callee, arity, value),
                            };
                            let spent = cx.refill();
                            counts.evaluations += 1;
                            all_spent.steps += spent.steps;
                            all_spent.cells += spent.cells;
                            most_spent = most_spent.most(spent);
                            if let Err(fail) = result {
                                if fail == Fail::Limit(Limit::Time) {
                                    self.stats.ended = Some(EndReason::Time);
                                }
                                counts.failed(fail);
                            }
                            recorder.mark(Mark::Account);
                            let id = match result {
                                Ok(value) if !SHARES => memo.push(value),
                                _ if again => memo.replace(call.as_ref(), result),
                                _ => memo.enter(step, call, result),
                            };
                            let entered = match result {
                                Ok(_) => Mark::Number,
                                Err(_) => Mark::Fail,
                            };
                            recorder.mark(entered);
                            if spent.exceeds(self.costly_from) {
                                let cost = self.costly.entry(id).or_default();
                                *cost = cost.most(spent);
                            }
                            id
                        }
                    }
                }
            };
            self.slots[out + sample] = id;
            if all_spent.cells > next_look {
                next_look = all_spent.cells + CELLS_PER_LOOK;
                if cx.bytes() > self.most_bytes {
                    self.stats.ended = Some(EndReason::Memory);
                    break;
                }
            }
        }
        self.stats.evaluations += counts.evaluations;
        self.stats.shared += counts.shared;
        self.stats.skipped += counts.skipped;
        self.stats.spent.steps += all_spent.steps;
        self.stats.spent.cells += all_spent.cells;
        if most_spent.exceeds(self.costly_from) {
            self.stats.costly.push((step.node, most_spent));
        }
        if step.given {
            self.given_left = self.given_left.and_then(|left| left.less(all_spent));
        }
        let cells = all_spent.cells;
        if self.stats.heaviest.is_none_or(|(_, most)| cells > most) {
            self.stats.heaviest = Some((step.node, cells));
        }
        if recorder.is_on() {
            counts.cells = cells;
            recorder.end_step(&counts, cx.bytes() - bytes_before);
        }
    }
}

/// Bytes of all values, dead ones included.
fn used(cx: &Cx, memo: &Memo) -> usize {
    cx.bytes() + memo.len() * BYTES_PER_VALUE
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
