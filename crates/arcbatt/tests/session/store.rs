//! The store as a file: several writers, other files, export, import and pruning.

use super::support::{program, tasks, turn};
use arcbatt::program::Solvers;
use arcbatt::program::{Program, parse_file};
use arcbatt::search::SearchStats;
use arcbatt::session::write_entries;
use arcbatt::store::{
    FoundProgram, Lookup, Pass, RunId, RunStart, Store, StoreProblem, data_hash, one_line,
    program_hash,
};
use arcbatt::task::Task;
use std::path::Path;

fn begin(store: &mut Store, tasks: &[Task]) -> RunId {
    let start = RunStart {
        command: "solve",
        data: data_hash(tasks),
        settings: "test",
        seed: 0,
        budget: "none",
        tasks: tasks.len(),
    };
    store.begin_run(&start).unwrap()
}

fn keep(store: &mut Store, run: RunId, task: &Task, place: usize, found: &[(Program, u32, f64)]) {
    let found = found.iter().map(|(program, matched, bits)| FoundProgram {
        program,
        matched: *matched,
        bits: *bits,
        proposer: "bottom-up",
    });
    let pass = Pass {
        place,
        task,
        pass: 1,
        finished: true,
        better: true,
        found: found.collect(),
        origin: None,
        attempts: &[],
        stats: SearchStats::default(),
    };
    store.keep(run, &pass).unwrap();
}

#[test]
fn several_threads_may_create_one_store() {
    let folder = tempfile::tempdir().unwrap();
    for turn in 0..60 {
        let path = folder.path().join(format!("{turn}.sqlite"));
        std::thread::scope(|scope| {
            let open = || Store::open(&path).map(|_| ());
            let all: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
            for one in all {
                assert_eq!(one.join().unwrap().map_err(|e| e.to_string()), Ok(()));
            }
        });
    }
}

#[test]
fn two_writers_at_the_same_time() {
    let tasks = tasks(40);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("both.sqlite");
    // Both create the file as well.
    std::thread::scope(|scope| {
        for writer in 0..2u64 {
            let (path, tasks) = (&path, &tasks);
            scope.spawn(move || {
                let mut store = Store::open(path).unwrap();
                let run = begin(&mut store, tasks);
                for (place, task) in tasks.iter().enumerate() {
                    let all = task.train.len() as u32;
                    // Both find half of the programs.
                    let k = if place % 2 == 0 { 0 } else { writer * 7 + 1 };
                    let found = [(turn(k + place as u64), all, 10.0)];
                    keep(&mut store, run, task, place, &found);
                    store.library().unwrap();
                }
            });
        }
    });
    let store = Store::open(&path).unwrap();
    let runs = store.runs().unwrap();
    assert_eq!(runs.len(), 2);
    assert!(
        runs.iter()
            .all(|run| run.finished == 40 && run.fitting == 40)
    );
    let scores: usize = store.entries().unwrap().iter().map(|e| e.worth.len()).sum();
    // A program has one score per task, whoever found it first.
    assert_eq!(scores, 20 + 2 * 20);
    assert_eq!(store.stats().unwrap().tasks, 40);
}

#[test]
fn other_files_are_rejected_and_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let opened = |path: &Path| {
        let problem = Store::open(path).unwrap_err().problem;
        assert_eq!(Store::open_to_read(path).unwrap_err().problem, problem);
        problem
    };
    let text = "def solve(I):\n    return I\n".repeat(100);
    std::fs::write(&path, &text).unwrap();
    assert_eq!(opened(&path), StoreProblem::NotADatabase);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);

    assert!(matches!(opened(folder.path()), StoreProblem::CannotOpen(_)));
    let nowhere = folder.path().join("no/where");
    assert!(matches!(
        Store::open(&nowhere).unwrap_err().problem,
        StoreProblem::CannotOpen(_)
    ));
    let error = Store::open_existing(&folder.path().join("none")).unwrap_err();
    assert_eq!(error.problem, StoreProblem::NotFound);
    assert!(!folder.path().join("none").exists());

    // A truncated store.
    let whole = folder.path().join("whole");
    let mut store = Store::open(&whole).unwrap();
    begin(&mut store, &tasks(1));
    drop(store);
    let bytes = std::fs::read(&whole).unwrap();
    for cut in [20, 100, 1000, 4096, bytes.len() / 2, bytes.len() - 100] {
        let path = folder.path().join(format!("cut{cut}"));
        std::fs::write(&path, &bytes[..cut]).unwrap();
        // It may be readable in part, but nothing may panic or replace the file.
        if let Ok(store) = Store::open_to_read(&path) {
            let _ = store.entries();
            let _ = store.runs();
        }
    }
    // An empty file, such as one by mktemp, becomes a store.
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "").unwrap();
    Store::open(&empty).unwrap();
    assert_eq!(
        Store::open_to_read(&empty).unwrap().stats().unwrap().runs,
        0
    );
}

