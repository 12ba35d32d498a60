//! The phases of the pipeline: measured times, growth, projections.

use crate::text::{counted, grouped, time};
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

/// The whole pipeline at another size, if the other tasks are like those profiled.
///
/// Ranges are 95 % intervals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Projection {
    /// Number of tasks.
    pub tasks: u64,
    /// Wall time, with outliers as often as they were seen.
    pub ns: u64,
    /// Error, either way: the larger one.
    pub error_ns: u64,
    /// Time by phase, in the order of [`Profile::phases`](super::Profile::phases).
    pub phases_ns: Vec<u64>,
    /// The lower end of `ns`.
    pub low_ns: u64,
    /// The upper end of `ns`; `null` if fewer than two outliers were seen, as the next may take any
    /// time.
    pub high_ns: Option<u64>,
    /// Wall time without outliers.
    pub without_outliers: Range,
    /// Number of outliers among the profiled tasks.
    pub outliers: u64,
    /// The most outliers to expect at this size.
    pub most_outliers: u64,
    /// Number of calls computed.
    pub evaluations: CountRange,
    /// Number of candidates.
    pub candidates: u64,
    /// The phases, with their intervals.
    pub phases: Vec<PhaseProjection>,
    /// The projection in one sentence.
    pub words: String,
}

impl Projection {
    /// The projection of a profile of `seen` tasks in one sentence.
    pub(in crate::profile) fn sentence(&self, seen: u64) -> String {
        let ns = |ns: u64| time(ns as f64);
        let tasks = counted(self.tasks, "task");
        if self.tasks == seen {
            return format!("{tasks} took {}", ns(self.ns));
        }
        let usual = &self.without_outliers;
        let usual = format!(
            "{} ({} to {})",
            ns(usual.ns),
            ns(usual.low_ns),
            ns(usual.high_ns)
        );
        let (most, profiled) = (grouped(self.most_outliers), grouped(seen));
        match (self.outliers, self.high_ns) {
            (0, Some(_)) => format!("{tasks} would take {usual}"),
            (outliers, None) => format!(
                "{tasks} would take {usual} without outliers; {} of the {profiled} profiled is one, but \
                 up to {most} of {} may be, each as slow as its limits allow",
                if outliers == 0 { "none" } else { "one" },
                grouped(self.tasks)
            ),
            (outliers, Some(high)) => format!(
                "{tasks} would take {} ({} to {}), and {usual} without outliers: {} of {} {}, up to \
                 {most} of {} may be",
                ns(self.ns),
                ns(self.low_ns),
                ns(high),
                grouped(outliers),
                counted(seen, "task"),
                if outliers == 1 { "is one" } else { "are" },
                grouped(self.tasks)
            ),
        }
    }
}

/// The time of a phase at another size.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PhaseProjection {
    /// Its name.
    pub name: String,
    /// Wall time, outliers included.
    pub ns: u64,
    /// The lower end.
    pub low_ns: u64,
    /// The upper end; outliers are included only if some were seen.
    pub high_ns: u64,
}

/// A time and its 95 % interval.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Range {
    /// The estimate.
    pub ns: u64,
    /// The lower end.
    pub low_ns: u64,
    /// The upper end.
    pub high_ns: u64,
}

/// A count and its 95 % interval.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CountRange {
    /// The estimate.
    pub value: u64,
    /// The lower end.
    pub low: u64,
    /// The upper end; `null` if no outlier was seen.
    pub high: Option<u64>,
    /// Both ends without outliers.
    pub without_outliers: (u64, u64),
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
