//! `arcbatt batt`.

use super::*;

const TURNS: &str = "\
def solve_half_turn(I):
    O = rot180(I)
    return O

def solve_quarter_turn(I):
    O = rot90(I)
    return O
";

/// A batt file.
fn turns() -> (TempDir, PathBuf) {
    let (folder, path) = file("turns.py", TURNS);
    let batt = folder.path().join("turns.batt");
    run(&["card", text(&path), "--mutants", "20", "--out", text(&batt)]).exits(0);
    (folder, batt)
}

#[test]
fn without_arguments_the_built_in_batt_runs() {
    let said = run(&["batt"]).exits(0);
    assert_eq!(said.err, "");
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines.len() > 100);
    assert!(
        lines[0].contains(": fits its demonstrations; right on "),
        "{}",
        lines[0]
    );
    let last = lines.last().unwrap();
    assert!(last.contains(" tasks; right on their tests: "), "{last}");
    assert!(last.contains(" node evaluations, "), "{last}");
}

#[test]
fn a_file_runs_on_the_named_tasks() {
    let (_folder, batt) = turns();
    let args = [
        "batt",
        text(&batt),
        "--task",
        "half_turn",
        "--task",
        "quarter_turn",
    ];
    let said = run(&args).exits(0);
    assert_eq!(said.out.lines().count(), 3, "{}", said.out);
    assert!(
        said.out
            .contains("half_turn: fits its demonstrations; right on "),
        "{}",
        said.out
    );
    let said = run(&[&args[..], &["--programs"]].concat()).exits(0);
    assert!(
        said.out.contains("def solve_half_turn(I):\n"),
        "{}",
        said.out
    );
    // The turns do not solve every task.
    run(&["batt", text(&batt), "--task", "gravity_down"]).exits(1);
}

#[test]
fn equivalence_and_threads_change_no_answer() {
    let (_folder, batt) = turns();
    let args = [
        "batt",
        text(&batt),
        "--json",
        "--task",
        "half_turn",
        "--task",
        "mend_mirror",
    ];
    let tasks = |more: &[&str]| {
        let mut json = run(&[&args[..], more].concat()).exits(1).json();
        for task in json["tasks"].as_array_mut().unwrap() {
            task["evaluations"].take();
        }
        json["tasks"].take()
    };
    let one = tasks(&[]);
    let half_turn = &one[0];
    assert_eq!(
        (&half_turn["id"], &half_turn["fits"]),
        (&"half_turn".into(), &true.into())
    );
    assert_eq!(half_turn["tests_right"], half_turn["tests_known"]);
    assert_eq!(
        half_turn["best"]["differ"],
        half_turn["best"]["differ_most"]
    );
    assert!(
        half_turn["best"]["program"]
            .as_str()
            .unwrap()
            .contains("rot180(I)")
    );
    assert!(half_turn["candidates"].as_u64() > half_turn["distinct"].as_u64());
    assert_eq!(one, tasks(&["--no-equivalence"]));
    assert_eq!(one, tasks(&["--threads", "3"]));
}

#[test]
fn files_that_are_not_batts_are_rejected() {
    let (_folder, path) = file("x.batt", "hello\n");
    run(&["batt", text(&path)]).fails_with(&format!(
        "{}: line 1: not a batt: expected `arcbatt batt 1`, found `hello`",
        text(&path)
    ));
    let (_folder, path) = file("x.batt", "arcbatt batt 2\n");
    run(&["batt", text(&path)]).fails_with(&format!(
        "{}: line 1: version 2 of the format; this arcbatt reads version 1: write the batt again \
         with `arcbatt card`",
        text(&path)
    ));
    let said = run(&["batt", "/nonexistent.batt"]).exits(2);
    assert!(
        said.err
            .starts_with("error: /nonexistent.batt: cannot read it"),
        "{}",
        said.err
    );
    let said = run(&["batt", "--task", "half_tun"]).exits(2);
    assert!(said.err.contains("did you mean"), "{}", said.err);
}

#[test]
fn a_program_has_the_name_of_its_source() {
    // Both solvers are the same program, and wrong for the first task.
    let (folder, path) = file("turns.py", &TURNS.replace("rot180", "rot90"));
    let batt = folder.path().join("turns.batt");
    run(&["card", text(&path), "--mutants", "200", "-o", text(&batt)]).exits(0);
    let tasks = ["--task", "half_turn", "--task", "quarter_turn"];
    let args = [&["batt", text(&batt)], &tasks[..]].concat();
    let json = run(&[&args[..], &["--json"]].concat()).exits(0).json();
    let best = |k: usize| {
        let best = &json["tasks"][k]["best"];
        let program = best["program"].as_str().unwrap();
        let (head, _) = program.split_once('(').unwrap();
        (best["name"].as_str().unwrap(), head.to_owned())
    };
    let (mutant, head) = best(0);
    assert!(mutant.starts_with("mutant of solve_"), "{mutant}");
    assert_eq!(head, format!("def {}", mutant.replace(' ', "_")));
    assert_eq!(
        best(1),
        ("solve_quarter_turn", "def solve_quarter_turn".to_owned())
    );
    let said = run(&[&args[..], &["--programs"]].concat()).exits(0);
    for by in [mutant, "solve_quarter_turn"] {
        assert!(said.out.contains(&format!("; by {by}")), "{}", said.out);
    }
}

#[test]
fn solver_files_are_merged_without_mutants() {
    let (_folder, one) = file("turns.py", TURNS);
    let (_other, two) = file(
        "more.py",
        "def solve_mirror_left_right(I):\n    return vmirror(I)\n",
    );
    let tasks = [
        "--task",
        "half_turn",
        "--task",
        "mirror_left_right",
        "--json",
    ];
    let json = run(&[&["batt", text(&one), text(&two)], &tasks[..]].concat())
        .exits(0)
        .json();
    assert_eq!(json["tasks"][0]["candidates"], 3);
    assert_eq!(json["totals"]["right"], 2);
    let (_empty, none) = file("none.py", "x = 1\n");
    run(&["batt", text(&none)]).exits(2);
}
