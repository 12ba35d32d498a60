//! `arcbatt profile`, and `--profile` of `run`, `batt` and `solve`.

use super::*;

/// Profiles a few tasks.
pub fn small(more: &[&str]) -> Said {
    let args = ["profile", "--tasks", "8", "--mutants", "4"];
    run(&[&args[..], more].concat())
}

#[test]
fn the_report_starts_with_the_right_answers() {
    let said = small(&[]).exits(0);
    assert_eq!(said.err, "");
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(
        lines[0].starts_with(
            "fit their demonstrations: 8 of 8 tasks; right on their tests: 8 of 8 tasks, "
        ),
        "{}",
        lines[0]
    );
    assert!(
        lines[0].ends_with("; the answers are the same with profiling off"),
        "{}",
        lines[0]
    );
    assert!(lines[2].starts_with("profiler: "), "{}", lines[2]);
    assert_eq!(lines[7], "verdict");
    for head in ["phase ", "primitive ", "framework ", "task "] {
        assert!(
            said.out.contains(&format!("\n\n{head}")),
            "{head}: {}",
            said.out
        );
    }
    assert!(said.out.contains("not accounted for"), "{}", said.out);
    assert!(said.out.contains("\nmedian "), "{}", said.out);
}

#[test]
fn only_the_requested_parts_are_shown() {
    let said = small(&["dsl"]).exits(0);
    assert!(said.out.contains("\n\nprimitive "), "{}", said.out);
    assert!(!said.out.contains("\n\nphase "), "{}", said.out);
    assert!(!said.out.contains("\n\ntask "), "{}", said.out);
    let said = run(&["profile", "--tasks", "0"]).exits(2);
    assert!(
        said.err.contains("write a whole number, at least 1"),
        "{}",
        said.err
    );
    let said = run(&["profile", "dls"]).exits(2);
    assert!(said.err.contains("dsl"), "{}", said.err);
}

#[test]
fn projections_and_budgets() {
    let said = small(&["pipeline", "--project", "400", "1000", "--budget", "8h"]).exits(0);
    assert!(said.out.contains("400 tasks would take "), "{}", said.out);
    assert!(said.out.contains("1,000 tasks would take "), "{}", said.out);
    assert!(said.out.contains(" runs of 8 tasks or "), "{}", said.out);
    // A size that is requested twice, or was measured, is shown once.
    let said = small(&[
        "pipeline",
        "pipeline",
        "--project",
        "8",
        "400",
        "400",
        "--budget",
        "8h",
    ])
    .exits(0);
    let times = |words: &str| said.out.matches(words).count();
    assert_eq!(times("400 tasks would take "), 1, "{}", said.out);
    assert_eq!(times(" runs of 8 tasks"), 1, "{}", said.out);
    assert_eq!(times(" runs of 400 tasks"), 1, "{}", said.out);
    assert_eq!(times("growth by tasks"), 1, "{}", said.out);
    let said = run(&["profile", "--project", "0"]).exits(2);
    assert!(said.err.contains("'--project <N>...'"), "{}", said.err);
    let said = run(&["profile", "--threads", "999999"]).exits(2);
    assert!(said.err.contains("from 1 to 1024"), "{}", said.err);
}

#[test]
fn tasks_without_solvers_have_no_mutants_unless_requested() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.json");
    let mut source = String::new();
    for number in 0..50 {
        source.push_str(&format!(
            "def solve_t{number}(I):\n    O = upscale(I, {})\n    return O\n\n",
            number + 1
        ));
    }
    let (_folder, solvers) = file("s.py", &source);
    let args = [
        "profile",
        "dsl",
        "--solvers",
        text(&solvers),
        "--json",
        text(&path),
    ];
    let said = run(&args).exits(0);
    assert!(
        said.err.contains("no mutants, as 106 tasks"),
        "{}",
        said.err
    );
    let written: Json = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(written["subject"]["candidates"], 50);
    let said = run(&[&args[..], &["--tasks", "3"]].concat()).exits(0);
    assert!(!said.err.contains("no mutants"), "{}", said.err);
}

#[test]
fn the_times_of_a_tiny_run_add_up() {
    let json = run(&["profile", "--task", "half_turn", "--mutants", "0", "--json"]);
    let json = json.exits(0).json();
    let framework = json["framework"].as_array().unwrap();
    let set_up = framework.iter().find(|c| c["name"] == "set-up").unwrap();
    assert!(set_up["ns"].as_u64().unwrap() > 0);
    let account = &json["account"];
    let part = |name: &str| account[name].as_i64().unwrap();
    let parts = [
        "primitives_ns",
        "framework_ns",
        "idle_ns",
        "waiting_ns",
        "remainder_ns",
    ];
    let sum: i64 = parts.into_iter().map(part).sum();
    // Rows are rounded down to whole nanoseconds.
    assert!((sum - part("capacity_ns")).abs() <= 5, "{account}");
}

