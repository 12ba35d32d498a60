//! The strategy `evolve`: rounds, survivors, saved results, and every reason to stop.

use super::support::*;
use arcbatt::card;
use arcbatt::program::Program;
use arcbatt::session::evolve::{self, Settings};
use arcbatt::session::{Event, OnEvent, Outputs, Report, SolverFile, StopReason, TaskReport};
use arcbatt::store::Store;
use arcbatt::task::{DataSet, generators::embedded};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Solvers with one mistake, each one mutation away from the right program.
const DAMAGED: [(&str, &str, &str); 6] = [
    ("half_turn", "rot180(I)", "rot90(I)"),
    ("rows_become_columns", "dmirror(I)", "cmirror(I)"),
    ("runner_up_color", "F2", "F1"),
    ("hidden_patch", "BLACK", "RED"),
    ("count_diagonal", "UNITY", "DOWN"),
    ("commonest_color", "argmax", "argmin"),
];

fn data(ids: &[&str]) -> DataSet {
    let all = embedded();
    let mut data = DataSet::default();
    for id in ids {
        let k = all.tasks.iter().position(|task| task.id == *id).unwrap();
        data.tasks.push(all.tasks[k].clone());
        data.answers.push(all.answers[k].clone());
    }
    data
}

fn damaged() -> (DataSet, Vec<Program>) {
    let solvers = solvers();
    let wrong = |&(id, right, wrong): &(&str, &str, &str)| {
        let name = format!("solve_{id}");
        let text = solvers.iter().find(|s| s.name == name).unwrap().to_string();
        assert!(text.contains(right), "{text}");
        programs(&text.replace(right, wrong)).remove(0)
    };
    (
        data(&DAMAGED.map(|(id, ..)| id)),
        DAMAGED.iter().map(wrong).collect(),
    )
}

fn settings(rounds: u32) -> Settings<'static> {
    Settings {
        card: card::Settings {
            mutants: 60,
            ..card::Settings::default()
        },
        rounds,
        share: false,
        ..Settings::default()
    }
}

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

/// Runs without outputs.
fn run(
    data: &DataSet,
    programs: &[Program],
    settings: &Settings,
    interrupt: &AtomicBool,
    on_event: OnEvent,
) -> Report {
    let outputs = Outputs::default();
    let report = evolve::run(data, programs, settings, outputs, interrupt, on_event);
    let mut report = report.unwrap();
    report.judge(&data.answers);
    report
}

/// The report without its times.
fn timeless(report: &Report) -> String {
    let rounds: Vec<String> = report
        .rounds
        .iter()
        .map(|round| format!("{round:?}"))
        .collect();
    let tasks = report.tasks.iter().map(|task| {
        let mut task = task.clone();
        task.standing.stats.time = Duration::ZERO;
        format!("{task:?}")
    });
    let tasks: Vec<String> = tasks.collect();
    format!("{rounds:#?}{tasks:#?}{:?}", report.stop)
}

#[test]
fn damaged_solvers_are_repaired() {
    let (data, programs) = damaged();
    let report = run(&data, &programs, &settings(4), &never(), &|_| {});
    assert_eq!(
        (report.fitting_before(), report.fitting()),
        (0, data.tasks.len())
    );
    assert_eq!(report.rounds.len(), 4);
    assert_eq!(report.stop, StopReason::Finished);
    for (k, task) in report.tasks.iter().enumerate() {
        let best = task.standing.best.as_ref().unwrap();
        assert!(task.fits());
        let tests = task.test_result;
        assert_eq!((tests.known, tests.right), (tests.tests, tests.tests));
        let origin = task.origin.unwrap();
        assert_eq!(
            (origin.differ, best.program.task_id()),
            (origin.most, Some(task.id.as_str()))
        );
        // The program alone solves what the report says.
        let samples = arcbatt::batt::Samples::of(&data.tasks[k]);
        let answers = interpreted(&read_again(&best.program), &samples, limits().node);
        for (answer, pair) in answers.iter().zip(&data.tasks[k].train) {
            assert_eq!(answer.as_ref(), Some(&pair.output));
        }
    }
    // The number of solved tasks never decreases.
    assert!(report.rounds.is_sorted_by_key(|round| round.fitting));
    // The result does not depend on the number of threads.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(5)
        .build()
        .unwrap();
    let again = pool.install(|| run(&data, &programs, &settings(4), &never(), &|_| {}));
    assert_eq!(timeless(&report), timeless(&again));
}

#[test]
fn tasks_without_programs_get_those_of_other_tasks() {
    // The solver of half_turn is filed under another task.
    let programs = programs("def solve_quarter_turn(I):\n    O = rot180(I)\n    return O\n");
    let data = data(&["half_turn", "quarter_turn"]);
    let mut settings = settings(1);
    let report = run(&data, &programs, &settings, &never(), &|_| {});
    assert!(!report.tasks[0].fits() && report.tasks[0].standing.best.is_none());
    settings.share = true;
    let report = run(&data, &programs, &settings, &never(), &|_| {});
    assert!(report.tasks[0].fits());
    assert_eq!(
        report.tasks[0].standing.best.as_ref().unwrap().program.name,
        "solve_half_turn"
    );
}

