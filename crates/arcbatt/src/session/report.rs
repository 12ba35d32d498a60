//! What a session came to, and where it stands while it runs.

use crate::store::{Ending, RunId, Standing};
use std::time::Duration;

/// What a session came to.
#[derive(Clone, Debug)]
pub struct Report {
    /// The number of the run in the store.
    pub run: RunId,
    /// The tasks, in the order in which they were given.
    pub tasks: Vec<TaskReport>,
    /// How it ended.
    pub ending: Ending,
    /// The last pass that was begun; 0 if there was nothing to do.
    pub passes: u32,
    /// Tasks of which an earlier session had done the first pass.
    pub resumed: usize,
    /// The programs that the last pass was given.
    pub library: usize,
    /// Time on the clock.
    pub wall: Duration,
}

/// What a session came to on a task.
#[derive(Clone, Debug)]
pub struct TaskReport {
    /// The id of the task.
    pub id: String,
    /// Number of demonstrations.
    pub train: usize,
    /// Number of tests.
    pub tests: usize,
    /// Where it stands.
    pub standing: Standing,
    /// Whether the search broke down on it; then nothing is known.
    pub crashed: bool,
}

impl TaskReport {
    /// Whether a program explains all demonstrations.
    pub fn solved(&self) -> bool {
        is_solved(&self.standing, self.train)
    }
}

/// Whether a program explains all demonstrations.
pub(super) fn is_solved(standing: &Standing, train: usize) -> bool {
    train > 0 && standing.matched as usize == train
}

impl Report {
    /// Tasks that are solved on their demonstrations.
    pub fn solved(&self) -> usize {
        self.tasks.iter().filter(|task| task.solved()).count()
    }
}

/// Where a session stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The pass, from 1.
    pub pass: u32,
    /// Tasks of this pass that are done.
    pub done: usize,
    /// Tasks of this pass.
    pub of: usize,
    /// All tasks.
    pub tasks: usize,
    /// Tasks that are solved on their demonstrations.
    pub solved: usize,
    /// Programs that were looked at in this session.
    pub programs: u64,
    /// Calls that were computed in this session.
    pub evaluations: u64,
    /// The task that was solved last, and its program.
    pub latest: Option<(String, String)>,
}
