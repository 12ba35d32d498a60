//! Plans: what to do, divided into shards, as one file.
//!
//! In: tasks, programs, settings, a number of shards. Out: a JSON file that holds all of it, so that a
//! shard needs nothing else. It has no answers to tests.
//!
//! Invariant: the id of a shard is a hash of everything that decides its result: tasks, programs,
//! settings and the version of arcbatt.

use super::balance::{Item, balanced, candidate_items, candidates_cost, task_cost};
use super::error::ShardError;
use super::records::{ProgramRecord, RejectedRecord, TaskBudget, TaskRecord, Work};
use crate::program::{ParseError, Program};
use crate::session::{PerTask, Settings, evolve};
use crate::task::Task;
use crate::whole_file::write_whole;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// The format of the file.
const FORMAT: u32 = 1;

/// The largest plan, in MiB.
const MOST_MIB: u64 = 1024;

/// The version of the engine, which is part of every id.
pub(super) const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// What all shards share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    #[serde(rename = "arcbatt_plan")]
    pub format: u32,
    /// The version of arcbatt.
    pub engine: String,
    /// The name of the data set.
    pub data: String,
    pub work: Work,
    /// The ids of all tasks, in order.
    pub tasks: Vec<String>,
    /// The library of `solve`, or the solvers of `run`.
    pub programs: Vec<ProgramRecord>,
    /// Candidates of `rank` that cannot be read.
    pub rejected: Vec<RejectedRecord>,
    /// Tasks without a candidate that can be read: no shard has them.
    pub idle: Vec<TaskRecord>,
}

/// A part of the work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shard {
    pub id: String,
    /// An estimate; only ratios matter.
    pub cost: u64,
    pub tasks: Vec<TaskRecord>,
}

/// Work divided into shards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub(super) header: Header,
    pub(super) shards: Vec<Shard>,
}

/// A candidate of `rank`: a program, or why there is none.
pub type Candidate<'c> = Result<&'c Program, &'c ParseError>;

impl Plan {
    /// Plans `solve` in one pass. `library` are the programs to try; `left_out` says how many were left
    /// out of it. Of the settings, threads, passes and the time limit for everything are not used.
    pub fn solve(
        data: &str,
        tasks: &[Task],
        library: &[Program],
        settings: &Settings,
        left_out: usize,
        shards: usize,
    ) -> Result<Self, ShardError> {
        let work = Work::Solve {
            seed: settings.seed,
            budget: match settings.per_task {
                PerTask::Steps(steps) => TaskBudget::Steps(steps),
                PerTask::Time(time) => TaskBudget::Seconds(time.as_secs_f64()),
            },
            memory: settings.memory,
            same_tasks: settings.same_tasks,
            left_out,
            limits: settings.limits.into(),
        };
        Self::of_tasks(data, tasks, library, work, shards)
    }

    /// Plans one round of `run`.
    pub fn run(
        data: &str,
        tasks: &[Task],
        programs: &[Program],
        settings: &evolve::Settings,
        shards: usize,
    ) -> Result<Self, ShardError> {
        if programs.is_empty() {
            return Err(ShardError::Nothing("there is no solver"));
        }
        let work = Work::Run {
            seed: settings.card.seed,
            mutants: settings.card.mutants,
            share: settings.share,
            limits: settings.limits.given.into(),
        };
        Self::of_tasks(data, tasks, programs, work, shards)
    }

    fn of_tasks(
        data: &str,
        tasks: &[Task],
        programs: &[Program],
        work: Work,
        shards: usize,
    ) -> Result<Self, ShardError> {
        let items = tasks.iter().enumerate().map(|(place, task)| Item {
            place,
            candidates: (0, 0),
            cost: task_cost(&work, task),
        });
        let items = balanced(items.collect(), shards);
        let mut header = Header::new(data, tasks, work)?;
        header.programs = programs.iter().map(record).collect::<Result<_, _>>()?;
        let task = |item: &Item| Ok(TaskRecord::new(item.place, &tasks[item.place]));
        Self::of_items(header, items, task)
    }

