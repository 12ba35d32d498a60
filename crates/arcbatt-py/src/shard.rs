//! `arcbatt.shard`: plans, shards and merged results. The functions here are for `python/arcbatt/shard.py`.

use crate::job::{self, Stop};
use crate::limits::Limits;
use crate::solve::{SolveArguments, library_programs};
use crate::solve_report::{SolveData, SolveReport};
use crate::source::{Definition, options, read_one};
use crate::task_set::tasks_from;
use arcbatt::program::{ParseError, Place, Program, ReadCache};
use arcbatt::shard::{
    MergeOutputs, Plan as Inner, RunOptions, ShardError, ShardResult, Status, merge, merge_bytes,
    status, write_result,
};
use arcbatt::text::counted;
use arcbatt::{DataSet, Store};
use pyo3::exceptions::{PyIndexError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The exception of an error.
fn raised(error: ShardError) -> PyErr {
    let message = error.to_string();
    match error {
        ShardError::File { .. } | ShardError::Output(_) | ShardError::Session(_) => {
            PyOSError::new_err(message)
        }
        ShardError::Index { .. } => PyIndexError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

/// Work divided into shards: what `plan` and `plan_rank` return. It has no answers to tests.
///
/// >>> import arcbatt as ab
/// >>> plan = ab.shard.plan(ab.load("embedded", first=4), shards=2, steps=2_000)
/// >>> plan
/// <Plan of 2 shards: solve, 4 tasks>
/// >>> len(plan.ids), plan.repeatable
/// (2, True)
#[pyclass(frozen, eq, module = "arcbatt.shard")]
#[derive(PartialEq)]
pub struct Plan {
    inner: Arc<Inner>,
}

impl Plan {
    fn new(inner: Result<Inner, ShardError>) -> PyResult<Self> {
        Ok(Self {
            inner: Arc::new(inner.map_err(raised)?),
        })
    }
}

#[pymethods]
impl Plan {
    /// "solve", "run" or "rank".
    #[getter]
    fn command(&self) -> &'static str {
        self.inner.command()
    }

    /// The ids of the tasks, in order.
    #[getter]
    fn tasks(&self) -> Vec<String> {
        self.inner.tasks().to_vec()
    }

    /// The ids of the shards, in order: hashes of all that decides their results.
    #[getter]
    fn ids(&self) -> Vec<String> {
        self.inner.ids().map(str::to_owned).collect()
    }

    /// Estimated costs of the shards; only their ratios matter.
    #[getter]
    fn costs(&self) -> Vec<u64> {
        self.inner.costs().collect()
    }

    /// Whether a shard that runs again gives the same bytes: not with a budget in seconds.
    #[getter]
    fn repeatable(&self) -> bool {
        self.inner.is_repeatable()
    }

    /// The plan as JSON.
    ///
    /// >>> import arcbatt as ab
    /// >>> plan = ab.shard.plan(ab.load("embedded", first=2), shards=2, steps=10)
    /// >>> ab.shard.from_json(plan.to_json()) == plan
    /// True
    fn to_json(&self) -> String {
        self.inner.to_json()
    }

    /// Writes the plan, for `arcbatt shard` and `read`; a file that is there is replaced as a whole.
    ///
    /// >>> import arcbatt as ab, os, tempfile
    /// >>> plan = ab.shard.plan(ab.load("embedded", first=2), shards=2, steps=10)
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     plan.save(os.path.join(folder, "plan.json"))
    /// ...     ab.shard.read(os.path.join(folder, "plan.json")) == plan
    /// True
    fn save(&self, path: PathBuf) -> PyResult<()> {
        self.inner.write(&path).map_err(raised)
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn __repr__(&self) -> String {
        let (shards, tasks) = (self.inner.len(), self.inner.tasks().len());
        let (shards, tasks) = (counted(shards, "shard"), counted(tasks, "task"));
        format!("<Plan of {shards}: {}, {tasks}>", self.command())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = slf.py().import("arcbatt._arcbatt")?;
        let restore = restore.getattr("plan_from_json")?;
        (restore, (slf.get().to_json(),)).into_pyobject(slf.py())
    }
}

/// Plans `solve`.
#[pyfunction]
#[pyo3(signature = (tasks, shards, *, steps = None, time_per_task = None, library = None, allow_same_tasks = false, limits = None, memory = None, seed = 0))]
#[allow(clippy::too_many_arguments)]
pub fn plan_solve(
    tasks: &Bound<'_, PyAny>,
    shards: usize,
    steps: Option<NonZeroU64>,
    time_per_task: Option<f64>,
    library: Option<Bound<'_, PyAny>>,
    allow_same_tasks: bool,
    limits: Option<&Bound<'_, Limits>>,
    memory: Option<usize>,
    seed: u64,
) -> PyResult<Plan> {
    let data = tasks_from(tasks)?;
    let (programs, left_out) = library_programs(library.as_ref(), &data, allow_same_tasks)?;
    let settings = SolveArguments {
        time_per_task,
        steps,
        seed,
        memory,
        allow_same_tasks,
        ..SolveArguments::default()
    };
    let settings = settings.settings(Limits::of(limits.map(|limits| limits.get())))?;
    let name = "Python";
    Plan::new(Inner::solve(
        name,
        &data.tasks,
        &programs,
        &settings,
        left_out,
        shards,
    ))
}

/// Plans `rank`: candidates as texts, by the id of their task.
#[pyfunction]
#[pyo3(signature = (tasks, candidates, shards, *, limits = None, entry = None, define = None))]
pub fn plan_rank(
    tasks: &Bound<'_, PyAny>,
    candidates: Vec<(String, Vec<String>)>,
    shards: usize,
    limits: Option<&Bound<'_, Limits>>,
    entry: Option<Bound<'_, PyAny>>,
    define: Option<Vec<Py<Definition>>>,
) -> PyResult<Plan> {
    let data = tasks_from(tasks)?;
    let options = options(entry, define)?;
    let mut cache = ReadCache::default();
    let mut read = |text: &String| -> Result<Program, ParseError> {
        read_one(text, &options, &mut cache).map_err(|problem| ParseError {
            place: Place {
                line: problem.line,
                column: problem.column,
                ..Place::START
            },
            function: problem.function,
            message: problem.message,
            excerpt: problem.excerpt,
        })
    };
    let mut of_task: Vec<Vec<Result<Program, ParseError>>> = Vec::new();
    of_task.resize_with(data.tasks.len(), Vec::new);
    for (id, texts) in &candidates {
        let place = data.tasks.iter().position(|task| task.id == *id);
        let none = || PyValueError::new_err(format!("there is no task {id} for its candidates"));
        of_task[place.ok_or_else(none)?].extend(texts.iter().map(&mut read));
    }
    let candidates: Vec<_> = of_task
        .iter()
        .map(|of_task| of_task.iter().map(Result::as_ref).collect())
        .collect();
    let limits = Limits::of(limits.map(|limits| limits.get()));
    Plan::new(Inner::rank(
        "Python",
        &data.tasks,
        &candidates,
        limits,
        shards,
    ))
}

/// Reads a plan.
#[pyfunction]
pub fn read_plan(path: PathBuf) -> PyResult<Plan> {
    Plan::new(Inner::read(&path))
}

/// The plan of a JSON text.
#[pyfunction]
pub fn plan_from_json(text: &str) -> PyResult<Plan> {
    Plan::new(Inner::from_json(text))
}

/// Runs a shard: its id, the bytes of its result, its tasks, and those with a program that fits.
#[pyfunction]
#[pyo3(signature = (plan, index, *, threads = None))]
pub fn run_shard<'py>(
    py: Python<'py>,
    plan: &Bound<'py, Plan>,
    index: usize,
    threads: Option<usize>,
) -> PyResult<(String, Bound<'py, PyBytes>, usize, usize)> {
    let job = plan.get().inner.job(index).map_err(raised)?;
    let work = move |stop: &AtomicBool, _: &(dyn Fn(()) + Sync)| {
        let usual = RunOptions::default();
        let options = RunOptions {
            threads: threads.unwrap_or(usual.threads),
            stop,
            ..usual
        };
        job.run(&options)
    };
    let stop = Some(Stop::flag(None));
    let ended = job::run(py, threads, stop, work, |_, ()| Ok(()))?;
    ended.into_object(py, |result: Result<ShardResult, ShardError>| {
        let result = result.map_err(raised)?;
        let bytes = PyBytes::new(py, &result.bytes);
        Ok((result.id, bytes, result.tasks, result.fitting))
    })
}

/// Writes the result of a shard into a folder: whole, then renamed.
#[pyfunction]
pub fn write_shard(folder: PathBuf, id: String, bytes: Vec<u8>) -> PyResult<PathBuf> {
    let result = ShardResult {
        id,
        bytes,
        tasks: 0,
        fitting: 0,
    };
    write_result(&folder, &result).map_err(raised)
}

/// Done, missing, and files that are left out with the reason.
type Statuses = (Vec<usize>, Vec<usize>, Vec<(PathBuf, String)>);

fn statuses(status: Status) -> Statuses {
    let left_out = status.left_out.into_iter();
    let left_out = left_out
        .map(|(path, why)| (path, why.to_string()))
        .collect();
    (status.done, status.missing, left_out)
}

/// Which shards have a result in a folder.
#[pyfunction]
pub fn shard_status(plan: &Bound<'_, Plan>, folder: PathBuf) -> PyResult<Statuses> {
    status(&plan.get().inner, &folder)
        .map(statuses)
        .map_err(raised)
}

/// Merges the results in a folder, or those given by the index of their shard.
#[pyfunction]
#[pyo3(signature = (plan, folder, results, *, store = None, submission = None, report = None, solvers = None, tasks = None))]
#[allow(clippy::too_many_arguments)]
pub fn merge_shards(
    py: Python<'_>,
    plan: &Bound<'_, Plan>,
    folder: Option<PathBuf>,
    results: Vec<(usize, Vec<u8>)>,
    store: Option<PathBuf>,
    submission: Option<PathBuf>,
    report: Option<PathBuf>,
    solvers: Option<PathBuf>,
    tasks: Option<Bound<'_, PyAny>>,
) -> PyResult<(Statuses, Option<SolveReport>)> {
    let data: Option<Arc<DataSet>> = tasks.as_ref().map(tasks_from).transpose()?;
    let plan = Arc::clone(&plan.get().inner);
    let work = move || -> Result<_, ShardError> {
        let mut store = store.as_deref().map(Store::open).transpose()?;
        let outputs = MergeOutputs {
            store: store.as_mut(),
            submission: submission.as_deref(),
            solvers: solvers.as_deref(),
            replace: false,
        };
        let mut merged = match &folder {
            Some(folder) => merge(&plan, folder, outputs)?,
            None => merge_bytes(&plan, results, outputs)?,
        };
        if let Some(data) = &data {
            merged.judge(data);
        }
        if let Some(path) = &report {
            merged.write_report(path)?;
        }
        Ok(merged)
    };
    let merged = py.detach(work).map_err(raised)?;
    let report = merged.report().map(|report| SolveReport {
        data: Arc::new(SolveData::new(report)),
    });
    Ok((statuses(merged.status), report))
}
