//! `solve`: searches for programs, with events, a store and a submission.

use crate::check_report::at_key;
use crate::grid::Grid;
use crate::job::{self, Stop};
use crate::limits::Limits;
use crate::pickle::{GridText, ProgramText};
use crate::program::Program;
use crate::source::solvers_from;
use crate::table::{Column, Table};
use crate::task::tasks_from;
use arcbatt::program::{Program as Inner, ReadOptions, print_file};
use arcbatt::search::Library;
use arcbatt::session::{
    Event as InnerEvent, PerTask, Report as InnerReport, Search, Settings, without_tasks,
};
use arcbatt::text::counted;
use arcbatt::{Executor, Session, SessionError, Store};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList, PyTuple};
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Something that happened during a search.
///
/// `kind` is "run_started" (`tasks`, `done` resumed), "pass_started" (`number`, `tasks`), "task_started"
/// (`task`), "program_found" (`task`, `program`), "task_done" (`task`, `done`, `tasks`, `fitting`) or
/// "run_done" (`reason`, `fitting`). What an event does not say is None.
///
/// >>> import arcbatt as ab
/// >>> events = []
/// >>> report = ab.solve(ab.load("embedded")["half_turn"], steps=20_000, on_event=events.append)
/// >>> [event.kind for event in events][:3]
/// ['run_started', 'pass_started', 'task_started']
#[pyclass(frozen, get_all, module = "arcbatt")]
pub struct Event {
    /// What happened.
    kind: &'static str,
    /// The id of the task.
    task: Option<String>,
    /// The program that was found.
    program: Option<Py<Program>>,
    /// The number of the pass, from 1.
    number: Option<u32>,
    /// Number of tasks, of the run or of the pass.
    tasks: Option<usize>,
    /// Number of tasks done.
    done: Option<usize>,
    /// Number of tasks with a program that is right on all demonstrations.
    fitting: Option<usize>,
    /// Why the search ended.
    reason: Option<&'static str>,
}

#[pymethods]
impl Event {
    fn __repr__(&self) -> String {
        let mut text = format!("<Event {}", self.kind);
        if let Some(task) = &self.task {
            text.push_str(&format!(" {task}"));
        }
        if let Some(number) = self.number {
            text.push_str(&format!(" {number}"));
        }
        if let (Some(done), Some(tasks)) = (self.done, self.tasks) {
            text.push_str(&format!(", {done} of {}", counted(tasks, "task")));
        }
        if let Some(fitting) = self.fitting {
            text.push_str(&format!(
                ", {} with a fitting program",
                counted(fitting, "task")
            ));
        }
        if let Some(program) = &self.program {
            let program = program.get().inner();
            text.push_str(&format!(": {}", counted(program.lines.len(), "call")));
        }
        if let Some(reason) = self.reason {
            text.push_str(&format!(", {reason}"));
        }
        text.push('>');
        text
    }
}

/// An event on its way to the calling thread.
struct Sent {
    kind: &'static str,
    task: Option<String>,
    program: Option<Inner>,
    number: Option<u32>,
    tasks: Option<usize>,
    done: Option<usize>,
    fitting: Option<usize>,
    reason: Option<&'static str>,
}

impl Sent {
    fn new(event: &InnerEvent<'_>) -> Option<Self> {
        let sent = |kind| Self {
            kind,
            task: None,
            program: None,
            number: None,
            tasks: None,
            done: None,
            fitting: None,
            reason: None,
        };
        Some(match event {
            InnerEvent::RunStarted { tasks, resumed } => Self {
                tasks: Some(*tasks),
                done: Some(*resumed),
                ..sent("run_started")
            },
            InnerEvent::RoundStarted { round, tasks, .. } => Self {
                number: Some(*round),
                tasks: Some(*tasks),
                ..sent("pass_started")
            },
            InnerEvent::TaskStarted { task } => Self {
                task: Some((*task).to_owned()),
                ..sent("task_started")
            },
            InnerEvent::ProgramFound { task, program } => Self {
                task: Some((*task).to_owned()),
                program: Some((*program).clone()),
                ..sent("program_found")
            },
            InnerEvent::TaskDone { task, progress } => Self {
                task: Some((*task).to_owned()),
                done: Some(progress.done),
                tasks: Some(progress.of),
                fitting: Some(progress.fitting),
                ..sent("task_done")
            },
            InnerEvent::RunDone { reason, fitting } => Self {
                reason: Some(reason.name()),
                fitting: Some(*fitting),
                ..sent("run_done")
            },
            _ => return None,
        })
    }

