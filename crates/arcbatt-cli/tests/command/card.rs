//! `arcbatt card`.

use super::*;

const TWO: &str = "\
def solve_half_turn(I):
    O = rot180(I)
    return O

def solve_hidden_patch(I):
    x1 = ofcolor(I, BLACK)
    x2 = rot180(I)
    O = subgrid(x1, x2)
    return O
";

#[test]
fn without_arguments_the_built_in_solvers_are_merged() {
    let said = run(&["card", "--mutants", "10"]).exits(0);
    assert_eq!(said.err, "");
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines.len(), 2, "{}", said.out);
    assert!(
        lines[0].contains("candidates of 106 programs, "),
        "{}",
        said.out
    );
    assert!(lines[0].contains(" calls: merging saves "), "{}", said.out);
    assert!(
        lines[1].starts_with("106 programs built, 0 reused, "),
        "{}",
        said.out
    );
    assert!(
        lines[1].ends_with("; --out F.batt writes it to a file"),
        "{}",
        said.out
    );
}

#[test]
fn json_counts() {
    let (_folder, path) = file("two.py", TWO);
    let json = run(&["card", text(&path), "--mutants", "0", "--json"])
        .exits(0)
        .json();
    assert_eq!(json["programs"], 2);
    assert_eq!(
        (&json["generated"], &json["reused"]),
        (&2.into(), &0.into())
    );
    assert_eq!(json["candidates"], 2);
    // rot180(I) is one node of four calls.
    assert_eq!((&json["nodes"], &json["calls"]), (&3.into(), &4.into()));
    assert_eq!(json["saved"], 0.25);
    assert!(json["card_ms"].is_f64() && json["file"].is_null());
    let json = run(&["card", text(&path), "--mutants", "40", "--json"])
        .exits(0)
        .json();
    assert!(json["candidates"].as_u64().unwrap() > 40);
    assert!(json["discarded"].as_u64().unwrap() > 0);
}

#[test]
fn unchanged_programs_are_reused() {
    let (folder, path) = file("two.py", TWO);
    let batt = folder.path().join("x.batt");
    let args = ["card", text(&path), "--mutants", "20", "--out", text(&batt)];
    let said = run(&args).exits(0);
    let shown = format!("; written to {}", text(&batt));
    assert!(
        said.out.contains("2 programs built, 0 reused"),
        "{}",
        said.out
    );
    assert!(said.out.trim_end().ends_with(&shown), "{}", said.out);
    let first = std::fs::read_to_string(&batt).unwrap();
    assert!(first.starts_with("arcbatt batt 1\nneeds "));
    let said = run(&args).exits(0);
    assert!(
        said.out.contains("0 programs built, 2 reused"),
        "{}",
        said.out
    );
    assert_eq!(std::fs::read_to_string(&batt).unwrap(), first);
    // Another seed regenerates everything.
    let other = [&args[..], &["--seed", "1"]].concat();
    let said = run(&other).exits(0);
    assert!(
        said.out.contains("2 programs built, 0 reused"),
        "{}",
        said.out
    );
    // No temporary file is left.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_broken_earlier_batt_is_reported_and_replaced() {
    let (folder, path) = file("two.py", TWO);
    let batt = folder.path().join("x.batt");
    std::fs::write(&batt, "arcbatt batt 1\nneeds 0\nsources 7\n").unwrap();
    let said = run(&["card", text(&path), "--mutants", "5", "--out", text(&batt)]).exits(0);
    assert_eq!(
        said.err,
        format!(
            "{}: line 4: the file ends before a source: write the batt again; not reused\n",
            text(&batt)
        )
    );
    assert!(said.out.contains("2 programs built"), "{}", said.out);
    run(&["batt", text(&batt), "--task", "half_turn"]).exits(0);
}

#[test]
fn errors_in_the_source_are_reported_and_the_rest_is_merged() {
    let (_folder, path) = file(
        "bad.py",
        &format!("{TWO}\ndef solve_x(I):\n    return warp(I)\n"),
    );
    let said = run(&["card", text(&path), "--mutants", "0"]).exits(1);
    assert!(said.err.contains("warp"), "{}", said.err);
    assert!(
        said.out.contains("2 candidates of 2 programs"),
        "{}",
        said.out
    );
    let said = run_with(command(&["card", "-", "--mutants", "0"]), TWO).exits(0);
    assert!(
        said.out.contains("2 candidates of 2 programs"),
        "{}",
        said.out
    );
    let said = run(&["card", "/nonexistent.py"]).exits(2);
    assert!(
        said.err
            .contains("/nonexistent.py: cannot read solvers from it"),
        "{}",
        said.err
    );
    let said = run(&["card", "--out", "/nonexistent/x.batt", "--mutants", "0"]).exits(2);
    assert!(
        said.err.contains("/nonexistent/x.batt: cannot write it"),
        "{}",
        said.err
    );
}

#[test]
fn a_file_without_solvers_is_an_error() {
    let (_folder, path) = file("none.py", "# nothing yet\n");
    let said = run(&["card", text(&path)]).exits(2);
    let last = said.err.lines().last().unwrap();
    assert!(
        last.ends_with("none.py: no solver in it that can run"),
        "{last}"
    );
}

/// The batt is the same, byte by byte, on any number of threads.
#[test]
fn the_batt_does_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let made = ["1", "2", "3"].map(|threads| {
        let path = folder.path().join(format!("{threads}.batt"));
        let args = ["card", "--mutants", "30", "-j", threads, "-o", text(&path)];
        run(&args).exits(0);
        std::fs::read(path).unwrap()
    });
    assert!(made[0].len() > 100_000);
    assert!(made[0] == made[1] && made[1] == made[2]);
}

/// `--task`, `--tasks` and `--data` choose the tasks whose solvers are merged.
#[test]
fn only_solvers_of_the_chosen_tasks() {
    let programs = |args: &[&str]| {
        let all = [&["card", "--mutants", "5", "--json"], args].concat();
        run(&all).exits(0).json()["programs"].clone()
    };
    assert_eq!(programs(&["--task", "half_turn"]), 1);
    let two = ["--task", "half_turn", "--task", "quarter_turn"];
    assert_eq!(programs(&two), 2);
    assert_eq!(programs(&["--tasks", "5"]), 5);
    assert_eq!(programs(&["--data", "embedded"]), 106);
    let (_folder, path) = file("two.py", TWO);
    assert_eq!(programs(&[text(&path), "--task", "hidden_patch"]), 1);
    let said = run(&["card", "--task", "half_turns"]).exits(2);
    assert!(said.err.contains("half_turn"), "{}", said.err);
    let said = run(&["card", text(&path), "--task", "quarter_turn"]).exits(2);
    let none = "no solver in it for the chosen tasks";
    assert!(said.err.contains(none), "{}", said.err);
}
