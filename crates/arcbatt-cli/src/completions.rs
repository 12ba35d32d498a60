//! `arcbatt completions`: prints a shell completion script.
//!
//! The script asks the command itself for completions, so that it knows the data sets on the machine
//! and the ids of their tasks.

use crate::output::Output;
use crate::{Arguments, Outcome};
use anyhow::{anyhow, bail};
use arcbatt::task::{Leniency, cache_folder, open, present_sets};
use clap::CommandFactory;
use clap_complete::Shell;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::{CompleteEnv, Shells};
use serde_json::json;
use std::ffi::OsStr;
use std::io::Write;

/// The variable with which the script asks for completions.
const VARIABLE: &str = "ARCBATT_COMPLETE";

/// Print a shell completion script
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt completions bash > ~/.local/share/bash-completion/completions/arcbatt
  arcbatt completions zsh > ~/.zfunc/_arcbatt        (with ~/.zfunc in $fpath)
  arcbatt completions fish > ~/.config/fish/completions/arcbatt.fish

Commands, options, names of data sets and ids of tasks are completed.")]
pub struct Completions {
    /// The shell [default: from $SHELL]
    shell: Option<Shell>,
}

impl Completions {
    /// Prints the script.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let Some(shell) = self.shell.or_else(Shell::from_env) else {
            bail!("$SHELL names no known shell; name one: bash, elvish, fish, powershell or zsh");
        };
        let name = shell.to_string();
        let shells = Shells::builtins();
        let completer = shells
            .completer(&name)
            .ok_or_else(|| anyhow!("no completions for {name}"))?;
        let mut script = Vec::new();
        completer.write_registration(VARIABLE, "arcbatt", "arcbatt", "arcbatt", &mut script)?;
        if output.json {
            let script = String::from_utf8_lossy(&script);
            output.print_json(&json!({ "shell": name, "script": script }))?;
            return Ok(Outcome::Success);
        }
        output.stdout.write_all(&script)?;
        Ok(Outcome::Success)
    }
}

/// Answers a request of the script and ends the process; does nothing if there is none.
pub fn answer_script() {
    let arguments = crate::ARGUMENTS.get().into_iter().flatten().cloned();
    let folder = std::env::current_dir().ok();
    let complete = CompleteEnv::with_factory(Arguments::command).var(VARIABLE);
    match complete.try_complete(arguments, folder.as_deref()) {
        Ok(false) => {}
        Ok(true) => std::process::exit(0),
        Err(error) => error.exit(),
    }
}

/// Completes names of data sets, and paths.
pub fn data_completer() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let sets = present_sets(cache_folder().as_deref());
        let mut found = starting_with(current, sets.into_iter());
        found.extend(PathCompleter::any().complete(current));
        found
    })
}

/// Completes ids of tasks.
pub fn task_completer() -> ArgValueCompleter {
    ArgValueCompleter::new(task_ids)
}

/// Completes ids of tasks, and paths.
pub fn task_or_file_completer() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let mut found = task_ids(current);
        found.extend(PathCompleter::any().complete(current));
        found
    })
}

/// The ids in the data set of `--data` on the command line, or in all data sets on the machine.
fn task_ids(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut words = crate::typed_arguments();
    let mut sets = Vec::new();
    while let Some(word) = words.next() {
        match word.split_once('=') {
            Some(("--data", set)) => sets.push(set.to_owned()),
            _ if word == "--data" => sets.extend(words.next()),
            _ => {}
        }
    }
    if sets.is_empty() {
        let present = present_sets(cache_folder().as_deref());
        sets = present.into_iter().map(str::to_owned).collect();
    }
    // A data set that cannot be read has no completions.
    let loaded = sets
        .iter()
        .filter_map(|set| open(set, Leniency::Lenient).ok());
    let mut ids: Vec<String> = loaded
        .flat_map(|loaded| loaded.data.tasks)
        .map(|task| task.id)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    starting_with(current, ids.iter().map(String::as_str))
}

/// The names that begin with what is written.
fn starting_with<'n>(
    current: &OsStr,
    names: impl Iterator<Item = &'n str>,
) -> Vec<CompletionCandidate> {
    let Some(current) = current.to_str() else {
        return Vec::new();
    };
    names
        .filter(|name| name.starts_with(current))
        .map(CompletionCandidate::new)
        .collect()
}
