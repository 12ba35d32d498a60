//! The argument `TASK`: an id in a data set, or the path of a task file.

use crate::data_source::{DataArgs, chosen_tasks};
use crate::output::counted;
use anyhow::{Context, bail};
use arcbatt::task::{Answers, DataSet, Leniency, Task, generators, load};
use std::collections::HashMap;
use std::path::Path;

/// A task and its answers.
#[derive(Clone)]
pub struct Opened {
    /// The task.
    pub task: Task,
    /// Its known test outputs.
    pub answers: Answers,
}

/// Opens the tasks with these ids or paths, in this order.
pub fn open_tasks(names: &[String], data: &DataArgs) -> anyhow::Result<Vec<Opened>> {
    let is_path = |name: &str| {
        let looks_like_path = name.ends_with(".json") || Path::new(name).components().count() > 1;
        data.data.is_none() && (looks_like_path || is_only_a_path(name))
    };
    let (paths, ids): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| is_path(name));
    let mut opened: HashMap<&str, Opened> = HashMap::new();
    for name in paths {
        opened.insert(name, open_file(name)?);
    }
    if !ids.is_empty() {
        let owned: Vec<String> = ids.iter().map(|id| (*id).clone()).collect();
        let chosen = chosen_tasks(&data.open()?, &owned, data)?;
        for (id, (task, answers)) in ids.into_iter().zip(chosen) {
            opened.insert(id, Opened { task, answers });
        }
    }
    let in_order = names
        .iter()
        .filter_map(|name| opened.get(name.as_str()).cloned());
    Ok(in_order.collect())
}

/// Opens the task with this id or path.
pub fn open_task(name: &str, data: &DataArgs) -> anyhow::Result<Opened> {
    let opened = open_tasks(&[name.to_owned()], data)?;
    opened
        .into_iter()
        .next()
        .with_context(|| format!("no task {name:?}"))
}

/// Opens the only task of a file.
fn open_file(name: &str) -> anyhow::Result<Opened> {
    let loaded = load(Path::new(name), Leniency::Strict)?;
    let count = loaded.data.tasks.len();
    match take(loaded.data, 0) {
        Some(opened) if count == 1 => Ok(opened),
        _ => {
            let tasks = counted(count, "task");
            bail!("{name}: {tasks} in it; name one by its id, and the file with --data");
        }
    }
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
