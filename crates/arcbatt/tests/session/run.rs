//! Sessions are reproducible and resumable, and their submission is always valid.

use super::support::{needed, search, slow_search, tasks, turn};
use arcbatt::grid::GridBuf;
use arcbatt::search::{Budget, Library, Outcome};
use arcbatt::session::submission::Submission;
use arcbatt::session::{Event, PerTask, Report, Session, SessionError, Settings, StopReason};
use arcbatt::store::Store;
use arcbatt::task::Task;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

fn steps(steps: u64, passes: u32, threads: usize) -> Settings {
    Settings {
        seed: 7,
        per_task: PerTask::Steps(steps),
        passes: Some(passes),
        threads,
        ..Settings::default()
    }
}

type Attempts = Vec<[Option<GridBuf>; 2]>;

/// The reproducible part of a task's result: id, pass, demonstrations matched, program, attempts.
type Essence = (String, u32, u32, Option<String>, Attempts);

/// The part of a report that must be reproducible.
fn essence(report: &Report) -> Vec<Essence> {
    let essence = |task: &arcbatt::session::TaskReport| {
        let standing = &task.standing;
        let best = standing.best.as_ref();
        (
            task.id.clone(),
            standing.pass,
            standing.matched,
            best.map(|best| best.program.renamed().to_string()),
            standing.attempts.clone(),
        )
    };
    report.tasks.iter().map(essence).collect()
}

fn run(tasks: &[Task], settings: &Settings) -> Report {
    let mut store = Store::in_memory().unwrap();
    let session = Session {
        tasks,
        given: &[turn(35)],
        settings,
        submission: None,
        solver: &search,
    };
    let stop = AtomicBool::new(false);
    session.run(&mut store, false, &stop, &|_| {}).unwrap()
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let tasks = tasks(30);
    let one = run(&tasks, &steps(100, 3, 1));
    for threads in [1, 2, 5] {
        let again = run(&tasks, &steps(100, 3, threads));
        assert_eq!(essence(&one), essence(&again));
    }
    // A task's result does not depend on the other tasks, as long as the library is the same.
    let first = run(&tasks[..1], &steps(100, 1, 1));
    let all = run(&tasks, &steps(100, 1, 1));
    assert_eq!(essence(&first)[0], essence(&all)[0]);
    let other = Settings {
        seed: 8,
        ..steps(100, 3, 1)
    };
    assert_ne!(essence(&one), essence(&run(&tasks, &other)));
}

#[test]
fn later_passes_give_unsolved_tasks_four_times_the_budget() {
    let tasks = tasks(30);
    let solved_with = |steps: u64| tasks.iter().filter(|task| needed(task) <= steps).count();
    for (passes, most) in [(1, 100), (2, 400), (3, 1600), (5, 25600)] {
        let report = run(&tasks, &steps(100, passes, 2));
        assert_eq!(report.fitting(), solved_with(most), "{passes} passes");
        assert_eq!(report.passes, passes);
        assert_eq!(report.stop, StopReason::Finished);
        for (task, result) in tasks.iter().zip(&report.tasks) {
            let pass = match needed(task) {
                100 => 1,
                400 => 2,
                1600 => 3,
                _ => passes,
            };
            assert_eq!(result.standing.pass, pass.min(passes), "{}", task.id);
        }
    }
    assert!(0 < solved_with(100) && solved_with(100) < solved_with(400));
}

/// Records the order in which tasks are searched.
#[derive(Default)]
struct Order(Mutex<Vec<(u64, String)>>);

impl arcbatt::session::Solver for Order {
    fn solve(
        &self,
        task: &Task,
        library: &Library,
        seed: u64,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Outcome {
        let mut order = self.0.lock().unwrap();
        order.push((budget.steps, task.id.clone()));
        let mut outcome = search(task, library, seed, budget, stop);
        // The last tasks are the most promising.
        let promise = order.len() as u32;
        let train = task.train.len() as u32;
        outcome.found[0].matched = if promise <= 3 { 0 } else { train - 1 };
        outcome
    }
}

#[test]
fn the_most_promising_tasks_come_first() {
    let tasks = tasks(6);
    let order = Order::default();
    let settings = steps(100, 2, 1);
    let session = Session {
        tasks: &tasks,
        given: &[],
        settings: &settings,
        submission: None,
        solver: &order,
    };
    let mut store = Store::in_memory().unwrap();
    let stop = AtomicBool::new(false);
    session.run(&mut store, false, &stop, &|_| {}).unwrap();
    let order = order.0.into_inner().unwrap();
    let of = |steps: u64| -> Vec<usize> {
        let of = order.iter().filter(|(s, _)| *s == steps);
        of.map(|(_, id)| tasks.iter().position(|task| task.id == *id).unwrap())
            .collect()
    };
    assert_eq!(of(100), [0, 1, 2, 3, 4, 5]);
    let mut later = of(400)[..3].to_vec();
    later.sort();
    assert_eq!(later, [3, 4, 5]);
    assert_eq!(of(400)[3..], [0, 1, 2]);
}

/// Sets the stop flag after this many tasks.
struct StopAfter<'a> {
    left: AtomicUsize,
    stop: &'a AtomicBool,
    submission: &'a Path,
    tasks: &'a [Task],
}

