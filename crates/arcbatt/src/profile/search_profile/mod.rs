//! The profile of a session: what its searches take, each on its thread.
//!
//! In: a watcher, which [`Searches`] stands in for. Out: a [`Profile`] with the time of every task,
//! of the primitives that searches call, of the parts of a search, of keeping what was found, and of
//! threads that had nothing to do.
//! What never happens here: a search that is given anything else than it would be without this.

mod report;

use crate::batt::Executor;
use crate::profile::analysis::device_rows::device;
use crate::profile::model::Profile;
use crate::profile::probe::timer::Timer;
use crate::profile::recorder::search_recorder::{SearchRecording, Searched, Works};
use crate::profile::recorder::step_recorder::Table;
use crate::profile::search_profile::report::assemble;
use crate::search::{Budget, Library, Outcome, solve_task_watched};
use crate::session::{Event, Report, Solver};
use crate::task::Task;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// Searches for the tasks of a session, and takes down what that takes.
pub struct Searches<'s> {
    executor: Executor<'s>,
    begun: Instant,
    timer: Timer,
    taken: Mutex<Taken>,
}

/// What was taken down so far.
#[derive(Default)]
pub(super) struct Taken {
    /// A note a search.
    pub notes: Vec<Note>,
    /// The tasks that were searched, by number.
    pub tasks: Vec<String>,
    /// Tables that no search has in its hands.
    #[expect(clippy::vec_box, reason = "recorders are handed boxes")]
    pub tables: Vec<Box<Table>>,
    /// Ticks between calls.
    pub works: Works,
    /// Ticks that threads had work, but no processor.
    pub waited: u64,
}

/// A search.
pub(super) struct Note {
    /// The id of its task.
    pub task: String,
    /// Where it was.
    pub thread: ThreadId,
    /// When it began, from the start of the session.
    pub start: Duration,
    /// When it ended.
    pub end: Duration,
    /// How long in between its thread had no processor.
    pub waited: Duration,
    /// When what it found was kept.
    pub kept: Option<Duration>,
    /// Calls computed.
    pub evaluations: u64,
    /// Programs made.
    pub programs: u64,
}

/// What is known of a session besides its report.
pub struct SessionFacts<'f> {
    /// The tasks.
    pub tasks: &'f [Task],
    /// The data set and the library in words.
    pub names: (String, String),
    /// What reading the data took.
    pub load: Duration,
    /// Tasks at the same time.
    pub threads: usize,
}

impl<'s> Searches<'s> {
    /// Times searches whose batts `executor` runs; the clock starts now.
    pub fn new(executor: Executor<'s>) -> Self {
        executor.set_profiling(true);
        Self {
            executor,
            begun: Instant::now(),
            timer: Timer::start(),
            taken: Mutex::default(),
        }
    }

    /// Notes when the result of a search is written: pass every event of the session.
    pub fn on_event(&self, event: &Event) {
        if !matches!(event, Event::TaskDone { .. }) {
            return;
        }
        // The thread that searched writes the result and reports it.
        let (thread, now) = (std::thread::current().id(), self.begun.elapsed());
        let mut taken = self.taken();
        let mut notes = taken.notes.iter_mut().rev();
        if let Some(note) = notes.find(|note| note.thread == thread) {
            note.kept = Some(now);
        }
    }

    /// Nothing panics while it holds the lock.
    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session is over, and came to this.
    pub fn profile(self, report: &Report, facts: &SessionFacts) -> Profile {
        let wall = self.begun.elapsed();
        let taken = self.taken.into_inner();
        let mut taken = taken.unwrap_or_else(PoisonError::into_inner);
        taken.notes.sort_by_key(|note| note.start);
        self.executor.set_profiling(false);
        let elsewhere = self.executor.stats();
        Profile {
            device: elsewhere.as_ref().and_then(device),
            ..assemble(taken, &self.timer, wall, report, facts)
        }
    }

    /// A recorder for a search on a task.
    fn recorder(&self, task: &Task) -> SearchRecording {
        let mut taken = self.taken();
        let table = taken.tables.pop().unwrap_or_default();
        let number = taken.tasks.len() as u32;
        taken.tasks.push(task.id.clone());
        drop(taken);
        SearchRecording::new(&self.timer, table, number)
    }

    /// Takes in what a search left; says how long its thread had no processor.
    fn give_back(&self, searched: Searched) -> Duration {
        let mut taken = self.taken();
        taken.tables.push(searched.table);
        taken.waited += searched.waited;
        for (work, (ticks, count)) in searched.works {
            let sum = taken.works.entry(work).or_default();
            sum.0 += ticks;
            sum.1 += count;
        }
        let rate = self.timer.ns_per_tick();
        Duration::from_nanos((searched.waited as f64 * rate) as u64)
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
        let mut recording = self.recorder(task);
        let executor = self.executor;
        let watch = Some(&mut recording as _);
        let outcome = solve_task_watched(task, library, seed, budget, stop, executor, watch);
        let waited = self.give_back(recording.finish());
        let note = Note {
            task: task.id.clone(),
            thread: std::thread::current().id(),
            start,
            end: self.begun.elapsed(),
            waited,
            kept: None,
            evaluations: outcome.stats.evaluations,
            programs: outcome.stats.programs,
        };
        self.taken().notes.push(note);
        outcome
    }
}
