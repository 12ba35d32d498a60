//! [`Grid`]: a grid of colours, with the buffer protocol.

use crate::convert;
use crate::shared_methods::drawn;
use arcbatt::{Arrangement, GridBuf, Picture, Row, Sheet};
use pyo3::exceptions::{PyBufferError, PyIndexError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::ffi::{c_int, c_void};
use std::hash::{Hash, Hasher};

/// Grids of more cells print their size instead of their cells.
const MOST_SHOWN: usize = 100;

/// A grid of colours from 0 to 9.
///
/// Takes a list of rows, an array of two dimensions (NumPy, or anything with the buffer protocol), or
/// rows of digits. It is immutable, and has the buffer protocol itself: `numpy.asarray(grid)` is an array
/// of `uint8` that shares its memory.
///
/// >>> import arcbatt as ab
/// >>> grid = ab.Grid([[0, 1], [2, 0]])
/// >>> grid
/// Grid("01/20")
/// >>> grid.shape, grid[1, 0], grid.tolist()
/// ((2, 2), 2, [[0, 1], [2, 0]])
/// >>> grid == ab.Grid("01/20") == [[0, 1], [2, 0]]
/// True
#[pyclass(frozen, module = "arcbatt")]
pub struct Grid {
    buf: GridBuf,
    /// Rows and columns, and the bytes from one row and one cell to the next, for buffers.
    shape: [ffi::Py_ssize_t; 2],
    strides: [ffi::Py_ssize_t; 2],
}

impl Grid {
    /// Wraps a grid.
    pub fn new(buf: GridBuf) -> Self {
        let (height, width) = (
            buf.height() as ffi::Py_ssize_t,
            buf.width() as ffi::Py_ssize_t,
        );
        Self {
            buf,
            shape: [height, width],
            strides: [width, 1],
        }
    }

    /// The grid.
    pub fn buf(&self) -> &GridBuf {
        &self.buf
    }

    fn sheet(&self) -> Sheet {
        Sheet::picture(Picture::grid(self.buf.view()))
    }

    fn cell(&self, row: isize, column: isize) -> PyResult<u8> {
        let wrapped = |at: isize, side: usize| match at < 0 {
            true => at + side as isize,
            false => at,
        };
        let (i, j) = (
            wrapped(row, self.buf.height()),
            wrapped(column, self.buf.width()),
        );
        let color = self.buf.get(i as i64, j as i64);
        let outside = || {
            let (height, width) = (self.buf.height(), self.buf.width());
            PyIndexError::new_err(format!(
                "({row}, {column}) is outside of a {height}x{width} grid"
            ))
        };
        color.map(|color| color as u8).ok_or_else(outside)
    }
}

drawn!(Grid);

#[pymethods]
impl Grid {
    #[new]
    fn py_new(rows: &Bound<'_, PyAny>) -> PyResult<Self> {
        convert::grid(rows).map(Self::new)
    }

    /// Number of rows.
    #[getter]
    fn height(&self) -> usize {
        self.buf.height()
    }

    /// Number of columns.
    #[getter]
    fn width(&self) -> usize {
        self.buf.width()
    }

    /// Number of rows and of columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.buf.height(), self.buf.width())
    }

    /// The rows as lists of numbers.
    ///
    /// >>> import arcbatt as ab
    /// >>> ab.Grid("12/34").tolist()
    /// [[1, 2], [3, 4]]
    fn tolist(&self) -> Vec<Vec<u16>> {
        let row = |row: &[i8]| row.iter().map(|&color| color as u16).collect();
        self.buf.view().rows().map(row).collect()
    }

    /// The picture of the grid as an SVG document.
    ///
    /// >>> import arcbatt as ab
    /// >>> ab.Grid("12/34").svg()[:4]
    /// '<svg'
    fn svg(&self) -> String {
        self.sheet().to_svg()
    }

    /// This grid beside the expected one, as an SVG document with every wrong cell marked.
    ///
    /// >>> import arcbatt as ab
    /// >>> ab.Grid("12/34").diff([[1, 2], [3, 0]])[:4]
    /// '<svg'
    fn diff(&self, expected: &Bound<'_, PyAny>) -> PyResult<String> {
        let expected = convert::grid(expected)?;
        let mut sheet = Sheet::new("", Arrangement::Lines);
        sheet
            .rows
            .push(Row::diff("", expected.view(), self.buf.view()));
        Ok(sheet.to_svg())
    }

    fn __len__(&self) -> usize {
        self.buf.height()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, at: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        if let Ok((row, column)) = at.extract::<(isize, isize)>() {
            return Ok(self
                .cell(row, column)?
                .into_pyobject(py)?
                .into_any()
                .unbind());
        }
        let row: isize = at.extract()?;
        let cells = (0..self.buf.width() as isize).map(|column| self.cell(row, column));
        let cells: Vec<u8> = cells.collect::<PyResult<_>>()?;
        Ok(PyList::new(py, cells)?.into_any().unbind())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.tolist())?.try_iter()?.into_any())
    }

    fn __eq__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> Py<PyAny> {
        let equal = if let Ok(other) = other.cast::<Grid>() {
            Some(other.get().buf == self.buf)
        } else if other.is_instance_of::<PyList>() {
            Some(convert::grid(other).is_ok_and(|other| other == self.buf))
        } else {
            None
        };
        match equal {
            Some(equal) => equal
                .into_pyobject(py)
                .map_or_else(|_| py.None(), |b| b.to_owned().into_any().unbind()),
            None => py.NotImplemented(),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.buf.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let (height, width) = self.shape();
        if height * width > MOST_SHOWN {
            let mut colors: Vec<i8> = self.buf.view().cells().to_vec();
            colors.sort_unstable();
            colors.dedup();
            let colors: Vec<String> = colors.iter().map(ToString::to_string).collect();
            return format!("<Grid {height}x{width}, colours {}>", colors.join(" "));
        }
        let shown = format!("{:?}", self.buf);
        let cells = shown.split_once(':').map_or("", |(_, cells)| cells);
        format!("Grid(\"{cells}\")")
    }

    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let options = PyDict::new(py);
        options.set_item("dtype", dtype)?;
        if let Some(copy) = copy {
            options.set_item("copy", copy)?;
        }
        let view = py.import("builtins")?.call_method1("memoryview", (slf,))?;
        py.import("numpy")?
            .call_method("array", (view,), Some(&options))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, grid) = (slf.py(), slf.get());
        let cells: Vec<u8> = grid.buf.view().cells().iter().map(|&c| c as u8).collect();
        let restore = slf.get_type().getattr("_restore")?;
        let state = (
            grid.buf.height(),
            grid.buf.width(),
            PyBytes::new(py, &cells),
        );
        (restore, state).into_pyobject(py)
    }

    /// The grid of a pickle.
    #[staticmethod]
    fn _restore(height: usize, width: usize, cells: &[u8]) -> PyResult<Self> {
        let fits = height > 0 && width > 0 && height.checked_mul(width) == Some(cells.len());
        let fits = fits && height.max(width) <= arcbatt::Grid::MAX_SIDE;
        if !fits || cells.iter().any(|&cell| cell > 9) {
            return Err(PyBufferError::new_err("the pickle of this grid is damaged"));
        }
        let cells: Vec<i8> = cells.iter().map(|&cell| cell as i8).collect();
        Ok(Self::new(
            arcbatt::Grid::new(height, width, &cells).to_buf(),
        ))
    }

    /// Fills in a read-only buffer of the cells.
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("no view to fill in"));
        }
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err(
                "a Grid cannot be changed; copy it first",
            ));
        }
        let grid = slf.get();
        let cells = grid.buf.view().cells();
        // SAFETY: `view` is valid for writing. The cells, the shape and the strides belong to the object,
        // which is frozen and which the view keeps alive. Colours are 0 to 9, so `i8` and `u8` are the
        // same bytes. The format is a static string.
        unsafe {
            (*view).buf = cells.as_ptr().cast::<c_void>().cast_mut();
            (*view).len = cells.len() as ffi::Py_ssize_t;
            (*view).itemsize = 1;
            (*view).readonly = 1;
            (*view).format = match flags & ffi::PyBUF_FORMAT == ffi::PyBUF_FORMAT {
                true => c"B".as_ptr().cast_mut(),
                false => std::ptr::null_mut(),
            };
            (*view).ndim = 2;
            (*view).shape = match flags & ffi::PyBUF_ND == ffi::PyBUF_ND {
                true => grid.shape.as_ptr().cast_mut(),
                false => std::ptr::null_mut(),
            };
            (*view).strides = match flags & ffi::PyBUF_STRIDES == ffi::PyBUF_STRIDES {
                true => grid.strides.as_ptr().cast_mut(),
                false => std::ptr::null_mut(),
            };
            if flags & ffi::PyBUF_ND != ffi::PyBUF_ND {
                (*view).ndim = 1;
            }
            (*view).suboffsets = std::ptr::null_mut();
            (*view).internal = std::ptr::null_mut();
            (*view).obj = slf.into_any().into_ptr();
        }
        Ok(())
    }
}
