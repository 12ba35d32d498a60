//! Probes: hooks that record where the time of a run goes.
//!
//! A [`Probe`] is a type parameter of everything between a task and its score. All methods of
//! [`NoProbe`], the default, are empty and inlined, so it costs nothing.
//! Never: an answer that depends on a probe.

use super::batt::Batt;
use super::graph::NodeId;
use super::parallel::Block;
use super::stats::Stats;
use crate::dsl::{CallTree, Fail, Primitive};

/// Kinds of work outside the steps of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Work {
    /// Building the batt, without the kinds of work that follow.
    Card,
    /// Reading and writing the cache of batts.
    CardCache,
    /// Hashing programs in a normal form, and choosing their donors.
    Normalise,
    /// Drawing mutants.
    Mutate,
    /// Checking the types of mutants.
    TypeCheck,
    /// Merging programs and mutants into one graph.
    Merge,
    /// Choosing the candidates of a task.
    Choose,
    /// Making a plan.
    Plan,
    /// Running a plan of candidates; the recorder has the details.
    Run,
    /// Running a block of candidates on a backend: packing, waiting, reading answers.
    Backend,
    /// Running differs on a backend.
    DifferBackend,
    /// Grouping candidates with equal answers.
    Group,
    /// Matching answers with expected outputs.
    Match,
    /// Preparing pairs for the differs, and summing their scores.
    Compare,
    /// Running a plan of differs; the recorder has the details.
    Differ,
    /// Ranking the best candidates.
    Rank,
    /// Collecting the results of a task.
    Collect,
    /// Choosing the parents of the next round.
    Survive,
    /// Running the best programs alone.
    Verify,
    /// Reporting events.
    Tell,
    /// Storing what was found.
    Keep,
    /// Freeing the memory of a task.
    Free,
    /// Waiting for other threads.
    Wait,
    /// Anything else.
    Glue,
    /// The work of the probe itself.
    Probe,
}

/// Kinds of work inside a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Clearing arenas, saving and restoring values, filling leaves.
    Memory,
    /// Checking budget, memory and stop flag.
    Limits,
    /// Reading arguments.
    Gather,
    /// Passing on the failure of an argument, and entering a new one.
    Fail,
    /// Looking calls up in the memo table.
    Lookup,
    /// Making calls.
    Call,
    /// Accounting for steps and cells.
    Account,
    /// Interning values.
    Number,
    /// Passing results of candidates to the sink.
    Record,
    /// The work of the recorder itself.
    Probe,
}

impl Mark {
    /// Number of marks.
    pub const COUNT: usize = Mark::Probe as usize + 1;
}

/// Counts of a step over all samples.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepCounts {
    /// Calls computed.
    pub evaluations: u64,
    /// Calls found in the memo table.
    pub shared: u64,
    /// Calls skipped because an argument failed.
    pub skipped: u64,
    /// Computed calls that failed.
    pub failures: u64,
    /// Failed calls that reached a limit.
    pub limits: u64,
    /// Cells touched.
    pub cells: u64,
}

impl StepCounts {
    /// Counts a failed call.
    #[inline]
    pub(crate) fn failed(&mut self, fail: Fail) {
        self.failures += 1;
        self.limits += u64::from(matches!(fail, Fail::Limit(_)));
    }
}

/// Records where the time of a run goes, on its thread.
pub trait Recorder {
    /// Whether anything is recorded.
    #[inline(always)]
    fn is_on(&self) -> bool {
        true
    }

    /// Lends the tree that records nested calls, for the duration of a run.
    #[inline(always)]
    fn take_tree(&mut self) -> Option<Box<CallTree>> {
        None
    }

    /// Takes the tree back.
    #[inline(always)]
    fn put_tree(&mut self, _tree: Option<Box<CallTree>>) {}

    /// A step begins.
    #[inline(always)]
    fn begin_step(
        &mut self,
        _primitive: Option<&'static Primitive>,
        _node: NodeId,
        _samples: usize,
    ) {
    }

    /// Whether a sample of the current step is timed in detail.
    #[inline(always)]
    fn in_detail(&self) -> bool {
        false
    }

    /// The step continues with this sample.
    #[inline(always)]
    fn begin_sample(&mut self, _sample: usize) {}

    /// Whether the current sample is timed in detail.
    #[inline(always)]
    fn detailed(&self) -> bool {
        false
    }

    /// Attributes the time since the last mark, if the sample is timed in detail; returns its ticks.
    #[inline(always)]
    fn mark(&mut self, _mark: Mark) -> u64 {
        0
    }

    /// Attributes the time since the last step or mark.
    #[inline(always)]
    fn mark_always(&mut self, _mark: Mark) {}

    /// The step ends; it left `bytes` in the arena.
    #[inline(always)]
    fn end_step(&mut self, _counts: &StepCounts, _bytes: usize) {}
}

/// A recorder of whole steps: for the great majority, which have no sample timed in detail.
pub(super) struct WholeSteps<'r, R>(pub &'r mut R);

impl<R: Recorder> Recorder for WholeSteps<'_, R> {
    #[inline(always)]
    fn end_step(&mut self, counts: &StepCounts, bytes: usize) {
        self.0.end_step(counts, bytes);
    }
}

/// Records where time goes.
pub trait Probe: Sync {
    /// Records a run.
    type Recorder: Recorder;

    /// A recorder for a run on this thread, part of the open work.
    fn recorder(&self) -> Self::Recorder;

    /// Takes back the recorder after its run.
    fn give_back(&self, _recorder: Self::Recorder, _stats: &Stats) {}

    /// Work begins on this thread, for a task or for none (an empty id). The work that was open before
    /// continues when this is closed.
    #[inline(always)]
    fn open(&self, _work: Work, _task: &str) {}

    /// The work that was opened last on this thread ends.
    #[inline(always)]
    fn close(&self) {}

    /// The time in ticks, to measure work that is too short to open; see [`split_off`](Self::split_off).
    #[inline(always)]
    fn now(&self) -> u64 {
        0
    }

    /// Moves ticks from the work that is open on this thread to other work, which was done `count` times.
    #[inline(always)]
    fn split_off(&self, _work: Work, _ticks: u64, _count: u64) {}

    /// The answers of the candidates of a task.
    #[inline(always)]
    fn answers(&self, _task: &str, _blocks: &[Block]) {}

    /// A round ended: all tasks ran on this batt, which is about to be dropped.
    #[inline(always)]
    fn round(&self, _batt: &Batt) {}

    /// Opens some work, does it and closes it.
    #[inline(always)]
    fn during<T>(&self, work: Work, task: &str, doing: impl FnOnce() -> T) -> T
    where
        Self: Sized,
    {
        self.open(work, task);
        let done = doing();
        self.close();
        done
    }
}

/// Records nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoProbe;

impl Recorder for NoProbe {
    #[inline(always)]
    fn is_on(&self) -> bool {
        false
    }
}

impl Probe for NoProbe {
    type Recorder = NoProbe;

    #[inline(always)]
    fn recorder(&self) -> NoProbe {
        NoProbe
    }
}
