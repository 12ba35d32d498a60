//! A search that runs while pages watch it: its state, and its events for all of them.

use arcbatt::batt::Executor;
use arcbatt::grid::GridBuf;
use arcbatt::profile::views::html;
use arcbatt::profile::{Searches, SessionFacts};
use arcbatt::score::Attempts;
use arcbatt::session::{Event, PerTask, Report, Search, Session, Settings};
use arcbatt::store::Store;
use arcbatt::{DataSet, Limits, Program};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::broadcast;

/// Events that a slow page may be behind before it is told everything again.
const BACKLOG: usize = 1_024;

/// How far the search has come with a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum TaskState {
    /// Not searched yet.
    Waiting,
    /// Being searched.
    Searching,
    /// Searched, without a program that fits.
    Unsolved,
    /// A program fits all demonstrations.
    Fits,
    /// And is right on all tests.
    Right,
}

/// A task of the search.
#[derive(Clone, Debug, Serialize)]
struct LiveTask {
    id: String,
    state: TaskState,
    /// The last program that fits.
    program: Option<String>,
    /// Its answers to each test, for the pages that ask.
    #[serde(skip)]
    attempts: Vec<Attempts>,
}

/// The state of a search, as pages get it.
#[derive(Clone, Debug, Serialize)]
struct Status {
    tasks: Vec<LiveTask>,
    is_running: bool,
    /// Whether there is a profile of it.
    has_profile: bool,
    /// Why it ended, or failed.
    end: Option<String>,
    pass: u32,
    fitting: usize,
    programs: u64,
    evaluations: u64,
    /// Seconds since it started, and at most to go.
    elapsed: f64,
    left: Option<f64>,
}

struct Run {
    status: Status,
    started: Instant,
    ended: Option<Instant>,
    most_time: Option<Duration>,
    /// The page of its profile, once it has ended.
    profile: Option<String>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// The current search, if any, and who watches.
#[derive(Clone)]
pub struct Live {
    run: Arc<Mutex<Option<Run>>>,
    events: broadcast::Sender<String>,
}

impl Default for Live {
    fn default() -> Self {
        Self {
            run: Arc::default(),
            events: broadcast::channel(BACKLOG).0,
        }
    }
}

/// What to search, and how long.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct StartRequest {
    /// Seconds per task.
    pub seconds: f64,
    /// The ids of the tasks; all without them.
    pub tasks: Option<Vec<String>>,
    /// Whether to record where the time goes.
    #[serde(default)]
    pub profile: bool,
}

/// A search that was started.
struct Started {
    data: DataSet,
    /// The name of the data set.
    name: String,
    store: Option<PathBuf>,
    settings: Settings,
    stop: Arc<AtomicBool>,
    profile: bool,
}

impl Live {
    /// The state of the search; `null` if there was none.
    pub fn status(&self) -> String {
        let run = self.lock();
        let status = run.as_ref().map(|run| {
            let mut status = run.status.clone();
            let until = run.ended.unwrap_or_else(Instant::now);
            let elapsed = until.duration_since(run.started);
            status.elapsed = elapsed.as_secs_f64();
            let left = run.most_time.filter(|_| status.is_running);
            status.left = left.map(|most| most.saturating_sub(elapsed).as_secs_f64());
            status
        });
        serde_json::to_string(&status).unwrap_or_default()
    }

    /// The attempts at a task so far: for each test two grids, as lists of rows, or null.
    pub fn attempts(&self, id: &str) -> Option<Json> {
        let run = self.lock();
        let mut tasks = run.as_ref()?.status.tasks.iter();
        let task = tasks.find(|task| task.id == id)?;
        // As in the tasks of the page: a row is a text of digits.
        let row = |row: &[i8]| row.iter().map(i8::to_string).collect::<String>();
        let rows = |grid: &GridBuf| grid.view().rows().map(row).collect::<Vec<_>>();
        let grid = |grid: &Option<GridBuf>| json!(grid.as_ref().map(rows));
        let grids = |test: &Attempts| -> Json { test.iter().map(grid).collect() };
        Some(task.attempts.iter().map(grids).collect())
    }

