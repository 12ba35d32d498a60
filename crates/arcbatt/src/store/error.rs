//! Errors of a store.

use super::schema::VERSION;
use thiserror::Error;

/// A store that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {problem}")]
pub struct StoreError {
    /// The file.
    pub file: String,
    /// Why it cannot be used.
    pub problem: StoreProblem,
}

/// Why a store cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoreProblem {
    /// There is no such file.
    #[error("no such file; `arcbatt solve --store F` makes one")]
    NotFound,
    /// The system cannot open it.
    #[error("cannot be opened: {0}")]
    CannotOpen(String),
    /// The file is something else.
    #[error("is no SQLite file, so it is no store; name another file")]
    NotADatabase,
    /// An SQLite file of another program.
    #[error("is an SQLite file of another program, and is left as it is; name another file")]
    Foreign,
    /// Its tables are not those of a store, although it says so.
    #[error(
        "another program changed its tables ({0}), so nothing in it is used; \
         use a copy that only arcbatt wrote, or import its programs from a solver file"
    )]
    Altered(String),
    /// Removed or replaced while it was open.
    #[error("was removed or replaced by another program while it was in use")]
    Moved,
    /// Its content is not what was written into it.
    #[error(
        "does not hold what was written into it: another program wrote over it while it was in use, \
         or the disk fails"
    )]
    Overwritten,
    /// The file is gone, but its journal is not.
    #[error(
        "was removed, but its journal `{0}` was not: a process may still write it; \
         end that process, then remove the journal, too, or name another file"
    )]
    JournalLeft(String),
    /// Made by a newer version.
    #[error(
        "was made by a newer arcbatt (its layout is {0}, this one knows {VERSION}), and is left as it is; use the newer one"
    )]
    Newer(i64),
    /// It may not be written.
    #[error("may not be written: the file or its folder is read-only")]
    ReadOnly,
    /// The disk is full.
    #[error(
        "the disk is full: the last change was not made, all before it is safe; make room and try again"
    )]
    Full,
    /// Another process holds a lock.
    #[error(
        "another process has held it for too long: try again when it is done, or use another file"
    )]
    Busy,
    /// The file is damaged.
    #[error("is damaged: {0}; `sqlite3 F .recover` may save what is in it")]
    Damaged(String),
    /// Reading or writing failed.
    #[error("cannot be read or written: {0}")]
    Broken(String),
}

impl StoreProblem {
    /// The problem behind an error of SQLite.
    pub(super) fn of(error: &rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as Code;
        let text = error.to_string();
        match error.sqlite_error_code() {
            Some(Code::NotADatabase) => Self::NotADatabase,
            Some(Code::ReadOnly | Code::PermissionDenied) => Self::ReadOnly,
            Some(Code::DiskFull) => Self::Full,
            Some(Code::DatabaseBusy | Code::DatabaseLocked) => Self::Busy,
            Some(Code::DatabaseCorrupt) => Self::Damaged(text),
            Some(Code::CannotOpen) => Self::CannotOpen(text),
            // Not an error of SQLite: a column with a value of the wrong type.
            None => Self::Damaged(text),
            Some(_) => Self::Broken(text),
        }
    }
}
