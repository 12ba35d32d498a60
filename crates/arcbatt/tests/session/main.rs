//! Sessions over many tasks, with their store and submission.

#[cfg(unix)]
mod killed;
mod run;
mod store;
mod submission;
mod support;
