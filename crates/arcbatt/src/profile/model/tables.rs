//! The tables of a profile: primitives on the CPU and on GPUs, framework categories, tasks.

use crate::text::{count, counted, counted_short, some_of_many, time};
use serde::{Deserialize, Serialize};

/// A primitive, or `(closures)`: the calls of closures, without their callees.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PrimitiveRow {
    /// Its name.
    pub name: String,
    /// Number of calls, those inside other primitives included.
    pub calls: u64,
    /// Whether `calls` is an estimate, as not all calls inside other primitives were counted.
    pub calls_estimated: bool,
    /// Number of calls by nodes of the batt; exact.
    pub node_calls: u64,
    /// Own time, without callees.
    pub self_ns: u64,
    /// Time, callees included.
    pub total_ns: u64,
    /// `self_ns` in percent of the busy time of all threads.
    pub percent: f64,
    /// Sampling error of `self_ns` in percent; 0 is exact.
    pub error_percent: f64,
    /// Number of calls timed one by one.
    pub timed: u64,
    /// Mean time per call, callees included.
    pub mean_ns: f64,
    /// Median of the timed calls; an estimate unless `timed` is `calls`.
    pub p50_ns: u64,
    /// 99th percentile of the timed calls.
    pub p99_ns: u64,
    /// The time of the longest node.
    pub max_ns: u64,
    /// The task of the longest node.
    pub max_task: String,
    /// The longest node as text.
    pub max_node: String,
    /// Number of node calls that failed.
    pub failures: u64,
    /// Cells touched by node calls.
    pub cells: u64,
    /// Bytes that node calls left in the arena.
    pub bytes: u64,
    /// Calls saved by merging, in percent of the calls of all candidates run one by one: merged into
    /// one node, or found equal at run time.
    pub merged_percent: f64,
    /// Mean number of node calls ready at once: the size of a GPU batch.
    pub batch: f64,
    /// Number of tasks in which its nodes are among the five primitives that take most time, callees
    /// included.
    pub top_tasks: u64,
    /// Number of calls by nodes on a GPU; `calls` and times are those of the CPU.
    pub device_calls: u64,
    /// Its share of the time of the kernel on a GPU, by clocks.
    pub device_ns: u64,
    /// Calls ready at once from which a GPU may be faster: a bound, for a round trip to it.
    pub gpu_break_even: u64,
    /// How many times as fast its batches may be on a GPU, at most; below 1 it is slower.
    pub gpu_speedup: f64,
    /// `HIGH`, `MEDIUM`, `LOW` or empty.
    pub gpu_priority: String,
    /// The reason, in one sentence.
    pub gpu_reason: String,
}

impl PrimitiveRow {
    /// The number of calls, marked if it is an estimate: `120 calls`, `~12.3 k calls`.
    pub fn calls_text(&self) -> String {
        let mark = if self.calls_estimated { "~" } else { "" };
        format!("{mark}{}", counted_short(self.calls as f64, "call"))
    }
}

/// What a GPU would save of the whole, at most.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GpuAdvice {
    /// The name of this machine's GPU; empty if none was measured.
    pub device: String,
    /// A round trip to it: the time of the smallest block.
    pub round_trip_ns: u64,
    /// Whether the round trip was measured on this machine, or is an assumption.
    pub measured: bool,
    /// Candidates times samples of a task from which a GPU is faster; a bound if not measured.
    pub break_even: u64,
    /// Candidates times samples of a task here, on average.
    pub per_task: f64,
    /// How many times as fast the whole would be, at most.
    pub speedup: f64,
    /// Time on the clock that it would save, at most.
    pub saves_ns: u64,
    /// The advice, in one sentence.
    pub words: String,
}

/// The work on GPUs. Times are sums over all threads that waited for them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Device {
    /// The names of the GPUs.
    pub names: Vec<String>,
    /// Blocks of candidates or differs that ran there.
    pub blocks: u64,
    /// Launches of the kernel.
    pub launches: u64,
    /// Outcomes (candidate and sample) computed on the GPU.
    pub known: u64,
    /// Outcomes that the CPU computed instead.
    pub unknown: u64,
    /// `known` in percent of both.
    pub known_percent: f64,
    /// Calls on the GPU, one per node and sample.
    pub evaluations: u64,
    /// Time on the host: packing, reading answers, computing the other outcomes.
    pub host_ns: u64,
    /// Time waiting for a free GPU.
    pub waiting_ns: u64,
    /// Time of copies to the GPU.
    pub up_ns: u64,
    /// Time of the kernel.
    pub kernel_ns: u64,
    /// Time of copies from the GPU.
    pub down_ns: u64,
    /// Percent of the GPU's warp slots in use while kernels ran; too low if several kernels overlap,
    /// 0 if clocks were not counted.
    pub occupancy_percent: f64,
    /// Time to open the GPUs and to compile the kernel, once.
    pub start_up_ns: u64,
    /// Bytes copied to the GPU.
    pub up_bytes: u64,
    /// Bytes copied from the GPU.
    pub down_bytes: u64,
    /// One row per primitive, the slowest first; empty if clocks were not counted.
    pub primitives: Vec<DeviceRow>,
}

