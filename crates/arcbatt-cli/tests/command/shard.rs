//! `arcbatt shard`: merged results equal those of one process, on any batch system.

use super::{Said, command, run, text};
use serde_json::Value as Json;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The command in a folder.
fn run_in(folder: &Path, line: &str) -> Said {
    let args: Vec<&str> = line.split_whitespace().collect();
    let mut command = command(&args);
    for name in [
        "SLURM_ARRAY_TASK_ID",
        "JOB_COMPLETION_INDEX",
        "_CONDOR_JOB_AD",
    ] {
        command.env_remove(name);
    }
    command.current_dir(folder);
    super::run_with(command, "")
}

/// Plans, runs all shards, and merges.
fn in_shards(plan: &str, shards: usize, merge: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let made = format!("shard plan {plan} --shards {shards} --out plan.json --json");
    let made = run_in(at, &made).exits(0).json();
    let count = made["shards"].as_array().unwrap().len();
    assert_eq!(count, shards);
    for index in (0..count).rev() {
        run_in(
            at,
            &format!("shard run plan.json --index {index} --out results"),
        )
        .exits(0);
    }
    run_in(at, "shard status plan.json results").exits(0);
    run_in(
        at,
        &format!("shard merge plan.json results --report report.json {merge}"),
    )
    .exits(0);
    folder
}

