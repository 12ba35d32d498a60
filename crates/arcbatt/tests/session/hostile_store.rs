//! Stores from strangers: other tables, views and triggers, endless trees, garbage. Each is an error that
//! names the file, after bounded work, and nothing of it is run.

use super::support::{search, tasks, turn};
use arcbatt::rng::Rng;
use arcbatt::session::{PerTask, Session, Settings};
use arcbatt::store::{Store, StoreError, StoreProblem};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

/// A store with the results of a search of a few tasks, with its journal written back.
fn honest(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let mut store = Store::open(&path).unwrap();
    searched(&mut store).unwrap();
    store.import(&[turn(3)], "a file", &[]).unwrap();
    drop(store);
    (folder, path)
}

fn searched(store: &mut Store) -> Result<usize, arcbatt::SessionError> {
    let tasks = tasks(8);
    let settings = Settings {
        per_task: PerTask::Steps(400),
        threads: 1,
        ..Settings::default()
    };
    let session = Session {
        tasks: &tasks,
        given: &[],
        settings: &settings,
        submission: None,
        solver: &search,
    };
    let report = session.run(store, false, &AtomicBool::new(false), &|_| {})?;
    Ok(report.fitting())
}

/// Runs statements on a file as any other program can.
fn alter(path: &Path, statements: &str) {
    let connection = Connection::open(path).unwrap();
    connection.execute_batch(statements).unwrap();
    connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .unwrap();
}

/// Reads everything that commands read from a store.
fn read_all(store: &Store) -> Result<(), StoreError> {
    store.entries()?;
    store.stats()?;
    store.library_for(&tasks(8))?;
    store.library_without(&tasks(8), None)?;
    for run in store.runs()? {
        store.standings(run.run)?;
        store.parents(run.run, 2)?;
    }
    store.solvers(true)?;
    store.best_for(&tasks(1)[0])?;
    store.look_up("a")?;
    Ok(())
}

#[test]
fn altered_tables_are_rejected_before_anything_is_read() {
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)";
    let hostile = [
        // Endless, and longer than any memory, if it were read.
        format!(
            "ALTER TABLE programs RENAME TO old;
             CREATE VIEW programs AS {endless} SELECT x AS program, hex(x) AS hash,
             hex(zeroblob(100000000)) AS text, 1 AS length, 1 AS cost FROM n"
        ),
        "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM programs; END".to_owned(),
        "CREATE TABLE theirs (x)".to_owned(),
        "CREATE VIRTUAL TABLE theirs USING fts5(x)".to_owned(),
        "ALTER TABLE tasks ADD COLUMN more TEXT".to_owned(),
        "ALTER TABLE tasks ADD COLUMN more TEXT AS (hex(zeroblob(1000000))) VIRTUAL".to_owned(),
        "CREATE INDEX theirs ON programs (length)".to_owned(),
        "DROP INDEX scores_by_task".to_owned(),
        "DROP TABLE timings".to_owned(),
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql =
         replace(sql, 'tests INTEGER NOT NULL', 'tests INTEGER NOT NULL CHECK (length(zeroblob(9)))')"
            .to_owned(),
    ];
    for statements in hostile {
        let (_folder, path) = honest("lib.sqlite");
        alter(&path, &statements);
        let before = std::fs::read(&path).unwrap();
        for opened in [Store::open(&path), Store::open_to_read(&path)] {
            let error = opened.expect_err(&statements);
            assert!(
                matches!(&error.problem, StoreProblem::Altered(_)),
                "{statements}: {error}"
            );
        }
        assert_eq!(std::fs::read(&path).unwrap(), before, "{statements}");
    }
    let (_folder, path) = honest("lib.sqlite");
    alter(&path, "CREATE VIEW \"v\u{1b}[31m\" AS SELECT 1");
    let message = Store::open(&path).unwrap_err().to_string();
    let expected = "another program changed its tables (a store has no view `v\\u{1b}[31m`), so \
                    nothing in it is used; use a copy that only arcbatt wrote, or import its programs \
                    from a solver file";
    assert_eq!(message, format!("{}: {expected}", path.display()));
}

#[test]
fn what_anybody_may_do_to_a_store_is_accepted() {
    let (_folder, path) = honest("lib.sqlite");
    alter(&path, "ANALYZE; VACUUM; PRAGMA journal_mode = DELETE");
    read_all(&Store::open_to_read(&path).unwrap()).unwrap();
    searched(&mut Store::open(&path).unwrap()).unwrap();
}

const PAGE: usize = 4096;

/// Makes the tree of a table endless: levels of pages whose entries all lead to the one page of the next
/// level, and at the end to its old root. Rows come back 400 to the power of `levels` times.
fn make_endless(path: &Path, table: &str, levels: usize) {
    let connection = Connection::open(path).unwrap();
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
    let root: u32 = connection.query_row(root, [table], |r| r.get(0)).unwrap();
    let root = root as usize;
    drop(connection);
    let mut bytes = std::fs::read(path).unwrap();
    assert_eq!(bytes[(root - 1) * PAGE], 0x0d, "the root is a leaf");
    let leaf = bytes[(root - 1) * PAGE..root * PAGE].to_vec();
    bytes.extend_from_slice(&leaf);
    for _ in 0..levels {
        let child = (bytes.len() / PAGE) as u32;
        bytes.extend_from_slice(&interior(child));
    }
    let top = bytes.len() - PAGE;
    bytes.copy_within(top.., (root - 1) * PAGE);
    let pages = (bytes.len() / PAGE) as u32;
    bytes[28..32].copy_from_slice(&pages.to_be_bytes());
    std::fs::write(path, bytes).unwrap();
}

