//! Runs the user's Python with a timeout.
//!
//! In: arguments and a working folder. Out: nothing, or how it failed. Output goes to a file, so
//! that no pipe can fill up.

use super::{PullError, in_cache, said_last};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The timeout of `python --version`.
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
    /// The file for its output could not be made.
    Log(PathBuf, io::Error),
    /// It reached the timeout and was killed.
    TooLong,
    /// It exited with an error.
    Said { status: ExitStatus, said: String },
}

impl RunFailure {
    /// The error for the user; `task` is the step.
    pub fn into_error(self, python: &Python, task: &'static str) -> PullError {
        let (status, said) = match self {
            RunFailure::Log(path, error) => return in_cache(&path)(error),
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
    /// The program asked for, or else the first of `python3` and `python` that runs.
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

    /// Runs it in `folder` and writes its output to a file there.
    ///
    /// The folder matters: `python -m` imports modules from the working folder first, and a user's
    /// folder may have its own `zipfile.py`.
    pub fn run(
        &self,
        arguments: impl IntoIterator<Item = OsString>,
        folder: &Path,
    ) -> Result<(), RunFailure> {
        let log = folder.join("output.log");
        let out = File::create(&log).map_err(|error| RunFailure::Log(log.clone(), error))?;
        let errors = out.try_clone().map_err(RunFailure::System)?;
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(folder);
        command.stdin(Stdio::null()).stdout(out).stderr(errors);
        let status = wait(&mut command, self.limit)?;
        if status.success() {
            return Ok(());
        }
        let mut said = Vec::new();
        // Only for the message, so read errors are ignored.
        let _ = File::open(&log).and_then(|log| log.take(1 << 20).read_to_end(&mut said));
        let said = String::from_utf8_lossy(&said).into_owned();
        Err(RunFailure::Said { status, said })
    }
}

/// Resolves a path against the current folder, not the one that the program runs in.
fn absolute(program: &OsStr) -> OsString {
    let path = Path::new(program);
    if path.components().count() > 1 {
        std::path::absolute(path).map_or_else(|_| program.to_owned(), PathBuf::into_os_string)
    } else {
        program.to_owned()
    }
}

/// Runs a command until it exits or reaches the timeout.
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
                // It may have exited just now; killing it again does no harm.
                let _ = child.kill();
                let _ = child.wait();
                return Err(RunFailure::TooLong);
            }
            Err(error) => return Err(RunFailure::System(error)),
        }
    }
}