fn report(folder: &TempDir) -> Json {
    let text = fs::read_to_string(folder.path().join("report.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The keys of a report that one process prints too, without those that have times or messages.
#[track_caller]
fn same_tasks(merged: &Json, wanted: &Json, without: &[&str]) {
    let (merged, wanted) = (&merged["tasks"], &wanted["tasks"]);
    let both = merged
        .as_array()
        .unwrap()
        .iter()
        .zip(wanted.as_array().unwrap());
    assert_eq!(
        merged.as_array().unwrap().len(),
        wanted.as_array().unwrap().len()
    );
    for (merged, wanted) in both {
        for (key, value) in wanted.as_object().unwrap() {
            if !without.contains(&key.as_str()) {
                assert_eq!(&merged[key], value, "{key} of {}", wanted["id"]);
            }
        }
    }
}

#[track_caller]
fn same_file(one: &Path, two: &Path) {
    assert_eq!(
        fs::read_to_string(one).unwrap(),
        fs::read_to_string(two).unwrap()
    );
}

#[test]
fn solve_in_shards_is_solve() {
    let plan = "solve --tasks 8 --steps 2000 --seed 4";
    let files = "--submission s.json --out s.py --store s.sqlite";
    let shards = in_shards(plan, 3, files);
    let one = tempfile::tempdir().unwrap();
    let wanted = run_in(
        one.path(),
        &format!("solve --tasks 8 --steps 2000 --seed 4 {files} --json"),
    );
    let wanted = wanted.json();
    for name in ["s.json", "s.py"] {
        same_file(&shards.path().join(name), &one.path().join(name));
    }
    same_tasks(&report(&shards), &wanted, &["ms"]);
    assert_eq!(report(&shards)["totals"], wanted["totals"]);
    let list = |folder: &TempDir| run_in(folder.path(), "library --store s.sqlite --json").json();
    assert_eq!(list(&shards), list(&one));
    // Merging again changes nothing, and the store of the merge is one that `solve` resumes.
    let again = "shard merge plan.json results --store s.sqlite";
    let again = run_in(shards.path(), again).exits(0);
    assert!(
        again.err.contains("the store has these results already"),
        "{}",
        again.err
    );
    let resumed = "solve --tasks 8 --steps 2000 --seed 4 --store s.sqlite --resume --json";
    assert_eq!(run_in(shards.path(), resumed).json()["resumed"], 8);
}

#[test]
fn run_in_shards_is_run() {
    let options = "--tasks 8 --mutants 5 --seed 2";
    let files = "--submission s.json --out s.py --store s.sqlite";
    let shards = in_shards(&format!("run {options}"), 3, files);
    let one = tempfile::tempdir().unwrap();
    let wanted = run_in(one.path(), &format!("run {options} {files} --json")).json();
    for name in ["s.json", "s.py"] {
        same_file(&shards.path().join(name), &one.path().join(name));
    }
    same_tasks(&report(&shards), &wanted, &["ms", "outlier"]);
    for key in ["totals", "two_attempts"] {
        for (name, value) in report(&shards)[key].as_object().unwrap() {
            assert_eq!(&wanted[key][name], value, "{key}.{name}");
        }
    }
}

const CANDIDATES: &str = r#"{"task": "half_turn", "code": "def solve(I):\n    return rot180(I)"}
{"task": "half_turn", "code": "def solve(I):\n    return hmirror(I)"}
{"task": "half_turn", "code": "def solve(I):\n    x1 = hmirror(I)\n    return vmirror(x1)"}
{"task": "crop_largest", "code": "def solve(I):\n    return first(I)"}
{"task": "crop_largest", "code": "def solve(I):\n    return I +"}
{"task": "crop_largest", "code": "def solve(I):\n    return I"}
"#;

#[test]
fn rank_in_shards_is_rank() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("candidates.jsonl");
    fs::write(&file, CANDIDATES).unwrap();
    let shards = in_shards(&format!("rank {}", text(&file)), 3, "--submission s.json");
    let wanted = format!("rank {} --submission s.json --json", text(&file));
    let wanted = run_in(folder.path(), &wanted).json();
    same_file(&shards.path().join("s.json"), &folder.path().join("s.json"));
    let merged = report(&shards);
    same_tasks(&merged, &wanted, &["candidates", "rejected"]);
    for (merged, wanted) in merged["tasks"]
        .as_array()
        .unwrap()
        .iter()
        .zip(wanted["tasks"].as_array().unwrap())
    {
        for list in ["candidates", "rejected"] {
            let both = (
                merged[list].as_array().unwrap(),
                wanted[list].as_array().unwrap(),
            );
            assert_eq!(both.0.len(), both.1.len());
            for (merged, wanted) in both.0.iter().zip(both.1) {
                for key in ["name", "line", "rank", "status", "part", "index"] {
                    assert_eq!(merged[key], wanted[key], "{key} in {merged}");
                }
            }
        }
    }
    // `rank` keeps no programs.
    let store = run_in(
        shards.path(),
        "shard merge plan.json results --store s.sqlite",
    )
    .exits(2);
    assert!(
        store.err.contains("`rank` keeps no programs"),
        "{}",
        store.err
    );
    assert!(!shards.path().join("s.sqlite").exists());
}

#[test]
fn what_is_missing_is_listed_and_merged_later() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(
        at,
        "shard plan solve --tasks 6 --steps 500 --shards 6 --out plan.json",
    )
    .exits(0);
    for index in [0, 4] {
        run_in(
            at,
            &format!("shard run plan.json --index {index} --out results"),
        )
        .exits(0);
    }
    let status = run_in(at, "shard status plan.json results").exits(1);
    assert_eq!(status.out, "done: 2 of 6 shards\nmissing: 1-3,5\n");
    assert_eq!(
        run_in(at, "shard status plan.json results --missing")
            .exits(1)
            .out,
        "1-3,5\n"
    );
    let merged = run_in(at, "shard merge plan.json results --submission s.json").exits(1);
    assert!(
        merged
            .out
            .starts_with("merged: 2 of 6 shards\nmissing: 1-3,5\n"),
        "{}",
        merged.out
    );
    let ids = run_in(at, "score s.json").out;
    assert!(
        !ids.contains("lacks"),
        "the submission has every task: {ids}"
    );
    fs::write(at.join("results/theirs.parquet"), "x").unwrap();
    let status = run_in(at, "shard status plan.json results").exits(1);
    assert_eq!(
        status.err,
        "left out: results/theirs.parquet: foreign: of no shard of this plan\n"
    );
    let json = run_in(at, "shard status plan.json results --json")
        .exits(1)
        .json();
    assert_eq!(json["left_out"][0]["kind"], "foreign");
}

#[test]
fn bad_plans_and_indices_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(
        at,
        "shard plan solve --tasks 2 --steps 500 --shards 9 --out plan.json",
    )
    .exits(0);
    let said = run_in(at, "shard run plan.json --index 2 --out results");
    said.fails_with("there is no shard 2: the plan has 2 shards, from 0 to 1");
    let said = run_in(at, "shard run plan.json --out results").exits(2);
    assert!(said.err.contains("give --index"), "{}", said.err);
    let plan = fs::read_to_string(at.join("plan.json")).unwrap();
    let other = plan.replacen("\"engine\":\"", "\"engine\":\"7.", 1);
    fs::write(at.join("other.json"), other).unwrap();
    let said = run_in(at, "shard run other.json --index 0 --out results").exits(2);
    assert!(
        said.err.contains("the plan was made by arcbatt 7."),
        "{}",
        said.err
    );
    fs::write(at.join("other.json"), "{}").unwrap();
    for line in [
        "run other.json --index 0 --out r",
        "status other.json r",
        "merge other.json r",
    ] {
        let said = run_in(at, &format!("shard {line}")).exits(2);
        assert!(said.err.contains("other.json: not a plan"), "{}", said.err);
    }
    let said = run_in(at, "shard plan solve --tasks 2 --shards 2 --out t.json").exits(0);
    assert!(said.err.contains("not repeatable"), "{}", said.err);
    assert!(
        !at.join("results").exists(),
        "no error leaves a folder behind"
    );
}

