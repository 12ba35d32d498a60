//! Reads a task file: one task, tasks by id, or parts that hold tasks by id.
//!
//! In: the text of a file. Out: its tasks with their answers, and a [`DataError`] for each bad one.
//! An object with a list under `train` or `test` is a task; any other object holds tasks by id, or
//! at the top of a file parts (`{"train": {id: task}, "eval": {id: task}}`). Unknown keys are
//! ignored. Reading goes on after a bad task; only a JSON syntax error ends it.

use super::grid::{Trail, read_grid};
use super::json::{BadJson, Json};
use crate::grid::GridBuf;
use crate::task::error::{DataError, DataErrorKind, Part, Place, Plain, Side};
use crate::task::limits::{MAX_BAD_TASKS, MAX_ID_BYTES, MAX_PAIRS};
use crate::task::{Answers, Demonstration, Task};
use std::path::Path;
use std::sync::Arc;

/// A task with the answers in its file.
pub(in crate::task) struct Entry {
    pub task: Task,
    pub answers: Answers,
    pub file: Arc<Path>,
}

/// The tasks of one file, or their errors, in file order.
pub(in crate::task) type Entries = Vec<Result<Entry, DataError>>;

/// Reads the text of `file`. The id of a single task is the stem of the file name. With `only`,
/// reads only the part or the task of that key.
///
/// An error concerns the whole file.
pub(in crate::task) fn read_tasks(
    text: &str,
    file: &Arc<Path>,
    only: Option<&str>,
) -> Result<Entries, DataError> {
    let mut reader = Reader {
        trail: Trail::default(),
        file,
        only,
        entries: Vec::new(),
        bad: 0,
        other_keys: Vec::new(),
        lists: false,
    };
    reader.trail.place.file = Some(file.clone());
    let mut json = Json::new(text);
    if let Err(bad) = reader.top(&mut json) {
        reader.trail.fault = None;
        reader.trail.note(json.error(bad));
    }
    if let Some(fault) = reader.trail.fault {
        return Err(fault);
    }
    let whole = |kind| Err(DataError::in_file(file, kind));
    if reader.bad > MAX_BAD_TASKS {
        return whole(DataErrorKind::TooManyBad);
    }
    if reader.entries.is_empty() {
        return whole(match only {
            Some(part) => DataErrorKind::NoPart {
                part: Plain(part).to_string(),
                parts: list_keys(&reader.other_keys),
            },
            None if reader.lists => DataErrorKind::OnlySolutions,
            None => DataErrorKind::NoTasks,
        });
    }
    Ok(reader.entries)
}

/// Whether `id` can be printed and stored safely.
fn is_id(id: &str) -> bool {
    (1..=MAX_ID_BYTES).contains(&id.len()) && !id.chars().any(char::is_control)
}

/// `; there are a, b, c`, for a message.
fn list_keys(keys: &[String]) -> String {
    match keys {
        [] => String::new(),
        _ => format!("; there are {}", keys.join(", ")),
    }
}

/// The state of reading one file.
struct Reader<'a> {
    trail: Trail,
    file: &'a Arc<Path>,
    only: Option<&'a str>,
    entries: Entries,
    /// Number of bad tasks.
    bad: usize,
    /// The first few keys that were skipped because of `only`.
    other_keys: Vec<String>,
    /// Whether ids have lists, as in a file of solutions.
    lists: bool,
}

/// An input and its output, which may be unknown.
type Pair = (GridBuf, Option<GridBuf>);

/// The depth of an object in the file: 0 at the top, 1 for a part or a task, 2 for a task in a
/// part.
type Depth = u8;

const DEEPEST: Depth = 2;

