//! The parts of a report that only evolve fills.

use crate::batt::{Change, EndReason, NodeId, Stats};
use crate::card::CardStats;
use std::time::Duration;

/// Wall-clock time by phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phases {
    /// Reading tasks and solvers; set by the caller.
    pub load: Duration,
    /// The part of it that reads and parses solvers; set by the caller.
    pub parse: Duration,
    /// Making the batt.
    pub card: Duration,
    /// Running it.
    pub batt: Duration,
    /// Scoring its candidates.
    pub score: Duration,
    /// Writing the results.
    pub store: Duration,
}

impl Phases {
    /// The phases with their names, in order.
    pub fn named(&self) -> [(&'static str, Duration); 5] {
        [
            ("load", self.load),
            ("card", self.card),
            ("batt", self.batt),
            ("score", self.score),
            ("store", self.store),
        ]
    }

    /// The sum of all phases.
    pub fn total(&self) -> Duration {
        self.named().iter().map(|(_, time)| *time).sum()
    }
}

/// One round: a batt made, run and scored.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// Its number, from 1; a resumed run continues the count.
    pub number: u32,
    /// Programs that candidates were made from.
    pub parents: usize,
    /// Candidates of the batt.
    pub candidates: usize,
    /// Nodes of the batt.
    pub nodes: usize,
    /// Calls of all candidates, had they not been merged.
    pub calls: u64,
    /// What card generated and reused.
    pub made: CardStats,
    /// Candidate runs: a candidate that ran on two tasks counts twice.
    pub runs: u64,
    /// Candidates of other tasks that some demonstrations ruled out, summed over tasks.
    pub ruled_out: u64,
    /// Distinct answers per task, summed over tasks.
    pub distinct: u64,
    /// Tasks with a program that fits their demonstrations after this round.
    pub fitting: usize,
    /// Work done, summed over tasks.
    pub stats: Stats,
}

impl Round {
    /// The share of calls that merging saves.
    pub fn saved(&self) -> f64 {
        if self.calls == 0 {
            return 0.0;
        }
        1.0 - self.nodes as f64 / self.calls as f64
    }
}

/// How the best program of a task came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The change to its parent.
    pub change: Change,
    /// The round that found it, from 1.
    pub round: u32,
    /// Its differ score, out of `most`.
    pub differ: u64,
    /// The best possible differ score.
    pub most: u64,
}

impl Origin {
    /// The text that the store keeps, such as `constant in round 3, differ 26500 of 27000`.
    pub(crate) fn to_text(self) -> String {
        let Self {
            change,
            round,
            differ,
            most,
        } = self;
        let change = change.name();
        format!("{change} in round {round}, differ {differ} of {most}")
    }

    /// Reads the text of [`Origin::to_text`].
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        let (change, rest) = text.split_once(" in round ")?;
        let (round, rest) = rest.split_once(", differ ")?;
        let (differ, most) = rest.split_once(" of ")?;
        Some(Self {
            change: Change::ALL.into_iter().find(|c| c.name() == change)?,
            round: round.parse().ok()?,
            differ: differ.parse().ok()?,
            most: most.parse().ok()?,
        })
    }
}

/// A limit that a task exceeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlier {
    /// The limit.
    pub ended: EndReason,
    /// The node that touched most cells, as text, and their number.
    pub blame: Option<(NodeId, String, u64)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_survive_the_store() {
        for change in Change::ALL {
            let origin = Origin {
                change,
                round: 12,
                differ: 26_500,
                most: 27_000,
            };
            assert_eq!(Origin::from_text(&origin.to_text()), Some(origin));
        }
        assert_eq!(Origin::from_text("bottom-up"), None);
    }
}
