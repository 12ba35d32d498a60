//! Merging: results of shards in; a report, a store, a submission and a solver file out.
//!
//! The results are replayed through the session of `solve` or `run`, and ranked again for `rank`: so the
//! outputs are those of one process that does all of it.

use super::error::ShardError;
use super::folder::{LeftOut, Status, look};
use super::job::read_task;
use super::outcome_rows::{outcome_of, round_of};
use super::plan::{Plan, Shard, changed};
use super::rank_rows::{self, CandidateRow, Expected, RankResult};
use super::records::Work;
use super::table::{self, BadTable, Table};
use super::task_rows::{self, TaskResult};
use crate::program::Program;
use crate::score::{ForeignCandidate, RankOptions, Ranking, rank_with};
use crate::search::{Budget, Library, Outcome};
use crate::session::submission::Submission;
use crate::session::{
    Outputs, Report, Session, SessionError, Solver, SolverFile, evolve, write_solve_file,
};
use crate::store::{Store, data_hash};
use crate::task::{Answers, DataSet, Task};
use bytes::Bytes;
use std::collections::HashMap;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Where a merge writes. Every field is optional.
#[derive(Debug, Default)]
pub struct MergeOutputs<'o> {
    /// Programs, scores and the run; not for `rank`.
    pub store: Option<&'o mut Store>,
    /// Two attempts at every test.
    pub submission: Option<&'o Path>,
    /// The best programs; not for `rank`.
    pub solvers: Option<&'o Path>,
    /// Whether a solver file that is there is replaced, whatever is in it.
    pub replace: bool,
}

/// Merged results.
#[derive(Clone, Debug)]
pub struct Merged {
    /// Which shards are merged, and what was left out.
    pub status: Status,
    /// The tasks of the plan, in order.
    pub tasks: Vec<Task>,
    /// Whether the store had the run already.
    pub was_stored: bool,
    /// What came out.
    pub outcome: MergedOutcome,
    /// Library programs that were left out, and the size of the library.
    pub(super) library: (usize, usize),
    pub(super) plan: PlanFacts,
}

/// What a report says of the plan.
#[derive(Clone, Debug)]
pub(super) struct PlanFacts {
    pub command: &'static str,
    pub data: String,
    pub seed: Option<u64>,
    pub budget: Option<String>,
    pub repeatable: bool,
}

/// The outcome of all shards together.
#[derive(Clone, Debug)]
pub enum MergedOutcome {
    /// Of `solve` or `run`.
    Tasks(Box<Report>),
    /// Of `rank`: the tasks that have candidates, in order.
    Ranked(Vec<RankedTask>),
}

/// The candidates of a task, ranked.
#[derive(Clone, Debug)]
pub struct RankedTask {
    /// The index of the task.
    pub place: usize,
    /// The ranking of the candidates that ran.
    pub ranking: Ranking,
    /// The name and the line of every candidate, in the order of the ranking's.
    pub candidates: Vec<(String, u32)>,
    /// The number of each candidate among all of the task, which are more if a shard is missing.
    pub numbers: Vec<usize>,
    /// Name, line and error of the candidates that cannot be read.
    pub rejected: Vec<(String, u32, String)>,
}

/// Merges the results in a folder.
pub fn merge(plan: &Plan, folder: &Path, outputs: MergeOutputs<'_>) -> Result<Merged, ShardError> {
    let (status, found) = look(plan, folder)?;
    merge_found(plan, status, found, outputs)
}

/// Merges results that are in memory: name and bytes of each.
pub fn merge_bytes(
    plan: &Plan,
    results: impl IntoIterator<Item = (usize, Vec<u8>)>,
    outputs: MergeOutputs<'_>,
) -> Result<Merged, ShardError> {
    let mut found: Vec<(usize, PathBuf, Bytes)> = Vec::new();
    for (index, bytes) in results {
        if index < plan.len() {
            found.push((index, format!("shard {index}").into(), bytes.into()));
        }
    }
    found.sort_by_key(|(index, ..)| *index);
    found.dedup_by_key(|(index, ..)| *index);
    let mut status = Status::default();
    found.retain(|(index, path, bytes)| match table::verify(bytes) {
        Ok(()) => true,
        Err(problem) => {
            let problem = match problem {
                BadTable::Foreign => LeftOut::Foreign,
                BadTable::Damaged(why) => LeftOut::Damaged(why, *index),
            };
            status.left_out.push((path.clone(), problem));
            false
        }
    });
    merge_found(plan, status, found, outputs)
}

