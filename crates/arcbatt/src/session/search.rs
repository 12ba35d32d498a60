//! Running a session: passes, threads, the clock.

mod settings;
mod state;

pub use settings::{PerTask, Settings};

use super::report::{Report, TaskReport, is_solved};
use super::{Session, SessionError, Solver, Watch};
use crate::search::Library;
use crate::store::{Ending, RunId, RunStart, RunSummary, Standing, Store, data_hash};
use state::{Searched, Shared};
use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the clock and the stop sign are looked at.
const LOOK: Duration = Duration::from_millis(10);

impl<S: Solver> Session<'_, S> {
    /// Searches. With `resume` the last session with the same tasks and settings is taken up,
    /// else a new one begins. `stop` ends it early, with what is there.
    pub fn run(
        &self,
        store: &mut Store,
        resume: bool,
        stop: &AtomicBool,
        watch: &impl Watch,
    ) -> Result<Report, SessionError> {
        let started = Instant::now();
        let total = match self.settings.per_task {
            PerTask::Time(_) => self.settings.time_total,
            PerTask::Steps(_) => None,
        };
        let deadline = total.and_then(|total| started.checked_add(total));
        let (run, standings) = self.begin(store, resume)?;
        let resumed = standings.iter().filter(|standing| standing.pass > 0);
        let resumed = resumed.count();
        let mut shared = Shared::new(self, store, run, standings);
        // Told now, if it cannot be written, and there whatever happens.
        shared.write_submission()?;
        let shared = Mutex::new(shared);
        // Ended from outside and ended by the clock look the same to the search.
        let over = AtomicBool::new(stop.load(Ordering::Relaxed));
        let (running, ended) = mpsc::channel::<()>();
        let (over, state) = (&over, &shared);
        let passes = std::thread::scope(move |scope| {
            scope.spawn(move || {
                // Looks every now and then until the sender is gone, however that comes about.
                while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                    if late || stop.load(Ordering::Relaxed) {
                        over.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            });
            let passes = self.passes(state, deadline, over, watch);
            drop(running);
            passes
        });
        let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let submitted = shared.write_submission();
        if let Some(error) = shared.error.take() {
            return Err(error);
        }
        let (passes, library) = passes?;
        submitted?;
        let ending = match (stop.load(Ordering::Relaxed), over.load(Ordering::Relaxed)) {
            (true, _) => Ending::Stopped,
            (false, true) => Ending::Time,
            (false, false) => Ending::Done,
        };
        shared.store.end_run(run, ending)?;
        let standings = shared.standings.into_iter().zip(shared.crashed);
        let tasks = self.tasks.iter().zip(standings);
        Ok(Report {
            run,
            tasks: tasks
                .map(|(task, (standing, crashed))| TaskReport {
                    id: task.id.clone(),
                    train: task.train.len(),
                    tests: task.test.len(),
                    standing,
                    crashed,
                })
                .collect(),
            ending,
            passes,
            resumed,
            library,
            wall: started.elapsed(),
        })
    }

    /// The last session with the same tasks and settings, if it did not get to its end.
    pub fn unfinished(&self, store: &Store) -> Result<Option<RunSummary>, SessionError> {
        let settings = self.settings.in_words(self.given);
        let found = store.find_run(data_hash(self.tasks), &settings)?;
        Ok(found.filter(|run| run.finished < run.tasks))
    }

    /// The run in the store, and where it stands with every task.
    fn begin(
        &self,
        store: &mut Store,
        resume: bool,
    ) -> Result<(RunId, Vec<Standing>), SessionError> {
        let data = data_hash(self.tasks);
        let settings = self.settings.in_words(self.given);
        let mut standings = vec![Standing::default(); self.tasks.len()];
        if !resume {
            let run = store.begin_run(&RunStart {
                command: "solve",
                data,
                settings: &settings,
                seed: self.settings.seed,
                budget: &self.settings.budget_in_words(),
                tasks: self.tasks.len(),
            })?;
            return Ok((run, standings));
        }
        let Some(found) = store.find_run(data, &settings)? else {
            return Err(SessionError::NothingToResume {
                file: store.file().to_owned(),
                settings,
                others: self.other_runs(store)?,
            });
        };
        for (place, standing) in store.standings(found.run)? {
            if let Some(known) = standings.get_mut(place) {
                *known = standing;
                let tests = self.tasks[place].test.len();
                known.attempts.resize(tests, [None, None]);
            }
        }
        Ok((found.run, standings))
    }

    /// What could be taken up instead, for a message.
    fn other_runs(&self, store: &Store) -> Result<String, SessionError> {
        let data = data_hash(self.tasks).to_string();
        let runs = store.runs()?;
        let mut solves = runs.iter().filter(|run| run.command == "solve");
        Ok(match solves.next() {
            None => "there is no run in it yet: leave --resume out".to_owned(),
            Some(run) if run.data == data => {
                format!("the last run of these tasks has {}", run.settings)
            }
            Some(run) => format!(
                "the last run has other tasks ({} of them) and {}",
                run.tasks, run.settings
            ),
        })
    }

    /// Goes over the tasks as often as the budget allows. Out: the last pass that was begun, and
    /// the size of its library.
    fn passes(
        &self,
        shared: &Mutex<Shared<'_>>,
        deadline: Option<Instant>,
        over: &AtomicBool,
        watch: &impl Watch,
    ) -> Result<(u32, usize), SessionError> {
        let (mut last, mut size) = (0, 0);
        for pass in 1..=self.settings.most_passes() {
            let queue = self.queue(pass, &lock(shared).standings);
            let unsolved = |standing: &Standing, train| !is_solved(standing, train);
            let any_unsolved = || {
                let shared = lock(shared);
                let mut pairs = shared.standings.iter().zip(self.tasks);
                pairs.any(|(standing, task)| unsolved(standing, task.train.len()))
            };
            if over.load(Ordering::Relaxed) || (pass > 1 && !any_unsolved()) {
                break;
            }
            if queue.is_empty() {
                // An earlier session did it.
                continue;
            }
            let library = {
                let mut shared = lock(shared);
                let run = shared.run;
                let stored = shared.store.library_of_pass(run, pass)?;
                shared.progress.pass = pass;
                (shared.progress.done, shared.progress.of) = (0, queue.len());
                Library::of(self.given.iter().cloned().chain(stored))
            };
            (last, size) = (pass, library.programs.len());
            watch.pass(pass, queue.len());
            let turn = Turn {
                session: self,
                shared,
                library: &library,
                pass,
                queue: &queue,
                next: AtomicUsize::new(0),
                deadline,
                over,
            };
            turn.run(watch)?;
        }
        Ok((last, size))
    }

    /// The places of the tasks to search in a pass, in order.
    fn queue(&self, pass: u32, standings: &[Standing]) -> Vec<usize> {
        let train = |place: usize| self.tasks[place].train.len();
        let todo = |&place: &usize| standings[place].pass < pass;
        if pass == 1 {
            return (0..self.tasks.len()).filter(todo).collect();
        }
        let mut queue: Vec<usize> = (0..self.tasks.len())
            .filter(todo)
            .filter(|&place| !is_solved(&standings[place], train(place)))
            .collect();
        // Whole numbers, so that the order is total: demonstrations explained, in millionths.
        queue.sort_by_key(|&place| {
            let matched = u64::from(standings[place].matched) * 1_000_000;
            let attempted = standings[place].attempts.iter().flatten().flatten().count();
            let share = matched / train(place).max(1) as u64;
            (Reverse((share, attempted > 0)), place)
        });
        queue
    }
}

