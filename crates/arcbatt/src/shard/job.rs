//! One shard, ready to run anywhere.
//!
//! In: a plan and an index. Out: the bytes of a result file. A job holds all that its shard needs, so it
//! can be sent to another machine as JSON.

use super::error::ShardError;
use super::outcome_rows::{evolve_result, solve_result};
use super::plan::{Header, Plan, Shard, changed, in_file, not_a_plan, read_programs, read_text};
use super::rank_rows::{self, RankResult};
use super::records::{TaskRecord, Work};
use super::table::Table;
use super::task_rows::{self, FoundRow, TaskResult};
use crate::batt::Executor;
use crate::card::CardCache;
use crate::score::{RankOptions, rank_with};
use crate::search::{Budget, Library, Outcome};
use crate::session::{Event, OnEvent, Search, Session, Solver, StopReason, evolve};
use crate::store::Store;
use crate::task::{DataSet, Task};
use crate::threads::default_threads;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// One shard of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    header: Header,
    index: usize,
    shards: usize,
    shard: Shard,
}

/// How to run a shard; nothing of it changes the result.
#[derive(Clone, Copy)]
pub struct RunOptions<'o> {
    /// Number of threads.
    pub threads: usize,
    /// Runs candidates.
    pub executor: Executor<'o>,
    /// Batts of earlier runs.
    pub cache: Option<&'o CardCache>,
    /// Set this flag to end early, without a result.
    pub stop: &'o AtomicBool,
    /// Called with every event.
    pub on_event: OnEvent<'o>,
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for RunOptions<'_> {
    /// All cores, no GPU, never stopped.
    fn default() -> Self {
        Self {
            threads: default_threads().get(),
            executor: Executor::CPU,
            cache: None,
            stop: &NEVER,
            on_event: &|_| {},
        }
    }
}

/// The bytes of a result, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardResult {
    /// The id of the shard, by which its file is named.
    pub id: String,
    /// The bytes of the Parquet file.
    pub bytes: Vec<u8>,
    /// Tasks of the shard.
    pub tasks: usize,
    /// Those with a program that fits all demonstrations.
    pub fitting: usize,
}

impl Plan {
    /// The job of a shard.
    pub fn job(&self, index: usize) -> Result<Job, ShardError> {
        let shards = self.shards.len();
        let shard = self.shards.get(index).cloned();
        let shard = shard.ok_or(ShardError::Index { index, shards })?;
        Ok(Job {
            header: self.header.of_jobs(),
            index,
            shards,
            shard,
        })
    }
}

impl Header {
    /// What a job needs of it.
    fn of_jobs(&self) -> Self {
        Self {
            // Solvers find their tasks by name among all of them.
            tasks: match self.work {
                Work::Run { .. } => self.tasks.clone(),
                _ => Vec::new(),
            },
            rejected: Vec::new(),
            idle: Vec::new(),
            ..self.clone()
        }
    }
}

