//! What a run tells those who want to know where its time goes.
//!
//! A [`Probe`] is a type parameter of everything on the way from a task to its score. [`NoProbe`], the
//! default, has nothing but empty methods, so that what is compiled with it is what would be there
//! without probes. What never happens here: an answer that hangs on a probe.

use super::batt::Batt;
use super::graph::NodeId;
use super::parallel::Block;
use super::stats::Stats;
use crate::dsl::{CallTree, Fail, Primitive};

/// Work that is neither a primitive nor a step of a plan, by what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Work {
    /// Making the batt.
    Card,
    /// Which candidates run on which task.
    Choose,
    /// The order of work for some candidates.
    Plan,
    /// Running a plan of candidates; the recorder says what of it is what.
    Run,
    /// A block of candidates run elsewhere: packing, waiting, reading what came back.
    Backend,
    /// The same of differs.
    DifferElsewhere,
    /// Candidates that answer the same, as one.
    Group,
    /// Which samples match.
    Match,
    /// Preparing pairs for the differs, and adding up what they say.
    Compare,
    /// Running a plan of differs; the recorder says what of it is what.
    Differ,
    /// The best candidates in full.
    Rank,
    /// What is kept of a task.
    Collect,
    /// Parents of the next round.
    Survive,
    /// Telling those who watch.
    Tell,
    /// Keeping what was found.
    Keep,
    /// Tearing down what was needed for a task.
    Free,
    /// Waiting for other threads.
    Wait,
    /// What is not one of the others.
    Glue,
    /// What the probe does for itself.
    Probe,
}

/// What a stretch of a run was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// An arena emptied or made, values saved and put back, leaves filled in.
    Memory,
    /// Budget, memory and stop sign looked at.
    Limits,
    /// Arguments found, failures passed on.
    Gather,
    /// Whether the same call was made before.
    Lookup,
    /// Inside the call.
    Call,
    /// What the call used.
    Account,
    /// The value numbered, equal ones as one.
    Number,
    /// A candidate's results handed over.
    Record,
    /// What the recorder does for itself.
    Probe,
}

impl Mark {
    /// Number of marks.
    pub const COUNT: usize = Mark::Probe as usize + 1;
}

/// What a step came to on all samples.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepCounts {
    /// Calls computed.
    pub evaluations: u64,
    /// Calls that an equal one spared.
    pub shared: u64,
    /// Calls behind a failure.
    pub skipped: u64,
    /// Computed calls without an answer.
    pub failures: u64,
    /// Those of them that hit a limit.
    pub limits: u64,
    /// Cells touched.
    pub cells: u64,
}

impl StepCounts {
    /// Counts the outcome of a call.
    #[inline]
    pub(crate) fn failed(&mut self, fail: Fail) {
        self.failures += 1;
        self.limits += u64::from(matches!(fail, Fail::Limit(_)));
    }
}

/// Takes down where the time of a run goes, on the thread of the run.
pub trait Recorder {
    /// Whether there is anybody to tell.
    const ON: bool;

    /// The tree that calls inside calls are told to, for as long as the run lasts.
    #[inline(always)]
    fn take_tree(&mut self) -> Option<Box<CallTree>> {
        None
    }

    /// The tree again.
    #[inline(always)]
    fn put_tree(&mut self, _tree: Option<Box<CallTree>>) {}

    /// A step on so many samples begins: what it calls, and its node.
    #[inline(always)]
    fn begin_step(
        &mut self,
        _primitive: Option<&'static Primitive>,
        _node: NodeId,
        _samples: usize,
    ) {
    }

    /// Whether a sample of the step at hand is timed in detail.
    #[inline(always)]
    fn in_detail(&self) -> bool {
        false
    }

    /// A step goes on with this sample.
    #[inline(always)]
    fn begin_sample(&mut self, _sample: usize) {}

    /// Whether the sample is timed in detail.
    #[inline(always)]
    fn detailed(&self) -> bool {
        false
    }

    /// What was done since the last mark, if the sample is timed in detail; returns its ticks.
    #[inline(always)]
    fn mark(&mut self, _mark: Mark) -> u64 {
        0
    }

    /// What was done since the last step or since this was last told, in any case.
    #[inline(always)]
    fn mark_always(&mut self, _mark: Mark) {}

    /// The step ends; `bytes` are those that it left in the arena.
    #[inline(always)]
    fn end_step(&mut self, _counts: &StepCounts, _bytes: usize) {}
}

/// A recorder that is told of a step as a whole: for steps without a sample that is timed in detail,
/// which are nearly all.
pub(super) struct Whole<'r, R>(pub &'r mut R);

impl<R: Recorder> Recorder for Whole<'_, R> {
    const ON: bool = true;

    #[inline(always)]
    fn end_step(&mut self, counts: &StepCounts, bytes: usize) {
        self.0.end_step(counts, bytes);
    }
}

/// Watches where time goes.
pub trait Probe: Sync {
    /// What takes it down during a run.
    type Recorder: Recorder;

    /// For a run on this thread, of the work that is open.
    fn recorder(&self) -> Self::Recorder;

    /// The run of the recorder is over.
    fn give_back(&self, _recorder: Self::Recorder, _stats: &Stats) {}

    /// Work begins on this thread, for a task or for none (an empty id). What is open goes on when
    /// this is closed.
    #[inline(always)]
    fn open(&self, _work: Work, _task: &str) {}

    /// The work that was opened last on this thread is over.
    #[inline(always)]
    fn close(&self) {}

    /// What the candidates of a task answered.
    #[inline(always)]
    fn answers(&self, _task: &str, _blocks: &[Block]) {}

    /// All tasks of a round ran on this batt, which goes next.
    #[inline(always)]
    fn round(&self, _batt: &Batt) {}

    /// Does some work, told.
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

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoProbe;

impl Recorder for NoProbe {
    const ON: bool = false;
}

impl Probe for NoProbe {
    type Recorder = NoProbe;

    #[inline(always)]
    fn recorder(&self) -> NoProbe {
        NoProbe
    }
}
