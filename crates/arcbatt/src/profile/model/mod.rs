//! The plain data of a profile: what the JSON holds, and all that any view of it is drawn from.
//!
//! Times are whole nanoseconds in fields that end in `_ns`; shares are percent of the time that
//! threads were busy ([`Account::busy_ns`]) unless a field says otherwise. `docs/profile.md` describes
//! the JSON. A field may be added within a schema version; none is renamed or changes its meaning.

use crate::text::time;
use serde::{Deserialize, Serialize};

mod phases;
mod tables;

pub use phases::{Budget, Growth, Measured, Phase, Projection};
pub use tables::{
    Category, CategoryItem, Device, DeviceRow, Outlier, PrimitiveRow, TaskRow, Tasks,
};

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
        let none = |message| Err(ModelError::Json(serde::de::Error::custom(message)));
        // A list would be taken for the fields in order.
        if !text.trim_start().starts_with('{') {
            return none("it does not begin with an object");
        }
        let profile: Profile = serde_json::from_str(text)?;
        match profile.schema {
            SCHEMA => Ok(profile),
            0 => none("it has no \"schema\", which is the version of its layout"),
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
        assert!(told("{}").starts_with("no profile: it has no \"schema\""));
    }
}
