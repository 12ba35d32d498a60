//! The limits of a run, and what it spent.

use std::time::Duration;

/// The limits of a program on one sample. Hitting one is an outcome of the run, the same on every
/// machine, except for the time limit, which catches what the others let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Calls of all lines together, those of closures included.
    pub steps: u64,
    /// Cells, elements or words read or written by all lines together. It also bounds the number of
    /// values, and so memory: a value takes 16 bytes, a coloured cell 12 more.
    pub cells: u64,
    /// Cells or elements of one value, and its [weight](crate::dsl::Value::weight).
    pub size: usize,
    /// Time on the clock for the whole program.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 1_000_000,
            cells: 8_000_000,
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
    /// More than any limit.
    pub(crate) const ENDLESS: Self = Self {
        steps: u64::MAX,
        cells: u64::MAX,
    };

    /// No charge.
    pub(in crate::dsl) const NOTHING: Self = Self { steps: 0, cells: 0 };

    /// Steps and cells of the same work done so many times.
    pub(crate) fn times(self, count: u64) -> Self {
        Self {
            steps: self.steps.saturating_mul(count),
            cells: self.cells.saturating_mul(count),
        }
    }

    /// Both together.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            steps: self.steps.saturating_add(other.steps),
            cells: self.cells.saturating_add(other.cells),
        }
    }

    /// What is left of it after other charges; `None` if they are more.
    pub(crate) fn less(self, other: Self) -> Option<Self> {
        Some(Self {
            steps: self.steps.checked_sub(other.steps)?,
            cells: self.cells.checked_sub(other.cells)?,
        })
    }

    /// The larger number of each.
    pub(crate) fn most(self, other: Self) -> Self {
        Self {
            steps: self.steps.max(other.steps),
            cells: self.cells.max(other.cells),
        }
    }

    /// Whether either number is larger than that of a limit.
    pub(crate) fn exceeds(self, limit: Self) -> bool {
        self.steps > limit.steps || self.cells > limit.cells
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
