//! [`Outputs`]: the answers of one program on many grids.

use crate::convert;
use crate::grid::Grid;
use crate::program::described;
use arcbatt::text::counted;
use arcbatt::{GridBuf, RunError as Failure};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

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
#[derive(Clone, PartialEq)]
pub struct GridFailure {
    /// The index of the grid.
    index: usize,
    /// "failed", "cut", "wrong" (the answer is no grid) or "not run".
    status: &'static str,
    /// The line that ended the program, or None.
    line: Option<usize>,
    /// Why.
    message: String,
}

#[pymethods]
impl GridFailure {
    fn __repr__(&self) -> String {
        format!(
            "<GridFailure of grid {}: {}: {}>",
            self.index, self.status, self.message
        )
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
    /// `None` if it did not run.
    pub outputs: Vec<Option<Result<GridBuf, Failure>>>,
}

#[pymethods]
impl Outputs {
    /// The grids without an answer.
    #[getter]
    fn failures(&self) -> Vec<GridFailure> {
        let failure = |(index, output): (usize, &Option<Result<GridBuf, Failure>>)| {
            let (status, line, message) = match output {
                Some(Ok(_)) => return None,
                None => ("not run", None, "the call was interrupted".to_owned()),
                Some(Err(failure)) => described(failure),
            };
            Some(GridFailure {
                index,
                status,
                line,
                message,
            })
        };
        self.outputs
            .iter()
            .enumerate()
            .filter_map(failure)
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
            Some(Some(Ok(grid))) => Ok(Some(Grid::new(grid.clone()))),
            Some(_) => Ok(None),
            None => Err(PyIndexError::new_err(format!(
                "no output {at} among {}",
                counted(self.outputs.len(), "output")
            ))),
        }
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let grids = slf.get().outputs.iter().map(|output| match output {
            Some(Ok(grid)) => Some(Grid::new(grid.clone())),
            _ => None,
        });
        Ok(PyList::new(slf.py(), grids.collect::<Vec<_>>())?
            .try_iter()?
            .into_any())
    }

    fn __repr__(&self) -> String {
        let grids = self
            .outputs
            .iter()
            .filter(|output| matches!(output, Some(Ok(_))))
            .count();
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
