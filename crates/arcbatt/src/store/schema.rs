//! The tables of the file, and the migration of older files.
//!
//! In: a connection. Out: the same file with the newest tables. Never: a migration that is half
//! done, or a published step that is changed.

use super::error::StoreProblem;
use rusqlite::{Connection, TransactionBehavior};
use std::collections::BTreeMap;

/// Marks the file as a store of arcbatt (`ARCB`).
const APPLICATION: i64 = 0x4152_4342;

/// One migration per version; a file of version `n` has had the first `n`.
const STEPS: &[&str] = &[
    "CREATE TABLE tasks (
        task INTEGER PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        id TEXT NOT NULL,
        train INTEGER NOT NULL,
        tests INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tasks_by_id ON tasks (id);

    CREATE TABLE programs (
        program INTEGER PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        text TEXT NOT NULL,
        length INTEGER NOT NULL,
        cost INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE runs (
        run INTEGER PRIMARY KEY AUTOINCREMENT,
        command TEXT NOT NULL,
        version TEXT NOT NULL,
        data TEXT NOT NULL,
        settings TEXT NOT NULL,
        seed TEXT NOT NULL,
        budget TEXT NOT NULL,
        tasks INTEGER NOT NULL,
        started TEXT NOT NULL,
        ended TEXT,
        ending TEXT,
        solved INTEGER NOT NULL DEFAULT 0,
        programs INTEGER NOT NULL DEFAULT 0,
        evaluations INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE scores (
        program INTEGER NOT NULL REFERENCES programs ON DELETE CASCADE,
        task INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
        matched INTEGER NOT NULL,
        demonstrations INTEGER NOT NULL,
        bits REAL NOT NULL,
        proposer TEXT NOT NULL,
        run INTEGER NOT NULL REFERENCES runs,
        PRIMARY KEY (program, task)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX scores_by_task ON scores (task);

    CREATE TABLE provenance (
        program INTEGER NOT NULL REFERENCES programs ON DELETE CASCADE,
        run INTEGER NOT NULL REFERENCES runs,
        task INTEGER REFERENCES tasks ON DELETE CASCADE,
        proposer TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX provenance_once ON provenance (program, run, ifnull(task, 0));

    CREATE TABLE results (
        run INTEGER NOT NULL REFERENCES runs,
        place INTEGER NOT NULL,
        task INTEGER NOT NULL REFERENCES tasks,
        pass INTEGER NOT NULL,
        matched INTEGER NOT NULL,
        demonstrations INTEGER NOT NULL,
        best INTEGER REFERENCES programs ON DELETE SET NULL,
        proposer TEXT,
        bits REAL,
        PRIMARY KEY (run, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX results_by_best ON results (best);

    CREATE TABLE attempts (
        run INTEGER NOT NULL REFERENCES runs,
        place INTEGER NOT NULL,
        test INTEGER NOT NULL,
        attempt INTEGER NOT NULL,
        grid TEXT NOT NULL,
        PRIMARY KEY (run, place, test, attempt)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE timings (
        run INTEGER NOT NULL REFERENCES runs,
        place INTEGER NOT NULL,
        pass INTEGER NOT NULL,
        seconds REAL NOT NULL,
        evaluations INTEGER NOT NULL,
        programs INTEGER NOT NULL,
        memory INTEGER NOT NULL,
        PRIMARY KEY (run, place, pass)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE libraries (
        run INTEGER NOT NULL REFERENCES runs,
        pass INTEGER NOT NULL,
        place INTEGER NOT NULL,
        program INTEGER NOT NULL REFERENCES programs ON DELETE CASCADE,
        PRIMARY KEY (run, pass, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX libraries_by_program ON libraries (program);
    CREATE TABLE library_passes (
        run INTEGER NOT NULL REFERENCES runs,
        pass INTEGER NOT NULL,
        PRIMARY KEY (run, pass)
    ) STRICT, WITHOUT ROWID;",
    // The task that an imported program is named after; whether all tests of a task are right.
    "ALTER TABLE provenance ADD COLUMN named TEXT;
    DROP INDEX provenance_once;
    CREATE UNIQUE INDEX provenance_once
        ON provenance (program, run, ifnull(task, 0), ifnull(named, ''));
    ALTER TABLE scores ADD COLUMN right INTEGER;",
];

/// The newest version.
pub(super) const VERSION: i64 = STEPS.len() as i64;

/// The most tables, indices, views and triggers of a file that is read at all; a store has fewer.
pub(super) const MOST_PARTS: i32 = 100;

/// The version of a store; fails if the file belongs to another program, or is not declared exactly as
/// this version declares it. Runs no view, trigger or expression of the file.
pub(super) fn check(connection: &Connection) -> Result<i64, StoreProblem> {
    let fail = |error| StoreProblem::of(&error);
    // One consistent read: another process may be creating the store now.
    let look = connection.unchecked_transaction().map_err(fail)?;
    check_within(&look)
}

/// [`check`] within a transaction.
fn check_within(connection: &Connection) -> Result<i64, StoreProblem> {
    let fail = |error| StoreProblem::of(&error);
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    // Both are in the header: SQLite reads no declaration for them.
    let application = number("PRAGMA application_id").map_err(fail)?;
    let version = number("PRAGMA user_version").map_err(fail)?;
    match (application, version) {
        // An empty file becomes a store.
        (0, 0) if parts(connection).map_err(fail)?.is_empty() => Ok(0),
        (APPLICATION, version) if version > VERSION => Err(StoreProblem::Newer(version)),
        (APPLICATION, version @ 1..) => {
            let steps = &STEPS[..version as usize];
            match difference(
                &parts(connection).map_err(fail)?,
                &declared(steps).map_err(fail)?,
            ) {
                None => Ok(version),
                Some(difference) => Err(StoreProblem::Altered(difference)),
            }
        }
        _ => Err(StoreProblem::Foreign),
    }
}

/// A table, index, view or trigger: its type and name, and its table and declaration.
type Parts = BTreeMap<(String, String), (String, Option<String>)>;

/// The declarations in a file, of at most [`MOST_PARTS`] and one more.
fn parts(connection: &Connection) -> rusqlite::Result<Parts> {
    let mut query = connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")?;
    let rows = query.query_map([], |row| {
        let text = |column| row.get::<_, Option<String>>(column);
        let or_empty = |column| text(column).map(Option::unwrap_or_default);
        Ok(((or_empty(0)?, or_empty(1)?), (or_empty(2)?, text(3)?)))
    })?;
    let parts: Parts = rows
        .take(MOST_PARTS as usize + 1)
        .collect::<Result<_, _>>()?;
    // `ANALYZE`, which anybody may run, makes these tables.
    let is_statistics = |(kind, name): &(String, String), sql: &Option<String>| {
        let columns = match name.as_str() {
            "sqlite_stat1" => "(tbl,idx,stat)",
            "sqlite_stat4" => "(tbl,idx,neq,nlt,ndlt,sample)",
            _ => return false,
        };
        kind == "table" && *sql == Some(format!("CREATE TABLE {name}{columns}"))
    };
    let parts = parts.into_iter();
    Ok(parts
        .filter(|(name, (_, sql))| !is_statistics(name, sql))
        .collect())
}

/// The declarations after some migrations.
fn declared(steps: &[&str]) -> rusqlite::Result<Parts> {
    let connection = Connection::open_in_memory()?;
    for step in steps {
        connection.execute_batch(step)?;
    }
    parts(&connection)
}

/// What differs between a file and a store, in words.
fn difference(found: &Parts, declared: &Parts) -> Option<String> {
    let shown = |(kind, name): &(String, String)| {
        let name: String = name.chars().take(40).collect();
        let kind: String = kind.chars().take(10).collect();
        format!("{} `{}`", kind.escape_debug(), name.escape_debug())
    };
    let unknown = found.keys().find(|part| !declared.contains_key(part));
    let missing = declared.keys().find(|part| !found.contains_key(part));
    let differs = found
        .iter()
        .find(|(part, how)| declared.get(part) != Some(how));
    unknown
        .map(|part| format!("a store has no {}", shown(part)))
        .or_else(|| missing.map(|part| format!("it has no {}", shown(part))))
        .or_else(|| differs.map(|(part, _)| format!("its {} is another one", shown(part))))
}

/// Migrates the file to the newest version.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreProblem> {
    if check(connection)? < VERSION {
        apply(connection, STEPS)?;
    }
    Ok(())
}

/// Applies the missing migrations, all or none.
fn apply(connection: &mut Connection, steps: &[&str]) -> Result<(), StoreProblem> {
    let fail = |error| StoreProblem::of(&error);
    let change = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(fail)?;
    // Check again: another process may have migrated it.
    let version = check_within(&change)?;
    for (k, step) in steps.iter().enumerate().skip(version.max(0) as usize) {
        change.execute_batch(step).map_err(fail)?;
        change
            .pragma_update(None, "user_version", k as i64 + 1)
            .map_err(fail)?;
    }
    change
        .pragma_update(None, "application_id", APPLICATION)
        .map_err(fail)?;
    change.commit().map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(connection: &Connection) -> i64 {
        check(connection).unwrap()
    }

    #[test]
    fn migrations_are_applied_once_and_atomically() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        assert_eq!(version(&connection), VERSION);
        let insert = "INSERT INTO tasks (hash, id, train, tests) VALUES ('h', 'a', 3, 1)";
        connection.execute(insert, []).unwrap();

        let add = "ALTER TABLE tasks ADD COLUMN likes INTEGER NOT NULL DEFAULT 7";
        let bad = "ALTER TABLE nothing ADD COLUMN x";
        let steps = [STEPS, &[add, bad]].concat();
        apply(&mut connection, &steps).unwrap_err();
        assert_eq!(version(&connection), VERSION);
        connection.prepare("SELECT likes FROM tasks").unwrap_err();

        let steps = [STEPS, &[add]].concat();
        apply(&mut connection, &steps).unwrap();
        let likes = "SELECT likes FROM tasks WHERE id = 'a'";
        let likes: i64 = connection.query_row(likes, [], |row| row.get(0)).unwrap();
        assert_eq!(likes, 7);
        // This version rejects such a newer file.
        assert_eq!(
            migrate(&mut connection),
            Err(StoreProblem::Newer(VERSION + 1))
        );
    }

    #[test]
    fn files_of_other_programs_are_rejected() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE theirs (x)").unwrap();
        assert_eq!(migrate(&mut connection), Err(StoreProblem::Foreign));
        let mut connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch("PRAGMA application_id = 5")
            .unwrap();
        assert_eq!(migrate(&mut connection), Err(StoreProblem::Foreign));
    }
}
