//! Running the user's Python, for the tools that come with it.
//!
//! In: arguments and a folder to work in. Out: nothing, or how it failed.
//! What never happens here: a wait without an end, or a pipe that fills up because nobody reads it
//! (output goes to a file).

use super::{PullError, said_last};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The longest time for a Python to tell its version.
const START_LIMIT: Duration = Duration::from_secs(60);

/// A Python that runs.
pub(super) struct Python {
    program: OsString,
    limit: Duration,
}

/// How a run failed.
pub(super) enum RunFailure {
    /// It could not be started or watched.
    System(io::Error),
    /// It was stopped after the limit.
    TooLong,
    /// It ended with an error of its own.
    Said { status: ExitStatus, said: String },
}

impl RunFailure {
    /// The error for the user, `task` being what was to be done.
    pub fn into_error(self, python: &Python, task: &'static str) -> PullError {
        let (status, said) = match self {
            RunFailure::TooLong => {
                let limit = python.limit;
                let python = python.name();
                return PullError::TooLong {
                    python,
                    task,
                    limit,
                };
            }
            RunFailure::System(error) => (error.to_string(), String::new()),
            RunFailure::Said { status, said } => (status.to_string(), said_last(&said)),
        };
        PullError::Failed {
            python: python.name(),
            task,
            status,
            said,
        }
    }
}

impl Python {
    /// The program that was asked for, or else the first of `python3` and `python` that runs.
    pub fn find(asked: Option<&OsStr>, limit: Duration) -> Result<Self, PullError> {
        let programs = match asked {
            Some(program) => vec![program],
            None => vec![OsStr::new("python3"), OsStr::new("python")],
        };
        let runs = |program: &&OsStr| {
            let mut command = Command::new(absolute(program));
            command.arg("--version").stdin(Stdio::null());
            command.stdout(Stdio::null()).stderr(Stdio::null());
            wait(&mut command, START_LIMIT).is_ok_and(|status| status.success())
        };
        match programs.iter().copied().find(runs) {
            Some(program) => Ok(Self {
                program: absolute(program),
                limit,
            }),
            None => {
                let names: Vec<_> = programs.iter().map(|name| name.to_string_lossy()).collect();
                let tried = format!("tried {}", names.join(", "));
                Err(PullError::NoPython { tried })
            }
        }
    }

    /// The program, for messages.
    pub fn name(&self) -> String {
        self.program.to_string_lossy().into_owned()
    }

    /// Runs it in `folder`, with its output to a file there.
    ///
    /// The folder matters: `python -m` looks for modules in the working folder first, and a user's
    /// folder may well have a `zipfile.py` of its own.
    pub fn run(
        &self,
        arguments: impl IntoIterator<Item = OsString>,
        folder: &Path,
    ) -> Result<(), RunFailure> {
        let log = folder.join("output.log");
        let out = File::create(&log).map_err(RunFailure::System)?;
        let errors = out.try_clone().map_err(RunFailure::System)?;
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(folder);
        command.stdin(Stdio::null()).stdout(out).stderr(errors);
        let status = wait(&mut command, self.limit)?;
        if status.success() {
            return Ok(());
        }
        let mut said = Vec::new();
        // What it said is only for the message: what cannot be read of it is left out.
        let _ = File::open(&log).and_then(|log| log.take(1 << 20).read_to_end(&mut said));
        let said = String::from_utf8_lossy(&said).into_owned();
        Err(RunFailure::Said { status, said })
    }
}

/// A program given by a path is meant from here, not from the folder that it will run in.
fn absolute(program: &OsStr) -> OsString {
    let path = Path::new(program);
    if path.components().count() > 1 {
        std::path::absolute(path).map_or_else(|_| program.to_owned(), PathBuf::into_os_string)
    } else {
        program.to_owned()
    }
}

/// Runs to the end, or to the limit.
fn wait(command: &mut Command, limit: Duration) -> Result<ExitStatus, RunFailure> {
    let start = Instant::now();
    let mut child = command.spawn().map_err(RunFailure::System)?;
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if start.elapsed() < limit => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(50));
            }
            Ok(None) => {
                // It may have ended by itself just now; either way nothing of it is left.
                let _ = child.kill();
                let _ = child.wait();
                return Err(RunFailure::TooLong);
            }
            Err(error) => return Err(RunFailure::System(error)),
        }
    }
}
