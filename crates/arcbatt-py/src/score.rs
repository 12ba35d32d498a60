//! `score`: a submission compared with the answers.

use crate::shared_methods::pickled;
use crate::task_set::tasks_from;
use arcbatt::DataSet;
use arcbatt::session::submission::{
    Scores, Submission, TaskScores, WrongOutput, score as score_all, score_partial,
};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What `score` returns.
///
/// >>> import arcbatt as ab, os, tempfile
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     file = os.path.join(folder, "s.json")
/// ...     task = ab.load("embedded")["half_turn"]
/// ...     report = ab.solve(task, steps=20_000, submission=file)
/// ...     ab.score(file, task)
/// <Score 1.0: 1 of 1 output right, 1 of 1 task>
#[pyclass(frozen, module = "arcbatt")]
pub struct Score {
    data: ScoreData,
}

/// Outputs of a task: how many are right, and how many are known.
#[derive(Serialize, Deserialize)]
struct TaskData {
    id: String,
    right: usize,
    outputs: usize,
}

/// A score as plain data.
#[derive(Serialize, Deserialize)]
struct ScoreData {
    score: f64,
    tasks: Vec<TaskData>,
    wrong: Vec<(String, usize)>,
}

impl ScoreData {
    fn new(scores: &Scores, data: &DataSet) -> Self {
        let task = |task: &TaskScores| TaskData {
            id: task.task.clone(),
            right: task.right,
            outputs: task.outputs,
        };
        let wrong = |wrong: &WrongOutput| (data.tasks[wrong.place].id.clone(), wrong.test);
        Self {
            score: scores.mean_share(),
            tasks: scores.tasks.iter().map(task).collect(),
            wrong: scores.wrong.iter().map(wrong).collect(),
        }
    }
}

pickled!(Score { data });

#[pymethods]
impl Score {
    /// The ARC Prize score: the mean over tasks of the share of outputs right.
    #[getter]
    fn score(&self) -> f64 {
        self.data.score
    }

    /// Test outputs that are right.
    #[getter]
    fn outputs_right(&self) -> usize {
        self.data.tasks.iter().map(|task| task.right).sum()
    }

    /// Test outputs with a known answer.
    #[getter]
    fn outputs(&self) -> usize {
        self.data.tasks.iter().map(|task| task.outputs).sum()
    }

    /// Tasks with all outputs right.
    #[getter]
    fn tasks_right(&self) -> usize {
        let tasks = self.data.tasks.iter();
        tasks.filter(|task| task.right == task.outputs).count()
    }

    /// Tasks with known answers.
    #[getter]
    fn tasks(&self) -> usize {
        self.data.tasks.len()
    }

    /// The id and the index of every test that neither attempt gets right.
    #[getter]
    fn wrong(&self) -> Vec<(String, usize)> {
        self.data.wrong.clone()
    }

    /// Outputs right, and outputs known, by task.
    #[getter]
    fn by_task(&self) -> BTreeMap<String, (usize, usize)> {
        let tasks = self.data.tasks.iter();
        tasks
            .map(|task| (task.id.clone(), (task.right, task.outputs)))
            .collect()
    }

    fn __repr__(&self) -> String {
        let plural = |count: usize, word: &str| match count {
            1 => word.to_owned(),
            _ => format!("{word}s"),
        };
        let (right, outputs) = (self.outputs_right(), self.outputs());
        let (solved, tasks) = (self.tasks_right(), self.tasks());
        let score = format!("{:?}", (self.score() * 1e4).round() / 1e4);
        let (words, things) = (plural(outputs, "output"), plural(tasks, "task"));
        format!("<Score {score}: {right} of {outputs} {words} right, {solved} of {tasks} {things}>")
    }
}

/// Scores a submission file: an output is right if one of its two attempts is.
///
/// It must have every task, unless `partial`.
///
/// >>> import arcbatt as ab
/// >>> ab.score("no-such-file.json", ab.load("embedded"))
/// Traceback (most recent call last):
/// ...
/// OSError: no-such-file.json: no such file or folder
#[pyfunction]
#[pyo3(signature = (submission, tasks, *, partial = false))]
pub fn score(submission: PathBuf, tasks: &Bound<'_, PyAny>, partial: bool) -> PyResult<Score> {
    let data = match tasks.cast::<crate::task::Task>() {
        Ok(task) => std::sync::Arc::new(task.get().data()),
        Err(_) => tasks_from(tasks)?,
    };
    let read = Submission::read(&submission);
    let read = read.map_err(|error| PyOSError::new_err(error.to_string()))?;
    let scores = match partial {
        true => score_partial(&read, &data),
        false => score_all(&read, &data),
    };
    let bad = |error| PyValueError::new_err(format!("{}: {error}", submission.display()));
    let data = ScoreData::new(&scores.map_err(bad)?, &data);
    Ok(Score { data })
}
