//! `dsl`: the primitives of the language.

use crate::shared_methods::drawn;
use arcbatt::{Example, Primitive as Inner, primitives};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// A primitive of the language. It draws its example in notebooks.
///
/// >>> import arcbatt as ab
/// >>> ab.dsl["vmirror"]
/// <Primitive vmirror(piece: Grid -> Grid)>
/// >>> ab.dsl["height"].example, ab.dsl["height"].value
/// ('height(I)', '6')
#[pyclass(frozen, module = "arcbatt")]
pub struct Primitive {
    inner: &'static Inner,
}

impl Primitive {
    fn sheet(&self) -> arcbatt::Sheet {
        let mut sheet = Example::of(self.inner).sheet;
        sheet.title = format!("{}: {}", self.inner.name, self.inner.doc);
        sheet
    }
}

drawn!(Primitive);

#[pymethods]
impl Primitive {
    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        self.inner.name
    }

    /// What it does, in one line.
    #[getter]
    fn doc(&self) -> &'static str {
        self.inner.doc
    }

    /// Its parameters and results, the most common first.
    #[getter]
    fn signatures(&self) -> Vec<&'static str> {
        self.inner.signatures.to_vec()
    }

    /// The family that it belongs to, such as "grids".
    #[getter]
    fn family(&self) -> String {
        format!("{:?}", self.inner.family).to_lowercase()
    }

    /// An example call.
    #[getter]
    fn example(&self) -> &'static str {
        self.inner.example
    }

    /// The value of the example.
    #[getter]
    fn value(&self) -> String {
        Example::of(self.inner).value.unwrap_or_default()
    }

    /// Whether it may have no answer on arguments of the right types.
    #[getter]
    fn may_fail(&self) -> bool {
        self.inner.fails
    }

    /// The picture of the example as an SVG document.
    ///
    /// >>> import arcbatt as ab
    /// >>> ab.dsl["objects"].svg()[:4]
    /// '<svg'
    fn svg(&self) -> String {
        self.sheet().to_svg()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Primitive {}({})>",
            self.inner.name, self.inner.signatures[0]
        )
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (&'static str,))> {
        let dsl = slf.py().import("arcbatt._arcbatt")?.getattr("dsl")?;
        Ok((
            dsl.getattr("__getitem__")?.unbind(),
            (slf.get().inner.name,),
        ))
    }
}

/// The primitives by name: a mapping.
///
/// >>> import arcbatt as ab
/// >>> ab.dsl["rot90"].doc
/// 'The grid rotated by 90 degrees clockwise.'
/// >>> len(ab.dsl) > 160, "rot90" in ab.dsl
/// (True, True)
#[pyclass(frozen, module = "arcbatt")]
pub struct Dsl;

#[pymethods]
impl Dsl {
    fn __len__(&self) -> usize {
        primitives().len()
    }

    fn __contains__(&self, name: &str) -> bool {
        primitives().iter().any(|primitive| primitive.name == name)
    }

    fn __getitem__(&self, name: &str) -> PyResult<Primitive> {
        let found = primitives().iter().find(|primitive| primitive.name == name);
        let unknown = || PyKeyError::new_err(format!("no primitive {name}"));
        found.map(|inner| Primitive { inner }).ok_or_else(unknown)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.keys())?.try_iter()?.into_any())
    }

    /// The names.
    ///
    /// >>> import arcbatt as ab
    /// >>> "rot90" in ab.dsl.keys()
    /// True
    fn keys(&self) -> Vec<&'static str> {
        primitives()
            .iter()
            .map(|primitive| primitive.name)
            .collect()
    }

    /// The primitives.
    ///
    /// >>> import arcbatt as ab
    /// >>> len(ab.dsl.values()) == len(ab.dsl)
    /// True
    fn values(&self) -> Vec<Primitive> {
        primitives()
            .iter()
            .map(|inner| Primitive { inner })
            .collect()
    }

    /// Names and primitives.
    ///
    /// >>> import arcbatt as ab
    /// >>> ab.dsl.items()[0][0] == ab.dsl.keys()[0]
    /// True
    fn items(&self) -> Vec<(&'static str, Primitive)> {
        primitives()
            .iter()
            .map(|inner| (inner.name, Primitive { inner }))
            .collect()
    }

    /// A pickle names it: there is one.
    fn __reduce__(&self) -> &'static str {
        "dsl"
    }

    fn __repr__(&self) -> String {
        format!(
            "<Dsl of {}>",
            arcbatt::text::counted(primitives().len(), "primitive")
        )
    }
}
