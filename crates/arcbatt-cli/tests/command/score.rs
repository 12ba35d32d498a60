//! `arcbatt score`.

use super::*;

/// Two tasks: one with two tests, one with one.
const DATA: &str = r#"{
"a": {"train": [{"input": [[1]], "output": [[2]]}],
      "test": [{"input": [[1, 1]], "output": [[2, 2]]}, {"input": [[3]], "output": [[4]]}]},
"b": {"train": [{"input": [[1]], "output": [[2]]}], "test": [{"input": [[5]], "output": [[6]]}]}}"#;

fn score(submission: &str, more: &[&str]) -> Said {
    let (folder, data) = file("tasks.json", DATA);
    let path = folder.path().join("submission.json");
    std::fs::write(&path, submission).unwrap();
    let args = ["score", text(&path), "--data", text(&data)];
    let mut said = run(&[&args[..], more].concat());
    said.err = said.err.replace(text(folder.path()), "DIR");
    said
}

const HALF: &str = r#"{
"a": [{"attempt_1": [[0]], "attempt_2": [[2, 2]]}, {"attempt_1": [[1]], "attempt_2": [[3]]}],
"b": [{"attempt_1": [[6, 6]], "attempt_2": [[6], [6]]}]}"#;

#[test]
fn the_three_scores_and_the_wrong_outputs() {
    let said = score(HALF, &[]).exits(1);
    assert_eq!(said.err, "");
    insta::assert_snapshot!(said.out, @r"
    wrong
    a test 2: 1 of 1 cell differs
    b test 1: sizes 1x2 and 2x1, answer 1x1

    test outputs right       33.33 %  1 of 3
    tasks all right           0.00 %  0 of 2
    ARC Prize score          25.00 %
    ");
    let drawn = score(HALF, &["--show", "1"]).exits(1).out;
    assert!(
        drawn.contains("a test 2") && drawn.contains("attempt 1"),
        "{drawn}"
    );
    let json = score(HALF, &["--json"]).exits(1).json();
    assert_eq!(
        (
            &json["totals"]["tests_right"],
            &json["totals"]["tests_known"]
        ),
        (&1.into(), &3.into())
    );
    assert_eq!(json["mean_share"], 0.25);
    assert_eq!(json["wrong"][1]["task"], "b");
    assert_eq!(json["wrong"][0]["wanted"], serde_json::json!([[4]]));
}

#[test]
fn all_right() {
    let right = HALF.replace("[[3]]", "[[4]]").replace("[[6, 6]]", "[[6]]");
    let said = score(&right, &[]).exits(0);
    assert!(
        said.out
            .starts_with("test outputs right      100.00 %  3 of 3\n"),
        "{}",
        said.out
    );
}

#[test]
fn unusable_submissions_are_rejected() {
    let lacks = r#"{"b": [{"attempt_1": [[6]], "attempt_2": [[6]]}]}"#;
    score(lacks, &[]).fails_with(
        "DIR/submission.json: cannot be scored on DIR/tasks.json: it lacks 1 of 2 tasks: a; \
         --partial scores only the tasks that it has",
    );
    let fewer = r#"{"a": [{"attempt_1": [[6]], "attempt_2": [[6]]}],
        "b": [{"attempt_1": [[6]], "attempt_2": [[6]]}]}"#;
    score(fewer, &[]).fails_with(
        "DIR/submission.json: cannot be scored on DIR/tasks.json: a has 1 entry for 2 tests",
    );
    score("{\"a\": [{}]}", &[])
        .fails_with("DIR/submission.json: task a, test pair 1: \"attempt_1\" is missing");
    score("{", &[])
        .fails_with("DIR/submission.json: bad JSON at line 1, column 2: expected a key in quotes");
    // With --task, other tasks may be missing.
    score(lacks, &["--task", "b"]).exits(0);
}

#[test]
fn missing_tasks_are_left_out_on_request() {
    let lacks = r#"{"b": [{"attempt_1": [[6]], "attempt_2": [[6]]}]}"#;
    let said = score(lacks, &["--partial"]).exits(0);
    assert_eq!(
        said.err,
        "not counted: 1 task of the data that the submission lacks\n"
    );
    assert!(said.out.contains("100.00 %  1 of 1\n"), "{}", said.out);
    let json = score(lacks, &["--partial", "--json"]).exits(0).json();
    assert_eq!(json["not_in_submission"], serde_json::json!(["a"]));
    score("{}", &["--partial"]).exits(2);

    // The first task only.
    let json = score(HALF, &["--tasks", "1", "--json"]).exits(1).json();
    assert_eq!(json["totals"]["tests_known"], 2);
}

#[test]
fn answers_come_from_a_file_of_solutions() {
    let data =
        r#"{"a": {"train": [{"input": [[1]], "output": [[2]]}], "test": [{"input": [[5]]}]}}"#;
    let (folder, challenges) = file("x_challenges.json", data);
    let place = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let submission = place(
        "s.json",
        r#"{"a": [{"attempt_1": [[6]], "attempt_2": [[7]]}]}"#,
    );
    let score = |more: &[&str]| {
        let args = ["score", text(&submission), "--data", text(&challenges)];
        let mut said = run(&[&args[..], more].concat());
        said.err = said.err.replace(text(folder.path()), "DIR");
        said
    };
    score(&[]).fails_with(
        "DIR/s.json: cannot be scored on DIR/x_challenges.json: no answers are known: there is no \
         file DIR/x_solutions.json; name a file of solutions with --solutions",
    );
    let right = place("answers.json", r#"{"a": [[[7]]], "b": [[[1]]]}"#);
    score(&["--solutions", text(&right)]).exits(0);
    let wrong = place("wrong.json", r#"{"a": [[[8]]]}"#);
    score(&["--solutions", text(&wrong)]).exits(1);
    let others = place("others.json", r#"{"b": [[[8]]]}"#);
    score(&["--solutions", text(&others)])
        .fails_with("DIR/others.json: no solution of a task of DIR/x_challenges.json in it");
    let more = place("more.json", r#"{"a": [[[7]], [[7]]]}"#);
    score(&["--solutions", text(&more)])
        .fails_with("DIR/more.json: task a: 2 solutions in DIR/more.json, 1 test");
}
