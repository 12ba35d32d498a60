//! The bounds within which task data is read: beyond them lies no data in use, only trouble.

/// The longest side of a task's grid.
pub const MAX_SIDE: usize = 30;

/// The largest file that is read, in MiB.
pub const MAX_FILE_MIB: u64 = 64;

/// The most demonstration pairs, and the most tests, of a task. Tasks in use have ten; what runs
/// candidates keeps the answers to all of them.
pub const MAX_PAIRS: usize = 1_000;

/// The longest id, in bytes.
pub const MAX_ID_BYTES: usize = 256;

/// After so many bad tasks a lenient reader gives up, so that a hostile file cannot fill the
/// memory with errors.
pub const MAX_BAD_TASKS: usize = 10_000;
