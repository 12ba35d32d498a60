//! Errors that end a session.

use crate::output_files::OutputError;
use crate::store::StoreError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a session cannot start or go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An output would destroy another one.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The submission cannot be written.
    #[error("{}: cannot write the submission: {error}", path.display())]
    Submission {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The solver file cannot be written.
    #[error("{}: cannot write the solvers: {error}", path.display())]
    Solvers {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// Neither of two files can be written.
    #[error("{}; {}", .0[0], .0[1])]
    Files([Box<SessionError>; 2]),
    /// The solver file cannot be used.
    #[error(transparent)]
    SolverFile(#[from] super::SolverFileError),
    /// There is no run to resume.
    #[error("{file}: no run of these tasks with these settings ({settings}) to resume; {others}")]
    NothingToResume {
        /// The store.
        file: String,
        /// The settings of this session.
        settings: String,
        /// What there is instead.
        others: String,
    },
    /// The system gives no threads.
    #[error("cannot start threads: {0}")]
    Threads(String),
}
