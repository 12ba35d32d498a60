//! Pickles by content: the state of an object as JSON.

use arcbatt::program::{Place, Program, parse_file};
use arcbatt::{Answers, Demonstration, GridBuf, Task};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What `__reduce__` returns for an object with this state: its class has a static method `_restore`.
pub fn reduce<'py, T: pyo3::PyClass>(
    object: &Bound<'py, T>,
    state: &impl Serialize,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = object.py();
    let state = serde_json::to_vec(state).map_err(damaged)?;
    let restore = object.as_any().get_type().getattr("_restore")?;
    (restore, (PyBytes::new(py, &state),)).into_pyobject(py)
}

/// The state of a pickle.
pub fn restore<T: DeserializeOwned>(state: &[u8]) -> PyResult<T> {
    serde_json::from_slice(state).map_err(damaged)
}

fn damaged(error: serde_json::Error) -> PyErr {
    PyValueError::new_err(format!(
        "the pickle is damaged, or of another version of arcbatt: {error}"
    ))
}

/// A grid as rows of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridText(pub GridBuf);

impl Serialize for GridText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.0.view();
        let rows = rows
            .rows()
            .map(|row| row.iter().map(|c| (b'0' + *c as u8) as char).collect());
        serializer.serialize_str(&rows.collect::<Vec<String>>().join("/"))
    }
}

impl<'de> Deserialize<'de> for GridText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let rows: Vec<&str> = text.split('/').collect();
        let grid = GridBuf::from_digits(&rows).map(Self);
        grid.ok_or_else(|| D::Error::custom("a grid is rows of digits"))
    }
}

/// A program as its text, with the positions of its lines in its own file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramText(pub Program);

impl Serialize for ProgramText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let program = &self.0;
        let lines: Vec<Place> = program.lines.iter().map(|line| line.place).collect();
        let text = program.to_string();
        (&program.name, text, program.place, lines).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ProgramText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        type State = (String, String, Place, Vec<Place>);
        let (name, text, place, lines) = State::deserialize(deserializer)?;
        let program = parse_file(&text).programs.pop();
        let mut program = program.ok_or_else(|| D::Error::custom("no program in the text"))?;
        program.name = name;
        program.place = place;
        for (line, place) in program.lines.iter_mut().zip(lines) {
            line.place = place;
        }
        Ok(Self(program))
    }
}

/// A task with its answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskText {
    id: String,
    train: Vec<(GridText, GridText)>,
    test: Vec<(GridText, Option<GridText>)>,
}

impl TaskText {
    /// The text of a task.
    pub fn new(task: &Task, answers: &Answers) -> Self {
        let train = task.train.iter();
        let test = task.test.iter().enumerate();
        let answer = |k: usize| answers.0.get(k).cloned().flatten().map(GridText);
        Self {
            id: task.id.clone(),
            train: train
                .map(|pair| (GridText(pair.input.clone()), GridText(pair.output.clone())))
                .collect(),
            test: test
                .map(|(k, input)| (GridText(input.clone()), answer(k)))
                .collect(),
        }
    }

    /// The task and its answers.
    pub fn task(self) -> (Task, Answers) {
        let train = self.train.into_iter();
        let (test, answers) = self
            .test
            .into_iter()
            .map(|(input, answer)| (input.0, answer.map(|a| a.0)))
            .unzip();
        let task = Task {
            id: self.id,
            train: train
                .map(|(input, output)| Demonstration {
                    input: input.0,
                    output: output.0,
                })
                .collect(),
            test,
        };
        (task, Answers(answers))
    }
}
