//! The limits of a run, and what it spent.

use std::time::Duration;

/// The limits of a program on one sample. Hitting one is an outcome of the run, the same on every
/// machine, except for the time limit, which catches what the others let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Calls per line, those of closures included.
    pub steps: u64,
    /// Cells, elements or words read or written per line. It also bounds the number of values, and
    /// so memory: a value takes 16 bytes, a coloured cell 12 more.
    pub cells: u64,
    /// Cells or elements of one value, and its [weight](crate::dsl::Value::weight).
    pub size: usize,
    /// Time on the clock for the whole program.
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

/// What a run spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Calls.
    pub steps: u64,
    /// Cells read or written.
    pub cells: u64,
}

impl Spent {
    /// No charge.
    pub(in crate::dsl) const NOTHING: Self = Self { steps: 0, cells: 0 };

    /// Steps and cells of the same work done so many times.
    pub(in crate::dsl) fn times(self, count: u64) -> Self {
        Self {
            steps: self.steps.saturating_mul(count),
            cells: self.cells.saturating_mul(count),
        }
    }

    /// Both together.
    pub(in crate::dsl) fn plus(self, other: Self) -> Self {
        Self {
            steps: self.steps.saturating_add(other.steps),
            cells: self.cells.saturating_add(other.cells),
        }
    }

    /// The charge of steps that do nothing else.
    pub(in crate::dsl) fn of_steps(steps: u64) -> Self {
        Self {
            steps,
            cells: steps * CELLS_PER_STEP as u64,
        }
    }
}

/// Cells charged per step: about what a call leaves in the arena.
pub(in crate::dsl) const CELLS_PER_STEP: usize = 4;
