//! What the threads of a session share: the store, where every task stands, the submission.
//!
//! One lock for all of it: a task takes a second, to keep what it came to takes a millisecond.

use super::super::report::{Progress, is_solved};
use super::super::{Session, SessionError, Watch};
use super::{PerTask, Settings};
use crate::search::Outcome;
use crate::session::submission::Submission;
use crate::store::{Best, Pass, RunId, Standing, Store, canonical, one_line};
use crate::task::Task;
use std::path::Path;
use std::time::{Duration, Instant};

/// The submission is written again after so many tasks, or after so much time.
const FEW_TASKS: usize = 8;
const A_WHILE: Duration = Duration::from_secs(2);

/// What the threads share.
pub(in crate::session) struct Shared<'a> {
    tasks: &'a [Task],
    settings: &'a Settings,
    submission: Option<&'a Path>,
    pub store: &'a mut Store,
    pub run: RunId,
    pub standings: Vec<Standing>,
    pub crashed: Vec<bool>,
    pub progress: Progress,
    /// What ended the session.
    pub error: Option<SessionError>,
    /// Tasks since the submission was written, and when that was.
    unwritten: usize,
    written: Instant,
}

/// What a search of a task came to.
pub(in crate::session) struct Searched {
    /// The place of the task.
    pub place: usize,
    /// The pass.
    pub pass: u32,
    /// What was found; nothing if the search broke down.
    pub outcome: Option<Outcome>,
    /// Whether it was stopped before its end.
    pub cut: bool,
}

impl<'a> Shared<'a> {
    pub fn new<S>(
        session: &Session<'a, S>,
        store: &'a mut Store,
        run: RunId,
        standings: Vec<Standing>,
    ) -> Self {
        let tasks = session.tasks;
        let pairs = standings.iter().zip(tasks);
        let solved = pairs.filter(|(standing, task)| is_solved(standing, task.train.len()));
        let progress = Progress {
            tasks: tasks.len(),
            solved: solved.count(),
            ..Progress::default()
        };
        Self {
            tasks,
            settings: session.settings,
            submission: session.submission,
            store,
            run,
            crashed: vec![false; tasks.len()],
            standings,
            progress,
            error: None,
            unwritten: 0,
            written: Instant::now(),
        }
    }

    /// Keeps what a search came to, then tells it. `false`: the session is over.
    pub fn keep(&mut self, searched: Searched, watch: &impl Watch) -> bool {
        if self.error.is_some() {
            return false;
        }
        let Searched {
            place, pass, cut, ..
        } = searched;
        // Cut at another moment it would be something else, and would change what comes after.
        if cut && matches!(self.settings.per_task, PerTask::Steps(_)) {
            return false;
        }
        self.crashed[place] = searched.outcome.is_none();
        let mut outcome = searched.outcome.unwrap_or_default();
        let task = &self.tasks[place];
        outcome.attempts.resize(task.test.len(), [None, None]);
        let better = is_better(&outcome, cut, &self.standings[place]);
        let kept = self.store.keep(
            self.run,
            &Pass {
                place,
                task,
                pass,
                finished: !cut,
                outcome: &outcome,
                better,
            },
        );
        if let Err(error) = kept {
            self.error = Some(error.into());
            return false;
        }
        let standing = &mut self.standings[place];
        let was_solved = is_solved(standing, task.train.len());
        let stats = &outcome.stats;
        let progress = &mut self.progress;
        progress.programs = progress.programs.saturating_add(stats.programs);
        progress.evaluations = progress.evaluations.saturating_add(stats.evaluations);
        if !cut {
            standing.pass = standing.pass.max(pass);
            let sum = &mut standing.stats;
            sum.programs = sum.programs.saturating_add(stats.programs);
            sum.evaluations = sum.evaluations.saturating_add(stats.evaluations);
            sum.memory = sum.memory.max(stats.memory);
            sum.time = sum.time.saturating_add(stats.time);
            progress.done += 1;
        }
        if better {
            let found = outcome.found.into_iter().next();
            standing.matched = found.as_ref().map_or(0, |found| found.matched);
            standing.best = found.map(|found| Best {
                // As the store has it, so that it is the same when it comes from there.
                program: canonical(&found.program),
                proposer: found.proposer,
                bits: found.bits,
            });
            standing.attempts = outcome.attempts;
        }
        let solved = is_solved(standing, task.train.len());
        progress.solved += usize::from(solved && !was_solved);
        progress.solved -= usize::from(was_solved && !solved);
        if solved && let Some(best) = &standing.best {
            progress.latest = Some((task.id.clone(), one_line(&best.program)));
        }
        watch.task_done(progress);
        self.unwritten += 1;
        if self.unwritten >= FEW_TASKS || self.written.elapsed() >= A_WHILE {
            // Should it fail, the old one is still there; at the end it is tried again, and told.
            let _ = self.write_submission();
        }
        true
    }

    /// Writes the submission as it is now.
    pub fn write_submission(&mut self) -> Result<(), SessionError> {
        self.unwritten = 0;
        self.written = Instant::now();
        let Some(path) = self.submission else {
            return Ok(());
        };
        let attempts = |place: usize| self.standings[place].attempts.as_slice();
        let submission = Submission::new(self.tasks, attempts);
        submission
            .write_file(path)
            .map_err(|error| SessionError::Submission {
                path: path.to_owned(),
                error,
            })
    }
}

/// Whether what a pass found takes the place of what is known.
fn is_better(outcome: &Outcome, cut: bool, known: &Standing) -> bool {
    let matched = outcome.found.first().map_or(0, |found| found.matched);
    let attempted = outcome.attempts.iter().flatten().any(Option::is_some);
    match (known.pass, cut) {
        // The first pass decides, once it got to its end.
        (0, false) => true,
        // With more time the ranking knows more.
        (_, false) => matched >= known.matched && attempted,
        (0, true) => true,
        (_, true) => matched > known.matched,
    }
}
