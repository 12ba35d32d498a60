//! Running a plan on all samples of a task at once, step by step.

use super::inputs::{Samples, demonstrations};
use super::interner::ValueId;
use super::memo::{HEAVY, Memo, MemoBuffers, NEVER_RUN};
use super::options::Options;
use super::outputs::Outputs;
use super::plan::{Leaf, Plan};
use super::probe::{Mark, Probe, Recorder};
use super::progress::{Progress, Saved};
use super::sample_blocks::SampleBlocks;
use super::stats::{EndReason, Stats};
use crate::dsl::{CallTree, Cx, Fail, Limits, Value};
use crate::program::Input;
use bumpalo::Bump;
use rustc_hash::FxHashMap;
use web_time::Instant;

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

/// The most memory that values may take which later steps read, if there are several samples; then
/// fewer run at once.
const MAX_LIVE: usize = 64 << 20;

/// The most memory that such values may take on one sample.
const MAX_LIVE_ON_ONE: usize = 1 << 30;

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

    /// Frees the arena, so that programs that run again alone do not take their memory besides; the next
    /// run makes another.
    pub(crate) fn release(&mut self) {
        self.arena = Bump::new();
        self.size = 0;
    }

    /// Runs the plan on the samples, in blocks if they are many or their values large.
    pub fn run<P: Probe>(
        &mut self,
        plan: &Plan,
        samples: &Samples,
        options: &Options<P>,
    ) -> (Outputs, Stats) {
        let distinct = options.equivalence.then_some(HEAVY);
        let count = samples.inputs.len();
        let outputs = Outputs::new(plan.candidates, count, options.memory);
        let mut outputs = outputs.with_distinct(distinct);
        let mut stats = Stats::default();
        let mut blocks = SampleBlocks::new(samples);
        while let Some(block) = blocks.next() {
            let limits = blocks.limits(&block, options, &stats);
            let part = Options { limits, ..*options };
            let ran = match block.len() == count {
                true => self.run_into(plan, samples, &part, &mut outputs),
                false => {
                    outputs.begin_block(block.start);
                    self.run_into(plan, &samples.block(block.clone()), &part, &mut outputs)
                }
            };
            if ran.ended == Some(EndReason::Memory) && blocks.split(&block) {
                continue;
            }
            stats.add(&ran);
            if let Some(EndReason::Time | EndReason::Stopped) = ran.ended {
                break;
            }
        }
        (outputs, stats)
    }

    /// Runs the plan on the samples at once; passes results to `sink` as they are computed.
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
            costly_from: options.costly,
            costly: FxHashMap::default(),
            given_left: Some(options.given_budget(count)),
            most_bytes: usize::MAX,
        };
        // The values that are alive when memory is reclaimed.
        let mut saved = Saved::new();
        let mut live = Bump::new();
        // Time for each given program on each sample, as when it is checked.
        let whole_time = options.limits.given.time;
        let whole_time = whole_time.saturating_mul(options.given_runs(count));
        let whole_time = whole_time.saturating_add(options.limits.time);
        // Set when memory is first reclaimed: most runs end before reading the clock pays.
        let mut deadline: Option<Instant> = None;
        loop {
            self.clear_arena(options.limits.memory);
            let time = deadline.map_or(whole_time, |deadline| {
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
            progress.restore(&cx, &mut memo, saved);
            live.reset();
            fill_leaves(&cx, plan, samples, &mut memo, progress.slots);
            recorder.mark_always(Mark::Memory);
            if progress.next == 0 {
                for &(candidate, leaf) in &plan.leaf_results {
                    progress.record(candidate, leaf, &memo, sink);
                }
                recorder.mark_always(Mark::Record);
            }
            progress.advance(&cx, &mut memo, options, sink, recorder, tree);
            if progress.is_over() {
                self.buffers = memo.into_buffers();
                let stats = progress.stats;
                self.slots = slots;
                return stats;
            }
            progress.stats.sweeps += 1;
            let now = Instant::now();
            deadline = deadline.or_else(|| now.checked_add(cx.time_left(now)));
            let most = match count {
                0 | 1 => MAX_LIVE_ON_ONE,
                _ => MAX_LIVE,
            };
            saved = progress.save(&memo, &live, most);
            self.buffers = memo.into_buffers();
            if progress.is_over() {
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
    // They are heavy, so that all calls would look for heavy arguments.
    let is_s = |leaf: &Leaf| matches!(leaf, Leaf::Input(Input::S));
    let demonstrations = match plan.leaves.iter().any(is_s) {
        true => demonstrations(cx, pairs),
        false => Ok(Value::EMPTY_TUPLE),
    };
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
                    cx.note_reading(grid);
                    *slot = memo.number(Ok(grid));
                }
                continue;
            }
        };
        own.fill(memo.number(everywhere));
    }
}
