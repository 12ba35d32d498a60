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
    a test 2: 1 cell of 1 differ
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
        (&json["outputs_right"], &json["outputs"]),
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
        "DIR/submission.json: cannot be scored on DIR/tasks.json: it lacks 1 of 2 tasks: a",
    );
    let fewer = r#"{"a": [{"attempt_1": [[6]], "attempt_2": [[6]]}],
        "b": [{"attempt_1": [[6]], "attempt_2": [[6]]}]}"#;
    score(fewer, &[]).fails_with(
        "DIR/submission.json: cannot be scored on DIR/tasks.json: a has 1 entries for 2 tests",
    );
    score("{\"a\": [{}]}", &[])
        .fails_with("DIR/submission.json: task a, test pair 1: \"attempt_1\" is missing");
    score("{", &[])
        .fails_with("DIR/submission.json: bad JSON at line 1, column 2: expected a key in quotes");
    // With --task, other tasks may be missing.
    score(lacks, &["--task", "b"]).exits(0);
}
