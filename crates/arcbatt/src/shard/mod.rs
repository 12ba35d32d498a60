//! Shards: work divided into parts that any batch system can run, and merged again.
//!
//! In: tasks, programs and settings of `solve`, `run` or `rank`. Out: a [`Plan`]; results of its shards,
//! one Parquet file each; a [`Merged`] report, store and submission.
//!
//! Invariants: with a budget in steps, the merged outputs are those of one process that does all of it,
//! whatever the number of shards, and a shard that runs again gives the same bytes; a result is there
//! as a whole or not at all; files that are damaged, stale or foreign are named and left out; no plan
//! and no result has an answer to a test.
//!
//! Tasks of a plan share nothing while it runs: every search starts from the library of the plan, and
//! there is one pass (of `solve`) or one round (of `run`). A second plan takes the merged store as its
//! library.
//!
//! ```
//! use arcbatt::session::{PerTask, Settings};
//! use arcbatt::shard::{MergeOutputs, Plan, RunOptions, merge};
//! use arcbatt::DataSet;
//!
//! let data = DataSet::embedded();
//! let settings = Settings { per_task: PerTask::Steps(2_000), ..Settings::default() };
//! let plan = Plan::solve("embedded", &data.tasks[..4], &[], &settings, 0, 2)?;
//! let folder = tempfile::tempdir()?;
//! for index in 0..plan.len() {
//!     plan.job(index)?.run_into(folder.path(), &RunOptions::default())?;
//! }
//! let merged = merge(&plan, folder.path(), MergeOutputs::default())?;
//! assert!(merged.status.missing.is_empty());
//! assert_eq!(merged.report().map(|report| report.tasks.len()), Some(4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod balance;
mod error;
mod folder;
mod index;
mod job;
mod merge;
mod outcome_rows;
mod plan;
mod rank_rows;
mod records;
mod report;
mod settings;
mod table;
mod task_rows;

pub use error::ShardError;
pub use folder::{LeftOut, RESULT_EXTENSION, Ran, Status, result_name, status, write_result};
pub use index::index_from_environment;
pub use job::{Job, RunOptions, ShardResult};
pub use merge::{MergeOutputs, Merged, MergedOutcome, RankedTask, merge, merge_bytes};
pub use plan::{Candidate, Plan};