fn merge_found(
    plan: &Plan,
    mut status: Status,
    found: Vec<(usize, PathBuf, Bytes)>,
    outputs: MergeOutputs<'_>,
) -> Result<Merged, ShardError> {
    let mut tasks: Vec<Option<Task>> = vec![None; plan.tasks().len()];
    let mut of_shards: Vec<Vec<(usize, Task)>> = Vec::new();
    for shard in &plan.shards {
        let own = shard.read_tasks()?;
        for (place, task) in &own {
            tasks[*place] = Some(task.clone());
        }
        of_shards.push(own);
    }
    for record in &plan.header.idle {
        let (place, task) = read_task(record)?;
        if let Some(known) = tasks.get_mut(place) {
            *known = Some(task);
        }
    }
    let is_rank = matches!(plan.header.work, Work::Rank { .. });
    if is_rank && (outputs.store.is_some() || outputs.solvers.is_some()) {
        return Err(ShardError::NoOutput(
            "`rank` keeps no programs: write a --submission or a --report; `arcbatt library import` \
             puts candidates into a store",
        ));
    }
    status.done.clear();
    let mut task_results: Vec<Option<TaskResult>> = vec![None; tasks.len()];
    let mut rank_results: Vec<RankResult> = Vec::new();
    for (index, path, bytes) in found {
        let shard = &plan.shards[index];
        let read = match is_rank {
            true => read_ranked(shard, &of_shards[index], &bytes)
                .map(|results| rank_results.extend(results)),
            false => read_tasks(&of_shards[index], &bytes).map(|results| {
                for result in results {
                    let place = result.place;
                    task_results[place] = Some(result);
                }
            }),
        };
        match read {
            Ok(()) => status.done.push(index),
            Err(why) => status.left_out.push((path, LeftOut::Damaged(why, index))),
        }
    }
    status.set_missing(plan.len());
    let Some(tasks) = tasks.into_iter().collect::<Option<Vec<Task>>>() else {
        return Err(changed("some of its tasks are in no shard"));
    };
    let mut merged = Merged {
        status,
        was_stored: false,
        outcome: MergedOutcome::Ranked(Vec::new()),
        library: (plan.header.programs.len(), 0),
        plan: plan.facts(),
        tasks,
    };
    match &plan.header.work {
        Work::Rank { .. } => merged.rank(plan, rank_results, outputs)?,
        Work::Solve { left_out, .. } => {
            merged.library.1 = *left_out;
            merged.solve(plan, &task_results, outputs)?;
        }
        Work::Run { .. } => merged.evolve(plan, &task_results, outputs)?,
    }
    Ok(merged)
}

/// Fails if the store or the submission of a session could not be written.
fn is_written(report: &Report) -> Result<(), ShardError> {
    let moved = report.store_moved.as_ref().map(ToString::to_string);
    match report.failure.clone().or(moved) {
        None => Ok(()),
        Some(why) => Err(ShardError::Output(why)),
    }
}

impl Plan {
    fn facts(&self) -> PlanFacts {
        let settings = self.header.search_settings(1);
        PlanFacts {
            command: self.command(),
            data: self.data().to_owned(),
            seed: match self.header.work {
                Work::Solve { seed, .. } | Work::Run { seed, .. } => Some(seed),
                Work::Rank { .. } => None,
            },
            budget: settings.map(|settings| settings.budget_text()),
            repeatable: self.is_repeatable(),
        }
    }
}

fn read_with(bytes: &Bytes, like: &Table, most_rows: usize) -> Result<Table, String> {
    table::read(bytes, like, most_rows).map_err(|problem| match problem {
        BadTable::Foreign => "it is no result".to_owned(),
        BadTable::Damaged(why) => why,
    })
}

fn read_tasks(tasks: &[(usize, Task)], bytes: &Bytes) -> Result<Vec<TaskResult>, String> {
    let like = task_rows::table(&[]);
    let table = read_with(bytes, &like, task_rows::most_rows(tasks.len()))?;
    task_rows::results(&table, tasks)
}

fn read_ranked(
    shard: &Shard,
    tasks: &[(usize, Task)],
    bytes: &Bytes,
) -> Result<Vec<RankResult>, String> {
    let candidates = shard.tasks.iter().map(|task| task.candidates.len());
    let table = read_with(bytes, &rank_rows::table(&[]), candidates.sum())?;
    let expected = shard.tasks.iter().zip(tasks);
    let expected: Vec<Expected> = expected
        .map(|(record, (place, task))| Expected {
            place: *place,
            task,
            first: record.first,
            candidates: record.candidates.len(),
        })
        .collect();
    rank_rows::results(&table, &expected)
}

