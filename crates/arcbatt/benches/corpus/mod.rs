//! The conformance programs with their inputs and the reference's times.

#[path = "../../tests/data/conformance_programs.rs"]
mod conformance_programs;

use arcbatt::Compiled;
use arcbatt::grid::GridBuf;
use arcbatt::program::parse_file;
use serde_json::Value as Json;

/// A program of the corpus.
#[allow(dead_code, reason = "a benchmark reads some of the fields")]
pub struct Entry {
    /// Its name, such as `p00158`.
    pub id: String,
    /// Its text.
    pub source: String,
    /// The program, compiled.
    pub program: Compiled,
    /// Its inputs.
    pub inputs: Vec<GridBuf>,
    /// Microseconds that the reference took for all inputs.
    pub reference_us: u64,
}

/// All programs, in the order of the file.
pub fn corpus() -> Vec<Entry> {
    let text = conformance_programs::corpus_text();
    text.lines().map(entry).collect()
}

fn entry(line: &str) -> Entry {
    let json: Json = serde_json::from_str(line).expect("a line of the corpus is JSON");
    let source = json["source"].as_str().expect("a source").to_string();
    let program = parse_file(&source).programs.remove(0);
    let inputs = json["inputs"].as_array().expect("inputs").iter();
    Entry {
        id: json["id"].as_str().expect("an id").to_string(),
        inputs: inputs.map(grid).collect(),
        reference_us: json["ref_us"].as_u64().expect("a time"),
        source,
        program: Compiled::new(program),
    }
}

fn grid(json: &Json) -> GridBuf {
    let rows = json.as_array().expect("rows").iter();
    let rows: Vec<&str> = rows.map(|row| row.as_str().expect("a row")).collect();
    GridBuf::from_digits(&rows).expect("a grid")
}
