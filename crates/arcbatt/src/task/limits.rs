//! Limits on task data; all data in use is far below them.

/// The longest side of a task's grid.
pub const MAX_SIDE: usize = 30;

/// The largest file that is read, in MiB.
pub const MAX_FILE_MIB: u64 = 64;

/// The most demonstration pairs, and the most tests, of a task. Tasks in use have up to ten; runs
/// keep every candidate's output for all of them.
pub const MAX_PAIRS: usize = 1_000;

/// The longest id, in bytes.
pub const MAX_ID_BYTES: usize = 256;

/// A lenient reader gives up after this many bad tasks, so that a hostile file cannot fill the
/// memory with errors.
pub const MAX_BAD_TASKS: usize = 10_000;
