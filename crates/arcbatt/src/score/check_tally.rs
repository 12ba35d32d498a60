//! What a check says of its tasks, in the two numbers that all reports have.

use super::test_result::{Tally, TestResult};
use crate::check::{CheckReport, PairReport, PairStatus, TaskReport};
use crate::task::{Answers, DataSet, Part};

impl CheckReport {
    /// How many tasks fit their demonstrations, and how many are right on their tests.
    pub fn tally(&self, data: &DataSet) -> Tally {
        let mut tally = Tally::default();
        for task in &self.tasks {
            let (fits, tests) = task.verdict(data);
            tally.add(fits, tests);
        }
        tally
    }
}

impl TaskReport {
    /// Whether a program fits the demonstrations, and how many tests it answers correctly.
    ///
    /// Of several programs, this is the first that is right on all pairs, or else on most
    /// demonstrations.
    pub fn verdict(&self, data: &DataSet) -> (bool, TestResult) {
        let task = &data.tasks[self.task];
        let count = |answers: &Answers| answers.0.iter().flatten().count();
        let mut tests = TestResult {
            tests: task.test.len(),
            known: data.answers.get(self.task).map_or(0, count),
            right: 0,
        };
        let runs = self.runs.iter().rev();
        let best = runs.max_by_key(|run| (run.solved(), run.demonstrations_right()));
        let Some(run) = best else {
            return (false, tests);
        };
        let is_right =
            |pair: &&PairReport| pair.part != Part::Train && pair.status == PairStatus::Ok;
        tests.right = run.pairs.iter().filter(is_right).count();
        let fits = !task.train.is_empty() && run.demonstrations_right() == task.train.len();
        (fits, tests)
    }
}
