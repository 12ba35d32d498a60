//! Reading the results of a run back, before anybody is told that they are kept.
//!
//! In: a run that has ended, and its results. Out: an error if the file does not hold them. Another
//! program can write into the file of a store while it is open (`cat other > lib.sqlite`); SQLite has the
//! old pages in memory and does not notice.

use super::error::{StoreError, StoreProblem};
use super::{Moved, RunId, Standing, Store};
use std::collections::BTreeMap;

impl Store {
    /// Reads the results of a run back, through a connection that has no pages in memory. If they are not
    /// in the file, the store says that they are lost.
    pub(crate) fn check_kept(&mut self, run: RunId, standings: &[&Standing]) {
        use StoreProblem::{Altered, Damaged, Foreign, Newer, NotADatabase, Overwritten};
        if let Err(mut error) = self.read_back(run, standings) {
            // It was none of these when it was opened.
            if let Altered(_) | Damaged(_) | Foreign | Newer(_) | NotADatabase = error.problem {
                error.problem = Overwritten;
            }
            let refuge = None;
            self.moved = Some(Moved { error, refuge });
        }
    }

    fn read_back(&self, run: RunId, standings: &[&Standing]) -> Result<(), StoreError> {
        let Some(path) = self.bounds.path() else {
            return Ok(());
        };
        let file = Store::open_to_read(path)?;
        let kept = file.standings(run)?;
        if !holds(&kept, standings) {
            return Err(file.error(StoreProblem::Overwritten));
        }
        // The rest of the file, as far as a program in it may be lost.
        let found = file.read(|reader| {
            reader.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))
        })?;
        match found == "ok" {
            true => Ok(()),
            false => Err(file.error(StoreProblem::Overwritten)),
        }
    }
}

/// Whether every task is at least as far in the file. Another process may have resumed the run.
fn holds(kept: &BTreeMap<usize, Standing>, standings: &[&Standing]) -> bool {
    let mut known = standings.iter().zip(0..);
    known.all(|(standing, place)| {
        standing.pass == 0
            || kept.get(&place).is_some_and(|kept: &Standing| {
                (kept.pass, kept.matched) >= (standing.pass, standing.matched)
            })
    })
}
