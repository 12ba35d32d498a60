//! `arcbatt conform`: the answers of the reference implementation against ours.

use crate::Outcome;
use crate::progress::Progress;
use crate::screen::Screen;
use anyhow::{Context, bail};
use arcbatt::conform::conform;
use serde_json::json;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Run conformance vectors: calls and programs with the answers they must give
#[derive(clap::Args)]
#[command(after_help = "\
A vector is a line of JSON. A call:
  {\"fn\": \"add\", \"args\": [[1, 2], 3], \"out\": [4, 5]}
with \"error\": true in place of \"out\" where there is no answer; a tuple is an array, a set
{\"s\": [...]}, a function {\"f\": \"size\"} or {\"f\": \"rbind\", \"args\": [...]}. A program:
  {\"id\": \"p1\", \"source\": \"def solve(I):\\n    return rot90(I)\\n\", \"inputs\": [[\"12\"]],
   \"outputs\": [[\"1\", \"2\"]]}
with grids as rows of digits, and null for no answer.

Examples:
  arcbatt conform primitives.jsonl programs.jsonl
  grep '\"objects\"' primitives.jsonl | arcbatt conform

Exit codes: 0 all agree; 1 some do not; 2 a file cannot be read.")]
pub struct Conform {
    /// Files of vectors; `-`, or nothing on a pipe, is the standard input
    #[arg(value_name = "FILE.jsonl")]
    files: Vec<PathBuf>,
}

impl Conform {
    /// Runs the vectors and prints each mismatch.
    pub fn run(mut self, screen: &mut Screen) -> anyhow::Result<Outcome> {
        if self.files.is_empty() {
            if io::stdin().is_terminal() {
                bail!(
                    "no vectors: name a file of them, as in `arcbatt conform primitives.jsonl`; \
                     `arcbatt conform --help` shows what a vector looks like"
                );
            }
            self.files.push("-".into());
        }
        let (mut passed, mut failed) = (0, 0);
        let mut mismatches = Vec::new();
        for path in &self.files {
            let text = read(path)?;
            let report = {
                let _progress = Progress::spinner("running vectors");
                conform(&text)
            };
            if report.passed + report.mismatches.len() == 0 {
                // No vectors must not look like vectors that agree.
                bail!("{}: no vectors in it", path.display());
            }
            passed += report.passed;
            failed += report.mismatches.len();
            for mismatch in &report.mismatches {
                if screen.json {
                    mismatches.push(json!({
                        "file": path.display().to_string(),
                        "line": mismatch.line,
                        "what": mismatch.what,
                        "wanted": mismatch.wanted,
                        "got": mismatch.got,
                    }));
                } else {
                    writeln!(screen.out, "{}: {mismatch}", path.display())?;
                }
            }
        }
        if screen.json {
            let json = json!({"passed": passed, "failed": failed, "mismatches": mismatches});
            screen.print_json(&json)?;
        } else {
            writeln!(screen.out, "{passed} passed, {failed} failed")?;
        }
        Ok(match failed {
            0 => Outcome::Yes,
            _ => Outcome::No,
        })
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    match path == Path::new("-") {
        true => io::read_to_string(io::stdin().lock()).context("cannot read the standard input"),
        false => fs::read_to_string(path)
            .with_context(|| format!("{}: cannot read vectors from it", path.display())),
    }
}
