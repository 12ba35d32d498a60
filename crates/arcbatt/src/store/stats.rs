//! Statistics of a store.

use super::Store;
use super::error::StoreError;
use crate::program::{Callee, Program, parse_file};
use std::collections::BTreeMap;

/// A name and its number of occurrences.
pub type Count = (String, u64);

/// Statistics of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Programs.
    pub programs: u64,
    /// Programs that fit a task.
    pub solvers: u64,
    /// Programs that were imported.
    pub imported: u64,
    /// Tasks seen.
    pub tasks: u64,
    /// Tasks with a program that fits their demonstrations.
    pub fitted: u64,
    /// Runs.
    pub runs: u64,
    /// Fitted tasks by the proposer of the program with the fewest bits.
    pub proposers: Vec<Count>,
    /// Programs that fit a task, by number of calls.
    pub lengths: Vec<(u32, u64)>,
    /// Primitives by the number of solvers that use them, most used first.
    pub primitives: Vec<Count>,
}

impl Store {
    /// Computes the statistics.
    pub fn stats(&self) -> Result<Stats, StoreError> {
        let entries = self.entries()?;
        let solvers: Vec<_> = entries
            .iter()
            .filter(|entry| entry.fitted().next().is_some())
            .collect();
        let mut best: BTreeMap<&str, (f64, &str)> = BTreeMap::new();
        let mut lengths: BTreeMap<u32, u64> = BTreeMap::new();
        let mut primitives: BTreeMap<String, u64> = BTreeMap::new();
        for entry in &solvers {
            *lengths.entry(entry.length).or_default() += 1;
            for worth in entry.fitted() {
                let best = best
                    .entry(&worth.task)
                    .or_insert((worth.bits, &worth.proposer));
                if worth.bits < best.0 {
                    *best = (worth.bits, &worth.proposer);
                }
            }
            for program in parse_file(&entry.text).programs {
                for name in names(&program) {
                    *primitives.entry(name.to_owned()).or_default() += 1;
                }
            }
        }
        let mut proposers: BTreeMap<String, u64> = BTreeMap::new();
        for (_, proposer) in best.values() {
            *proposers.entry((*proposer).to_owned()).or_default() += 1;
        }
        // Of a column: SQLite counts all rows in one instruction, which no bound interrupts.
        let count = |sql: &str| {
            let count =
                self.read(|connection| connection.query_row(sql, [], |row| row.get::<_, i64>(0)));
            count.map(|count| count as u64)
        };
        Ok(Stats {
            programs: entries.len() as u64,
            solvers: solvers.len() as u64,
            imported: entries.iter().filter(|entry| entry.imported).count() as u64,
            tasks: count("SELECT count(task) FROM tasks")?,
            fitted: best.len() as u64,
            runs: count("SELECT count(run) FROM runs")?,
            proposers: most_first(proposers),
            lengths: lengths.into_iter().collect(),
            primitives: most_first(primitives),
        })
    }
}

/// The primitives that a program names, each once.
fn names(program: &Program) -> impl Iterator<Item = &'static str> {
    let mut names = std::collections::BTreeSet::new();
    for line in &program.lines {
        if let Callee::Primitive(primitive, _) = line.callee {
            names.insert(primitive.name);
        }
        names.extend(line.args.iter().filter_map(|arg| match arg {
            crate::program::Arg::Primitive(primitive, _) => Some(primitive.name),
            _ => None,
        }));
    }
    names.into_iter()
}

fn most_first(counts: BTreeMap<String, u64>) -> Vec<Count> {
    let mut counts: Vec<Count> = counts.into_iter().collect();
    // The sort is stable: ties stay in alphabetical order.
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    counts
}
