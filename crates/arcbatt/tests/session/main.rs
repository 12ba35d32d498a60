//! Sessions over many tasks, with their store and submission.

mod hostile_store;
#[cfg(unix)]
mod killed;
#[cfg(unix)]
mod moved_store;
mod run;
mod store;
mod submission;
mod support;
