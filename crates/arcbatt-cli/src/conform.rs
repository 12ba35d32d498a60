//! `arcbatt conform`: compares answers with those of the reference implementation.

use crate::Outcome;
use crate::output::{Output, note};
use crate::progress::Progress;
use crate::read_file::{read_text, text_of};
use anyhow::{Context, bail};
use arcbatt::conform::conform;
use serde_json::json;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Run conformance vectors: calls and programs with their expected answers
#[derive(clap::Args)]
#[command(after_help = "\
A vector is a line of JSON. A call:
  {\"fn\": \"add\", \"args\": [[1, 2], 3], \"out\": [4, 5]}
with \"error\": true instead of \"out\" if the call must fail; a tuple is an array, a set
{\"s\": [...]}, a function {\"f\": \"size\"} or {\"f\": \"rbind\", \"args\": [...]}. A program:
  {\"id\": \"p1\", \"source\": \"def solve(I):\\n    return rot90(I)\\n\", \"inputs\": [[\"12\"]],
   \"outputs\": [[\"1\", \"2\"]]}
with grids as rows of digits, and null for a failure.

Examples:
  arcbatt conform                   primitives.jsonl and programs.jsonl, from here or conformance/
  arcbatt conform primitives.jsonl programs.jsonl
  grep '\"objects\"' primitives.jsonl | arcbatt conform

Exit codes: 0 all agree; 1 some differ; 2 bad usage or input.")]
pub struct Conform {
    /// Files of vectors, `-` for the standard input [default: the standard input if piped, else
    /// primitives.jsonl and programs.jsonl in this folder or in conformance/]
    #[arg(value_name = "FILE.jsonl")]
    files: Vec<PathBuf>,
}

impl Conform {
    /// Runs the vectors and prints each mismatch.
    pub fn run(mut self, output: &mut Output) -> anyhow::Result<Outcome> {
        let mut texts = Vec::new();
        if self.files.is_empty() && !io::stdin().is_terminal() {
            let piped = PathBuf::from("-");
            let text = read(&piped)?;
            if !text.trim().is_empty() {
                texts.push((piped, text));
            }
        }
        if self.files.is_empty() && texts.is_empty() {
            self.files = usual_files(Path::new(""));
            if self.files.is_empty() {
                bail!("{NOTHING}");
            }
            let named: Vec<_> = self.files.iter().map(|f| f.display().to_string()).collect();
            note(format_args!("running {}", named.join(" and ")));
        }
        for path in self.files {
            let text = read(&path)?;
            texts.push((path, text));
        }
        let (mut passed, mut failed) = (0, 0);
        let mut mismatches = Vec::new();
        for (path, text) in &texts {
            let report = {
                let _progress = Progress::spinner("running vectors");
                conform(text)
            };
            if report.passed + report.mismatches.len() == 0 {
                // An empty file must not look like success.
                bail!("{}: no vectors in it", path.display());
            }
            passed += report.passed;
            failed += report.mismatches.len();
            for mismatch in &report.mismatches {
                if output.json {
                    mismatches.push(json!({
                        "file": path.display().to_string(),
                        "line": mismatch.line,
                        "what": mismatch.what,
                        "wanted": mismatch.wanted,
                        "got": mismatch.got,
                    }));
                } else {
                    writeln!(output.stdout, "{}: {mismatch}", path.display())?;
                }
            }
        }
        if output.json {
            let json = json!({"passed": passed, "failed": failed, "mismatches": mismatches});
            output.print_json(&json)?;
        } else {
            writeln!(output.stdout, "{passed} passed, {failed} failed")?;
        }
        Ok(Outcome::of(failed == 0))
    }
}

/// The error if there is nothing to run.
const NOTHING: &str = "\
no vectors: there is no primitives.jsonl or programs.jsonl here or in conformance/
name a file of vectors or pipe some in; `arcbatt conform --help` shows the format";

/// The files of vectors in the default places below a folder.
fn usual_files(folder: &Path) -> Vec<PathBuf> {
    let places = ["", "conformance", "shared/conformance"].into_iter();
    let files = |place| {
        let names = ["primitives.jsonl", "programs.jsonl"].into_iter();
        let paths = names.map(|name| folder.join(place).join(name));
        paths.filter(|path| path.is_file()).collect::<Vec<_>>()
    };
    places
        .map(files)
        .find(|files| !files.is_empty())
        .unwrap_or_default()
}

fn read(path: &Path) -> anyhow::Result<String> {
    match path == Path::new("-") {
        true => text_of(io::stdin().lock()).context("cannot read the standard input"),
        false => read_text(path)
            .with_context(|| format!("{}: cannot read vectors from it", path.display())),
    }
}
