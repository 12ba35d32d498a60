//! Bounds of what a file may cost to read: work and memory in proportion to its size.
//!
//! A damaged or hostile file can be small and endless: pages of a tree that are their own children,
//! rows that share one long text. An honest one needs far less than these bounds.
//! In: the size of the file, every row read. Out: an error once a bound is exceeded.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, Row, ffi};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Instructions of SQLite's machine that any query may take: less than a second.
const BASE_STEPS: u64 = 30_000_000;

/// Instructions that a change may take: a solver file of any length is imported in one.
const BASE_CHANGE: u64 = 2_000_000_000;

/// More instructions per byte of the file. A row has 20 bytes or more and takes up to 100.
const STEPS_PER_BYTE: u64 = 30;

/// Bytes that any query may return.
const BASE_BYTES: u64 = 64 << 20;

/// More bytes per byte of the file: short rows refer to tasks with long ids.
const BYTES_PER_BYTE: u64 = 32;

/// The same for rows that are read once, to be copied.
const BASE_COPIED_BYTES: u64 = 1 << 20;
const BYTES_PER_COPIED_BYTE: u64 = 16;

/// Bytes of a row besides its texts.
const ROW: u64 = 64;

/// Instructions between two looks at the bound.
const PERIOD: i32 = 1_000;

/// Bytes of a file that count although no block of the disk holds them. Some file systems count late.
const UNALLOCATED: u64 = 64 << 20;

/// The bounds of the current query or change.
#[derive(Debug, Default)]
pub(super) struct Bounds {
    /// The file; `None` in memory.
    path: Option<PathBuf>,
    /// Instructions left.
    steps: Arc<AtomicU64>,
    /// Bytes left.
    bytes: AtomicU64,
}

impl Bounds {
    /// Bounds of a connection to the file at `path`.
    pub fn of(connection: &mut Connection, path: Option<&Path>) -> rusqlite::Result<Self> {
        let bounds = Self {
            path: path.map(Path::to_owned),
            ..Self::default()
        };
        let steps = Arc::clone(&bounds.steps);
        let is_spent = move || {
            let left = steps.load(Ordering::Relaxed);
            steps.store(left.saturating_sub(PERIOD as u64), Ordering::Relaxed);
            left == 0
        };
        connection.progress_handler(PERIOD, Some(is_spent))?;
        bounds.begin_read();
        Ok(bounds)
    }

    /// The file; `None` in memory.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Starts a query.
    pub fn begin_read(&self) {
        self.begin(BASE_STEPS, 0);
    }

    /// Starts a change that may add the content of files of `more` bytes.
    pub fn begin_change(&self, more: u64) {
        self.begin(BASE_CHANGE, more);
    }

    /// Starts a change of another file that reads every row of this one once.
    pub fn begin_merge(&self) {
        self.begin(BASE_CHANGE, 0);
        let bytes = self.size().saturating_mul(BYTES_PER_COPIED_BYTE);
        let bytes = bytes.saturating_add(BASE_COPIED_BYTES);
        self.bytes.store(bytes, Ordering::Relaxed);
    }

    fn begin(&self, steps: u64, more: u64) {
        let size = self.size().saturating_add(more);
        let steps = size.saturating_mul(STEPS_PER_BYTE).saturating_add(steps);
        let bytes = size
            .saturating_mul(BYTES_PER_BYTE)
            .saturating_add(BASE_BYTES);
        self.steps.store(steps, Ordering::Relaxed);
        self.bytes.store(bytes, Ordering::Relaxed);
    }

    /// The size of the file and its journal; all there may be in memory, which we wrote ourselves.
    pub fn size(&self) -> u64 {
        let Some(path) = &self.path else {
            return u64::MAX;
        };
        size_on_disk(path).saturating_add(size_on_disk(&journal_of(path)))
    }

    /// Charges a row that is read.
    pub fn charge(&self, row: &Row<'_>) -> rusqlite::Result<()> {
        let mut bytes = ROW;
        for column in 0..row.as_ref().column_count() {
            if let ValueRef::Text(text) | ValueRef::Blob(text) = row.get_ref(column)? {
                bytes += text.len() as u64;
            }
        }
        self.charge_bytes(bytes)
    }

    /// Charges memory that a row demands.
    pub fn charge_bytes(&self, bytes: u64) -> rusqlite::Result<()> {
        let left = self.bytes.load(Ordering::Relaxed);
        match left.checked_sub(bytes) {
            Some(left) => {
                self.bytes.store(left, Ordering::Relaxed);
                Ok(())
            }
            None => Err(too_much(
                "it has more rows and text than a file of its size can hold",
            )),
        }
    }
}

/// A query: the connection, and the bounds that its rows are charged to.
pub(super) struct Reader<'r> {
    pub connection: &'r Connection,
    pub bounds: &'r Bounds,
}

impl Deref for Reader<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

/// The write-ahead log beside a file.
pub(super) fn journal_of(path: &Path) -> PathBuf {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-wal");
    journal.into()
}

/// The length of a file, without most of what is a hole.
fn size_on_disk(path: &Path) -> u64 {
    let Ok(file) = path.metadata() else {
        return 0;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        file.len().min((file.blocks() * 512).max(UNALLOCATED))
    }
    #[cfg(not(unix))]
    {
        file.len()
    }
}

/// The error of a file that costs more than it can.
fn too_much(why: &str) -> rusqlite::Error {
    let code = ffi::Error::new(ffi::SQLITE_CORRUPT);
    rusqlite::Error::SqliteFailure(code, Some(why.to_owned()))
}

/// The error in words: an interrupted query has exceeded its bound.
pub(super) fn explained(error: rusqlite::Error) -> rusqlite::Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::OperationInterrupted) => {
            too_much("reading it takes more work than a file of its size can need")
        }
        _ => error,
    }
}
