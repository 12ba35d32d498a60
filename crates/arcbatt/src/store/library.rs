//! The programs of the store: all of them, one of them, those of a task, and those that the next
//! search is given.

use super::Store;
use super::canonical::program_hash;
use super::error::StoreError;
use super::results::Best;
use super::runs::RunId;
use crate::program::{Checker, Program, parse_file};
use crate::task::{ContentHash, Task};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::{BTreeMap, HashSet};

/// A program of the store, with all that is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The hash of its canonical text, in hexadecimal digits.
    pub hash: String,
    /// Its canonical text.
    pub text: String,
    /// Number of calls.
    pub length: u32,
    /// What it costs to run.
    pub cost: u32,
    /// What it is worth on tasks: the best first, then by id.
    pub worth: Vec<Worth>,
    /// Whether somebody imported it.
    pub imported: bool,
}

/// What a program is worth on a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The id under which the task was first met.
    pub task: String,
    /// Demonstrations that it explains.
    pub matched: u32,
    /// Demonstrations of the task.
    pub demonstrations: u32,
    /// What it ranks by, in bits; less is better, see [`Found::bits`](crate::search::Found::bits).
    pub bits: f64,
    /// Who had the idea.
    pub proposer: String,
    /// The run that found it first.
    pub run: RunId,
}

impl Worth {
    /// Whether it explains all demonstrations.
    pub fn solves(&self) -> bool {
        self.demonstrations > 0 && self.matched == self.demonstrations
    }
}

impl Entry {
    /// The tasks that it solves.
    pub fn solved(&self) -> impl Iterator<Item = &Worth> {
        self.worth.iter().filter(|worth| worth.solves())
    }

    /// The program; `None` if this version does not know all of its primitives.
    pub fn program(&self) -> Option<Program> {
        let program = parse_file(&self.text).programs.into_iter().next()?;
        Checker::new().accepts(&program).then_some(program)
    }
}

/// What was found under a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup {
    /// The programs known for a task, best first.
    Task(Vec<Entry>),
    /// One program.
    Program(Box<Entry>),
    /// Several whose hashes begin so.
    Several(Vec<Entry>),
    /// Nothing.
    Nothing,
}

impl Store {
    /// All programs, the best first: those that solve most tasks, then the shortest; the same
    /// order on every machine.
    pub fn entries(&self) -> Result<Vec<Entry>, StoreError> {
        let mut entries = self.read(read_entries)?;
        entries.sort_by_cached_key(|entry| {
            let solved = entry.solved().count();
            let matched = entry.worth.iter().map(|worth| worth.matched).max();
            let rank = (solved, entry.imported, matched);
            (std::cmp::Reverse(rank), entry.length, entry.hash.clone())
        });
        Ok(entries)
    }

    /// What is known under a name: the id of a task, or how the hash of a program begins.
    pub fn look_up(&self, name: &str) -> Result<Lookup, StoreError> {
        let entries = self.entries()?;
        let worth = |entry: &Entry| {
            let found = entry.worth.iter().find(|worth| worth.task == name);
            found.map(|worth| (worth.matched, -worth.bits))
        };
        let mut known: Vec<Entry> = entries
            .iter()
            .filter(|entry| worth(entry).is_some())
            .cloned()
            .collect();
        if !known.is_empty() {
            known.sort_by(|a, b| {
                worth(b)
                    .partial_cmp(&worth(a))
                    .unwrap_or(a.hash.cmp(&b.hash))
            });
            return Ok(Lookup::Task(known));
        }
        let prefix = name.to_ascii_lowercase();
        let mut alike: Vec<Entry> = entries
            .into_iter()
            .filter(|entry| !prefix.is_empty() && entry.hash.starts_with(&prefix))
            .collect();
        Ok(match alike.len() {
            0 => Lookup::Nothing,
            // There is exactly one.
            1 => Lookup::Program(Box::new(alike.swap_remove(0))),
            _ => Lookup::Several(alike),
        })
    }

