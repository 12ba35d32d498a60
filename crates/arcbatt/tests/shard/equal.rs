//! Merged results of any number of shards are those of one process.

use super::support::*;
use arcbatt::session::submission::Submission;
use arcbatt::session::{Outputs, Report, Search, Session, SolverFile, evolve, write_solve_file};
use arcbatt::shard::{MergeOutputs, MergedOutcome, Plan, merge};
use arcbatt::store::Store;
use arcbatt::task::DataSet;
use arcbatt::{Executor, Limits, Program, rank};
use std::sync::atomic::AtomicBool;

const TASKS: usize = 12;

/// The same work in one process, without shards.
fn in_one_process(
    data: &DataSet,
    work: impl FnOnce(&mut Store, &std::path::Path, &std::path::Path) -> Report,
) -> (Report, Written) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut store = Store::open(&path("s.sqlite")).unwrap();
    let mut report = work(&mut store, &path("s.json"), &path("s.py"));
    report.judge(&data.answers);
    drop(store);
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    let written = Written {
        report: String::new(),
        submission: read("s.json"),
        solvers: read("s.py"),
        store: dump(&path("s.sqlite")),
    };
    (report, written)
}

#[test]
fn solve_in_shards_is_solve_in_one_process() {
    let data = data(TASKS);
    let library: Vec<Program> = solvers().into_iter().skip(TASKS).take(5).collect();
    let (one, wanted) = in_one_process(&data, |store, submission, solvers| {
        let settings = search(3_000, 1);
        let session = Session {
            tasks: &data.tasks,
            given: &library,
            settings: &settings,
            submission: Some(submission),
            solver: &Search(Executor::CPU),
        };
        let report = session
            .run(store, false, &AtomicBool::new(false), &|_| {})
            .unwrap();
        write_solve_file(solvers, &report).unwrap();
        report
    });
    assert!(
        one.fitting() > 0 && one.fitting() < TASKS,
        "some tasks are solved, some are not"
    );
    let mut first: Option<Written> = None;
    for (shards, threads) in [(1, 1), (3, 2), (TASKS, 1)] {
        let plan = Plan::solve(
            "embedded",
            &data.tasks,
            &library,
            &search(3_000, 1),
            0,
            shards,
        )
        .unwrap();
        assert_eq!(plan.len(), shards);
        let results = tempfile::tempdir().unwrap();
        run_all(&plan, results.path(), threads);
        let (merged, written) = merged(&plan, results.path(), &data);
        assert_eq!(merged.status.missing, [0usize; 0]);
        assert_eq!(written.submission, wanted.submission, "{shards}");
        assert_eq!(written.solvers, wanted.solvers, "{shards}");
        assert_eq!(written.store, wanted.store, "{shards}");
        let tally = merged.report().unwrap().tally();
        assert_eq!(tally, one.tally());
        assert_eq!(&written, first.get_or_insert(written.clone()));
    }
}

#[test]
fn run_in_shards_is_run_in_one_process() {
    let data = data(TASKS);
    // Solvers of half of the tasks, so that others get candidates of all.
    let programs: Vec<Program> = solvers().into_iter().step_by(2).take(TASKS).collect();
    let settings = evolution(programs.len());
    let (one, wanted) = in_one_process(&data, |store, submission, solvers| {
        let solvers = SolverFile::open(solvers, false, settings.card.seed).unwrap();
        let outputs = Outputs {
            store: Some(store),
            submission: Some(submission),
            solvers: Some(&solvers),
            ..Outputs::default()
        };
        let stop = AtomicBool::new(false);
        evolve::run(&data, &programs, &settings, outputs, &stop, &|_| {}).unwrap()
    });
    assert!(
        one.fitting() > 0 && one.fitting() < TASKS,
        "some tasks are solved, some are not"
    );
    let mut first: Option<Written> = None;
    for (shards, threads) in [(1, 2), (4, 1), (TASKS, 1)] {
        let plan = Plan::run("embedded", &data.tasks, &programs, &settings, shards).unwrap();
        let results = tempfile::tempdir().unwrap();
        run_all(&plan, results.path(), threads);
        let (merged, written) = merged(&plan, results.path(), &data);
        assert_eq!(merged.status.missing, [0usize; 0]);
        assert_eq!(written.submission, wanted.submission, "{shards}");
        assert_eq!(written.solvers, wanted.solvers, "{shards}");
        assert_eq!(written.store, wanted.store, "{shards}");
        let report = merged.report().unwrap();
        assert_eq!(report.program_tally(), one.program_tally());
        assert_eq!(report.fitting_before(), one.fitting_before());
        assert_eq!(&written, first.get_or_insert(written.clone()));
    }
}

/// A solver named `solve` is for the only task of a data set, and a shard may have only one task.
#[test]
fn solvers_find_their_tasks_in_the_whole_plan() {
    let data = data(2);
    let mut programs = solvers();
    programs.truncate(1);
    programs[0].name = "solve".to_owned();
    let settings = evolve::Settings {
        share: false,
        ..evolution(1)
    };
    for shards in [1, 2] {
        let plan = Plan::run("embedded", &data.tasks, &programs, &settings, shards).unwrap();
        let results = tempfile::tempdir().unwrap();
        run_all(&plan, results.path(), 1);
        let (merged, _) = merged(&plan, results.path(), &data);
        let tasks = &merged.report().unwrap().tasks;
        assert!(
            tasks.iter().all(|task| task.standing.best.is_none()),
            "{shards}"
        );
    }
}

