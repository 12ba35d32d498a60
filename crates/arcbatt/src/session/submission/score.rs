//! Scores of a submission.
//!
//! In: a submission, tasks and their answers. Out: the share of test outputs right, the share of
//! tasks with all outputs right, the ARC Prize score (the mean share of outputs right per task),
//! and the wrong outputs. An output is right if one of its two attempts is.

use super::Submission;
use crate::grid::GridBuf;
use crate::task::{DataSet, Task};
use crate::text::{counted, grouped};
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// Why a submission cannot be scored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotScored {
    /// Tasks are missing.
    #[error("it lacks {} of {}: {}", grouped(missing.len() as u64), counted(*tasks, "task"), some(missing))]
    Missing {
        /// The ids of the missing tasks.
        missing: Vec<String>,
        /// Number of tasks in the data.
        tasks: usize,
    },
    /// Tasks have more or fewer entries than tests.
    #[error("{}", fits(.0))]
    Tests(Vec<Fit>),
    /// No answers are known.
    #[error("no answers are known")]
    NoAnswers,
}

/// A task with a wrong number of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The id of the task.
    pub task: String,
    /// Entries in the submission.
    pub entries: usize,
    /// Tests of the task.
    pub tests: usize,
}

/// The most ids named in a message.
const NAMED: usize = 20;

fn some(ids: &[String]) -> String {
    let named = ids[..ids.len().min(NAMED)].join(", ");
    match ids.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named}, and {} more", grouped(more as u64)),
    }
}

fn fits(fits: &[Fit]) -> String {
    let fit = |fit: &Fit| {
        let Fit {
            task,
            entries,
            tests,
        } = fit;
        let entries = match entries {
            1 => "1 entry".to_owned(),
            n => format!("{n} entries"),
        };
        format!("{task} has {entries} for {}", counted(*tests, "test"))
    };
    some(&fits.iter().map(fit).collect::<Vec<_>>())
}

/// Scores of a submission.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    /// The tasks with known answers, in the order of the data.
    pub tasks: Vec<TaskScores>,
    /// The wrong outputs.
    pub wrong: Vec<WrongOutput>,
    /// Test outputs without a known answer; they do not count.
    pub unknown: usize,
    /// Tasks of the submission that are not in the data.
    pub foreign: Vec<String>,
    /// Tasks of the data that are not in the submission; only [`score_partial`] allows them.
    pub missing: Vec<String>,
}

/// Scores of a submission on one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskScores {
    /// The id of the task.
    pub task: String,
    /// Test outputs with a known answer.
    pub outputs: usize,
    /// Test outputs that are right.
    pub right: usize,
}

/// A test output that neither attempt gets right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongOutput {
    /// The index of the task in the data.
    pub place: usize,
    /// The index of the test.
    pub test: usize,
    /// The attempts.
    pub attempts: [GridBuf; 2],
    /// The answer.
    pub wanted: GridBuf,
}

impl Scores {
    /// Test outputs: right, and known.
    pub fn outputs(&self) -> (usize, usize) {
        let right = self.tasks.iter().map(|task| task.right).sum();
        (right, self.tasks.iter().map(|task| task.outputs).sum())
    }

    /// Tasks: with all outputs right, and scored.
    pub fn solved(&self) -> (usize, usize) {
        let all = |task: &&TaskScores| task.right == task.outputs;
        (self.tasks.iter().filter(all).count(), self.tasks.len())
    }

    /// Share of test outputs right.
    pub fn output_share(&self) -> f64 {
        share(self.outputs())
    }

    /// Share of tasks with all outputs right.
    pub fn task_share(&self) -> f64 {
        share(self.solved())
    }

    /// ARC Prize score: the mean over tasks of the share of outputs right.
    pub fn mean_share(&self) -> f64 {
        let shares = self
            .tasks
            .iter()
            .map(|task| share((task.right, task.outputs)));
        shares.sum::<f64>() / self.tasks.len().max(1) as f64
    }
}

fn share((part, whole): (usize, usize)) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// Scores a submission. It must have every task of the data, with one entry per test.
pub fn score(submission: &Submission, data: &DataSet) -> Result<Scores, NotScored> {
    score_with(submission, data, false)
}

/// Scores a submission on those tasks of the data that it has; at least one.
pub fn score_partial(submission: &Submission, data: &DataSet) -> Result<Scores, NotScored> {
    score_with(submission, data, true)
}

fn score_with(submission: &Submission, data: &DataSet, partial: bool) -> Result<Scores, NotScored> {
    let by_id: HashMap<&str, &[[GridBuf; 2]]> = submission
        .tasks
        .iter()
        .map(|(id, tests)| (id.as_str(), tests.as_slice()))
        .collect();
    let is_missing = |task: &&Task| !by_id.contains_key(task.id.as_str());
    let missing: Vec<String> = data
        .tasks
        .iter()
        .filter(is_missing)
        .map(|task| task.id.clone())
        .collect();
    let too_many = match partial {
        true => missing.len() == data.tasks.len(),
        false => !missing.is_empty(),
    };
    if too_many {
        let tasks = data.tasks.len();
        return Err(NotScored::Missing { missing, tasks });
    }
    let fits = data.tasks.iter().filter_map(|task| {
        let (entries, tests) = (by_id.get(task.id.as_str())?.len(), task.test.len());
        let task = task.id.clone();
        (entries != tests).then_some(Fit {
            task,
            entries,
            tests,
        })
    });
    let fits: Vec<Fit> = fits.collect();
    if !fits.is_empty() {
        return Err(NotScored::Tests(fits));
    }

    let ids: HashSet<&str> = data.tasks.iter().map(|task| task.id.as_str()).collect();
    let foreign = submission.ids().filter(|id| !ids.contains(id));
    let mut scores = Scores {
        foreign: foreign.map(str::to_owned).collect(),
        missing,
        ..Scores::default()
    };
    for (place, (task, answers)) in data.tasks.iter().zip(&data.answers).enumerate() {
        let attempts = by_id.get(task.id.as_str()).copied().unwrap_or_default();
        let (mut outputs, mut right) = (0, 0);
        for (test, attempts) in attempts.iter().enumerate() {
            let Some(wanted) = answers.0.get(test).and_then(Option::as_ref) else {
                scores.unknown += 1;
                continue;
            };
            outputs += 1;
            if attempts.contains(wanted) {
                right += 1;
            } else {
                scores.wrong.push(WrongOutput {
                    place,
                    test,
                    attempts: attempts.clone(),
                    wanted: wanted.clone(),
                });
            }
        }
        if outputs > 0 {
            let task = task.id.clone();
            scores.tasks.push(TaskScores {
                task,
                outputs,
                right,
            });
        }
    }
    match scores.tasks.is_empty() {
        true => Err(NotScored::NoAnswers),
        false => Ok(scores),
    }
}
