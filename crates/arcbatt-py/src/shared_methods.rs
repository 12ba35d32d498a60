//! Methods that many classes share: drawing, Arrow and pickles, each written once.

/// Draws objects that have a method `sheet`: in terminals, IPython and notebooks.
macro_rules! drawn {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            fn __str__(&self, py: Python<'_>) -> String {
                $crate::draw::text(py, &self.sheet())
            }

            fn _repr_svg_(&self) -> String {
                self.sheet().to_svg()
            }

            fn _repr_html_(&self) -> String {
                $crate::draw::html(&self.sheet())
            }

            fn _repr_pretty_(
                &self,
                py: Python<'_>,
                printer: &Bound<'_, PyAny>,
                cycle: bool,
            ) -> PyResult<()> {
                let text = match cycle {
                    true => "...".to_owned(),
                    false => self.__str__(py),
                };
                printer.call_method1("text", (text,)).map(drop)
            }
        }
    };
}

/// Exports objects that have a method `table` to readers of Arrow.
macro_rules! arrow_stream {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            #[pyo3(signature = (requested_schema = None))]
            fn __arrow_c_stream__<'py>(
                &self,
                py: Python<'py>,
                requested_schema: Option<Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, pyo3::types::PyCapsule>> {
                self.table()?.__arrow_c_stream__(py, requested_schema)
            }
        }
    };
}

/// Pickles objects that are one field of plain data.
macro_rules! pickled {
    ($class:ident { $field:ident }) => {
        #[pymethods]
        impl $class {
            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
                $crate::pickle::reduce(slf, &slf.get().$field)
            }

            #[staticmethod]
            fn _restore(state: &[u8]) -> PyResult<Self> {
                let $field = $crate::pickle::restore(state)?;
                Ok(Self { $field })
            }
        }
    };
}

pub(crate) use {arrow_stream, drawn, pickled};
