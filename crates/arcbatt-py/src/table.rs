//! [`Table`]: rows for readers of Arrow, such as polars and pandas.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, RecordBatch, RecordBatchIterator, StringArray,
    UInt64Array,
};
use arrow_schema::{ArrowError, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;

/// Rows for readers of Arrow: `polars.DataFrame(table)`, `pyarrow.table(table)`.
///
/// >>> import arcbatt as ab
/// >>> tasks = ab.load("embedded", first=3)
/// >>> table = ab.check("embedded", tasks).to_arrow()
/// >>> table.columns[:4]
/// ['task', 'solver', 'part', 'index']
#[pyclass(frozen, module = "arcbatt")]
pub struct Table {
    batch: RecordBatch,
}

/// A column with its name.
pub struct Column {
    name: &'static str,
    array: ArrayRef,
}

impl Column {
    fn new(name: &'static str, array: ArrayRef) -> Self {
        Self { name, array }
    }

    /// A column of text.
    pub fn text<T: AsRef<str>>(
        name: &'static str,
        values: impl Iterator<Item = Option<T>>,
    ) -> Self {
        Self::new(name, Arc::new(values.collect::<StringArray>()))
    }

    /// A column of counts.
    pub fn count(name: &'static str, values: impl Iterator<Item = Option<u64>>) -> Self {
        Self::new(name, Arc::new(values.collect::<UInt64Array>()))
    }

    /// A column of truth values.
    pub fn flag(name: &'static str, values: impl Iterator<Item = Option<bool>>) -> Self {
        Self::new(name, Arc::new(values.collect::<BooleanArray>()))
    }

    /// A column of seconds.
    pub fn seconds(name: &'static str, values: impl Iterator<Item = Option<f64>>) -> Self {
        Self::new(name, Arc::new(values.collect::<Float64Array>()))
    }
}

impl Table {
    /// A table of columns of the same length.
    pub fn new(columns: Vec<Column>) -> PyResult<Self> {
        let field =
            |column: &Column| Field::new(column.name, column.array.data_type().clone(), true);
        let schema = Schema::new(columns.iter().map(field).collect::<Vec<Field>>());
        let arrays = columns.into_iter().map(|column| column.array).collect();
        let batch = RecordBatch::try_new(Arc::new(schema), arrays).map_err(arrow_error)?;
        Ok(Self { batch })
    }
}

fn arrow_error(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        let schema = self.batch.schema();
        schema
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    #[pyo3(signature = (requested_schema = None))]
    pub fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may ignore it; consumers cast.
        let _ = requested_schema;
        let batches = vec![Ok::<_, ArrowError>(self.batch.clone())];
        let reader = RecordBatchIterator::new(batches, self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        // The name that the Arrow PyCapsule interface asks for. A stream that nobody read frees itself.
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        let rows = arcbatt::text::counted(self.batch.num_rows(), "row");
        format!("<Table of {rows}: {}>", self.columns().join(", "))
    }
}
