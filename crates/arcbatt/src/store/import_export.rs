//! Import of solver files, and the choice of programs to export.

use super::canonical::hash_text;
use super::error::StoreError;
use super::library::{Entry, Worth};
use super::results::{FoundProgram, NewProgram, keep_score, keep_task};
use super::runs::RunStart;
use super::{StopReason, Store};
use crate::program::Program;
use crate::task::Task;
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

/// The score of an imported program on its task.
#[derive(Clone, Copy, Debug)]
pub struct ImportScore<'a> {
    /// The index of the program among those imported.
    pub program: usize,
    /// The task.
    pub task: &'a Task,
    /// Demonstrations that it gets right.
    pub matched: u32,
    /// Description length; less is better.
    pub bits: f64,
    /// Whether it gets all tests right; `None` if an answer is unknown.
    pub right: Option<bool>,
}

impl ImportScore<'_> {
    /// Whether it fits all demonstrations.
    pub fn fits(&self) -> bool {
        !self.task.train.is_empty() && self.matched as usize == self.task.train.len()
    }
}

impl Store {
    /// Imports programs, which must be type-checked, the tasks that they are named after, and their
    /// scores where they were checked. `source` names their origin.
    pub fn import(
        &mut self,
        programs: &[Program],
        source: &str,
        scores: &[ImportScore<'_>],
    ) -> Result<Imported, StoreError> {
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
            let mut added = 0;
            let mut rows = Vec::new();
            for (new, program) in new.iter().zip(programs) {
                let (row, is_new) = new.keep(change)?;
                added += usize::from(is_new);
                change.execute(
                    "INSERT INTO provenance (program, run, task, proposer, named)
                     VALUES (?1, ?2, NULL, 'import', ?3) ON CONFLICT DO NOTHING",
                    params![row, run.0, program.task_id()],
                )?;
                rows.push(row);
            }
            for score in scores {
                let found = FoundProgram {
                    program: &programs[score.program],
                    matched: score.matched,
                    bits: score.bits,
                    proposer: "import",
                };
                let (row, task) = (rows[score.program], keep_task(change, score.task)?);
                keep_score(change, run, task, row, &found, score.task.train.len())?;
                change.execute(
                    "UPDATE scores SET right = ?3 WHERE program = ?1 AND task = ?2",
                    params![row, task, score.right],
                )?;
            }
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
