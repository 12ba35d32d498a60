//! A search that runs while pages watch it: its state, and its events for all of them.

use arcbatt::batt::Executor;
use arcbatt::session::{Event, PerTask, Search, Session, Settings};
use arcbatt::store::Store;
use arcbatt::{DataSet, Limits, Program};
use serde::Serialize;
use serde_json::json;
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
}

/// The state of a search, as pages get it.
#[derive(Clone, Debug, Serialize)]
struct Status {
    tasks: Vec<LiveTask>,
    is_running: bool,
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

    /// Events from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<String> {
        self.events.subscribe()
    }

    /// Starts a search on its own threads.
    pub fn start(
        &self,
        data: &DataSet,
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
        };
        *current = Some(Run {
            status: Status {
                tasks: data.tasks.iter().map(waiting).collect(),
                is_running: true,
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
            stop: Arc::clone(&stop),
            thread: None,
        });
        let live = self.clone();
        let search = move || live.search(&data, store, &settings, &stop);
        let thread = std::thread::Builder::new().spawn(search);
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

    fn search(
        &self,
        data: &DataSet,
        store: Option<PathBuf>,
        settings: &Settings,
        stop: &AtomicBool,
    ) {
        let searched = || -> Result<String, String> {
            let store = match &store {
                Some(path) => Store::open(path),
                None => Store::in_memory(),
            };
            let mut store = store.map_err(|error| error.to_string())?;
            let session = Session {
                tasks: &data.tasks,
                given: &[],
                settings,
                submission: None,
                solver: &Search(Executor::CPU),
            };
            let on_event = |event: &Event<'_>| self.on_event(event, data);
            let report = session.run(&mut store, false, stop, &on_event);
            report
                .map(|report| report.stop.name().to_owned())
                .map_err(|error| error.to_string())
        };
        let (Ok(end) | Err(end)) = searched();
        if let Some(run) = self.lock().as_mut() {
            run.status.is_running = false;
            run.status.end = Some(end);
            run.ended = Some(Instant::now());
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
            Event::TaskDone { task, progress } => {
                self.change(|status| {
                    status.fitting = progress.fitting;
                    status.programs = progress.programs;
                    status.evaluations = progress.evaluations;
                });
                self.change_task(task, |entry| {
                    if entry.state == TaskState::Searching {
                        entry.state = TaskState::Unsolved;
                    }
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