impl StopAfter<'_> {
    fn on_event(&self, event: &Event) {
        if !matches!(event, Event::TaskDone { .. }) {
            return;
        }
        valid(self.submission, self.tasks);
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Reads the submission; panics unless it has two grids for every test of every task.
#[track_caller]
fn valid(path: &Path, tasks: &[Task]) -> Submission {
    let submission = Submission::read(path).unwrap();
    for task in tasks {
        let attempts = submission.attempts(&task.id).unwrap();
        assert_eq!(attempts.len(), task.test.len());
    }
    assert_eq!(submission.ids().count(), tasks.len());
    submission
}

#[test]
fn a_submission_never_replaces_the_store() {
    let tasks = tasks(2);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("both.json");
    let mut store = Store::open(&path).unwrap();
    let before = std::fs::read(&path).unwrap();
    let settings = steps(100, 1, 1);
    let session = Session {
        tasks: &tasks,
        given: &[],
        settings: &settings,
        submission: Some(&path),
        solver: &search,
    };
    let stop = AtomicBool::new(false);
    let error = session.run(&mut store, false, &stop, &|_| {}).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{}: the store and the submission name the same file; give each its own",
            path.display()
        )
    );
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn stopped_and_resumed_sessions_end_the_same() {
    let tasks = tasks(24);
    let folder = tempfile::tempdir().unwrap();
    let settings = steps(100, 3, 2);
    let whole = run(&tasks, &settings);
    for after in [1, 2, 9, 23, 24, 25, 30] {
        let path = folder.path().join(format!("{after}.sqlite"));
        let submission = folder.path().join(format!("{after}.json"));
        let session = Session {
            tasks: &tasks,
            given: &[turn(35)],
            settings: &settings,
            submission: Some(&submission),
            solver: &slow_search,
        };
        let mut resume = false;
        let mut sessions = 0;
        let report = loop {
            // Open the store again, as another process would.
            let mut store = Store::open(&path).unwrap();
            let stop = AtomicBool::new(false);
            let watch = StopAfter {
                left: AtomicUsize::new(after),
                stop: &stop,
                submission: &submission,
                tasks: &tasks,
            };
            let report = session
                .run(&mut store, resume, &stop, &|event| watch.on_event(event))
                .unwrap();
            valid(&submission, &tasks);
            sessions += 1;
            assert!(sessions < 100, "no end in sight");
            if report.stop == StopReason::Finished {
                break report;
            }
            assert_eq!(report.stop, StopReason::Interrupted);
            resume = true;
        };
        assert_eq!(essence(&report), essence(&whole), "stopped after {after}");
        let attempts: Vec<_> = report.tasks.iter().map(|t| &t.standing.attempts).collect();
        let wanted = Submission::new(&tasks, |place| attempts[place]);
        assert_eq!(valid(&submission, &tasks), wanted);
        // The store has one run, however often it was resumed.
        let store = Store::open_to_read(&path).unwrap();
        assert_eq!(store.runs().unwrap().len(), 1);
        // Resumed once more, there is nothing to do.
        let mut store = Store::open(&path).unwrap();
        let never = |_: &Task, _: &Library, _: u64, _: &Budget, _: &AtomicBool| -> Outcome {
            panic!("searched again")
        };
        let again = Session {
            solver: &never,
            tasks: &tasks,
            given: &[turn(35)],
            settings: &settings,
            submission: None,
        };
        let again = again.run(&mut store, true, &AtomicBool::new(false), &|_| {});
        let again = again.unwrap();
        assert_eq!(essence(&again), essence(&whole));
        assert!(again.tasks.iter().all(|task| !task.crashed));
        assert_eq!(again.resumed, tasks.len());
    }
}

#[test]
fn messages_when_no_run_can_be_resumed() {
    let tasks = tasks(3);
    let mut store = Store::in_memory().unwrap();
    let mut go = |tasks: &[Task], settings: &Settings, resume: bool| {
        let session = Session {
            tasks,
            given: &[],
            settings,
            submission: None,
            solver: &search,
        };
        let stop = AtomicBool::new(false);
        let result = session.run(&mut store, resume, &stop, &|_| {});
        result.map(|_| ()).map_err(|error| error.to_string())
    };
    let error = go(&tasks, &steps(100, 1, 1), true).unwrap_err();
    assert_eq!(
        error,
        "store in memory: no run of these tasks with these settings (seed 7, 100 steps a task, \
         268435456 bytes a task, library none) to resume; there is no run in it yet: leave \
         --resume out"
    );
    go(&tasks, &steps(100, 1, 1), false).unwrap();
    let error = go(&tasks, &steps(200, 1, 1), true).unwrap_err();
    assert!(
        error.contains("the last run of these tasks has seed 7, 100 steps"),
        "{error}"
    );
    let error = go(&tasks[1..], &steps(100, 1, 1), true).unwrap_err();
    assert!(error.contains("other tasks (3 of them)"), "{error}");
    // Threads and passes may differ.
    go(&tasks, &steps(100, 2, 2), true).unwrap();
}

