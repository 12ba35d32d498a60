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
use crate::score::TestResult;
use crate::search::{Budget, Library, Outcome, solve_task_watched};
use crate::session::{Progress, Report, Solver, Watch};
use crate::task::Task;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// Searches for the tasks of a session, and takes down what that takes.
pub struct Searches<'s, W> {
    watch: &'s W,
    executor: Executor<'s>,
    begun: Instant,
    /// Set if what happens inside searches is taken down, too.
    timer: Option<Timer>,
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
    /// What the answers say, by task.
    pub verdicts: &'f [TestResult],
    /// The data set and the library in words.
    pub names: (String, String),
    /// What reading the data took.
    pub load: Duration,
    /// Tasks at the same time.
    pub threads: usize,
}

impl<'s, W> Searches<'s, W> {
    /// Stands between a session and its watcher; the clock begins now. Without `profile`, nothing
    /// inside a search is looked at. Batts are run by `executor`.
    pub fn new(watch: &'s W, executor: Executor<'s>, profile: bool) -> Self {
        executor.watch(profile);
        Self {
            watch,
            executor,
            begun: Instant::now(),
            timer: profile.then(Timer::start),
            taken: Mutex::default(),
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
        let timer = self.timer.unwrap_or_else(Timer::start);
        self.executor.watch(false);
        let elsewhere = self.executor.told();
        Profile {
            device: elsewhere.as_ref().and_then(device),
            ..assemble(taken, &timer, wall, report, facts)
        }
    }

    /// A recorder for a search on a task, if searches are looked into.
    fn recorder(&self, task: &Task) -> Option<SearchRecording> {
        let timer = self.timer.as_ref()?;
        let mut taken = self.taken();
        let table = taken.tables.pop().unwrap_or_default();
        let number = taken.tasks.len() as u32;
        taken.tasks.push(task.id.clone());
        drop(taken);
        Some(SearchRecording::new(timer, table, number))
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
        let rate = self.timer.as_ref().map_or(0.0, Timer::ns_per_tick);
        Duration::from_nanos((searched.waited as f64 * rate) as u64)
    }
}

impl<W: Sync> Solver for Searches<'_, W> {
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
        let watch = recording.as_mut().map(|recording| recording as _);
        let executor = self.executor;
        let outcome = solve_task_watched(task, library, seed, budget, stop, executor, watch);
        let waited = recording.map(|recording| self.give_back(recording.finish()));
        let note = Note {
            task: task.id.clone(),
            thread: std::thread::current().id(),
            start,
            end: self.begun.elapsed(),
            waited: waited.unwrap_or_default(),
            kept: None,
            evaluations: outcome.stats.evaluations,
            programs: outcome.stats.programs,
        };
        self.taken().notes.push(note);
        outcome
    }
}

impl<W: Watch> Watch for Searches<'_, W> {
    fn pass(&self, pass: u32, tasks: usize) {
        self.watch.pass(pass, tasks);
    }

    fn task_done(&self, progress: &Progress) {
        // The thread that searched keeps what it found, and tells of it.
        let (thread, now) = (std::thread::current().id(), self.begun.elapsed());
        let mut taken = self.taken();
        let mut notes = taken.notes.iter_mut().rev();
        if let Some(note) = notes.find(|note| note.thread == thread) {
            note.kept = Some(now);
        }
        drop(taken);
        self.watch.task_done(progress);
    }
}
