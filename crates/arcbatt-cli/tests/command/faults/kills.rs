//! `kill -9` in the middle of any change of a file, then `--resume`: the results are those of a session
//! that was not killed. And: steps have the same results on any number of threads.

use super::sessions::{Before, SOLVE, Whole};
use super::{Fault, Stage, for_every_change, run_faulty};
use arcbatt::store::{RunSummary, Store};
use std::fs;
use std::path::Path;

/// Resumes a killed session until it ends, or starts it again if it had not begun.
fn resumed(stage: &Stage, line: &str) -> Whole {
    let store = stage.file("lib.sqlite");
    let begun = store.exists() && !searches(&store).is_empty();
    match begun {
        true => Whole::of(stage, &format!("{line} --resume")),
        false => Whole::of(stage, line),
    }
}

/// The runs of a store, without imports.
fn searches(path: &Path) -> Vec<RunSummary> {
    let mut runs = Store::open(path).unwrap().runs().unwrap();
    runs.retain(|run| run.command == "solve");
    runs
}

#[track_caller]
fn same(one: &Whole, other: &Whole, where_: &str) {
    assert_eq!(one.report, other.report, "{where_}");
    assert_eq!(one.submission, other.submission, "{where_}");
    let text = |whole: &Whole| String::from_utf8(whole.solvers.clone()).unwrap();
    assert_eq!(text(one), text(other), "{where_}");
}

#[test]
fn a_search_killed_at_any_change_and_resumed_ends_as_one_that_was_not() {
    let before = Before::new(SOLVE);
    let whole = Whole::of(&before.copy(), SOLVE);
    let changes = for_every_change(|at| {
        let stage = before.copy();
        let (said, changes) = stage.run_with_fault(SOLVE, Fault::Killed, at);
        let is_reached = changes.len() >= at as usize;
        assert_eq!(said.code.is_none(), is_reached, "{}", said.err);
        let where_ = format!("killed at change {at}: {:?}", changes.last());
        same(&resumed(&stage, SOLVE), &whole, &where_);
        let store = Store::open(&stage.file("lib.sqlite")).unwrap();
        let entries = store.entries().unwrap();
        assert!(entries.iter().any(|entry| entry.imported), "{where_}");
        let runs = searches(&stage.file("lib.sqlite"));
        assert_eq!((runs.len(), runs[0].finished), (1, 2), "{where_}");
        is_reached
    });
    assert!(changes > 60, "only {changes} changes");
}

/// Ten tasks in two passes: many of them are searched at a time.
const TEN: &str = "solve --tasks 10 --steps 300 --passes 2 --store @lib.sqlite --submission @s.json \
    --out @best.py --json";

/// With 1, 2 and 8 threads; uninterrupted, and killed at three moments before it is resumed.
#[test]
fn steps_have_the_same_results_on_any_number_of_threads_and_when_killed() {
    let mut first: Option<(Whole, usize)> = None;
    for threads in [1, 2, 8] {
        let line = format!("{TEN} --threads {threads}");
        let stage = Stage::with(&[]);
        let (_, changes) = stage.run_with_fault(&line, Fault::Killed, 0);
        let whole = Whole::of(&Stage::with(&[]), &line);
        let (first, count) = first.get_or_insert((whole, changes.len()));
        let stage = Stage::with(&[]);
        for part in 1..4 {
            // Each goes on where the last one was killed.
            let at = (*count / 4) as u32;
            let is_begun = part > 1;
            let line = if is_begun {
                format!("{line} --resume")
            } else {
                line.clone()
            };
            let (said, _) = stage.run_with_fault(&line, Fault::Killed, at);
            assert_eq!(said.code, None, "{threads} threads: {}", said.err);
        }
        let where_ = format!("{threads} threads");
        same(&resumed(&stage, &line), first, &where_);
        same(&Whole::of(&Stage::with(&[]), &line), first, &where_);
    }
}

/// Four processes on one store, of which two are killed and resumed: nothing of any is lost.
#[test]
fn four_processes_on_one_store_keep_all_results() {
    let stage = Stage::with(&[]);
    let work = stage.work();
    let line = |seed: u32| {
        let names = [
            ("@s.json", format!("@s{seed}.json")),
            ("@best.py", format!("@best{seed}.py")),
        ];
        let line = format!("{TEN} --threads 2 --seed {seed}");
        names
            .iter()
            .fold(line, |line, (from, to)| line.replace(from, to))
    };
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (stage, work, line) = (&stage, &work, line(seed));
            scope.spawn(move || {
                // A log of its own.
                let log = work.with_extension(format!("log{seed}"));
                if seed < 2 {
                    let mut command = stage.command(&line);
                    command.env("FAULT_LOG", &log);
                    let killed = run_faulty(command, work, Fault::Killed, 150 + 50 * seed);
                    assert_eq!(killed.0.code, None, "{}", killed.0.err);
                    let resumed = stage.run(&format!("{line} --resume"));
                    assert!(matches!(resumed.code, Some(0 | 1)), "{}", resumed.err);
                    return;
                }
                let said = stage.run(&line);
                assert!(matches!(said.code, Some(0 | 1)), "{}", said.err);
            });
        }
    });
    let runs = Store::open(&stage.file("lib.sqlite"))
        .unwrap()
        .runs()
        .unwrap();
    assert_eq!(runs.len(), 4);
    assert!(
        runs.iter()
            .all(|run| run.finished == 10 && run.ending.as_deref() == Some("done"))
    );
    for seed in 0..4 {
        assert!(fs::read(stage.file(&format!("best{seed}.py"))).is_ok());
    }
}