/// A pass over the tasks of a queue.
struct Turn<'t, 'a, 's, S> {
    session: &'t Session<'a, S>,
    shared: &'t Mutex<Shared<'s>>,
    library: &'t Library,
    pass: u32,
    queue: &'t [usize],
    next: AtomicUsize,
    deadline: Option<Instant>,
    over: &'t AtomicBool,
}

impl<S: Solver> Turn<'_, '_, '_, S> {
    fn run(&self, watch: &impl Watch) -> Result<(), SessionError> {
        let workers = self.session.settings.workers().min(self.queue.len());
        // A pool of one thread a worker: whatever a search does in parallel stays on its own
        // thread, and cannot wait for the search of another task.
        let pools: Result<Vec<rayon::ThreadPool>, _> = (0..workers)
            .map(|_| rayon::ThreadPoolBuilder::new().num_threads(1).build())
            .collect();
        let pools = pools.map_err(|error| SessionError::Threads(error.to_string()))?;
        std::thread::scope(|scope| {
            for pool in &pools {
                scope.spawn(move || pool.install(|| self.work(watch)));
            }
        });
        Ok(())
    }

    /// Takes one task after the other until there is none, or no time.
    fn work(&self, watch: &impl Watch) {
        while !self.over.load(Ordering::Relaxed) {
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
            let budget = settings.budget(self.pass, self.share(at));
            let seed = settings.task_seed(task, self.pass);
            let search = || solver.solve(task, self.library, seed, &budget, self.over);
            // One broken search must not take the others with it.
            let outcome = catch_unwind(AssertUnwindSafe(search)).ok();
            let cut = self.over.load(Ordering::Relaxed);
            let searched = Searched {
                place,
                pass: self.pass,
                outcome,
                cut,
            };
            if !lock(self.shared).keep(searched, watch) {
                self.over.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The most time that the task at this place of the queue may have.
    fn share(&self, at: usize) -> Option<Duration> {
        let left = self.deadline?.saturating_duration_since(Instant::now());
        if self.pass > 1 {
            // The most promising come first, and have what they need.
            return Some(left);
        }
        // Everybody has a turn before anybody has a second one.
        let waiting = (self.queue.len() - at.min(self.queue.len())).max(1);
        let workers = self.session.settings.workers().min(waiting);
        let share = left.mul_f64(workers as f64 / waiting as f64);
        Some(share)
    }
}

/// A search cannot panic while it holds the lock; should a watcher do, what is there is good.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
