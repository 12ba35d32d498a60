//! The folder of results: nothing is half there, bad files are named and left out.

use super::support::*;
use arcbatt::session::{PerTask, Settings};
use arcbatt::shard::{
    LeftOut, MergeOutputs, Plan, Ran, RunOptions, ShardError, merge, result_name, status,
};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn plan(shards: usize, steps: u64) -> Plan {
    Plan::solve(
        "embedded",
        &data(4).tasks,
        &[],
        &search(steps, 1),
        0,
        shards,
    )
    .unwrap()
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_shard_that_runs_twice_or_at_once_gives_one_result_with_the_same_bytes() {
    let plan = plan(2, 1_000);
    let folder = tempfile::tempdir().unwrap();
    let job = plan.job(0).unwrap();
    let ran = |threads| {
        let options = RunOptions {
            threads,
            ..RunOptions::default()
        };
        job.run_into(folder.path(), &options).unwrap()
    };
    std::thread::scope(|scope| {
        for threads in [1, 2, 3] {
            scope.spawn(move || ran(threads));
        }
    });
    assert_eq!(files(folder.path()), [result_name(job.id())]);
    let path = folder.path().join(result_name(job.id()));
    let bytes = fs::read(&path).unwrap();
    assert_eq!(ran(1), Ran::Already(path.clone()));
    fs::remove_file(&path).unwrap();
    assert!(matches!(ran(2), Ran::Now(..)));
    assert_eq!(fs::read(&path).unwrap(), bytes);
    // The job as sent to another machine.
    let sent = arcbatt::shard::Job::from_json(&job.to_json()).unwrap();
    assert_eq!(sent, job);
    assert_eq!(sent.run(&RunOptions::default()).unwrap().bytes, bytes);
}

#[test]
fn a_damaged_result_is_run_again() {
    let plan = plan(1, 500);
    let folder = tempfile::tempdir().unwrap();
    run_all(&plan, folder.path(), 1);
    let path = folder.path().join(result_name(plan.ids().next().unwrap()));
    let good = fs::read(&path).unwrap();
    fs::write(&path, &good[..good.len() / 2]).unwrap();
    run_all(&plan, folder.path(), 1);
    assert_eq!(fs::read(&path).unwrap(), good);
}

#[test]
fn damaged_foreign_stale_and_missing_results_are_named_and_left_out() {
    let plan = plan(4, 1_000);
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    run_all(&plan, folder.path(), 1);
    let paths: Vec<_> = plan.ids().map(|id| at(&result_name(id))).collect();
    let bytes = fs::read(&paths[1]).unwrap();
    // Missing; cut; one bit changed.
    fs::remove_file(&paths[0]).unwrap();
    fs::write(&paths[1], &bytes[..bytes.len() - 20]).unwrap();
    let mut changed = fs::read(&paths[2]).unwrap();
    let middle = changed.len() / 2;
    changed[middle] ^= 4;
    fs::write(&paths[2], changed).unwrap();
    // Of the same tasks with other settings; under the name of another shard; of somebody else.
    run_all(
        &Plan::solve("embedded", &data(4).tasks, &[], &search(900, 1), 0, 4).unwrap(),
        folder.path(),
        1,
    );
    fs::copy(&paths[3], at("renamed.parquet")).unwrap();
    fs::write(at("theirs.parquet"), "PAR1 not ours PAR1").unwrap();
    fs::write(at("notes.txt"), "not looked at").unwrap();
    fs::create_dir(at("folder.parquet")).unwrap();
    let before = files(folder.path());

    let found = status(&plan, folder.path()).unwrap();
    assert_eq!(
        (found.done.as_slice(), found.missing.as_slice()),
        (&[3][..], &[0, 1, 2][..])
    );
    let why = |name: &Path| {
        let found = found.left_out.iter().find(|(path, _)| path == name);
        found.map(|(_, why)| why.clone())
    };
    assert!(matches!(why(&paths[1]), Some(LeftOut::Damaged(_, 1))));
    assert!(matches!(why(&paths[2]), Some(LeftOut::Damaged(_, 2))));
    assert_eq!(why(&at("theirs.parquet")), Some(LeftOut::Foreign));
    assert!(matches!(
        why(&at("renamed.parquet")),
        Some(LeftOut::Stale { shard: 3, .. })
    ));
    assert!(matches!(
        why(&at("folder.parquet")),
        Some(LeftOut::Unreadable(_))
    ));
    let stale = found
        .left_out
        .iter()
        .filter(|(_, why)| matches!(why, LeftOut::Stale { .. }));
    assert_eq!(stale.count(), 5);
    assert_eq!(found.left_out.len(), 9);

    let merged = merge(&plan, folder.path(), MergeOutputs::default()).unwrap();
    assert_eq!(merged.status, found);
    let ran = merged
        .report()
        .unwrap()
        .tasks
        .iter()
        .filter(|task| task.standing.pass > 0);
    assert_eq!(ran.count(), 1);
    assert_eq!(files(folder.path()), before, "nothing is removed");
}

#[test]
fn a_folder_that_is_not_there_has_no_results() {
    let plan = plan(2, 500);
    let found = status(&plan, Path::new("no/such/folder")).unwrap();
    assert_eq!(found.missing, [0, 1]);
}

#[test]
fn an_interrupted_shard_leaves_nothing() {
    let candidates = Candidates::new(&data(2).tasks);
    let solvers = solvers();
    let plans = [
        plan(1, 50_000_000),
        plan_of_rank(&data(2), &candidates, 1),
        Plan::run(
            "embedded",
            &data(2).tasks,
            &solvers,
            &evolution(solvers.len()),
            1,
        )
        .unwrap(),
    ];
    for plan in plans {
        let folder = tempfile::tempdir().unwrap();
        let stop = AtomicBool::new(true);
        let options = RunOptions {
            stop: &stop,
            ..RunOptions::default()
        };
        let ran = plan.job(0).unwrap().run_into(folder.path(), &options);
        assert!(
            matches!(ran, Err(ShardError::Interrupted)),
            "{}",
            plan.command()
        );
        assert_eq!(files(folder.path()), [""; 0]);
    }
}

#[test]
fn a_budget_in_seconds_is_marked_as_not_repeatable() {
    let settings = Settings {
        per_task: PerTask::Time(Duration::from_millis(20)),
        ..Settings::default()
    };
    let data = data(2);
    let plan = Plan::solve("embedded", &data.tasks, &[], &settings, 0, 2).unwrap();
    assert!(!plan.is_repeatable());
    let folder = tempfile::tempdir().unwrap();
    run_all(&plan, folder.path(), 1);
    let (merged, written) = merged(&plan, folder.path(), &data);
    assert!(written.report.contains("\"repeatable\": false"));
    let tasks = &merged.report().unwrap().tasks;
    assert!(
        tasks
            .iter()
            .all(|task| task.standing.stats.time > Duration::ZERO)
    );
}

#[test]
fn a_plan_has_no_answers_and_is_the_same_file_every_time() {
    let data = data(4);
    let plan = plan(3, 1_000);
    let text = plan.to_json();
    assert_eq!(Plan::from_json(&text).unwrap(), plan);
    assert_eq!(plan.to_json(), super::files::plan(3, 1_000).to_json());
    for (task, answers) in data.tasks.iter().zip(&data.answers) {
        let answer = answers.0[0].as_ref().unwrap();
        let rows: Vec<String> = answer
            .view()
            .rows()
            .map(|row| row.iter().map(|c| c.to_string()).collect())
            .collect();
        assert!(!text.contains(&rows.join("/")), "{}", task.id);
    }
}
