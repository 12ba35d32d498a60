//! A store that is removed, replaced or full while a session runs: nothing that was found is lost, and
//! nothing is reported as kept where it is not.

use super::support::{search, slow_search, tasks};
use arcbatt::search::{Budget, Library, Outcome};
use arcbatt::session::submission::Submission;
use arcbatt::session::{Event, PerTask, Report, Session, Settings};
use arcbatt::store::{Moved, Store, StoreProblem};
use arcbatt::task::Task;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const TASKS: usize = 20;

/// A session on the store at `path`; before the sixth task is searched, `harm` is done to the file.
/// Returns the report, and the messages about the store.
fn harmed(path: &Path, harm: impl Fn() + Sync) -> (Report, Vec<String>) {
    let tasks = tasks(TASKS);
    let (report, messages) = disturbed(&tasks, path, harm);
    // The results are those of a session that nothing happened to.
    let undisturbed = Session {
        tasks: &tasks,
        given: &[],
        settings: &settings(),
        submission: None,
        solver: &search,
    };
    let stop = AtomicBool::new(false);
    let mut memory = Store::in_memory().unwrap();
    let same = undisturbed.run(&mut memory, false, &stop, &|_| {}).unwrap();
    assert_eq!(report.fitting(), same.fitting());
    for (one, other) in report.tasks.iter().zip(&same.tasks) {
        assert_eq!(one.standing.attempts, other.standing.attempts, "{}", one.id);
    }
    (report, messages)
}

fn settings() -> Settings {
    Settings {
        per_task: PerTask::Steps(100),
        passes: Some(3),
        threads: 1,
        ..Settings::default()
    }
}

/// The same without a comparison.
fn disturbed(tasks: &[Task], path: &Path, harm: impl Fn() + Sync) -> (Report, Vec<String>) {
    let begun = AtomicUsize::new(0);
    let solver = |task: &Task,
                  library: &Library,
                  seed: u64,
                  budget: &Budget,
                  stop: &AtomicBool|
     -> Outcome {
        if begun.fetch_add(1, Ordering::Relaxed) == 5 {
            harm();
        }
        search(task, library, seed, budget, stop)
    };
    let submission = tempfile::tempdir().unwrap();
    let submission = submission.path().join("submission.json");
    let session = Session {
        tasks,
        given: &[],
        settings: &settings(),
        submission: Some(&submission),
        solver: &solver,
    };
    let messages = Mutex::new(Vec::new());
    let on_event = |event: &Event<'_>| {
        if let Event::StoreMoved { message } = event {
            messages.lock().unwrap().push((*message).to_owned());
        }
    };
    let mut store = Store::open(path).unwrap();
    let stop = AtomicBool::new(false);
    let report = session.run(&mut store, false, &stop, &on_event).unwrap();
    let written = Submission::read(&submission).unwrap();
    assert_eq!(written.ids().count(), TASKS);
    assert!(report.failure.is_none());
    (report, messages.into_inner().unwrap())
}

/// All results are in the file that the report names, and it says so once.
#[track_caller]
fn kept_elsewhere(report: &Report, messages: &[String], path: &Path) -> Moved {
    let moved = report.store_moved.clone().expect("it has moved");
    assert_eq!(messages, [moved.to_string()]);
    assert_eq!(moved.error.file, path.display().to_string());
    let refuge = moved.refuge.as_deref().expect("a folder takes it");
    let store = Store::open(refuge).unwrap();
    let run = store.runs().unwrap().remove(0);
    assert_eq!(Some(run.run), report.run);
    assert_eq!((run.finished, run.ending.as_deref()), (20, Some("done")));
    assert_eq!(run.fitting as usize, report.fitting());
    moved
}

#[test]
fn a_store_that_is_removed_is_noticed_and_its_results_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lib.sqlite");
    let (report, messages) = harmed(&path, || {
        for suffix in ["", "-wal", "-shm"] {
            fs::remove_file(format!("{}{suffix}", path.display())).unwrap();
        }
    });
    assert!(!path.exists());
    let moved = kept_elsewhere(&report, &messages, &path);
    assert_eq!(moved.error.problem, StoreProblem::Moved);
    let refuge = moved.refuge.unwrap();
    assert_eq!(refuge.parent(), Some(folder.path()));
    let expected = format!(
        "{}: was removed or replaced by another program while it was in use; all that was in it, and \
         what is found from now on, is in {}; `arcbatt library merge` adds that to another store",
        path.display(),
        refuge.display()
    );
    assert_eq!(messages, [expected]);
}

