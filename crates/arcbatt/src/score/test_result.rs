//! Compares final attempts with the answers, the only code here that reads them.

use crate::grid::GridBuf;
use crate::task::Answers;
use crate::text::{counted, grouped};
use std::iter::Sum;

/// The number of right attempts at the tests of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestResult {
    /// Number of tests.
    pub tests: usize,
    /// Tests with a known answer.
    pub known: usize,
    /// Tests for which one of the two attempts is right.
    pub right: usize,
}

impl TestResult {
    /// Whether there are tests and all are right; `None` if an answer is unknown.
    pub fn is_right(&self) -> Option<bool> {
        (self.tests > 0 && self.known == self.tests).then_some(self.right == self.tests)
    }
}

/// How many tasks fit their demonstrations, and how many are right on their tests: two numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of tasks.
    pub tasks: usize,
    /// Tasks with a program that gets all demonstrations right.
    pub fits: usize,
    /// Tasks whose answers are all known.
    pub known: usize,
    /// Those of them whose tests are all right.
    pub right: usize,
    /// Test outputs with a known answer.
    pub outputs_known: usize,
    /// Those of them that are right.
    pub outputs_right: usize,
}

impl Tally {
    /// Adds a task.
    pub fn add(&mut self, fits: bool, tests: TestResult) {
        self.tasks += 1;
        self.fits += usize::from(fits);
        self.known += usize::from(tests.is_right().is_some());
        self.right += usize::from(tests.is_right() == Some(true));
        self.outputs_known += tests.known;
        self.outputs_right += tests.right;
    }

    /// `fit their demonstrations: 5 of 6 tasks`.
    pub fn fits_text(&self) -> String {
        let tasks = counted(self.tasks, "task");
        format!(
            "fit their demonstrations: {} of {tasks}",
            grouped(self.fits as u64)
        )
    }

    /// `right on their tests: 4 of 6 tasks, 5 of 7 test outputs`, or that no answer is known.
    pub fn right_text(&self) -> String {
        let outputs = || {
            let known = counted(self.outputs_known, "test output");
            format!("{} of {known}", grouped(self.outputs_right as u64))
        };
        match (self.known, self.outputs_known) {
            (_, 0) => "right on their tests: unknown, as the data has no answers".to_owned(),
            (0, _) => format!("right on their tests: {}", outputs()),
            (known, _) => {
                let tasks = counted(known, "task");
                let with = match known == self.tasks {
                    true => "",
                    false => " with known answers",
                };
                let right = grouped(self.right as u64);
                format!(
                    "right on their tests: {right} of {tasks}{with}, {}",
                    outputs()
                )
            }
        }
    }
}

impl Sum for TestResult {
    fn sum<I: Iterator<Item = Self>>(results: I) -> Self {
        results.fold(Self::default(), |sum, more| Self {
            tests: sum.tests + more.tests,
            known: sum.known + more.known,
            right: sum.right + more.right,
        })
    }
}

/// Compares the attempts at every test with the answers.
pub fn check_answers(attempts: &[[Option<GridBuf>; 2]], answers: &Answers) -> TestResult {
    let mut verdict = TestResult {
        tests: attempts.len(),
        ..TestResult::default()
    };
    for (attempts, answer) in attempts.iter().zip(&answers.0) {
        if let Some(answer) = answer {
            verdict.known += 1;
            let right = attempts.iter().flatten().any(|grid| grid == answer);
            verdict.right += usize::from(right);
        }
    }
    verdict
}
