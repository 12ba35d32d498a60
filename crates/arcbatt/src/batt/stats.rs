//! What a run took, and why it ended early if it did.

use super::graph::NodeId;
use crate::dsl::Spent;

/// Why a run did not reach its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The task used up what it may use.
    Budget,
    /// Too much time passed on the clock.
    Time,
    /// It was stopped from outside.
    Stopped,
}

/// What running a plan took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    /// Calls that were computed, one a node and sample.
    pub evaluations: u64,
    /// Calls that were not computed because an equal one was.
    pub shared: u64,
    /// Calls that hung on a failure.
    pub skipped: u64,
    /// Steps and cells of all calls.
    pub spent: Spent,
    /// The node that touched most cells, and how many.
    pub heaviest: Option<(NodeId, u64)>,
    /// How often the memory of dead values was taken back.
    pub sweeps: u32,
    /// Why it did not reach its end; what was not computed has failed.
    pub ended: Option<Ended>,
}

impl Stats {
    /// Adds what another run took. The first reason to end early stays.
    pub fn add(&mut self, more: &Stats) {
        self.evaluations += more.evaluations;
        self.shared += more.shared;
        self.skipped += more.skipped;
        self.spent.steps += more.spent.steps;
        self.spent.cells += more.spent.cells;
        self.sweeps += more.sweeps;
        self.ended = self.ended.or(more.ended);
        if more.heaviest.map(|(_, cells)| cells) > self.heaviest.map(|(_, cells)| cells) {
            self.heaviest = more.heaviest;
        }
    }
}
