//! [`Trace`]: every line of a program with its value.

use crate::draw;
use crate::grid::{Grid, pretty};
use arcbatt::text::counted;
use arcbatt::{Sheet, Trace as Inner, TraceValue};
use pyo3::prelude::*;

/// A line of a trace: the call, and its value or why it has none.
///
/// >>> import arcbatt as ab
/// >>> trace = ab.Program("def solve(I):\n    return rot90(I)\n").trace([[1, 2]])
/// >>> trace.steps[0]
/// <TraceStep O = rot90(I)>
/// >>> trace.steps[0].value
/// Grid("1/2")
#[pyclass(frozen, get_all, module = "arcbatt")]
pub struct TraceStep {
    /// The variable.
    name: String,
    /// The line, such as `x1 = hmirror(I)`.
    code: String,
    /// Its value: a Grid, the text of any other value, or None if it failed.
    value: Option<Py<PyAny>>,
    /// Why it failed, or None.
    error: Option<String>,
}

#[pymethods]
impl TraceStep {
    fn __repr__(&self) -> String {
        format!("<TraceStep {}>", self.code)
    }
}

/// A program's run on one input, line by line. It draws itself in notebooks and terminals.
///
/// >>> import arcbatt as ab
/// >>> program = ab.Program("def solve(I):\n    return rot180(I)\n")
/// >>> program.trace(ab.load("embedded")["half_turn"])
/// <Trace of 1 line: ok>
#[pyclass(frozen, module = "arcbatt")]
pub struct Trace {
    title: String,
    inner: Inner,
}

impl Trace {
    /// Wraps a trace.
    pub fn new(title: String, inner: Inner) -> Self {
        Self { title, inner }
    }

    fn sheet(&self) -> Sheet {
        self.inner.sheet(&self.title)
    }
}

fn value_object(py: Python<'_>, value: &TraceValue) -> PyResult<Py<PyAny>> {
    match value {
        TraceValue::Grid(grid) if grid.view().is_colored() => {
            Ok(Py::new(py, Grid::new(grid.clone()))?.into_any())
        }
        TraceValue::Grid(grid) => Ok(format!("{grid:?}").into_pyobject(py)?.into_any().unbind()),
        TraceValue::Text(text) => Ok(text.into_pyobject(py)?.into_any().unbind()),
    }
}

#[pymethods]
impl Trace {
    /// The lines that were run; the last one may have failed.
    #[getter]
    fn steps(&self, py: Python<'_>) -> PyResult<Vec<TraceStep>> {
        let step = |step: &arcbatt::TraceStep| {
            Ok(TraceStep {
                name: step.name.clone(),
                code: step.code.clone(),
                value: step
                    .value
                    .as_ref()
                    .ok()
                    .map(|value| value_object(py, value))
                    .transpose()?,
                error: step.value.as_ref().err().cloned(),
            })
        };
        self.inner.steps.iter().map(step).collect()
    }

    /// How the run ended: "ok", "wrong", "fail", "limit", or "unknown" if no output is expected.
    #[getter]
    fn status(&self) -> &'static str {
        self.inner.status.word()
    }

    /// How the run ended, in a few words.
    #[getter]
    fn message(&self) -> String {
        self.inner.status.to_string()
    }

    /// The returned value: a Grid, the text of any other value, or None if a line failed.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.inner
            .result
            .as_ref()
            .map(|value| value_object(py, value))
            .transpose()
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
        let lines = counted(self.inner.steps.len(), "line");
        format!("<Trace of {lines}: {}>", self.status())
    }

    fn __str__(&self, py: Python<'_>) -> String {
        draw::text(py, &self.sheet())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn _repr_html_(&self) -> String {
        draw::html(&self.sheet())
    }

    fn _repr_pretty_(
        &self,
        py: Python<'_>,
        printer: &Bound<'_, PyAny>,
        cycle: bool,
    ) -> PyResult<()> {
        pretty(printer, cycle, &self.__str__(py))
    }
}
