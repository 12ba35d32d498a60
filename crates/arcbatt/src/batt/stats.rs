//! Statistics of a run, and why it ended early.

use super::graph::NodeId;
use crate::dsl::Spent;

/// Why a run ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The task spent its budget of steps or cells.
    Budget,
    /// The task reached its timeout.
    Time,
    /// The live values of the task took too much memory.
    Memory,
    /// The stop flag was set.
    Stopped,
}

/// Statistics of running a plan.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Calls computed, one per node and sample.
    pub evaluations: u64,
    /// Calls found in the memo table.
    pub shared: u64,
    /// Calls skipped because an argument failed.
    pub skipped: u64,
    /// Steps and cells of all calls.
    pub spent: Spent,
    /// The node that touched the most cells, and how many.
    pub heaviest: Option<(NodeId, u64)>,
    /// The nodes that cost more than [`Options::costly`](super::Options::costly) on some sample, and
    /// the most that they cost on one.
    pub costly: Vec<(NodeId, Spent)>,
    /// How often the memory of dead values was reclaimed.
    pub sweeps: u32,
    /// Why it ended early, if so; calls that were not computed count as failed.
    pub ended: Option<EndReason>,
}

impl Stats {
    /// Adds the statistics of another run; keeps the first reason to end early.
    pub fn add(&mut self, more: &Stats) {
        self.evaluations += more.evaluations;
        self.shared += more.shared;
        self.skipped += more.skipped;
        self.spent.steps += more.spent.steps;
        self.spent.cells += more.spent.cells;
        self.sweeps += more.sweeps;
        self.ended = self.ended.or(more.ended);
        self.costly.extend_from_slice(&more.costly);
        if more.heaviest.map(|(_, cells)| cells) > self.heaviest.map(|(_, cells)| cells) {
            self.heaviest = more.heaviest;
        }
    }
}