    /// Plans `rank`: the candidates of every task, in order. Those of one task may be divided.
    pub fn rank(
        data: &str,
        tasks: &[Task],
        candidates: &[Vec<Candidate<'_>>],
        limits: crate::dsl::Limits,
        shards: usize,
    ) -> Result<Self, ShardError> {
        let work = Work::Rank {
            limits: limits.into(),
        };
        let mut header = Header::new(data, tasks, work)?;
        let mut programs: Vec<Vec<&Program>> = Vec::new();
        for (place, candidates) in candidates.iter().take(tasks.len()).enumerate() {
            let rejected = candidates.iter().filter_map(|candidate| candidate.err());
            header.rejected.extend(rejected.map(|error| RejectedRecord {
                place,
                name: error.function.clone().unwrap_or_else(|| "solve".to_owned()),
                line: error.place.line,
                message: error.message.clone(),
            }));
            programs.push(candidates.iter().filter_map(|c| c.ok()).collect());
        }
        programs.resize(tasks.len(), Vec::new());
        let idle = (0..tasks.len()).filter(|&place| programs[place].is_empty());
        header.idle = idle
            .map(|place| TaskRecord::new(place, &tasks[place]))
            .collect();
        let of_tasks = || tasks.iter().zip(&programs).enumerate();
        let all: u64 = of_tasks().map(|(_, (t, p))| candidates_cost(t, p)).sum();
        let most = all.div_ceil(shards.max(1) as u64);
        let items = of_tasks()
            .flat_map(|(place, (task, programs))| candidate_items(place, task, programs, most));
        let items = balanced(items.collect(), shards);
        if items.is_empty() {
            return Err(ShardError::Nothing("no candidate can be read"));
        }
        let task = |item: &Item| {
            let (first, end) = item.candidates;
            let candidates = programs[item.place][first..end].iter();
            Ok(TaskRecord {
                first,
                candidates: candidates.map(|p| record(p)).collect::<Result<_, _>>()?,
                ..TaskRecord::new(item.place, &tasks[item.place])
            })
        };
        Self::of_items(header, items, task)
    }

    fn of_items(
        header: Header,
        items: Vec<Vec<Item>>,
        task: impl Fn(&Item) -> Result<TaskRecord, ShardError>,
    ) -> Result<Self, ShardError> {
        let key = header.key();
        let shard = |items: Vec<Item>| {
            let mut shard = Shard {
                id: String::new(),
                cost: items.iter().map(|i| i.cost).fold(0, u64::saturating_add),
                tasks: items.iter().map(&task).collect::<Result<_, _>>()?,
            };
            shard.id = shard.content_id(&key);
            Ok(shard)
        };
        let shards = items
            .into_iter()
            .map(shard)
            .collect::<Result<_, ShardError>>()?;
        Ok(Self { header, shards })
    }

    /// The number of shards.
    pub fn len(&self) -> usize {
        self.shards.len()
    }

    /// Whether there is no shard.
    pub fn is_empty(&self) -> bool {
        self.shards.is_empty()
    }

    /// The command: `solve`, `run` or `rank`.
    pub fn command(&self) -> &'static str {
        self.header.work.command()
    }

    /// The name of the data set.
    pub fn data(&self) -> &str {
        &self.header.data
    }

    /// The ids of the tasks, in order.
    pub fn tasks(&self) -> &[String] {
        &self.header.tasks
    }

    /// Whether running a shard again gives the same bytes: not with a budget in seconds.
    pub fn is_repeatable(&self) -> bool {
        self.header.work.is_repeatable()
    }

