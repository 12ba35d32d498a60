//! Import of solver files, and the choice of programs to export.

use super::canonical::hash_text;
use super::error::StoreError;
use super::library::{Entry, Worth};
use super::results::NewProgram;
use super::runs::RunStart;
use super::{StopReason, Store};
use crate::program::Program;
use rusqlite::params;
use std::collections::HashSet;

/// The result of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Programs that the store did not have.
    pub new: usize,
    /// Programs that it had.
    pub known: usize,
}

impl Store {
    /// Imports programs, which must be type-checked. `source` names their origin.
    pub fn import(&mut self, programs: &[Program], source: &str) -> Result<Imported, StoreError> {
        let new: Vec<NewProgram> = programs.iter().map(NewProgram::new).collect();
        let run = self.begin_run(&RunStart {
            command: &format!("library import {source}"),
            data: hash_text(""),
            settings: "",
            seed: 0,
            budget: "",
            tasks: 0,
        })?;
        let imported = self.change(|change| {
            let count = "SELECT count(*) FROM programs";
            let count = || change.query_row(count, [], |row| row.get::<_, i64>(0));
            let before = count()?;
            for program in &new {
                let program = program.keep(change)?;
                change.execute(
                    "INSERT INTO provenance (program, run, task, proposer)
                     VALUES (?1, ?2, NULL, 'import') ON CONFLICT DO NOTHING",
                    params![program, run.0],
                )?;
            }
            let added = (count()? - before) as usize;
            Ok(Imported {
                new: added,
                known: new.len().saturating_sub(added),
            })
        })?;
        self.end_run(run, StopReason::Finished)?;
        Ok(imported)
    }

    /// The programs for a solver file, best first: for every task that one fits, the one with the fewest
    /// bits, or with `all` every program that fits a task.
    pub fn solvers(&self, all: bool) -> Result<Vec<Entry>, StoreError> {
        let mut entries = self.entries()?;
        entries.retain(|entry| entry.fitted().next().is_some());
        if all {
            return Ok(entries);
        }
        // Fewest bits; ties go to the better entry.
        let mut by_task: std::collections::BTreeMap<&str, (f64, usize)> = Default::default();
        for (k, entry) in entries.iter().enumerate() {
            for Worth { task, bits, .. } in entry.fitted() {
                let best = by_task.entry(task).or_insert((*bits, k));
                if *bits < best.0 {
                    *best = (*bits, k);
                }
            }
        }
        let wanted: HashSet<usize> = by_task.values().map(|&(_, k)| k).collect();
        let mut k = 0;
        entries.retain(|_| {
            k += 1;
            wanted.contains(&(k - 1))
        });
        Ok(entries)
    }
}