impl Device {
    /// A summary in two lines.
    pub fn words(&self) -> [String; 2] {
        let ns = |ns: u64| time(ns as f64);
        let megabytes = |bytes: u64| format!("{:.1} MB", bytes as f64 / 1e6);
        let occupancy = match self.occupancy_percent > 0.0 {
            true => format!(" at {:.1} % occupancy", self.occupancy_percent),
            false => String::new(),
        };
        [
            format!(
                "{}: {} in {}; {:.1} % of {} outcomes computed there, the rest on the CPU",
                self.names.join(", "),
                counted(self.blocks, "block"),
                counted(self.launches, "launch"),
                self.known_percent,
                count((self.known + self.unknown) as f64),
            ),
            format!(
                "up {} in {}, kernel {}{occupancy}, down {} in {}; {} waiting for a free GPU, \
                 {} on the host (packing, reading answers, computing the rest)",
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
    /// Number of calls by nodes.
    pub calls: u64,
    /// GPU clocks, callees included.
    pub clocks: u64,
    /// GPU clocks per call.
    pub clocks_per_call: f64,
    /// Percent of the clocks of all primitives.
    pub percent: f64,
    /// Its share of the kernel time.
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
    /// Percent of the busy time of all threads.
    pub percent: f64,
    /// Number of times.
    pub count: u64,
    /// The mean time of one.
    pub each_ns: f64,
    /// Its five slowest parts, the slowest first.
    pub top: Vec<CategoryItem>,
}

/// A part of a category.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CategoryItem {
    /// Its name, such as `interning values of objects`.
    pub name: String,
    /// Time of all threads in it.
    pub ns: u64,
    /// Number of times.
    pub count: u64,
    /// The mean time of one.
    pub each_ns: f64,
}

impl CategoryItem {
    /// A part of this time, in so many pieces.
    pub fn new(name: impl Into<String>, ns: u64, count: u64) -> Self {
        Self {
            name: name.into(),
            ns,
            count,
            each_ns: ns as f64 / count.max(1) as f64,
        }
    }
}

/// A line of a given program. Lines of several programs that make the same call are one node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LineRow {
    /// The name of its program.
    pub solver: String,
    /// The file of its program; empty if there is none.
    pub file: String,
    /// Its line in the file, from 1; 0 if there is no file.
    pub line: u64,
    /// Its place: `s.py:12`, or the name of the program.
    pub place: String,
    /// The line in its own names, such as `x9 = product(x8, x8)`.
    pub code: String,
    /// The primitive that it calls, or `(apply)` for a closure.
    pub primitive: String,
    /// The number of its node, from 1: rows with the same number are one call. 0 if the line is
    /// simplified away.
    pub node: u64,
    /// Number of calls computed on all samples of all tasks; exact.
    pub calls: u64,
    /// Estimated time without callees and without the framework.
    pub self_ns: u64,
    /// Time of the node, callees and framework included; exact.
    pub total_ns: u64,
    /// `total_ns` in percent of the busy time of all threads.
    pub percent: f64,
    /// Its part of the time of all nodes with the same primitive, from 0 to 1.
    pub of_primitive: f64,
    /// The other programs that make the same call, at most 100.
    pub shared_with: Vec<String>,
    /// The number of other programs that make the same call.
    pub sharing: u64,
}

impl LineRow {
    /// The number of other programs that make the same call; older profiles have all of their names only.
    pub fn sharing(&self) -> usize {
        self.shared_with.len().max(self.sharing as usize)
    }

    /// The first of the programs that make the same call, and how many more there are.
    pub fn shared_with(&self, most: usize) -> String {
        some_of_many(&self.shared_with, self.sharing(), most)
    }
}

/// Time by task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tasks {
    /// The tasks, the slowest first.
    pub rows: Vec<TaskRow>,
    /// Time of all tasks on their threads.
    pub total_ns: u64,
    /// Time of all tasks but outliers.
    pub without_outliers_ns: u64,
    /// Median.
    pub p50_ns: u64,
    /// 90th percentile.
    pub p90_ns: u64,
    /// 99th percentile.
    pub p99_ns: u64,
    /// Maximum.
    pub max_ns: u64,
}

/// The time of a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TaskRow {
    /// Its id.
    pub id: String,
    /// Time on threads: planning, running and scoring.
    pub ns: u64,
    /// Percent of the time of all tasks.
    pub percent: f64,
    /// Time in the batt.
    pub batt_ns: u64,
    /// Time in scoring.
    pub score_ns: u64,
    /// Number of samples.
    pub samples: u64,
    /// Number of cells of all its grids.
    pub cells: u64,
    /// Number of candidates run on it.
    pub candidates: u64,
    /// Number of calls computed.
    pub evaluations: u64,
    /// Whether a program fits all demonstrations.
    #[serde(alias = "solved")]
    pub fits: bool,
    /// The slowest node, as text.
    pub heaviest: String,
    /// The time of the slowest node.
    pub heaviest_ns: u64,
    /// Why it is an outlier, if it is one.
    pub outlier: Option<Outlier>,
    /// Why it is not solved, if it is not: no program fits, or a test output is wrong.
    pub unsolved: Option<Unsolved>,
}

/// Why a task is not solved: what `check` says of the best program given for it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Unsolved {
    /// `limit`, `failed`, `size`, `cells`, `wrong`, `no solver`, or `not chosen` if its program is right
    /// alone.
    pub kind: String,
    /// The reason, in one sentence.
    pub words: String,
    /// The program.
    pub solver: String,
    /// The first pair that is not right, such as `train 2`.
    pub pair: String,
    /// The line that failed or hit a limit, such as `s.py:12: x9 = product(x8, x8)`.
    pub line: String,
    /// Who hit a limit: `own solver`, `others` (mutants, programs of other tasks) or nobody.
    pub cut: String,
    /// The option that raises the limit of the own solver.
    pub option: String,
}

/// Why a task is an outlier.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Outlier {
    /// `limit`, `one node`, `large grids` or `many calls`.
    pub kind: String,
    /// The reason, in one sentence.
    pub words: String,
}
