//! Grids from Python: nested lists, arrays with the buffer protocol, rows of digits, [`Grid`]s.

use crate::grid::Grid;
use arcbatt::{Color, GridBuf};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use std::ffi::CStr;

/// Reads a grid.
pub fn grid(object: &Bound<'_, PyAny>) -> PyResult<GridBuf> {
    if let Ok(grid) = object.cast::<Grid>() {
        return Ok(grid.get().buf().clone());
    }
    let mut cells: Vec<Color> = Vec::with_capacity(128);
    let mut shape = Shape::default();
    if let Ok(rows) = object.cast::<PyList>() {
        for row in rows {
            add_row(&row, &mut cells, &mut shape)?;
        }
    } else if let Ok(text) = object.cast::<PyString>() {
        return from_digits(text.to_str()?);
    } else if let Some(grid) = from_buffer(object)? {
        return Ok(grid);
    } else {
        let not_a_grid = |_| not_a_grid(object);
        for row in object.try_iter().map_err(not_a_grid)? {
            add_row(&row?, &mut cells, &mut shape)?;
        }
    }
    shape.build(cells)
}

/// `12/34`, as [`Grid`]s print themselves.
fn from_digits(text: &str) -> PyResult<GridBuf> {
    let rows: Vec<&str> = text.split(['/', '\n']).map(str::trim).collect();
    let grid = GridBuf::from_digits(&rows).filter(|grid| grid.width() > 0);
    let message = "a grid as text has rows of the same number of digits, such as \"012/340\"";
    grid.ok_or_else(|| PyValueError::new_err(message))
}

fn not_a_grid(object: &Bound<'_, PyAny>) -> PyErr {
    let found = object.get_type().name();
    let found = found.map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "expected a grid: a list of rows, an array of two dimensions or an arcbatt.Grid; found {found}"
    ))
}

/// The rows read so far.
#[derive(Default)]
struct Shape {
    height: usize,
    width: usize,
}

impl Shape {
    /// Checks the length of a new row.
    fn add(&mut self, width: usize) -> PyResult<()> {
        if self.height > 0 && width != self.width {
            return Err(PyValueError::new_err(format!(
                "row {} has {width} cells, the rows before it {}",
                self.height, self.width
            )));
        }
        self.width = width;
        self.height += 1;
        Ok(())
    }

    fn build(self, cells: Vec<Color>) -> PyResult<GridBuf> {
        let most = arcbatt::Grid::MAX_SIDE;
        if self.height == 0 || self.width == 0 {
            return Err(PyValueError::new_err(
                "a grid has at least one cell; found none",
            ));
        }
        if self.height > most || self.width > most {
            let Self { height, width } = self;
            let message = format!("the grid is {height}x{width}; a side has at most {most} cells");
            return Err(PyValueError::new_err(message));
        }
        Ok(arcbatt::Grid::new(self.height, self.width, &cells).to_buf())
    }
}

/// Reads a row of numbers.
fn add_row(row: &Bound<'_, PyAny>, cells: &mut Vec<Color>, shape: &mut Shape) -> PyResult<()> {
    let before = cells.len();
    let place = |cells: &[Color], before: usize| (shape.height, cells.len() - before);
    if let Ok(row) = row.cast::<PyList>() {
        for cell in row {
            let color = color(&cell, place(cells, before))?;
            cells.push(color);
        }
    } else if let Ok(row) = row.cast::<PyTuple>() {
        for cell in row {
            let color = color(&cell, place(cells, before))?;
            cells.push(color);
        }
    } else {
        let (height, found) = (shape.height, row.get_type().name()?);
        let not_a_row =
            |_| PyTypeError::new_err(format!("row {height} is no list of numbers but {found}"));
        for cell in row.try_iter().map_err(not_a_row)? {
            let color = color(&cell?, place(cells, before))?;
            cells.push(color);
        }
    }
    shape.add(cells.len() - before)
}

/// Reads a colour.
#[inline]
fn color(cell: &Bound<'_, PyAny>, (row, column): (usize, usize)) -> PyResult<Color> {
    match cell.extract::<u8>() {
        Ok(color) if color <= 9 => Ok(color as Color),
        _ => {
            let shown = cell
                .repr()
                .map_or_else(|_| "?".into(), |text| text.to_string());
            Err(bad_color(row, column, &shown))
        }
    }
}

fn bad_color(row: usize, column: usize, shown: &str) -> PyErr {
    let shown: String = shown.chars().take(40).collect();
    PyValueError::new_err(format!(
        "row {row}, column {column} is {shown}; a cell is a colour from 0 to 9"
    ))
}

/// Whether an item format of the buffer protocol names the order of bytes that this machine does not have.
fn has_other_byte_order(format: &CStr) -> bool {
    match format.to_bytes().first() {
        Some(b'>' | b'!') => cfg!(target_endian = "little"),
        Some(b'<') => cfg!(target_endian = "big"),
        _ => false,
    }
}

/// Reads an object with the buffer protocol; `None` if it has none of whole numbers.
fn from_buffer(object: &Bound<'_, PyAny>) -> PyResult<Option<GridBuf>> {
    fn of<T: Element + Copy + TryInto<u8> + std::fmt::Display>(
        object: &Bound<'_, PyAny>,
    ) -> Option<PyResult<GridBuf>> {
        let buffer = PyBuffer::<T>::get(object).ok()?;
        // Rows of an array with the other order of bytes are read cell by cell.
        if has_other_byte_order(buffer.format()) {
            return None;
        }
        let (dimensions, shape) = (buffer.dimensions(), buffer.shape().to_vec());
        let &[height, width] = shape.as_slice() else {
            let message = format!("expected an array of two dimensions; it has {dimensions}");
            return Some(Err(PyValueError::new_err(message)));
        };
        let read = |cells: Vec<T>| {
            let mut colors = Vec::with_capacity(cells.len());
            for (k, cell) in cells.into_iter().enumerate() {
                match cell.try_into() {
                    Ok(color) if color <= 9 => colors.push(color as Color),
                    _ => return Err(bad_color(k / width, k % width, &cell.to_string())),
                }
            }
            Shape { height, width }.build(colors)
        };
        Some(buffer.to_vec(object.py()).and_then(read))
    }
    let found = of::<u8>(object)
        .or_else(|| of::<i64>(object))
        .or_else(|| of::<i32>(object))
        .or_else(|| of::<i8>(object))
        .or_else(|| of::<u16>(object))
        .or_else(|| of::<i16>(object))
        .or_else(|| of::<u32>(object))
        .or_else(|| of::<u64>(object));
    found.transpose()
}
