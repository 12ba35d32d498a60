//! Loading arbitrary bytes gives valid tasks or an error.

use arcbatt::grid::GridBuf;
use arcbatt::task::{Answers, Demonstration, Leniency, Loaded, Task, load, write_task_json};
use proptest::prelude::*;
use std::fs;
use tempfile::TempDir;

const GOOD: &str = r#"{"train": [{"input": [[1, 2], [3, 4]], "output": [[5]]}],
    "test": [{"input": [[6]], "output": null}], "name": "\u00e4\n"}"#;

/// Loads `bytes` as a task file, as challenges and as solutions, and checks the results.
fn load_bytes(bytes: &[u8]) -> Result<Loaded, String> {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("x_challenges.json"), format!(r#"{{"a": {GOOD}}}"#)).unwrap();
    fs::write(path("x_solutions.json"), bytes).unwrap();
    fs::write(path("y_challenges.json"), bytes).unwrap();
    fs::write(path("abc.json"), bytes).unwrap();
    for leniency in [Leniency::Strict, Leniency::Lenient] {
        for name in ["abc.json", "x_challenges.json", "y_challenges.json", ""] {
            match load(&path(name), leniency) {
                Ok(loaded) => check(&loaded),
                Err(error) => assert!(
                    error
                        .to_string()
                        .starts_with(folder.path().to_str().unwrap())
                ),
            }
        }
    }
    load(&path("abc.json"), Leniency::Strict).map_err(|error| error.to_string())
}

fn check(loaded: &Loaded) {
    let data = &loaded.data;
    assert_eq!(data.tasks.len(), data.answers.len());
    assert!(!data.tasks.is_empty());
    assert!(data.tasks.windows(2).all(|two| two[0].id < two[1].id));
    for (task, answers) in data.tasks.iter().zip(&data.answers) {
        assert!(!task.train.is_empty() && !task.test.is_empty());
        assert_eq!(task.test.len(), answers.0.len());
        let train = task
            .train
            .iter()
            .flat_map(|pair| [&pair.input, &pair.output]);
        for grid in train.chain(&task.test).chain(answers.0.iter().flatten()) {
            assert!((1..=30).contains(&grid.height()) && (1..=30).contains(&grid.width()));
            assert!(grid.view().is_colored());
        }
    }
}

fn grid() -> impl Strategy<Value = GridBuf> {
    (1..=30usize, 1..=30usize).prop_flat_map(|(height, width)| {
        let row = prop::collection::vec(0..=9i8, width);
        prop::collection::vec(row, height).prop_map(|rows| GridBuf::from_rows(&rows).unwrap())
    })
}

fn task() -> impl Strategy<Value = (Task, Answers)> {
    let pair = (grid(), grid()).prop_map(|(input, output)| Demonstration { input, output });
    let test = (grid(), prop::option::of(grid()));
    let lists = (
        prop::collection::vec(pair, 1..4),
        prop::collection::vec(test, 1..3),
    );
    lists.prop_map(|(train, tests)| {
        let (test, answers) = tests.into_iter().unzip();
        let id = "abc".to_owned();
        (Task { id, train, test }, Answers(answers))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = load_bytes(&bytes);
    }

    #[test]
    fn almost_a_task(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3u8), 1..4),
    ) {
        let mut bytes = GOOD.as_bytes().to_vec();
        for (at, byte, what) in changes {
            let at = at.index(bytes.len());
            match what {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
        }
        let _ = load_bytes(&bytes);
    }

    #[test]
    fn words_of_task_files(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "{", "}", "[", "]", ",", ":", "\"train\":", "\"test\":", "\"input\":", "\"output\":",
                "\"eval\":", "\"a\":", "[[1]]", "[[1,2]]", "12", "null", "{\"input\":[[1]],\"output\":[[2]]}",
                "[{\"input\":[[1]],\"output\":[[2]]}]",
            ]),
            0..14,
        ),
    ) {
        let _ = load_bytes(words.concat().as_bytes());
    }

    #[test]
    fn task_files_round_trip((task, answers) in task()) {
        let mut text = Vec::new();
        write_task_json(&task, &answers, &mut text).unwrap();
        let loaded = load_bytes(&text).unwrap();
        prop_assert_eq!(&loaded.data.tasks, std::slice::from_ref(&task));
        prop_assert_eq!(&loaded.data.answers, std::slice::from_ref(&answers));
    }
}
