//! [`Report`]: the results of `check` by task, solver and pair.

use crate::draw;
use crate::grid::Grid;
use crate::pickle::{GridText, ProgramText};
use crate::program::Program;
use crate::source::Problem;
use crate::table::{Column, Table};
use arcbatt::check::{PairReport as InnerPair, PairStatus, RunReport, Wrong};
use arcbatt::task::Part;
use arcbatt::text::counted;
use arcbatt::{Arrangement, DataSet, GridBuf, Row, Sheet, Solvers};
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList, PyString, PyTuple};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The result of a check.
#[derive(Serialize, Deserialize)]
pub struct ReportData {
    /// The ids of the tasks that have a solver.
    pub tasks: Vec<String>,
    pub runs: Vec<RunData>,
    pub errors: Vec<Problem>,
    pub idle: Vec<String>,
}

/// The result of a solver on a task.
#[derive(Clone, Serialize, Deserialize)]
pub struct RunData {
    task: String,
    program: ProgramText,
    solved: bool,
    train_right: usize,
    train: usize,
    pairs: Vec<PairData>,
}

/// The result of a solver on a pair.
#[derive(Clone, Serialize, Deserialize)]
struct PairData {
    is_train: bool,
    index: usize,
    status: String,
    message: String,
    line: Option<u32>,
    cells_wrong: Option<usize>,
    seconds: f64,
    input: GridText,
    output: Option<GridText>,
    expected: Option<GridText>,
}

impl RunData {
    /// The result of a solver on the task with this index.
    pub fn new(data: &DataSet, task: usize, solvers: &Solvers, run: &RunReport) -> Self {
        let (inner, answers) = (&data.tasks[task], data.answers.get(task));
        let program = solvers.programs[run.program].clone();
        let pair = |pair: &InnerPair| {
            let line = match pair.status {
                PairStatus::Fail(stopped) | PairStatus::Limit(stopped) => {
                    program.lines.get(stopped.line).map(|line| line.place.line)
                }
                _ => None,
            };
            let grid = |grid: Option<&GridBuf>| grid.cloned().map(GridText);
            PairData {
                is_train: pair.part == Part::Train,
                index: pair.index,
                status: pair.status.word().to_owned(),
                message: pair.status.to_string(),
                line,
                cells_wrong: match pair.status {
                    PairStatus::Ok => Some(0),
                    PairStatus::Wrong(Wrong::Cells(cells)) => Some(cells),
                    _ => None,
                },
                seconds: pair.time.as_secs_f64(),
                input: GridText(match pair.part {
                    Part::Train => inner.train[pair.index].input.clone(),
                    _ => inner.test[pair.index].clone(),
                }),
                output: grid(pair.answer(inner, answers)),
                expected: grid(pair.expected(inner, answers)),
            }
        };
        Self {
            task: inner.id.clone(),
            solved: run.solved(),
            train_right: run.demonstrations_right(),
            train: inner.train.len(),
            pairs: run.pairs.iter().map(pair).collect(),
            program: ProgramText(program),
        }
    }

    fn fits(&self) -> bool {
        self.train > 0 && self.train_right == self.train
    }

    fn seconds(&self) -> f64 {
        self.pairs.iter().map(|pair| pair.seconds).sum()
    }
}

/// The result of a solver on one pair.
///
/// >>> import arcbatt as ab
/// >>> report = ab.check("def solve_half_turn(I):\n    return I\n", ab.load("embedded"))
/// >>> pair = report["half_turn"].solvers[0].pairs[0]
/// >>> pair.part, pair.index, pair.status
/// ('train', 0, 'wrong')
#[pyclass(frozen, module = "arcbatt")]
pub struct PairReport {
    data: PairData,
}

#[pymethods]
impl PairReport {
    /// "train" or "test".
    #[getter]
    fn part(&self) -> &'static str {
        if self.data.is_train { "train" } else { "test" }
    }

    /// The index of the pair in that part.
    #[getter]
    fn index(&self) -> usize {
        self.data.index
    }

    /// "ok", "wrong", "fail" (no answer), "limit", or "unknown" (the expected output is unknown).
    #[getter]
    fn status(&self) -> &str {
        &self.data.status
    }

    /// The status in a few words.
    #[getter]
    fn message(&self) -> &str {
        &self.data.message
    }

    /// The line that failed or reached a limit, or None.
    #[getter]
    fn line(&self) -> Option<u32> {
        self.data.line
    }

    /// Number of wrong cells, if the answer is of the right size.
    #[getter]
    fn cells_wrong(&self) -> Option<usize> {
        self.data.cells_wrong
    }

    /// Seconds of the run.
    #[getter]
    fn time(&self) -> f64 {
        self.data.seconds
    }

    /// The answer, if it is a grid.
    #[getter]
    fn output(&self) -> Option<Grid> {
        self.data.output.clone().map(|grid| Grid::new(grid.0))
    }

    /// The expected output, if it is known.
    #[getter]
    fn expected(&self) -> Option<Grid> {
        self.data.expected.clone().map(|grid| Grid::new(grid.0))
    }

    fn __repr__(&self) -> String {
        format!(
            "<PairReport {} {}: {}>",
            self.part(),
            self.data.index + 1,
            self.data.message
        )
    }
}

