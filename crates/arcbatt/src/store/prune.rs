//! Removing programs that no task needs.

use super::Store;
use super::error::StoreError;
use super::library::Entry;
use std::collections::{BTreeMap, HashSet};

/// The programs removed, or to be removed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pruned {
    /// Programs that fit no task.
    pub useless: Vec<Entry>,
    /// Programs whose tasks are all fitted by shorter ones.
    pub covered: Vec<Entry>,
    /// Number of programs kept.
    pub kept: usize,
}

impl Store {
    /// Removes programs that fit nothing (imported ones only with `imported`), and those whose
    /// tasks are all fitted by shorter ones. With `dry`, only lists them.
    pub fn prune(&mut self, imported: bool, dry: bool) -> Result<Pruned, StoreError> {
        let pruned = sort_out(self.entries()?, imported);
        if !dry {
            let gone = pruned.useless.iter().chain(&pruned.covered);
            let gone: Vec<&str> = gone.map(|entry| entry.hash.as_str()).collect();
            self.change(|change| {
                let mut delete = change.prepare("DELETE FROM programs WHERE hash = ?1")?;
                for hash in &gone {
                    delete.execute([hash])?;
                }
                Ok(())
            })?;
        }
        Ok(pruned)
    }
}

fn sort_out(entries: Vec<Entry>, imported: bool) -> Pruned {
    let mut pruned = Pruned::default();
    let (solvers, rest): (Vec<Entry>, Vec<Entry>) = entries
        .into_iter()
        .partition(|entry| entry.fitted().next().is_some());
    for entry in rest {
        match entry.imported && !imported {
            true => pruned.kept += 1,
            false => pruned.useless.push(entry),
        }
    }
    // The shortest program of every task; ties go to the smallest hash.
    let mut shortest: BTreeMap<&str, &Entry> = BTreeMap::new();
    for entry in &solvers {
        for worth in entry.fitted() {
            let best = shortest.entry(&worth.task).or_insert(entry);
            if (entry.length, &entry.hash) < (best.length, &best.hash) {
                *best = entry;
            }
        }
    }
    let needed: HashSet<String> = shortest.values().map(|entry| entry.hash.clone()).collect();
    for entry in solvers {
        match needed.contains(&entry.hash) {
            true => pruned.kept += 1,
            false => pruned.covered.push(entry),
        }
    }
    pruned
}