impl Merged {
    /// The report of `solve` or `run`.
    pub fn report(&self) -> Option<&Report> {
        match &self.outcome {
            MergedOutcome::Tasks(report) => Some(report),
            MergedOutcome::Ranked(_) => None,
        }
    }

    /// Compares attempts with the answers. Data sets may have more tasks, in any order; tasks that differ
    /// from those of the plan are not compared. Returns the number of tasks compared.
    pub fn judge(&mut self, data: &DataSet) -> usize {
        let known: HashMap<&str, usize> = (0..)
            .zip(&data.tasks)
            .map(|(k, task)| (task.id.as_str(), k))
            .collect();
        let answers: Vec<Option<&Answers>> = self
            .tasks
            .iter()
            .map(|task| {
                let at = *known.get(task.id.as_str())?;
                let same = data.tasks[at] == *task;
                same.then(|| data.answers.get(at))?
            })
            .collect();
        match &mut self.outcome {
            MergedOutcome::Tasks(report) => {
                let of_task = |(task, answers): (&Task, &Option<&Answers>)| match answers {
                    Some(answers) => (*answers).clone(),
                    None => Answers(vec![None; task.test.len()]),
                };
                let all: Vec<Answers> = self.tasks.iter().zip(&answers).map(of_task).collect();
                report.judge(&all);
            }
            MergedOutcome::Ranked(ranked) => {
                for task in ranked {
                    if let Some(answers) = answers[task.place] {
                        task.ranking.compare_tests(answers);
                    }
                }
            }
        }
        answers.iter().flatten().count()
    }

    fn solve(
        &mut self,
        plan: &Plan,
        results: &[Option<TaskResult>],
        outputs: MergeOutputs<'_>,
    ) -> Result<(), ShardError> {
        let Some(settings) = plan.header.search_settings(1) else {
            return Err(ShardError::Nothing("the plan has no budget"));
        };
        let given = plan.header.read_programs()?;
        let replay = Replay::new(results)?;
        let session = Session {
            tasks: &self.tasks,
            given: &given,
            settings: &settings,
            submission: outputs.submission,
            solver: &replay,
        };
        let never = AtomicBool::new(false);
        let mut report = session.run(&mut Store::in_memory()?, false, &never, &|_| {})?;
        report.left_out += self.library.1;
        let mut written = is_written(&report);
        if let Some(store) = outputs.store {
            let session = Session {
                submission: None,
                ..session
            };
            let known = store.find_run(data_hash(&self.tasks), &session.key())?;
            let known = known.filter(|_| plan.is_repeatable());
            self.was_stored = known.as_ref().is_some_and(|run| run.finished == run.tasks);
            if !self.was_stored {
                let stored = session.run(store, known.is_some(), &never, &|_| {})?;
                written = written.and(is_written(&stored));
            }
        }
        if let Some(path) = outputs.solvers {
            write_solve_file(path, &report).map_err(SessionError::from)?;
        }
        self.outcome = MergedOutcome::Tasks(Box::new(report));
        written
    }

    fn evolve(
        &mut self,
        plan: &Plan,
        results: &[Option<TaskResult>],
        outputs: MergeOutputs<'_>,
    ) -> Result<(), ShardError> {
        let programs = plan.header.read_programs()?;
        let settings = plan.header.evolve_settings(programs.len());
        let data = DataSet {
            tasks: self.tasks.clone(),
            answers: Vec::new(),
        };
        let rounds = || -> Result<Vec<_>, ShardError> {
            let pairs = self.tasks.iter().zip(results);
            pairs
                .map(|(task, result)| result.as_ref().map(|r| round_of(task, r)).transpose())
                .collect()
        };
        let solvers = outputs.solvers.map(|path| match outputs.replace {
            true => SolverFile::replacing(path, settings.card.seed),
            false => SolverFile::open(path, false, settings.card.seed),
        });
        let solvers = solvers.transpose().map_err(SessionError::from)?;
        let to_files = Outputs {
            submission: outputs.submission,
            solvers: solvers.as_ref(),
            ..Outputs::default()
        };
        let report = evolve::merge_round(&data, &programs, &settings, to_files, rounds()?)?;
        let mut written = is_written(&report);
        if let Some(store) = outputs.store {
            let known = store.find_run(data_hash(&data.tasks), &settings.key(&programs))?;
            self.was_stored = known.as_ref().is_some_and(|run| run.finished == run.tasks);
            if !self.was_stored {
                let to_store = Outputs {
                    resume: known.is_some(),
                    store: Some(store),
                    ..Outputs::default()
                };
                let stored = evolve::merge_round(&data, &programs, &settings, to_store, rounds()?)?;
                written = written.and(is_written(&stored));
            }
        }
        self.outcome = MergedOutcome::Tasks(Box::new(report));
        written
    }

