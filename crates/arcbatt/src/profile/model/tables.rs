//! The tables of a profile: by primitive, on the CPU and on GPUs, by category of framework and by task.

use crate::text::{count, counted, time};
use serde::{Deserialize, Serialize};

/// A primitive, or `(closures)`: calling made functions, without what these call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PrimitiveRow {
    /// Its name.
    pub name: String,
    /// Times it was computed, those inside other primitives included (these are estimated where
    /// calls were sampled).
    pub calls: u64,
    /// Those of them that are nodes of the batt; exact.
    pub node_calls: u64,
    /// Time in the primitive itself.
    pub self_ns: u64,
    /// Time in it and in what it calls.
    pub total_ns: u64,
    /// `self_ns` in percent of the time that threads were busy.
    pub percent: f64,
    /// How far `self_ns` may be off because calls were sampled, in percent of it; 0 is exact.
    pub error_percent: f64,
    /// Calls that were timed one by one.
    pub timed: u64,
    /// Mean time of a call, what it calls included.
    pub mean_ns: f64,
    /// Half of the timed calls took at most this.
    pub p50_ns: u64,
    /// 99 of 100 did.
    pub p99_ns: u64,
    /// The longest node.
    pub max_ns: u64,
    /// Its task.
    pub max_task: String,
    /// The node as text.
    pub max_node: String,
    /// Node calls that failed.
    pub failures: u64,
    /// Cells touched by node calls.
    pub cells: u64,
    /// Bytes that node calls left in the arena.
    pub bytes: u64,
    /// Calls that were not made because an equal one was, in percent of those that all candidates
    /// would make one by one: merged into one node, or found equal while the batt ran.
    pub merged_percent: f64,
    /// Node calls that were ready at once, on average: what a batch on a GPU would hold.
    pub batch: f64,
    /// `HIGH`, `MEDIUM`, `LOW` or empty.
    pub gpu_priority: String,
    /// Why, in a sentence.
    pub gpu_reason: String,
}

/// What ran on GPUs. Times are sums over all threads that waited for them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Device {
    /// The GPUs.
    pub names: Vec<String>,
    /// Blocks of candidates or differs that ran there.
    pub blocks: u64,
    /// Launches of the kernel.
    pub launches: u64,
    /// Candidates on samples whose outcome was known there.
    pub known: u64,
    /// Those that the CPU computed instead.
    pub unknown: u64,
    /// `known` in percent of both.
    pub known_percent: f64,
    /// Calls made there, one a node and sample.
    pub evaluations: u64,
    /// On the host: packing, reading answers, computing what was not known.
    pub host_ns: u64,
    /// Waiting for a turn.
    pub waiting_ns: u64,
    /// Copying there.
    pub up_ns: u64,
    /// The kernel.
    pub kernel_ns: u64,
    /// Copying back.
    pub down_ns: u64,
    /// Percent of the GPU's room for warps that was at work while kernels ran; less than it is where
    /// several ran at once, and 0 where clocks were not counted.
    pub occupancy_percent: f64,
    /// Bytes copied there.
    pub up_bytes: u64,
    /// Bytes copied back.
    pub down_bytes: u64,
    /// One row a primitive, the dearest first; none where clocks were not counted.
    pub primitives: Vec<DeviceRow>,
}

impl Device {
    /// What it comes to, in two lines.
    pub fn words(&self) -> [String; 2] {
        let ns = |ns: u64| time(ns as f64);
        let megabytes = |bytes: u64| format!("{:.1} MB", bytes as f64 / 1e6);
        let occupancy = match self.occupancy_percent > 0.0 {
            true => format!(" at an occupancy of {:.1} %", self.occupancy_percent),
            false => String::new(),
        };
        [
            format!(
                "{}: {} in {}; {:.1} % of {} outcomes known there, the CPU computed the rest",
                self.names.join(", "),
                counted(self.blocks, "block"),
                match self.launches {
                    1 => "1 launch".to_owned(),
                    n => format!("{n} launches"),
                },
                self.known_percent,
                count((self.known + self.unknown) as f64),
            ),
            format!(
                "up {} in {}, kernel {}{occupancy}, down {} in {}; {} waiting for a turn, {} on the host \
                 (packing, reading answers, computing what was not known)",
                megabytes(self.up_bytes),
                ns(self.up_ns),
                ns(self.kernel_ns),
                megabytes(self.down_bytes),
                ns(self.down_ns),
                ns(self.waiting_ns),
                ns(self.host_ns),
            ),
        ]
    }
}

/// A primitive on a GPU.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceRow {
    /// Its name, or `(closures)`.
    pub name: String,
    /// Times it was called by a node.
    pub calls: u64,
    /// Clocks of the GPU in it and in what it calls.
    pub clocks: u64,
    /// The same a call.
    pub clocks_per_call: f64,
    /// Percent of the clocks of all primitives.
    pub percent: f64,
    /// Its share of the kernel's time.
    pub ns: u64,
}

/// A category of framework work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Category {
    /// `planning`, `dispatch`, ...
    pub name: String,
    /// Time of all threads in it.
    pub ns: u64,
    /// Percent of the time that threads were busy.
    pub percent: f64,
    /// How often.
    pub count: u64,
    /// What is in it, the five dearest first.
    pub top: Vec<CategoryItem>,
}

/// A part of a category.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CategoryItem {
    /// What it is, such as `numbering the values of objects`.
    pub name: String,
    /// Time of all threads in it.
    pub ns: u64,
    /// How often.
    pub count: u64,
}

/// Time by task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tasks {
    /// The tasks, the dearest first.
    pub rows: Vec<TaskRow>,
    /// Time of all tasks on their threads.
    pub total_ns: u64,
    /// The same without outliers.
    pub without_outliers_ns: u64,
    /// Half of the tasks took at most this.
    pub p50_ns: u64,
    /// 9 of 10.
    pub p90_ns: u64,
    /// 99 of 100.
    pub p99_ns: u64,
    /// The longest.
    pub max_ns: u64,
}

/// A task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TaskRow {
    /// Its id.
    pub id: String,
    /// Time on threads: planning, running and scoring.
    pub ns: u64,
    /// Percent of the time of all tasks.
    pub percent: f64,
    /// The part of it in the batt.
    pub batt_ns: u64,
    /// The part of it in scoring.
    pub score_ns: u64,
    /// Samples.
    pub samples: u64,
    /// Cells of all its grids.
    pub cells: u64,
    /// Candidates that were run on it.
    pub candidates: u64,
    /// Calls computed.
    pub evaluations: u64,
    /// Whether all demonstrations are right.
    pub solved: bool,
    /// The node that took most time, as text.
    pub heaviest: String,
    /// Its time.
    pub heaviest_ns: u64,
    /// Set for an outlier.
    pub outlier: Option<Outlier>,
}

/// Why a task is an outlier.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Outlier {
    /// `limit`, `one node`, `large grids` or `many calls`.
    pub kind: String,
    /// In a sentence.
    pub words: String,
}