impl Reader<'_> {
    /// Reads the whole file.
    fn top(&mut self, json: &mut Json<'_>) -> Result<(), BadJson> {
        if json.peek() == Some(b'{') {
            self.node(json, 0, "")?;
        } else {
            let found = json.skip()?;
            self.trail.note_type(found, "a task or an object of tasks");
        }
        json.end()
    }

    /// Reads an object that is a task or holds tasks, and adds its tasks to the entries.
    fn node(&mut self, json: &mut Json<'_>, depth: Depth, key: &str) -> Result<(), BadJson> {
        // An object inside a task is an unknown key: its entries are removed once the task is
        // recognised, and the task keeps its own error.
        let place = Place {
            file: Some(self.file.clone()),
            task: (depth > 0).then(|| key.to_owned()),
            ..Place::default()
        };
        let outer_place = std::mem::replace(&mut self.trail.place, place);
        let outer_fault = self.trail.fault.take();
        let (entries_before, bad_before) = (self.entries.len(), self.bad);

        let (mut train, mut test) = (None, None);
        let (mut is_task, mut has_nodes, mut first) = (false, false, true);
        json.take(b'{');
        while let Some(key) = json.next_key(&mut first)? {
            // A part is an object; lists make the file a single task without parts.
            let is_object = json.peek() == Some(b'{');
            if depth == 0 && self.only.is_some() && !(is_object && self.only == Some(&*key)) {
                self.pass_over(&key);
                json.skip()?;
                continue;
            }
            let list = match &*key {
                "train" => Some((Part::Train, &mut train)),
                "test" => Some((Part::Test, &mut test)),
                _ => None,
            };
            match list {
                _ if is_object && depth < DEEPEST => {
                    has_nodes = true;
                    self.node(json, depth + 1, &key)?;
                }
                Some((part, list)) => {
                    is_task = true;
                    if depth == 0 {
                        self.name_by_file();
                    }
                    if list.replace(self.pairs(json, part)?).is_some() {
                        self.trail.note(DataErrorKind::Twice(part.key()));
                    }
                }
                None => {
                    self.lists |= depth == 0 && json.peek() == Some(b'[');
                    json.skip()?;
                }
            }
        }
        if is_task {
            self.entries.truncate(entries_before);
            self.bad = bad_before;
            self.add_task(train, test);
        } else if depth == DEEPEST
            // An empty object is a part only under these keys.
            || (depth == 1 && !has_nodes && !matches!(key, "train" | "eval" | "test"))
        {
            self.trail.note(DataErrorKind::NotATask);
            self.add_fault();
        }
        self.trail.place = outer_place;
        self.trail.fault = outer_fault;
        Ok(())
    }

    /// Names a task at the top of a file after the file.
    fn name_by_file(&mut self) {
        if self.trail.place.task.is_none() {
            match self.file.file_stem().and_then(|stem| stem.to_str()) {
                Some(stem) => self.trail.place.task = Some(stem.to_owned()),
                None => self.trail.note(DataErrorKind::NameNotUtf8),
            }
        }
    }

    /// Reads the list under `train` or `test`, without bad pairs.
    fn pairs(&mut self, json: &mut Json<'_>, part: Part) -> Result<Vec<Pair>, BadJson> {
        let trail = &mut self.trail;
        trail.place.part = Some(part);
        let mut pairs = Vec::with_capacity(4);
        if json.take(b'[') {
            let (mut count, mut first) = (0, true);
            while json.next_item(&mut first)? {
                count += 1;
                if count > MAX_PAIRS {
                    json.skip()?;
                    continue;
                }
                trail.place.pair = Some(count);
                pairs.extend(read_pair(json, part, trail)?);
            }
            trail.place.pair = None;
            if count > MAX_PAIRS {
                trail.note(DataErrorKind::TooManyPairs);
            }
        } else {
            let found = json.skip()?;
            trail.note_type(found, "a list of pairs");
        }
        trail.place.part = None;
        Ok(pairs)
    }

    /// Remembers a skipped key for the message that lists the parts.
    fn pass_over(&mut self, key: &str) {
        if self.other_keys.len() < 4 {
            self.other_keys.push(Plain(key).to_string());
        }
    }

    /// Adds the task made of these lists to the entries.
    fn add_task(&mut self, train: Option<Vec<Pair>>, test: Option<Vec<Pair>>) {
        let train: Vec<Demonstration> = train
            .unwrap_or_default()
            .into_iter()
            // A missing output is an error already.
            .filter_map(|(input, output)| output.map(|output| Demonstration { input, output }))
            .collect();
        let (test, answers): (Vec<_>, Vec<_>) = test.unwrap_or_default().into_iter().unzip();
        for (part, empty) in [
            (Part::Train, train.is_empty()),
            (Part::Test, test.is_empty()),
        ] {
            if empty {
                self.trail.note(DataErrorKind::NoPairs(part.key()));
            }
        }
        let id = self.trail.place.task.clone().unwrap_or_default();
        if !is_id(&id) {
            self.trail.note(DataErrorKind::BadId);
        }
        if self.trail.fault.is_some() {
            self.add_fault();
            return;
        }
        self.entries.push(Ok(Entry {
            task: Task { id, train, test },
            answers: Answers(answers),
            file: self.file.clone(),
        }));
    }

    /// Adds the error of the current task to the entries.
    fn add_fault(&mut self) {
        self.bad += 1;
        let fault = self.trail.fault.take();
        if self.bad <= MAX_BAD_TASKS {
            self.entries.extend(fault.map(Err));
        }
    }
}

/// Reads a pair; `None` after an error.
fn read_pair(json: &mut Json<'_>, part: Part, trail: &mut Trail) -> Result<Option<Pair>, BadJson> {
    if !trail.open(
        json,
        b'{',
        "a pair (an object with \"input\" and \"output\")",
    )? {
        return Ok(None);
    }
    // The outer option says whether the key exists.
    let (mut input, mut output) = (None, None);
    let mut first = true;
    while let Some(key) = json.next_key(&mut first)? {
        let (side, name, grid) = match &*key {
            "input" => (Side::Input, "input", &mut input),
            "output" => (Side::Output, "output", &mut output),
            _ => {
                json.skip()?;
                continue;
            }
        };
        trail.place.side = Some(side);
        // Only a test output may be unknown.
        let nullable = side == Side::Output && part == Part::Test;
        let read = read_grid(json, nullable, trail)?;
        trail.place.side = None;
        if grid.replace(read).is_some() {
            trail.note(DataErrorKind::Twice(name));
        }
    }
    if input.is_none() {
        trail.note(DataErrorKind::Missing("input"));
    }
    if output.is_none() && part == Part::Train {
        trail.note(DataErrorKind::Missing("output"));
    }
    Ok(input.flatten().map(|input| (input, output.flatten())))
}