#[test]
fn json_is_printed_or_written() {
    let json = small(&["--json"]).exits(0).json();
    assert_eq!(json["schema"], 1);
    assert_eq!(json["truth"]["fits"], 8);
    assert_eq!(json["truth"]["digest_on"], json["truth"]["digest_off"]);
    assert!(json["aggregate"]["recommendations"].is_array());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.json");
    let said = small(&["--json", text(&path)]).exits(0);
    assert!(
        said.out
            .starts_with("fit their demonstrations: 8 of 8 tasks"),
        "{}",
        said.out
    );
    let written: Json = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(written["truth"], json["truth"]);
    // The next profile is compared with it.
    let said = small(&["--json", text(&path)]).exits(0);
    assert!(said.out.contains(" the last run"), "{}", said.out);
    std::fs::write(&path, "{}").unwrap();
    let said = small(&["--json", text(&path)]).exits(2);
    assert!(said.err.contains("replace a JSON file"), "{}", said.err);
    let said = small(&["--json", text(&path), "--force"]).exits(0);
    assert!(
        said.err
            .contains("not compared with it: not a profile: it has no"),
        "{}",
        said.err
    );
}

#[test]
fn two_profiles_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.json");
    small(&["--json", text(&path)]).exits(0);
    let said = run(&["profile", "diff", text(&path), text(&path)]).exits(0);
    assert!(said.out.contains("within noise"), "{}", said.out);
    assert!(!said.out.contains("regressed"), "{}", said.out);
    let json = run(&["profile", "diff", text(&path), text(&path), "--json"]).exits(0);
    assert_eq!(json.json()["changes"][0]["kind"], "within noise");
    // Much more time for the same work.
    let mut slow: Json = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    for run in slow["runs"].as_array_mut().unwrap() {
        run["wall_ns"] = (run["wall_ns"].as_u64().unwrap() * 20_000).into();
    }
    let other = folder.path().join("slow.json");
    std::fs::write(&other, slow.to_string()).unwrap();
    let said = run(&["profile", "diff", text(&path), text(&other)]).exits(1);
    assert!(said.out.contains("regressed"), "{}", said.out);
    assert!(!said.out.contains("different work"), "{}", said.out);
    // Slower primitives alone are reported, and do not decide.
    let mut heavy: Json = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    for run in heavy["runs"].as_array_mut().unwrap() {
        for row in run["primitives"].as_array_mut().unwrap() {
            row[1] = (row[1].as_u64().unwrap() * 20_000).into();
        }
    }
    std::fs::write(&other, heavy.to_string()).unwrap();
    let said = run(&["profile", "diff", text(&path), text(&other)]).exits(0);
    assert!(said.out.contains("regressed"), "{}", said.out);
    // Different work, and a task that only one of the two has.
    let mut less = slow;
    less["subject"]["tasks"] = 7.into();
    for run in less["runs"].as_array_mut().unwrap() {
        run["tasks"].as_array_mut().unwrap().remove(0);
    }
    std::fs::write(&other, less.to_string()).unwrap();
    let said = run(&["profile", "diff", text(&other), text(&path)]);
    assert!(
        said.out.contains("\nthe profiles are of different work"),
        "{}",
        said.out
    );
    let new = said.out.lines().find(|line| line.ends_with("  new"));
    let cells: Vec<&str> = new.unwrap().split_whitespace().collect();
    assert_eq!(cells[1], "-", "{cells:?}");
    assert_eq!(&cells[cells.len() - 3..], ["-", "-", "new"]);
    let said = run(&["profile", "diff", text(&path), "/nonexistent.json"]).exits(2);
    assert!(
        said.err
            .starts_with("error: /nonexistent.json: cannot read it"),
        "{}",
        said.err
    );
}

#[test]
fn a_batt_is_profiled() {
    let (folder, path) = file(
        "s.py",
        "def solve_half_turn(I):\n    O = rot180(I)\n    return O\n",
    );
    let batt = folder.path().join("x.batt");
    run(&["card", text(&path), "--mutants", "5", "--out", text(&batt)]).exits(0);
    let args = ["profile", "--batt", text(&batt), "--task", "half_turn"];
    // The text shows only the slowest primitives, which depend on the machine.
    let json = folder.path().join("p.json");
    let said = run(&[&args[..], &["--json", text(&json)]].concat()).exits(0);
    assert!(
        said.out
            .starts_with("fit their demonstrations: 1 of 1 task"),
        "{}",
        said.out
    );
    let report = std::fs::read_to_string(&json).expect("a report");
    assert!(report.contains("\"rot180\""), "{report}");
    let said = run(&[&args[..], &["--solvers", "s.py"]].concat()).exits(2);
    assert!(
        said.err.contains(" or the solvers s.py, not both"),
        "{}",
        said.err
    );
    let said = run(&["profile", "dls"]).exits(2);
    let parts = "no file, and no part: parts are pipeline, dsl, framework, tasks";
    assert!(said.err.contains(parts), "{}", said.err);
}

