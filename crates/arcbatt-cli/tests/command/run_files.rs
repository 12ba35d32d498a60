//! `arcbatt run --store`, `--submission` and `--resume`.

use super::run::DAMAGED;
use super::*;
use arcbatt::store::Store;
use std::time::{Duration, Instant};

const TASKS: [&str; 4] = ["half_turn", "hidden_patch", "gravity_down", "mend_mirror"];

/// A run of 30 rounds on four tasks, two of which have wrong solvers.
fn arguments<'a>(solvers: &'a Path, files: [&'a Path; 3]) -> Vec<&'a str> {
    let [store, submission, out] = files.map(text);
    let mut args = vec!["run", "--rounds", "30", "--mutants", "20", "--seed", "7"];
    args.extend(["--solvers", text(solvers), "--json"]);
    args.extend(["--store", store, "--submission", submission, "--out", out]);
    for task in TASKS {
        args.extend(["--task", task]);
    }
    args
}

/// The last round that the store has of every task.
fn completed(store: &Path) -> u32 {
    let read = || {
        let store = Store::open_to_read(store).ok()?;
        let run = store.runs().ok()?.into_iter().next()?;
        let standings = store.standings(run.run).ok()?;
        standings.values().map(|standing| standing.pass).min()
    };
    read().unwrap_or(0)
}

/// The tasks of a report, without their times.
fn tasks(json: &Json) -> Vec<Json> {
    let mut tasks = json["tasks"].as_array().unwrap().clone();
    for task in &mut tasks {
        task["ms"] = Json::Null;
    }
    tasks
}

#[test]
fn programs_are_in_the_store_and_attempts_in_the_submission() {
    let (folder, solvers) = file("damaged.py", DAMAGED);
    let path = |name: &str| folder.path().join(name);
    let (store, submission) = (path("lib.sqlite"), path("submission.json"));
    let mut args = vec!["run", "--mutants", "60", "--rounds", "3", "--json"];
    args.extend(["--solvers", text(&solvers), "--store", text(&store)]);
    args.extend(["--submission", text(&submission)]);
    args.extend(["--task", "half_turn", "--task", "hidden_patch"]);
    let report = run(&args).exits(0).json();
    assert_eq!((&report["run"], &report["resumed"]), (&1.into(), &0.into()));

    let library = run(&["library", "list", "--store", text(&store), "--json"]).exits(0);
    let library = library.json();
    let worth = library["programs"].as_array().unwrap().iter();
    let worth: Vec<&Json> = worth.flat_map(|p| p["tasks"].as_array().unwrap()).collect();
    for id in ["half_turn", "hidden_patch"] {
        let fits = |w: &&&Json| w["task"] == id && w["matched"] == w["demonstrations"];
        let found = worth.iter().find(fits).expect(id);
        assert_eq!(found["proposer"], "evolve");
    }
    let shown = run(&["library", "--store", text(&store)]).exits(0);
    assert!(shown.out.contains("rot180(I)"), "{}", shown.out);
    let both = ["--task", "half_turn", "--task", "hidden_patch"];
    run(&[&["score", text(&submission)][..], &both].concat()).exits(0);
    // A search draws on the programs.
    let solve = ["solve", "--steps", "10", "--task", "half_turn", "--json"];
    let library = ["--library", text(&store), "--allow-same-tasks"];
    let solved = run(&[&solve[..], &library].concat()).json();
    assert_ne!(solved["library"], 0);

    // All rounds are done: resuming reports the same and runs nothing.
    let again = run(&[&args[..], &["--resume"]].concat()).exits(0).json();
    assert_eq!(again["rounds"].as_array().unwrap().len(), 0);
    assert_eq!(again["resumed"], 2);
    for (one, other) in tasks(&report).iter().zip(tasks(&again)) {
        assert_eq!(one["best"], other["best"]);
    }
}

#[test]
fn killed_and_resumed_runs_end_like_uninterrupted_ones() {
    let (folder, solvers) = file("damaged.py", DAMAGED);
    let path = |name: &str| folder.path().join(name);
    let whole = [path("a.sqlite"), path("a.json"), path("a.py")];
    let whole = whole.each_ref().map(|path| path.as_path());
    let whole_report = run(&arguments(&solvers, whole)).json();

    let killed = [path("b.sqlite"), path("b.json"), path("b.py")];
    let killed = killed.each_ref().map(|path| path.as_path());
    let args = arguments(&solvers, killed);
    let mut before = 0;
    for (k, wait) in [0, 7, 2, 15, 4].into_iter().enumerate() {
        let resume: &[&str] = if k == 0 { &[] } else { &["--resume"] };
        let mut child = command(&[&args[..], resume].concat())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let started = Instant::now();
        while completed(killed[0]) <= before && child.try_wait().unwrap().is_none() {
            let waited = started.elapsed();
            assert!(waited < Duration::from_secs(300), "no round is completed");
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        let after = completed(killed[0]);
        assert!(after >= before);
        before = after;
        arcbatt::session::submission::Submission::read(killed[1]).unwrap();
    }
    assert!(before >= 1);
    let report = run(&[&args[..], &["--resume"]].concat()).json();
    assert_eq!(report["resumed"], 4);
    assert_eq!(tasks(&whole_report), tasks(&report));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(whole[1]), read(killed[1]));
    assert_eq!(read(whole[2]), read(killed[2]));
}

#[test]
fn a_run_that_cannot_be_resumed_is_reported() {
    let folder = TempDir::new().unwrap();
    let store = folder.path().join("lib.sqlite");
    let args = ["run", "--task", "half_turn", "--mutants", "0"];
    let resume = ["--store", text(&store), "--resume"];
    let said = run(&[&args[..], &resume].concat()).exits(2);
    assert!(said.err.contains("no such file"), "{}", said.err);
    run(&[&args[..], &resume[..2]].concat()).exits(0);
    let other = run(&[&args[..], &resume, &["--seed", "3"]].concat()).exits(2);
    let wanted = "the last run of these tasks has seed 0, 0 mutants per program, shared";
    assert!(other.err.contains(wanted), "{}", other.err);
    let said = run(&["run", "--resume"]).exits(2);
    assert!(said.err.contains("--store"), "{}", said.err);
}

/// The mutants of a run are kept for the next one; results are the same with and without them.
#[test]
fn an_unchanged_run_takes_its_mutants_from_the_cache() {
    let cache = tempfile::tempdir().unwrap();
    let ran = |more: &[&str]| {
        let args = [&["run", "--mutants", "20", "--rounds", "2", "--json"], more].concat();
        let mut command = command(&args);
        command.env("XDG_CACHE_HOME", cache.path());
        let mut json = run_with(command, "").exits(0).json();
        let rounds = json["rounds"].as_array().unwrap().clone();
        let cached = [0, 1].map(|k| rounds[k]["cached"] == true);
        // What is left depends on nothing but the results.
        for task in json["tasks"].as_array_mut().unwrap() {
            task["ms"] = 0.into();
        }
        let results = ["tasks", "totals"].map(|part| json[part].to_string());
        (results, cached)
    };
    let folder = cache.path().join("arcbatt").join("cards");
    let count = || std::fs::read_dir(&folder).map_or(0, |files| files.count());
    let (first, cached) = ran(&[]);
    assert_eq!((cached, count()), ([false; 2], 2));
    for (more, from_cache) in [
        (&[][..], [true; 2]),
        (&["-j", "1"], [true; 2]),
        (&["--no-cache"], [false; 2]),
    ] {
        let (again, cached) = ran(more);
        assert_eq!(cached, from_cache, "{more:?}");
        assert!(again == first, "{more:?}");
    }
    // Another seed is another run.
    assert_eq!(ran(&["--seed", "5"]).1, [false; 2]);
    assert_eq!(count(), 4);
    // Damaged files are generated anew.
    for entry in std::fs::read_dir(&folder).unwrap() {
        std::fs::write(entry.unwrap().path(), "damaged").unwrap();
    }
    let (again, cached) = ran(&[]);
    assert_eq!(cached, [false; 2]);
    assert!(again == first);
    assert_eq!(ran(&[]).1, [true; 2]);
    // A report says where they come from.
    let mut command = command(&["run", "--mutants", "20"]);
    command.env("XDG_CACHE_HOME", cache.path());
    let said = run_with(command, "").exits(0);
    let kept = "from 106 programs (kept from an earlier run)";
    assert!(said.out.contains(kept), "{}", said.out);
}
