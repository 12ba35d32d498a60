//! Time limits hold whatever the files hold, and tasks that are not searched are named.

use super::*;
use std::time::{Duration, Instant};

#[test]
fn reading_the_input_is_inside_the_time_limit() {
    let solver = "    a = rot90(I)\n    b = rot90(a)\n    O = rot90(b)\n    return O\n";
    let many: String = (0..300_000)
        .map(|k| format!("def solve_{k:06}(I):\n{solver}"))
        .collect();
    let (_folder, path) = file("many.py", &many);
    let message = "the time limit was reached while reading the input, so nothing was run: give a \
                   longer --time-limit";
    for args in [
        &["run", text(&path), "--time-limit", "100ms"][..],
        &["solve", "--library", text(&path), "--time-limit", "100ms"],
    ] {
        let started = Instant::now();
        run(args).fails_with(message);
        // Reading the file takes far longer in a test build.
        assert!(started.elapsed() < Duration::from_secs(20), "{args:?}");
    }
}

#[test]
fn endless_mutants_leave_time_to_run_them() {
    let args = [
        "run",
        "--mutants",
        "4294967295",
        "--time-limit",
        "6s",
        "--json",
        "--no-cache",
        "--tasks",
        "3",
    ];
    let started = Instant::now();
    let json = run(&args).json();
    assert!(started.elapsed() < Duration::from_secs(60));
    assert_eq!(json["ending"], "time", "{json}");
    let totals = &json["totals"];
    assert_eq!(totals["fits"], 3, "{totals}");
}

#[test]
fn a_task_with_too_many_pairs_is_named() {
    let pair = r#"{"input": [[1, 2]], "output": [[2, 1]]}"#;
    let task = |pairs: usize| {
        let train = vec![pair; pairs].join(", ");
        format!(r#"{{"train": [{train}], "test": [{{"input": [[3, 4]]}}]}}"#)
    };
    let (_folder, path) = file("many.json", &task(64));
    let args = ["solve", "--steps", "2000", "--data", text(&path)];
    let said = run(&args).exits(1);
    let why = "it has 65 pairs; a search takes at most 64, tests included";
    let line = format!("many: not searched: {why}\n");
    assert!(said.out.contains(&line), "{}", said.out);
    let json = run(&[&args[..], &["--json"]].concat()).exits(1).json();
    assert_eq!(json["tasks"][0]["not_searched"], why);

    let (_folder, path) = file("fewer.json", &task(63));
    let args = ["solve", "--steps", "2000", "--data", text(&path), "--json"];
    let json = run(&args).exits(0).json();
    assert_eq!(json["tasks"][0]["not_searched"], Json::Null);
}