#[test]
fn wrong_answers_are_reported_first() {
    let (_folder, path) = file(
        "s.py",
        "def solve_half_turn(I):\n    O = rot90(I)\n    return O\n",
    );
    let args = ["profile", "--task", "half_turn", "--mutants", "0"];
    let said = run(&[&args[..], &["tasks", text(&path)]].concat()).exits(0);
    assert!(
        said.out
            .starts_with("fit their demonstrations: 0 of 1 task"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("\n1. 1 of 1 task without a program that fits"),
        "{}",
        said.out
    );
}

#[test]
fn run_and_batt_write_profiles() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.json");
    let profile =
        || -> Json { serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap() };
    run(&[
        "run",
        "--tasks",
        "5",
        "--mutants",
        "3",
        "--profile",
        text(&path),
    ])
    .exits(0);
    let written = profile();
    assert_eq!(written["truth"]["fits"], 5);
    assert_eq!(
        written["truth"]["digest_on"],
        written["truth"]["digest_off"]
    );
    assert!(!written["primitives"].as_array().unwrap().is_empty());
    run(&["batt", "--task", "half_turn", "--profile", text(&path)]).exits(0);
    assert_eq!(profile()["truth"]["fits"], 1);
    for command in ["run", "batt", "solve"] {
        let said = run(&[command, "--profile", "p.txt"]).exits(2);
        assert!(
            said.err.contains("ends in .json, .html, .md or .svg"),
            "{}",
            said.err
        );
    }
}

#[test]
fn solve_writes_a_profile() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.json");
    let args = [
        "solve",
        "--steps",
        "20000",
        "--threads",
        "2",
        "--passes",
        "2",
        "--library",
        "none",
    ];
    let tasks = [
        "--task",
        "half_turn",
        "--task",
        "stamp",
        "--task",
        "add_border",
    ];
    let said = run(&[&args[..], &tasks, &["--profile", text(&path), "--json"]].concat());
    let solved = said.json();
    let written: Json = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(written["schema"], 1);
    assert_eq!(written["truth"]["tasks"], 3);
    assert_eq!(written["truth"]["fits"], solved["totals"]["fits"]);
    let rows = written["tasks"]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row["ns"].as_u64().unwrap() > 0));
    // By primitive: the calls of the searches are in rows, and what is around them in a category.
    // Those of the library's batts (what the first pass found) are counted, whoever runs them, and
    // timed as a whole.
    let primitives = written["primitives"].as_array().unwrap();
    let sum = |rows: &[Json], of: &str| rows.iter().map(|r| r[of].as_u64().unwrap()).sum::<u64>();
    assert!(primitives.len() > 20, "{}", primitives.len());
    let (in_rows, all) = (
        sum(primitives, "node_calls"),
        written["subject"]["evaluations"].as_u64().unwrap(),
    );
    assert!(in_rows <= all && in_rows > all / 2, "{in_rows} of {all}");
    let categories = written["framework"].as_array().unwrap();
    for wanted in ["search", "equality and de-duplication", "store"] {
        assert!(categories.iter().any(|c| c["name"] == wanted), "{wanted}");
    }
    let search = categories.iter().find(|c| c["name"] == "search").unwrap();
    let parts = search["top"].as_array().unwrap();
    assert!(
        parts
            .iter()
            .any(|part| part["name"] == "proposing: bottom-up"),
        "{parts:?}"
    );
    let findings = written["verdict"]["findings"].as_array().unwrap();
    let account = &written["account"];
    let part = |name: &str| account[name].as_i64().unwrap();
    let parts = ["primitives_ns", "framework_ns", "idle_ns", "waiting_ns"];
    let all: i64 = parts.map(part).iter().sum::<i64>() + part("remainder_ns");
    assert!((all - part("capacity_ns")).abs() < 10, "{account}");
    let own = sum(primitives, "self_ns") as i64;
    assert!((own - part("primitives_ns")).abs() < 1_000, "{account}");
    assert!(part("primitives_ns") > 0 && part("framework_ns") > 0);
    assert!(
        account["remainder_percent"].as_f64().unwrap().abs() <= 2.0,
        "{account}"
    );
    // Nothing is claimed that was not compared or measured.
    assert_eq!(written["truth"]["digest_off"], "");
    assert_eq!(written["overhead"]["off_ns"], 0);
    let unchecked = |finding: &&Json| finding["kind"] == "unchecked";
    assert_eq!(findings.iter().filter(unchecked).count(), 1);
    // The answers are the same with and without a profiler.
    let plain = run(&[&args[..], &tasks, &["--json"]].concat()).json();
    assert_eq!(plain["totals"]["fits"], solved["totals"]["fits"]);
    for ending in ["html", "svg"] {
        let path = folder.path().join(format!("p.{ending}"));
        run(&[&args[..], &tasks[..2], &["--profile", text(&path)]].concat());
        let page = std::fs::read_to_string(&path).unwrap();
        assert!(page.contains("proposing: "), "{ending}");
        assert!(!page.contains("the same with profiling off"), "{ending}");
    }
}
