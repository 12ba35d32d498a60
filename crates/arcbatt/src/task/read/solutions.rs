//! Reads files of solutions, `{id: [grid, ...]}`, which belong to files of challenges.
//!
//! In: the text of such a file, and tasks without answers. Out: the tasks with their answers.
//! Solutions of tasks that are not among the challenges are ignored.

use super::grid::{Trail, read_grid};
use super::json::{BadJson, Json};
use super::task::Entry;
use crate::grid::GridBuf;
use crate::task::Answers;
use crate::task::error::{DataError, DataErrorKind, Part, Place, Plain};
use crate::task::limits::MAX_BAD_TASKS;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Whether the file name is that of challenges.
pub(in crate::task) fn is_challenges(file: &Path) -> bool {
    solutions_of(file).is_some()
}

/// The file of solutions of a file of challenges: `x_solutions.json` for `x_challenges.json`.
pub(in crate::task) fn solutions_of(file: &Path) -> Option<PathBuf> {
    let name = file.file_name()?.to_str()?;
    let stem = name.strip_suffix("challenges.json")?;
    Some(file.with_file_name(format!("{stem}solutions.json")))
}

/// The outputs by task, or the error of a task.
type Outputs = HashMap<String, Result<Vec<Option<GridBuf>>, DataError>>;

/// A file of solutions.
pub(in crate::task) struct Solutions {
    file: Arc<Path>,
    outputs: Outputs,
}

impl Solutions {
    /// Reads the text of `file`. An error concerns the whole file.
    pub fn read(text: &str, file: &Arc<Path>) -> Result<Self, DataError> {
        let mut trail = Trail::default();
        trail.place.file = Some(file.clone());
        let mut json = Json::new(text);
        let read = read_outputs(&mut json, &mut trail);
        let outputs = match read.and_then(|outputs| json.end().map(|()| outputs)) {
            Ok(outputs) => outputs,
            Err(bad) => {
                trail.fault = None;
                trail.note(json.error(bad));
                Outputs::new()
            }
        };
        match trail.fault {
            Some(fault) => Err(fault),
            None => Ok(Self {
                file: file.clone(),
                outputs,
            }),
        }
    }

    /// Adds the outputs to an entry; there must be one per test.
    pub fn attach(&mut self, mut entry: Entry) -> Result<Entry, DataError> {
        let id = &entry.task.id;
        match self.take(&entry.file, id, entry.task.test.len())? {
            Some(answers) => {
                entry.answers = answers;
                Ok(entry)
            }
            None => {
                let kind = DataErrorKind::NoSolution(self.name());
                Err(DataError::in_task(&entry.file, id, kind))
            }
        }
    }

    /// Removes and returns the outputs of a task in `file`; there must be one per test.
    pub fn take(
        &mut self,
        file: &Arc<Path>,
        id: &str,
        tests: usize,
    ) -> Result<Option<Answers>, DataError> {
        match self.outputs.remove(id) {
            None => Ok(None),
            Some(Err(error)) => Err(error),
            Some(Ok(outputs)) if outputs.len() == tests => Ok(Some(Answers(outputs))),
            Some(Ok(outputs)) => {
                let kind = DataErrorKind::SolutionCount {
                    solutions: outputs.len(),
                    tests,
                    file: self.name(),
                };
                Err(DataError::in_task(file, id, kind))
            }
        }
    }

    fn name(&self) -> String {
        Plain(&self.file.to_string_lossy()).to_string()
    }
}

/// Reads the whole file.
fn read_outputs(json: &mut Json<'_>, trail: &mut Trail) -> Result<Outputs, BadJson> {
    let mut all = Outputs::new();
    let file = trail.place.file.clone();
    let (mut bad, mut first) = (0, true);
    if !trail.open(json, b'{', "an object of solutions")? {
        return Ok(all);
    }
    while let Some(id) = json.next_key(&mut first)? {
        trail.place.task = Some(id.to_string());
        let outputs = read_grids(json, trail)?;
        if all.contains_key(&*id) {
            trail.note(DataErrorKind::IdTwice);
        }
        let outputs = match trail.fault.take() {
            Some(fault) => Err(fault),
            None => Ok(outputs),
        };
        bad += usize::from(outputs.is_err());
        if bad <= MAX_BAD_TASKS {
            all.insert(id.into_owned(), outputs);
        }
    }
    trail.place = Place {
        file,
        ..Place::default()
    };
    if bad > MAX_BAD_TASKS {
        trail.note(DataErrorKind::TooManyBad);
    }
    Ok(all)
}

/// Reads the outputs of one task; `null` is an unknown one.
fn read_grids(json: &mut Json<'_>, trail: &mut Trail) -> Result<Vec<Option<GridBuf>>, BadJson> {
    let mut outputs = Vec::new();
    if !trail.open(json, b'[', "a list of grids")? {
        return Ok(outputs);
    }
    trail.place.part = Some(Part::Solution);
    let mut first = true;
    while json.next_item(&mut first)? {
        trail.place.pair = Some(outputs.len() + 1);
        outputs.push(read_grid(json, true, trail)?);
    }
    trail.place.pair = None;
    trail.place.part = None;
    if outputs.is_empty() {
        trail.note(DataErrorKind::NoSolutions);
    }
    Ok(outputs)
}
