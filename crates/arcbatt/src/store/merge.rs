//! Merging stores that were made apart, such as on several machines.
//!
//! In: a store to write and one to read. Out: the first with the tasks, programs, scores and runs of
//! both. Rows are identified by content: the same task, program or run is there once, so merging again
//! changes nothing.

use super::Store;
use super::bounds::Reader;
use super::canonical::hash_text;
use super::error::{StoreError, StoreProblem};
use rusqlite::types::Value;
use rusqlite::{Connection, Transaction, params, params_from_iter};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// What a merge added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergedStores {
    /// Programs that the store did not have.
    pub new_programs: usize,
    /// Programs that it had.
    pub known_programs: usize,
    /// Runs that it did not have.
    pub new_runs: usize,
    /// Runs that it had.
    pub known_runs: usize,
    /// Programs whose text does not fit their hash: somebody changed them.
    pub left_out: usize,
}

/// Row ids of the other store and those of the same things in this one.
#[derive(Default)]
struct Ids {
    tasks: HashMap<i64, i64>,
    programs: HashMap<i64, i64>,
    runs: HashMap<i64, i64>,
    /// Runs that were added, by their id in the other store.
    new_runs: HashSet<i64>,
}

/// The columns of a run, besides its number.
const RUN: &str = "command, version, data, settings, seed, budget, tasks, started, ended, ending,
    solved, programs, evaluations";

/// A table with rows of runs.
struct RunTable {
    name: &'static str,
    /// Its columns besides the run, which comes first.
    columns: &'static str,
    /// The column that is a task.
    task: Option<usize>,
    /// The column that is a program, and whether a row needs one.
    program: Option<(usize, bool)>,
}

const RUN_TABLES: [RunTable; 5] = [
    RunTable {
        name: "results",
        columns: "place, task, pass, matched, demonstrations, best, proposer, bits",
        task: Some(2),
        program: Some((6, false)),
    },
    RunTable {
        name: "attempts",
        columns: "place, test, attempt, grid",
        task: None,
        program: None,
    },
    RunTable {
        name: "timings",
        columns: "place, pass, seconds, evaluations, programs, memory",
        task: None,
        program: None,
    },
    RunTable {
        name: "library_passes",
        columns: "pass",
        task: None,
        program: None,
    },
    RunTable {
        name: "libraries",
        columns: "pass, place, program",
        task: None,
        program: Some((3, true)),
    },
];

impl Store {
    /// Adds everything that another store has, in one transaction.
    pub fn merge(&mut self, other: &Store) -> Result<MergedStores, StoreError> {
        other.read_through()?;
        other.bounds.begin_merge();
        let bounds = &other.bounds;
        // One consistent read, even if another process writes to it.
        let begun = other.connection.unchecked_transaction();
        let begun = begun.map_err(|error| other.error(StoreProblem::of(&error)))?;
        let from = Reader {
            connection: &begun,
            bounds,
        };
        self.change_with(bounds.size(), |to| {
            let mut merged = MergedStores::default();
            let mut ids = Ids::default();
            merge_tasks(&from, to, &mut ids)?;
            merge_programs(&from, to, &mut ids, &mut merged)?;
            merge_runs(&from, to, &mut ids, &mut merged)?;
            merge_scores(&from, to, &ids)?;
            for table in &RUN_TABLES {
                copy_rows(&from, to, table, &ids)?;
            }
            Ok(merged)
        })
    }
}

impl Store {
    /// Reads every row once, so that a damaged file is named before anything is copied from it.
    fn read_through(&self) -> Result<(), StoreError> {
        self.read(|reader| {
            reader.bounds.begin_merge();
            let run_tables = RUN_TABLES.iter().map(|table| table.name);
            let others = ["tasks", "programs", "runs", "scores", "provenance"];
            for table in others.into_iter().chain(run_tables) {
                let mut query = reader.prepare(&format!("SELECT * FROM {table}"))?;
                let mut rows = query.query([])?;
                while let Some(row) = rows.next()? {
                    reader.bounds.charge(row)?;
                }
            }
            Ok(())
        })
    }
}

/// Merges stores into the one at `into`, which is created if there is none. The others are only read.
pub fn merge_stores(inputs: &[&Path], into: &Path) -> Result<Vec<MergedStores>, StoreError> {
    // Open all first, so that a wrong name changes nothing.
    let real = |path: &Path| path.canonicalize().ok();
    for input in inputs {
        if real(input).is_some() && real(input) == real(into) {
            let why = "it is also the store to merge into; name it only there";
            return Err(StoreError {
                file: input.display().to_string(),
                problem: StoreProblem::CannotOpen(why.to_owned()),
            });
        }
    }
    let opened = inputs.iter().map(|path| Store::open_to_read(path));
    let opened = opened.collect::<Result<Vec<Store>, _>>()?;
    let mut store = Store::open(into)?;
    opened.iter().map(|other| store.merge(other)).collect()
}

