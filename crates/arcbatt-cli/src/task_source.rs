//! The argument `TASK`: an id in the data set, or the path of a task file.

use crate::data_source::{DataArgs, no_task};
use crate::output::counted;
use anyhow::bail;
use arcbatt::task::{Answers, DataSet, Leniency, Task, generators, load};
use std::path::Path;

/// A task and its answers.
pub struct Opened {
    /// The task.
    pub task: Task,
    /// Its known test outputs.
    pub answers: Answers,
}

/// Opens the task with this id or path.
pub fn open_task(name: &str, data: &DataArgs) -> anyhow::Result<Opened> {
    let path = Path::new(name);
    let looks_like_path = name.ends_with(".json") || path.components().count() > 1;
    if data.data.is_none() && (looks_like_path || is_only_a_path(name)) {
        let loaded = load(path, Leniency::Strict)?;
        let count = loaded.data.tasks.len();
        let Some(opened) = take(loaded.data, 0).filter(|_| count == 1) else {
            let tasks = counted(count, "task");
            bail!("{name}: {tasks} in it; name one by its id, and the file with --data");
        };
        return Ok(opened);
    }
    let set = data.open()?;
    let Some(at) = set.tasks.iter().position(|task| task.id == name) else {
        return Err(no_task(name, &set, data));
    };
    take(set, at).ok_or_else(|| anyhow::anyhow!("no task {name:?}"))
}

/// Whether it names an existing file and no built-in task.
fn is_only_a_path(name: &str) -> bool {
    let is_task = |task: &Task| task.id == name;
    Path::new(name).exists() && !generators::embedded().tasks.iter().any(is_task)
}

/// Takes one task out of a data set.
pub fn take(mut set: DataSet, at: usize) -> Option<Opened> {
    let answers = set.answers.get_mut(at).map(std::mem::take);
    (at < set.tasks.len()).then(|| Opened {
        task: set.tasks.swap_remove(at),
        answers: answers.unwrap_or_default(),
    })
}
