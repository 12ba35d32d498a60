//! What ends a session before its time.

use crate::store::StoreError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a session has no report.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The submission cannot be written.
    #[error("{}: cannot write the submission: {error}", path.display())]
    Submission {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is no run to take up.
    #[error("{file}: no run of these tasks with these settings ({settings}) to take up; {others}")]
    NothingToResume {
        /// The store.
        file: String,
        /// What was looked for.
        settings: String,
        /// What there is.
        others: String,
    },
    /// The system gives no threads.
    #[error("cannot start threads: {0}")]
    Threads(String),
}
