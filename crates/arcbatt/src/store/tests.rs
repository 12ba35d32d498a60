//! Tests that need private access: a full disk, shared rows.

use super::*;
use crate::grid::GridBuf;
use crate::program::{Program, parse_file};
use crate::search::{Budget, Found, Library, Outcome, ProposerGroup};
use crate::session::{PerTask, Session, Settings};
use crate::task::{Task, generators};
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn program(source: &str) -> Program {
    let parsed = parse_file(source);
    assert_eq!(parsed.errors, vec![], "{source}");
    parsed.programs.into_iter().next().unwrap()
}

fn found(program: Program, matched: u32) -> Found {
    Found {
        program,
        proposer: ProposerGroup::Goal,
        matched,
        bits: 12.5,
        outputs: Vec::new(),
    }
}

fn outcome(task: &Task, programs: Vec<Program>) -> Outcome {
    let train = task.train.len() as u32;
    let attempt = Some(GridBuf::filled(30, 30, 3));
    Outcome {
        found: programs.into_iter().map(|p| found(p, train)).collect(),
        attempts: vec![[attempt.clone(), attempt]; task.test.len()],
        ..Outcome::default()
    }
}

fn begin(store: &mut Store, tasks: &[Task]) -> RunId {
    let start = RunStart {
        command: "solve",
        data: data_hash(tasks),
        settings: "test",
        seed: u64::MAX,
        budget: "none",
        tasks: tasks.len(),
    };
    store.begin_run(&start).unwrap()
}

fn pass<'a>(place: usize, tasks: &'a [Task], outcome: &'a Outcome) -> Pass<'a> {
    Pass {
        place,
        task: &tasks[place],
        pass: 1,
        finished: true,
        better: true,
        found: outcome.found.iter().map(Into::into).collect(),
        origin: None,
        attempts: &outcome.attempts,
        stats: outcome.stats,
    }
}

/// All tables of the store as text.
fn dump(store: &Store) -> String {
    let mut text = String::new();
    for table in [
        "tasks",
        "programs",
        "scores",
        "provenance",
        "results",
        "attempts",
    ] {
        let query = format!("SELECT * FROM {table} ORDER BY 1, 2, 3, 4");
        let mut query = store.connection.prepare(&query).unwrap();
        let columns = query.column_count();
        let mut rows = query.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for k in 0..columns {
                text += &format!("{:?} ", row.get_ref(k).unwrap());
            }
            text.push('\n');
        }
    }
    text
}

#[test]
fn programs_with_other_names_share_a_row() {
    let tasks = generators::embedded().tasks;
    let mut store = Store::in_memory().unwrap();
    let run = begin(&mut store, &tasks);
    let same = [
        "def solve_a(I):\n    x1 = rot90(I)\n    O = hconcat(x1, I)\n    return O\n",
        "def solve_other(grid):\n    q = rot90(grid)\n    z = hconcat(q, grid)\n    return z\n",
        "def solve(S, I, C):\n    x0 = height(I)\n    x1 = rot90(I)\n    x2 = hconcat(x1, I)\n    return x2\n",
        "def solve(I):\n    x1 = rot90(I)\n    x2 = rot90(I)\n    O = hconcat(x2, I)\n    return O\n",
    ];
    let other = "def solve_a(I):\n    x1 = rot90(I)\n    O = hconcat(I, x1)\n    return O\n";
    for (place, source) in same.into_iter().enumerate() {
        let outcome = outcome(&tasks[place], vec![program(source)]);
        store.keep(run, &pass(place, &tasks, &outcome)).unwrap();
    }
    assert_eq!(store.entries().unwrap().len(), 1);
    let entry = &store.entries().unwrap()[0];
    assert_eq!(entry.text, same[0].replace("solve_a", "solve"));
    assert_eq!(entry.fitted().count(), 4);
    store
        .import(&[program(other), program(same[1])], "a file", &[])
        .unwrap();
    assert_eq!(store.entries().unwrap().len(), 2);
    // The same task under another id is the same task.
    let renamed = Task {
        id: "other".to_owned(),
        ..tasks[0].clone()
    };
    let outcome = outcome(&renamed, vec![program(other)]);
    store.keep(run, &pass(0, &[renamed], &outcome)).unwrap();
    assert_eq!(store.stats().unwrap().tasks, 4);
}

