//! The argument `TASK`: an id in the data set, or the path of a task file.

use crate::nearest::did_you_mean;
use crate::open_data::DataArgs;
use anyhow::bail;
use arcbatt::task::{Answers, DataSet, Leniency, Task, load};
use std::path::Path;

/// A task and its answers.
pub struct Opened {
    /// The task.
    pub task: Task,
    /// What is known of its test outputs.
    pub answers: Answers,
}

/// Opens the task that the user named.
pub fn open_task(name: &str, data: &DataArgs) -> anyhow::Result<Opened> {
    let path = Path::new(name);
    let looks_like_path = name.ends_with(".json") || path.components().count() > 1;
    if looks_like_path && data.data.is_none() {
        let loaded = load(path, Leniency::Strict)?;
        let count = loaded.data.tasks.len();
        let Some(opened) = take(loaded.data, 0).filter(|_| count == 1) else {
            bail!("{name}: {count} tasks in it; name one by its id, and the file with --data");
        };
        return Ok(opened);
    }
    let set = data.open()?;
    let Some(at) = set.tasks.iter().position(|task| task.id == name) else {
        let nearest = did_you_mean(name, set.tasks.iter().map(|task| task.id.as_str()));
        let is_arc = name.len() == 8 && name.bytes().all(|b| b.is_ascii_hexdigit());
        let hint = match data.is_embedded() && is_arc {
            true => "; for ARC tasks add --data arc1-training or the like",
            false => "; `arcbatt show --list` names the tasks",
        };
        let hint = if nearest.is_empty() { hint } else { "" };
        bail!("no task {name:?} in {}{nearest}{hint}", data.what());
    };
    // It was found there.
    take(set, at).ok_or_else(|| anyhow::anyhow!("no task {name:?}"))
}

/// One task out of a data set.
pub fn take(mut set: DataSet, at: usize) -> Option<Opened> {
    let answers = set.answers.get_mut(at).map(std::mem::take);
    (at < set.tasks.len()).then(|| Opened {
        task: set.tasks.swap_remove(at),
        answers: answers.unwrap_or_default(),
    })
}
