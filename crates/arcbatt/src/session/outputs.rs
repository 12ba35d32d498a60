//! The files that a session writes: store, submission, solvers.

use super::error::SessionError;
use super::event::{Event, OnEvent};
use super::report::TaskReport;
use super::solver_file::SolverFile;
use super::submission::Submission;
use crate::output_files::{OutputError, OutputFiles};
use crate::score::Attempts;
use crate::store::{
    Moved, Pass, RunId, RunStart, RunSummary, Standing, StopReason, Store, StoreError,
};
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
        on_event: OnEvent<'_>,
    ) -> Result<(), SessionError> {
        let (tasks, reports) = tasks;
        let written = self.solvers.map_or(Ok(()), |file| {
            let written = file.write(completed, reports);
            written.map_err(|error| SessionError::Solvers {
                path: file.path().to_owned(),
                error,
            })
        });
        if let Some(run) = run {
            self.in_store(on_event, |store| store.keep_round(run, passes, parents));
        }
        // One file that cannot be written does not keep the others from being written.
        let submitted = self.write_submission(tasks, |place| &reports[place].standing.attempts);
        match (written, submitted) {
            (Err(one), Err(other)) => Err(SessionError::Files([one, other].map(Box::new))),
            (written, submitted) => written.and(submitted),
        }
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

    /// Writes to the store, if there is one. If its file fails, the store moves on, and an event says
    /// so: what was found is worth more than the file.
    pub(super) fn in_store<T>(
        &mut self,
        on_event: OnEvent<'_>,
        write: impl Fn(&mut Store) -> Result<T, StoreError>,
    ) -> Option<T> {
        self.watching(on_event, |store| store.write_anywhere(write))?
    }

    /// Uses the store, if there is one. If it leaves its file, an event says so.
    fn watching<T>(
        &mut self,
        on_event: OnEvent<'_>,
        use_store: impl FnOnce(&mut Store) -> T,
    ) -> Option<T> {
        let store = self.store.as_mut()?;
        let before = store.moved().cloned();
        let result = use_store(store);
        if let Some(moved) = store.moved()
            && before.as_ref() != Some(moved)
        {
            let message = moved.to_string();
            on_event(&Event::StoreMoved { message: &message });
        }
        Some(result)
    }

    /// Enters into the store why the run ended, and reads back the results of all tasks. Returns what
    /// became of the store if its file failed.
    pub(super) fn end(
        &mut self,
        run: Option<RunId>,
        reason: StopReason,
        standings: &[&Standing],
        on_event: OnEvent<'_>,
    ) -> Option<Moved> {
        if let Some(run) = run {
            self.in_store(on_event, |store| store.end_run(run, reason));
            self.watching(on_event, |store| store.check_kept(run, standings));
        }
        self.store.as_ref()?.moved().cloned()
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
