//! `solve`: searches for programs, with events, a store and a submission.

use crate::event::{Event, EventData};
use crate::job::{self, Stop};
use crate::limits::Limits;
use crate::solve_report::{SolveData, SolveReport};
use crate::source::solvers_from;
use crate::task_set::tasks_from;
use arcbatt::program::ReadOptions;
use arcbatt::search::Library;
use arcbatt::session::{Event as InnerEvent, PerTask, Search, Settings, without_tasks};
use arcbatt::{DataSet, Executor, Limits as InnerLimits, Program, Session, SessionError, Store};
use pyo3::exceptions::{PyOSError, PyRuntimeWarning, PyValueError};
use pyo3::prelude::*;
use std::ffi::CString;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn seconds(name: &str, seconds: f64) -> PyResult<Duration> {
    let bad = |_| PyValueError::new_err(format!("{name} is {seconds}; give seconds of at least 0"));
    Duration::try_from_secs_f64(seconds).map_err(bad)
}

/// The arguments of a search that decide its settings.
#[derive(Default)]
pub struct SolveArguments {
    pub time_per_task: Option<f64>,
    pub time_limit: Option<f64>,
    pub steps: Option<NonZeroU64>,
    pub passes: Option<NonZeroU32>,
    pub allow_same_tasks: bool,
    pub memory: Option<usize>,
    pub threads: Option<usize>,
    pub seed: u64,
}

impl SolveArguments {
    /// The settings; 1 second per task if no budget is given.
    pub fn settings(&self, limits: InnerLimits) -> PyResult<Settings> {
        let usual = Settings::default();
        let has_times = self.time_per_task.is_some() || self.time_limit.is_some();
        if self.steps.is_some() && has_times {
            return Err(PyValueError::new_err(
                "give either steps or times, not both",
            ));
        }
        let time = self.time_per_task.unwrap_or(1.0);
        let total = self.time_limit.map(|time| seconds("time_limit", time));
        Ok(Settings {
            seed: self.seed,
            per_task: match self.steps {
                Some(steps) => PerTask::Steps(steps.get()),
                None => PerTask::Time(seconds("time_per_task", time)?),
            },
            time_total: total.transpose()?,
            passes: self.passes.map(NonZeroU32::get),
            memory: self.memory.unwrap_or(usual.memory),
            same_tasks: self.allow_same_tasks,
            limits,
            threads: self.threads.unwrap_or(usual.threads),
        })
    }
}

/// The programs of a library, and how many were left out because they are named after the tasks.
pub fn library_programs(
    library: Option<&Bound<'_, PyAny>>,
    data: &DataSet,
    allow_same_tasks: bool,
) -> PyResult<(Vec<Program>, usize)> {
    let Some(library) = library else {
        return Ok((Vec::new(), 0));
    };
    let solvers = solvers_from(library, &ReadOptions::default())?;
    let programs = Library::of(solvers.programs).programs;
    Ok(match allow_same_tasks {
        true => (programs, 0),
        false => without_tasks(programs, data),
    })
}

/// Searches for programs that solve tasks, under a budget.
///
/// Every task is searched for `time_per_task` seconds (1 if nothing else is given) or for `steps` node
/// evaluations, which give the same result on every machine. With `time_limit`, the remaining seconds go
/// to tasks without a fitting program. `library` are programs to try first; those named after the tasks
/// searched are left out unless `allow_same_tasks`. `store` is an SQLite file that keeps programs and
/// scores; `resume` continues its last run of the same tasks. `submission` is a JSON file that is valid
/// at any moment. `on_event` is called with every `Event`, on this thread. Outputs of tests are looked at
/// only after the search. Ctrl-C raises `Interrupted`, whose `result` has the results so far.
///
/// >>> import arcbatt as ab
/// >>> tasks = ab.load("embedded")
/// >>> report = ab.solve(tasks["half_turn"], steps=20_000)
/// >>> report
/// <SolveReport of 1 task: 1 fits, 1 right>
/// >>> report["half_turn"]
/// <SolvedTask half_turn: a program of 1 call fits; right>
#[pyfunction]
#[pyo3(signature = (tasks, *, time_per_task = None, time_limit = None, steps = None, passes = None, library = None, allow_same_tasks = false, store = None, resume = false, submission = None, on_event = None, limits = None, memory = None, threads = None, seed = 0))]
#[allow(clippy::too_many_arguments)]
pub fn solve(
    py: Python<'_>,
    tasks: &Bound<'_, PyAny>,
    time_per_task: Option<f64>,
    time_limit: Option<f64>,
    steps: Option<NonZeroU64>,
    passes: Option<NonZeroU32>,
    library: Option<Bound<'_, PyAny>>,
    allow_same_tasks: bool,
    store: Option<PathBuf>,
    resume: bool,
    submission: Option<PathBuf>,
    on_event: Option<Py<PyAny>>,
    limits: Option<&Bound<'_, Limits>>,
    memory: Option<usize>,
    threads: Option<usize>,
    seed: u64,
) -> PyResult<SolveReport> {
    let data = match tasks.cast::<crate::task::Task>() {
        Ok(task) => Arc::new(task.get().data()),
        Err(_) => tasks_from(tasks)?,
    };
    if resume && store.is_none() {
        return Err(PyValueError::new_err("resume needs a store to resume from"));
    }
    let (given, _) = library_programs(library.as_ref(), &data, allow_same_tasks)?;
    let arguments = SolveArguments {
        time_per_task,
        time_limit,
        steps,
        passes,
        allow_same_tasks,
        memory,
        threads,
        seed,
    };
    let settings = arguments.settings(Limits::of(limits.map(|limits| limits.get())))?;
    let wants_events = on_event.is_some();
    let work = move |stop: &AtomicBool, send: &(dyn Fn(EventData) + Sync)| {
        let mut store = match &store {
            Some(path) => Store::open(path),
            None => Store::in_memory(),
        }
        .map_err(SessionError::from)?;
        let session = Session {
            tasks: &data.tasks,
            given: &given,
            settings: &settings,
            submission: submission.as_deref(),
            solver: &Search(Executor::CPU),
        };
        let tell = |event: &InnerEvent<'_>| {
            if wants_events && let Some(event) = EventData::new(event) {
                send(event);
            }
        };
        let mut report = session.run(&mut store, resume, stop, &tell)?;
        report.judge(&data.answers);
        let troubles = [
            report.failure.clone(),
            report.store_moved.as_ref().map(|moved| moved.to_string()),
        ];
        let troubles: Vec<String> = troubles.into_iter().flatten().collect();
        Ok::<_, SessionError>((SolveData::new(&report), troubles))
    };
    let tell = |py: Python<'_>, data: EventData| match &on_event {
        Some(callback) => callback.call1(py, (Event { data },)).map(drop),
        None => Ok(()),
    };
    let ended = job::run(py, threads, Some(Stop::flag(None)), work, tell)?;
    ended.into_object(py, |report| match report {
        Ok((data, troubles)) => {
            for trouble in troubles {
                warn_about(py, &trouble)?;
            }
            Ok(SolveReport {
                data: Arc::new(data),
            })
        }
        Err(error) => Err(PyOSError::new_err(error.to_string())),
    })
}

/// Warns about a file that could not be written: the results are returned all the same.
fn warn_about(py: Python<'_>, trouble: &str) -> PyResult<()> {
    let message = CString::new(trouble.replace('\0', ""))?;
    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &message, 1)
}
