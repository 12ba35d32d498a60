//! Compares final attempts with the answers, the only code here that reads them.

use crate::grid::GridBuf;
use crate::task::Answers;

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
    /// Whether there are tests and all are right.
    pub fn is_solved(&self) -> bool {
        self.tests > 0 && self.right == self.tests
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
