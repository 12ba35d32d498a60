//! The phases of the pipeline: measured, how they grow, and what that comes to at other sizes.

use serde::{Deserialize, Serialize};

/// A phase of the pipeline.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Phase {
    /// `load`, `card`, `batt`, `score`, `store` or `report`.
    pub name: String,
    /// Time on the clock at the full size.
    pub ns: u64,
    /// Percent of the time on the clock of all phases.
    pub percent: f64,
    /// What it works on: `tasks`, `candidates`, `samples`.
    pub unit: String,
    /// How many of them.
    pub count: u64,
    /// Units a second.
    pub rate: f64,
    /// What was measured at which size, the smallest first.
    pub measured: Vec<Measured>,
    /// How it grows; the unit that explains it best comes first.
    pub growth: Vec<Growth>,
}

/// The time of a phase at one size.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Measured {
    /// Tasks.
    pub tasks: u64,
    /// Samples.
    pub samples: u64,
    /// Candidates.
    pub candidates: u64,
    /// The least time of the runs at this size.
    pub ns: u64,
}

/// A fit of a phase's time over sizes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Growth {
    /// The unit: `tasks`, `samples` or `candidates`.
    pub by: String,
    /// Time at size nought: `a` of `a + b n`.
    pub fixed_ns: f64,
    /// Time a unit: `b` of `a + b n`.
    pub each_ns: f64,
    /// The fit's error: root mean square, in percent of the mean time.
    pub error_percent: f64,
    /// Exponent of the power law: 0 does not grow, 1 grows with the unit, 2 with its square.
    pub exponent: f64,
    /// `does not grow`, `grows with tasks`, ...
    pub words: String,
}

/// The whole pipeline at another size.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Projection {
    /// Tasks.
    pub tasks: u64,
    /// Time on the clock.
    pub ns: u64,
    /// How far it may be off, either way.
    pub error_ns: u64,
    /// By phase, in the order of [`Profile::phases`](super::Profile::phases).
    pub phases_ns: Vec<u64>,
}

/// How many runs fit into a time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Budget {
    /// The time.
    pub ns: u64,
    /// Tasks of a run, and how many runs fit; the profiled size first, then the projected ones.
    pub runs: Vec<(u64, u64)>,
}