impl Job {
    /// Reads one shard of a plan; the others are not looked at.
    pub fn read(plan: &Path, index: usize) -> Result<Self, ShardError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct PlanText<'t> {
            header: Header,
            #[serde(borrow)]
            shards: Vec<&'t RawValue>,
        }
        let text = read_text(plan)?;
        let read = || {
            let plan: PlanText = serde_json::from_str(&text).map_err(not_a_plan)?;
            plan.header.check()?;
            let shards = plan.shards.len();
            let shard = plan.shards.get(index);
            let shard = shard.ok_or(ShardError::Index { index, shards })?;
            let shard: Shard = serde_json::from_str(shard.get()).map_err(not_a_plan)?;
            shard.check(&plan.header, &plan.header.key(), index)?;
            Ok(Self {
                header: plan.header.of_jobs(),
                index,
                shards,
                shard,
            })
        };
        read().map_err(|error| in_file(plan, error))
    }

    /// Reads the JSON of [`Job::to_json`].
    pub fn from_json(text: &str) -> Result<Self, ShardError> {
        let job: Self = serde_json::from_str(text).map_err(not_a_plan)?;
        job.header.check()?;
        job.shard.check(&job.header, &job.header.key(), job.index)?;
        Ok(job)
    }

    /// The job as JSON, to send it elsewhere.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The id of the shard, by which its result is named.
    pub fn id(&self) -> &str {
        &self.shard.id
    }

    /// The index of the shard, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The number of shards of the plan.
    pub fn shards(&self) -> usize {
        self.shards
    }

    /// The command: `solve`, `run` or `rank`.
    pub fn command(&self) -> &'static str {
        self.header.work.command()
    }

    /// The number of tasks.
    pub fn tasks(&self) -> usize {
        self.shard.tasks.len()
    }

    /// Whether running it again gives the same bytes.
    pub fn is_repeatable(&self) -> bool {
        self.header.work.is_repeatable()
    }

    /// The most time that it takes, if its budget is in seconds.
    pub fn most_time(&self, threads: usize) -> Option<Duration> {
        let settings = self.header.search_settings(threads)?;
        settings.most_time(self.tasks())
    }

    /// Runs the shard.
    pub fn run(&self, options: &RunOptions<'_>) -> Result<ShardResult, ShardError> {
        let tasks = self.shard.read_tasks()?;
        let (mut table, fitting) = match &self.header.work {
            Work::Solve { .. } => counted(self.solve(&tasks, options)?),
            Work::Run { .. } => counted(self.evolve(&tasks, options)?),
            Work::Rank { .. } => self.rank(&tasks, options)?,
        };
        table.facts = self.facts();
        let bytes = table.write();
        let bytes = bytes.map_err(|error| ShardError::Table(error.to_string()))?;
        Ok(ShardResult {
            id: self.shard.id.clone(),
            bytes,
            tasks: tasks.len(),
            fitting,
        })
    }

    fn facts(&self) -> Vec<(String, String)> {
        let facts = [
            ("arcbatt.shard", self.shard.id.clone()),
            ("arcbatt.engine", self.header.engine.clone()),
            ("arcbatt.command", self.command().to_owned()),
            ("arcbatt.tasks", self.shard.tasks_hash()),
            ("arcbatt.repeatable", self.is_repeatable().to_string()),
        ];
        facts.map(|(name, value)| (name.to_owned(), value)).into()
    }

    fn solve(
        &self,
        tasks: &[(usize, Task)],
        options: &RunOptions<'_>,
    ) -> Result<Vec<TaskResult>, ShardError> {
        let Some(settings) = self.header.search_settings(options.threads) else {
            return Err(changed("its budget is none"));
        };
        let only: Vec<Task> = tasks.iter().map(|(_, task)| task.clone()).collect();
        let recorder = Recorder {
            search: Search(options.executor),
            outcomes: Mutex::default(),
        };
        let session = Session {
            tasks: &only,
            given: &self.header.read_programs()?,
            settings: &settings,
            submission: None,
            solver: &recorder,
        };
        let mut store = Store::in_memory()?;
        let report = session.run(&mut store, false, options.stop, options.on_event)?;
        if report.stop != StopReason::Finished {
            return Err(ShardError::Interrupted);
        }
        let outcomes = recorder.outcomes.into_inner();
        let mut outcomes = outcomes.unwrap_or_else(PoisonError::into_inner);
        let timed = !self.is_repeatable();
        let result = |((place, task), report): (&(usize, Task), &crate::session::TaskReport)| {
            let at = outcomes.iter().position(|(id, _)| *id == task.id);
            let outcome = at.map(|at| outcomes.swap_remove(at).1);
            solve_result(
                *place,
                task,
                report.crashed,
                outcome.unwrap_or_default(),
                timed,
            )
        };
        Ok(tasks.iter().zip(&report.tasks).map(result).collect())
    }

    fn evolve(
        &self,
        tasks: &[(usize, Task)],
        options: &RunOptions<'_>,
    ) -> Result<Vec<TaskResult>, ShardError> {
        let programs = self.header.read_programs()?;
        let ids: Vec<&str> = self.header.tasks.iter().map(String::as_str).collect();
        let settings = evolve::Settings {
            executor: options.executor,
            cache: options.cache,
            known: Some(&ids),
            ..self.header.evolve_settings(programs.len())
        };
        let data = DataSet {
            tasks: tasks.iter().map(|(_, task)| task.clone()).collect(),
            answers: Vec::new(),
        };
        let (report, finds) = in_pool(options.threads, || {
            evolve::first_round(&data, &programs, &settings, options.stop, options.on_event)
        })??;
        if report.stop != StopReason::Finished {
            return Err(ShardError::Interrupted);
        }
        let results = tasks.iter().zip(&report.tasks).zip(&finds);
        Ok(results
            .map(|(((place, task), report), finds)| evolve_result(*place, task, report, finds))
            .collect())
    }

    fn rank(
        &self,
        tasks: &[(usize, Task)],
        options: &RunOptions<'_>,
    ) -> Result<(Table, usize), ShardError> {
        let Work::Rank { limits } = self.header.work else {
            return Err(changed("it is no plan of `rank`"));
        };
        let started = Event::RunStarted {
            tasks: tasks.len(),
            resumed: 0,
        };
        (options.on_event)(&started);
        let mut results = Vec::new();
        let mut fitting = 0;
        for ((place, task), record) in tasks.iter().zip(&self.shard.tasks) {
            let programs = read_programs(&record.candidates)?;
            let rank_options = RankOptions {
                limits: limits.into(),
                stop: Some(options.stop),
                ..RankOptions::default()
            };
            let ranking = in_pool(options.threads, || {
                rank_with(task, &programs, &rank_options)
            })?;
            if options.stop.load(Ordering::Relaxed) {
                return Err(ShardError::Interrupted);
            }
            let best = ranking.groups.first();
            let fits = best.is_some_and(|best| best.matched == task.train.len());
            fitting += usize::from(fits);
            let calls: Vec<usize> = programs.iter().map(|p| p.lines.len()).collect();
            let (first, records) = (record.first, &record.candidates);
            let result = RankResult::new(*place, task, first, records, &calls, &ranking);
            results.push((result, task.train.len()));
        }
        Ok((rank_rows::table(&results), fitting))
    }
}

