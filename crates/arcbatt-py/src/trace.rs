//! [`Trace`]: every line of a program with its value.

use crate::grid::Grid;
use crate::pickle::GridText;
use crate::shared_methods::{drawn, pickled};
use arcbatt::text::counted;
use arcbatt::{Sheet, Trace as Inner, TraceStep as InnerStep, TraceValue};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

/// A value: a grid, or the text of anything else.
#[derive(Clone, Serialize, Deserialize)]
enum Shown {
    Grid(GridText),
    Text(String),
}

impl Shown {
    fn new(value: &TraceValue) -> Self {
        match value {
            TraceValue::Grid(grid) if grid.view().is_colored() => {
                Self::Grid(GridText(grid.clone()))
            }
            TraceValue::Grid(grid) => Self::Text(format!("{grid:?}")),
            TraceValue::Text(text) => Self::Text(text.clone()),
        }
    }

    fn object(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self {
            Self::Grid(grid) => Ok(Py::new(py, Grid::new(grid.0.clone()))?.into_any()),
            Self::Text(text) => Ok(text.into_pyobject(py)?.into_any().unbind()),
        }
    }
}

/// A line of a trace as plain data.
#[derive(Clone, Serialize, Deserialize)]
struct StepData {
    name: String,
    code: String,
    value: Result<Shown, String>,
}

impl StepData {
    fn new(step: &InnerStep) -> Self {
        Self {
            name: step.name.clone(),
            code: step.code.clone(),
            value: step.value.as_ref().map(Shown::new).map_err(String::clone),
        }
    }
}

/// A line of a trace: the call, and its value or why it has none.
///
/// >>> import arcbatt as ab
/// >>> trace = ab.Program("def solve(I):\n    return rot90(I)\n").trace([[1, 2]])
/// >>> trace.steps[0]
/// <TraceStep O = rot90(I)>
/// >>> trace.steps[0].value
/// Grid("1/2")
#[pyclass(frozen, module = "arcbatt")]
pub struct TraceStep {
    data: StepData,
}

pickled!(TraceStep { data });

#[pymethods]
impl TraceStep {
    /// The variable.
    #[getter]
    fn name(&self) -> &str {
        &self.data.name
    }

    /// The line, such as `x1 = hmirror(I)`.
    #[getter]
    fn code(&self) -> &str {
        &self.data.code
    }

    /// Its value: a Grid, the text of any other value, or None if it failed.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let value = self.data.value.as_ref().ok();
        value.map(|value| value.object(py)).transpose()
    }

    /// Why it failed, or None.
    #[getter]
    fn error(&self) -> Option<&str> {
        self.data.value.as_ref().err().map(String::as_str)
    }

    fn __repr__(&self) -> String {
        format!("<TraceStep {}>", self.data.code)
    }
}

/// A trace as plain data.
#[derive(Serialize, Deserialize)]
struct TraceData {
    steps: Vec<StepData>,
    status: String,
    message: String,
    result: Option<Shown>,
    sheet: Sheet,
}

/// A program's run on one input, line by line. It draws itself in notebooks and terminals.
///
/// >>> import arcbatt as ab
/// >>> program = ab.Program("def solve(I):\n    return rot180(I)\n")
/// >>> program.trace(ab.load("embedded")["half_turn"])
/// <Trace of 1 line: ok>
#[pyclass(frozen, module = "arcbatt")]
pub struct Trace {
    data: TraceData,
}

impl Trace {
    /// The trace under a title.
    pub fn new(title: String, inner: &Inner) -> Self {
        let data = TraceData {
            steps: inner.steps.iter().map(StepData::new).collect(),
            status: inner.status.word().to_owned(),
            message: inner.status.to_string(),
            result: inner.result.as_ref().map(Shown::new),
            sheet: inner.sheet(title),
        };
        Self { data }
    }

    fn sheet(&self) -> &Sheet {
        &self.data.sheet
    }
}

drawn!(Trace);
pickled!(Trace { data });

#[pymethods]
impl Trace {
    /// The lines that were run; the last one may have failed.
    #[getter]
    fn steps(&self) -> Vec<TraceStep> {
        let steps = self.data.steps.iter().cloned();
        steps.map(|data| TraceStep { data }).collect()
    }

    /// How the run ended: "ok", "wrong", "fail", "limit", or "unknown" if no output is expected.
    #[getter]
    fn status(&self) -> &str {
        &self.data.status
    }

    /// How the run ended, in a few words.
    #[getter]
    fn message(&self) -> &str {
        &self.data.message
    }

    /// The returned value: a Grid, the text of any other value, or None if a line failed.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let result = self.data.result.as_ref();
        result.map(|value| value.object(py)).transpose()
    }

    /// The drawing as an SVG document.
    ///
    /// >>> import arcbatt as ab
    /// >>> ab.Program("def solve(I):\n    return rot90(I)\n").trace([[1, 2]]).svg()[:4]
    /// '<svg'
    fn svg(&self) -> String {
        self.sheet().to_svg()
    }

    fn __repr__(&self) -> String {
        let lines = counted(self.data.steps.len(), "line");
        format!("<Trace of {lines}: {}>", self.data.status)
    }
}