    /// The ids of the shards, in order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.shards.iter().map(|shard| shard.id.as_str())
    }

    /// The estimated costs of the shards, in order; only their ratios matter.
    pub fn costs(&self) -> impl Iterator<Item = u64> {
        self.shards.iter().map(|shard| shard.cost)
    }

    /// Reads a plan.
    pub fn read(path: &Path) -> Result<Self, ShardError> {
        let text = read_text(path)?;
        Self::from_json(&text).map_err(|error| in_file(path, error))
    }

    /// Reads the JSON of [`Plan::to_json`].
    pub fn from_json(text: &str) -> Result<Self, ShardError> {
        let plan: Self = serde_json::from_str(text).map_err(not_a_plan)?;
        plan.header.check()?;
        let key = plan.header.key();
        for (index, shard) in plan.shards.iter().enumerate() {
            shard.check(&plan.header, &key, index)?;
        }
        if plan.header.tasks.is_empty() || plan.shards.is_empty() {
            return Err(ShardError::Plan("the plan has no task".to_owned()));
        }
        Ok(plan)
    }

    /// The plan as JSON, one shard per line.
    pub fn to_json(&self) -> String {
        let mut bytes = Vec::new();
        // Writing to a vector cannot fail.
        let _ = self.write_json(&mut bytes);
        String::from_utf8(bytes).unwrap_or_default()
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"{\"header\": ")?;
        serde_json::to_writer(&mut *out, &self.header)?;
        out.write_all(b",\n\"shards\": [")?;
        for (k, shard) in self.shards.iter().enumerate() {
            out.write_all(if k == 0 { b"\n" } else { b",\n" })?;
            serde_json::to_writer(&mut *out, shard)?;
        }
        out.write_all(b"\n]}\n")
    }

    /// Writes the plan; a file that is there is replaced as a whole.
    pub fn write(&self, path: &Path) -> Result<(), ShardError> {
        let written = write_whole(path, |file| self.write_json(file));
        written.map_err(|error| ShardError::File {
            path: path.to_owned(),
            error,
        })
    }
}

impl Header {
    fn new(data: &str, tasks: &[Task], work: Work) -> Result<Self, ShardError> {
        if tasks.is_empty() {
            return Err(ShardError::Nothing("there is no task"));
        }
        let mut seen = HashSet::new();
        if let Some(task) = tasks.iter().find(|task| !seen.insert(task.id.as_str())) {
            return Err(ShardError::SameId(task.id.clone()));
        }
        Ok(Self {
            format: FORMAT,
            engine: ENGINE.to_owned(),
            data: data.to_owned(),
            work,
            tasks: tasks.iter().map(|task| task.id.clone()).collect(),
            programs: Vec::new(),
            rejected: Vec::new(),
            idle: Vec::new(),
        })
    }

    /// Fails if another version made it, or it is malformed.
    pub fn check(&self) -> Result<(), ShardError> {
        if self.format != FORMAT {
            let format = self.format;
            let message = format!("the plan has the format {format}; this arcbatt knows {FORMAT}");
            return Err(ShardError::Plan(message));
        }
        if self.engine != ENGINE {
            return Err(ShardError::Version {
                plan: self.engine.clone(),
                own: ENGINE,
            });
        }
        if let Work::Solve {
            budget: budget @ TaskBudget::Seconds(_),
            ..
        } = self.work
            && budget.time().is_none()
        {
            return Err(changed("its time per task is no time"));
        }
        Ok(())
    }

