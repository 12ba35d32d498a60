//! Opening a store: to write, to read, or in memory.

use super::bounds::{Bounds, Reader, explained, journal_of};
use super::error::{StoreError, StoreProblem};
use super::{Store, schema};
use crate::whole_file::{beside, folder_of};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long to wait for another writer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Bytes of a text or a row.
const LONGEST: i32 = 64 << 20;

impl Store {
    /// Opens the store at `path` to read and write; creates it if there is none.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let started = Instant::now();
        let mut opened = Self::try_open(path);
        // SQLite does not wait for other processes when it changes the journal mode.
        while started.elapsed() < PATIENCE
            && matches!(&opened, Err(error) if error.problem == StoreProblem::Busy)
        {
            std::thread::sleep(Duration::from_millis(5));
            opened = Self::try_open(path);
        }
        opened.map_err(|error| match error.problem {
            // For a read-only folder, SQLite only says that it cannot open the file.
            StoreProblem::CannotOpen(_) if may_not_be_written(path) => StoreError {
                problem: StoreProblem::ReadOnly,
                ..error
            },
            _ => error,
        })
    }

    fn try_open(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        no_journal_is_left(path)?;
        let mut store = Self::connect(path, flags)?;
        // Before anything is written: is it a store?
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

    /// Opens the store at `path` read-only; the file and its folder may be read-only, too.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        must_be_there(path)?;
        match Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY).and_then(Self::checked) {
            Ok((store, schema::VERSION)) => Ok(store),
            // An older version, or an empty file: migrate it first.
            Ok(_) => Self::open(path),
            Err(error) => match error.problem {
                StoreProblem::CannotOpen(_) | StoreProblem::ReadOnly
                    if path.is_file() && is_settled(path) =>
                {
                    Self::open_unchanging(path).map_err(|_| error)
                }
                _ => Err(error),
            },
        }
    }

    /// Opens a file on a read-only medium. SQLite creates files beside a store even to read it,
    /// unless the file is declared immutable.
    fn open_unchanging(path: &Path) -> Result<Self, StoreError> {
        let escaped = |byte: &u8| match byte {
            b'/' | b'-' | b'_' | b'.' => (*byte as char).to_string(),
            byte if byte.is_ascii_alphanumeric() => (*byte as char).to_string(),
            byte => format!("%{byte:02X}"),
        };
        let name: String = path
            .as_os_str()
            .as_encoded_bytes()
            .iter()
            .map(escaped)
            .collect();
        let uri = format!("file:{name}?immutable=1");
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let file = path.display().to_string();
        let connection = Connection::open_with_flags(uri, flags).map_err(|error| StoreError {
            file: file.clone(),
            problem: StoreProblem::of(&error),
        })?;
        let store = Self::guarded(connection, file, Some(path))?;
        let (store, version) = Self::checked(store)?;
        match version == schema::VERSION {
            true => Ok(store),
            false => Err(store.error(StoreProblem::ReadOnly)),
        }
    }

    /// The store and its version, if it is one.
    fn checked(store: Self) -> Result<(Self, i64), StoreError> {
        match schema::check(&store.connection) {
            Ok(version) => Ok((store, version)),
            Err(problem) => Err(store.error(problem)),
        }
    }

    /// A temporary store in memory.
    pub fn in_memory() -> Result<Self, StoreError> {
        let file = "store in memory".to_owned();
        let connection = Connection::open_in_memory().map_err(|error| StoreError {
            file: file.clone(),
            problem: StoreProblem::of(&error),
        })?;
        let mut store = Self::guarded(connection, file, None)?;
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
        // For all of these, SQLite only says that it cannot open the file; on a pipe it hangs.
        let kind = path.metadata().ok().filter(|kind| !kind.is_file());
        if let Some(kind) = kind {
            let problem = match kind.is_dir() {
                true => "it is a folder",
                false => "it is a device or a pipe",
            };
            return Err(fail(StoreProblem::CannotOpen(problem.to_owned())));
        }
        let folder = folder_of(path);
        if !folder.is_dir() {
            let problem = format!("there is no folder {}", folder.display());
            return Err(fail(StoreProblem::CannotOpen(problem)));
        }
        let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .map_err(|error| fail(why_not_opened(path, StoreProblem::of(&error))))?;
        connection
            .busy_timeout(PATIENCE)
            .map_err(|error| fail(StoreProblem::of(&error)))?;
        Self::guarded(connection, file, Some(path))
    }

    /// The store of a connection that was just opened. Nothing that a stranger may have put into the
    /// file is run, and no query takes more than a file of its size can need.
    fn guarded(
        mut connection: Connection,
        file: String,
        path: Option<&Path>,
    ) -> Result<Self, StoreError> {
        let guarded = guard(&connection).and_then(|()| Bounds::of(&mut connection, path));
        match guarded {
            Ok(bounds) => Ok(Self {
                connection,
                file,
                bounds,
                journal: None,
                moved: None,
            }),
            Err(error) => Err(StoreError {
                file,
                problem: StoreProblem::of(&error),
            }),
        }
    }

    /// Allows readers beside a writer, and makes commits durable.
    fn tune(&mut self) -> Result<(), StoreError> {
        let mut tuned = || {
            let connection = &self.connection;
            // Where the file system does not support it, SQLite keeps its default journal.
            let mode = connection.query_row("PRAGMA journal_mode = WAL", [], |row| {
                row.get::<_, String>(0)
            })?;
            self.journal = match mode == "wal" {
                true => self.bounds.path().map(journal_of),
                false => None,
            };
            // A short journal, for disks that are nearly full.
            connection.query_row("PRAGMA wal_autocheckpoint = 200", [], |_| Ok(()))?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", true)
        };
        tuned().map_err(|error| self.sql(error))
    }

    /// SQLite opens read-only files, too, and fails at the first change.
    fn must_be_writable(&mut self) -> Result<(), StoreError> {
        match self.connection.is_readonly(rusqlite::MAIN_DB) {
            Ok(false) => Ok(()),
            Ok(true) => Err(self.error(StoreProblem::ReadOnly)),
            Err(error) => Err(self.sql(error)),
        }
    }

    /// Runs a transaction.
    pub(super) fn change<T>(
        &mut self,
        make: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.change_with(0, make)
    }

    /// Runs a transaction that may add the content of files of `more` bytes.
    pub(super) fn change_with<T>(
        &mut self,
        more: u64,
        make: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.bounds.begin_change(more);
        let journal = self.journal.as_deref();
        let changed = || {
            // Immediate, so that a second writer waits instead of failing.
            let change = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            let made = make(&change)?;
            // A file that was removed takes changes, but nobody will see them.
            if has_moved(&change, journal) {
                return Ok(None);
            }
            change.commit()?;
            Ok(Some(made))
        };
        match changed() {
            Ok(Some(made)) => Ok(made),
            Ok(None) => Err(self.error(StoreProblem::Moved)),
            Err(error) => Err(self.sql(error)),
        }
    }

    /// Runs a query.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Reader<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.bounds.begin_read();
        let reader = Reader {
            connection: &self.connection,
            bounds: &self.bounds,
        };
        read(&reader).map_err(|error| self.sql(error))
    }

    pub(super) fn error(&self, problem: StoreProblem) -> StoreError {
        let file = self.file.clone();
        StoreError { file, problem }
    }

    fn sql(&self, error: rusqlite::Error) -> StoreError {
        self.error(StoreProblem::of(&explained(error)))
    }

    /// Lets the file grow by so many pages, like a disk that is nearly full.
    #[cfg(test)]
    pub(crate) fn fill_disk(&self, more: i64) {
        let pages = "PRAGMA page_count";
        let pages: i64 = self
            .connection
            .query_row(pages, [], |row| row.get(0))
            .unwrap();
        let sql = format!("PRAGMA max_page_count = {}", pages + more);
        self.connection.query_row(&sql, [], |_| Ok(())).unwrap();
    }
}

