//! The phases of the pipeline: measured times, growth, and projections.

use serde::{Deserialize, Serialize};

/// A phase of the pipeline.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Phase {
    /// `load`, `card`, `batt`, `score`, `store`, `report` or `search`.
    pub name: String,
    /// Wall time at the full size.
    pub ns: u64,
    /// Percent of the wall time of all phases.
    pub percent: f64,
    /// The unit it works on: `tasks`, `candidates`, `samples`, `searches`.
    pub unit: String,
    /// Number of units.
    pub count: u64,
    /// Units per second.
    pub rate: f64,
    /// Times at several sizes, the smallest first.
    pub measured: Vec<Measured>,
    /// Growth by unit, the best fit first.
    pub growth: Vec<Growth>,
}

/// The time of a phase at one size.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Measured {
    /// Number of tasks.
    pub tasks: u64,
    /// Number of samples.
    pub samples: u64,
    /// Number of candidates.
    pub candidates: u64,
    /// The minimum time of the runs at this size.
    pub ns: u64,
}

/// A fit of a phase's time over its sizes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Growth {
    /// The unit: `tasks`, `samples` or `candidates`.
    pub by: String,
    /// Time at size zero: `a` of `a + b n`.
    pub fixed_ns: f64,
    /// Time per unit: `b` of `a + b n`.
    pub each_ns: f64,
    /// Root mean square error of the fit, in percent of the mean time.
    pub error_percent: f64,
    /// Exponent of the power law: 0 is constant, 1 linear, 2 quadratic.
    pub exponent: f64,
    /// `does not grow`, `grows with tasks`, ...
    pub words: String,
}

/// The whole pipeline at another size.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Projection {
    /// Number of tasks.
    pub tasks: u64,
    /// Wall time.
    pub ns: u64,
    /// Error, either way.
    pub error_ns: u64,
    /// Time by phase, in the order of [`Profile::phases`](super::Profile::phases).
    pub phases_ns: Vec<u64>,
}

/// How many runs fit into a time budget.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Budget {
    /// The budget.
    pub ns: u64,
    /// Tasks per run and runs that fit: the profiled size first, then the projected sizes.
    pub runs: Vec<(u64, u64)>,
}
