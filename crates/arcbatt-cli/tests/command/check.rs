//! `arcbatt check`.

use super::*;

/// One solver for every status, for built-in tasks.
const FATES: &str = "\
def solve_half_turn(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, THOUSAND)
    x3 = first(x2)
    O = subgrid(x3, I)
    return O

def solve_quarter_turn(I):
    return rot180(I)

def solve_mend_mirror(I):
    return I + 1

def solve_hidden_patch(I):
    x1 = height(I)
    return first(x1)

def solve_symmetric_one(I):
    return upscale(I, THOUSAND)

def solve_rows_become_columns(I):
    return dmirror(I)

def solve_nowhere(I):
    return I
";

#[test]
fn without_arguments_the_built_in_solvers_are_checked() {
    let said = run(&["check"]).exits(0);
    assert_eq!(said.err, "");
    let out = timeless(&said.out);
    assert!(out.starts_with("Slowest\n"), "{out}");
    assert_eq!(
        out.lines().filter(|line| line.contains(" pairs")).count(),
        11
    );
    let (_, last) = out.rsplit_once("\n\n").unwrap();
    let last = last.replace('\n', " ");
    let start =
        "fit their demonstrations: 106 of 106 tasks; right on their tests: 106 of 106 tasks, ";
    assert!(last.starts_with(start), "{last}");
    assert!(last.ends_with(" pairs, TIME "), "{last}");
}

#[test]
fn json_has_every_pair() {
    let json = run(&["check", "--json"]).exits(0).json();
    let tasks = json["tasks"].as_array().unwrap();
    assert!(tasks.len() >= 100);
    let (mut pairs, mut micros) = (0, 0.0);
    for task in tasks {
        assert!(task["id"].is_string());
        assert_eq!(task["solved"], true);
        for pair in task["pairs"].as_array().unwrap() {
            assert!(pair["part"] == "train" || pair["part"] == "test");
            assert!(pair["index"].is_u64());
            assert_eq!(pair["status"], "ok");
            pairs += 1;
            micros += pair["us"].as_f64().unwrap();
        }
    }
    let totals = &json["totals"];
    assert_eq!(totals["tasks"], tasks.len());
    assert_eq!(totals["solved"], tasks.len());
    assert_eq!(
        (&totals["fits"], &totals["right"]),
        (&totals["tasks"], &totals["tasks"])
    );
    assert_eq!(totals["pairs"], pairs);
    assert!((totals["execute_us"].as_f64().unwrap() - micros).abs() < 0.01 * micros + 0.01);
}

