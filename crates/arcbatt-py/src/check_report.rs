//! [`Report`]: the results of `check` by task, solver and pair.

use crate::draw;
use crate::pair_report::{RunData, SolverReport};
use crate::shared_methods::{arrow_stream, drawn, pickled};
use crate::source::Problem;
use crate::table::{Column, Table};
use arcbatt::text::counted;
use arcbatt::{Arrangement, Row, Sheet};
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The result of a check.
#[derive(Serialize, Deserialize)]
pub struct ReportData {
    /// The tasks that have a solver.
    pub tasks: Vec<Arc<TaskData>>,
    pub errors: Vec<Problem>,
    pub idle: Vec<String>,
}

/// The results of a task's solvers; none if all were rejected.
#[derive(Serialize, Deserialize)]
pub struct TaskData {
    pub id: String,
    pub runs: Vec<RunData>,
}

impl TaskData {
    fn is_solved(&self) -> bool {
        self.runs.iter().any(|run| run.solved)
    }
}

/// The results of a task's solvers.
///
/// >>> import arcbatt as ab
/// >>> ab.check("def solve_half_turn(I):\n    return I\n", ab.load("embedded"))[0]
/// <TaskReport half_turn: not solved by 1 solver>
#[pyclass(frozen, module = "arcbatt")]
pub struct TaskReport {
    data: Arc<TaskData>,
}

impl TaskReport {
    /// The pairs of the first solver, with wrong cells marked.
    fn sheet(&self) -> Sheet {
        let title = self.__repr__();
        let mut sheet = Sheet::new(title.trim_matches(['<', '>']), Arrangement::Lines);
        for pair in self.data.runs.first().iter().flat_map(|run| &run.pairs) {
            let part = if pair.is_train { "train" } else { "test" };
            let label = format!("{part} {}: {}", pair.index + 1, pair.message);
            let input = pair.input.0.view();
            sheet.rows.push(match (&pair.output, &pair.expected) {
                (Some(output), Some(expected)) if output != expected => {
                    Row::diff(label, expected.0.view(), output.0.view())
                }
                (output, _) => Row::pair(label, input, output.as_ref().map(|grid| grid.0.view())),
            });
        }
        sheet
    }
}

drawn!(TaskReport);
pickled!(TaskReport { data });

#[pymethods]
impl TaskReport {
    /// The id of the task.
    #[getter]
    fn id(&self) -> &str {
        &self.data.id
    }

    /// Whether one of its solvers is right on all pairs with a known output.
    #[getter]
    fn solved(&self) -> bool {
        self.data.is_solved()
    }

    /// Whether one of its solvers is right on all demonstrations.
    #[getter]
    fn fits(&self) -> bool {
        self.data.runs.iter().any(RunData::fits)
    }

    /// The results by solver; none if all were rejected.
    #[getter]
    fn solvers(&self) -> Vec<SolverReport> {
        let runs = self.data.runs.iter();
        runs.map(|data| SolverReport { data: data.clone() })
            .collect()
    }

    fn __repr__(&self) -> String {
        let state = if self.solved() {
            "solved"
        } else {
            "not solved"
        };
        format!(
            "<TaskReport {}: {state} by {}>",
            self.id(),
            counted(self.data.runs.len(), "solver")
        )
    }
}

/// What `check` returns: results by task, solver and pair.
///
/// `polars.DataFrame(report)` has a row per solver and pair.
///
/// >>> import arcbatt as ab
/// >>> report = ab.check("embedded", ab.load("embedded", first=3))
/// >>> report
/// <Report of 3 tasks: 3 solved>
/// >>> report[0].solvers[0].pairs[0].status
/// 'ok'
#[pyclass(frozen, module = "arcbatt")]
pub struct Report {
    data: Arc<ReportData>,
}

impl Report {
    /// Wraps a result.
    pub fn new(data: Arc<ReportData>) -> Self {
        Self { data }
    }

    fn task(&self, at: usize) -> TaskReport {
        TaskReport {
            data: Arc::clone(&self.data.tasks[at]),
        }
    }

    fn ids(&self, solved: bool) -> Vec<String> {
        let tasks = self.data.tasks.iter();
        tasks
            .filter(|task| task.is_solved() == solved)
            .map(|task| task.id.clone())
            .collect()
    }

    fn runs(&self) -> impl Iterator<Item = &RunData> {
        self.data.tasks.iter().flat_map(|task| &task.runs)
    }