/// The system's reason why SQLite cannot open a file. Not checked beforehand, because closing a
/// file releases the locks that SQLite holds on it.
fn why_not_opened(path: &Path, problem: StoreProblem) -> StoreProblem {
    let is_forbidden = |error: io::Error| error.kind() == io::ErrorKind::PermissionDenied;
    match problem {
        StoreProblem::CannotOpen(_) if std::fs::File::open(path).is_err_and(is_forbidden) => {
            StoreProblem::CannotOpen("you may not read it".to_owned())
        }
        problem => problem,
    }
}

/// Whether the folder of the file is read-only.
fn may_not_be_written(path: &Path) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    let tried = beside(path);
    tried.is_err_and(|error| matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem))
}

/// Whether the journal beside the file is empty.
fn is_settled(path: &Path) -> bool {
    !journal_of(path).metadata().is_ok_and(|file| file.len() > 0)
}

/// Sets up a connection for files of strangers.
fn guard(connection: &Connection) -> rusqlite::Result<()> {
    for (option, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_WRITABLE_SCHEMA, false),
    ] {
        connection.set_db_config(option, on)?;
    }
    for (limit, most) in [
        (Limit::SQLITE_LIMIT_LENGTH, LONGEST),
        (Limit::SQLITE_LIMIT_ATTACHED, 0),
        (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
        connection.set_limit(limit, most)?;
    }
    connection.pragma_update(None, "cell_size_check", true)
}

/// Whether another file, or none, is now where the store or its journal was opened.
fn has_moved(connection: &Connection, journal: Option<&Path>) -> bool {
    #[cfg(unix)]
    {
        let mut moved = 0;
        let asked = rusqlite::FileControl::HasMoved(&mut moved);
        // A store in memory has no answer.
        let known = connection
            .file_control(Some(rusqlite::MAIN_DB), asked)
            .is_ok();
        if known && moved != 0 {
            return true;
        }
    }
    #[cfg(not(unix))]
    let _ = connection;
    // As long as the store is open, SQLite keeps the journal.
    journal.is_some_and(|journal| !journal.exists())
}

/// Fails if there is a journal without its store: SQLite would delete it, and with it what a process
/// that still has the removed store open writes there.
fn no_journal_is_left(path: &Path) -> Result<(), StoreError> {
    let journal = journal_of(path);
    // The journal first: a process that creates a store makes it last.
    let is_left = journal.metadata().is_ok_and(|file| file.len() > 0);
    let is_gone = || match path.metadata() {
        Ok(file) => file.is_file() && file.len() == 0,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    match is_left && is_gone() {
        false => Ok(()),
        true => Err(StoreError {
            file: path.display().to_string(),
            problem: StoreProblem::JournalLeft(journal.display().to_string()),
        }),
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
