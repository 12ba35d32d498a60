//! The command as users see it: output, error stream and exit codes.

mod bad_files;
mod batt;
mod budgets;
mod card;
mod check;
mod data;
mod device;
mod docs;
mod dsl;
#[cfg(target_os = "linux")]
mod faults;
mod hostile;
mod library;
mod lines;
mod memory;
mod options;
mod outputs;
mod profile;
mod profile_contents;
mod profile_numbers;
mod rank;
mod run;
mod run_files;
mod run_resume;
mod same_answers;
mod score;
mod shard;
mod show_trace;
mod solve;
mod solver_forms;
mod store_faults;
mod usage;

use serde_json::Value as Json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// The output of a command.
struct Said {
    out: String,
    err: String,
    code: Option<i32>,
}

/// The command in an environment that is the same on every machine.
fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arcbatt"));
    for name in [
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLORTERM",
        "LC_ALL",
        "LC_CTYPE",
        "SHELL",
    ] {
        command.env_remove(name);
    }
    command
        .args(args)
        .env("TERM", "xterm-256color")
        .env("LANG", "C.UTF-8")
        .env("COLUMNS", "100")
        // Messages about a GPU differ from machine to machine.
        .env("CUDA_VISIBLE_DEVICES", "")
        // A folder that not even root can create.
        .env("XDG_CACHE_HOME", "/dev/null/cache");
    command
}

fn run(args: &[&str]) -> Said {
    run_with(command(args), "")
}

fn run_with(mut command: Command, input: &str) -> Said {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads no input may end before it is written.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Said {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

impl Said {
    #[track_caller]
    fn json(&self) -> Json {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e} in {}", self.out))
    }

    #[track_caller]
    fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }

    /// Asserts an empty standard output and this message on the standard error.
    #[track_caller]
    fn fails_with(self, message: &str) {
        let said = self.exits(2);
        assert_eq!(said.out, "");
        assert_eq!(said.err, format!("error: {message}\n"));
    }
}

/// A folder with one file.
fn file(name: &str, text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The text with all times replaced, as they vary from run to run.
fn timeless(text: &str) -> String {
    let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    let mut out = String::new();
    let mut k = 0;
    while k < words.len() {
        let number = words[k].trim();
        let unit = words.get(k + 1).map_or("", |word| word.trim());
        let has_unit = ["ns", "µs", "ms", "s"].contains(&unit.trim_end_matches([',', ';']));
        match number.parse::<f64>() {
            // The unit goes, and what follows it stays.
            Ok(_) if has_unit => {
                let rest = words[k + 1].trim_start_matches(char::is_alphabetic);
                out.push_str("TIME");
                out.push_str(rest);
                k += 2;
            }
            Ok(_) if number.contains('.') => {
                out.push_str(&words[k].replace(number, "TIME"));
                k += 1;
            }
            _ => {
                out.push_str(words[k]);
                k += 1;
            }
        }
    }
    out
}

/// A task whose outputs are its inputs upside down; the second test has no answer.
const TASK: &str = r#"{"train": [{"input": [[1, 2], [3, 4]], "output": [[3, 4], [1, 2]]}],
"test": [{"input": [[1], [2]], "output": [[2], [1]]}, {"input": [[5], [6]]}]}"#;
