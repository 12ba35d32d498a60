//! What a run may use, and what it used.

use std::time::Duration;

/// What a run may use. Hitting a limit is an outcome of the run, the same on every machine,
/// except for the time on the clock, which is there for what the others let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Calls, closures included.
    pub steps: u64,
    /// Cells, elements or words touched by all calls together. No more than this many values are
    /// ever made, so it bounds memory, too: a value takes 16 bytes, a coloured cell 12 more.
    pub cells: u64,
    /// Cells or elements of any one value, and the [weight](crate::dsl::Value::weight) of all that is in
    /// it.
    pub size: usize,
    /// Time on the clock.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 4_000_000,
            cells: 32_000_000,
            size: 1 << 20,
            time: Duration::from_secs(10),
        }
    }
}

/// What a run used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Calls.
    pub steps: u64,
    /// Cells touched.
    pub cells: u64,
}

impl Spent {
    /// What so many steps take that do nothing else.
    pub(in crate::dsl) fn of_steps(steps: u64) -> Self {
        Self {
            steps,
            cells: steps * CELLS_A_STEP as u64,
        }
    }
}

/// Cells that a step counts for, whatever it does: about what a call leaves in the arena.
pub(in crate::dsl) const CELLS_A_STEP: usize = 4;
