//! Going on in a copy, when the file of a store takes no more changes.
//!
//! In: a store whose file was removed, whose disk is full, or that fails in another way. Out: the same
//! store in another file, or in memory, with all that it had, and the words to say so.

use super::Store;
use super::error::{StoreError, StoreProblem};
use crate::whole_file::folder_of;
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use std::fmt;
use std::path::PathBuf;

/// Why a store left its file, and where it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Why its file takes no more changes.
    pub error: StoreError,
    /// The file with all that the store had, and what was found since; `None`: in no file.
    pub refuge: Option<PathBuf>,
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = &self.error;
        match &self.refuge {
            None if error.problem == StoreProblem::Overwritten => write!(
                f,
                "{error}; what was found is only in the report and in the files of --out and \
                 --submission"
            ),
            Some(path) => write!(
                f,
                "{error}; all that was in it, and what is found from now on, is in {}; \
                 `arcbatt library merge` adds that to another store",
                path.display()
            ),
            None => write!(
                f,
                "{error}; what is found from now on is in no store, only in the report and in the \
                 files of --out and --submission"
            ),
        }
    }
}

impl Store {
    /// Why the store left its file, if it did.
    pub fn moved(&self) -> Option<&Moved> {
        self.moved.as_ref()
    }

    /// Runs a change. If the file does not take it, the store moves to another file, or to memory, and
    /// the change is made there. `None` if that fails, too.
    pub(crate) fn write_anywhere<T>(
        &mut self,
        write: impl Fn(&mut Self) -> Result<T, StoreError>,
    ) -> Option<T> {
        loop {
            match write(self) {
                Ok(written) => return Some(written),
                Err(_) if self.is_in_memory() => return None,
                Err(error) => self.take_refuge(error)?,
            }
        }
    }

    fn is_in_memory(&self) -> bool {
        self.bounds.path().is_none()
    }

    /// Goes on in a copy, as the file cannot be written any more. `None` if there can be no copy.
    fn take_refuge(&mut self, error: StoreError) -> Option<()> {
        // If a copy failed as well, the next one would, too.
        let copy = match self.moved {
            None => self.copy_to_file(),
            Some(_) => None,
        };
        let refuge = copy.as_ref().map(|(path, _)| path.clone());
        let copy = copy.map(|(_, store)| store);
        let copy = copy.or_else(|| self.copy_to_memory());
        *self = copy.or_else(|| Store::in_memory().ok())?;
        self.moved = Some(Moved { error, refuge });
        Some(())
    }

    /// A copy beside the file, or in the folder for temporary files.
    fn copy_to_file(&self) -> Option<(PathBuf, Store)> {
        let path = self.bounds.path()?;
        let folders = [folder_of(path).to_owned(), std::env::temp_dir()];
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        folders.iter().find_map(|folder| {
            let mut builder = tempfile::Builder::new();
            let prefix = format!("{stem}-rescued-");
            let file = builder.prefix(&prefix).suffix(".sqlite");
            let file = file.tempfile_in(folder).ok()?.into_temp_path();
            let mut copy = Connection::open(&file).ok()?;
            self.copy_into(&mut copy)?;
            drop(copy);
            let store = Store::open(&file).ok()?;
            // Until here, the file is removed if anything fails.
            let path = file.keep().ok()?;
            Some((path, store))
        })
    }

    fn copy_to_memory(&self) -> Option<Store> {
        let mut copy = Store::in_memory().ok()?;
        self.copy_into(&mut copy.connection)?;
        Some(copy)
    }

    /// Copies all pages, also those of a file that was removed while it was open.
    fn copy_into(&self, copy: &mut Connection) -> Option<()> {
        self.bounds.begin_change(0);
        let backup = Backup::new(&self.connection, copy).ok()?;
        (backup.step(-1).ok()? == StepResult::Done).then_some(())
    }
}