/// The result of a solver on all pairs of its task.
///
/// >>> import arcbatt as ab
/// >>> report = ab.check("def solve_half_turn(I):\n    return rot180(I)\n", ab.load("embedded"))
/// >>> report["half_turn"].solvers[0]
/// <SolverReport solve_half_turn: solved>
#[pyclass(frozen, module = "arcbatt")]
pub struct SolverReport {
    data: RunData,
}

#[pymethods]
impl SolverReport {
    /// The name of the solver.
    #[getter]
    fn name(&self) -> &str {
        &self.data.program.0.name
    }

    /// The solver.
    #[getter]
    fn program(&self) -> Program {
        Program::new(self.data.program.0.clone())
    }

    /// Whether it is right on all pairs with a known output.
    #[getter]
    fn solved(&self) -> bool {
        self.data.solved
    }

    /// Number of demonstrations that it is right on.
    #[getter]
    fn train_right(&self) -> usize {
        self.data.train_right
    }

    /// Seconds of all runs.
    #[getter]
    fn time(&self) -> f64 {
        self.data.seconds()
    }

    /// The results by pair, demonstrations first.
    #[getter]
    fn pairs(&self) -> Vec<PairReport> {
        let pairs = self.data.pairs.iter();
        pairs
            .map(|data| PairReport { data: data.clone() })
            .collect()
    }

    fn __repr__(&self) -> String {
        let state = match self.data.solved {
            true => "solved".to_owned(),
            false => format!(
                "right on {} of {}",
                self.data.train_right,
                counted(self.data.train, "demonstration")
            ),
        };
        format!("<SolverReport {}: {state}>", self.name())
    }
}

/// The results of a task's solvers.
///
/// >>> import arcbatt as ab
/// >>> ab.check("def solve_half_turn(I):\n    return I\n", ab.load("embedded"))[0]
/// <TaskReport half_turn: not solved by 1 solver>
#[pyclass(frozen, module = "arcbatt")]
pub struct TaskReport {
    report: Arc<ReportData>,
    at: usize,
}

impl TaskReport {
    fn runs(&self) -> impl Iterator<Item = &RunData> {
        let id = &self.report.tasks[self.at];
        self.report.runs.iter().filter(move |run| run.task == *id)
    }

    /// The pairs of the first solver, with wrong cells marked.
    fn sheet(&self) -> Sheet {
        let title = self.__repr__();
        let mut sheet = Sheet::new(title.trim_matches(['<', '>']), Arrangement::Lines);
        for pair in self.runs().next().iter().flat_map(|run| &run.pairs) {
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

#[pymethods]
impl TaskReport {
    /// The id of the task.
    #[getter]
    fn id(&self) -> &str {
        &self.report.tasks[self.at]
    }

    /// Whether one of its solvers is right on all pairs with a known output.
    #[getter]
    fn solved(&self) -> bool {
        self.runs().any(|run| run.solved)
    }

    /// Whether one of its solvers is right on all demonstrations.
    #[getter]
    fn fits(&self) -> bool {
        self.runs().any(RunData::fits)
    }

    /// The results by solver; none if all were rejected.
    #[getter]
    fn solvers(&self) -> Vec<SolverReport> {
        self.runs()
            .map(|data| SolverReport { data: data.clone() })
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
            counted(self.runs().count(), "solver")
        )
    }

    fn __str__(&self, py: Python<'_>) -> String {
        draw::text(py, &self.sheet())
    }

    fn _repr_svg_(&self) -> String {
        self.sheet().to_svg()
    }

    fn _repr_html_(&self) -> String {
        draw::html(&self.sheet())
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
            report: Arc::clone(&self.data),
            at,
        }
    }

    fn ids(&self, solved: bool) -> Vec<String> {
        let mut good: std::collections::HashSet<&str> = std::collections::HashSet::new();
        good.extend(
            self.data
                .runs
                .iter()
                .filter(|run| run.solved)
                .map(|run| run.task.as_str()),
        );
        let ids = self.data.tasks.iter();
        ids.filter(|id| good.contains(id.as_str()) == solved)
            .cloned()
            .collect()
    }

    fn table(&self) -> PyResult<Table> {
        let rows = || {
            self.data
                .runs
                .iter()
                .flat_map(|run| run.pairs.iter().map(move |pair| (run, pair)))
        };
        Table::new(vec![
            Column::text("task", rows().map(|(run, _)| Some(&run.task))),
            Column::text("solver", rows().map(|(run, _)| Some(&run.program.0.name))),
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
        ])
    }
}

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
        self.data.runs.iter().map(RunData::seconds).sum()
    }

    /// A row per solver and pair, for readers of Arrow.
    ///
    /// >>> import arcbatt as ab
    /// >>> ab.check("embedded", ab.load("embedded", first=1)).to_arrow().columns[:2]
    /// ['task', 'solver']
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

    fn __getitem__(&self, at: &Bound<'_, PyAny>) -> PyResult<TaskReport> {
        at_key(at, &self.data.tasks).map(|place| self.task(place))
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        crate::pickle::reduce(slf, &*slf.get().data)
    }

    #[staticmethod]
    fn _restore(state: &[u8]) -> PyResult<Self> {
        Ok(Self::new(Arc::new(crate::pickle::restore(state)?)))
    }
}

/// The place of an id or an index among the ids of tasks.
pub fn at_key(at: &Bound<'_, PyAny>, ids: &[String]) -> PyResult<usize> {
    if let Ok(id) = at.cast::<PyString>() {
        let id = id.to_str()?;
        let place = ids.iter().position(|known| known == id);
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
