//! What a search tells those who want to know where its time goes.
//!
//! A [`SearchWatch`] is told which part of a search has the next stretch of time, and of every call
//! that the search computes. A search that nobody watches looks once a computed call whether
//! somebody does; its calls are compiled without any of this.
//! What never happens here: a search that hangs on being watched.

use crate::batt::{Mark, NodeId, Recorder, StepCounts};
use crate::dsl::{CallTree, Primitive};
use crate::search::outcome::ProposerGroup;

/// A part of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SearchWork {
    /// The task made ready, and who is next.
    Ready,
    /// A slice of a proposer.
    Propose(ProposerGroup),
    /// What was found, ranked.
    Rank,
}

/// Takes down where the time of a search goes, on the thread of the search.
pub trait SearchWatch {
    /// A part of the search begins; what was before is over.
    fn goes_on_with(&mut self, work: SearchWork);

    /// The tree that calls inside calls are told to.
    fn take_tree(&mut self) -> Option<Box<CallTree>>;

    /// The tree again.
    fn put_tree(&mut self, tree: Option<Box<CallTree>>);

    /// A call on all samples begins.
    fn begin_call(&mut self, primitive: Option<&'static Primitive>, node: NodeId);

    /// It goes on with this sample.
    fn begin_sample(&mut self, sample: usize);

    /// Whether the sample is timed in detail.
    fn detailed(&self) -> bool;

    /// What was done since the last mark, if the sample is timed in detail; returns its ticks.
    fn mark(&mut self, mark: Mark) -> u64;

    /// What was done since the call ended.
    fn mark_always(&mut self, mark: Mark);

    /// The call is over; `bytes` are those that it took for a while.
    fn end_call(&mut self, counts: &StepCounts, bytes: usize);
}

/// Who watches a search, as a recorder of its calls.
pub(super) type Watcher<'w> = &'w mut (dyn SearchWatch + 'w);

impl Recorder for Watcher<'_> {
    const ON: bool = true;

    fn take_tree(&mut self) -> Option<Box<CallTree>> {
        SearchWatch::take_tree(*self)
    }

    fn put_tree(&mut self, tree: Option<Box<CallTree>>) {
        SearchWatch::put_tree(*self, tree);
    }

    fn begin_step(&mut self, primitive: Option<&'static Primitive>, node: NodeId, _samples: usize) {
        self.begin_call(primitive, node);
    }

    fn begin_sample(&mut self, sample: usize) {
        SearchWatch::begin_sample(*self, sample);
    }

    fn detailed(&self) -> bool {
        SearchWatch::detailed(*self)
    }

    fn mark(&mut self, mark: Mark) -> u64 {
        SearchWatch::mark(*self, mark)
    }

    fn mark_always(&mut self, mark: Mark) {
        SearchWatch::mark_always(*self, mark);
    }

    fn end_step(&mut self, counts: &StepCounts, bytes: usize) {
        self.end_call(counts, bytes);
    }
}
