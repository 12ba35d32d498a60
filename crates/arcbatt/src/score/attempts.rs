//! The two attempts at every test.
//!
//! In: answers, best first. Out: the best answer, and the best one that differs from it. The two
//! are never the same grid.

use super::rank::TaskScore;
use crate::grid::GridBuf;
use std::borrow::Borrow;

/// Two attempts at one test, the better one first; `None` where no program gives another answer.
pub type Attempts = [Option<GridBuf>; 2];

/// The first answer, and the first one that differs from it.
pub fn two_attempts<G: Borrow<GridBuf>>(mut answers: impl Iterator<Item = G>) -> Attempts {
    let first = answers.next();
    let differs = |grid: &G| first.as_ref().map(G::borrow) != Some(grid.borrow());
    let second = answers.find(differs);
    [first, second].map(|grid| grid.map(|grid| grid.borrow().clone()))
}

/// The two attempts of a ranking at test number `test`. Candidates without an answer are skipped.
pub fn attempts(score: &TaskScore, test: usize) -> Attempts {
    let sample = score.train.saturating_add(test);
    two_attempts(
        score
            .best
            .iter()
            .filter_map(|scored| scored.outputs.get(sample)?.as_ref()),
    )
}

/// The answer of the best program at every test, alone.
pub fn best_answers(score: &TaskScore) -> Vec<Attempts> {
    let outputs = score.best.first().map_or(&[][..], |best| &best.outputs);
    let answer = |test: usize| outputs.get(score.train + test).cloned().flatten();
    (0..score.tests).map(|test| [answer(test), None]).collect()
}

/// The two attempts of a ranking at every test.
pub fn all_attempts(score: &TaskScore) -> Vec<Attempts> {
    (0..score.tests).map(|test| attempts(score, test)).collect()
}
