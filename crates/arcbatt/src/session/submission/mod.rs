//! Submissions in the layout of the ARC Prize: `{id: [{"attempt_1": grid, "attempt_2": grid}]}`.
//!
//! In: tasks and attempts, or a file. Out: a file that is valid at any moment, or its scores.
//! Never: a missing task or test, an attempt that is no grid, or a file that is half written.

mod from_check;
mod score;
mod write;

pub use score::{Fit, NotScored, Scores, TaskScores, WrongOutput, score, score_partial};

use crate::grid::GridBuf;
use crate::score::Attempts;
use crate::task::{AttemptsByTask, DataError, MAX_SIDE, Task, read_submission};
use std::path::Path;

/// Two attempts at every test of every task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    tasks: AttemptsByTask,
}

impl Submission {
    /// A submission for the tasks. `attempts` gives the attempts at the task of an index. A missing
    /// or invalid attempt is replaced by the other one, or else by the test input.
    ///
    /// ```
    /// use arcbatt::session::submission::Submission;
    /// use arcbatt::task::generators;
    ///
    /// let tasks = generators::embedded().tasks;
    /// let submission = Submission::new(&tasks, |_| &[]);
    /// let first = submission.attempts(&tasks[0].id).unwrap();
    /// assert_eq!(first.len(), tasks[0].test.len());
    /// assert_eq!(first[0][0], tasks[0].test[0]);
    /// ```
    pub fn new<'a>(tasks: &[Task], attempts: impl Fn(usize) -> &'a [Attempts]) -> Self {
        let filled = |(place, task): (usize, &Task)| {
            let known = attempts(place);
            let both = |(test, input): (usize, &GridBuf)| {
                let attempt = |k: usize| {
                    let grid = known.get(test).and_then(|both| both[k].as_ref());
                    grid.filter(|grid| is_valid(grid))
                };
                let (one, two) = (attempt(0), attempt(1));
                [one.or(two), two.or(one)].map(|grid| grid.unwrap_or(input).clone())
            };
            let tests = task.test.iter().enumerate().map(both).collect();
            (task.id.clone(), tests)
        };
        Self {
            tasks: tasks.iter().enumerate().map(filled).collect(),
        }
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, DataError> {
        let tasks = read_submission(path)?;
        Ok(Self { tasks })
    }

    /// The two attempts at every test of the task with this id.
    pub fn attempts(&self, id: &str) -> Option<&[[GridBuf; 2]]> {
        let found = self.tasks.iter().find(|(task, _)| task == id);
        found.map(|(_, tests)| tests.as_slice())
    }

    /// The ids of its tasks.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.tasks.iter().map(|(id, _)| id.as_str())
    }
}

/// Whether a submission may contain the grid.
fn is_valid(grid: &GridBuf) -> bool {
    let sides = 1..=MAX_SIDE;
    sides.contains(&grid.height()) && sides.contains(&grid.width()) && grid.view().is_colored()
}
