//! Opening a store: to write, to read, or in memory.

use super::problem::{StoreError, StoreProblem};
use super::{Store, schema};
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::io;
use std::path::Path;
use std::time::Duration;

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(30);

impl Store {
    /// Opens the store at `path` to read and write; makes one where there is none.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut store = Self::connect(path, flags)?;
        // Before anything is written: whose file is it?
        let version = schema::check(&store.connection);
        version.map_err(|problem| store.error(problem))?;
        store.tune()?;
        let migrated = schema::migrate(&mut store.connection);
        migrated.map_err(|problem| store.error(problem))?;
        store.must_be_writable()?;
        Ok(store)
    }

    /// Opens the store at `path` to read and write, if there is one.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        must_be_there(path)?;
        Self::open(path)
    }

    /// Opens the store at `path` to read alone; the file and its folder may be read-only.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        must_be_there(path)?;
        let read = |flags| {
            let store = Self::connect(path, flags)?;
            let version = schema::check(&store.connection);
            match version.map_err(|problem| store.error(problem))? {
                version if version == schema::VERSION => Ok(Some(store)),
                _ => Ok(None),
            }
        };
        match read(OpenFlags::SQLITE_OPEN_READ_ONLY) {
            Ok(Some(store)) => Ok(store),
            // An older layout, or an empty file: to be brought up to date first.
            Ok(None) => Self::open(path),
            Err(error) => Err(error),
        }
    }

    /// A store that is gone when it is dropped.
    pub fn in_memory() -> Result<Self, StoreError> {
        let file = "store in memory".to_owned();
        let connection = Connection::open_in_memory().map_err(|error| StoreError {
            file: file.clone(),
            problem: StoreProblem::of(&error),
        })?;
        let mut store = Self { connection, file };
        store.tune()?;
        let migrated = schema::migrate(&mut store.connection);
        migrated.map_err(|problem| store.error(problem))?;
        Ok(store)
    }

    /// The name of the file, for messages.
    pub fn file(&self) -> &str {
        &self.file
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        let file = path.display().to_string();
        let fail = |problem| StoreError {
            file: file.clone(),
            problem,
        };
        // SQLite says of all these but that it cannot open the file.
        if path.is_dir() {
            let problem = "it is a folder".to_owned();
            return Err(fail(StoreProblem::CannotOpen(problem)));
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        if !folder.is_dir() {
            let problem = format!("there is no folder {}", folder.display());
            return Err(fail(StoreProblem::CannotOpen(problem)));
        }
        let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .map_err(|error| fail(StoreProblem::of(&error)))?;
        connection
            .busy_timeout(PATIENCE)
            .map_err(|error| fail(StoreProblem::of(&error)))?;
        Ok(Self { connection, file })
    }

    /// Readers and a writer at the same time, and on disk what was told to be there.
    fn tune(&mut self) -> Result<(), StoreError> {
        let tuned = || {
            let connection = &self.connection;
            // Where a file system cannot do it, SQLite keeps its usual journal; the answer says so.
            connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", true)
        };
        tuned().map_err(|error| self.sql(error))
    }

    /// SQLite opens a file that it may not write, too, and tells at the first change.
    fn must_be_writable(&mut self) -> Result<(), StoreError> {
        match self.connection.is_readonly(rusqlite::MAIN_DB) {
            Ok(false) => Ok(()),
            Ok(true) => Err(self.error(StoreProblem::ReadOnly)),
            Err(error) => Err(self.sql(error)),
        }
    }

    /// Makes a change: all of it or nothing.
    pub(super) fn change<T>(
        &mut self,
        make: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let changed = || {
            // From the start, so that two writers wait for each other instead of failing.
            let change = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            let made = make(&change)?;
            change.commit()?;
            Ok(made)
        };
        let made = changed();
        made.map_err(|error| self.sql(error))
    }

    /// Reads.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        read(&self.connection).map_err(|error| self.sql(error))
    }

    pub(super) fn error(&self, problem: StoreProblem) -> StoreError {
        let file = self.file.clone();
        StoreError { file, problem }
    }

    fn sql(&self, error: rusqlite::Error) -> StoreError {
        self.error(StoreProblem::of(&error))
    }

    /// Lets the file grow no more, as a full disk does.
    #[cfg(test)]
    pub(crate) fn fill_disk(&self, full: bool) {
        let pages: i64 = match full {
            true => self
                .connection
                .query_row("PRAGMA page_count", [], |row| row.get(0))
                .unwrap(),
            false => i64::from(u32::MAX) - 1,
        };
        let sql = format!("PRAGMA max_page_count = {pages}");
        self.connection.query_row(&sql, [], |_| Ok(())).unwrap();
    }
}

fn must_be_there(path: &Path) -> Result<(), StoreError> {
    let problem = match path.metadata() {
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => StoreProblem::NotFound,
        Err(error) => StoreProblem::CannotOpen(error.to_string()),
    };
    let file = path.display().to_string();
    Err(StoreError { file, problem })
}
