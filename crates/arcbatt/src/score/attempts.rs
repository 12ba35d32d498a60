//! The two attempts at every test.
//!
//! In: a ranking. Out: for a test, the grid that the best answers with, and the grid of the best
//! that differs from it. What never happens here: the same grid twice.

use super::rank::TaskScore;
use crate::grid::GridBuf;

/// The two attempts at test number `test`: what the best answers, and what the best that answers
/// something else does. Candidates without an answer there are passed over, so an attempt is
/// missing only if nobody that was kept has one.
pub fn attempts(score: &TaskScore, test: usize) -> [Option<GridBuf>; 2] {
    let sample = score.train.saturating_add(test);
    let mut answers = score
        .best
        .iter()
        .filter_map(|scored| scored.outputs.get(sample)?.as_ref());
    let first = answers.next();
    let second = answers.find(|&grid| Some(grid) != first);
    [first.cloned(), second.cloned()]
}

/// The two attempts at every test.
pub fn all_attempts(score: &TaskScore) -> Vec<[Option<GridBuf>; 2]> {
    (0..score.tests).map(|test| attempts(score, test)).collect()
}
