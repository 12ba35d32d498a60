//! kill -9 at random moments loses no reported result, and a resumed session ends as an
//! uninterrupted one.

use super::support::{search, slow_search, tasks};
use arcbatt::rng::Rng;
use arcbatt::session::submission::Submission;
use arcbatt::session::{Event, OnEvent, PerTask, Report, Session, Settings};
use arcbatt::store::Store;
use arcbatt::task::Task;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const FOLDER: &str = "ARCBATT_TEST_SESSION_FOLDER";

fn settings() -> Settings {
    Settings {
        per_task: PerTask::Steps(100),
        passes: Some(3),
        threads: 2,
        ..Settings::default()
    }
}

fn files(folder: &Path) -> (PathBuf, PathBuf) {
    (folder.join("store.sqlite"), folder.join("submission.json"))
}

/// Prints the progress to the standard output.
fn print(event: &Event) {
    if let Event::TaskDone { progress, .. } = event {
        let mut out = std::io::stdout().lock();
        let line = format!(
            "progress {} {} {}",
            progress.round, progress.done, progress.fitting
        );
        writeln!(out, "{line}").and_then(|()| out.flush()).unwrap();
    }
}

fn resume(tasks: &[Task], folder: &Path, on_event: OnEvent) -> Report {
    let (store, submission) = files(folder);
    let has_run = store.exists() && {
        let store = Store::open(&store).unwrap();
        !store.runs().unwrap().is_empty()
    };
    let session = Session {
        tasks,
        given: &[],
        settings: &settings(),
        submission: Some(&submission),
        solver: &slow_search,
    };
    let mut store = Store::open(&store).unwrap();
    session
        .run(&mut store, has_run, &AtomicBool::new(false), on_event)
        .unwrap()
}

/// The process that the test below starts and kills.
#[test]
#[ignore = "not a test: killed_sessions_lose_nothing runs it"]
fn child() {
    let folder = std::env::var_os(FOLDER).expect("the parent sets the folder");
    resume(&tasks(60), Path::new(&folder), &print);
}

/// The last progress reported: the pass, tasks done in it, tasks solved.
type Reported = (u32, usize, usize);

/// Starts the child and kills it after a number of lines and a wait; returns its last report.
fn start_and_kill(folder: &Path, wait: Duration, lines: usize) -> Option<Reported> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::child", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut read = Vec::new();
    let mut line = String::new();
    while read.len() < lines && out.read_line(&mut line).unwrap() > 0 {
        read.push(std::mem::take(&mut line));
    }
    std::thread::sleep(wait);
    child.kill().unwrap();
    child.wait().unwrap();
    read.extend(out.lines().map_while(Result::ok));
    let reported = |line: &String| {
        let (_, numbers) = line.split_once("progress ")?;
        let mut numbers = numbers.split_whitespace().map(str::parse::<usize>);
        let mut next = || numbers.next()?.ok();
        Some((next()? as u32, next()?, next()?))
    };
    read.iter().rev().find_map(reported)
}

#[test]
fn killed_sessions_lose_nothing() {
    let tasks = tasks(60);
    let folder = tempfile::tempdir().unwrap();
    let (store_path, submission_path) = files(folder.path());
    let mut rng = Rng::of("moments", &[1]);
    let mut done_before = 0;
    for moment in 0..10 {
        // The first kill may come before the store exists; later ones after a few more lines.
        let lines = if moment == 0 {
            0
        } else {
            3 + rng.below(4) as usize
        };
        let wait = Duration::from_millis(rng.below(12));
        let reported = start_and_kill(folder.path(), wait, lines);
        assert!(
            lines == 0 || reported.is_some(),
            "the child reports nothing"
        );
        if !store_path.exists() {
            continue;
        }
        let store = Store::open(&store_path).unwrap();
        let Some(run) = store.runs().unwrap().into_iter().next() else {
            continue;
        };
        let standings = store.standings(run.run).unwrap();
        let solved = |place: &usize| {
            let standing = &standings[place];
            standing.matched as usize == tasks[*place].train.len()
        };
        if let Some((pass, _, reported_solved)) = reported {
            assert!(standings.keys().filter(|p| solved(p)).count() >= reported_solved);
            assert!(standings.values().any(|standing| standing.pass >= pass));
        }
        // Finished tasks stay finished, with all of their attempts.
        let done: u32 = standings.values().map(|standing| standing.pass).sum();
        assert!(done >= done_before, "{done} after {done_before}");
        done_before = done;
        for (&place, standing) in &standings {
            assert_eq!(standing.attempts.len(), tasks[place].test.len());
            assert!(standing.best.is_some());
        }
        if submission_path.exists() {
            let submission = Submission::read(&submission_path).unwrap();
            assert_eq!(submission.ids().count(), tasks.len());
        }
    }
    assert!(
        done_before > 10,
        "only {done_before} searches in ten starts"
    );
    let report = resume(&tasks, folder.path(), &|_| {});

    let whole_folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&files(whole_folder.path()).0).unwrap();
    let session = Session {
        tasks: &tasks,
        given: &[],
        settings: &settings(),
        submission: Some(&files(whole_folder.path()).1),
        solver: &search,
    };
    session
        .run(&mut store, false, &AtomicBool::new(false), &|_| {})
        .unwrap();
    let read = |folder: &Path| Submission::read(&files(folder).1).unwrap();
    assert_eq!(read(folder.path()), read(whole_folder.path()));
    assert_eq!(report.fitting(), store.runs().unwrap()[0].fitting as usize);
}
