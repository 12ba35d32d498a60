//! Prints requests and the native answers to them, as lines `[call, arguments, answer]` of JSON: the
//! solver of every embedded task, a short search on it, the conformance programs, and texts with
//! errors. The tests of the page compare the answers of the browser's engine.

use arcbatt_wasm::search::search;
use arcbatt_wasm::tasks::{PairJson, TaskJson, embedded};
use arcbatt_wasm::{embedded_tasks, example, language, read_tasks, run};
use flate2::read::GzDecoder;
use serde_json::{Value as Json, json};
use std::error::Error;
use std::io::{BufWriter, Read, Write, stdout};

const PROGRAMS: &[u8] = include_bytes!("../../arcbatt/tests/data/programs.jsonl.gz");

/// Time enough that a slow machine gives the same answers.
const MILLISECONDS: u64 = 600_000;

/// A search that ends by its steps is the same everywhere.
const STEPS: u64 = 3_000;

fn run_request(source: &str, task: &TaskJson) -> String {
    json!({"source": source, "task": task, "milliseconds": MILLISECONDS}).to_string()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(stdout().lock());
    let mut print = |call: &str, arguments: &[&str], answer: String| {
        writeln!(out, "{}", json!([call, arguments, answer]))
    };
    print("language", &[], language())?;
    print("embedded_tasks", &[], embedded_tasks())?;
    for primitive in arcbatt::primitives() {
        print("example", &[primitive.name], example(primitive.name))?;
    }
    for text in ["", "{}", "[[1]]", r#"{"train": [], "test": []}"#] {
        print(
            "read_tasks",
            &["mine.json", text],
            read_tasks("mine.json", text),
        )?;
    }
    for task in embedded() {
        let request = run_request(&task.solver, &task.task);
        print("run", &[&request], run(&request))?;
        // Cut in the middle, as while it is typed.
        let text: String = task.solver.chars().take(task.solver.len() / 2).collect();
        let request = run_request(&text, &task.task);
        print("run", &[&request], run(&request))?;

        let request = json!({"task": task.task, "steps": STEPS});
        let mut found = search(&serde_json::from_value(request.clone())?, |_| ())?;
        // The only figure that differs between two runs.
        found.seconds = 0.0;
        print(
            "search",
            &[&request.to_string()],
            serde_json::to_string(&found)?,
        )?;
    }
    let mut text = String::new();
    GzDecoder::new(PROGRAMS).read_to_string(&mut text)?;
    for line in text.lines() {
        let vector: Json = serde_json::from_str(line)?;
        let inputs: Vec<Vec<String>> = serde_json::from_value(vector["inputs"].clone())?;
        let outputs: Vec<Option<Vec<String>>> = serde_json::from_value(vector["outputs"].clone())?;
        let pairs = inputs.into_iter().zip(outputs);
        let task = TaskJson {
            id: "conformance".to_owned(),
            train: Vec::new(),
            test: pairs
                .map(|(input, output)| PairJson { input, output })
                .collect(),
        };
        let source = vector["source"].as_str().unwrap_or_default();
        let request = run_request(source, &task);
        print("run", &[&request], run(&request))?;
    }
    Ok(out.flush()?)
}
