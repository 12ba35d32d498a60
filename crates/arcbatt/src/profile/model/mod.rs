//! The plain data of a profile: what the JSON holds and every view shows.
//!
//! Fields that end in `_ns` are whole nanoseconds. Shares are percent of the busy time of all threads
//! ([`Account::busy_ns`]) unless a field says otherwise. `docs/profile.md` describes the JSON. Within a
//! schema version, fields may be added; none is renamed or changes its meaning.

use crate::header::{Header, WorkDone};
use crate::score::Tally;
use crate::text::{counted, grouped, time};
use serde::{Deserialize, Serialize};
use std::time::Duration;

mod phases;
mod scale;
mod tables;
mod verdict;

pub use phases::{Budget, CountRange, Growth, Measured, Phase, PhaseProjection, Projection, Range};
pub use scale::{Scale, ScalePhase, ScaleRow};
pub use tables::{
    Category, CategoryItem, Device, DeviceRow, GpuAdvice, LineRow, Outlier, PrimitiveRow, TaskRow,
    Tasks, Unsolved,
};
pub use verdict::{Finding, Verdict};

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// A profile: where the time went, and whether the answers are right.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Profile {
    /// The [`SCHEMA`] of the writer.
    pub schema: u32,
    /// The program that wrote it, such as `arcbatt 0.1.0`.
    pub tool: String,
    /// When, by which command and on which machine it was measured.
    pub header: Header,
    /// What was profiled.
    pub subject: Subject,
    /// Whether the answers are right, and the same as without the profiler.
    pub truth: Truth,
    /// The timer.
    pub clock: Clock,
    /// The cost of the profiler itself.
    pub overhead: Overhead,
    /// Where the time of all threads went; the parts add up.
    pub account: Account,
    /// The pipeline's phases, in order.
    pub phases: Vec<Phase>,
    /// The whole pipeline at other sizes.
    pub projections: Vec<Projection>,
    /// Why there are no projections to larger sizes.
    pub projection_refused: Option<String>,
    /// How many runs fit into the budget, if there is one.
    pub budget: Option<Budget>,
    /// Phases and total at several sizes, with the assumptions of `--what-if`.
    pub scale: Option<Scale>,
    /// One row per primitive, the slowest first.
    pub primitives: Vec<PrimitiveRow>,
    /// The work on GPUs, if there was any.
    pub device: Option<Device>,
    /// What a GPU would save, if none was used.
    pub gpu: Option<GpuAdvice>,
    /// The framework work around primitives, the slowest category first.
    pub framework: Vec<Category>,
    /// Time by line of the given programs, in their order; of many, the slowest.
    pub lines: Vec<LineRow>,
    /// The way of programs into a batt and its plans, in order: `parse`, `normalise`, `mutate`,
    /// `type-check`, `merge`, `cache`, `plan`. `parse` is part of the phase `load`, before the run.
    pub generator: Vec<CategoryItem>,
    /// Time by task.
    pub tasks: Tasks,
    /// The timeline of each thread.
    pub threads: Vec<Thread>,
    /// The time as call stacks, for flame graphs.
    pub stacks: Vec<Stack>,
    /// The ranked findings.
    pub verdict: Verdict,
    /// Totals of every run, to tell changes from noise.
    pub runs: Vec<RunTotals>,
    /// For scripts that read the reports of other profilers.
    pub aggregate: Aggregate,
}

/// What was profiled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Subject {
    /// The requested parts: `pipeline`, `dsl`, `framework`, `tasks`, `lines`.
    pub parts: Vec<String>,
    /// The name of the data set.
    pub data: String,
    /// The name of the solvers or of the batt.
    pub programs: String,
    /// Number of tasks.
    pub tasks: u64,
    /// Number of samples of all tasks.
    pub samples: u64,
    /// Number of candidates.
    pub candidates: u64,
    /// Number of nodes.
    pub nodes: u64,
    /// Number of threads.
    pub threads: u64,
    /// Number of calls computed with profiling on; the unit of work of comparisons.
    pub evaluations: u64,
    /// Calls not computed because an equal one was.
    pub shared: u64,
    /// Calls not computed because an argument failed.
    pub skipped: u64,
}

/// Whether the answers are right.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Truth {
    /// Number of tasks.
    pub tasks: u64,
    /// Tasks with a program that fits all demonstrations.
    #[serde(alias = "solved")]
    pub fits: u64,
    /// Number of known test outputs.
    pub known: u64,
    /// Number of those that one of the two attempts gets right.
    pub right: u64,
    /// Tasks whose answers are all known.
    pub tasks_known: u64,
    /// Those of them whose tests are all right.
    pub tasks_right: u64,
    /// One hash of all answers of all candidates, with profiling on.
    pub digest_on: String,
    /// The same with profiling off.
    pub digest_off: String,
    /// Ids of tasks whose answers differ between the two; if any, there is no verdict.
    pub differing: Vec<String>,
    /// Number of tasks also scored with profiling off. The answers of all candidates are compared on
    /// all tasks in any case.
    pub scored_twice: u64,
}

