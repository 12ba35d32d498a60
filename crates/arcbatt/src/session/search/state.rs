//! The state that the threads of a search session share: outputs and the result of every task.
//!
//! One lock guards all of it: a search takes a second, writing its result a millisecond.

use super::{PerTask, Session, Settings};
use crate::program::Program;
use crate::score::CutProgram;
use crate::search::Outcome;
use crate::session::SessionError;
use crate::session::event::{Event, OnEvent, Progress};
use crate::session::outputs::Outputs;
use crate::session::report::fits;
use crate::store::{Best, Pass, RunId, Standing, canonical, one_line};
use crate::task::Task;
use std::time::{Duration, Instant};

/// The submission is replaced after this many tasks, or after this time.
const FEW_TASKS: usize = 8;
const A_WHILE: Duration = Duration::from_secs(2);

/// The shared state.
pub(super) struct State<'a> {
    tasks: &'a [Task],
    settings: &'a Settings,
    on_event: OnEvent<'a>,
    pub outputs: Outputs<'a>,
    run: Option<RunId>,
    pub standings: Vec<Standing>,
    pub crashed: Vec<bool>,
    /// Library programs named after a task that hit a limit, by task.
    pub cut: Vec<Vec<CutProgram>>,
    pub progress: Progress,
    /// Tasks since the submission was written, and when that was.
    unwritten: usize,
    written: Instant,
}

/// The result of searching a task.
pub(super) struct Searched {
    /// The index of the task.
    pub place: usize,
    /// The pass.
    pub pass: u32,
    /// `None` if the search panicked.
    pub outcome: Option<Outcome>,
    /// Whether the search was stopped before its budget was spent.
    pub truncated: bool,
}

impl<'a> State<'a> {
    pub fn new(
        session: &Session<'a>,
        outputs: Outputs<'a>,
        run: Option<RunId>,
        standings: Vec<Standing>,
        on_event: OnEvent<'a>,
    ) -> Self {
        let tasks = session.tasks;
        let pairs = standings.iter().zip(tasks);
        let fitting = pairs.filter(|(standing, task)| fits(standing, task.train.len()));
        let progress = Progress {
            tasks: tasks.len(),
            fitting: fitting.count(),
            ..Progress::default()
        };
        Self {
            tasks,
            settings: session.settings,
            on_event,
            outputs,
            run,
            crashed: vec![false; tasks.len()],
            cut: vec![Vec::new(); tasks.len()],
            standings,
            progress,
            unwritten: 0,
            written: Instant::now(),
        }
    }

    /// Starts a pass; returns the programs of the store as they were when it first started, and the
    /// number of those left out.
    pub fn begin_pass(
        &mut self,
        pass: u32,
        count: usize,
        draws_on_store: bool,
    ) -> (Vec<Program>, usize) {
        let (tasks, same_tasks) = (self.tasks, self.settings.same_tasks);
        self.progress.round = pass;
        (self.progress.done, self.progress.of) = (0, count);
        let Some(run) = self.run else {
            return (Vec::new(), 0);
        };
        let on_event = self.on_event;
        let library = self
            .outputs
            .in_store(on_event, |store| match draws_on_store {
                true => store.library_of_pass(run, pass, tasks, same_tasks),
                false => {
                    store.begin_pass_without_library(run, pass)?;
                    Ok((Vec::new(), 0))
                }
            });
        library.unwrap_or_default()
    }

    /// Reports that a search starts.
    pub fn start_task(&self, place: usize) {
        let task = &self.tasks[place].id;
        (self.on_event)(&Event::TaskStarted { task });
    }

    /// Writes the result of a search, then reports it. `false`: the session must end.
    pub fn keep(&mut self, searched: Searched) -> bool {
        let Searched {
            place,
            pass,
            truncated,
            ..
        } = searched;
        // A truncated search is not reproducible, so a search in steps discards it.
        if truncated && matches!(self.settings.per_task, PerTask::Steps(_)) {
            return false;
        }
        self.crashed[place] = searched.outcome.is_none();
        let mut outcome = searched.outcome.unwrap_or_default();
        self.cut[place] = std::mem::take(&mut outcome.cut);
        let task = &self.tasks[place];
        outcome.attempts.resize(task.test.len(), [None, None]);
        let better = is_better(&outcome, truncated, &self.standings[place]);
        let result = Pass {
            place,
            task,
            pass,
            finished: !truncated,
            better,
            found: outcome.found.iter().map(Into::into).collect(),
            origin: None,
            attempts: &outcome.attempts,
            stats: outcome.stats,
        };
        if let Some(run) = self.run {
            let on_event = self.on_event;
            self.outputs
                .in_store(on_event, |store| store.keep(run, &result));
        }
        let standing = &mut self.standings[place];
        let fitted = fits(standing, task.train.len());
        let stats = &outcome.stats;
        let progress = &mut self.progress;
        progress.programs = progress.programs.saturating_add(stats.programs);
        progress.evaluations = progress.evaluations.saturating_add(stats.evaluations);
        if !truncated {
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
                // As in the store, so that a resumed run reports the same.
                program: canonical(&found.program),
                proposer: found.proposer.name().to_owned(),
                bits: found.bits,
            });
            standing.attempts = outcome.attempts;
        }
        let fits = fits(standing, task.train.len());
        progress.fitting += usize::from(fits && !fitted);
        progress.fitting -= usize::from(fitted && !fits);
        if fits && let Some(best) = &standing.best {
            progress.latest = Some((task.id.clone(), one_line(&best.program)));
            if better {
                (self.on_event)(&Event::ProgramFound {
                    task: &task.id,
                    program: &best.program,
                });
            }
        }
        (self.on_event)(&Event::TaskDone {
            task: &task.id,
            attempts: &standing.attempts,
            progress,
        });
        self.unwritten += 1;
        if self.unwritten >= FEW_TASKS || self.written.elapsed() >= A_WHILE {
            // If this fails, the old file stays; the write at the end reports the error.
            let _ = self.write_submission();
        }
        true
    }

    /// Replaces the submission.
    pub fn write_submission(&mut self) -> Result<(), SessionError> {
        self.unwritten = 0;
        self.written = Instant::now();
        let attempts = |place: usize| self.standings[place].attempts.as_slice();
        self.outputs.write_submission(self.tasks, attempts)
    }
}

/// Whether the result of a pass replaces the known one.
fn is_better(outcome: &Outcome, truncated: bool, known: &Standing) -> bool {
    let matched = outcome.found.first().map_or(0, |found| found.matched);
    let attempted = outcome.attempts.iter().flatten().any(Option::is_some);
    match (known.pass, truncated) {
        // Nothing is known until the first pass is completed.
        (0, _) => true,
        // With a larger budget, the ranking is better informed.
        (_, false) => matched >= known.matched && attempted,
        (_, true) => matched > known.matched,
    }
}
