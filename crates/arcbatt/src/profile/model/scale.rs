//! The scale table: the whole and its phases at several sizes, now and "what if".

use serde::{Deserialize, Serialize};

/// The profile at several sizes, as it is and as it would be with other times.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Scale {
    /// The assumptions, such as `card=/2`; without any, nothing is saved.
    pub what_if: Vec<String>,
    /// The budget that runs are counted in.
    pub budget_ns: Option<u64>,
    /// One row per size, ascending.
    pub rows: Vec<ScaleRow>,
}

/// A size of the scale table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScaleRow {
    /// Number of tasks.
    pub tasks: u64,
    /// Whether this size was profiled; others are projected.
    pub is_measured: bool,
    /// Wall time.
    pub ns: u64,
    /// Wall time with the assumptions.
    pub what_if_ns: u64,
    /// The difference; negative if the assumptions make it slower.
    pub saved_ns: i64,
    /// Runs that fit into the budget.
    pub runs: Option<u64>,
    /// The same with the assumptions.
    pub what_if_runs: Option<u64>,
    /// The phases.
    pub phases: Vec<ScalePhase>,
}

/// A phase in the scale table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScalePhase {
    /// Its name.
    pub name: String,
    /// Wall time.
    pub ns: u64,
    /// Percent of the whole at this size.
    pub percent: f64,
    /// Wall time with the assumptions.
    pub what_if_ns: u64,
    /// The difference; negative if the assumptions make it slower.
    pub saved_ns: i64,
}