    /// The page of the profile of the last search.
    pub fn profile(&self) -> Option<String> {
        self.lock().as_ref()?.profile.clone()
    }

    /// Events from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<String> {
        self.events.subscribe()
    }

    /// Starts a search on its own threads.
    pub fn start(
        &self,
        data: &DataSet,
        name: &str,
        store: Option<PathBuf>,
        request: &StartRequest,
    ) -> Result<(), String> {
        let seconds = Duration::try_from_secs_f64(request.seconds);
        let seconds = seconds.ok().filter(|time| !time.is_zero());
        let seconds = seconds.ok_or("the time per task must be a positive number of seconds")?;
        let data = chosen(data, request.tasks.as_deref())?;
        let settings = Settings {
            per_task: PerTask::Time(seconds),
            ..Settings::default()
        };
        let mut current = self.lock();
        if current.as_ref().is_some_and(|run| run.status.is_running) {
            return Err("a search is running: stop it first".to_owned());
        }
        let stop = Arc::new(AtomicBool::new(false));
        let waiting = |task: &arcbatt::Task| LiveTask {
            id: task.id.clone(),
            state: TaskState::Waiting,
            program: None,
            attempts: Vec::new(),
        };
        *current = Some(Run {
            status: Status {
                tasks: data.tasks.iter().map(waiting).collect(),
                is_running: true,
                has_profile: false,
                end: None,
                pass: 0,
                fitting: 0,
                programs: 0,
                evaluations: 0,
                elapsed: 0.0,
                left: None,
            },
            started: Instant::now(),
            ended: None,
            most_time: settings.most_time(data.tasks.len()),
            profile: None,
            stop: Arc::clone(&stop),
            thread: None,
        });
        let live = self.clone();
        let started = Started {
            data,
            name: name.to_owned(),
            store,
            settings,
            stop,
            profile: request.profile,
        };
        let thread = std::thread::Builder::new().spawn(move || live.search(&started));
        let thread = thread.map_err(|error| format!("cannot start a thread: {error}"))?;
        if let Some(run) = current.as_mut() {
            run.thread = Some(thread);
        }
        drop(current);
        self.send("status", self.status());
        Ok(())
    }

    /// Asks the search to stop; it ends soon after.
    pub fn stop(&self) {
        if let Some(run) = self.lock().as_ref() {
            run.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the search and waits until it has written its results.
    pub fn stop_and_wait(&self) {
        self.stop();
        let thread = self.lock().as_mut().and_then(|run| run.thread.take());
        // A search that panicked has nothing more to write.
        let _ = thread.map(JoinHandle::join);
    }

    fn search(&self, search: &Started) {
        let Started {
            data,
            name,
            store,
            settings,
            stop,
            profile,
        } = search;
        let searches = profile.then(|| Searches::new(Executor::CPU));
        let searched = || -> Result<Report, String> {
            let store = match store {
                Some(path) => Store::open(path),
                None => Store::in_memory(),
            };
            let mut store = store.map_err(|error| error.to_string())?;
            let session = Session {
                tasks: &data.tasks,
                given: &[],
                settings,
                submission: None,
                solver: match &searches {
                    Some(searches) => searches,
                    None => &Search(Executor::CPU),
                },
            };
            let on_event = |event: &Event<'_>| {
                if let Some(searches) = &searches {
                    searches.on_event(event);
                }
                self.on_event(event, data);
            };
            let report = session.run(&mut store, false, stop, &on_event);
            let mut report = report.map_err(|error| error.to_string())?;
            report.judge(&data.answers);
            Ok(report)
        };
        let report = searched();
        let profile = searches
            .zip(report.as_ref().ok())
            .map(|(searches, report)| {
                let facts = SessionFacts {
                    tasks: &data.tasks,
                    names: (name.clone(), "a search without a library".to_owned()),
                    load: Duration::ZERO,
                    threads: settings.workers(),
                };
                html::write(&searches.profile(report, &facts))
            });
        let (Ok(end) | Err(end)) = report.map(|report| match &report.store_moved {
            Some(moved) => format!("{}; {moved}", report.stop.name()),
            None => report.stop.name().to_owned(),
        });
        if let Some(run) = self.lock().as_mut() {
            run.status.is_running = false;
            run.status.end = Some(end);
            run.ended = Some(Instant::now());
            run.status.has_profile = profile.is_some();
            run.profile = profile;
        }
        self.send("status", self.status());
    }

    /// Changes the state, and tells the pages.
    fn on_event(&self, event: &Event<'_>, data: &DataSet) {
        match event {
            Event::RoundStarted { round, .. } => {
                self.change(|status| status.pass = *round);
            }
            Event::TaskStarted { task } => self.change_task(task, |entry| {
                if entry.state == TaskState::Waiting {
                    entry.state = TaskState::Searching;
                }
            }),
            Event::ProgramFound { task, program } => {
                let is_right = is_right(data, task, program);
                self.change_task(task, |entry| {
                    entry.state = match is_right {
                        true => TaskState::Right,
                        false => TaskState::Fits,
                    };
                    entry.program = Some(program.to_string());
                });
            }
            Event::TaskDone {
                task,
                attempts,
                progress,
            } => {
                self.change(|status| {
                    status.fitting = progress.fitting;
                    status.programs = progress.programs;
                    status.evaluations = progress.evaluations;
                });
                self.change_task(task, |entry| {
                    if entry.state == TaskState::Searching {
                        entry.state = TaskState::Unsolved;
                    }
                    entry.attempts = attempts.to_vec();
                });
            }
            _ => {}
        }
    }

    fn change(&self, change: impl FnOnce(&mut Status)) {
        if let Some(run) = self.lock().as_mut() {
            change(&mut run.status);
        }
    }

    /// Changes a task and sends it, with the figures of the search.
    fn change_task(&self, id: &str, change: impl FnOnce(&mut LiveTask)) {
        let mut run = self.lock();
        let Some(run) = run.as_mut() else { return };
        let Some(task) = run.status.tasks.iter_mut().find(|task| task.id == id) else {
            return;
        };
        change(task);
        let event = json!({
            "task": task,
            "pass": run.status.pass,
            "fitting": run.status.fitting,
            "programs": run.status.programs,
            "evaluations": run.status.evaluations,
        });
        self.send("task", event.to_string());
    }

    fn send(&self, kind: &str, data: String) {
        // Nobody may be watching.
        let _ = self.events.send(format!("{kind}\n{data}"));
    }

    fn lock(&self) -> MutexGuard<'_, Option<Run>> {
        // A thread that panicked leaves a state that can be shown.
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tasks to search, with their answers.
fn chosen(data: &DataSet, ids: Option<&[String]>) -> Result<DataSet, String> {
    let Some(ids) = ids else {
        return Ok(data.clone());
    };
    let mut chosen = DataSet::default();
    for (task, answers) in data.tasks.iter().zip(&data.answers) {
        if ids.contains(&task.id) {
            chosen.tasks.push(task.clone());
            chosen.answers.push(answers.clone());
        }
    }
    match chosen.tasks.len() {
        0 => Err("none of these tasks is in the data set".to_owned()),
        _ => Ok(chosen),
    }
}

/// Whether a program is right on all tests of a task, as far as their answers are known. The search
/// has ended with it when this is asked.
fn is_right(data: &DataSet, id: &str, program: &Program) -> bool {
    let Some(at) = data.tasks.iter().position(|task| task.id == id) else {
        return false;
    };
    let (task, answers) = (&data.tasks[at], &data.answers[at]);
    let mut tests = task.test.iter().zip(&answers.0);
    !task.test.is_empty()
        && answers.0.len() == task.test.len()
        && tests.all(|(input, answer)| {
            let output = program.run_with(&task.train, input, Limits::default());
            answer.is_some() && output.ok() == *answer
        })
}
