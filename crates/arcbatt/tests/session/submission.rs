//! Submissions: always valid, with helpful messages, and their scores.

use arcbatt::grid::GridBuf;
use arcbatt::session::submission::{NotScored, Submission, score};
use arcbatt::task::{Answers, DataSet, Demonstration, Task};
use proptest::prelude::*;
use std::path::PathBuf;

fn grid(color: i8) -> GridBuf {
    GridBuf::filled(2, 2, color)
}

/// A task with this many tests; the answers have the colours 5, 6, ...
fn task(id: &str, tests: i8) -> (Task, Answers) {
    let pair = Demonstration {
        input: grid(1),
        output: grid(2),
    };
    let task = Task {
        id: id.to_owned(),
        train: vec![pair],
        test: (0..tests).map(grid).collect(),
    };
    let answers = (0..tests).map(|k| Some(grid(5 + k)));
    (task, Answers(answers.collect()))
}

fn data(tests: &[(&str, i8)]) -> DataSet {
    let (tasks, answers) = tests.iter().map(|&(id, tests)| task(id, tests)).unzip();
    DataSet { tasks, answers }
}

type Attempts = Vec<[Option<GridBuf>; 2]>;

/// Attempts from the colours of the two grids.
fn attempts(colors: &[[i8; 2]]) -> Attempts {
    let both = |colors: &[i8; 2]| colors.map(|color| (color >= 0).then(|| grid(color)));
    colors.iter().map(both).collect()
}

fn submission(data: &DataSet, all: &[Attempts]) -> Submission {
    Submission::new(&data.tasks, |place| &all[place])
}

#[test]
fn the_three_numbers() {
    let data = data(&[("a", 1), ("b", 2), ("c", 3), ("d", 1)]);
    let all = [
        attempts(&[[5, 0]]),
        attempts(&[[0, 5], [0, 1]]),
        attempts(&[[5, 5], [6, 6], [1, 1]]),
        attempts(&[[1, 2]]),
    ];
    let scores = score(&submission(&data, &all), &data).unwrap();
    // Outputs: 1 + 1 + 2 + 0 of 7; tasks: a of 4; mean: (1 + 1/2 + 2/3 + 0) / 4.
    assert_eq!(scores.outputs(), (4, 7));
    assert_eq!(scores.solved(), (1, 4));
    assert!((scores.output_share() - 4.0 / 7.0).abs() < 1e-12);
    assert!((scores.task_share() - 0.25).abs() < 1e-12);
    assert!((scores.mean_share() - (1.0 + 0.5 + 2.0 / 3.0) / 4.0).abs() < 1e-12);
    let wrong: Vec<(usize, usize)> = scores.wrong.iter().map(|w| (w.place, w.test)).collect();
    assert_eq!(wrong, [(1, 1), (2, 2), (3, 0)]);
    assert_eq!(scores.wrong[0].attempts, [grid(0), grid(1)]);
    assert_eq!(scores.wrong[0].wanted, grid(6));
    assert_eq!((scores.unknown, scores.foreign.len()), (0, 0));
}

#[test]
fn all_right_nothing_right_and_unknown_answers() {
    let mut data = data(&[("a", 2), ("b", 1)]);
    let right = [attempts(&[[5, 0], [0, 6]]), attempts(&[[5, 0]])];
    let right = score(&submission(&data, &right), &data).unwrap();
    let numbers = (right.output_share(), right.task_share(), right.mean_share());
    assert_eq!(numbers, (1.0, 1.0, 1.0));
    // A right grid at the wrong test is wrong.
    let wrong = [attempts(&[[6, 6], [5, 5]]), attempts(&[[-1, -1]])];
    let scores = score(&submission(&data, &wrong), &data).unwrap();
    let numbers = (
        scores.output_share(),
        scores.task_share(),
        scores.mean_share(),
    );
    assert_eq!(numbers, (0.0, 0.0, 0.0));
    // Unknown answers do not count.
    data.answers[0].0[1] = None;
    let scores = score(&submission(&data, &wrong), &data).unwrap();
    assert_eq!((scores.outputs(), scores.unknown), ((0, 2), 1));
    data.answers[0].0[0] = None;
    let scores = score(&submission(&data, &wrong), &data).unwrap();
    assert_eq!((scores.solved(), scores.unknown), ((0, 1), 2));
    data.answers[1].0.clear();
    let nothing = score(&submission(&data, &wrong), &data);
    assert_eq!(nothing, Err(NotScored::NoAnswers));
}

