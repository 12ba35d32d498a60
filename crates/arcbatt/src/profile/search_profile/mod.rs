//! Profiles a session of searches (`arcbatt solve --profile`).
//!
//! In: the searches, run by [`Searches`], and the events of the session. Out: a [`Profile`] with the time by task, primitive, part
//! of the search, store, and idle threads.
//! Invariant: a search gets the same inputs as without the profiler.

mod report;

use crate::batt::Executor;
use crate::profile::analysis::device_rows::device;
use crate::profile::model::Profile;
use crate::profile::probe::timer::Timer;
use crate::profile::recorder::search_recorder::{SearchRecord, SearchRecorder, SearchTimes};
use crate::profile::recorder::step_recorder::StepTable;
use crate::profile::search_profile::report::assemble;
use crate::search::{Budget, Library, Outcome, solve_task_recorded};
use crate::session::{Event, Report, Solver};
use crate::task::Task;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// Runs the searches of a session and records their time.
pub struct Searches<'s> {
    executor: Executor<'s>,
    begun: Instant,
    timer: Timer,
    log: Mutex<SearchLog>,
}

/// Everything recorded so far.
#[derive(Default)]
pub(super) struct SearchLog {
    /// One note per search.
    pub notes: Vec<SearchNote>,
    /// Ids of the searched tasks, by number.
    pub tasks: Vec<String>,
    /// Step tables that no running search uses.
    #[expect(clippy::vec_box, reason = "recorders take boxes")]
    pub tables: Vec<Box<StepTable>>,
    /// Time between calls.
    pub times: SearchTimes,
    /// Ticks in which threads had work but no processor.
    pub waited: u64,
}

/// One search.
pub(super) struct SearchNote {
    /// The id of its task.
    pub task: String,
    /// Its thread.
    pub thread: ThreadId,
    /// When it began, from the start of the session.
    pub start: Duration,
    /// When it ended.
    pub end: Duration,
    /// How long its thread had no processor.
    pub waited: Duration,
    /// When its programs were stored.
    pub stored: Option<Duration>,
    /// Number of calls computed.
    pub evaluations: u64,
    /// Number of programs built.
    pub programs: u64,
}

/// Facts about a session that its report does not hold.
pub struct SessionFacts<'f> {
    /// The tasks.
    pub tasks: &'f [Task],
    /// Names of the data set and of the library.
    pub names: (String, String),
    /// Time to read the data.
    pub load: Duration,
    /// Number of threads.
    pub threads: usize,
}

impl<'s> Searches<'s> {
    /// Records searches whose batts `executor` runs; the clock starts now.
    pub fn new(executor: Executor<'s>) -> Self {
        executor.set_profiling(true);
        Self {
            executor,
            begun: Instant::now(),
            timer: Timer::start(),
            log: Mutex::default(),
        }
    }

    /// Notes when the result of a search is stored: pass every event of the session.
    pub fn on_event(&self, event: &Event) {
        if !matches!(event, Event::TaskDone { .. }) {
            return;
        }
        // The thread that searched also stores the programs, then reports.
        let (thread, now) = (std::thread::current().id(), self.begun.elapsed());
        let mut log = self.log();
        let mut notes = log.notes.iter_mut().rev();
        if let Some(note) = notes.find(|note| note.thread == thread) {
            note.stored = Some(now);
        }
    }

    /// Locks the log; nothing panics while holding the lock.
    fn log(&self) -> MutexGuard<'_, SearchLog> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the recording of a session with this report.
    pub fn profile(self, report: &Report, facts: &SessionFacts) -> Profile {
        let wall = self.begun.elapsed();
        let log = self.log.into_inner();
        let mut log = log.unwrap_or_else(PoisonError::into_inner);
        log.notes.sort_by_key(|note| note.start);
        self.executor.set_profiling(false);
        let stats = self.executor.stats();
        Profile {
            device: stats.as_ref().and_then(device),
            ..assemble(log, &self.timer, wall, report, facts)
        }
    }

    /// A recorder for a search on a task.
    fn recorder(&self, task: &Task) -> SearchRecorder {
        let mut log = self.log();
        let table = log.tables.pop().unwrap_or_default();
        let number = log.tasks.len() as u32;
        log.tasks.push(task.id.clone());
        drop(log);
        SearchRecorder::new(&self.timer, table, number)
    }

    /// Adds the record of a search; returns how long its thread had no processor.
    fn add(&self, record: SearchRecord) -> Duration {
        let mut log = self.log();
        log.tables.push(record.table);
        log.waited += record.waited;
        for (work, (ticks, count)) in record.times {
            let sum = log.times.entry(work).or_default();
            sum.0 += ticks;
            sum.1 += count;
        }
        let rate = self.timer.ns_per_tick();
        Duration::from_nanos((record.waited as f64 * rate) as u64)
    }
}

impl Solver for Searches<'_> {
    fn solve(
        &self,
        task: &Task,
        library: &Library,
        seed: u64,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Outcome {
        let start = self.begun.elapsed();
        let mut recorder = self.recorder(task);
        let recording = Some(&mut recorder as _);
        let executor = self.executor;
        let outcome = solve_task_recorded(task, library, seed, budget, stop, executor, recording);
        let waited = self.add(recorder.finish());
        let note = SearchNote {
            task: task.id.clone(),
            thread: std::thread::current().id(),
            start,
            end: self.begun.elapsed(),
            waited,
            stored: None,
            evaluations: outcome.stats.evaluations,
            programs: outcome.stats.programs,
        };
        self.log().notes.push(note);
        outcome
    }
}