#[cfg(unix)]
#[test]
fn read_only_files_are_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    drop(Store::open(&path).unwrap());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).unwrap();
    // Root may write read-only files.
    if std::fs::OpenOptions::new().write(true).open(&path).is_ok() {
        drop(Store::open(&path).unwrap());
    } else {
        let problem = Store::open(&path).unwrap_err().problem;
        assert_eq!(problem, StoreProblem::ReadOnly);
    }
    assert_eq!(Store::open_to_read(&path).unwrap().stats().unwrap().runs, 0);
    // Nobody may write a folder, or a file inside a file.
    assert!(Store::open(folder.path()).is_err());
    assert!(Store::open_to_read(folder.path()).is_err());
    assert!(Store::open(&path.join("inside")).is_err());
}

#[test]
fn entries_are_sorted_best_first() {
    let tasks = tasks(4);
    let mut store = Store::in_memory().unwrap();
    let run = begin(&mut store, &tasks);
    let all = |k: usize| tasks[k].train.len() as u32;
    let (short, long) = (program("    O = rot90(I)\n    return O"), turn(1));
    let partial = turn(2);
    keep(
        &mut store,
        run,
        &tasks[0],
        0,
        &[(long.clone(), all(0), 9.0)],
    );
    keep(
        &mut store,
        run,
        &tasks[1],
        1,
        &[(long.clone(), all(1), 9.0)],
    );
    keep(
        &mut store,
        run,
        &tasks[2],
        2,
        &[(short.clone(), all(2), 5.0), (partial.clone(), 1, 1.0)],
    );
    keep(
        &mut store,
        run,
        &tasks[0],
        0,
        &[(short.clone(), all(0), 5.0)],
    );
    let hash = |program: &Program| program_hash(program).to_string();
    let hashes: Vec<String> = store
        .entries()
        .unwrap()
        .into_iter()
        .map(|e| e.hash)
        .collect();
    assert_eq!(hashes, [hash(&short), hash(&long), hash(&partial)]);
    // Programs that fit no task are not in the library.
    assert_eq!(store.library().unwrap().len(), 2);

    let best = store.best_for(&tasks[0]).unwrap().unwrap();
    assert_eq!(one_line(&best.program), "rot90(I)");
    assert!(store.best_for(&tasks[3]).unwrap().is_none());
    let Lookup::Task(known) = store.look_up(&tasks[2].id).unwrap() else {
        panic!()
    };
    assert_eq!(
        known.iter().map(|e| &e.hash).collect::<Vec<_>>(),
        [&hash(&short), &hash(&partial)]
    );
    let Lookup::Program(found) = store.look_up(&hash(&long)[..16]).unwrap() else {
        panic!()
    };
    assert_eq!(found.hash, hash(&long));
    assert_eq!(store.look_up("zz").unwrap(), Lookup::Nothing);
    assert_eq!(store.look_up("").unwrap(), Lookup::Nothing);

    let stats = store.stats().unwrap();
    assert_eq!(
        (stats.programs, stats.solvers, stats.tasks, stats.fitted),
        (3, 2, 3, 3)
    );
    assert_eq!(stats.proposers, [("bottom-up".to_owned(), 3)]);
    assert_eq!(stats.lengths, [(1, 1), (2, 1)]);
    assert_eq!(stats.primitives[0], ("rot90".to_owned(), 2));

    // The library of a pass does not change later.
    let before = store.library_of_pass(run, 2, &[], true).unwrap();
    keep(&mut store, run, &tasks[3], 3, &[(turn(3), all(3), 5.0)]);
    assert_eq!(store.library_of_pass(run, 2, &[], true).unwrap(), before);
    assert_eq!(store.library_of_pass(run, 3, &[], true).unwrap().0.len(), 3);

    // Another run gets no programs that fit its tasks; the run that found them does.
    let without = |tasks, run| {
        let (programs, left_out) = store.library_without(tasks, run).unwrap();
        (programs.len(), left_out)
    };
    assert_eq!(without(&[], None), (3, 0));
    assert_eq!(without(&tasks[3..4], None), (2, 1));
    assert_eq!(without(&tasks, None), (0, 3));
    assert_eq!(without(&tasks, Some(run)), (3, 0));
    let mut renamed = tasks[3].clone();
    renamed.id = "renamed".to_owned();
    assert_eq!(without(&[renamed], None), (2, 1));
}

