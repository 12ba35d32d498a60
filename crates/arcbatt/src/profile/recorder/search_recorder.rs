//! Records, on the thread of a search, where its time goes.
//!
//! Every call that the search computes is a step: timed as a whole, and some in detail, by the same
//! [`StepRecorder`] as the steps of a plan. The time between calls counts for the current part of
//! the search, so that all of a search is accounted for.
//! Never: memory that grows with the number of calls.

use crate::batt::{Mark, NodeId, Recorder, StepCounts};
use crate::dsl::{CallTree, Primitive};
use crate::profile::probe::timer::Timer;
use crate::profile::recorder::step_recorder::{RunContext, StepRecorder, StepTable};
use crate::search::{SearchWork, WorkRecorder};
use crate::work_clock::WorkClock;
use std::collections::BTreeMap;

/// Ticks between calls by part of the search, and how often each part began.
pub type SearchTimes = BTreeMap<SearchWork, (u64, u64)>;

/// The recorder of one search.
pub struct SearchRecorder {
    steps: StepRecorder,
    clock: WorkClock,
    work: SearchWork,
    times: SearchTimes,
    lost: u64,
}

/// What was recorded in one search.
pub struct SearchRecord {
    /// Calls by primitive, and the call tree.
    pub table: Box<StepTable>,
    /// Time between calls.
    pub times: SearchTimes,
    /// Ticks in which the thread had work but no processor.
    pub waited: u64,
}

impl SearchRecorder {
    /// A recorder of a search on task number `task` that begins now, on this thread.
    pub fn new(timer: &Timer, table: Box<StepTable>, task: u32) -> Self {
        timer.clock.begin_thread();
        let at = RunContext {
            task,
            ..RunContext::default()
        };
        Self {
            steps: StepRecorder::new(timer, table, at),
            clock: timer.clock.clone(),
            work: SearchWork::Ready,
            times: SearchTimes::new(),
            lost: timer.clock.lost(),
        }
    }

    /// Adds the time since the last call to the current part of the search.
    fn between(&mut self) {
        let ticks = self.steps.since_step();
        self.times.entry(self.work).or_default().0 += ticks;
    }

    /// Ends the recorder.
    pub fn finish(mut self) -> SearchRecord {
        self.between();
        SearchRecord {
            waited: self.clock.lost().wrapping_sub(self.lost),
            table: self.steps.table,
            times: self.times,
        }
    }
}

impl WorkRecorder for SearchRecorder {
    fn begin_work(&mut self, work: SearchWork) {
        self.between();
        self.work = work;
        self.times.entry(work).or_default().1 += 1;
    }
}

impl Recorder for SearchRecorder {
    fn take_tree(&mut self) -> Option<Box<CallTree>> {
        self.steps.take_tree()
    }

    fn put_tree(&mut self, tree: Option<Box<CallTree>>) {
        // Calls that are not timed in detail have no tree.
        if tree.is_some() {
            self.steps.put_tree(tree);
        }
    }

    fn begin_step(&mut self, primitive: Option<&'static Primitive>, node: NodeId, samples: usize) {
        self.between();
        self.steps.begin_step(primitive, node, samples);
    }

    fn begin_sample(&mut self, sample: usize) {
        self.steps.begin_sample(sample);
    }

    fn detailed(&self) -> bool {
        self.steps.detailed()
    }

    fn mark(&mut self, mark: Mark) -> u64 {
        self.steps.mark(mark)
    }

    fn mark_always(&mut self, mark: Mark) {
        self.steps.mark_always(mark);
    }

    fn end_step(&mut self, counts: &StepCounts, bytes: usize) {
        self.steps.end_step(counts, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::primitive;
    use crate::search::ProposerGroup;

    #[test]
    fn calls_and_gaps_add_up() {
        let timer = Timer::start();
        let begun = timer.clock.now();
        let mut recorder = SearchRecorder::new(&timer, Box::default(), 3);
        let spin = || (0..20_000u64).fold(0, |sum, n| std::hint::black_box(sum ^ n));
        let counts = StepCounts {
            evaluations: 1,
            ..StepCounts::default()
        };
        let proposer = SearchWork::Propose(ProposerGroup::Goal);
        recorder.begin_work(proposer);
        for _ in 0..10 {
            spin();
            recorder.begin_step(Some(primitive("rot90").unwrap()), NodeId(0), 1);
            recorder.begin_sample(0);
            spin();
            recorder.end_step(&counts, 0);
        }
        recorder.begin_work(SearchWork::Rank);
        let record = recorder.finish();
        let all = timer.clock.now() - begun;
        let row = &record.table.rows[0];
        assert_eq!((row.steps, row.counts.evaluations), (10, 10));
        assert_eq!(row.longest.at.task, 3);
        assert_eq!(record.times[&proposer].1, 1);
        assert_eq!(record.times[&SearchWork::Rank].1, 1);
        let between: u64 = record.times.values().map(|work| work.0).sum();
        let inside = row.ticks + record.table.own;
        assert!(record.times[&proposer].0 > 0 && row.ticks > 0);
        // Time before the first and after the last reading is not in it.
        assert!(between + inside <= all, "{between} + {inside} of {all}");
    }
}