    fn event(self, py: Python<'_>) -> PyResult<Event> {
        let program = self
            .program
            .map(|program| Py::new(py, Program::new(program)));
        Ok(Event {
            kind: self.kind,
            task: self.task,
            program: program.transpose()?,
            number: self.number,
            tasks: self.tasks,
            done: self.done,
            fitting: self.fitting,
            reason: self.reason,
        })
    }
}

fn seconds(name: &str, seconds: f64) -> PyResult<Duration> {
    let bad = |_| PyValueError::new_err(format!("{name} is {seconds}; give seconds of at least 0"));
    Duration::try_from_secs_f64(seconds).map_err(bad)
}

/// Searches for programs that solve tasks, under a budget.
///
/// Every task is searched for `time_per_task` seconds (1 if nothing else is given) or for `steps` node
/// evaluations, which give the same result on every machine. With `time_limit`, the remaining seconds go
/// to tasks without a fitting program. `library` are programs to try first; those named after the tasks
/// searched are left out unless `allow_same_tasks`. `store` is an SQLite file that keeps programs and
/// scores; `resume` continues its last run of the same tasks. `submission` is a JSON file that is valid
/// at any moment. `on_event` is called with every `Event`, on this thread. Outputs of tests are looked at
/// only after the search. Ctrl-C raises `Interrupted`, whose `result` has what was there.
///
/// >>> import arcbatt as ab
/// >>> tasks = ab.load("embedded")
/// >>> report = ab.solve(tasks["half_turn"], steps=20_000)
/// >>> report
/// <SolveReport of 1 task: 1 fits, 1 right>
/// >>> report["half_turn"].program.calls
/// 1
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
    if steps.is_some() && (time_per_task.is_some() || time_limit.is_some()) {
        return Err(PyValueError::new_err(
            "give either steps or times, not both",
        ));
    }
    if resume && store.is_none() {
        return Err(PyValueError::new_err("resume needs a store to resume from"));
    }
    let given = match &library {
        None => Vec::new(),
        Some(library) => {
            let solvers = solvers_from(library, &ReadOptions::default())?;
            let programs = Library::of(solvers.programs).programs;
            match allow_same_tasks {
                true => programs,
                false => without_tasks(programs, &data).0,
            }
        }
    };
    let usual = Settings::default();
    let settings = Settings {
        seed,
        per_task: match steps {
            Some(steps) => PerTask::Steps(steps.get()),
            None => PerTask::Time(seconds("time_per_task", time_per_task.unwrap_or(1.0))?),
        },
        time_total: time_limit
            .map(|time| seconds("time_limit", time))
            .transpose()?,
        passes: passes.map(NonZeroU32::get),
        memory: memory.unwrap_or(usual.memory),
        same_tasks: allow_same_tasks,
        limits: Limits::of(limits.map(|limits| limits.get())),
        threads: threads.unwrap_or(usual.threads),
    };
    let wants_events = on_event.is_some();
    let work = move |stop: &AtomicBool, send: &(dyn Fn(Sent) + Sync)| {
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
            if wants_events && let Some(event) = Sent::new(event) {
                send(event);
            }
        };
        let mut report = session.run(&mut store, resume, stop, &tell)?;
        report.judge(&data.answers);
        Ok::<_, SessionError>(SolveData::new(&report))
    };
    let tell = |py: Python<'_>, sent: Sent| match &on_event {
        Some(callback) => callback.call1(py, (sent.event(py)?,)).map(drop),
        None => Ok(()),
    };
    let ended = job::run(py, threads, Stop::flag(None), work, tell)?;
    ended.into_object(py, |report| match report {
        Ok(data) => Ok(SolveReport {
            data: Arc::new(data),
        }),
        Err(error) => Err(PyOSError::new_err(error.to_string())),
    })
}

