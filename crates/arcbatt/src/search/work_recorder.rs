//! The recorder of a search: that of a run, which also learns which part of the search is running.
//!
//! A search without one checks for it once per call and runs calls compiled without recording.
//! Invariant: the outcome does not depend on the recorder.

use crate::batt::Recorder;
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
pub trait WorkRecorder: Recorder {
    /// A part of the search begins, and the one before ends.
    fn begin_work(&mut self, work: SearchWork);
}
