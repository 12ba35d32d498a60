//! Conformance: compares results with those of the reference implementation.
//!
//! In: lines of JSON, each a test vector: a call or a program. Out: the number of vectors that agree,
//! and every mismatch.
//!
//! A call is `{"fn", "args", "out"}` or `{"fn", "args", "error": true}`: a tuple is an array, a set
//! `{"s": [...]}`, a function `{"f": name}` or `{"f": name, "args": [...]}`; `"fn": "call"` applies
//! its first argument to the others. A program is `{"id", "source", "inputs", "outputs"}` with grids
//! as rows of digits and `null` for a failure.
//!
//! [`conform`] runs programs one by one, [`conform_with`] on any other executor.

mod call;
mod program;

pub use program::{Answer, ProgramVector, interpret};

use bumpalo::Bump;
use serde_json::Value as Json;
use std::fmt;

/// The result of running a file of vectors.
#[derive(Debug, Default)]
pub struct Report {
    /// Number of vectors that agree: a call, or a program on all its inputs.
    pub passed: usize,
    /// The vectors that do not, by line.
    pub mismatches: Vec<Mismatch>,
}

/// A vector on which we differ from the reference.
#[derive(Debug)]
pub struct Mismatch {
    /// Line in the file, from 1.
    pub line: usize,
    /// The call or program.
    pub what: String,
    /// The result of the reference.
    pub wanted: String,
    /// Our result.
    pub got: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            what,
            wanted,
            got,
        } = self;
        write!(
            f,
            "line {line}: {what}\n  wanted: {wanted}\n  got:    {got}"
        )
    }
}

/// Runs every vector of a file, programs one by one.
pub fn conform(text: &str) -> Report {
    conform_with(text, &mut interpret)
}

/// Runs every vector of a file. The executor receives all programs at once, so that it may merge them,
/// and returns one answer for every input of every program.
pub fn conform_with(
    text: &str,
    execute: &mut dyn FnMut(&[ProgramVector]) -> Vec<Vec<Answer>>,
) -> Report {
    let mut report = Report::default();
    let mut programs = Vec::new();
    let mut arena = Bump::new();
    for (k, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        arena.reset();
        match vector(&arena, k + 1, line) {
            Ok(None) => report.passed += 1,
            Ok(Some(program)) => programs.push(program),
            Err(difference) => report.differs(k + 1, *difference),
        }
    }
    let mut answers = execute(&programs).into_iter();
    for program in &programs {
        match program.compare(&answers.next().unwrap_or_default()) {
            Ok(()) => report.passed += 1,
            Err(difference) => report.differs(program.line, *difference),
        }
    }
    report.mismatches.sort_by_key(|mismatch| mismatch.line);
    report
}

impl Report {
    fn differs(&mut self, line: usize, [what, wanted, got]: [String; 3]) {
        self.mismatches.push(Mismatch {
            line,
            what,
            wanted,
            got,
        });
    }
}

/// The longest accepted line in bytes. Vectors are far shorter, and parsed JSON takes many times the
/// length of its text.
const MAX_LINE: usize = 16 << 20;

/// The vector, the expected result and ours.
type Difference = Box<[String; 3]>;

/// Runs a call, or reads a program.
fn vector(arena: &Bump, number: usize, line: &str) -> Result<Option<ProgramVector>, Difference> {
    let broken = |why: String| {
        let start = line.chars().take(200).collect();
        Box::new([start, "a vector".to_string(), why])
    };
    if line.len() > MAX_LINE {
        let why = format!("a line of more than {} MiB", MAX_LINE >> 20);
        return Err(broken(why));
    }
    let json: Json = serde_json::from_str(line).map_err(|e| broken(e.to_string()))?;
    if json["source"].is_string() {
        return ProgramVector::read(number, &json).map(Some).map_err(broken);
    }
    call::run(arena, &json, broken).map(|()| None)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = r#"{"id": "p1", "source": "def solve(I):\n    O = trim(I)\n    return O\n",
        "inputs": [["000", "010", "000"], ["1"]], "outputs": [["1"], null]}"#;

    fn one_line(text: &str) -> String {
        text.replace('\n', " ")
    }

    #[test]
    fn mismatches_are_reported() {
        let text = [
            r#"{"fn": "add", "args": [1, 2], "out": 3}"#,
            "",
            r#"{"fn": "add", "args": [1, 2], "out": 4}"#,
            r#"{"fn": "add", "args": [1, 2], "error": true}"#,
            r#"{"fn": "first", "args": [{"s": []}], "error": true}"#,
            r#"{"fn": "first", "args": [[]], "out": 1}"#,
            r#"{"fn": "plus", "args": [1, 2], "out": 3}"#,
            r#"{"fn": "call", "args": [{"f": "rbind", "args": [{"f": "add"}, 1]}, 2], "out": 3}"#,
            "{}",
            "{",
            r#"{"source": "def solve(I):"}"#,
            r#"{"source": "def solve(I):\n    return I\n", "inputs": [], "outputs": [null]}"#,
        ];
        let report = conform(&text.join("\n"));
        assert_eq!(report.passed, 3);
        let texts: Vec<String> = report.mismatches.iter().map(Mismatch::to_string).collect();
        insta::assert_snapshot!(texts.join("\n"));
    }

    #[test]
    fn a_line_that_is_too_long_is_rejected() {
        let report = conform(&"[".repeat(MAX_LINE + 1));
        assert_eq!(report.mismatches[0].got, "a line of more than 16 MiB");
        assert_eq!(report.mismatches[0].what.len(), 200);
    }

    #[test]
    fn another_executor_may_run_the_programs() {
        assert_eq!(conform(&one_line(PROGRAM)).passed, 1);
        let mut asked = 0;
        let report = conform_with(&one_line(PROGRAM), &mut |vectors| {
            asked += vectors.len();
            vec![vec![
                Ok(vectors[0].inputs[0].clone()),
                Err("nothing".into()),
            ]]
        });
        assert_eq!((asked, report.passed), (1, 0));
        insta::assert_snapshot!(report.mismatches[0].to_string());
        let forgetful = conform_with(&one_line(PROGRAM), &mut |_| Vec::new());
        assert_eq!(forgetful.passed, 0);
        assert_eq!(forgetful.mismatches[0].got, "0 answers to 2 inputs");
    }
}