#[test]
fn survivors_stay_parents_until_beaten() {
    // Three mutants per round do not repair this at once; the best so far must stay a parent.
    let programs = programs(
        "def solve_mend_mirror(I):\n    x1 = ofcolor(I, RED)\n    x2 = hmirror(I)\n    \
         x3 = toobject(x1, x2)\n    O = underpaint(I, x3)\n    return O\n",
    );
    let data = data(&["mend_mirror"]);
    let mut settings = settings(25);
    settings.card.mutants = 3;
    let report = run(&data, &programs, &settings, &never(), &|_| {});
    let parents: Vec<usize> = report.rounds.iter().map(|round| round.parents).collect();
    let first = parents.iter().position(|&n| n > programs.len()).unwrap();
    let most = programs.len() + settings.survivors;
    assert!(
        parents[first..]
            .iter()
            .all(|n| (programs.len() + 1..=most).contains(n)),
        "{parents:?}"
    );
}

/// The score of every task's best program, if it has one.
fn scores(tasks: &[TaskReport]) -> Vec<Option<(u32, u64)>> {
    let score = |task: &TaskReport| task.standing.best.as_ref().map(|_| task.score());
    tasks.iter().map(score).collect()
}

#[test]
fn rounds_are_reported_in_order_and_programs_never_get_worse() {
    let (data, programs) = damaged();
    let (log, kept) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let done = AtomicUsize::new(0);
    let mut settings = settings(6);
    settings.card.mutants = 10;
    settings.first_round = 5;
    let on_event = |event: &Event| match event {
        Event::RoundStarted {
            round,
            tasks,
            candidates,
        } => {
            assert!(*candidates > Some(0) && *tasks > 0);
            log.lock().unwrap().push(format!("round {round}"));
        }
        Event::TaskDone { .. } => {
            done.fetch_add(1, Ordering::Relaxed);
        }
        Event::RoundDone { completed, tasks } => {
            log.lock().unwrap().push(format!("done {completed}"));
            kept.lock().unwrap().push(scores(tasks));
        }
        _ => {}
    };
    let report = run(&data, &programs, &settings, &never(), &on_event);
    let expected: Vec<String> = (5..11)
        .flat_map(|k| [format!("round {k}"), format!("done {k}")])
        .collect();
    assert_eq!(log.into_inner().unwrap(), expected);
    assert_eq!(done.into_inner(), 6 * data.tasks.len());
    let kept = kept.into_inner().unwrap();
    for (before, after) in kept.iter().zip(&kept[1..]) {
        let mut pairs = before.iter().zip(after);
        assert!(pairs.all(|(before, after)| before <= after));
    }
    // The report shows the results of the last round.
    assert_eq!(&scores(&report.tasks), kept.last().unwrap());
    let numbers: Vec<u32> = report.rounds.iter().map(|round| round.number).collect();
    assert_eq!(numbers, [5, 6, 7, 8, 9, 10]);
}

#[test]
fn a_file_that_cannot_be_written_ends_the_run_with_a_report() {
    let (data, programs) = damaged();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gone").join("solvers.py");
    std::fs::create_dir(path.parent().unwrap()).unwrap();
    let solvers = SolverFile::open(&path, false, 0).unwrap();
    std::fs::remove_dir(path.parent().unwrap()).unwrap();
    let outputs = Outputs {
        solvers: Some(&solvers),
        ..Outputs::default()
    };
    let report = evolve::run(&data, &programs, &settings(3), outputs, &never(), &|_| {});
    let report = report.unwrap();
    assert_eq!(
        (report.stop, report.rounds.len()),
        (StopReason::WriteFailed, 1)
    );
    let failure = report.failure.unwrap();
    assert!(failure.contains("cannot write the solvers"), "{failure}");
}

#[test]
fn a_time_limit_ends_the_run() {
    let (data, programs) = damaged();
    let mut settings = settings(u32::MAX);
    settings.time_limit = Some(Duration::from_millis(300));
    let started = Instant::now();
    let report = run(&data, &programs, &settings, &never(), &|_| {});
    assert_eq!(report.stop, StopReason::TimeLimit);
    assert!(started.elapsed() >= Duration::from_millis(300));
    assert!(!report.rounds.is_empty());
}

