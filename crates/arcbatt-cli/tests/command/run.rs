//! `arcbatt run`.

use super::*;

/// Damaged solvers: one mutation makes them right.
pub const DAMAGED: &str = "\
def solve_half_turn(I):
    O = rot90(I)
    return O

def solve_hidden_patch(I):
    x1 = ofcolor(I, RED)
    x2 = rot180(I)
    O = subgrid(x1, x2)
    return O
";

#[test]
fn without_arguments_the_built_in_solvers_run() {
    let said = run(&["run", "--mutants", "3"]).exits(0);
    assert_eq!(said.err, "");
    let out = &said.out;
    for start in [
        "phase",
        "load",
        "card",
        "batt: ",
        "  ",
        "score",
        "slowest tasks",
    ] {
        assert!(
            out.lines().any(|line| line.starts_with(start)),
            "{start:?} in {out}"
        );
    }
    assert!(!out.contains("outlier"), "{out}");
    let last = out.lines().last().unwrap();
    assert!(last.contains(" of 106 tasks (106 before); "), "{last}");
}

#[test]
fn frozen_solvers_run_without_mutants() {
    let (_folder, path) = file("damaged.py", DAMAGED);
    let args = [
        "run",
        "--solvers",
        text(&path),
        "--freeze",
        "--rounds",
        "9",
        "--json",
    ];
    let args = [
        &args[..],
        &["--task", "half_turn", "--task", "hidden_patch"],
    ]
    .concat();
    let json = run(&args).exits(1).json();
    assert_eq!(json["rounds"].as_array().unwrap().len(), 1);
    assert_eq!(json["rounds"][0]["candidates"], 2);
    assert_eq!(
        (&json["totals"]["fits"], &json["totals"]["tasks"]),
        (&0.into(), &2.into())
    );
    assert_eq!(json["stopped"], false);
    assert_eq!(json["tasks"][0]["best"]["change"], "none");
}

#[test]
fn json_has_every_result() {
    let (_folder, path) = file("damaged.py", DAMAGED);
    let args = [
        "run",
        "--solvers",
        text(&path),
        "--rounds",
        "3",
        "--mutants",
        "60",
        "--json",
    ];
    let args = [
        &args[..],
        &["--task", "half_turn", "--task", "hidden_patch"],
    ]
    .concat();
    let json = run(&args).exits(0).json();
    for phase in ["load", "card", "batt", "score", "store"] {
        assert!(json["phases_ms"][phase].is_f64(), "{phase}");
    }
    assert!(json["wall_ms"].is_f64());
    let rounds = json["rounds"].as_array().unwrap();
    for (k, round) in rounds.iter().enumerate() {
        assert_eq!(round["round"], k + 1);
        for field in [
            "parents",
            "parents_generated",
            "candidates",
            "nodes",
            "calls",
            "candidate_runs",
            "ruled_out",
            "distinct",
            "evaluations",
            "shared",
            "skipped",
            "fits",
        ] {
            assert!(round[field].is_u64(), "{field}");
        }
        assert!((0.0..1.0).contains(&round["saved"].as_f64().unwrap()));
    }
    for task in json["tasks"].as_array().unwrap() {
        assert_eq!(
            (&task["fits"], &task["fits_before"]),
            (&true.into(), &false.into())
        );
        assert_eq!(task["right"], true);
        let best = &task["best"];
        assert_eq!(best["matched"], task["train"]);
        assert_eq!(best["tests_right"], best["tests_known"]);
        assert_eq!(best["differ"], best["differ_most"]);
        assert!(best["change"] != "none" && best["round"].as_u64().unwrap() >= 1);
        assert!(best["program"].as_str().unwrap().starts_with("def solve_"));
        assert!(task["outlier"].is_null());
    }
    let totals = &json["totals"];
    assert_eq!(
        (&totals["fits"], &totals["fits_before"]),
        (&2.into(), &0.into())
    );
    // The text names the new programs.
    let text_args: Vec<&str> = args.into_iter().filter(|arg| *arg != "--json").collect();
    let said = run(&text_args).exits(0);
    assert!(
        said.out.contains("newly fitting their demonstrations\n"),
        "{}",
        said.out
    );
    assert!(said.out.contains("\nround 3: "), "{}", said.out);
    assert!(
        said.out
            .contains("fit their demonstrations: 2 of 2 tasks (0 before); "),
        "{}",
        said.out
    );
}

#[test]
fn tasks_can_be_chosen() {
    let json = run(&["run", "--tasks", "4", "--freeze", "--json"])
        .exits(0)
        .json();
    assert_eq!(json["totals"]["tasks"], 4);
    let json = run(&["run", "--task", "half_turn", "--freeze", "--json"])
        .exits(0)
        .json();
    assert_eq!(json["tasks"][0]["id"], "half_turn");
    assert_eq!(json["totals"]["tasks"], 1);
    run(&["run", "--task", "half_tun"])
        .fails_with("no task \"half_tun\" in the built-in tasks; did you mean half_turn?");
    let said = run(&["run", "--time-limit", "soon"]).exits(2);
    assert!(said.err.contains("--time-limit"), "{}", said.err);
    let said = run(&["run", "--resume"]).exits(2);
    assert!(said.err.contains("--out"), "{}", said.err);
}

#[test]
fn a_timeout_ends_with_the_results_so_far() {
    let args = [
        "run",
        "--task",
        "gravity_down",
        "--task",
        "half_turn",
        "--mutants",
        "20",
    ];
    let args = [&args[..], &["--rounds", "1000000", "--time-limit", "1s"]].concat();
    let said = run(&args);
    // On a slow machine the first round may be truncated.
    assert!(matches!(said.code, Some(0 | 1)), "{}", said.err);
    assert!(
        said.err.contains("ended early: the time limit was reached"),
        "{}",
        said.err
    );
    assert!(said.out.contains(" of 2 tasks ("), "{}", said.out);
}

#[test]
fn nothing_to_do_is_reported() {
    for option in ["--rounds", "--tasks"] {
        let said = run(&["run", option, "0"]).exits(2);
        let told =
            format!("invalid value '0' for '{option} <N>': write a whole number, at least 1");
        assert!(said.err.contains(&told), "{}", said.err);
    }
}
