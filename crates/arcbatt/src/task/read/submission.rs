//! Reads a submission: `{id: [{"attempt_1": grid, "attempt_2": grid}, ...]}`.
//!
//! In: a file. Out: the attempts by task, in file order, or the first error with its place.

use super::grid::{Trail, read_grid};
use super::json::{BadJson, Json};
use crate::grid::GridBuf;
use crate::task::error::{DataError, DataErrorKind, Part, Place, Side};
use crate::task::load::read_text;
use std::collections::HashSet;
use std::path::Path;

/// The two attempts at every test, by task.
pub(crate) type AttemptsByTask = Vec<(String, Vec<[GridBuf; 2]>)>;

/// Reads a submission file.
pub(crate) fn read_submission(path: &Path) -> Result<AttemptsByTask, DataError> {
    let text = read_text(path)?;
    let mut trail = Trail::default();
    trail.place.file = Some(path.into());
    let mut json = Json::new(&text);
    let read = read_all(&mut json, &mut trail);
    let read = read.and_then(|tasks| json.end().map(|()| tasks));
    match (trail.fault.take(), read) {
        (_, Err(bad)) => Err(DataError::in_file(path, json.error(bad))),
        (Some(fault), _) => Err(fault),
        (None, Ok(tasks)) => Ok(tasks),
    }
}

fn read_all(json: &mut Json<'_>, trail: &mut Trail) -> Result<AttemptsByTask, BadJson> {
    let mut tasks = AttemptsByTask::new();
    let mut seen: HashSet<String> = HashSet::new();
    if !trail.open(json, b'{', "an object of attempts by task")? {
        return Ok(tasks);
    }
    let mut first = true;
    while let Some(id) = json.next_key(&mut first)? {
        trail.place = Place {
            file: trail.place.file.take(),
            task: Some(id.to_string()),
            ..Place::default()
        };
        if !seen.insert(id.to_string()) {
            trail.note(DataErrorKind::IdTwice);
        }
        let tests = read_tests(json, trail)?;
        tasks.push((id.into_owned(), tests));
    }
    Ok(tasks)
}

fn read_tests(json: &mut Json<'_>, trail: &mut Trail) -> Result<Vec<[GridBuf; 2]>, BadJson> {
    let mut tests = Vec::new();
    if !trail.open(json, b'[', "a list with the attempts at every test")? {
        return Ok(tests);
    }
    trail.place.part = Some(Part::Test);
    let (mut count, mut first) = (0, true);
    while json.next_item(&mut first)? {
        count += 1;
        trail.place.pair = Some(count);
        tests.extend(read_attempts(json, trail)?);
    }
    trail.place.pair = None;
    trail.place.part = None;
    if count == 0 {
        trail.note(DataErrorKind::NoAttempts);
    }
    Ok(tests)
}

/// Reads the attempts at one test; `None` after an error.
fn read_attempts(json: &mut Json<'_>, trail: &mut Trail) -> Result<Option<[GridBuf; 2]>, BadJson> {
    const NAMES: [&str; 2] = ["attempt_1", "attempt_2"];
    if !trail.open(json, b'{', "an object with \"attempt_1\" and \"attempt_2\"")? {
        return Ok(None);
    }
    // The outer option says whether the key exists.
    let mut attempts = [None, None];
    let mut first = true;
    while let Some(key) = json.next_key(&mut first)? {
        let Some(at) = NAMES.iter().position(|name| *name == key) else {
            json.skip()?;
            continue;
        };
        trail.place.side = Some(Side::Attempt(at as u8 + 1));
        let read = read_grid(json, false, trail)?;
        trail.place.side = None;
        if attempts[at].replace(read).is_some() {
            trail.note(DataErrorKind::Twice(NAMES[at]));
        }
    }
    for (name, attempt) in NAMES.iter().zip(&attempts) {
        if attempt.is_none() {
            trail.note(DataErrorKind::Missing(name));
        }
    }
    let [one, two] = attempts.map(Option::flatten);
    Ok(one.zip(two).map(|(one, two)| [one, two]))
}
