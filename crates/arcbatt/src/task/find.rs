//! Finds tasks by id in all data sets on this machine: built in, pulled and generated ones.

use super::load::load;
use super::registry::{NAMED_SETS, open_in};
use super::{Answers, DataError, DataSet, EMBEDDED, Leniency, Task, generators};
use std::path::Path;

/// The folder in which generated tasks are written, and looked for, unless another is named.
pub const MADE_FOLDER: &str = "made-tasks";

/// A task found by its id.
#[derive(Clone, Debug)]
pub struct FoundTask {
    /// The task.
    pub task: Task,
    /// Its known test outputs.
    pub answers: Answers,
    /// The data sets that have a task with this id, each a name or path that [`super::open`] takes.
    /// The task is that of the first.
    pub sets: Vec<&'static str>,
}

/// The data sets on this machine, each a name or path that [`super::open`] takes: the built-in tasks,
/// those pulled into the cache folder `cache`, and the folder of generated tasks.
pub fn present_sets(cache: Option<&Path>) -> Vec<&'static str> {
    let pulled = NAMED_SETS
        .iter()
        .filter(|set| cache.is_some_and(|cache| set.path_in(cache).is_file()))
        .map(|set| set.name);
    let made = Path::new(MADE_FOLDER).is_dir().then_some(MADE_FOLDER);
    [EMBEDDED].into_iter().chain(pulled).chain(made).collect()
}

/// Looks for tasks in all data sets of [`present_sets`]; `None` for an id that no set has.
///
/// A built-in task wins. Generated tasks are looked for only by ids such as `gravity_down_0000017`.
pub fn find_tasks(
    cache: Option<&Path>,
    ids: &[String],
) -> Result<Vec<Option<FoundTask>>, DataError> {
    find_among(&present_sets(cache), ids, |set| {
        Ok(open_in(cache, set, Leniency::Strict)?.data)
    })
}

/// Looks for tasks in these data sets.
fn find_among(
    sets: &[&'static str],
    ids: &[String],
    open: impl Fn(&'static str) -> Result<DataSet, DataError>,
) -> Result<Vec<Option<FoundTask>>, DataError> {
    let mut found: Vec<Option<FoundTask>> = vec![None; ids.len()];
    for &set in sets {
        let wanted = |at: &usize| match (&found[*at], set) {
            // The ids of built-in tasks are their own.
            (Some(found), _) => found.sets != [EMBEDDED],
            (None, MADE_FOLDER) => generators::family_of(&ids[*at]).is_some(),
            (None, _) => true,
        };
        let wanted: Vec<usize> = (0..ids.len()).filter(wanted).collect();
        if wanted.is_empty() {
            continue;
        }
        let data = match set {
            MADE_FOLDER => made_tasks(wanted.iter().map(|at| ids[*at].as_str()))?,
            set => open(set)?,
        };
        for at in wanted {
            let Some(k) = data.tasks.iter().position(|task| task.id == ids[at]) else {
                continue;
            };
            match &mut found[at] {
                Some(found) => found.sets.push(set),
                none => {
                    *none = Some(FoundTask {
                        task: data.tasks[k].clone(),
                        answers: data.answers.get(k).cloned().unwrap_or_default(),
                        sets: vec![set],
                    });
                }
            }
        }
    }
    Ok(found)
}

/// The generated tasks with these ids, or all if some have no file of their own.
fn made_tasks<'i>(ids: impl Iterator<Item = &'i str>) -> Result<DataSet, DataError> {
    let folder = Path::new(MADE_FOLDER);
    let mut data = DataSet::default();
    for id in ids {
        let file = folder.join(format!("{id}.json"));
        if !file.is_file() {
            return load(folder, Leniency::Lenient).map(|loaded| loaded.data);
        }
        let mut one = load(&file, Leniency::Strict)?.data;
        data.tasks.append(&mut one.tasks);
        data.answers.append(&mut one.answers);
    }
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::GridBuf;

    #[test]
    fn an_id_is_found_in_every_set() {
        let open = |set: &'static str| {
            let (ids, color): (&[&str], i8) = match set {
                "one" => (&["a", "shared"], 1),
                "two" => (&["b", "shared"], 2),
                _ => return Ok(generators::embedded()),
            };
            let task = |id: &&str| Task {
                id: (*id).to_owned(),
                train: Vec::new(),
                test: vec![GridBuf::filled(1, 1, color)],
            };
            Ok(DataSet {
                tasks: ids.iter().map(task).collect(),
                answers: Vec::new(),
            })
        };
        let ids = ["b", "shared", "half_turn", "none"].map(str::to_owned);
        let found = find_among(&[EMBEDDED, "one", "two"], &ids, open).unwrap();
        let sets = |at: usize| found[at].as_ref().map(|found| found.sets.clone());
        assert_eq!(sets(0), Some(vec!["two"]));
        assert_eq!(sets(1), Some(vec!["one", "two"]));
        assert_eq!(sets(2), Some(vec![EMBEDDED]));
        assert_eq!(sets(3), None);
        // The task is that of the first.
        let shared = found[1].as_ref().unwrap();
        assert_eq!(shared.task.test, [GridBuf::filled(1, 1, 1)]);
    }
}
