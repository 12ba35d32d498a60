//! Takes down, on the thread of a search, where its time goes.
//!
//! Every call that the search computes is a step, as in a plan: timed as a whole, and now and then in
//! detail. The time between calls counts for the part of the search that goes on. So all of a
//! search is accounted for.
//! What never happens here: memory that grows with the number of calls.

use crate::batt::{Mark, NodeId, Recorder, StepCounts};
use crate::dsl::{CallTree, Primitive};
use crate::profile::probe::timer::Timer;
use crate::profile::recorder::step_recorder::{At, Recording, Table};
use crate::search::{SearchWatch, SearchWork};
use crate::work_clock::WorkClock;
use std::collections::BTreeMap;

/// Ticks between calls by part of the search, and how often the part went on.
pub type Works = BTreeMap<SearchWork, (u64, u64)>;

/// The recorder of a search.
pub struct SearchRecording {
    recording: Recording,
    clock: WorkClock,
    work: SearchWork,
    works: Works,
    lost: u64,
}

/// What a search left.
pub struct Searched {
    /// Calls by primitive, and calls inside calls.
    pub table: Box<Table>,
    /// The time between calls.
    pub works: Works,
    /// Ticks that the thread had work, but no processor.
    pub waited: u64,
}

impl SearchRecording {
    /// A recorder for a search that begins now, on this thread, on the task of this number.
    pub fn new(timer: &Timer, table: Box<Table>, task: u32) -> Self {
        timer.clock.begin_thread();
        let at = At {
            task,
            ..At::default()
        };
        Self {
            recording: Recording::new(timer, table, at),
            clock: timer.clock.clone(),
            work: SearchWork::Ready,
            works: Works::new(),
            lost: timer.clock.lost(),
        }
    }

    /// The time since the last call counts for what goes on.
    fn between(&mut self) {
        let ticks = self.recording.since_step();
        self.works.entry(self.work).or_default().0 += ticks;
    }

    /// The search is over.
    pub fn finish(mut self) -> Searched {
        self.between();
        Searched {
            waited: self.clock.lost().wrapping_sub(self.lost),
            table: self.recording.table,
            works: self.works,
        }
    }
}

impl SearchWatch for SearchRecording {
    fn goes_on_with(&mut self, work: SearchWork) {
        self.between();
        self.work = work;
        self.works.entry(work).or_default().1 += 1;
    }

    fn take_tree(&mut self) -> Option<Box<CallTree>> {
        self.recording.take_tree()
    }

    fn put_tree(&mut self, tree: Option<Box<CallTree>>) {
        // Calls that are not timed in detail have none.
        if tree.is_some() {
            self.recording.put_tree(tree);
        }
    }

    fn begin_call(&mut self, primitive: Option<&'static Primitive>, node: NodeId) {
        self.between();
        self.recording.begin_step(primitive, node, 1);
    }

    fn begin_sample(&mut self, sample: usize) {
        self.recording.begin_sample(sample);
    }

    fn detailed(&self) -> bool {
        self.recording.detailed()
    }

    fn mark(&mut self, mark: Mark) -> u64 {
        self.recording.mark(mark)
    }

    fn mark_always(&mut self, mark: Mark) {
        self.recording.mark_always(mark);
    }

    fn end_call(&mut self, counts: &StepCounts, bytes: usize) {
        self.recording.end_step(counts, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::primitive;
    use crate::search::ProposerGroup;

    #[test]
    fn calls_and_what_lies_between_are_all_of_it() {
        let timer = Timer::start();
        let begun = timer.clock.now();
        let mut recording = SearchRecording::new(&timer, Box::default(), 3);
        let spin = || (0..20_000u64).fold(0, |sum, n| std::hint::black_box(sum ^ n));
        let counts = StepCounts {
            evaluations: 1,
            ..StepCounts::default()
        };
        let proposer = SearchWork::Propose(ProposerGroup::Goal);
        recording.goes_on_with(proposer);
        for _ in 0..10 {
            spin();
            recording.begin_call(Some(primitive("rot90").unwrap()), NodeId(0));
            recording.begin_sample(0);
            spin();
            recording.end_call(&counts, 0);
        }
        recording.goes_on_with(SearchWork::Rank);
        let searched = recording.finish();
        let all = timer.clock.now() - begun;
        let row = &searched.table.rows[0];
        assert_eq!((row.steps, row.counts.evaluations), (10, 10));
        assert_eq!(row.longest.at.task, 3);
        assert_eq!(searched.works[&proposer].1, 1);
        assert_eq!(searched.works[&SearchWork::Rank].1, 1);
        let between: u64 = searched.works.values().map(|work| work.0).sum();
        let inside = row.ticks + searched.table.own;
        assert!(searched.works[&proposer].0 > 0 && row.ticks > 0);
        // What is not in it is before the first and after the last reading.
        assert!(between + inside <= all, "{between} + {inside} of {all}");
    }
}
