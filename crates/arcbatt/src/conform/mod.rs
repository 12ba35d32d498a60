//! The answers of the reference implementation against ours.
//!
//! In: lines of JSON, a call or a program each. Out: how many agree, and each one that does not.
//! What never happens here: an answer that is looked up rather than computed.
//!
//! A call is `{"fn", "args", "out"}` or `{"fn", "args", "error": true}`: a tuple is an array, a set
//! `{"s": [...]}`, a function `{"f": name}` or `{"f": name, "args": [...]}`; `"fn": "call"` applies
//! its first argument to the others. A program is `{"id", "source", "inputs", "outputs"}` with grids
//! as rows of digits and `null` for no answer.
//!
//! Whatever executes programs runs the same file: [`conform`] uses the plain interpreter,
//! [`conform_with`] any other executor.

mod call;
mod program;

pub use program::{Answer, ProgramVector, interpret};

use bumpalo::Bump;
use serde_json::Value as Json;
use std::fmt;

/// What came of a file of vectors.
#[derive(Debug, Default)]
pub struct Report {
    /// Vectors that agree: a call, or a program on all its inputs.
    pub passed: usize,
    /// Those that do not, by line.
    pub mismatches: Vec<Mismatch>,
}

/// A vector whose answer is not ours.
#[derive(Debug)]
pub struct Mismatch {
    /// Line in the file, from 1.
    pub line: usize,
    /// The call or program.
    pub what: String,
    /// The reference's answer.
    pub wanted: String,
    /// Our answer.
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

/// Runs every vector of a file, programs on the plain interpreter.
pub fn conform(text: &str) -> Report {
    conform_with(text, &mut interpret)
}

/// Runs every vector of a file. The executor gets all its programs at once, so that it may merge
/// them, and gives back one answer for every input of every program.
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

/// The longest line that is read, in bytes: no vector comes near it, and JSON takes many times its
/// length in memory.
const MAX_LINE: usize = 16 << 20;

/// What was asked, wanted and got.
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
    fn what_differs_is_told() {
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
        let told: Vec<String> = report.mismatches.iter().map(Mismatch::to_string).collect();
        insta::assert_snapshot!(told.join("\n"));
    }

    #[test]
    fn a_line_that_is_far_too_long_is_not_read() {
        let report = conform(&"[".repeat(MAX_LINE + 1));
        assert_eq!(report.mismatches[0].got, "a line of more than 16 MiB");
        assert_eq!(report.mismatches[0].what.len(), 200);
    }

    #[test]
    fn another_executor_is_asked() {
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
