//! The folder of results: one file per shard, named by its id.
//!
//! A result is written whole and renamed, so a shard is done when its file is there. Whatever else is in
//! the folder is named and left out, never changed or removed.

use super::error::ShardError;
use super::job::{Job, RunOptions, ShardResult};
use super::plan::{ENGINE, Plan};
use super::table::{self, BadTable};
use crate::whole_file::write_whole;
use bytes::Bytes;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The largest result, in MiB.
const MOST_MIB: u64 = 1024;

/// The extension of results.
pub const RESULT_EXTENSION: &str = "parquet";

/// Why a file of the folder is left out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LeftOut {
    /// It is cut or changed.
    #[error("damaged: {0}; remove it and run shard {1} again")]
    Damaged(String, usize),
    /// It is damaged, and not named after a shard of the plan.
    #[error("damaged, and of no shard of this plan: {0}")]
    DamagedOther(String),
    /// It is of the same tasks, but of other programs, settings or another version.
    #[error("stale: of the same tasks as shard {shard}, but {why}")]
    Stale {
        /// The shard with the same tasks.
        shard: usize,
        /// What differs.
        why: String,
    },
    /// It is of another plan, or not of arcbatt.
    #[error("foreign: of no shard of this plan")]
    Foreign,
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
}

/// Which shards of a plan are done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The indices of the shards with a result.
    pub done: Vec<usize>,
    /// The indices of the others.
    pub missing: Vec<usize>,
    /// Files that are left out, and why.
    pub left_out: Vec<(PathBuf, LeftOut)>,
}

/// The outcome of running a shard into a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// The result was there, and nothing was run.
    Already(PathBuf),
    /// The shard was run, and its result written.
    Now(PathBuf, ShardResult),
}

/// Bytes of results, by the index of their shard.
pub(super) type Found = Vec<(usize, PathBuf, Bytes)>;

/// The name of the result of a shard.
pub fn result_name(id: &str) -> String {
    format!("{id}.{RESULT_EXTENSION}")
}

impl Job {
    /// Runs the shard, unless a good result is in the folder, and writes the result there.
    pub fn run_into(&self, folder: &Path, options: &RunOptions<'_>) -> Result<Ran, ShardError> {
        let path = folder.join(result_name(self.id()));
        if let Ok(bytes) = read_file(&path)
            && shard_of(&bytes).as_deref() == Ok(self.id())
        {
            return Ok(Ran::Already(path));
        }
        make_folder(folder)?;
        let result = self.run(options)?;
        write_result(folder, &result)?;
        Ok(Ran::Now(path, result))
    }
}

/// Writes a result into a folder, which is created if there is none: whole, then renamed.
pub fn write_result(folder: &Path, result: &ShardResult) -> Result<PathBuf, ShardError> {
    make_folder(folder)?;
    let path = folder.join(result_name(&result.id));
    let written = write_whole(&path, |file| file.write_all(&result.bytes));
    written.map_err(|error| ShardError::File {
        path: path.clone(),
        error,
    })?;
    Ok(path)
}

fn make_folder(folder: &Path) -> Result<(), ShardError> {
    fs::create_dir_all(folder).map_err(|error| ShardError::File {
        path: folder.to_owned(),
        error,
    })
}

/// Which shards have a result in the folder. A folder that is not there has none.
pub fn status(plan: &Plan, folder: &Path) -> Result<Status, ShardError> {
    Ok(look(plan, folder)?.0)
}

/// The status, and the bytes of the good results in the order of the shards.
pub(super) fn look(plan: &Plan, folder: &Path) -> Result<(Status, Found), ShardError> {
    let ids: HashMap<&str, usize> = plan.ids().zip(0..).collect();
    let of_tasks: HashMap<String, usize> = plan
        .shards
        .iter()
        .map(|s| s.tasks_hash())
        .zip(0..)
        .collect();
    let mut status = Status::default();
    let mut found = Found::new();
    for path in files(folder)? {
        let named = path.file_stem().and_then(|stem| stem.to_str());
        let named = named.and_then(|stem| ids.get(stem).copied());
        let damaged = |why| match named {
            Some(index) => LeftOut::Damaged(why, index),
            None => LeftOut::DamagedOther(why),
        };
        let bytes = match read_file(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                let problem = LeftOut::Unreadable(error.to_string());
                status.left_out.push((path, problem));
                continue;
            }
        };
        let problem = match shard_of(&bytes) {
            Ok(id) if named == ids.get(id.as_str()).copied() && named.is_some() => {
                found.extend(named.map(|index| (index, path, bytes)));
                continue;
            }
            Ok(_) => stale_or_foreign(&bytes, &of_tasks),
            Err(BadTable::Foreign) => LeftOut::Foreign,
            Err(BadTable::Damaged(why)) => damaged(why),
        };
        status.left_out.push((path, problem));
    }
    found.sort_by_key(|(index, ..)| *index);
    status.done = found.iter().map(|(index, ..)| *index).collect();
    status.set_missing(plan.len());
    Ok((status, found))
}

impl Status {
    /// The missing shards as ranges, such as `3,7-9`, which `sbatch --array` takes.
    pub fn missing_text(&self) -> String {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for &index in &self.missing {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == index => *last = index,
                _ => ranges.push((index, index)),
            }
        }
        let text = |&(first, last): &(usize, usize)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        ranges.iter().map(text).collect::<Vec<_>>().join(",")
    }

    pub(super) fn set_missing(&mut self, shards: usize) {
        let is_missing = |index: &usize| self.done.binary_search(index).is_err();
        self.missing = (0..shards).filter(is_missing).collect();
    }
}

/// The files of results in a folder, by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, ShardError> {
    let fail = |error| ShardError::File {
        path: folder.to_owned(),
        error,
    };
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(fail)?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(fail)?.path();
        let is_result = path
            .extension()
            .is_some_and(|known| known == RESULT_EXTENSION);
        if is_result {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Reads a file, up to the size limit; a pipe or a folder is an error.
fn read_file(path: &Path) -> io::Result<Bytes> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    if metadata.len() > MOST_MIB << 20 {
        return Err(io::Error::other(format!("larger than {MOST_MIB} MiB")));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MOST_MIB << 20)
        .read_to_end(&mut bytes)?;
    Ok(bytes.into())
}

/// The id of the shard that a good result is of.
fn shard_of(bytes: &Bytes) -> Result<String, BadTable> {
    table::verify(bytes)?;
    let facts = table::read_facts(bytes)?;
    fact(&facts, "arcbatt.shard").ok_or(BadTable::Foreign)
}

fn fact(facts: &[(String, String)], name: &str) -> Option<String> {
    let found = facts.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.clone())
}

/// Why a good result is of no shard of the plan.
fn stale_or_foreign(bytes: &Bytes, of_tasks: &HashMap<String, usize>) -> LeftOut {
    let facts = table::read_facts(bytes).unwrap_or_default();
    let tasks = fact(&facts, "arcbatt.tasks");
    let Some(&shard) = tasks.and_then(|tasks| of_tasks.get(&tasks)) else {
        return LeftOut::Foreign;
    };
    let why = match fact(&facts, "arcbatt.engine") {
        Some(engine) if engine != ENGINE => format!("by arcbatt {engine}, not {ENGINE}"),
        _ => "with other settings or programs".to_owned(),
    };
    LeftOut::Stale { shard, why }
}
