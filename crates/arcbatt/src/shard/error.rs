//! Errors of plans, shards and merges.

use crate::session::SessionError;
use crate::store::StoreError;
use crate::text::counted;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a plan cannot be made, a shard not run, or results not merged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ShardError {
    /// There is nothing to plan.
    #[error("nothing to plan: {0}")]
    Nothing(&'static str),
    /// Two tasks have the same id, by which results are told apart.
    #[error("two tasks have the id {0:?}; a plan needs one id per task")]
    SameId(String),
    /// A program cannot be written into a plan.
    #[error("{0}: cannot be written as text and read back; leave it out of the plan")]
    Program(String),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// It is no plan, or it was changed by hand.
    #[error("{0}")]
    Plan(String),
    /// Another version made the plan.
    #[error(
        "the plan was made by arcbatt {plan}, and this is arcbatt {own}, whose results may differ; \
         run it with {plan}, or make the plan again"
    )]
    Version {
        /// The version that made the plan.
        plan: String,
        /// This version.
        own: &'static str,
    },
    /// There is no such shard.
    #[error("there is no shard {index}: the plan has {}, from 0 to {}", counted(*shards, "shard"), shards.saturating_sub(1))]
    Index {
        /// The index.
        index: usize,
        /// The number of shards.
        shards: usize,
    },
    /// The index of the shard is not known.
    #[error("{0}")]
    NoIndex(String),
    /// The run was stopped; nothing was written.
    #[error("interrupted: the shard has no result yet; run it again")]
    Interrupted,
    /// The command of the plan has no such output.
    #[error("{0}")]
    NoOutput(&'static str),
    /// A result cannot be written as a table.
    #[error("cannot make the table of results: {0}")]
    Table(String),
    /// An output was not written.
    #[error("{0}")]
    Output(String),
    /// A session failed.
    #[error(transparent)]
    Session(#[from] SessionError),
}

impl From<StoreError> for ShardError {
    fn from(error: StoreError) -> Self {
        Self::Session(error.into())
    }
}