#[test]
fn rank_in_shards_is_rank_in_one_process() {
    let data = data(6);
    let candidates = Candidates::new(&data.tasks);
    let mut first: Option<Written> = None;
    for (shards, threads) in [(1, 2), (4, 1), (20, 1)] {
        let plan = plan_of_rank(&data, &candidates, shards);
        assert!(plan.len() >= shards.min(20) - 1, "{}", plan.len());
        let results = tempfile::tempdir().unwrap();
        run_all(&plan, results.path(), threads);
        let (merged, written) = merged(&plan, results.path(), &data);
        let MergedOutcome::Ranked(ranked) = &merged.outcome else {
            panic!("a plan of rank");
        };
        assert_eq!(ranked.len(), 6);
        let mut attempts = Vec::new();
        for task in ranked {
            let programs = candidates.programs(task.place);
            let mut wanted = rank(&data.tasks[task.place], programs, Limits::default());
            wanted.compare_tests(&data.answers[task.place]);
            assert_eq!(task.ranking.candidates, wanted.candidates, "{shards}");
            assert_eq!(task.ranking.attempts(), wanted.attempts());
            assert_eq!(task.ranking.groups.len(), wanted.groups.len());
            for (group, wanted_group) in task.ranking.groups.iter().zip(&wanted.groups) {
                assert_eq!(group.members, wanted_group.members);
                assert_eq!(group.matched, wanted_group.matched);
                assert_eq!(group.cells_wrong, wanted_group.cells_wrong);
                assert_eq!(group.calls, wanted_group.calls);
                let fingerprint = task.ranking.fingerprint(group);
                assert_eq!(fingerprint, wanted.fingerprint(wanted_group));
            }
            assert_eq!(task.rejected.len(), usize::from(task.place % 2 == 0));
            attempts.push(wanted.attempts());
        }
        let mut submission = Vec::new();
        Submission::new(&data.tasks, |k| &attempts[k])
            .write(&mut submission)
            .unwrap();
        assert_eq!(written.submission.as_bytes(), submission);
        assert_eq!(&written, first.get_or_insert(written.clone()));
    }
}

/// A task without candidates is in the submission, too.
#[test]
fn tasks_without_candidates_are_submitted() {
    let data = data(3);
    let candidates = Candidates::new(&data.tasks);
    let mut some = candidates.of_tasks();
    some[1].clear();
    let plan = Plan::rank("embedded", &data.tasks, &some, Limits::default(), 2).unwrap();
    let results = tempfile::tempdir().unwrap();
    run_all(&plan, results.path(), 1);
    let (merged, written) = merged(&plan, results.path(), &data);
    assert_eq!(merged.tasks, data.tasks);
    for task in &data.tasks {
        assert!(
            written.submission.contains(&format!("{:?}: [", task.id)),
            "{}",
            task.id
        );
    }
}

/// The store of an incomplete merge is completed by a later one, or by `solve --resume`.
#[test]
fn missing_shards_can_be_merged_later() {
    let data = data(6);
    let settings = search(2_000, 1);
    let plan = Plan::solve("embedded", &data.tasks, &[], &settings, 0, 3).unwrap();
    let results = tempfile::tempdir().unwrap();
    run_all(&plan, results.path(), 1);
    let (_, whole) = merged(&plan, results.path(), &data);
    let lost = results
        .path()
        .join(arcbatt::shard::result_name(plan.ids().nth(1).unwrap()));
    let bytes = std::fs::read(&lost).unwrap();
    std::fs::remove_file(&lost).unwrap();

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.sqlite");
    let merge_into = |path: &std::path::Path| {
        let mut store = Store::open(path).unwrap();
        let outputs = MergeOutputs {
            store: Some(&mut store),
            ..MergeOutputs::default()
        };
        merge(&plan, results.path(), outputs).unwrap()
    };
    let partial = merge_into(&path);
    assert_eq!(partial.status.missing, [1]);
    assert_eq!(partial.status.done, [0, 2]);
    assert!(partial.to_json().contains("\"complete\": false"));

    // One process does the rest.
    let resumed = folder.path().join("resumed.sqlite");
    std::fs::copy(&path, &resumed).unwrap();
    let mut store = Store::open(&resumed).unwrap();
    let session = Session {
        tasks: &data.tasks,
        given: &[],
        settings: &settings,
        submission: None,
        solver: &Search(Executor::CPU),
    };
    let report = session
        .run(&mut store, true, &AtomicBool::new(false), &|_| {})
        .unwrap();
    assert_eq!(report.resumed, 4);
    drop(store);

    std::fs::write(&lost, bytes).unwrap();
    let complete = merge_into(&path);
    assert!(!complete.was_stored && complete.status.missing.is_empty());
    // Merging again changes nothing.
    let again = dump(&path);
    assert!(merge_into(&path).was_stored);
    assert_eq!(dump(&path), again);
    let programs = |dump: &[String]| -> Vec<String> {
        let hash = |row: &String| {
            Some(
                row.strip_prefix("programs: ")?
                    .split_once("hash=")?
                    .1
                    .to_owned(),
            )
        };
        let mut programs: Vec<String> = dump.iter().filter_map(hash).collect();
        programs.sort();
        programs
    };
    assert_eq!(programs(&again), programs(&whole.store));
    assert_eq!(programs(&dump(&resumed)), programs(&whole.store));
}