/// A page of a tree with 400 children, all the same.
fn interior(child: u32) -> [u8; PAGE] {
    const CELLS: u16 = 400;
    let mut page = [0; PAGE];
    let cell = (PAGE - 5) as u16;
    page[0] = 0x05;
    page[3..5].copy_from_slice(&CELLS.to_be_bytes());
    page[5..7].copy_from_slice(&cell.to_be_bytes());
    page[8..12].copy_from_slice(&child.to_be_bytes());
    for k in 0..CELLS as usize {
        page[12 + 2 * k..14 + 2 * k].copy_from_slice(&cell.to_be_bytes());
    }
    page[PAGE - 5..PAGE - 1].copy_from_slice(&child.to_be_bytes());
    page[PAGE - 1] = 1;
    page
}

#[test]
fn endless_tables_end_with_an_error() {
    for table in ["programs", "tasks", "runs"] {
        let (_folder, path) = honest("lib.sqlite");
        make_endless(&path, table, 12);
        let store = Store::open_to_read(&path).unwrap();
        let results = [
            store.entries().map(drop),
            store.stats().map(drop),
            store.runs().map(drop),
        ];
        let errors: Vec<StoreError> = results.into_iter().filter_map(Result::err).collect();
        // The tasks are only looked up one by one.
        assert_eq!(errors.is_empty(), table == "tasks", "{table}");
        for error in errors {
            let StoreProblem::Damaged(why) = &error.problem else {
                panic!("{table}: {error}")
            };
            assert!(why.contains("a file of its size"), "{table}: {error}");
        }
        // Merging would copy it.
        let mut into = Store::in_memory().unwrap();
        let error = into.merge(&store).unwrap_err();
        assert_eq!(error.file, path.display().to_string());
        assert!(into.entries().unwrap().is_empty());
    }
}

#[test]
fn rows_that_demand_much_memory_are_an_error() {
    let (_folder, path) = honest("lib.sqlite");
    // Every row demands 10,000 attempts.
    alter(
        &path,
        "WITH RECURSIVE n(x) AS (SELECT 100 UNION ALL SELECT x + 1 FROM n WHERE x < 3000)
         INSERT INTO results (run, place, task, pass, matched, demonstrations)
         SELECT 1, x, 1, 1, 0, 1 FROM n;
         INSERT INTO attempts (run, place, test, attempt, grid)
         SELECT 1, place, 10000, 0, '1' FROM results WHERE place >= 100",
    );
    let store = Store::open(&path).unwrap();
    let run = store.runs().unwrap().pop().unwrap().run;
    let error = store.standings(run).unwrap_err();
    assert!(error.to_string().contains("more rows and text"), "{error}");
}

#[test]
fn garbage_in_a_store_never_panics_or_hangs() {
    let (folder, path) = honest("lib.sqlite");
    let whole = std::fs::read(&path).unwrap();
    let garbled = folder.path().join("garbled.sqlite");
    let mut rng = Rng::of("garbage", &[1]);
    let (mut failed, mut opened) = (0, 0);
    for turn in 0..100 {
        let mut bytes = whole.clone();
        match turn % 5 {
            // A page count that is not true.
            0 => bytes[28..32].copy_from_slice(&(rng.next_u64() as u32).to_be_bytes()),
            1 => bytes.truncate(rng.below(whole.len() as u64) as usize),
            // A page of noise.
            2 => {
                let page = PAGE * rng.below((whole.len() / PAGE) as u64) as usize;
                let noise = bytes[page..page + PAGE].iter_mut().skip(100);
                noise.for_each(|byte| *byte = rng.next_u64() as u8);
            }
            _ => {
                for _ in 0..1 + rng.below(40) {
                    let at = rng.below(whole.len() as u64) as usize;
                    bytes[at] = rng.next_u64() as u8;
                }
            }
        }
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", garbled.display()));
        }
        std::fs::write(&garbled, &bytes).unwrap();
        let read = Store::open_to_read(&garbled).and_then(|store| {
            opened += 1;
            read_all(&store)
        });
        failed += usize::from(read.is_err());
        if let Ok(mut store) = Store::open(&garbled) {
            // A session on it ends with all results, wherever they are.
            if let Ok(fitting) = searched(&mut store) {
                assert!(fitting > 0);
            }
            if let Some(refuge) = store.moved().and_then(|moved| moved.refuge.clone()) {
                std::fs::remove_file(refuge).unwrap();
            }
        }
    }
    assert!(
        failed > 20 && opened > 20,
        "{failed} failed, {opened} opened"
    );
}
