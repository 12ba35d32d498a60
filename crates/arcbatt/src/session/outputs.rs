//! The files that a session writes: store, submission, solvers.

use super::error::SessionError;
use super::report::TaskReport;
use super::solver_file::SolverFile;
use super::submission::Submission;
use crate::output_files::{OutputError, OutputFiles};
use crate::score::Attempts;
use crate::store::{Pass, RunId, RunStart, RunSummary, Standing, StopReason, Store};
use crate::task::Task;
use std::path::Path;

/// Where a session writes its results. Every field is optional.
#[derive(Debug, Default)]
pub struct Outputs<'a> {
    /// Programs, their scores and the state of the run.
    pub store: Option<&'a mut Store>,
    /// Whether to resume the last run of the same tasks and settings in the store.
    pub resume: bool,
    /// Two attempts at every test; a valid file at any moment.
    pub submission: Option<&'a Path>,
    /// The best program of every task; written by evolve after every round.
    pub solvers: Option<&'a SolverFile>,
}

impl Outputs<'_> {
    /// Enters a run into the store, or finds the one to resume. Returns the state of all tasks.
    pub(super) fn begin(
        &mut self,
        tasks: &[Task],
        start: &RunStart<'_>,
    ) -> Result<(Option<RunId>, Vec<Standing>), SessionError> {
        self.check()?;
        let mut standings = vec![Standing::default(); tasks.len()];
        let Some(store) = &mut self.store else {
            return Ok((None, standings));
        };
        if !self.resume {
            return Ok((Some(store.begin_run(start)?), standings));
        }
        let Some(found) = store.find_run(start.data, start.settings)? else {
            return Err(SessionError::NothingToResume {
                file: store.file().to_owned(),
                settings: start.settings.to_owned(),
                others: other_runs(&store.runs()?, start),
            });
        };
        for (place, standing) in store.standings(found.run)? {
            if let Some(known) = standings.get_mut(place) {
                *known = standing;
                known.attempts.resize(tasks[place].test.len(), [None, None]);
            }
        }
        Ok((Some(found.run), standings))
    }

    /// Fails if two outputs are one file, so that one would destroy the other.
    fn check(&self) -> Result<(), OutputError> {
        let mut files = OutputFiles::default();
        if let Some(store) = &self.store {
            files.keeps_store("the store", Path::new(store.file()))?;
        }
        if let Some(path) = self.submission {
            files.claim("the submission", path)?;
        }
        if let Some(file) = self.solvers {
            files.claim("the solver file", file.path())?;
        }
        Ok(())
    }

    /// Writes the results of a round on all tasks: solver file, store, submission.
    ///
    /// `completed` is the last round that was completed; `parents` are those of the next round,
    /// unless this one was interrupted.
    pub(super) fn write_round(
        &mut self,
        run: Option<RunId>,
        completed: u32,
        tasks: (&[Task], &[TaskReport]),
        passes: &[Pass<'_>],
        parents: Option<(u32, &[(usize, crate::program::Program)])>,
    ) -> Result<(), SessionError> {
        let (tasks, reports) = tasks;
        if let Some(file) = self.solvers {
            let written = file.write(completed, reports);
            written.map_err(|error| SessionError::Solvers {
                path: file.path().to_owned(),
                error,
            })?;
        }
        if let (Some(store), Some(run)) = (&mut self.store, run) {
            store.keep_round(run, passes, parents)?;
        }
        self.write_submission(tasks, |place| &reports[place].standing.attempts)
    }

    /// Replaces the submission.
    pub(super) fn write_submission<'t>(
        &self,
        tasks: &[Task],
        attempts: impl Fn(usize) -> &'t [Attempts],
    ) -> Result<(), SessionError> {
        let Some(path) = self.submission else {
            return Ok(());
        };
        let written = Submission::new(tasks, attempts).write_file(path);
        written.map_err(|error| SessionError::Submission {
            path: path.to_owned(),
            error,
        })
    }

    /// Enters into the store why the run ended.
    pub(super) fn end(
        &mut self,
        run: Option<RunId>,
        reason: StopReason,
    ) -> Result<(), SessionError> {
        if let (Some(store), Some(run)) = (&mut self.store, run) {
            store.end_run(run, reason)?;
        }
        Ok(())
    }
}

/// The runs that could be resumed instead, for a message.
fn other_runs(runs: &[RunSummary], start: &RunStart<'_>) -> String {
    let data = start.data.to_string();
    match runs.iter().find(|run| run.command == start.command) {
        None => "there is no run in it yet: leave --resume out".to_owned(),
        Some(run) if run.data == data => {
            format!("the last run of these tasks has {}", run.settings)
        }
        Some(run) => format!(
            "the last run has other tasks ({} of them) and {}",
            run.tasks, run.settings
        ),
    }
}
