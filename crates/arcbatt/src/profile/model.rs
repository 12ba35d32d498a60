//! The plain data of a profile: what the JSON holds, and all that any view of it is drawn from.
//!
//! Times are whole nanoseconds in fields that end in `_ns`; shares are percent of the time that
//! threads were busy ([`Account::busy_ns`]) unless a field says otherwise. `docs/profile.md` describes
//! the JSON. A field may be added within a schema version; none is renamed or changes its meaning.

use super::text::{count, counted, time};
use serde::{Deserialize, Serialize};

/// The version of the layout.
pub const SCHEMA: u32 = 1;

/// A profile.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Profile {
    /// [`SCHEMA`] of the writer.
    pub schema: u32,
    /// What wrote it, such as `arcbatt 0.1.0`.
    pub tool: String,
    /// What was profiled.
    pub subject: Subject,
    /// Whether the answers were right, and the same as without a profiler.
    pub truth: Truth,
    /// The timer.
    pub clock: Clock,
    /// What the profiler itself cost.
    pub overhead: Overhead,
    /// Where the time of all threads went; it adds up.
    pub account: Account,
    /// The pipeline's phases, in order.
    pub phases: Vec<Phase>,
    /// The whole pipeline at other sizes.
    pub projections: Vec<Projection>,
    /// How many runs fit into a budget, if one was given.
    pub budget: Option<Budget>,
    /// One row a primitive, the dearest first.
    pub primitives: Vec<PrimitiveRow>,
    /// What ran on GPUs, if any could be used.
    pub device: Option<Device>,
    /// What is not primitives, the dearest category first.
    pub framework: Vec<Category>,
    /// Time by task.
    pub tasks: Tasks,
    /// What each thread did when.
    pub threads: Vec<Thread>,
    /// Where time went, as call stacks; for flame graphs.
    pub stacks: Vec<Stack>,
    /// The ranked sentences.
    pub verdict: Verdict,
    /// The same work, several times: what tells a change from noise.
    pub runs: Vec<RunTotals>,
    /// For scripts that read the reports of other profilers.
    pub aggregate: Aggregate,
}

/// What was profiled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Subject {
    /// Which parts were asked for: `pipeline`, `dsl`, `framework`, `tasks`.
    pub parts: Vec<String>,
    /// The data set in words.
    pub data: String,
    /// The solvers or the batt in words.
    pub programs: String,
    /// Number of tasks.
    pub tasks: u64,
    /// Samples of all tasks.
    pub samples: u64,
    /// Candidates of the batt.
    pub candidates: u64,
    /// Nodes of the batt.
    pub nodes: u64,
    /// Threads.
    pub threads: u64,
    /// Calls computed with profiling on: the work that times are compared by.
    pub evaluations: u64,
    /// Calls that an equal one spared.
    pub shared: u64,
    /// Calls behind a failure.
    pub skipped: u64,
}

/// Whether the answers were right.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Truth {
    /// Number of tasks.
    pub tasks: u64,
    /// Tasks with a program that gets all demonstrations right.
    pub solved: u64,
    /// Test outputs that are known.
    pub known: u64,
    /// Those that one of the two attempts has right.
    pub right: u64,
    /// All answers of all candidates as one hash, profiling on.
    pub digest_on: String,
    /// The same with profiling off.
    pub digest_off: String,
    /// Tasks whose answers differ between the two; there is no verdict then.
    pub differing: Vec<String>,
    /// Tasks that were scored with profiling off as well, and came to the same; all answers of all
    /// candidates are compared on all tasks.
    pub scored_twice: u64,
}

impl Truth {
    /// Whether the profiled run gave the answers of the plain one.
    pub fn holds(&self) -> bool {
        self.digest_on == self.digest_off && self.differing.is_empty()
    }

    /// What the answers are next to those with profiling off, in words.
    pub fn compared(&self) -> String {
        if self.digest_off.is_empty() {
            return "not compared with those of a run without profiling".to_owned();
        }
        if !self.holds() {
            return "NOT the same with profiling off".to_owned();
        }
        let part = match self.scored_twice < self.tasks {
            true => format!(
                " (of all candidates on all tasks; {} of these scored either way)",
                self.scored_twice
            ),
            false => String::new(),
        };
        format!("the same with profiling off{part}")
    }
}

/// The timer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Clock {
    /// `CPU counter` or `system clock`.
    pub source: String,
    /// Nanoseconds a tick.
    pub ns_per_tick: f64,
    /// What reading it costs, in nanoseconds.
    pub read_ns: f64,
}

/// What the profiler itself cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Overhead {
    /// Tasks that it was measured on: all of them, or a part where a run takes long.
    pub tasks: u64,
    /// The least time on the clock of a run with profiling off.
    pub off_ns: u64,
    /// The same with profiling on.
    pub on_ns: u64,
    /// The least CPU time of all threads, profiling off; 0 where the system does not tell it.
    pub cpu_off_ns: u64,
    /// The same with profiling on.
    pub cpu_on_ns: u64,
    /// How much more CPU time it took, in percent; time on the clock where that is not known.
    /// Below zero is noise.
    pub percent: f64,
    /// Calls that were timed in detail, in percent of all computed calls.
    pub detailed_percent: f64,
}

impl Overhead {
    /// In words.
    pub fn words(&self, tasks: u64) -> String {
        let (of, off, on) = match self.cpu_off_ns {
            0 => ("time on the clock", self.off_ns, self.on_ns),
            cpu => ("CPU time", cpu, self.cpu_on_ns),
        };
        if off == 0 {
            return "what it cost was not measured".to_owned();
        }
        let part = match self.tasks < tasks {
            true => format!(", on {} tasks", self.tasks),
            false => String::new(),
        };
        format!(
            "{:+.1} % of {of} ({} off, {} on{part})",
            self.percent,
            time(off as f64),
            time(on as f64)
        )
    }
}

