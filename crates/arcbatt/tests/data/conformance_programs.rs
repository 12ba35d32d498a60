//! The conformance programs of this folder, for tests and benchmarks (`#[path]` includes it).

use arcbatt::conform::{ProgramVector, conform_with};
use flate2::read::GzDecoder;
use std::io::Read;

/// The lines of `programs.jsonl.gz`.
pub fn corpus_text() -> String {
    let file: &[u8] = include_bytes!("programs.jsonl.gz");
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
}

/// The programs with their inputs and the reference's answers.
#[allow(dead_code, reason = "some users need only the text")]
pub fn corpus() -> Vec<ProgramVector> {
    let mut all = Vec::new();
    conform_with(&corpus_text(), &mut |vectors| {
        all = vectors.to_vec();
        Vec::new()
    });
    assert_eq!(all.len(), 1_197);
    all
}
