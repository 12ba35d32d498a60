//! The same programs have the same answers in every command.

use super::*;

/// A solver that needs more than a mutant may: 90,000 calls in one line.
fn heavy(count: usize) -> String {
    format!(
        "def solve_half_turn(I):
    x1 = interval(ZERO, {count}, ONE)
    x2 = prapply(add, x1, x1)
    x3 = size(x2)
    x4 = greater(x3, ZERO)
    x5 = rot180(I)
    return branch(x4, x5, I)
"
    )
}

const TASK: [&str; 2] = ["--task", "half_turn"];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, &TASK, more].concat()
}

#[test]
fn heavy_solvers_are_right_everywhere() {
    let (folder, path) = file("heavy.py", &heavy(300));
    let (solver, out) = (text(&path), folder.path().join("best.py"));
    let batt = folder.path().join("heavy.batt");
    run(&["card", solver, "--mutants", "30", "--out", text(&batt)]).exits(0);
    run(&with(&["check", solver], &[])).exits(0);
    for args in [
        with(&["run", solver, "--freeze"], &["--json"]),
        with(&["run", solver, "--mutants", "100"], &["--json"]),
        with(&["batt", text(&batt)], &["--json"]),
    ] {
        let json = run(&args).exits(0).json();
        assert_eq!(json["tasks"][0]["right"], true, "{args:?}");
        assert_eq!(json["tasks"][0]["cut"].as_array().unwrap().len(), 0);
        assert_eq!(json["totals"]["right"], 1, "{args:?}");
    }
    let args = with(&["run", solver, "--out", text(&out)], &[]);
    run(&args).exits(0);
    run(&with(&["check", text(&out)], &[])).exits(0);
    let said = run(&with(
        &["profile", "--solvers", solver, "--mutants", "0"],
        &[],
    ));
    let right = "fit their demonstrations: 1 of 1 task; right on their tests: 1 of 1 task, \
                 1 of 1 test output";
    assert!(said.out.contains(right), "{}", said.out);
    assert!(!said.out.contains("hit a limit"), "{}", said.out);
}

/// A solver that makes five million calls in one line.
const EXPLODES: &str = "\
def solve_half_turn(I):
    x1 = power(increment, 5000000)
    x2 = x1(ZERO)
    x3 = greater(x2, ZERO)
    x4 = rot180(I)
    return branch(x3, x4, I)
";

#[test]
fn a_solver_that_hits_a_limit_says_which_and_where_everywhere() {
    let (folder, path) = file("explodes.py", EXPLODES);
    let solver = text(&path);
    let batt = folder.path().join("explodes.batt");
    run(&["card", solver, "--mutants", "3", "--out", text(&batt)]).exits(0);
    let said = run(&with(&["check", solver], &[])).exits(1);
    let raised = "limit: steps (--max-steps raises it), in x2 = x1(ZERO)";
    assert!(said.out.contains(raised), "{}", said.out);
    let line = "line 3: `x2 = x1(ZERO)` reached the limit of steps (--max-steps raises it)";
    let said = run(&with(&["run", solver, "--freeze"], &[])).exits(1);
    let cut = format!("cut: solve_half_turn on train 1 of half_turn: {line}");
    assert!(said.out.contains(&cut), "{}", said.out);
    let json = run(&with(&["run", solver, "--freeze"], &["--json"]))
        .exits(1)
        .json();
    let cut = &json["tasks"][0]["cut"][0];
    assert_eq!((&cut["line"], &cut["limit"]), (&3.into(), &"steps".into()));
    assert!(cut["message"].to_string().contains("--max-steps"), "{cut}");
    let said = run(&with(&["batt", solver], &[])).exits(1);
    assert!(said.out.contains(line), "{}", said.out);
    let said = run(&with(&["batt", text(&batt)], &[])).exits(1);
    let any_line = "reached the limit of steps (--max-steps raises it)";
    assert!(said.out.contains(any_line), "{}", said.out);
    let said = run(&with(&["rank", solver], &[]));
    assert!(said.out.contains("1 cut"), "{}", said.out);
    assert!(said.out.contains(raised), "{}", said.out);
    let said = run(&with(&["check", solver], &["--max-cells", "1000"])).exits(1);
    assert!(said.out.contains("--max-cells raises it"), "{}", said.out);
    let solve = ["solve", "--library", solver, "--allow-same-tasks"];
    let solve = [&solve[..], &["--steps", "1000"]].concat();
    let said = run(&with(&solve, &[]));
    let cut = format!("cut: solve_half_turn on train 1 of half_turn: {line}");
    assert!(said.out.contains(&cut), "{}", said.out);
    // The limits are options of every command that runs solvers.
    let more = ["--max-steps", "20000000", "--max-cells", "200000000"];
    run(&with(&["check", solver], &more)).exits(0);
    run(&with(&["run", solver, "--freeze"], &more)).exits(0);
    run(&with(&["batt", text(&batt)], &more)).exits(0);
    let said = run(&with(&["rank", solver], &more)).exits(0);
    assert!(said.out.contains("1 right"), "{}", said.out);
    let json = run(&with(&solve, &[&more[..], &["--json"]].concat()))
        .exits(0)
        .json();
    let task = &json["tasks"][0];
    assert_eq!(task["cut"], serde_json::json!([]));
    assert_eq!(task["proposer"], "library");
    let said = run(&with(&["check", solver], &["--max-steps", "0"])).exits(2);
    assert!(said.err.contains("--max-steps"), "{}", said.err);
}

/// A solver that the user brings stays although shorter mutants fit as well, and what is written is
/// what the numbers are of.
#[test]
fn the_user_s_solver_wins_over_mutants() {
    let long = "\
def solve_half_turn(I):
    x1 = rot90(I)
    x2 = rot90(x1)
    return x2

def solve_quarter_turn(I):
    x1 = rot180(I)
    x2 = rot270(x1)
    return x2
";
    let (folder, path) = file("long.py", long);
    let out = folder.path().join("best.py");
    let args = ["--mutants", "500", "--rounds", "2", "--json"];
    let tasks = ["--task", "half_turn", "--task", "quarter_turn"];
    let start = ["run", text(&path), "--out", text(&out)];
    let json = run(&[&start[..], &tasks, &args].concat()).exits(0).json();
    for task in json["tasks"].as_array().unwrap() {
        assert_eq!(task["best"]["change"], "none", "{task}");
    }
    assert_eq!(json["totals"]["right"], 2);
    let written = run(&[&["check", text(&out), "--json"], &tasks[..]].concat());
    assert_eq!(written.exits(0).json()["totals"]["right"], 2);
}

/// A library program that is named after the task is its answer, although it needs more than a search
/// gives a call.
#[test]
fn solve_takes_a_heavy_program_of_the_library() {
    let (_folder, path) = file("heavy.py", &heavy(300));
    let args = [
        "solve",
        "--library",
        text(&path),
        "--allow-same-tasks",
        "--steps",
        "1000",
    ];
    let json = run(&with(&args, &["--json"])).exits(0).json();
    let task = &json["tasks"][0];
    assert_eq!(
        (&task["fits"], &task["right"]),
        (&true.into(), &true.into())
    );
    assert!(task["program"].to_string().contains("prapply"), "{task}");
}