/// Where the time of all threads went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Account {
    /// Time on the clock.
    pub wall_ns: u64,
    /// `wall_ns` times threads.
    pub capacity_ns: u64,
    /// Inside primitives, closure overhead included.
    pub primitives_ns: u64,
    /// In the categories of the framework.
    pub framework_ns: u64,
    /// Threads that had nothing to do.
    pub idle_ns: u64,
    /// Threads that had work, but no processor, because other programs had it. Known on Linux
    /// alone; elsewhere it is part of whatever was interrupted.
    pub waiting_ns: u64,
    /// What is left: `capacity` less the four above. May be below zero.
    pub remainder_ns: i64,
    /// The same in percent of `capacity_ns`.
    pub remainder_percent: f64,
}

impl Account {
    /// Time that threads worked.
    pub fn busy_ns(&self) -> u64 {
        self.capacity_ns
            .saturating_sub(self.idle_ns)
            .saturating_sub(self.waiting_ns)
    }
}

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
    /// By phase, in the order of [`Profile::phases`].
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
                "up {} in {}, kernel {}, down {} in {}; {} waiting for a turn, {} on the host \
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

/// What a thread did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thread {
    /// Its name, such as `worker 1`.
    pub name: String,
    /// What it did when, in order, without overlaps; it was idle in between.
    pub spans: Vec<Span>,
    /// Time in spans.
    pub busy_ns: u64,
}

/// A stretch of work. Times are counted from the start of the profiled run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Span {
    /// When it began.
    pub start_ns: u64,
    /// When it ended.
    pub end_ns: u64,
    /// The phase: `load`, `card`, `batt`, `score`, `store` or `report`.
    pub phase: String,
    /// The task's id; empty where none.
    pub task: String,
}

/// A call stack and the time at its top.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stack {
    /// From the outermost: a phase, then a category or a primitive, then what that calls.
    pub frames: Vec<String>,
    /// Time of all threads there, without what is called from there.
    pub ns: u64,
    /// How often; estimated where calls were sampled.
    pub count: u64,
}

/// The ranked sentences.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Verdict {
    /// Why there is none.
    pub refused: Option<String>,
    /// At most seven, the most important first.
    pub findings: Vec<Finding>,
}

/// A sentence of the verdict.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Finding {
    /// What kind, for scripts: `wrong-answers`, `task`, `limit`, `primitive`, `dispatch`,
    /// `output`, `idle`, `phase`, `noise`, ...
    pub kind: String,
    /// What was found, in plain words.
    pub sentence: String,
    /// The figures behind it.
    pub evidence: String,
    /// What to do.
    pub advice: String,
    /// What doing so can save at most, in percent of the time on the clock of the whole.
    pub saves_percent: f64,
}

/// One of several runs of the same work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunTotals {
    /// Time on the clock.
    pub wall_ns: u64,
    /// Calls computed.
    pub evaluations: u64,
    /// By phase: name and time on the clock.
    pub phases: Vec<(String, u64)>,
    /// By primitive: name, time in itself, calls.
    pub primitives: Vec<(String, u64, u64)>,
    /// By task: id and time on threads.
    pub tasks: Vec<(String, u64)>,
}

/// For scripts that read the reports of other profilers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Aggregate {
    /// The primitives that take at least 1 % of the time.
    pub recommendations: Vec<Recommendation>,
}

/// What could move to a GPU.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recommendation {
    /// The primitive's name.
    pub function: String,
    /// Percent of the time that threads were busy.
    pub percent_of_total: f64,
    /// `HIGH`, `MEDIUM`, `LOW` or `NONE`.
    pub gpu_priority: String,
    /// Why, in a sentence.
    pub reason: String,
}

/// Why a text is no profile.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// It is no JSON, or not of this layout.
    #[error("no profile: {0}; write one with `arcbatt profile --json F`")]
    Json(#[from] serde_json::Error),
    /// It is of another version.
    #[error("version {0} of the layout; this arcbatt reads version {SCHEMA}: profile again")]
    Version(u32),
}

impl Profile {
    /// The profile as JSON text.
    pub fn to_json(&self) -> String {
        // Plain data with text keys always has a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The profile in a JSON text.
    pub fn from_json(text: &str) -> Result<Self, ModelError> {
        // A list would be taken for the fields in order.
        if !text.trim_start().starts_with('{') {
            return Err(ModelError::Json(serde::de::Error::custom(
                "it does not begin with an object",
            )));
        }
        let profile: Profile = serde_json::from_str(text)?;
        match profile.schema {
            SCHEMA => Ok(profile),
            other => Err(ModelError::Version(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_and_back() {
        let profile = Profile {
            schema: SCHEMA,
            tool: "arcbatt".to_owned(),
            stacks: vec![Stack {
                frames: vec!["batt".to_owned(), "objects".to_owned()],
                ns: 7,
                count: 1,
            }],
            runs: vec![RunTotals {
                primitives: vec![("objects".to_owned(), 5, 1)],
                ..RunTotals::default()
            }],
            ..Profile::default()
        };
        let again = Profile::from_json(&profile.to_json()).unwrap();
        assert_eq!(again, profile);
    }

    #[test]
    fn what_is_no_profile_is_told() {
        let told = |text| Profile::from_json(text).unwrap_err().to_string();
        assert!(told("[]").starts_with("no profile: "), "{}", told("[]"));
        assert!(told(r#"{"schema": 9}"#).starts_with("version 9 of the layout"));
        assert!(told("{}").starts_with("version 0"));
    }
}