    fn rank(
        &mut self,
        plan: &Plan,
        mut results: Vec<RankResult>,
        outputs: MergeOutputs<'_>,
    ) -> Result<(), ShardError> {
        results.sort_by_key(|result| (result.place, result.first));
        let mut ranked = Vec::new();
        let mut results = results.into_iter().peekable();
        for (place, task) in self.tasks.iter().enumerate() {
            let (mut rows, mut numbers) = (Vec::new(), Vec::new());
            while let Some(result) = results.next_if(|result| result.place == place) {
                numbers.extend(result.first..result.first + result.candidates.len());
                rows.extend(result.candidates);
            }
            let rejected = plan.header.rejected.iter().filter(|r| r.place == place);
            let rejected: Vec<_> = rejected
                .map(|r| (r.name.clone(), r.line, r.message.clone()))
                .collect();
            if !rows.is_empty() || !rejected.is_empty() {
                ranked.push(ranked_task(place, task, rows, numbers, rejected));
            }
        }
        if let Some(path) = outputs.submission {
            let mut attempts = vec![Vec::new(); self.tasks.len()];
            for task in &ranked {
                attempts[task.place] = task.ranking.attempts();
            }
            let submission = Submission::new(&self.tasks, |place| &attempts[place]);
            let written = submission.write_file(path);
            written.map_err(|error| SessionError::Submission {
                path: path.to_owned(),
                error,
            })?;
        }
        self.outcome = MergedOutcome::Ranked(ranked);
        Ok(())
    }
}

/// Ranks the candidates of a task by their answers.
fn ranked_task(
    place: usize,
    task: &Task,
    rows: Vec<CandidateRow>,
    numbers: Vec<usize>,
    rejected: Vec<(String, u32, String)>,
) -> RankedTask {
    let statuses: Vec<_> = rows.iter().map(|row| row.status).collect();
    let candidates = rows
        .iter()
        .map(|row| (row.name.clone(), row.line))
        .collect();
    let foreign = rows.into_iter().map(|row| ForeignCandidate {
        answers: row.answers.unwrap_or_default(),
        length: row.calls,
    });
    let options = RankOptions {
        foreign: &foreign.collect::<Vec<_>>(),
        ..RankOptions::default()
    };
    let mut ranking = rank_with::<Program>(task, &[], &options);
    for (candidate, status) in ranking.candidates.iter_mut().zip(statuses) {
        // Why an answer is missing, which the answers do not say.
        candidate.status = status;
    }
    RankedTask {
        place,
        ranking,
        candidates,
        numbers,
        rejected,
    }
}

/// Answers a session with the results of shards.
struct Replay {
    /// `None` if the search panicked.
    outcomes: HashMap<String, Option<Outcome>>,
}

impl Replay {
    fn new(results: &[Option<TaskResult>]) -> Result<Self, ShardError> {
        let outcome = |result: &TaskResult| {
            let outcome = match result.crashed {
                true => None,
                false => Some(outcome_of(result)?),
            };
            Ok((result.task.clone(), outcome))
        };
        let outcomes = results.iter().flatten().map(outcome);
        Ok(Self {
            outcomes: outcomes.collect::<Result<_, ShardError>>()?,
        })
    }
}

impl Solver for Replay {
    fn solve(
        &self,
        task: &Task,
        _library: &Library,
        _seed: u64,
        _budget: &Budget,
        _stop: &AtomicBool,
    ) -> Outcome {
        match self.outcomes.get(&task.id) {
            Some(Some(outcome)) => outcome.clone(),
            // The panic of the shard, without its message.
            _ => resume_unwind(Box::new("the search panicked")),
        }
    }

    fn has(&self, task: &Task) -> bool {
        self.outcomes.contains_key(&task.id)
    }

    fn draws_on_store(&self) -> bool {
        false
    }
}
