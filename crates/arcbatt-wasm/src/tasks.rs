//! Tasks as JSON: grids are lists of rows, a row is a string of digits.

use arcbatt::task::generators::{SOLVERS, families};
use arcbatt::task::load_text;
use arcbatt::{Answers, DataSet, Demonstration, GridBuf, Leniency, Task, parse_file};
use serde::{Deserialize, Serialize};

/// A grid: a string of digits per row.
pub type GridJson = Vec<String>;

/// A pair of a task.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct PairJson {
    /// The input.
    pub input: GridJson,
    /// The expected output, if it is known.
    pub output: Option<GridJson>,
}

/// A task with its answers.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct TaskJson {
    /// The id.
    pub id: String,
    /// The demonstration pairs.
    pub train: Vec<PairJson>,
    /// The tests.
    pub test: Vec<PairJson>,
}

/// A task that comes with arcbatt.
#[derive(Serialize)]
pub struct EmbeddedTask {
    /// The task.
    #[serde(flatten)]
    pub task: TaskJson,
    /// Its theme, such as `gravity`.
    pub theme: &'static str,
    /// Its rule.
    pub rule: &'static str,
    /// A program that solves it.
    pub solver: String,
}

/// The tasks of a file.
#[derive(Serialize)]
pub struct ReadTasks {
    /// The tasks.
    pub tasks: Vec<TaskJson>,
    /// Why others were skipped.
    pub skipped: Vec<String>,
}

/// A grid as JSON.
pub fn grid_json(grid: &GridBuf) -> GridJson {
    let digit = |&color: &arcbatt::Color| char::from_digit(color as u32, 10).unwrap_or('?');
    let rows = grid
        .view()
        .rows()
        .map(|row| row.iter().map(digit).collect());
    rows.collect()
}

fn grid(rows: &GridJson, what: &str) -> Result<GridBuf, String> {
    GridBuf::from_digits(rows).ok_or_else(|| format!("{what} is not a grid of digits"))
}

impl TaskJson {
    /// A task and its answers as JSON.
    pub fn new(task: &Task, answers: Option<&Answers>) -> Self {
        let train = task.train.iter().map(|pair| PairJson {
            input: grid_json(&pair.input),
            output: Some(grid_json(&pair.output)),
        });
        let answer = |k: usize| answers?.0.get(k)?.as_ref().map(grid_json);
        let test = task.test.iter().enumerate().map(|(k, input)| PairJson {
            input: grid_json(input),
            output: answer(k),
        });
        Self {
            id: task.id.clone(),
            train: train.collect(),
            test: test.collect(),
        }
    }

    /// The task and its answers.
    pub fn task(&self) -> Result<(Task, Answers), String> {
        let train = self.train.iter().map(|pair| {
            let output = pair.output.as_ref();
            let output = output.ok_or("a demonstration has no output")?;
            Ok(Demonstration {
                input: grid(&pair.input, "an input")?,
                output: grid(output, "an output")?,
            })
        });
        let answer = |pair: &PairJson| {
            let output = pair.output.as_ref();
            output.map(|output| grid(output, "an output")).transpose()
        };
        let test = self.test.iter().map(|pair| grid(&pair.input, "an input"));
        let task = Task {
            id: self.id.clone(),
            train: train.collect::<Result<_, String>>()?,
            test: test.collect::<Result<_, String>>()?,
        };
        let answers: Result<Vec<_>, String> = self.test.iter().map(answer).collect();
        Ok((task, Answers(answers?)))
    }
}

/// The tasks that come with arcbatt.
pub fn embedded() -> Vec<EmbeddedTask> {
    let data = DataSet::embedded();
    let solvers = parse_file(SOLVERS).programs;
    let tasks = data.tasks.iter().zip(&data.answers);
    tasks
        .map(|(task, answers)| {
            let family = families().iter().find(|family| family.name == task.id);
            let solver = solvers.iter().find(|p| p.task_id() == Some(&task.id));
            EmbeddedTask {
                task: TaskJson::new(task, Some(answers)),
                theme: family.map_or("", |family| family.theme),
                rule: family.map_or("", |family| family.doc),
                solver: solver.map_or(String::new(), ToString::to_string),
            }
        })
        .collect()
}

/// The tasks in the text of a file; bad ones are skipped.
pub fn read(name: &str, text: &str) -> Result<ReadTasks, String> {
    let loaded = load_text(name, text, Leniency::Lenient).map_err(|error| error.to_string())?;
    let data = &loaded.data;
    let tasks = data.tasks.iter().zip(&data.answers);
    Ok(ReadTasks {
        tasks: tasks
            .map(|(task, answers)| TaskJson::new(task, Some(answers)))
            .collect(),
        skipped: loaded.skipped.iter().map(ToString::to_string).collect(),
    })
}