#[test]
fn a_full_disk_loses_nothing() {
    let tasks = generators::embedded().tasks;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("full.sqlite");
    let mut store = Store::open(&path).unwrap();
    let run = begin(&mut store, &tasks);
    let turn = program("def solve(I):\n    O = rot90(I)\n    return O\n");
    let outcomes: Vec<Outcome> = tasks
        .iter()
        .map(|task| outcome(task, vec![turn.clone()]))
        .collect();
    for (place, outcome) in outcomes.iter().take(3).enumerate() {
        store.keep(run, &pass(place, &tasks, outcome)).unwrap();
    }
    store.fill_disk(0);
    // The last pages may have some free space.
    let (mut before, mut place) = (dump(&store), 3);
    let error = loop {
        match store.keep(run, &pass(place, &tasks, &outcomes[place])) {
            Ok(()) => (before, place) = (dump(&store), place + 1),
            Err(error) => break error,
        }
    };
    assert_eq!(error.problem, StoreProblem::Full);
    assert!(error.to_string().contains("the disk is full"), "{error}");
    assert_eq!(dump(&store), before);
    // A second reader sees the same.
    assert_eq!(dump(&Store::open_to_read(&path).unwrap()), before);
    drop(store);
    let mut store = Store::open(&path).unwrap();
    assert_eq!(dump(&store), before);
    // With free space, writing works again.
    store
        .keep(run, &pass(place, &tasks, &outcomes[place]))
        .unwrap();
    assert_eq!(store.standings(run).unwrap().len(), place + 1);
}

/// Whichever write finds the disk full: all results are reported, and all are in the store or in the
/// file that the report names.
#[test]
fn a_session_on_a_full_disk_goes_on_elsewhere_and_can_be_resumed() {
    let tasks = &generators::embedded().tasks[..40];
    let solver =
        |task: &Task, _: &Library, _: u64, _: &Budget, _: &AtomicBool| outcome(task, Vec::new());
    let settings = Settings {
        per_task: PerTask::Steps(1),
        threads: 1,
        ..Settings::default()
    };
    let mut moves = 0;
    for pages in 0..30 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("full.sqlite");
        let submission = folder.path().join("submission.json");
        let session = Session {
            tasks,
            given: &[],
            settings: &settings,
            submission: Some(&submission),
            solver: &solver,
        };
        let stop = AtomicBool::new(false);
        let mut store = Store::open(&path).unwrap();
        // Without room for the run itself, no session starts.
        let run = begin(&mut store, tasks);
        store.end_run(run, StopReason::Finished).unwrap();
        store.fill_disk(pages);
        let report = session.run(&mut store, false, &stop, &|_| {}).unwrap();
        assert!(report.tasks.iter().all(|task| task.standing.pass == 1));
        let written = crate::session::submission::Submission::read(&submission).unwrap();
        assert_eq!(written.ids().count(), tasks.len());
        drop(store);
        let kept_in = match &report.store_moved {
            None => path.clone(),
            Some(moved) => {
                moves += 1;
                assert_eq!(moved.error.problem, StoreProblem::Full);
                moved.refuge.clone().expect("another file has room")
            }
        };
        let whole = Store::open(&kept_in).unwrap();
        assert_eq!(whole.runs().unwrap()[0].finished as usize, tasks.len());
        // What the first file has is complete, too, and can be resumed.
        let mut store = Store::open(&path).unwrap();
        let kept = store.runs().unwrap()[0].finished as usize;
        assert!(kept == tasks.len() || kept_in != path);
        let report = session.run(&mut store, true, &stop, &|_| {}).unwrap();
        assert_eq!((report.resumed, report.store_moved), (kept, None));
        assert_eq!(dump(&store), dump(&whole));
    }
    assert!((10..30).contains(&moves), "{moves} of 30 disks were full");
}

#[test]
fn extreme_numbers_and_invalid_grids_are_stored() {
    let tasks = generators::embedded().tasks;
    let mut store = Store::in_memory().unwrap();
    let run = begin(&mut store, &tasks);
    let mut odd = outcome(&tasks[0], vec![program("def solve(I):\n    return I\n")]);
    odd.found[0].bits = f64::NAN;
    odd.stats.evaluations = u64::MAX;
    odd.stats.memory = usize::MAX;
    odd.stats.time = std::time::Duration::MAX;
    odd.attempts = vec![
        [
            Some(GridBuf::filled(1, 1, -3)),
            Some(GridBuf::filled(2, 0, 1)),
        ],
        [None, Some(GridBuf::filled(2, 3, 9))],
    ];
    store.keep(run, &pass(0, &tasks, &odd)).unwrap();
    let standing = &store.standings(run).unwrap()[&0];
    // A grid with a cell that is no colour is no attempt.
    let good = [None, Some(GridBuf::filled(2, 3, 9))];
    assert_eq!(standing.attempts, [[None, None], good]);
    assert_eq!(standing.best.as_ref().unwrap().program.lines.len(), 0);
    store.end_run(run, StopReason::Finished).unwrap();
    assert!(Path::new(store.file()).components().count() > 0);
}
