//! Prints made tasks as JSON, `{id: {"train": [...], "test": [...]}}`: the embedded ones, or with
//! arguments `SEED COUNT` that many further ones.

use arcbatt::grid::GridBuf;
use arcbatt::task::{Answers, Task, made};

fn rows(grid: &GridBuf) -> String {
    let rows: Vec<String> = grid.view().rows().map(|row| format!("{row:?}")).collect();
    format!("[{}]", rows.join(", "))
}

fn json(task: &Task, answers: &Answers) -> String {
    let pair = |input: &GridBuf, output: &GridBuf| {
        format!(
            "{{\"input\": {}, \"output\": {}}}",
            rows(input),
            rows(output)
        )
    };
    let train: Vec<String> = task
        .train
        .iter()
        .map(|d| pair(&d.input, &d.output))
        .collect();
    let tests = task.test.iter().zip(&answers.0);
    let test: Vec<String> = tests
        .filter_map(|(input, output)| Some(pair(input, output.as_ref()?)))
        .collect();
    format!(
        "{:?}: {{\"train\": [{}], \"test\": [{}]}}",
        task.id,
        train.join(", "),
        test.join(", ")
    )
}

fn main() {
    let arguments: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|a| a.parse().ok())
        .collect();
    let tasks: Vec<String> = match arguments[..] {
        [seed, count] => (0..count)
            .map(|k| made::task(seed, k))
            .map(|(task, answers)| json(&task, &answers))
            .collect(),
        _ => {
            let set = made::embedded();
            let pairs = set.tasks.iter().zip(&set.answers);
            pairs.map(|(task, answers)| json(task, answers)).collect()
        }
    };
    println!("{{{}}}", tasks.join(",\n"));
}
