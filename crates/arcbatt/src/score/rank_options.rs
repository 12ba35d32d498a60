//! Options of [`rank_with`](super::rank_with).

use crate::batt::{Block, Memory, Outcome, Outputs, Stats};
use crate::dsl::Limits;
use crate::grid::GridBuf;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How to rank candidates.
#[derive(Clone, Copy, Default)]
pub struct RankOptions<'o> {
    /// The limits that each program has for itself.
    pub limits: Limits,
    /// Set this flag to end early: candidates that have not run are
    /// [`CandidateStatus::NotRun`](super::CandidateStatus::NotRun).
    pub stop: Option<&'o AtomicBool>,
    /// The memory for the answers of the programs while they are ranked; without it, all are kept.
    pub memory: Option<&'o Memory>,
    /// Called with the number of candidates that have run, from any thread.
    pub progress: Option<&'o (dyn Fn(usize) + Sync)>,
    /// Candidates that ran elsewhere. They are ranked with the programs and numbered after them.
    pub foreign: &'o [ForeignCandidate],
}

/// A candidate that ran elsewhere, such as in CPython.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignCandidate {
    /// Its answers, one per pair: demonstrations, then tests.
    pub answers: Vec<Option<GridBuf>>,
    /// Its length, to compare with the number of calls of a program.
    pub length: usize,
}

impl RankOptions<'_> {
    /// Whether the stop flag is set.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The answers of the foreign candidates, numbered `numbers`, as a block.
    pub(super) fn foreign_block<'c>(&self, numbers: &'c [u32], samples: usize) -> Block<'c> {
        let mut grids: Vec<GridBuf> = Vec::new();
        let mut known: FxHashMap<&GridBuf, u32> = FxHashMap::default();
        let mut outcomes = Vec::with_capacity(self.foreign.len() * samples);
        for candidate in self.foreign {
            let answers = candidate.answers.iter().map(Option::as_ref);
            for answer in answers.chain(std::iter::repeat(None)).take(samples) {
                outcomes.push(match answer {
                    None => Outcome::NoGrid,
                    Some(grid) => Outcome::Grid(*known.entry(grid).or_insert_with(|| {
                        grids.push(grid.clone());
                        grids.len() as u32 - 1
                    })),
                });
            }
        }
        Block {
            candidates: numbers,
            outputs: Outputs::from_parts(samples, outcomes, grids),
            stats: Stats::default(),
            time: Duration::ZERO,
        }
    }
}