#[test]
fn every_status_is_printed() {
    let (_folder, path) = file("fates.py", FATES);
    let said = run(&["check", text(&path)]).exits(1);
    let err = said.err.replace(text(&path), "fates.py");
    insta::assert_snapshot!(err, @r"
    fates.py:12:14: solve_mend_mirror: found the operator `+`; a solver only calls primitives: use `add(a, b)`
      12 |     return I + 1
         |              ^
    fates.py:16:12: solve_hidden_patch: first(x1): the first argument, container, is an Int; first takes (container: Container[a])
      16 |     return first(x1)
         |            ^
    note: 1 solver is for no task of the built-in tasks: solve_nowhere
    ");
    let out = timeless(&said.out);
    let (unsolved, rest) = out.split_once("\n\n").unwrap();
    insta::assert_snapshot!(unsolved, @r"
    Unsolved
      half_turn, solve_half_turn: 0 of 4 pairs right; train 1: failed: there is no element, in x3 = first(x2)
      hidden_patch: its solver was rejected, see above
      mend_mirror: its solver was rejected, see above
      quarter_turn, solve_quarter_turn: 0 of 7 pairs right; train 1: wrong: size 3x7, expected 7x3
      symmetric_one, solve_symmetric_one: 0 of 5 pairs right; train 1: limit: size, in O = upscale(I, THOUSAND)
    ");
    assert!(
        rest.contains("fit their demonstrations: 1 of 6 tasks; "),
        "{rest}"
    );
    assert!(rest.contains("tasks without a solver\n"), "{rest}");
}

#[test]
fn every_status_is_in_the_json_and_in_the_table() {
    let said = run_with(command(&["check", "-", "--json"]), FATES).exits(1);
    assert!(said.err.starts_with("standard input:12:14: "));
    let json = said.json();
    assert_eq!(json["problems"][1]["line"], 16);
    assert_eq!(json["problems"][1]["function"], "solve_hidden_patch");
    assert_eq!(json["totals"]["rejected_solvers"], 2);
    assert_eq!(json["totals"]["idle_solvers"], 1);
    let half_turn = &json["tasks"][0];
    assert_eq!(half_turn["id"], "half_turn");
    assert_eq!(half_turn["solvers"][0]["name"], "solve_half_turn");
    assert_eq!(half_turn["pairs"][0]["status"], "fail");
    assert_eq!(half_turn["pairs"][0]["program_line"], 2);

    let said = run_with(command(&["check", "-", "--table"]), FATES).exits(1);
    let out = timeless(&said.out);
    let (table, _) = out.split_once("\n\n").unwrap();
    // The padding before a time depends on its length.
    let table: Vec<Vec<&str>> = table
        .lines()
        .map(|l| l.split_whitespace().collect())
        .collect();
    assert_eq!(table[0], ["task", "solver", "pairs", "status", "time"]);
    assert_eq!(
        table[1],
        ["half_turn", "solve_half_turn", "0/4", "fail", "TIME"]
    );
    assert_eq!(table[2], ["hidden_patch", "rejected"]);
    assert_eq!(
        table[6],
        [
            "symmetric_one",
            "solve_symmetric_one",
            "0/5",
            "limit",
            "TIME"
        ]
    );
}

#[test]
fn a_single_task_accepts_a_plain_solve_and_unknown_answers_do_not_count() {
    let (_folder, task) = file("mine.json", TASK);
    let source = "def solve(I):\n    return hmirror(I)\n";
    let said = run_with(command(&["check", "-", "--data", text(&task)]), source).exits(0);
    let out = timeless(&said.out);
    assert_eq!(
        out,
        format!(
            "1 pair with unknown expected output: the tests of {} have no outputs\n\
             fit their demonstrations: 1 of 1 task; right on their tests: 1 of 1 test output; 3 pairs, TIME\n",
            text(&task)
        )
    );
}

#[test]
fn types_line_by_line() {
    let source = "def solve_half_turn(I):\n    x1 = rbind(shift, UP)\n    x2 = palette(I)\n    \
                  return rot180(I)\n";
    let said = run_with(command(&["check", "--types", "-"]), source).exits(0);
    let (types, _) = said.out.split_once("\n\n").unwrap();
    insta::assert_snapshot!(types, @r"
    def solve_half_turn(I):
        x1 = rbind(shift, UP)  # (Patch -> Patch)
        x2 = palette(I)        # Set[Color]
        O = rot180(I)          # Grid
        return O               # Grid
    ");
    let said = run_with(command(&["check", "--types", "-", "--json"]), source).exits(0);
    let solver = &said.json()["tasks"][0]["solvers"][0];
    assert_eq!(solver["types"][2]["type"], "Grid");
    assert_eq!(solver["result_type"], "Grid");
}

#[test]
fn tasks_repeats_and_threads_can_be_chosen() {
    let args = [
        "check",
        "--task",
        "half_turn",
        "--repeat",
        "3",
        "--threads",
        "2",
        "--json",
    ];
    let json = run(&args).exits(0).json();
    assert_eq!(json["totals"]["tasks"], 1);
    run(&["check", "--task", "half_trun"])
        .fails_with("no task \"half_trun\" in the built-in tasks; did you mean half_turn?");
}

#[test]
fn unusable_files_are_reported() {
    run(&["check", "/nonexistent.py"])
        .fails_with("/nonexistent.py: cannot read solvers from it: no such file");
    run(&["check", "--data", "/nonexistent"]).fails_with(
        "/nonexistent: no such file or folder, and no data set of that name; the names are \
         embedded, arc1-training, arc1-evaluation, arc2-training, arc2-evaluation",
    );
    let said = run(&["check", "--data", "arc1-training"]).exits(2);
    assert!(said.err.contains("run `arcbatt data pull`"), "{}", said.err);

    let (_folder, path) = file("x.py", "def solve_nowhere(I):\n    return I\n");
    let said = run(&["check", text(&path)]).exits(2);
    let err = said.err.replace(text(&path), "x.py");
    insta::assert_snapshot!(err, @"error: x.py: 1 solver, none for a task of the built-in tasks (for example, solver solve_nowhere and task add_border); name the tasks with --data, such as --data arc1-training");

    let (_folder, path) = file("latin.py", "");
    std::fs::write(&path, b"def solve(I):\n    return \xff\n").unwrap();
    let message = format!("{}: not UTF-8 text, so not Python source", text(&path));
    run(&["check", text(&path)]).fails_with(&message);
}

#[test]
fn bad_tasks_are_errors_or_skipped() {
    let (folder, _) = file("good.json", TASK);
    std::fs::write(folder.path().join("bad.json"), "{\"train\": 1}").unwrap();
    let data = text(folder.path());
    let source = "def solve_good(I):\n    return hmirror(I)\n";
    let strict = run_with(command(&["check", "-", "--data", data]), source).exits(2);
    assert!(strict.err.contains("bad.json: "), "{}", strict.err);
    let lenient = run_with(
        command(&["check", "-", "--lenient", "--data", data]),
        source,
    )
    .exits(0);
    assert!(lenient.err.starts_with("skipped: "), "{}", lenient.err);
    assert!(
        lenient
            .out
            .contains("fit their demonstrations: 1 of 1 task"),
        "{}",
        lenient.out
    );
}

#[test]
fn wrong_outputs_are_drawn_beside_the_expected_ones() {
    let (_folder, task) = file("mine.json", TASK);
    let source = "def solve(I):\n    return vmirror(I)\n";
    let args = ["check", "-", "--data", text(&task), "--show", "1"];
    let said = run_with(command(&args), source).exits(1);
    let (drawn, rest) = said.out.split_once("\n\n").unwrap();
    insta::assert_snapshot!(drawn, @r"
    mine, solve, train 1
    expected 2×2  got 2×2
    3 4           2!1!
    1 2           4!3!
                  4 cells differ
    ");
    assert!(rest.starts_with("Unsolved\n"), "{rest}");
}

#[test]
fn json_has_every_output_one_row_per_line() {
    let (_folder, task) = file("mine.json", TASK);
    let source = "def solve(I):\n    return vmirror(I)\n";
    let args = ["check", "-", "--data", text(&task), "--json"];
    let said = run_with(command(&args), source).exits(1);
    let json = said.json();
    let pairs = &json["tasks"][0]["pairs"];
    assert_eq!(pairs[0]["output"], serde_json::json!([[2, 1], [4, 3]]));
    assert_eq!(pairs[0]["expected"], serde_json::json!([[3, 4], [1, 2]]));
    // The answer to the second test is unknown.
    assert_eq!(pairs[2]["output"], serde_json::json!([[5], [6]]));
    assert_eq!(pairs[2]["expected"], Json::Null);
    assert!(said.out.contains("\n            [2, 1],\n"), "{}", said.out);

    let right = "def solve(I):\n    return hmirror(I)\n";
    let json = run_with(command(&args), right).exits(0).json();
    let pair = &json["tasks"][0]["pairs"][0];
    assert_eq!(pair["output"], serde_json::json!([[3, 4], [1, 2]]));
    assert_eq!(pair.get("expected"), None);
}

#[test]
fn answers_become_a_submission() {
    let (folder, task) = file("mine.json", TASK);
    let submission = folder.path().join("s.json");
    // The second solver is right on the demonstration, so its answer comes first.
    let source =
        "def solve(I):\n    return vmirror(I)\n\ndef solve_mine(I):\n    return hmirror(I)\n";
    let args = [
        "check",
        "-",
        "--data",
        text(&task),
        "--submission",
        text(&submission),
    ];
    let said = run_with(command(&args), source).exits(0);
    assert_eq!(said.err, format!("wrote {}\n", text(&submission)));
    let json: Json = serde_json::from_str(&std::fs::read_to_string(&submission).unwrap()).unwrap();
    assert_eq!(json["mine"][0]["attempt_1"], serde_json::json!([[2], [1]]));
    assert_eq!(json["mine"][0]["attempt_2"], serde_json::json!([[1], [2]]));
    assert_eq!(json["mine"][1]["attempt_1"], serde_json::json!([[6], [5]]));
    let said = run(&["score", text(&submission), "--data", text(&task)]).exits(0);
    assert!(said.out.contains("100.00 %  1 of 1\n"), "{}", said.out);

    // The built-in solvers answer all built-in tasks.
    let all = folder.path().join("all.json");
    run(&["check", "--submission", text(&all)]).exits(0);
    run(&["score", text(&all)]).exits(0);
    let said = run(&["check", "--submission", "/nonexistent/s.json"]).exits(2);
    assert!(said.err.contains("cannot write it"), "{}", said.err);
}

/// Of several files, every error names the one that it is in, with the line of the source.
#[test]
fn errors_in_several_files_name_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let good = "def solve_half_turn(I):\n    return rot180(I)\n";
    let one = write("one.py", good);
    let bad = "def solve_quarter_turn(I):\n    x1 = no_such_call(I)\n    return x1\n";
    let two = write("two.py", &format!("{good}\n{bad}"));
    let said = run(&["check", text(&one), text(&two), "--json"]).exits(1);
    let place = format!("{}:5:10: solve_quarter_turn: ", text(&two));
    assert!(said.err.contains(&place), "{}", said.err);
    let json = said.json();
    let problem = &json["problems"][0];
    assert_eq!(problem["file"], text(&two));
    let excerpt = problem["excerpt"].as_str().unwrap();
    assert!(
        excerpt.contains("5 |     x1 = no_such_call(I)"),
        "{excerpt}"
    );
    let task = &json["tasks"][0];
    assert_eq!(task["id"], "half_turn");
    let files = [0, 1].map(|k| task["solvers"][k]["file"].clone());
    assert_eq!(files, [text(&one), text(&two)]);
}
