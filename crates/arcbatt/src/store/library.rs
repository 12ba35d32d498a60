//! Programs of the store: all, by task, by hash, and the library of the next search.

use super::Store;
use super::bounds::Reader;
use super::error::StoreError;
use super::results::Best;
use super::runs::RunId;
use crate::program::{Checker, Program, parse_file};
use crate::task::Task;
use rusqlite::{OptionalExtension, params};
use std::collections::{BTreeMap, HashMap, HashSet};

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

    /// Whether a library has it: it fits a task or was imported.
    fn is_useful(&self) -> bool {
        self.imported || self.fitted().next().is_some()
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

    /// [`library`](Self::library), where the best programs known for one of `tasks` are named after it,
    /// so that its search tries them first.
    pub fn library_for(&self, tasks: &[Task]) -> Result<Vec<Program>, StoreError> {
        let entries = self.useful_entries()?;
        let own = own_programs(&entries, tasks, None);
        let named = entries.iter().filter_map(|entry| named(entry, &own));
        Ok(named.flatten().collect())
    }

    /// The library of a search without the programs that fit one of `tasks` or are named after one,
    /// unless `run` found them, and the number of those left out.
    pub fn library_without(
        &self,
        tasks: &[Task],
        run: Option<RunId>,
    ) -> Result<(Vec<Program>, usize), StoreError> {
        let entries = self.useful_entries()?;
        let is_of_tasks = self.is_of_tasks(tasks, run)?;
        let kept = entries.iter().filter(|entry| !is_of_tasks(entry));
        let (count, programs) = (kept.clone().count(), kept.filter_map(Entry::program));
        Ok((programs.collect(), entries.len() - count))
    }

    /// A function that says whether a program fits one of `tasks` or is named after one, and `run` did
    /// not find it.
    fn is_of_tasks(
        &self,
        tasks: &[Task],
        run: Option<RunId>,
    ) -> Result<impl Fn(&Entry) -> bool + use<>, StoreError> {
        let ids: HashSet<String> = tasks.iter().map(|task| as_name(&task.id)).collect();
        let hashes = tasks.iter().map(|task| task.content_hash().to_string());
        let hashes: HashSet<String> = hashes.collect();
        let found_now: HashSet<String> = self.read(|reader| {
            let mut query = reader.prepare(
                "SELECT hash FROM provenance JOIN programs USING (program)
                 WHERE run = ?1 AND proposer != 'import'",
            )?;
            let rows = query.query_map([run.map_or(-1, |run| run.0)], |row| {
                reader.bounds.charge(row)?;
                row.get(0)
            })?;
            rows.collect()
        })?;
        Ok(move |entry: &Entry| {
            let is_same = |worth: &Worth| {
                hashes.contains(&worth.task_hash) || ids.contains(&as_name(&worth.task))
            };
            let named = entry
                .named
                .iter()
                .any(|named| ids.contains(&as_name(named)));
            (named || entry.fitted().any(is_same)) && !found_now.contains(&entry.hash)
        })
    }

    /// Programs that fit a task, and imported ones, best first.
    fn useful_entries(&self) -> Result<Vec<Entry>, StoreError> {
        let mut entries = self.entries()?;
        entries.retain(Entry::is_useful);
        Ok(entries)
    }

    /// The library as it was when this pass of the run first started, so that a resumed run
    /// searches with the same one, and how many programs were left out because an earlier run found
    /// them on the tasks searched. With `same_tasks`, these are in it, named as by
    /// [`library_for`](Self::library_for).
    pub fn library_of_pass(
        &mut self,
        run: RunId,
        pass: u32,
        tasks: &[Task],
        same_tasks: bool,
    ) -> Result<(Vec<Program>, usize), StoreError> {
        let entries = self.entries()?;
        let is_of_tasks = self.is_of_tasks(if same_tasks { &[] } else { tasks }, Some(run))?;
        let (left_out, kept): (Vec<&Entry>, Vec<&Entry>) = entries
            .iter()
            .filter(|entry| entry.is_useful())
            .partition(|entry| is_of_tasks(entry));
        self.change(|change| {
            let new = change.execute(
                "INSERT INTO library_passes (run, pass) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                params![run.0, pass],
            )?;
            if new == 1 {
                let mut insert = change.prepare(
                    "INSERT INTO libraries (run, pass, place, program)
                     SELECT ?1, ?2, ?3, program FROM programs WHERE hash = ?4",
                )?;
                let known = kept.iter().filter(|entry| entry.program().is_some());
                for (place, entry) in known.enumerate() {
                    insert.execute(params![run.0, pass, place as i64, entry.hash])?;
                }
            }
            Ok(())
        })?;
        let hashes: Vec<String> = self.read(|reader| {
            let mut query = reader.prepare(
                "SELECT hash FROM libraries JOIN programs USING (program)
                 WHERE run = ?1 AND pass = ?2 ORDER BY place",
            )?;
            let hashes = query.query_map(params![run.0, pass], |row| {
                reader.bounds.charge(row)?;
                row.get(0)
            })?;
            hashes.collect()
        })?;
        let own = match same_tasks {
            true => own_programs(&entries, tasks, Some(run)),
            false => OwnPrograms::new(),
        };
        let entries = entries.iter().map(|entry| (entry.hash.as_str(), entry));
        let entries: HashMap<&str, &Entry> = entries.collect();
        let of_pass = hashes.iter().filter_map(|hash| entries.get(hash.as_str()));
        let programs = of_pass.filter_map(|entry| named(entry, &own)).flatten();
        Ok((programs.collect(), left_out.len()))
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

/// The names of programs that are known for a task searched, by hash of the program.
type OwnPrograms = HashMap<String, Vec<String>>;

/// The most programs that are named after a task.
const MOST_OWN: usize = 4;

/// The best programs known for each task: those that fit its demonstrations, fewest bits first, then
/// those that were imported under its name. What `before` and later runs found does not count, so that
/// a resumed run has the same. Whether a program is right on the tests does not matter.
fn own_programs(entries: &[Entry], tasks: &[Task], before: Option<RunId>) -> OwnPrograms {
    let mut by_hash: HashMap<&str, Vec<(f64, &Entry)>> = HashMap::new();
    let mut by_name: HashMap<String, Vec<&Entry>> = HashMap::new();
    for entry in entries {
        let earlier = |worth: &&Worth| before.is_none_or(|run| worth.run < run);
        for worth in entry.fitted().filter(earlier) {
            let known = by_hash.entry(&worth.task_hash).or_default();
            known.push((worth.bits, entry));
        }
        for named in &entry.named {
            by_name.entry(as_name(named)).or_default().push(entry);
        }
    }
    for known in by_hash.values_mut() {
        known.sort_by(|(a, one), (b, two)| a.total_cmp(b).then(one.hash.cmp(&two.hash)));
    }
    let mut own = OwnPrograms::new();
    for task in tasks {
        let hash = task.content_hash().to_string();
        let fits = by_hash.get(hash.as_str()).into_iter().flatten();
        let fits = fits.map(|&(_, entry)| entry);
        let named = by_name.get(&as_name(&task.id)).into_iter().flatten();
        let mut taken = HashSet::new();
        for entry in fits.chain(named.copied()) {
            if taken.len() < MOST_OWN && taken.insert(&entry.hash) {
                let names = own.entry(entry.hash.clone()).or_default();
                names.push(format!("solve_{}", task.id));
            }
        }
    }
    own
}

/// The program, once for every task that it is known for; `None` if this version lacks its primitives.
fn named(entry: &Entry, own: &OwnPrograms) -> Option<Vec<Program>> {
    let program = entry.program()?;
    let Some(names) = own.get(&entry.hash) else {
        return Some(vec![program]);
    };
    let named = names.iter().map(|name| Program {
        name: name.clone(),
        ..program.clone()
    });
    Some(named.collect())
}

fn read_entries(reader: &Reader<'_>) -> rusqlite::Result<Vec<Entry>> {
    let mut entries: BTreeMap<i64, Entry> = BTreeMap::new();
    let mut query = reader.prepare(
        "SELECT program, hash, text, length, cost, EXISTS (SELECT 1 FROM provenance
            WHERE provenance.program = programs.program AND proposer = 'import') FROM programs",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        reader.bounds.charge(row)?;
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
    let mut query = reader.prepare(
        "SELECT program, id, matched, demonstrations, bits, proposer, run, hash, right
         FROM scores JOIN tasks USING (task)
         ORDER BY matched = demonstrations DESC, id, hash",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        reader.bounds.charge(row)?;
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
    let mut query = reader.prepare(
        "SELECT DISTINCT program, named FROM provenance WHERE named IS NOT NULL ORDER BY named",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        reader.bounds.charge(row)?;
        if let Some(entry) = entries.get_mut(&row.get(0)?) {
            entry.named.push(row.get(1)?);
        }
    }
    Ok(entries.into_values().collect())
}