/// The result of a search.
#[derive(Serialize, Deserialize)]
struct SolveData {
    ids: Vec<String>,
    tasks: Vec<SolvedData>,
    stop: String,
    passes: u32,
    seconds: f64,
}

/// The result of a search on one task.
#[derive(Clone, Serialize, Deserialize)]
struct SolvedData {
    id: String,
    fits: bool,
    right: Option<bool>,
    train_right: usize,
    program: Option<ProgramText>,
    attempts: Vec<[Option<GridText>; 2]>,
}

impl SolveData {
    fn new(report: &InnerReport) -> Self {
        let task = |task: &arcbatt::session::TaskReport| SolvedData {
            id: task.id.clone(),
            fits: task.fits(),
            right: task.test_result.is_right(),
            train_right: task.standing.matched as usize,
            program: task
                .standing
                .best
                .as_ref()
                .map(|best| ProgramText(best.program.clone())),
            attempts: task
                .standing
                .attempts
                .iter()
                .map(|two| two.clone().map(|grid| grid.map(GridText)))
                .collect(),
        };
        Self {
            ids: report.tasks.iter().map(|task| task.id.clone()).collect(),
            tasks: report.tasks.iter().map(task).collect(),
            stop: report.stop.name().to_owned(),
            passes: report.passes,
            seconds: report.wall.as_secs_f64(),
        }
    }
}

/// The result of a search on one task.
///
/// >>> import arcbatt as ab
/// >>> report = ab.solve(ab.load("embedded")["half_turn"], steps=20_000)
/// >>> report[0]
/// <SolvedTask half_turn: a program of 1 call fits; right>
#[pyclass(frozen, module = "arcbatt")]
pub struct SolvedTask {
    data: SolvedData,
}

#[pymethods]
impl SolvedTask {
    /// The id of the task.
    #[getter]
    fn id(&self) -> &str {
        &self.data.id
    }

    /// Whether its best program is right on all demonstrations.
    #[getter]
    fn fits(&self) -> bool {
        self.data.fits
    }

    /// Whether one of two attempts is right on every test; None if an output is unknown.
    #[getter]
    fn right(&self) -> Option<bool> {
        self.data.right
    }

    /// Number of demonstrations that its best program is right on.
    #[getter]
    fn train_right(&self) -> usize {
        self.data.train_right
    }

    /// The best program found, or None.
    #[getter]
    fn program(&self) -> Option<Program> {
        let program = self.data.program.as_ref();
        program.map(|program| Program::new(program.0.clone()))
    }

    /// Two attempts at every test; None where there is none.
    #[getter]
    fn attempts(&self) -> Vec<(Option<Grid>, Option<Grid>)> {
        let grid = |grid: &Option<GridText>| grid.clone().map(|grid| Grid::new(grid.0));
        let attempts = self.data.attempts.iter();
        attempts.map(|[one, two]| (grid(one), grid(two))).collect()
    }

    fn __repr__(&self) -> String {
        let program = match (&self.data.program, self.data.fits) {
            (Some(program), true) => {
                format!(
                    "a program of {} fits",
                    counted(program.0.lines.len(), "call")
                )
            }
            _ => "no program fits".to_owned(),
        };
        let right = match self.data.right {
            Some(true) => "; right",
            Some(false) => "; wrong",
            None => "",
        };
        format!("<SolvedTask {}: {program}{right}>", self.data.id)
    }
}

/// What `solve` returns: the best program and the attempts of every task.
///
/// `polars.DataFrame(report)` has a row per task.
///
/// >>> import arcbatt as ab
/// >>> report = ab.solve(ab.load("embedded")["half_turn"], steps=20_000)
/// >>> report.fits, report.right, report.stop
/// (['half_turn'], ['half_turn'], 'done')
#[pyclass(frozen, module = "arcbatt")]
pub struct SolveReport {
    data: Arc<SolveData>,
}

impl SolveReport {
    fn ids(&self, keep: impl Fn(&SolvedData) -> bool) -> Vec<String> {
        let tasks = self.data.tasks.iter().filter(|task| keep(task));
        tasks.map(|task| task.id.clone()).collect()
    }

