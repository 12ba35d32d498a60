//! The observer of a search, for profiles.
//!
//! A [`SearchWatch`] receives the parts of a search as they begin, and every call that is computed. A
//! search without one checks for it once per call and runs calls compiled without recording.
//! Invariant: the outcome does not depend on the observer.

use crate::batt::{Mark, NodeId, Recorder, StepCounts};
use crate::dsl::{CallTree, Primitive};
use crate::search::outcome::ProposerGroup;

/// A part of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SearchWork {
    /// Preparing the task and choosing the next slice.
    Ready,
    /// A slice of a group of proposers.
    Propose(ProposerGroup),
    /// Ranking the programs found.
    Rank,
}

/// Records where the time of a search goes, on the thread of the search.
pub trait SearchWatch {
    /// A part of the search begins, and the one before ends.
    fn goes_on_with(&mut self, work: SearchWork);

    /// Lends the tree that records nested calls.
    fn take_tree(&mut self) -> Option<Box<CallTree>>;

    /// Returns the tree.
    fn put_tree(&mut self, tree: Option<Box<CallTree>>);

    /// A call on all samples begins.
    fn begin_call(&mut self, primitive: Option<&'static Primitive>, node: NodeId);

    /// The call continues with this sample.
    fn begin_sample(&mut self, sample: usize);

    /// Whether the sample is timed in detail.
    fn detailed(&self) -> bool;

    /// Attributes the time since the last mark, if the sample is timed in detail; returns its ticks.
    fn mark(&mut self, mark: Mark) -> u64;

    /// Attributes the time since the call ended.
    fn mark_always(&mut self, mark: Mark);

    /// The call ends; `bytes` is its temporary memory.
    fn end_call(&mut self, counts: &StepCounts, bytes: usize);
}

/// The observer as a recorder of calls.
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