impl Truth {
    /// How many tasks fit their demonstrations, and how many are right on their tests.
    pub fn tally(&self) -> Tally {
        Tally {
            tasks: self.tasks as usize,
            fits: self.fits as usize,
            known: self.tasks_known as usize,
            right: self.tasks_right as usize,
            outputs_known: self.known as usize,
            outputs_right: self.right as usize,
        }
    }

    /// Whether the answers are the same with profiling on and off.
    pub fn holds(&self) -> bool {
        self.digest_on == self.digest_off && self.differing.is_empty()
    }

    /// How the answers compare with those with profiling off, after "the answers are".
    pub fn compared(&self) -> String {
        if self.digest_off.is_empty() {
            return "not compared with a run without the profiler".to_owned();
        }
        if !self.holds() {
            return "NOT the same with profiling off".to_owned();
        }
        let part = match self.scored_twice < self.tasks {
            true => format!(
                " (all candidates on all tasks; {} scored both ways)",
                counted(self.scored_twice, "task")
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
    /// Nanoseconds per tick.
    pub ns_per_tick: f64,
    /// Nanoseconds per reading.
    pub read_ns: f64,
}

/// The cost of the profiler itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Overhead {
    /// Number of tasks it was measured on: all, or a subset if a run takes long.
    pub tasks: u64,
    /// The minimum wall time with profiling off.
    pub off_ns: u64,
    /// The same with profiling on.
    pub on_ns: u64,
    /// The minimum CPU time of all threads with profiling off; 0 if the system does not report it.
    pub cpu_off_ns: u64,
    /// The same with profiling on.
    pub cpu_on_ns: u64,
    /// The additional CPU time in percent; of wall time if CPU time is unknown. 0 if it is below the
    /// noise of the clock.
    pub percent: f64,
    /// How much runs of the same work vary, in percent: a smaller cost cannot be told from noise.
    pub noise_percent: f64,
    /// The share of computed calls timed in detail, in percent.
    pub detailed_percent: f64,
}

impl Overhead {
    /// What was measured, with profiling off and on: CPU time, which a busy machine distorts less, if
    /// the system reports it.
    fn measured(&self) -> (&'static str, u64, u64) {
        match self.cpu_off_ns {
            0 => ("wall time", self.off_ns, self.on_ns),
            cpu => ("CPU time", cpu, self.cpu_on_ns),
        }
    }

    /// Sets the cost in percent from the measured times.
    pub(super) fn set_percent(&mut self) {
        let (_, off, on) = self.measured();
        let percent = 100.0 * (on as f64 / off.max(1) as f64 - 1.0);
        self.percent = percent.max(0.0);
    }

    /// The overhead as text, for a profile of `tasks` tasks.
    pub fn words(&self, tasks: u64) -> String {
        let (of, off, on) = self.measured();
        if off == 0 {
            return "overhead not measured".to_owned();
        }
        let part = match self.tasks < tasks {
            true => format!(", on {}", counted(self.tasks, "task")),
            false => String::new(),
        };
        let (off, on) = (time(off as f64), time(on as f64));
        match self.percent <= self.noise_percent {
            true => format!(
                "cost below the noise of ±{:.0} % ({of} {off} off, {on} on{part})",
                self.noise_percent
            ),
            false => format!("+{:.1} % of {of} ({off} off, {on} on{part})", self.percent),
        }
    }
}

/// Where the time of all threads went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Account {
    /// Wall time.
    pub wall_ns: u64,
    /// `wall_ns` times the number of threads.
    pub capacity_ns: u64,
    /// Inside primitives, calls of closures included.
    pub primitives_ns: u64,
    /// In the framework categories.
    pub framework_ns: u64,
    /// Threads without work.
    pub idle_ns: u64,
    /// Threads with work but without a processor, because other programs used it. Known on Linux
    /// only; elsewhere it counts for the interrupted work.
    pub waiting_ns: u64,
    /// The rest: `capacity_ns` minus the four above.
    pub remainder_ns: i64,
    /// The rest in percent of `capacity_ns`.
    pub remainder_percent: f64,
}

impl Account {
    /// Time that is not accounted for; 0 if it is negative by rounding only.
    pub fn lost_ns(&self) -> i64 {
        let is_rounding = self.remainder_percent.abs() < 0.05;
        match is_rounding {
            true => self.remainder_ns.max(0),
            false => self.remainder_ns,
        }
    }