fn counted(results: Vec<TaskResult>) -> (Table, usize) {
    let fits = |result: &&TaskResult| {
        let all = |found: &FoundRow| found.matched as usize == result.demonstrations;
        result.demonstrations > 0 && result.found.first().is_some_and(all)
    };
    let fitting = results.iter().filter(fits).count();
    (task_rows::table(&results), fitting)
}

/// Runs in a pool of so many threads.
fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, ShardError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1));
    let fail = |error: rayon::ThreadPoolBuildError| {
        ShardError::Session(crate::session::SessionError::Threads(error.to_string()))
    };
    Ok(pool.build().map_err(fail)?.install(work))
}

impl Shard {
    /// The tasks, each with its index in the plan.
    pub fn read_tasks(&self) -> Result<Vec<(usize, Task)>, ShardError> {
        self.tasks.iter().map(read_task).collect()
    }
}

/// A task, with its index in the plan.
pub(super) fn read_task(record: &TaskRecord) -> Result<(usize, Task), ShardError> {
    let task = record.task().map(|task| (record.place, task));
    task.ok_or_else(|| changed(&format!("task {:?} has a wrong grid", record.id)))
}

/// Keeps the outcome of every search.
struct Recorder<'e> {
    search: Search<'e>,
    outcomes: Mutex<Vec<(String, Outcome)>>,
}

impl Solver for Recorder<'_> {
    fn solve(
        &self,
        task: &Task,
        library: &Library,
        seed: u64,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Outcome {
        let outcome = self.search.solve(task, library, seed, budget, stop);
        let mut outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        outcomes.push((task.id.clone(), outcome.clone()));
        outcome
    }
}
