//! The search strategy: every task is searched, in passes with growing budgets.
//!
//! In: tasks, known programs, settings, a store. Out: a [`Report`]. The first pass searches every
//! task; later passes search the tasks without a fitting program, the most promising first, with
//! four times the budget of the pass before. Programs that one pass finds are in the library of
//! the next.
//!
//! Invariant: with a budget in steps, results do not depend on the number of threads.

mod settings;
mod state;

pub use settings::{PerTask, Settings};

use super::SessionError;
use super::event::{Event, OnEvent};
use super::outputs::Outputs;
use super::report::{Report, TaskReport, fits};
use super::watchdog::Watchdog;
use crate::batt::Executor;
use crate::program::Program;
use crate::search::{Budget, Library, NotSearched, Outcome, solve_task_recorded};
use crate::store::{RunStart, RunSummary, Standing, Store, data_hash};
use crate::task::Task;
use state::{Searched, State};
use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Searches for programs that solve a task.
pub trait Solver: Sync {
    /// Searches until the budget is spent or `stop` is set.
    fn solve(
        &self,
        task: &Task,
        library: &Library,
        seed: u64,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Outcome;

    /// Whether it can search this task; others are left as they are.
    fn has(&self, _task: &Task) -> bool {
        true
    }

    /// Whether the programs of the store are in the library.
    fn draws_on_store(&self) -> bool {
        true
    }
}

impl<F> Solver for F
where
    F: Fn(&Task, &Library, u64, &Budget, &AtomicBool) -> Outcome + Sync,
{
    fn solve(
        &self,
        task: &Task,
        library: &Library,
        seed: u64,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Outcome {
        self(task, library, seed, budget, stop)
    }
}

/// The search of [`crate::search`], with batts run by an executor.
#[derive(Clone, Copy, Debug)]
pub struct Search<'e>(pub Executor<'e>);

impl Solver for Search<'_> {
    fn solve(
        &self,
        task: &Task,
        library: &Library,
        seed: u64,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Outcome {
        solve_task_recorded(task, library, seed, budget, stop, self.0, None)
    }
}

/// A search over many tasks.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    /// The tasks.
    pub tasks: &'a [Task],
    /// Known programs besides those of the store.
    pub given: &'a [Program],
    /// Budgets, seed, threads.
    pub settings: &'a Settings,
    /// The file of the submission.
    pub submission: Option<&'a Path>,
    /// The search of a single task.
    pub solver: &'a dyn Solver,
}

impl Session<'_> {
    /// Searches. With `resume`, the last run with the same tasks and settings is resumed;
    /// otherwise a new one starts. `interrupt` ends it early.
    pub fn run(
        &self,
        store: &mut Store,
        resume: bool,
        interrupt: &AtomicBool,
        on_event: OnEvent,
    ) -> Result<Report, SessionError> {
        let started = Instant::now();
        let total = match self.settings.per_task {
            PerTask::Time(_) => self.settings.time_total,
            PerTask::Steps(_) => None,
        };
        let deadline = total.and_then(|total| started.checked_add(total));
        let mut outputs = Outputs {
            store: Some(store),
            resume,
            submission: self.submission,
            solvers: None,
        };
        let start = RunStart {
            command: "solve",
            data: data_hash(self.tasks),
            settings: &self.key(),
            seed: self.settings.seed,
            budget: &self.settings.budget_text(),
            tasks: self.tasks.len(),
        };
        let (run, standings) = outputs.begin(self.tasks, &start)?;
        let resumed = standings.iter().filter(|standing| standing.pass > 0);
        let resumed = resumed.count();
        on_event(&Event::RunStarted {
            tasks: self.tasks.len(),
            resumed,
        });
        let mut state = State::new(self, outputs, run, standings, on_event);
        // Written first, so that it is valid whatever happens.
        state.write_submission()?;
        let state = Mutex::new(state);
        let (passes, reason) = Watchdog::guard(interrupt, deadline, |watchdog| {
            (self.passes(&state, watchdog, on_event), watchdog.reason())
        });
        let mut state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let submitted = state.write_submission();
        let standings: Vec<&Standing> = state.standings.iter().collect();
        let store_moved = state.outputs.end(run, reason, &standings, on_event);
        // What was found is reported even if a file could not be written, or a pass not begun.
        let failure = submitted.err().or(passes.failure);
        let results = state
            .standings
            .into_iter()
            .zip(state.crashed)
            .zip(state.cut);
        let tasks = self.tasks.iter().zip(results);
        let report = Report {
            run,
            tasks: tasks
                .map(|(task, ((standing, crashed), cut))| TaskReport {
                    id: task.id.clone(),
                    train: task.train.len(),
                    tests: task.test.len(),
                    standing,
                    not_searched: NotSearched::of(task),
                    crashed,
                    cut,
                    ..TaskReport::default()
                })
                .collect(),
            stop: reason,
            passes: passes.last,
            resumed,
            library: passes.library,
            left_out: passes.left_out,
            failure: failure.map(|error| error.to_string()),
            store_moved,
            wall: started.elapsed(),
            ..Report::default()
        };
        on_event(&Event::RunDone {
            reason: report.stop,
            fitting: report.fitting(),
        });
        Ok(report)
    }

    /// Everything that decides the results except the tasks, by which runs are found in a store.
    pub fn key(&self) -> String {
        self.settings.key(self.given)
    }

    /// The last run with the same tasks and settings, if it was not completed.
    pub fn unfinished(&self, store: &Store) -> Result<Option<RunSummary>, SessionError> {
        let found = store.find_run(data_hash(self.tasks), &self.key())?;
        Ok(found.filter(|run| run.finished < run.tasks))
    }

    /// Runs passes while the budget lasts.
    fn passes(
        &self,
        state: &Mutex<State<'_>>,
        watchdog: &Watchdog<'_>,
        on_event: OnEvent,
    ) -> Passes {
        let mut passes = Passes::default();
        for pass in 1..=self.settings.most_passes() {
            let mut locked = lock(state);
            let queue = self.queue(pass, &locked.standings);
            let all_fit = locked.progress.fitting == self.tasks.len();
            if watchdog.is_stopped() || (pass > 1 && all_fit) {
                break;
            }
            // Empty if an earlier session completed the pass.
            if queue.is_empty() {
                continue;
            }
            let draws = self.solver.draws_on_store();
            let (stored, left_out) = locked.begin_pass(pass, queue.len(), draws);
            let library = Library {
                limits: self.settings.limits,
                ..Library::of(self.given.iter().cloned().chain(stored))
            };
            passes = Passes {
                last: pass,
                library: library.programs.len(),
                left_out,
                failure: None,
            };
            on_event(&Event::RoundStarted {
                round: pass,
                tasks: queue.len(),
                candidates: None,
            });
            drop(locked);
            let run = PassRun {
                session: self,
                state,
                library: &library,
                pass,
                queue: &queue,
                next: AtomicUsize::new(0),
                watchdog,
            };
            if let Err(error) = run.run() {
                passes.failure = Some(error);
                break;
            }
        }
        passes
    }

    /// The indices of the tasks to search in a pass, in order.
    fn queue(&self, pass: u32, standings: &[Standing]) -> Vec<usize> {
        let train = |place: usize| self.tasks[place].train.len();
        let todo =
            |&place: &usize| standings[place].pass < pass && self.solver.has(&self.tasks[place]);
        if pass == 1 {
            return (0..self.tasks.len()).filter(todo).collect();
        }
        let mut queue: Vec<usize> = (0..self.tasks.len())
            .filter(todo)
            .filter(|&place| !fits(&standings[place], train(place)))
            .collect();
        // Most demonstrations matched first, in millionths so that the order is total.
        queue.sort_by_key(|&place| {
            let matched = u64::from(standings[place].matched) * 1_000_000;
            let attempted = standings[place].attempts.iter().flatten().flatten().count();
            let share = matched / train(place).max(1) as u64;
            (Reverse((share, attempted > 0)), place)
        });
        queue
    }
}