/// A file in the documentation: the block with this title.
fn documented(title: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/how-to/scale-out.md");
    let page = fs::read_to_string(page).unwrap();
    let start = page
        .find(&format!("title=\"{title}\"\n"))
        .expect("the block is there");
    let block = &page[start..];
    let block = &block[block.find('\n').unwrap() + 1..];
    block[..block.find("\n```").unwrap() + 1].to_owned()
}

/// Like `sbatch --array=0-3,5 script`: runs all tasks of the array at once, and waits for them.
const SBATCH: &str = r#"#!/bin/bash
script="${@: -1}"
array=${1#--array=}
for range in ${array//,/ }; do
    for index in $(seq "${range%-*}" "${range#*-}"); do
        SLURM_ARRAY_TASK_ID=$index SLURM_CPUS_PER_TASK=2 bash "$script" > "task-$index.log" 2>&1 &
    done
done
wait
"#;

/// The script for Slurm in the documentation, with tasks as processes.
#[test]
fn a_slurm_array_runs_all_shards() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let executable = |name: &str, text: &str| {
        let path = at.join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    executable("sbatch", SBATCH);
    fs::write(at.join("shard.sh"), documented("shard.sh")).unwrap();
    let arcbatt = PathBuf::from(env!("CARGO_BIN_EXE_arcbatt"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{}:{path}", text(at), text(arcbatt.parent().unwrap()));
    let shell = |line: &str| {
        let said = Command::new("bash")
            .args(["-c", line])
            .current_dir(at)
            .env("PATH", &path)
            .env("CUDA_VISIBLE_DEVICES", "")
            .env("XDG_CACHE_HOME", at)
            .output()
            .unwrap();
        let err = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(said.status.success(), "{line}\n{err}");
    };
    run_in(
        at,
        "shard plan solve --tasks 6 --steps 500 --shards 6 --out plan.json",
    )
    .exits(0);
    shell("sbatch --array=0-2,4 shard.sh");
    let status = run_in(at, "shard status plan.json results").exits(1);
    assert_eq!(status.out, "done: 4 of 6 shards\nmissing: 3,5\n");
    shell("sbatch --array=$(arcbatt shard status plan.json results --missing) shard.sh");
    run_in(at, "shard status plan.json results").exits(0);
    let wanted = tempfile::tempdir().unwrap();
    run_in(
        wanted.path(),
        "solve --tasks 6 --steps 500 --submission s.json",
    );
    run_in(at, "shard merge plan.json results --submission s.json").exits(0);
    same_file(&at.join("s.json"), &wanted.path().join("s.json"));
}

#[test]
fn stores_are_merged_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "solve --tasks 4 --steps 3000 --store a.sqlite");
    run_in(at, "solve --task half_turn --steps 3000 --store b.sqlite");
    run_in(at, "library merge a.sqlite b.sqlite --into c.sqlite").exits(0);
    run_in(at, "library merge b.sqlite a.sqlite --into d.sqlite").exits(0);
    let list = |name: &str| {
        let mut json = run_in(at, &format!("library --store {name} --json")).json();
        let mut programs = json["programs"].as_array_mut().unwrap().clone();
        for program in &mut programs {
            for score in program["tasks"].as_array_mut().into_iter().flatten() {
                score["run"] = Json::Null;
            }
        }
        programs
    };
    let count = |name: &str| list(name).len();
    assert!(count("b.sqlite") > 0 && count("c.sqlite") >= count("a.sqlite"));
    assert_eq!(list("c.sqlite"), list("d.sqlite"));
    let before = list("c.sqlite");
    let again = run_in(at, "library merge a.sqlite b.sqlite --into c.sqlite --json")
        .exits(0)
        .json();
    for store in again["stores"].as_array().unwrap() {
        assert_eq!(
            (&store["new_programs"], &store["new_runs"]),
            (&0.into(), &0.into())
        );
    }
    assert_eq!(list("c.sqlite"), before);
    let same = run(&[
        "library",
        "merge",
        text(&at.join("c.sqlite")),
        "--into",
        text(&at.join("c.sqlite")),
    ]);
    assert!(same.exits(2).err.contains("also the store to merge into"));
    let missing = run_in(at, "library merge none.sqlite --into e.sqlite").exits(2);
    assert!(missing.err.contains("no such file") && !at.join("e.sqlite").exists());
}