#[test]
fn a_store_that_is_replaced_leaves_the_other_one_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (
        folder.path().join("lib.sqlite"),
        folder.path().join("other"),
    );
    drop(Store::open(&other).unwrap());
    let before = fs::read(&other).unwrap();
    let (report, messages) = harmed(&path, || fs::rename(&other, &path).unwrap());
    let moved = kept_elsewhere(&report, &messages, &path);
    assert_eq!(moved.error.problem, StoreProblem::Moved);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_journal_that_is_removed_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lib.sqlite");
    let journal = folder.path().join("lib.sqlite-wal");
    let (report, messages) = harmed(&path, || fs::remove_file(&journal).unwrap());
    let moved = kept_elsewhere(&report, &messages, &path);
    assert_eq!(moved.error.problem, StoreProblem::Moved);
}

/// `cat other > lib.sqlite`: the file is the same, its content is not, and SQLite has the old one in memory.
#[test]
fn a_store_that_is_written_over_is_not_reported_as_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (
        folder.path().join("lib.sqlite"),
        folder.path().join("other"),
    );
    drop(Store::open(&other).unwrap());
    let other = fs::read(&other).unwrap();
    let programs = arcbatt::program::parse_file(arcbatt::task::generators::SOLVERS).programs;
    Store::open(&path)
        .unwrap()
        .import(&programs, "a file", &[])
        .unwrap();
    let (report, messages) = disturbed(&tasks(TASKS), &path, || {
        // Truncates the file, as the shell does.
        fs::write(&path, &other).unwrap();
    });
    let moved = report.store_moved.expect("it is noticed");
    assert_eq!(
        (&moved.error.problem, &moved.refuge),
        (&StoreProblem::Overwritten, &None)
    );
    assert_eq!(messages, [moved.to_string()]);
}

#[test]
fn a_folder_that_is_removed_leaves_the_temporary_one() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let path = inner.join("lib.sqlite");
    let (report, messages) = harmed(&path, || fs::remove_dir_all(&inner).unwrap());
    let moved = kept_elsewhere(&report, &messages, &path);
    let refuge = moved.refuge.unwrap();
    assert!(refuge.starts_with(std::env::temp_dir()));
    fs::remove_file(refuge).unwrap();
}

#[test]
fn a_store_is_not_created_beside_the_journal_of_a_removed_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lib.sqlite");
    let journal = folder.path().join("lib.sqlite-wal");
    let mut running = Store::open(&path).unwrap();
    running
        .import(&[super::support::turn(1)], "a file", &[])
        .unwrap();
    fs::remove_file(&path).unwrap();
    let error = Store::open(&path).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{}: was removed, but its journal `{}` was not: a process may still write it; end that \
             process, then remove the journal, too, or name another file",
            path.display(),
            journal.display()
        )
    );
    drop(running);
    fs::remove_file(&journal).unwrap();
    Store::open(&path).unwrap();
}

/// A store that another process locks for a moment is waited for, not left.
#[test]
fn four_sessions_on_one_store_keep_all_results() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lib.sqlite");
    let tasks = tasks(TASKS);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (path, tasks) = (&path, &tasks);
            scope.spawn(move || {
                let settings = Settings {
                    seed,
                    per_task: PerTask::Steps(100),
                    threads: 2,
                    ..Settings::default()
                };
                let session = Session {
                    tasks,
                    given: &[],
                    settings: &settings,
                    submission: None,
                    solver: &slow_search,
                };
                let mut store = Store::open(path).unwrap();
                let stop = AtomicBool::new(false);
                let report = session.run(&mut store, false, &stop, &|_| {}).unwrap();
                assert_eq!(report.store_moved, None);
            });
        }
    });
    let runs = Store::open(&path).unwrap().runs().unwrap();
    assert_eq!(runs.len(), 4);
    assert!(runs.iter().all(|run| run.finished as usize == TASKS));
}