fn merge_tasks(from: &Reader<'_>, to: &Transaction<'_>, ids: &mut Ids) -> rusqlite::Result<()> {
    let mut query = from.prepare("SELECT task, hash, id, train, tests FROM tasks ORDER BY task")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        from.bounds.charge(row)?;
        let hash: String = row.get(1)?;
        to.execute(
            "INSERT INTO tasks (hash, id, train, tests) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO NOTHING",
            params![
                hash,
                row.get::<_, String>(2)?,
                row.get::<_, i64>(3)?,
                row.get::<_, i64>(4)?
            ],
        )?;
        let own = to.query_row("SELECT task FROM tasks WHERE hash = ?1", [hash], |r| {
            r.get(0)
        })?;
        ids.tasks.insert(row.get(0)?, own);
    }
    Ok(())
}

fn merge_programs(
    from: &Reader<'_>,
    to: &Transaction<'_>,
    ids: &mut Ids,
    merged: &mut MergedStores,
) -> rusqlite::Result<()> {
    let mut query =
        from.prepare("SELECT program, hash, text, length, cost FROM programs ORDER BY program")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        from.bounds.charge(row)?;
        let (hash, text): (String, String) = (row.get(1)?, row.get(2)?);
        if hash_text(&text).to_string() != hash {
            merged.left_out += 1;
            continue;
        }
        let new = to.execute(
            "INSERT INTO programs (hash, text, length, cost) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO NOTHING",
            params![hash, text, row.get::<_, i64>(3)?, row.get::<_, i64>(4)?],
        )?;
        merged.new_programs += new;
        merged.known_programs += 1 - new;
        let own = "SELECT program FROM programs WHERE hash = ?1";
        ids.programs
            .insert(row.get(0)?, to.query_row(own, [hash], |r| r.get(0))?);
    }
    Ok(())
}

fn merge_runs(
    from: &Reader<'_>,
    to: &Transaction<'_>,
    ids: &mut Ids,
    merged: &mut MergedStores,
) -> rusqlite::Result<()> {
    let mut query = from.prepare(&format!("SELECT run, {RUN} FROM runs ORDER BY run"))?;
    let columns = query.column_count();
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        from.bounds.charge(row)?;
        let run: i64 = row.get(0)?;
        let values = (1..columns).map(|k| row.get::<_, Value>(k));
        let values: Vec<Value> = values.collect::<rusqlite::Result<_>>()?;
        let own = match known_run(from, to, run, &values)? {
            Some(known) => {
                merged.known_runs += 1;
                known
            }
            None => {
                let marks = vec!["?"; values.len()].join(", ");
                let insert = format!("INSERT INTO runs ({RUN}) VALUES ({marks})");
                to.execute(&insert, params_from_iter(&values))?;
                merged.new_runs += 1;
                ids.new_runs.insert(run);
                to.last_insert_rowid()
            }
        };
        ids.runs.insert(run, own);
    }
    Ok(())
}

/// The same run in this store: all columns and results are equal.
fn known_run(
    from: &Connection,
    to: &Transaction<'_>,
    run: i64,
    values: &[Value],
) -> rusqlite::Result<Option<i64>> {
    let equal: Vec<String> = RUN
        .split(',')
        .map(|name| format!("{} IS ?", name.trim()))
        .collect();
    let mut query = to.prepare(&format!(
        "SELECT run FROM runs WHERE {}",
        equal.join(" AND ")
    ))?;
    let alike = query.query_map(params_from_iter(values), |row| row.get(0))?;
    let wanted = run_digest(from, run)?;
    for own in alike {
        let own = own?;
        if run_digest(to, own)? == wanted {
            return Ok(Some(own));
        }
    }
    Ok(None)
}