#[test]
fn missing_tasks_are_listed() {
    let all = data(&[("a", 1), ("b", 2), ("c", 1)]);
    let some = data(&[("b", 2), ("z", 1)]);
    let given = Submission::new(&some.tasks, |_| &[]);
    let error = score(&given, &all).unwrap_err();
    assert_eq!(error.to_string(), "it lacks 2 of 3 tasks: a, c");
    let fewer = data(&[("a", 1), ("b", 1), ("c", 2)]);
    let given = Submission::new(&fewer.tasks, |_| &[]);
    assert_eq!(
        score(&given, &all).unwrap_err().to_string(),
        "b has 1 entry for 2 tests, c has 2 entries for 1 test"
    );
    let more = data(&[("a", 1), ("b", 2), ("c", 1), ("d", 1)]);
    let given = Submission::new(&more.tasks, |_| &[]);
    assert_eq!(score(&given, &all).unwrap().foreign, ["d"]);
    let many: Vec<String> = (0..30).map(|k| format!("t{k:02}")).collect();
    let many: Vec<(&str, i8)> = many.iter().map(|id| (id.as_str(), 1)).collect();
    let error = score(&Submission::default(), &data(&many)).unwrap_err();
    assert!(error.to_string().ends_with("t19, and 10 more"), "{error}");
}

fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.json");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

#[test]
fn submissions_round_trip() {
    let data = data(&[("a\"\\\n", 2), ("ünï", 1)]);
    let all = [attempts(&[[3, -1], [-1, -1]]), attempts(&[[-1, 4]])];
    let submission = submission(&data, &all);
    let (_folder, path) = file("the old one");
    submission.write_file(&path).unwrap();
    assert_eq!(Submission::read(&path).unwrap(), submission);
    // A missing attempt is replaced by the other one, or by the input.
    let both = |id: &str| submission.attempts(id).unwrap().to_vec();
    assert_eq!(both("a\"\\\n"), [[grid(3), grid(3)], [grid(1), grid(1)]]);
    assert_eq!(both("ünï"), [[grid(4), grid(4)]]);
    // The layout is that of the competition's rules.
    let text = std::fs::read_to_string(&path).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        json["ünï"],
        serde_json::json!([{"attempt_1": [[4, 4], [4, 4]], "attempt_2": [[4, 4], [4, 4]]}])
    );
    assert_eq!(json.as_object().unwrap().len(), 2);
    // No temporary file is left, and a failure keeps the old file.
    let folder = path.parent().unwrap();
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
    submission.write_file(folder).unwrap_err();
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
}

#[test]
fn errors_are_reported_with_their_place() {
    let message_of = |text: &str| {
        let (_folder, path) = file(text);
        let error = Submission::read(&path).unwrap_err().to_string();
        error.split_once("s.json: ").unwrap().1.to_owned()
    };
    let cases = [
        ("[]", "found a list; expected an object of attempts by task"),
        (
            "{\"a\": 3}",
            "task a: found 3; expected a list with the attempts at every test",
        ),
        ("{\"a\": []}", "task a: an empty list of attempts"),
        (
            "{\"a\": [[[1]]]}",
            "task a, test pair 1: found a list; expected an object with \"attempt_1\" and \"attempt_2\"",
        ),
        (
            "{\"a\": [{\"attempt_1\": [[1]]}]}",
            "task a, test pair 1: \"attempt_2\" is missing",
        ),
        (
            "{\"a\": [{\"attempt_1\": [[1]], \"attempt_2\": [[1, 12]]}]}",
            "task a, test pair 1, attempt_2, row 1, column 2: colour 12; colours are 0 to 9",
        ),
        (
            "{\"a\": [{\"attempt_1\": null, \"attempt_2\": [[1]]}]}",
            "task a, test pair 1, attempt_1: found null; expected a grid (a list of rows)",
        ),
        (
            "{\"a\": [{\"attempt_1\": [[1]], \"attempt_2\": [[1]]}], \"a\": [{\"attempt_1\": [[1]], \"attempt_2\": [[1]]}]}",
            "task a: the id occurs twice in the file",
        ),
        ("{\"a\": [", "bad JSON at line 1, column 8: unexpected end"),
    ];
    for (text, message) in cases {
        assert_eq!(message_of(text), message, "{text}");
    }
}

proptest! {
    #[test]
    fn any_attempts_make_a_valid_submission(
        sizes in proptest::collection::vec((0usize..40, 0usize..40, -3i8..14), 0..6)
    ) {
        let data = data(&[("a", 3)]);
        let grids: Vec<Option<GridBuf>> = sizes
            .iter()
            .map(|&(h, w, c)| (c > -3).then(|| GridBuf::filled(h, w, c)))
            .collect();
        let both = |pair: &[Option<GridBuf>]| [pair[0].clone(), pair.get(1).cloned().flatten()];
        let attempts: Attempts = grids.chunks(2).map(both).collect();
        let submission = Submission::new(&data.tasks, |_| &attempts);
        let (_folder, path) = file("");
        submission.write_file(&path).unwrap();
        let read = Submission::read(&path).unwrap();
        prop_assert_eq!(&read, &submission);
        prop_assert_eq!(read.attempts("a").unwrap().len(), 3);
        prop_assert!(score(&read, &data).is_ok());
    }

    #[test]
    fn arbitrary_text_never_panics(text in "[\\[\\]{}\",:0-9a-z_ ]{0,80}") {
        let (_folder, path) = file(&text);
        let _ = Submission::read(&path);
    }
}