    fn table(&self) -> PyResult<Table> {
        let tasks = || self.data.tasks.iter();
        Table::new(vec![
            Column::text("task", tasks().map(|task| Some(&task.id))),
            Column::flag("fits", tasks().map(|task| Some(task.fits))),
            Column::flag("right", tasks().map(|task| task.right)),
            Column::count(
                "train_right",
                tasks().map(|task| Some(task.train_right as u64)),
            ),
            Column::text(
                "program",
                tasks().map(|task| task.program.as_ref().map(|p| p.0.to_string())),
            ),
        ])
    }
}

#[pymethods]
impl SolveReport {
    /// The ids of the tasks with a program that is right on all demonstrations.
    #[getter]
    fn fits(&self) -> Vec<String> {
        self.ids(|task| task.fits)
    }

    /// The ids of the tasks whose attempts are right on all tests.
    #[getter]
    fn right(&self) -> Vec<String> {
        self.ids(|task| task.right == Some(true))
    }

    /// The results by task.
    #[getter]
    fn tasks(&self) -> Vec<SolvedTask> {
        self.data
            .tasks
            .iter()
            .map(|data| SolvedTask { data: data.clone() })
            .collect()
    }

    /// Why the search ended: "done", "time" (the limit), "stopped" or "failed" (a file).
    #[getter]
    fn stop(&self) -> &str {
        &self.data.stop
    }

    /// Number of passes over the tasks.
    #[getter]
    fn passes(&self) -> u32 {
        self.data.passes
    }

    /// Seconds of the search.
    #[getter]
    fn time(&self) -> f64 {
        self.data.seconds
    }

    /// The programs that fit, as a solver file.
    #[getter]
    fn solvers(&self) -> String {
        let fitting = self.data.tasks.iter().filter(|task| task.fits);
        let named = fitting.filter_map(|task| {
            let mut program = task.program.as_ref()?.0.clone();
            program.name = arcbatt::session::solver_name(&task.id);
            Some(program)
        });
        print_file(&named.collect::<Vec<Inner>>())
    }

    /// A row per task, for readers of Arrow.
    ///
    /// >>> import arcbatt as ab
    /// >>> len(ab.solve(ab.load("embedded")["half_turn"], steps=1_000).to_arrow())
    /// 1
    fn to_arrow(&self) -> PyResult<Table> {
        self.table()
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        self.table()?.stream(py)
    }

    fn __len__(&self) -> usize {
        self.data.tasks.len()
    }

    fn __getitem__(&self, at: &Bound<'_, PyAny>) -> PyResult<SolvedTask> {
        let place = at_key(at, &self.data.ids)?;
        Ok(SolvedTask {
            data: self.data.tasks[place].clone(),
        })
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.tasks())?.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        let fits = match self.fits().len() {
            1 => "1 fits".to_owned(),
            count => format!("{count} fit"),
        };
        let right = self.right().len();
        format!(
            "<SolveReport of {}: {fits}, {right} right>",
            counted(self.data.tasks.len(), "task")
        )
    }

    fn _repr_html_(&self) -> String {
        let title = crate::draw::escaped(self.__repr__().trim_matches(['<', '>']));
        let rows = self.data.tasks.iter().map(|task| {
            let program = task
                .program
                .as_ref()
                .filter(|_| task.fits)
                .map(|program| program.0.to_string());
            let program = crate::draw::escaped(&program.unwrap_or_default());
            let right = match task.right {
                Some(true) => "right",
                Some(false) => "wrong",
                None => "",
            };
            vec![
                task.id.clone(),
                right.to_owned(),
                format!("<pre>{program}</pre>"),
            ]
        });
        format!(
            "<p><b>{title}</b></p>{}",
            crate::draw::table(&["task", "tests", "program"], rows)
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        crate::pickle::reduce(slf, &*slf.get().data)
    }

    #[staticmethod]
    fn _restore(state: &[u8]) -> PyResult<Self> {
        Ok(Self {
            data: Arc::new(crate::pickle::restore(state)?),
        })
    }
}
