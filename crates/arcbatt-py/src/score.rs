//! `score`: a submission compared with the answers.

use crate::task_set::tasks_from;
use arcbatt::session::submission::{Scores, Submission, score as score_all, score_partial};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
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
    scores: Scores,
    ids: Vec<String>,
}

#[pymethods]
impl Score {
    /// The ARC Prize score: the mean over tasks of the share of outputs right.
    #[getter]
    fn score(&self) -> f64 {
        self.scores.mean_share()
    }

    /// Test outputs that are right.
    #[getter]
    fn outputs_right(&self) -> usize {
        self.scores.outputs().0
    }

    /// Test outputs with a known answer.
    #[getter]
    fn outputs(&self) -> usize {
        self.scores.outputs().1
    }

    /// Tasks with all outputs right.
    #[getter]
    fn tasks_right(&self) -> usize {
        self.scores.solved().0
    }

    /// Tasks with known answers.
    #[getter]
    fn tasks(&self) -> usize {
        self.scores.solved().1
    }

    /// The id and the index of every test that neither attempt gets right.
    #[getter]
    fn wrong(&self) -> Vec<(String, usize)> {
        let wrong = self.scores.wrong.iter();
        wrong
            .map(|wrong| (self.ids[wrong.place].clone(), wrong.test))
            .collect()
    }

    /// Outputs right, and outputs known, by task.
    #[getter]
    fn by_task(&self) -> BTreeMap<String, (usize, usize)> {
        let tasks = self.scores.tasks.iter();
        tasks
            .map(|task| (task.task.clone(), (task.right, task.outputs)))
            .collect()
    }

    fn __repr__(&self) -> String {
        let plural = |count: usize, word: &str| match count {
            1 => word.to_owned(),
            _ => format!("{word}s"),
        };
        let ((right, outputs), (solved, tasks)) = (self.scores.outputs(), self.scores.solved());
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
    Ok(Score {
        scores: scores.map_err(bad)?,
        ids: data.tasks.iter().map(|task| task.id.clone()).collect(),
    })
}