/// A hash of the results and attempts of a run.
fn run_digest(connection: &Connection, run: i64) -> rusqlite::Result<blake3::Hash> {
    let mut hash = blake3::Hasher::new();
    for sql in [
        "SELECT place, tasks.hash, pass, matched, programs.hash, proposer FROM results
         JOIN tasks USING (task) LEFT JOIN programs ON program = best
         WHERE run = ?1 ORDER BY place",
        "SELECT place, test, attempt, grid FROM attempts WHERE run = ?1
         ORDER BY place, test, attempt",
        "SELECT programs.hash, ifnull(tasks.hash, ''), proposer, ifnull(named, '')
         FROM provenance JOIN programs USING (program) LEFT JOIN tasks USING (task)
         WHERE run = ?1 ORDER BY 1, 2, 3, 4",
    ] {
        let mut query = connection.prepare(sql)?;
        let columns = query.column_count();
        let mut rows = query.query([run])?;
        while let Some(row) = rows.next()? {
            for k in 0..columns {
                hash.update(format!("{:?};", row.get::<_, Value>(k)?).as_bytes());
            }
        }
        hash.update(b"end");
    }
    Ok(hash.finalize())
}

fn merge_scores(from: &Reader<'_>, to: &Transaction<'_>, ids: &Ids) -> rusqlite::Result<()> {
    let mut query = from.prepare(
        "SELECT program, task, matched, demonstrations, bits, proposer, run, right FROM scores
         ORDER BY program, task",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        from.bounds.charge(row)?;
        let (program, task, run) = (row.get(0)?, row.get(1)?, row.get(6)?);
        let known = |map: &HashMap<i64, i64>, id: i64| map.get(&id).copied();
        let (Some(program), Some(task), Some(run)) = (
            known(&ids.programs, program),
            known(&ids.tasks, task),
            known(&ids.runs, run),
        ) else {
            continue;
        };
        to.execute(
            // As when a run finds it: the first proposer stays; the score only improves.
            "INSERT INTO scores
                (program, task, matched, demonstrations, bits, proposer, run, right)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
             ON CONFLICT DO UPDATE SET matched = max(matched, ?3), bits = min(bits, ?5),
                right = ifnull(right, ?8)",
            params![
                program,
                task,
                row.get::<_, i64>(2)?,
                row.get::<_, i64>(3)?,
                row.get::<_, f64>(4)?,
                row.get::<_, String>(5)?,
                run,
                row.get::<_, Option<i64>>(7)?,
            ],
        )?;
    }
    let mut query = from.prepare(
        "SELECT program, run, task, proposer, named FROM provenance ORDER BY program, run, task",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        from.bounds.charge(row)?;
        let program = ids.programs.get(&row.get(0)?);
        let run = ids.runs.get(&row.get(1)?);
        let task = row
            .get::<_, Option<i64>>(2)?
            .map(|task| ids.tasks.get(&task));
        let (Some(program), Some(run), Some(task)) =
            (program, run, task.map_or(Some(None), |t| t.map(Some)))
        else {
            continue;
        };
        to.execute(
            "INSERT INTO provenance (program, run, task, proposer, named)
             VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
            params![
                program,
                run,
                task,
                row.get::<_, String>(3)?,
                row.get::<_, Option<String>>(4)?
            ],
        )?;
    }
    Ok(())
}

/// Copies the rows of runs that are new.
fn copy_rows(
    from: &Reader<'_>,
    to: &Transaction<'_>,
    table: &RunTable,
    ids: &Ids,
) -> rusqlite::Result<()> {
    let RunTable { name, columns, .. } = table;
    let mut query = from.prepare(&format!("SELECT run, {columns} FROM {name}"))?;
    let count = query.column_count();
    let marks = vec!["?"; count].join(", ");
    let insert =
        format!("INSERT INTO {name} (run, {columns}) VALUES ({marks}) ON CONFLICT DO NOTHING");
    let mut insert = to.prepare(&insert)?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        from.bounds.charge(row)?;
        let run: i64 = row.get(0)?;
        let Some(own) = ids.runs.get(&run).filter(|_| ids.new_runs.contains(&run)) else {
            continue;
        };
        let values = (0..count).map(|k| row.get::<_, Value>(k));
        let mut values: Vec<Value> = values.collect::<rusqlite::Result<_>>()?;
        values[0] = (*own).into();
        let of = |map: &HashMap<i64, i64>, value: &Value| match value {
            Value::Integer(id) => map.get(id).map(|&own| Value::Integer(own)),
            _ => None,
        };
        if let Some(k) = table.task {
            let Some(task) = of(&ids.tasks, &values[k]) else {
                continue;
            };
            values[k] = task;
        }
        if let Some((k, required)) = table.program {
            match of(&ids.programs, &values[k]) {
                Some(program) => values[k] = program,
                None if required => continue,
                None => values[k] = Value::Null,
            }
        }
        insert.execute(params_from_iter(&values))?;
    }
    Ok(())
}
