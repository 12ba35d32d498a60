//! [`Pair`]: an input and its output.

use crate::grid::Grid;
use crate::shared_methods::drawn;
use arcbatt::{GridBuf, Row, Sheet};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// An input grid and its output, which is None where it is not known. Unpacks like a tuple.
///
/// >>> import arcbatt as ab
/// >>> pair = ab.load("embedded")["half_turn"].train[0]
/// >>> grid, output = pair
/// >>> output == pair.output
/// True
#[pyclass(frozen, module = "arcbatt")]
pub struct Pair {
    /// The input.
    #[pyo3(get)]
    input: Py<Grid>,
    /// The output, or None.
    #[pyo3(get)]
    output: Option<Py<Grid>>,
}

impl Pair {
    pub fn new(py: Python<'_>, input: &GridBuf, output: Option<&GridBuf>) -> PyResult<Self> {
        let wrap = |grid: &GridBuf| Py::new(py, Grid::new(grid.clone()));
        Ok(Self {
            input: wrap(input)?,
            output: output.map(wrap).transpose()?,
        })
    }

    pub fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new("", arcbatt::Arrangement::Pairs);
        let output = self.output.as_ref().map(|grid| grid.get().buf().view());
        sheet
            .rows
            .push(Row::pair("", self.input.get().buf().view(), output));
        sheet
    }
}

drawn!(Pair);

#[pymethods]
impl Pair {
    fn __len__(&self) -> usize {
        2
    }

    fn __getitem__(&self, py: Python<'_>, at: isize) -> PyResult<Option<Py<Grid>>> {
        match at {
            0 | -2 => Ok(Some(self.input.clone_ref(py))),
            1 | -1 => Ok(self.output.as_ref().map(|grid| grid.clone_ref(py))),
            _ => Err(PyIndexError::new_err("a pair has an input and an output")),
        }
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, pair) = (slf.py(), slf.get());
        let output = pair.output.as_ref().map(|grid| grid.clone_ref(py));
        let sides = (pair.input.clone_ref(py), output);
        Ok(sides.into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __eq__(&self, other: &Self) -> bool {
        let output = |pair: &Self| pair.output.as_ref().map(|grid| grid.get().buf().clone());
        self.input.get().buf() == other.input.get().buf() && output(self) == output(other)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, pair) = (slf.py(), slf.get());
        let output = pair.output.as_ref().map(|grid| grid.clone_ref(py));
        let state = (pair.input.clone_ref(py), output);
        (slf.get_type().getattr("_restore")?, state).into_pyobject(py)
    }

    #[staticmethod]
    #[pyo3(signature = (input, output))]
    fn _restore(input: Py<Grid>, output: Option<Py<Grid>>) -> Self {
        Self { input, output }
    }

    fn __repr__(&self) -> String {
        let size = |grid: &Py<Grid>| {
            let grid = grid.get().buf();
            format!("{}x{}", grid.height(), grid.width())
        };
        let output = self.output.as_ref().map_or("unknown".to_owned(), size);
        format!("<Pair {} -> {output}>", size(&self.input))
    }
}
