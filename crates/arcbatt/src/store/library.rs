//! Programs of the store: all, by task, by hash, and the library of the next search.

use super::Store;
use super::canonical::program_hash;
use super::error::StoreError;
use super::results::Best;
use super::runs::RunId;
use crate::program::{Checker, Program, parse_file};
use crate::task::Task;
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::{BTreeMap, HashSet};

/// A program of the store and its scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Hash of its canonical text, in hexadecimal.
    pub hash: String,
    /// Its canonical text.
    pub text: String,
    /// Number of calls.
    pub length: u32,
    /// Estimated cost of running it.
    pub cost: u32,
    /// Its scores: tasks that it fits first, then by id.
    pub worth: Vec<Worth>,
    /// Whether it was imported from a file.
    pub imported: bool,
    /// Ids of the tasks that it was named after where it was imported.
    pub named: Vec<String>,
}

/// The score of a program on a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The id under which the task was first seen.
    pub task: String,
    /// The hash of the task.
    pub task_hash: String,
    /// Demonstrations that it gets right.
    pub matched: u32,
    /// Demonstrations of the task.
    pub demonstrations: u32,
    /// Description length; less is better, see [`Found::bits`](crate::search::Found::bits).
    pub bits: f64,
    /// The part of arcbatt that proposed it.
    pub proposer: String,
    /// The run that found it first.
    pub run: RunId,
    /// Whether it gets all tests right; `None` if nobody compared it with the answers.
    pub right: Option<bool>,
}

impl Worth {
    /// Whether it fits all demonstrations.
    pub fn fits(&self) -> bool {
        self.demonstrations > 0 && self.matched == self.demonstrations
    }
}

impl Entry {
    /// The tasks whose demonstrations it fits.
    pub fn fitted(&self) -> impl Iterator<Item = &Worth> {
        self.worth.iter().filter(|worth| worth.fits())
    }

    /// The program; `None` if this version does not know all of its primitives.
    pub fn program(&self) -> Option<Program> {
        let program = parse_file(&self.text).programs.into_iter().next()?;
        Checker::new().accepts(&program).then_some(program)
    }
}

/// The result of looking up a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup {
    /// The programs known for a task, best first.
    Task(Vec<Entry>),
    /// One program.
    Program(Box<Entry>),
    /// Several programs whose hashes begin like this.
    Several(Vec<Entry>),
    /// Nothing.
    Nothing,
}

impl Store {
    /// All programs, best first: those that fit most tasks, then the shortest. The order is the
    /// same on every machine.
    pub fn entries(&self) -> Result<Vec<Entry>, StoreError> {
        let mut entries = self.read(read_entries)?;
        entries.sort_by_cached_key(|entry| {
            let fitted = entry.fitted().count();
            let matched = entry.worth.iter().map(|worth| worth.matched).max();
            let rank = (fitted, entry.imported, matched);
            (std::cmp::Reverse(rank), entry.length, entry.hash.clone())
        });
        Ok(entries)
    }

    /// Looks up a task id, or a prefix of a program's hash.
    pub fn look_up(&self, name: &str) -> Result<Lookup, StoreError> {
        let entries = self.entries()?;
        let worth = |entry: &Entry| {
            let found = entry.worth.iter().find(|worth| worth.task == name);
            let named = || entry.named.iter().any(|named| named == name);
            // Programs that are only named after the task come last.
            let found = found.map(|worth| (worth.matched, -worth.bits));
            found.or_else(|| named().then_some((0, f64::NEG_INFINITY)))
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

    /// The library of a search, best first: programs that fit a task, and imported ones.
    /// Programs with primitives that this version lacks are left out.
    pub fn library(&self) -> Result<Vec<Program>, StoreError> {
        let entries = self.useful_entries()?;
        Ok(entries.iter().filter_map(Entry::program).collect())
    }

    /// The library of a search without the programs that fit one of `tasks` or are named after one,
    /// unless `run` found them, and the number of those left out.
    pub fn library_without(
        &self,
        tasks: &[Task],
        run: Option<RunId>,
    ) -> Result<(Vec<Program>, usize), StoreError> {
        let ids: HashSet<String> = tasks.iter().map(|task| as_name(&task.id)).collect();
        let hashes = tasks.iter().map(|task| task.content_hash().to_string());
        let hashes: HashSet<String> = hashes.collect();
        let found_now: HashSet<String> = self.read(|connection| {
            let mut query = connection.prepare(
                "SELECT hash FROM provenance JOIN programs USING (program)
                 WHERE run = ?1 AND proposer != 'import'",
            )?;
            let rows = query.query_map([run.map_or(-1, |run| run.0)], |row| row.get(0))?;
            rows.collect()
        })?;
        let is_same = |worth: &Worth| {
            hashes.contains(&worth.task_hash) || ids.contains(&as_name(&worth.task))
        };
        let knows = |entry: &Entry| {
            let named = entry
                .named
                .iter()
                .any(|named| ids.contains(&as_name(named)));
            (named || entry.fitted().any(is_same)) && !found_now.contains(&entry.hash)
        };
        let (left_out, kept): (Vec<Entry>, Vec<Entry>) = self
            .useful_entries()?
            .into_iter()
            .partition(|entry| knows(entry));
        let programs = kept.iter().filter_map(Entry::program).collect();
        Ok((programs, left_out.len()))
    }

    /// Programs that fit a task, and imported ones, best first.
    fn useful_entries(&self) -> Result<Vec<Entry>, StoreError> {
        let mut entries = self.entries()?;
        entries.retain(|entry| entry.imported || entry.fitted().next().is_some());
        Ok(entries)
    }

    /// The library as it was when this pass of the run first started, so that a resumed run
    /// searches with the same one, and how many programs of `without` were left out.
    pub fn library_of_pass(
        &mut self,
        run: RunId,
        pass: u32,
        without: &[Task],
    ) -> Result<(Vec<Program>, usize), StoreError> {
        let (programs, left_out) = self.library_without(without, Some(run))?;
        let hashes: Vec<String> = programs.iter().map(hash).collect();
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
        Ok((texts.iter().filter_map(parse).collect(), left_out))
    }

    /// Records that a pass of the run draws on no program of the store.
    pub fn begin_pass_without_library(&mut self, run: RunId, pass: u32) -> Result<(), StoreError> {
        self.change(|change| {
            change.execute(
                "INSERT INTO library_passes (run, pass) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                params![run.0, pass],
            )?;
            Ok(())
        })
    }
}

/// The id of a task as part of the name of a function, so that ids and names can be compared.
fn as_name(id: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || c == '_';
    id.chars().map(|c| if fits(c) { c } else { '_' }).collect()
}

fn hash(program: &Program) -> String {
    program_hash(program).to_string()
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
            named: Vec::new(),
        };
        entries.insert(row.get(0)?, entry);
    }
    let mut query = connection.prepare(
        "SELECT program, id, matched, demonstrations, bits, proposer, run, hash, right
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
                task_hash: row.get(7)?,
                right: row.get(8)?,
            });
        }
    }
    let mut query = connection.prepare(
        "SELECT DISTINCT program, named FROM provenance WHERE named IS NOT NULL ORDER BY named",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(entry) = entries.get_mut(&row.get(0)?) {
            entry.named.push(row.get(1)?);
        }
    }
    Ok(entries.into_values().collect())
}
