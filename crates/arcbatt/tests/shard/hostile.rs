//! Plans and results that somebody changed: a clear error or a result that is left out, never a panic.

use super::support::*;
use arcbatt::rng::Rng;
use arcbatt::shard::{
    Job, LeftOut, MergeOutputs, Plan, ShardError, merge, merge_bytes, result_name,
};
use std::fs;

fn plan() -> Plan {
    Plan::solve(
        "embedded",
        &data(3).tasks,
        &solvers()[..2],
        &search(500, 1),
        0,
        2,
    )
    .unwrap()
}

fn error(text: &str) -> String {
    Plan::from_json(text).unwrap_err().to_string()
}

#[test]
fn a_changed_plan_is_an_error_that_says_so() {
    let text = plan().to_json();
    for (from, to, wanted) in [
        ("\"steps\":500", "\"steps\":501", "does not fit its content"),
        ("\"seed\":3", "\"seed\":4", "does not fit its content"),
        ("\"seed\":3", "\"seed\":-3", "not a plan"),
        ("\"arcbatt_plan\":1", "\"arcbatt_plan\":9", "format 9"),
        ("\"engine\":\"", "\"engine\":\"9.9-", "made by arcbatt 9.9-"),
        ("\"tasks\":[\"", "\"tasks\":[\"x", "not listed"),
        ("\"header\": {", "\"header\": {\"more\": 1,", "not a plan"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let error = error(&changed);
        assert!(error.contains(wanted), "{from}: {error}");
    }
    for bad in [
        "",
        "{}",
        "[]",
        "null",
        "{\"header\": 1, \"shards\": []}",
        &"[".repeat(100_000),
    ] {
        assert!(
            error(bad).starts_with("not a plan of `arcbatt shard plan`"),
            "{bad:.20}"
        );
    }
    let empty = text.split_once("\"shards\": [").unwrap().0.to_owned() + "\"shards\": []}";
    assert_eq!(error(&empty), "the plan has no task");
}

#[test]
fn an_index_that_is_not_there_is_an_error() {
    let plan = plan();
    let error = plan.job(2).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no shard 2: the plan has 2 shards, from 0 to 1"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.json");
    plan.write(&path).unwrap();
    assert_eq!(Job::read(&path, 1).unwrap(), plan.job(1).unwrap());
    assert!(matches!(
        Job::read(&path, 9),
        Err(ShardError::Index {
            index: 9,
            shards: 2
        })
    ));
    let missing = Job::read(&folder.path().join("none.json"), 0).unwrap_err();
    assert!(missing.to_string().contains("none.json"));
    assert!(
        Job::read(folder.path(), 0)
            .unwrap_err()
            .to_string()
            .contains("folder")
    );
}

#[test]
fn random_changes_of_a_plan_never_panic() {
    let text = plan().to_json();
    let mut rng = Rng::of("changed plans", &[1]);
    for _ in 0..2_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..1 + rng.next_u64() % 3 {
            let at = rng.next_u64() as usize % bytes.len();
            bytes[at] = b"\"0{}[],:9e-a\\ "[rng.next_u64() as usize % 14];
        }
        if let Ok(changed) = String::from_utf8(bytes) {
            // A change of the name of the data set or of a cost is no damage.
            let _ = Plan::from_json(&changed);
        }
    }
}

#[test]
fn random_changes_of_a_result_are_found() {
    let plan = plan();
    let bytes = plan.job(0).unwrap().run(&Default::default()).unwrap().bytes;
    let mut rng = Rng::of("changed results", &[1]);
    for _ in 0..300 {
        let mut changed = bytes.clone();
        match rng.next_u64() % 3 {
            0 => changed.truncate(rng.next_u64() as usize % bytes.len()),
            _ => {
                let at = rng.next_u64() as usize % bytes.len();
                changed[at] ^= 1 << (rng.next_u64() % 8);
            }
        }
        let merged = merge_bytes(&plan, [(0, changed)], MergeOutputs::default()).unwrap();
        assert_eq!(merged.status.missing, [0, 1]);
        assert_eq!(merged.status.left_out.len(), 1);
    }
    let merged = merge_bytes(&plan, [(0, bytes)], MergeOutputs::default()).unwrap();
    assert_eq!(merged.status.missing, [1]);
}

/// The result of one shard under the name of another, with a name and a checksum that fit.
#[test]
fn a_result_with_wrong_rows_is_left_out() {
    let plan = plan();
    let other = plan.job(1).unwrap().run(&Default::default()).unwrap().bytes;
    let merged = merge_bytes(&plan, [(0, other)], MergeOutputs::default()).unwrap();
    assert_eq!(merged.status.missing, [0, 1]);
    let (_, why) = &merged.status.left_out[0];
    assert!(
        matches!(why, LeftOut::Damaged(why, 0) if why.contains("expected the results")),
        "{why}"
    );
    let ranked = plan_of_rank(&data(3), &Candidates::new(&data(3).tasks), 2);
    let other = ranked
        .job(0)
        .unwrap()
        .run(&Default::default())
        .unwrap()
        .bytes;
    let merged = merge_bytes(&plan, [(0, other)], MergeOutputs::default()).unwrap();
    assert_eq!(merged.status.missing, [0, 1]);
}

#[test]
fn a_result_of_another_kind_of_file_is_left_out() {
    let plan = plan();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(result_name(plan.ids().next().unwrap()));
    for bytes in [
        &b""[..],
        b"PAR1",
        b"PAR1PAR1",
        b"SQLite format 3\0",
        &[0; 4096],
    ] {
        fs::write(&path, bytes).unwrap();
        let merged = merge(&plan, folder.path(), MergeOutputs::default()).unwrap();
        assert_eq!(merged.status.missing, [0, 1]);
        assert_eq!(merged.status.left_out.len(), 1);
    }
}
