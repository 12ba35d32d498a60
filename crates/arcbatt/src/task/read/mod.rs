//! Readers of the JSON layouts: tasks, solutions, submissions.

mod grid;
mod json;
mod solutions;
mod submission;
mod task;

pub(super) use solutions::{Solutions, is_challenges, solutions_of};
pub(crate) use submission::{AttemptsByTask, read_submission};
pub(super) use task::{Entries, Entry, read_tasks};