    fn table(&self) -> PyResult<Table> {
        let rows = || {
            self.runs()
                .flat_map(|run| run.pairs.iter().map(move |pair| (run, pair)))
        };
        Table::new(vec![
            Column::text("task", rows().map(|(run, _)| Some(&run.task))),
            Column::text("solver", rows().map(|(run, _)| Some(&run.name))),
            Column::text(
                "part",
                rows().map(|(_, pair)| Some(if pair.is_train { "train" } else { "test" })),
            ),
            Column::count("index", rows().map(|(_, pair)| Some(pair.index as u64))),
            Column::text("status", rows().map(|(_, pair)| Some(&pair.status))),
            Column::text("message", rows().map(|(_, pair)| Some(&pair.message))),
            Column::count("line", rows().map(|(_, pair)| pair.line.map(u64::from))),
            Column::count(
                "cells_wrong",
                rows().map(|(_, pair)| pair.cells_wrong.map(|cells| cells as u64)),
            ),
            Column::flag("solved", rows().map(|(run, _)| Some(run.solved))),
            Column::seconds("time", rows().map(|(_, pair)| pair.seconds)),
            Column::text("engine", rows().map(|(run, _)| Some(run.engine()))),
        ])
    }
}

arrow_stream!(Report);
pickled!(Report { data });

#[pymethods]
impl Report {
    /// The ids of the tasks that are solved.
    #[getter]
    fn solved(&self) -> Vec<String> {
        self.ids(true)
    }

    /// The ids of the tasks with solvers that none solves.
    #[getter]
    fn wrong(&self) -> Vec<String> {
        self.ids(false)
    }

    /// The results by task.
    #[getter]
    fn tasks(&self) -> Vec<TaskReport> {
        (0..self.data.tasks.len()).map(|at| self.task(at)).collect()
    }

    /// Why solvers were rejected.
    #[getter]
    fn errors(&self) -> Vec<Problem> {
        self.data.errors.clone()
    }

    /// The names of solvers without a task.
    #[getter]
    fn idle(&self) -> Vec<String> {
        self.data.idle.clone()
    }

    /// Seconds of all runs.
    #[getter]
    fn time(&self) -> f64 {
        self.runs().map(RunData::seconds).sum()
    }

    /// A row per solver and pair, for readers of Arrow.
    ///
    /// >>> import arcbatt as ab
    /// >>> ab.check("embedded", ab.load("embedded", first=1)).to_arrow().columns[:2]
    /// ['task', 'solver']
    fn to_arrow(&self) -> PyResult<Table> {
        self.table()
    }

    fn __len__(&self) -> usize {
        self.data.tasks.len()
    }

    fn __getitem__(&self, at: &Bound<'_, PyAny>) -> PyResult<TaskReport> {
        let ids: Vec<&str> = self
            .data
            .tasks
            .iter()
            .map(|task| task.id.as_str())
            .collect();
        at_key(at, &ids).map(|place| self.task(place))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.tasks())?.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        let (all, solved) = (self.data.tasks.len(), self.solved().len());
        let wrong = match all - solved {
            0 => String::new(),
            wrong => format!(", {wrong} not"),
        };
        let rejected = match self.data.errors.len() {
            0 => String::new(),
            errors => format!("; {} rejected", counted(errors, "solver")),
        };
        format!(
            "<Report of {}: {solved} solved{wrong}{rejected}>",
            counted(all, "task")
        )
    }

    fn _repr_html_(&self) -> String {
        const SHOWN: usize = 10;
        let title = draw::escaped(self.__repr__().trim_matches(['<', '>']));
        let mut html = format!("<p><b>{title}</b></p>");
        let wrong = self.tasks().into_iter().filter(|task| !task.solved());
        for task in wrong.take(SHOWN) {
            html.push_str(&draw::html(&task.sheet()));
        }
        html
    }
}

/// The place of an id or an index among the ids of tasks.
pub fn at_key(at: &Bound<'_, PyAny>, ids: &[impl AsRef<str>]) -> PyResult<usize> {
    if let Ok(id) = at.cast::<PyString>() {
        let id = id.to_str()?;
        let place = ids.iter().position(|known| known.as_ref() == id);
        return place.ok_or_else(|| {
            PyKeyError::new_err(format!("no task {id} among {}", counted(ids.len(), "task")))
        });
    }
    let at: isize = at.extract()?;
    let place = if at < 0 { at + ids.len() as isize } else { at };
    let place = usize::try_from(place)
        .ok()
        .filter(|&place| place < ids.len());
    place.ok_or_else(|| {
        PyIndexError::new_err(format!("no task {at} among {}", counted(ids.len(), "task")))
    })
}