#[test]
fn exported_programs_can_be_imported() {
    let mut tasks = tasks(3);
    tasks[1].id = "odd id\u{1b}[31m!".to_owned();
    let mut store = Store::in_memory().unwrap();
    let run = begin(&mut store, &tasks);
    for (place, task) in tasks.iter().enumerate() {
        let all = task.train.len() as u32;
        let found = [
            (turn(place as u64), all, 5.0),
            (turn(20 + place as u64), all, 50.0),
        ];
        keep(&mut store, run, task, place, &found);
    }
    let export = |store: &Store, all: bool| {
        let mut out = Vec::new();
        write_entries(&store.solvers(all).unwrap(), "made by a test", &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let best = export(&store, false);
    let read = Solvers::read(&best);
    assert_eq!((read.programs.len(), read.errors.len()), (3, 0), "{best}");
    assert!(best.starts_with("# made by a test\n"), "{best}");
    assert!(
        best.contains(&format!("def solve_{}(I):", tasks[0].id)),
        "{best}"
    );
    assert!(best.contains("def solve_odd_id__31m_(I):"), "{best}");
    assert!(!best.contains('\u{1b}'), "{best}");
    let all = Solvers::read(&export(&store, true)).programs;
    assert_eq!(all.len(), 6);

    let mut other = Store::in_memory().unwrap();
    let imported = other.import(&all, "all.py", &[]).unwrap();
    assert_eq!((imported.new, imported.known), (6, 0));
    let imported = other.import(&read.programs, "best.py", &[]).unwrap();
    assert_eq!((imported.new, imported.known), (0, 3));
    // Imported programs are in the library before they are scored.
    assert_eq!(other.library().unwrap().len(), 6);
    // They are known by the tasks that they are named after.
    let (_, left_out) = other.library_without(&tasks[..1], None).unwrap();
    assert_eq!(left_out, 2);
    let Lookup::Task(named) = other.look_up(&tasks[0].id).unwrap() else {
        panic!()
    };
    assert_eq!(named.len(), 2);
    assert_eq!(other.prune(false, false).unwrap().kept, 6);
    assert_eq!(other.prune(true, false).unwrap().kept, 0);
    assert!(other.entries().unwrap().is_empty());
}

#[test]
fn pruning_keeps_every_task_solved() {
    let tasks = tasks(3);
    let mut store = Store::in_memory().unwrap();
    let run = begin(&mut store, &tasks);
    let all = |k: usize| tasks[k].train.len() as u32;
    let short = program("    O = rot90(I)\n    return O");
    let (long, only, useless) = (turn(1), turn(2), turn(3));
    keep(
        &mut store,
        run,
        &tasks[0],
        0,
        &[(long.clone(), all(0), 1.0), (short.clone(), all(0), 5.0)],
    );
    keep(
        &mut store,
        run,
        &tasks[1],
        1,
        &[(only.clone(), all(1), 9.0)],
    );
    keep(&mut store, run, &tasks[2], 2, &[(useless.clone(), 0, 9.0)]);
    let hashes = |entries: &[arcbatt::store::Entry]| -> Vec<String> {
        entries.iter().map(|entry| entry.hash.clone()).collect()
    };
    let hash = |program: &Program| program_hash(program).to_string();
    let dry = store.prune(false, true).unwrap();
    assert_eq!(store.entries().unwrap().len(), 4);
    let pruned = store.prune(false, false).unwrap();
    assert_eq!(pruned, dry);
    assert_eq!(hashes(&pruned.useless), [hash(&useless)]);
    assert_eq!(hashes(&pruned.covered), [hash(&long)]);
    assert_eq!((pruned.kept, store.entries().unwrap().len()), (2, 2));
    assert_eq!(store.stats().unwrap().fitted, 2);
    // A task keeps its result after its best program was pruned.
    assert!(store.standings(run).unwrap()[&2].best.is_none());
}

#[test]
fn one_line_is_short() {
    let line = |source: &str| one_line(&parse_file(source).programs[0]);
    assert_eq!(line("def solve(I):\n    return I\n"), "return I");
    assert_eq!(
        line("def solve(I):\n    x1 = rot90(I)\n    O = hconcat(x1, I)\n    return O\n"),
        "x1 = rot90(I); O = hconcat(x1, I)"
    );
    assert_eq!(
        line("def solve(I):\n    O = rot90(I)\n    x1 = hmirror(O)\n    return O\n"),
        "O = rot90(I); x1 = hmirror(O); return O"
    );
}