    /// Time in which threads worked.
    pub fn busy_ns(&self) -> u64 {
        self.capacity_ns
            .saturating_sub(self.idle_ns)
            .saturating_sub(self.waiting_ns)
    }
}

/// The timeline of a thread.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thread {
    /// Its name, such as `worker 1`.
    pub name: String,
    /// Its work, in order and without overlaps; it was idle in between.
    pub spans: Vec<Span>,
    /// The total time of its spans.
    pub busy_ns: u64,
}

/// A stretch of work. Times count from the start of the profiled run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Span {
    /// When it began.
    pub start_ns: u64,
    /// When it ended.
    pub end_ns: u64,
    /// The phase, such as `batt` or `score`.
    pub phase: String,
    /// The id of the task; empty if there is none.
    pub task: String,
}

/// A call stack and the time in its innermost frame.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stack {
    /// The frames, outermost first: a phase, a category or primitive, then callees.
    pub frames: Vec<String>,
    /// Time of all threads in the innermost frame, without callees.
    pub ns: u64,
    /// Number of times; estimated if calls were sampled.
    pub count: u64,
}

/// Totals of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunTotals {
    /// Wall time.
    pub wall_ns: u64,
    /// Number of calls computed.
    pub evaluations: u64,
    /// Name and wall time by phase.
    pub phases: Vec<(String, u64)>,
    /// Name, own time and number of calls by primitive.
    pub primitives: Vec<(String, u64, u64)>,
    /// Id and time on threads by task.
    pub tasks: Vec<(String, u64)>,
}

/// For scripts that read the reports of other profilers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Aggregate {
    /// The primitives with at least 1 % of the time.
    pub recommendations: Vec<Recommendation>,
}

/// Whether a primitive should move to a GPU.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recommendation {
    /// The primitive's name.
    pub function: String,
    /// Percent of the busy time of all threads.
    pub percent_of_total: f64,
    /// `HIGH`, `MEDIUM`, `LOW` or `NONE`.
    pub gpu_priority: String,
    /// The reason, in one sentence.
    pub reason: String,
}

/// Why a text is not a profile.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// It is not JSON, or has another layout.
    #[error("not a profile: {0}; write one with `arcbatt profile --json F`")]
    Json(#[from] serde_json::Error),
    /// It has another schema version.
    #[error("schema version {0}, but this arcbatt reads version {SCHEMA}: profile again")]
    Version(u32),
}

impl Profile {
    /// What was profiled, in one line: data, programs, candidates, calls, threads, time.
    pub fn about(&self) -> String {
        let subject = &self.subject;
        format!(
            "{} with {}: {}, {} computed, {} shared, on {}: {}",
            subject.data,
            subject.programs,
            counted(subject.candidates, "candidate"),
            counted(subject.evaluations, "call"),
            grouped(subject.shared),
            counted(subject.threads, "thread"),
            time(self.account.wall_ns as f64)
        )
    }

    /// The profile with the header of this moment, for a run of `command`.
    pub fn with_header(self, command: &[String]) -> Self {
        let subject = &self.subject;
        let work = WorkDone {
            data: subject.data.clone(),
            tasks: subject.tasks,
            samples: subject.samples,
            candidates: subject.candidates,
            wall: Duration::from_nanos(self.account.wall_ns),
            gpus: self
                .device
                .as_ref()
                .map_or(Vec::new(), |device| device.names.clone()),
        };
        Self {
            header: Header::new(command, work),
            ..self
        }
    }

    /// The cost and precision of the profiler, in one line.
    pub fn profiler_cost(&self) -> String {
        format!(
            "{}; {}, {:.0} ns per reading; {:.0} % of calls in detail; {}",
            self.overhead.words(self.truth.tasks),
            self.clock.source,
            self.clock.read_ns,
            self.overhead.detailed_percent,
            counted(self.runs.len(), "run"),
        )
    }

    /// The profile as JSON text.
    pub fn to_json(&self) -> String {
        // Plain data with string keys always serialises.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses a profile from JSON text.
    pub fn from_json(text: &str) -> Result<Self, ModelError> {
        let error = |message| Err(ModelError::Json(serde::de::Error::custom(message)));
        // serde would read a list as the fields in order.
        if !text.trim_start().starts_with('{') {
            return error("it does not begin with an object");
        }
        let profile: Profile = serde_json::from_str(text)?;
        match profile.schema {
            SCHEMA => Ok(profile),
            0 => error("it has no \"schema\" version"),
            other => Err(ModelError::Version(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_round_trip() {
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
    fn bad_profiles_are_rejected_with_a_reason() {
        let error = |text| Profile::from_json(text).unwrap_err().to_string();
        assert!(
            error("[]").starts_with("not a profile: "),
            "{}",
            error("[]")
        );
        assert!(error(r#"{"schema": 9}"#).starts_with("schema version 9"));
        assert!(error("{}").starts_with("not a profile: it has no \"schema\""));
    }
}
