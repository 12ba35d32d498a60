//! Options that mean the same in every command.

use super::*;

const HALF_TURN: &str = "def solve_half_turn(I):\n    return rot180(I)\n";
const GRAVITY: &str = "def solve_gravity_down(I):\n    return I\n";

#[test]
fn several_solver_files_are_one() {
    let (_one, first) = file("a.py", HALF_TURN);
    let (_two, second) = file("b.py", GRAVITY);
    let task = ["--task", "half_turn", "--json"];
    let files = [text(&first), text(&second)];
    let checked = run(&[&["check"], &files[..], &task].concat()).exits(0);
    assert_eq!(checked.json()["totals"]["tasks"], 1);
    let ran = run(&[&["run", "--freeze"], &files[..], &task].concat()).exits(0);
    assert_eq!(ran.json()["rounds"][0]["parents"], 2);
    // The former spelling of a file.
    let former = ["run", "--freeze", "--solvers", text(&first)];
    let ran = run(&[&former[..], &task].concat()).exits(0);
    assert_eq!(ran.json()["rounds"][0]["parents"], 1);
    let both = run(&["run", text(&first), "--solvers", text(&second)]).exits(2);
    assert!(both.err.contains("cannot be used with"), "{}", both.err);
}

#[test]
fn short_options_mean_the_same_as_long_ones() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("o.py");
    let solve = ["solve", "--task", "half_turn", "--steps", "20000"];
    run(&[&solve[..], &["-j", "1", "-o", text(&out)]].concat()).exits(0);
    let written = std::fs::read_to_string(&out).unwrap();
    assert!(written.contains("def solve_half_turn(I)"), "{written}");
    let run_args = ["run", "--task", "half_turn", "--freeze", "-j", "1"];
    let best = folder.path().join("best.py");
    run(&[&run_args[..], &["-o", text(&best)]].concat()).exits(0);
    assert!(best.exists());
    run(&["check", text(&best), "--task", "half_turn", "-j", "1"]).exits(0);
}

#[test]
fn quiet_leaves_out_notes_and_keeps_errors() {
    let (_folder, path) = file("a.py", &format!("{HALF_TURN}{GRAVITY}"));
    let args = ["check", text(&path), "--data"];
    let (_data, task) = file(
        "half_turn.json",
        r#"{"train": [{"input": [[1, 2]], "output": [[2, 1]]}], "test": [{"input": [[3]]}]}"#,
    );
    let noted = run(&[&args[..], &[text(&task)]].concat()).exits(0);
    assert!(
        noted.err.contains("1 solver is for no task"),
        "{}",
        noted.err
    );
    let quiet = run(&[&args[..], &[text(&task), "-q"]].concat()).exits(0);
    assert_eq!((quiet.err.as_str(), quiet.out.is_empty()), ("", false));
    let failed = run(&["--quiet", "check", "--task", "nothing"]).exits(2);
    assert!(failed.err.starts_with("error: no task"), "{}", failed.err);
}

#[test]
fn one_name_for_the_time_of_everything() {
    for name in ["--time-limit", "--time-total"] {
        let args = ["solve", "--task", "half_turn", name, "20s", "--json"];
        run(&args).exits(0);
    }
    run(&[
        "run",
        "--task",
        "half_turn",
        "--freeze",
        "--time-limit",
        "20s",
    ])
    .exits(0);
}

#[test]
fn amounts_of_memory_need_a_unit() {
    for bad in ["10", "100000000", "10K", "0.1M", "lots", "-5G"] {
        let said = run(&["solve", "--task", "half_turn", &format!("--memory={bad}")]).exits(2);
        let units = "write a size of at least 1M with its unit (K, M, G or T), such as 512M or 2G";
        assert!(said.err.contains(units), "{bad}: {}", said.err);
    }
}

#[test]
fn an_output_file_has_the_extension_of_its_format() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = [
        (
            &["solve", "--out"][..],
            "o.json",
            "a file of solvers ends in .py",
        ),
        (&["run", "-o"], "o.txt", "a file of solvers ends in .py"),
        (
            &["run", "--submission"],
            "o.py",
            "a JSON file ends in .json",
        ),
        (&["solve", "--submission"], "o", "a JSON file ends in .json"),
        (
            &["solve", "--store"],
            "o.py",
            "a store ends in .sqlite or .sqlite3 or .db",
        ),
    ];
    for (args, name, message) in wrong {
        let path = folder.path().join(name);
        let said = run(&[args, &[text(&path)]].concat()).exits(2);
        assert!(said.err.contains(message), "{}", said.err);
        assert!(!path.exists());
    }
}

#[test]
fn the_message_says_how_to_name_an_output_file() {
    for (args, why) in [
        (
            "show half_turn --png x.svg",
            "a PNG picture ends in .png: name it x.png, or draw with --svg",
        ),
        (
            "trace half_turn --svg x.png",
            "an SVG picture ends in .svg: name it x.svg, or draw with --png",
        ),
        (
            "dsl fill --png x.jpg",
            "a PNG picture ends in .png: name it x.png",
        ),
        (
            "check --submission x.csv",
            "a JSON file ends in .json: name it x.json",
        ),
        (
            "library export --out x.json",
            "a file of solvers ends in .py: name it x.py",
        ),
        ("card --out x.py", "a batt ends in .batt: name it x.batt"),
        (
            "profile --html x.svg",
            "an HTML page ends in .html or .htm: name it x.html",
        ),
        (
            "profile --flame x.html",
            "an SVG picture ends in .svg: name it x.svg",
        ),
        (
            "profile --speedscope x.svg",
            "a JSON file ends in .json: name it x.json",
        ),
        (
            "profile --firefox x.svg",
            "a JSON file ends in .json: name it x.json",
        ),
        (
            "profile --json x.html",
            "a JSON file ends in .json: name it x.json",
        ),
    ] {
        let words: Vec<&str> = args.split(' ').collect();
        let said = run(&words).exits(2);
        let first = said.err.lines().next().unwrap_or_default();
        assert!(first.ends_with(why), "{args}: {first}");
        assert_eq!(said.out, "");
    }
}
