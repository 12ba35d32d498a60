//! Any bytes as a file of tasks, a Kaggle file among others: what is read is valid, and is read again from
//! what is written.

use arcbatt::task::{Answers, DataSet, Leniency, MAX_SIDE, load_text, write_task_json};

/// The most demonstrations, and the most tests.
const MAX_PAIRS: usize = 1_000;

fn check_tasks(data: &DataSet) {
    assert_eq!(data.tasks.len(), data.answers.len());
    for (task, answers) in data.tasks.iter().zip(&data.answers) {
        assert!(task.train.len() <= MAX_PAIRS && task.test.len() <= MAX_PAIRS);
        let pairs = task
            .train
            .iter()
            .flat_map(|pair| [&pair.input, &pair.output]);
        for grid in pairs.chain(&task.test).chain(answers.0.iter().flatten()) {
            assert!(
                (1..=MAX_SIDE).contains(&grid.height()) && (1..=MAX_SIDE).contains(&grid.width())
            );
            assert!(grid.view().is_colored());
        }
        let mut text = Vec::new();
        write_task_json(task, answers, &mut text).expect("writing to memory");
        let text = String::from_utf8(text).expect("JSON is text");
        let again = load_text("again.json", &text, Leniency::Strict)
            .expect("our own file")
            .data;
        let Answers(known) = &again.answers[0];
        assert_eq!(again.tasks.len(), 1);
        assert_eq!(again.tasks[0].train, task.train);
        assert_eq!(again.tasks[0].test, task.test);
        assert_eq!(known, &answers.0);
    }
}

/// Reads the tasks, strictly and leniently.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let strict = load_text("fuzz.json", &text, Leniency::Strict);
    let lenient = load_text("fuzz.json", &text, Leniency::Lenient);
    if let Ok(strict) = &strict {
        check_tasks(&strict.data);
        let lenient = lenient
            .as_ref()
            .expect("what is read strictly is read leniently");
        assert_eq!(lenient.data.tasks, strict.data.tasks);
    }
    for error in strict.err().iter().chain(lenient.as_ref().err()) {
        assert!(!error.to_string().is_empty());
    }
    if let Ok(lenient) = lenient {
        check_tasks(&lenient.data);
    }
}
