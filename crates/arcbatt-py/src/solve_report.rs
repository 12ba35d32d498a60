//! [`SolveReport`]: the programs and attempts of a search.

use crate::check_report::at_key;
use crate::grid::Grid;
use crate::pickle::{GridText, ProgramText};
use crate::program::Program;
use crate::shared_methods::{arrow_stream, pickled};
use crate::table::{Column, Table};
use arcbatt::program::{Program as Inner, print_file};
use arcbatt::session::Report as InnerReport;
use arcbatt::text::counted;
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The result of a search.
#[derive(Serialize, Deserialize)]
pub struct SolveData {
    pub ids: Vec<String>,
    pub tasks: Vec<SolvedData>,
    pub stop: String,
    pub passes: u32,
    pub seconds: f64,
}

/// The result of a search on one task.
#[derive(Clone, Serialize, Deserialize)]
pub struct SolvedData {
    pub id: String,
    pub fits: bool,
    pub right: Option<bool>,
    pub train_right: usize,
    pub program: Option<ProgramText>,
    pub attempts: Vec<[Option<GridText>; 2]>,
}

impl SolveData {
    pub fn new(report: &InnerReport) -> Self {
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
    pub data: SolvedData,
}

pickled!(SolvedTask { data });

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
    pub data: Arc<SolveData>,
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

arrow_stream!(SolveReport);
pickled!(SolveReport { data });

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
}
