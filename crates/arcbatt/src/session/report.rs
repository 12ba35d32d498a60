//! The result of a session.

use super::evolve::{Origin, Outlier, Phases, Round};
use crate::grid::GridBuf;
use crate::score::{Attempts, CutProgram, Tally, TestResult, check_answers};
use crate::search::NotSearched;
use crate::store::{Moved, RunId, Standing, StopReason};
use crate::task::Answers;
use std::time::Duration;

/// The result of a session.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The run in the store, if there is one.
    pub run: Option<RunId>,
    /// The tasks, in the order in which they were given.
    pub tasks: Vec<TaskReport>,
    /// Why the session ended.
    pub stop: StopReason,
    /// Tasks that an earlier session had completed at least once.
    pub resumed: usize,
    /// Wall-clock time.
    pub wall: Duration,
    /// The last pass of a search that was begun; 0 if there was nothing to do.
    pub passes: u32,
    /// Programs in the library of the last pass of a search.
    pub library: usize,
    /// Programs that were not in it, as they were found on the tasks searched.
    pub left_out: usize,
    /// The rounds of an evolve session.
    pub rounds: Vec<Round>,
    /// Wall-clock time of an evolve session by phase.
    pub phases: Phases,
    /// Why a file of the last results could not be written.
    pub failure: Option<String>,
    /// Why the store left its file, and where it is now. An event has said so.
    pub store_moved: Option<Moved>,
}

/// The result of a session on one task.
#[derive(Clone, Debug, Default)]
pub struct TaskReport {
    /// The id of the task.
    pub id: String,
    /// Number of demonstrations.
    pub train: usize,
    /// Number of tests.
    pub tests: usize,
    /// Best program, attempts and effort.
    pub standing: Standing,
    /// How many tests the attempts answer correctly; set by [`Report::judge`].
    pub test_result: TestResult,
    /// Why the task was not searched.
    pub not_searched: Option<NotSearched>,
    /// Whether the search panicked on this task.
    pub crashed: bool,
    /// Whether one of the programs given to evolve fits all demonstrations.
    pub fits_before: bool,
    /// How evolve made the best program.
    pub origin: Option<Origin>,
    /// Set if the task exceeded a limit of evolve.
    pub outlier: Option<Outlier>,
    /// Programs given for this task that hit a limit.
    pub cut: Vec<CutProgram>,
    /// The outputs of the best program of evolve on the tests, from a run of it alone.
    pub outputs: Vec<Option<GridBuf>>,
    /// How many tests the best program of evolve answers correctly; set by [`Report::judge`].
    pub program_result: TestResult,
}

impl TaskReport {
    /// Whether the best program fits all demonstrations.
    pub fn fits(&self) -> bool {
        fits(&self.standing, self.train)
    }

    /// Demonstrations that the best program gets right, then its differ score; more is better.
    pub fn score(&self) -> (u32, u64) {
        let differ = self.origin.as_ref().map_or(0, |origin| origin.differ);
        (self.standing.matched, differ)
    }
}

/// Whether the best program fits all demonstrations of a task that has `train` of them.
pub(super) fn fits(standing: &Standing, train: usize) -> bool {
    train > 0 && standing.matched as usize == train
}

impl Report {
    /// Tasks with a program that fits all their demonstrations.
    pub fn fitting(&self) -> usize {
        self.tasks.iter().filter(|task| task.fits()).count()
    }

    /// Tasks that a program given to evolve fits.
    pub fn fitting_before(&self) -> usize {
        self.tasks.iter().filter(|task| task.fits_before).count()
    }

    /// Compares the attempts with the answers. Sessions never see answers: call this afterwards.
    pub fn judge(&mut self, answers: &[Answers]) {
        for (task, answers) in self.tasks.iter_mut().zip(answers) {
            // A task that was never run has tests, but no attempts.
            let mut attempts = task.standing.attempts.clone();
            attempts.resize(task.tests, [None, None]);
            task.test_result = check_answers(&attempts, answers);
            let outputs = task.outputs.iter().cloned();
            let mut outputs: Vec<Attempts> = outputs.map(|output| [output, None]).collect();
            outputs.resize(task.tests, [None, None]);
            task.program_result = check_answers(&outputs, answers);
        }
    }

    /// The tests that attempts answer correctly, over all tasks.
    pub fn test_result(&self) -> TestResult {
        self.tasks.iter().map(|task| task.test_result).sum()
    }

    /// [`tally`](Self::tally) of the best programs of evolve, each alone: what `check` gives for them.
    pub fn program_tally(&self) -> Tally {
        let mut tally = Tally::default();
        for task in &self.tasks {
            tally.add(task.fits(), task.program_result);
        }
        tally
    }

    /// How many tasks fit their demonstrations, and how many are right on their tests with one of two
    /// attempts.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for task in &self.tasks {
            tally.add(task.fits(), task.test_result);
        }
        tally
    }

    /// Primitive calls computed in all rounds of an evolve session.
    pub fn evaluations(&self) -> u64 {
        self.rounds.iter().map(|r| r.stats.evaluations).sum()
    }
}