    /// The best program known for a task: most demonstrations, then fewest bits.
    pub fn best_for(&self, task: &Task) -> Result<Option<Best>, StoreError> {
        let found = self.read(|connection| {
            connection
                .query_row(
                    "SELECT text, scores.bits, proposer FROM scores
                     JOIN tasks USING (task) JOIN programs USING (program)
                     WHERE tasks.hash = ?1 ORDER BY matched DESC, bits, length, programs.hash",
                    [task.content_hash().to_string()],
                    |row| {
                        Ok((
                            row.get::<_, String>(0)?,
                            row.get(1)?,
                            row.get::<_, String>(2)?,
                        ))
                    },
                )
                .optional()
        })?;
        Ok(found.and_then(|(text, bits, proposer)| {
            Some(Best {
                program: parse_file(&text).programs.into_iter().next()?,
                proposer,
                bits,
            })
        }))
    }

    /// The programs that a search may draw on, best first: what solves a task, and what somebody
    /// imported. What this version does not understand is left out.
    pub fn library(&self) -> Result<Vec<Program>, StoreError> {
        let useful = |entry: &Entry| entry.imported || entry.solved().next().is_some();
        let entries = self.entries()?;
        Ok(entries
            .iter()
            .filter(|entry| useful(entry))
            .filter_map(Entry::program)
            .collect())
    }

    /// The library as it was when this pass of the run began, whenever it is asked for: so that
    /// a run that is taken up again goes on as it would have.
    pub fn library_of_pass(&mut self, run: RunId, pass: u32) -> Result<Vec<Program>, StoreError> {
        let hashes: Vec<String> = self.library()?.iter().map(hash).collect();
        let texts = self.change(|change| {
            let new = change.execute(
                "INSERT INTO library_passes (run, pass) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                params![run.0, pass],
            )?;
            if new == 1 {
                let mut insert = change.prepare(
                    "INSERT INTO libraries (run, pass, place, program)
                     SELECT ?1, ?2, ?3, program FROM programs WHERE hash = ?4",
                )?;
                for (place, hash) in hashes.iter().enumerate() {
                    insert.execute(params![run.0, pass, place as i64, hash])?;
                }
            }
            let mut query = change.prepare(
                "SELECT text FROM libraries JOIN programs USING (program)
                 WHERE run = ?1 AND pass = ?2 ORDER BY place",
            )?;
            let texts = query.query_map(params![run.0, pass], |row| row.get(0))?;
            texts.collect::<rusqlite::Result<Vec<String>>>()
        })?;
        let parse = |text: &String| parse_file(text).programs.into_iter().next();
        Ok(texts.iter().filter_map(parse).collect())
    }
}

fn hash(program: &Program) -> String {
    program_hash(program).to_string()
}

/// Programs without those that were there before, by what they do.
pub(crate) fn without_repeats(programs: impl IntoIterator<Item = Program>) -> Vec<Program> {
    let mut seen: HashSet<ContentHash> = HashSet::new();
    let mut programs: Vec<Program> = programs.into_iter().collect();
    programs.retain(|program| seen.insert(program_hash(program)));
    programs
}

fn read_entries(connection: &Connection) -> rusqlite::Result<Vec<Entry>> {
    let mut entries: BTreeMap<i64, Entry> = BTreeMap::new();
    let mut query = connection.prepare(
        "SELECT program, hash, text, length, cost, EXISTS (SELECT 1 FROM provenance
            WHERE provenance.program = programs.program AND proposer = 'import') FROM programs",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let entry = Entry {
            hash: row.get(1)?,
            text: row.get(2)?,
            length: row.get(3)?,
            cost: row.get(4)?,
            imported: row.get(5)?,
            worth: Vec::new(),
        };
        entries.insert(row.get(0)?, entry);
    }
    let mut query = connection.prepare(
        "SELECT program, id, matched, demonstrations, bits, proposer, run
         FROM scores JOIN tasks USING (task)
         ORDER BY matched = demonstrations DESC, id, hash",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(entry) = entries.get_mut(&row.get(0)?) {
            entry.worth.push(Worth {
                task: row.get(1)?,
                matched: row.get(2)?,
                demonstrations: row.get(3)?,
                bits: row.get(4)?,
                proposer: row.get(5)?,
                run: RunId(row.get(6)?),
            });
        }
    }
    Ok(entries.into_values().collect())
}