    /// A hash of everything that the results of all shards depend on.
    pub fn key(&self) -> blake3::Hash {
        let mut hash = blake3::Hasher::new();
        let mut add = |text: &str| {
            hash.update(&(text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        };
        add("arcbatt shard");
        add(&self.engine);
        // Maps and floats have one text in serde_json.
        add(&serde_json::to_string(&self.work).unwrap_or_default());
        for program in &self.programs {
            add(&program.name);
            add(&program.text);
            add(&format!("{:?}", program.places));
        }
        // Solvers find their tasks by name among all of them.
        if matches!(self.work, Work::Run { .. }) {
            self.tasks.iter().for_each(|id| add(id));
        }
        hash.finalize()
    }

    /// The programs; the message says which one is malformed.
    pub fn read_programs(&self) -> Result<Vec<Program>, ShardError> {
        read_programs(&self.programs)
    }
}

/// The programs of records.
pub(super) fn read_programs(records: &[ProgramRecord]) -> Result<Vec<Program>, ShardError> {
    let read = |record: &ProgramRecord| {
        let program = record.program();
        program.ok_or_else(|| changed(&format!("{:?} is no program", record.name)))
    };
    records.iter().map(read).collect()
}

impl Shard {
    /// Its id: a hash of its tasks and of what all shards share.
    fn content_id(&self, key: &blake3::Hash) -> String {
        let mut hash = blake3::Hasher::new();
        hash.update(key.as_bytes());
        for task in &self.tasks {
            task.add_to(&mut hash);
            hash.update(&(task.place as u64).to_le_bytes());
            hash.update(&(task.first as u64).to_le_bytes());
            for program in &task.candidates {
                for text in [&program.name, &program.text] {
                    hash.update(&(text.len() as u64).to_le_bytes());
                    hash.update(text.as_bytes());
                }
            }
        }
        hash.finalize().to_hex()[..24].to_owned()
    }

    /// A hash of its tasks alone.
    pub fn tasks_hash(&self) -> String {
        let mut hash = blake3::Hasher::new();
        self.tasks.iter().for_each(|task| task.add_to(&mut hash));
        hash.finalize().to_hex()[..24].to_owned()
    }

    /// Fails if it was changed since it was planned.
    pub fn check(
        &self,
        header: &Header,
        key: &blake3::Hash,
        index: usize,
    ) -> Result<(), ShardError> {
        if self.id != self.content_id(key) {
            let why = format!("the id of shard {index} does not fit its content");
            return Err(changed(&why));
        }
        let known = |task: &TaskRecord| header.tasks.get(task.place) == Some(&task.id);
        // A job has only the tasks that decide its result.
        match header.tasks.is_empty() || self.tasks.iter().all(known) {
            true => Ok(()),
            false => Err(changed(&format!(
                "shard {index} has a task that is not listed"
            ))),
        }
    }
}

fn record(program: &Program) -> Result<ProgramRecord, ShardError> {
    ProgramRecord::new(program).ok_or_else(|| ShardError::Program(program.name.clone()))
}

/// The error of a plan that somebody changed or damaged.
pub(super) fn changed(why: &str) -> ShardError {
    ShardError::Plan(format!(
        "the plan was changed after it was made: {why}; make it again"
    ))
}

/// The error of a file that is no plan.
pub(super) fn not_a_plan(error: serde_json::Error) -> ShardError {
    ShardError::Plan(format!("not a plan of `arcbatt shard plan`: {error}"))
}

/// Adds the name of the file to an error of its content.
pub(super) fn in_file(path: &Path, error: ShardError) -> ShardError {
    match error {
        ShardError::Plan(message) => ShardError::Plan(format!("{}: {message}", path.display())),
        other => other,
    }
}

/// Reads a plan as text, up to the size limit.
pub(super) fn read_text(path: &Path) -> Result<String, ShardError> {
    let fail = |error| ShardError::File {
        path: path.to_owned(),
        error,
    };
    let other = |message: String| fail(io::Error::other(message));
    let file = File::open(path).map_err(fail)?;
    if file.metadata().map_err(fail)?.is_dir() {
        return Err(other(
            "it is a folder; name the file of the plan".to_owned(),
        ));
    }
    let mut bytes = Vec::new();
    let most = MOST_MIB << 20;
    file.take(most + 1).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > most {
        return Err(other(format!(
            "larger than {MOST_MIB} MiB, the most for a plan"
        )));
    }
    String::from_utf8(bytes).map_err(|_| other("not UTF-8 text, so no plan".to_owned()))
}