/// The passes of a session.
#[derive(Default)]
struct Passes {
    /// The number of the last one that was begun.
    last: u32,
    /// The size of its library.
    library: usize,
    /// Programs that were left out of it.
    left_out: usize,
    /// Why it could not be run.
    failure: Option<SessionError>,
}

/// A pass over the tasks of a queue.
struct PassRun<'t, 's> {
    session: &'t Session<'t>,
    state: &'t Mutex<State<'s>>,
    library: &'t Library,
    pass: u32,
    queue: &'t [usize],
    next: AtomicUsize,
    watchdog: &'t Watchdog<'t>,
}

impl PassRun<'_, '_> {
    fn run(&self) -> Result<(), SessionError> {
        let workers = self.session.settings.workers().min(self.queue.len());
        // One pool of one thread per worker: parallel parts of a search stay on its thread and
        // never wait for the search of another task.
        let pools: Result<Vec<rayon::ThreadPool>, _> = (0..workers)
            .map(|_| rayon::ThreadPoolBuilder::new().num_threads(1).build())
            .collect();
        let pools = pools.map_err(|error| SessionError::Threads(error.to_string()))?;
        std::thread::scope(|scope| {
            for pool in &pools {
                scope.spawn(move || pool.install(|| self.work()));
            }
        });
        Ok(())
    }

    /// Searches tasks from the queue until it is empty or the session is stopped.
    fn work(&self) {
        while !self.watchdog.is_stopped() {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&place) = self.queue.get(at) else {
                return;
            };
            let Session {
                tasks,
                settings,
                solver,
                ..
            } = self.session;
            let task = &tasks[place];
            lock(self.state).start_task(place);
            let budget = settings.budget(self.pass, self.time_share(at));
            let seed = settings.task_seed(task, self.pass);
            let stop = self.watchdog.flag();
            let search = || solver.solve(task, self.library, seed, &budget, stop);
            // A panic in one search must not end the others.
            let outcome = catch_unwind(AssertUnwindSafe(search)).ok();
            let searched = Searched {
                place,
                pass: self.pass,
                outcome,
                truncated: self.watchdog.is_stopped(),
            };
            if !lock(self.state).keep(searched) {
                self.watchdog.stop();
            }
        }
    }

    /// The most time that the task at this index of the queue may take.
    fn time_share(&self, at: usize) -> Option<Duration> {
        let left = self.watchdog.time_left()?;
        if self.pass > 1 {
            // The most promising tasks come first and take what they need.
            return Some(left);
        }
        // Every task gets a turn in the first pass.
        let waiting = (self.queue.len() - at.min(self.queue.len())).max(1);
        let workers = self.session.settings.workers().min(waiting);
        Some(left.mul_f64(workers as f64 / waiting as f64))
    }
}

/// A callback that panicked leaves the state usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
