//! `profile`: where the time of a run goes.

use crate::job;
use crate::limits::Limits;
use crate::source::solvers_from;
use crate::task_set::tasks_from;
use arcbatt::profile::views::{by_extension, markdown};
use arcbatt::profile::{
    GivenProgram, GpuFacts, Profile as Inner, Request, Subject, default_mutants,
    profile as profile_all,
};
use arcbatt::program::ReadOptions;
use arcbatt::session::evolve::Settings;
use arcbatt::whole_file::write_whole;
use arcbatt::{DataSet, TaskLimits, card};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Target for the time of all runs.
const TIME: Duration = Duration::from_millis(700);

/// Where the time goes: what `profile` returns.
///
/// >>> import arcbatt as ab
/// >>> profile = ab.profile("embedded", ab.load("embedded")["half_turn"], mutants=0)
/// >>> "half_turn" in profile.text
/// True
#[pyclass(frozen, module = "arcbatt")]
pub struct Profile {
    inner: Inner,
}

#[pymethods]
impl Profile {
    /// The profile as Markdown.
    #[getter]
    fn text(&self) -> String {
        markdown::write(&self.inner)
    }

    /// The profile as a dict; docs/profile.md describes it.
    ///
    /// >>> import arcbatt as ab
    /// >>> task = ab.load("embedded")["half_turn"]
    /// >>> "phases" in ab.profile("embedded", task, mutants=0).to_dict()
    /// True
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?
            .call_method1("loads", (self.inner.to_json(),))
    }

    /// Writes a file: .html (a page), .svg (a flame graph), .md or .json.
    ///
    /// >>> import arcbatt as ab, os, tempfile
    /// >>> profile = ab.profile("embedded", ab.load("embedded")["half_turn"], mutants=0)
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     profile.save(os.path.join(folder, "p.html"))
    /// ...     os.listdir(folder)
    /// ['p.html']
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let view = extension.and_then(by_extension).ok_or_else(|| {
            PyValueError::new_err(format!(
                "{}: a profile ends in .html, .svg, .md or .json",
                path.display()
            ))
        })?;
        let text = view(&self.inner);
        let written = write_whole(&path, |file| file.write_all(text.as_bytes()));
        written.map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        crate::pickle::reduce(slf, &slf.get().inner.to_json())
    }

    #[staticmethod]
    fn _restore(state: &[u8]) -> PyResult<Self> {
        let json: String = crate::pickle::restore(state)?;
        match Inner::from_json(&json) {
            Ok(inner) => Ok(Self { inner }),
            Err(error) => Err(PyValueError::new_err(error.to_string())),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Profile of {}>", self.inner.about())
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn _repr_markdown_(&self) -> String {
        self.text()
    }
}

/// Shows where the time goes: merges and mutates solvers, runs them on tasks with profiling off and on.
///
/// `solvers` and `tasks` are as in `check`; without them, those built in.
///
/// >>> import arcbatt as ab
/// >>> profile = ab.profile("embedded", ab.load("embedded", first=2), mutants=0)
/// >>> type(profile).__name__
/// 'Profile'
#[pyfunction]
#[pyo3(signature = (solvers = None, tasks = None, *, mutants = None, limits = None, threads = None))]
pub fn profile(
    py: Python<'_>,
    solvers: Option<Bound<'_, PyAny>>,
    tasks: Option<Bound<'_, PyAny>>,
    mutants: Option<u32>,
    limits: Option<&Bound<'_, Limits>>,
    threads: Option<usize>,
) -> PyResult<Profile> {
    let started = Instant::now();
    let data = match &tasks {
        None => Arc::new(DataSet::embedded()),
        Some(tasks) => tasks_from(tasks)?,
    };
    let loaded = started.elapsed();
    let solvers = match &solvers {
        None => arcbatt::Solvers::read(arcbatt::task::generators::SOLVERS),
        Some(solvers) => solvers_from(solvers, &ReadOptions::default())?,
    };
    if solvers.programs.is_empty() {
        return Err(PyValueError::new_err("no program among the solvers"));
    }
    let limits = Limits::of(limits.map(|limits| limits.get()));
    let load = started.elapsed();
    let work = move |_: &AtomicBool, _: &(dyn Fn(()) + Sync)| {
        let programs = solvers.programs;
        let settings = Settings {
            card: card::Settings {
                mutants: mutants.unwrap_or_else(|| default_mutants(&data, &programs).unwrap_or(0)),
                ..card::Settings::default()
            },
            limits: TaskLimits {
                given: limits,
                ..TaskLimits::default()
            },
            ..Settings::default()
        };
        let given = programs.iter().map(|program| GivenProgram {
            program: program.clone(),
            file: String::new(),
        });
        let request = Request {
            subject: Subject::Pipeline(&programs, &settings),
            given: given.collect(),
            gpu: GpuFacts::default(),
            data: &data,
            names: ("the tasks".to_owned(), "the solvers".to_owned()),
            parts: ["pipeline", "dsl", "framework", "tasks", "lines"]
                .map(str::to_owned)
                .to_vec(),
            load,
            reload: None,
            parse: load.saturating_sub(loaded),
            project: Vec::new(),
            budget: None,
            what_if: &[],
            earlier: None,
            print: &|_, _| {},
            time: TIME,
        };
        profile_all(&request, &|_| {})
    };
    let ended = job::run(py, threads, None, work, |_, ()| Ok(()))?;
    ended.into_object(py, |profile| match profile {
        Ok(inner) => Ok(Profile {
            inner: inner.with_header(&["arcbatt.profile".to_owned()]),
        }),
        Err(error) => Err(PyOSError::new_err(error.to_string())),
    })
}
