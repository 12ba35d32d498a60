//! How many tests are right: the one place that looks at the answers, once all is decided.
//!
//! In: the attempts, which are final, and the answers. Out: a count. What never happens here: a
//! candidate, or anything that could change a ranking.

use crate::grid::GridBuf;
use crate::task::Answers;

/// How the attempts at the tests of a task fared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestResult {
    /// Number of tests.
    pub tests: usize,
    /// Tests whose answer is known; of the others nothing can be said.
    pub known: usize,
    /// Tests that one of the two attempts has right.
    pub right: usize,
}

impl TestResult {
    /// Whether every test is right, and there is one.
    pub fn is_solved(&self) -> bool {
        self.tests > 0 && self.right == self.tests
    }
}

/// Compares the attempts at every test with the answers.
///
/// Ranking cannot see the answers: a [`Task`](crate::task::Task) has none, and
/// [`score_task`](super::score_task) is given a task, not a data set. This function takes what
/// ranking led to and gives back numbers.
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
