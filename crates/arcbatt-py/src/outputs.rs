//! [`Outputs`]: the answers of one program on many grids.

use crate::convert;
use crate::grid::Grid;
use crate::pickle::GridText;
use crate::program::described;
use crate::shared_methods::pickled;
use arcbatt::text::counted;
use arcbatt::{GridBuf, RunError as Failure};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use serde::{Deserialize, Serialize};

/// A grid of Python, or one that was read.
pub enum Input {
    Shared(Py<Grid>),
    Read(GridBuf),
}

impl Input {
    pub fn grid(&self) -> &GridBuf {
        match self {
            Self::Shared(grid) => grid.get().buf(),
            Self::Read(grid) => grid,
        }
    }
}

pub fn many_grids(grids: &Bound<'_, PyAny>) -> PyResult<Vec<Input>> {
    let read = |(k, grid): (usize, PyResult<Bound<'_, PyAny>>)| {
        let grid = grid?;
        match grid.cast::<Grid>() {
            Ok(shared) => Ok(Input::Shared(shared.clone().unbind())),
            Err(_) => convert::grid(&grid).map(Input::Read).map_err(|error| {
                PyValueError::new_err(format!("grid {k}: {}", error.value(grid.py())))
            }),
        }
    };
    match grids.cast::<PyList>() {
        Ok(list) => list.iter().map(Ok).enumerate().map(read).collect(),
        Err(_) => grids.try_iter()?.enumerate().map(read).collect(),
    }
}

/// The grid at an index has no answer: why not.
///
/// >>> import arcbatt as ab
/// >>> program = ab.Program("def solve(I):\n    return canvas(ZERO, UNITY)\n")
/// >>> program.run_many([[[1]]]).failures
/// []
#[pyclass(frozen, eq, get_all, module = "arcbatt")]
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct GridFailure {
    /// The index of the grid.
    index: usize,
    /// "failed", "cut", "wrong" (the answer is no grid) or "not run".
    status: String,
    /// The line that ended the program, or None.
    line: Option<usize>,
    /// Why.
    message: String,
}

impl GridFailure {
    /// A grid on which the program failed; `None` if it did not run.
    pub fn new(index: usize, failure: Option<&Failure>) -> Self {
        let not_run = || ("not run", None, "the call was interrupted".to_owned());
        let (status, line, message) = failure.map_or_else(not_run, described);
        Self {
            index,
            status: status.to_owned(),
            line,
            message,
        }
    }
}

#[pymethods]
impl GridFailure {
    fn __repr__(&self) -> String {
        format!(
            "<GridFailure of grid {}: {}: {}>",
            self.index, self.status, self.message
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        crate::pickle::reduce(slf, slf.get())
    }

    #[staticmethod]
    fn _restore(state: &[u8]) -> PyResult<Self> {
        crate::pickle::restore(state)
    }
}

/// What `Program.run_many` returns: an answer for every grid, None where there is none.
///
/// >>> import arcbatt as ab
/// >>> outputs = ab.Program("def solve(I):\n    return rot90(I)\n").run_many([[[1, 2]]])
/// >>> len(outputs), [grid.tolist() for grid in outputs if grid]
/// (1, [[[1], [2]]])
#[pyclass(frozen, module = "arcbatt")]
pub struct Outputs {
    pub outputs: Vec<Result<GridText, GridFailure>>,
}

pickled!(Outputs { outputs });

#[pymethods]
impl Outputs {
    /// The grids without an answer.
    #[getter]
    fn failures(&self) -> Vec<GridFailure> {
        let failures = self.outputs.iter();
        failures
            .filter_map(|output| output.as_ref().err().cloned())
            .collect()
    }

    fn __len__(&self) -> usize {
        self.outputs.len()
    }

    fn __getitem__(&self, at: isize) -> PyResult<Option<Grid>> {
        let place = if at < 0 {
            at + self.outputs.len() as isize
        } else {
            at
        };
        let output = usize::try_from(place)
            .ok()
            .and_then(|place| self.outputs.get(place));
        match output {
            Some(output) => Ok(grid_of(output)),
            None => Err(PyIndexError::new_err(format!(
                "no output {at} among {}",
                counted(self.outputs.len(), "output")
            ))),
        }
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let grids = slf.get().outputs.iter().map(grid_of);
        Ok(PyList::new(slf.py(), grids.collect::<Vec<_>>())?
            .try_iter()?
            .into_any())
    }

    fn __repr__(&self) -> String {
        let grids = self.outputs.iter().filter(|output| output.is_ok()).count();
        match self.outputs.len() - grids {
            0 => format!("<Outputs: {}>", counted(grids, "grid")),
            failures => format!(
                "<Outputs: {}, {}>",
                counted(grids, "grid"),
                counted(failures, "failure")
            ),
        }
    }
}

fn grid_of(output: &Result<GridText, GridFailure>) -> Option<Grid> {
    output.as_ref().ok().map(|grid| Grid::new(grid.0.clone()))
}