#[test]
fn an_interrupt_ends_the_run_with_the_results_so_far() {
    let (data, programs) = damaged();
    let stop = never();
    let kept = Mutex::new(Vec::new());
    // Interrupts after the third round; the round after that does not count.
    let on_event = |event: &Event| {
        if let Event::RoundDone { completed, .. } = event {
            kept.lock().unwrap().push(*completed);
            if *completed == 3 {
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    let report = run(&data, &programs, &settings(u32::MAX), &stop, &on_event);
    assert_eq!(report.stop, StopReason::Interrupted);
    assert!(report.rounds.len() > 3);
    let kept = kept.into_inner().unwrap();
    assert_eq!(kept.len(), report.rounds.len());
    // An interrupted round is written under the number of the last completed one.
    let last = kept.len() - 1;
    assert_eq!(kept[last], kept[last - 1]);
    assert!(kept[..last].is_sorted_by(|a, b| a + 1 == *b));
    // If interrupted beforehand, nothing runs.
    let report = run(&data, &programs, &settings(9), &stop, &|_| {});
    assert_eq!(report.stop, StopReason::Interrupted);
    assert_eq!((report.rounds.len(), report.evaluations()), (1, 0));
}

#[test]
fn an_interrupt_while_candidates_are_shared_loses_nothing() {
    let (data, programs) = damaged();
    let mut settings = settings(1);
    settings.card.mutants = 0;
    let alone = run(&data, &programs, &settings, &never(), &|_| {});
    settings.share = true;
    let stop = never();
    let (expected, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let on_event = |event: &Event| match event {
        Event::RoundStarted { tasks, .. } => {
            expected.fetch_add(*tasks, Ordering::Relaxed);
        }
        Event::TasksAdded { tasks } => {
            expected.fetch_add(*tasks, Ordering::Relaxed);
            stop.store(true, Ordering::Relaxed);
            // Usually long enough for the flag to be seen; if it is not, more is found.
            std::thread::sleep(Duration::from_millis(50));
        }
        Event::TaskDone { .. } => {
            done.fetch_add(1, Ordering::Relaxed);
        }
        _ => {}
    };
    let stopped = run(&data, &programs, &settings, &stop, &on_event);
    for (alone, stopped) in scores(&alone.tasks).iter().zip(scores(&stopped.tasks)) {
        assert!(alone.is_some());
        assert!(stopped >= *alone);
    }
    // Exactly the announced tasks are reported as done.
    assert_eq!(done.into_inner(), expected.into_inner());
}

#[test]
fn a_run_in_a_store_interrupted_anywhere_and_resumed_gives_the_same_results() {
    let (data, programs) = damaged();
    let mut settings = settings(5);
    settings.card.mutants = 6;
    settings.share = true;
    let whole = run(&data, &programs, &settings, &never(), &|_| {});
    let folder = tempfile::tempdir().unwrap();
    // Interrupts after so many tasks: within the first round, between rounds, within later ones.
    for after in [1, 6, 9, 13, 25] {
        let path = folder.path().join(format!("{after}.sqlite"));
        let submission = folder.path().join(format!("{after}.json"));
        let mut sessions = 0;
        let report = loop {
            let mut store = Store::open(&path).unwrap();
            let (stop, left) = (never(), AtomicUsize::new(after));
            let on_event = |event: &Event| {
                let is_task = matches!(event, Event::TaskDone { .. });
                if is_task && left.fetch_sub(1, Ordering::Relaxed) == 1 {
                    stop.store(true, Ordering::Relaxed);
                    std::thread::sleep(Duration::from_millis(30));
                }
            };
            let outputs = Outputs {
                store: Some(&mut store),
                resume: sessions > 0,
                submission: Some(&submission),
                solvers: None,
            };
            // The first two sessions are interrupted, the third is not.
            let interrupted: OnEvent = if sessions < 2 { &on_event } else { &|_| {} };
            let report = evolve::run(&data, &programs, &settings, outputs, &stop, interrupted);
            let mut report = report.unwrap();
            sessions += 1;
            if sessions > 2 {
                assert_eq!(report.stop, StopReason::Finished);
                report.judge(&data.answers);
                break report;
            }
        };
        for (one, other) in whole.tasks.iter().zip(&report.tasks) {
            let program = |task: &TaskReport| {
                let best = task.standing.best.as_ref();
                best.map(|best| best.program.to_string())
            };
            assert_eq!(program(one), program(other), "{}", one.id);
            assert_eq!(one.origin, other.origin, "{}", one.id);
            assert_eq!(one.standing.attempts, other.standing.attempts, "{}", one.id);
            assert_eq!(one.fits_before, other.fits_before, "{}", one.id);
        }
        // One run in the store, and every best program is known there.
        let store = Store::open_to_read(&path).unwrap();
        assert_eq!(store.runs().unwrap().len(), 1);
        for task in &data.tasks {
            assert!(store.best_for(task).unwrap().is_some(), "{}", task.id);
        }
    }
}

#[test]
fn empty_inputs_give_empty_reports() {
    let (data, programs) = damaged();
    let none = run(
        &DataSet::default(),
        &programs,
        &settings(2),
        &never(),
        &|_| {},
    );
    assert_eq!((none.tasks.len(), none.rounds.len()), (0, 2));
    let none = run(&data, &[], &settings(2), &never(), &|_| {});
    assert_eq!((none.fitting(), none.rounds[1].candidates), (0, 0));
    let none = run(&data, &programs, &settings(0), &never(), &|_| {});
    assert!(none.rounds.is_empty() && none.stop == StopReason::Finished);
    let mut from_zero = settings(2);
    from_zero.first_round = 0;
    let report = run(&data, &programs, &from_zero, &never(), &|_| {});
    assert_eq!(report.rounds.len(), 2);
}