#[test]
fn timeout_ends_a_session_with_a_valid_submission() {
    let tasks = tasks(12);
    let folder = tempfile::tempdir().unwrap();
    let submission = folder.path().join("submission.json");
    let settings = Settings {
        per_task: PerTask::Time(Duration::from_secs(3600)),
        time_total: Some(Duration::from_millis(600)),
        threads: 2,
        ..Settings::default()
    };
    // Uses all of its time and finds nothing.
    let greedy = |task: &Task, library: &Library, seed: u64, budget: &Budget, stop: &AtomicBool| {
        let started = Instant::now();
        let time = budget.time.unwrap();
        while started.elapsed() < time && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let budget = Budget {
            steps: 0,
            ..*budget
        };
        search(task, library, seed, &budget, stop)
    };
    let session = Session {
        tasks: &tasks,
        given: &[],
        settings: &settings,
        submission: Some(&submission),
        solver: &greedy,
    };
    let mut store = Store::in_memory().unwrap();
    let stop = AtomicBool::new(false);
    let report = session.run(&mut store, false, &stop, &|_| {}).unwrap();
    assert_eq!(report.stop, StopReason::TimeLimit);
    assert_eq!(report.fitting(), 0);
    // Tasks that had no turn have a valid entry as well.
    valid(&submission, &tasks);
}

#[test]
fn the_number_of_passes_is_limited() {
    let tasks = tasks(2);
    let settings = Settings {
        time_total: Some(Duration::from_secs(3600)),
        ..Settings::default()
    };
    let nothing = |_: &Task, _: &Library, _: u64, _: &Budget, _: &AtomicBool| Outcome::default();
    let session = Session {
        tasks: &tasks,
        given: &[],
        settings: &settings,
        submission: None,
        solver: &nothing,
    };
    let mut store = Store::in_memory().unwrap();
    let stop = AtomicBool::new(false);
    let report = session.run(&mut store, false, &stop, &|_| {}).unwrap();
    assert_eq!((report.stop, report.fitting()), (StopReason::Finished, 0));
    assert_eq!(report.passes, settings.most_passes());
}

#[test]
fn a_panicking_search_affects_only_its_task() {
    let tasks = tasks(8);
    let broken = tasks[3].id.clone();
    let sometimes =
        |task: &Task, library: &Library, seed: u64, budget: &Budget, stop: &AtomicBool| {
            assert_ne!(task.id, broken, "this panic is part of the test");
            search(task, library, seed, budget, stop)
        };
    let folder = tempfile::tempdir().unwrap();
    let submission = folder.path().join("submission.json");
    let session = Session {
        tasks: &tasks,
        given: &[],
        settings: &steps(100, 1, 2),
        submission: Some(&submission),
        solver: &sometimes,
    };
    let mut store = Store::in_memory().unwrap();
    let stop = AtomicBool::new(false);
    let report = session.run(&mut store, false, &stop, &|_| {}).unwrap();
    let crashed: Vec<bool> = report.tasks.iter().map(|task| task.crashed).collect();
    assert_eq!(
        crashed,
        [false, false, false, true, false, false, false, false]
    );
    valid(&submission, &tasks);
}

#[test]
fn an_unwritable_submission_is_reported_at_once() {
    let tasks = tasks(2);
    let never = |_: &Task, _: &Library, _: u64, _: &Budget, _: &AtomicBool| -> Outcome {
        panic!("searched in vain")
    };
    let session = Session {
        tasks: &tasks,
        given: &[],
        settings: &steps(100, 1, 1),
        submission: Some(Path::new("/nonexistent/submission.json")),
        solver: &never,
    };
    let mut store = Store::in_memory().unwrap();
    let error = session.run(&mut store, false, &AtomicBool::new(false), &|_| {});
    assert!(
        matches!(error, Err(SessionError::Submission { .. })),
        "{error:?}"
    );
}

#[test]
fn memory_is_shared() {
    let settings = Settings {
        memory: 1 << 30,
        threads: 8,
        ..Settings::default()
    };
    assert_eq!(
        (settings.workers(), settings.memory_per_task()),
        (8, 128 << 20)
    );
    // With a step budget, a task has the same memory on any number of threads.
    let settings = Settings {
        per_task: PerTask::Steps(1),
        ..settings
    };
    assert_eq!(
        (settings.workers(), settings.memory_per_task()),
        (4, 256 << 20)
    );
    let settings = Settings {
        memory: 1 << 20,
        ..settings
    };
    assert_eq!(
        (settings.workers(), settings.memory_per_task()),
        (1, 1 << 20)
    );
}
