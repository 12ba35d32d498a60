//! [`Limits`]: what a program may spend on one input.

use arcbatt::Limits as Inner;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::time::Duration;

/// What a program may spend on one input. Reaching a limit is an outcome, not an error.
///
/// `steps` and `cells` count the calls and cells of all lines together, `size` the cells or elements of
/// one value; all three end a program at the same call on every machine. `time`, in seconds, catches
/// what they let through.
///
/// >>> import arcbatt as ab
/// >>> ab.Limits(steps=200_000, time=0.25)
/// Limits(steps=200_000, cells=8_000_000, size=1_048_576, time=0.25)
#[pyclass(frozen, eq, module = "arcbatt")]
#[derive(Clone, PartialEq)]
pub struct Limits {
    inner: Inner,
}

impl Limits {
    /// The limits, or the usual ones.
    pub fn of(limits: Option<&Self>) -> Inner {
        limits.map_or_else(Inner::default, |limits| limits.inner)
    }
}

/// A number with underscores between thousands, as Python writes it.
fn grouped(number: u64) -> String {
    arcbatt::text::grouped(number).replace(',', "_")
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (*, steps = None, cells = None, size = None, time = None))]
    fn new(
        steps: Option<u64>,
        cells: Option<u64>,
        size: Option<usize>,
        time: Option<f64>,
    ) -> PyResult<Self> {
        let usual = Inner::default();
        let time = match time {
            None => usual.time,
            Some(seconds) => Duration::try_from_secs_f64(seconds)
                .ok()
                .filter(|time| !time.is_zero())
                .ok_or_else(|| {
                    PyValueError::new_err(format!("time is {seconds}; give seconds above 0"))
                })?,
        };
        let inner = Inner {
            steps: steps.unwrap_or(usual.steps),
            cells: cells.unwrap_or(usual.cells),
            size: size.unwrap_or(usual.size),
            time,
        };
        let counts = [
            ("steps", inner.steps),
            ("cells", inner.cells),
            ("size", inner.size as u64),
        ];
        match counts.iter().find(|(_, count)| *count == 0) {
            Some((name, _)) => Err(PyValueError::new_err(format!(
                "{name} is 0; give at least 1"
            ))),
            None => Ok(Self { inner }),
        }
    }

    /// Calls of all lines together, those inside them included.
    #[getter]
    fn steps(&self) -> u64 {
        self.inner.steps
    }

    /// Cells or elements read or written by all lines together.
    #[getter]
    fn cells(&self) -> u64 {
        self.inner.cells
    }

    /// Cells or elements of one value.
    #[getter]
    fn size(&self) -> usize {
        self.inner.size
    }

    /// Seconds for the whole program.
    #[getter]
    fn time(&self) -> f64 {
        self.inner.time.as_secs_f64()
    }

    fn __hash__(&self) -> u64 {
        self.inner.steps ^ self.inner.cells.rotate_left(20) ^ self.inner.time.as_nanos() as u64
    }

    fn __repr__(&self) -> String {
        let Inner {
            steps, cells, size, ..
        } = self.inner;
        let [steps, cells, size] = [steps, cells, size as u64].map(grouped);
        let time = self.time();
        format!("Limits(steps={steps}, cells={cells}, size={size}, time={time})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let limits = slf.get();
        let state = (limits.steps(), limits.cells(), limits.size(), limits.time());
        (slf.get_type().getattr("_restore")?, state).into_pyobject(slf.py())
    }

    #[staticmethod]
    fn _restore(steps: u64, cells: u64, size: usize, time: f64) -> PyResult<Self> {
        Self::new(Some(steps), Some(cells), Some(size), Some(time))
    }
}
