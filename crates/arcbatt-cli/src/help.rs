//! `arcbatt help`: the help of a command, or the glossary.

use crate::output::Output;
use crate::suggestions::did_you_mean;
use crate::{Arguments, Outcome};
use anyhow::bail;
use arcbatt::render::ColorMode;
use clap::CommandFactory;
use serde_json::{Map, json};
use std::io::Write;

/// The words of this project. The README has the same table.
const GLOSSARY: [(&str, &str); 11] = [
    (
        "demonstration",
        "a pair that shows a task's rule; a program right on all fits",
    ),
    (
        "attempt",
        "one of two answers to a test, which is right if one of them is",
    ),
    (
        "primitive",
        "a function of the language; `arcbatt dsl` lists them",
    ),
    (
        "solver",
        "a program for one task: it calls primitives, from I to O",
    ),
    (
        "candidate",
        "a program tried on a task: a solver, a mutant, or one found",
    ),
    (
        "differ",
        "a program that measures how far an output is from the expected",
    ),
    (
        "batt",
        "many candidates merged into one program; equal calls run once",
    ),
    (
        "card",
        "the step that merges solvers and their mutants into a batt",
    ),
    (
        "proposer",
        "a part of the search that proposes programs of one kind",
    ),
    (
        "bits",
        "the length of a program's description; fewer bits rank higher",
    ),
    (
        "shard",
        "a part of the work that one machine does on its own",
    ),
];

/// The glossary, one line per word.
pub fn glossary() -> String {
    let line = |(word, meaning): &(&str, &str)| format!("  {word:13}  {meaning}\n");
    GLOSSARY.iter().map(line).collect()
}

/// Explain a command, or the words used: `arcbatt help glossary`
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt help check
  arcbatt help profile diff
  arcbatt help glossary")]
pub struct Help {
    /// The command, or `glossary`
    topic: Vec<String>,
}

impl Help {
    /// Prints the help.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        if self.topic == ["glossary"] {
            if output.json {
                let words = GLOSSARY.iter().map(|(word, meaning)| {
                    let meaning = (*meaning).into();
                    ((*word).to_owned(), meaning)
                });
                let words: Map<String, serde_json::Value> = words.collect();
                output.print_json(&json!({ "glossary": words }))?;
            } else {
                output.stdout.write_all(glossary().as_bytes())?;
            }
            return Ok(Outcome::Success);
        }
        let mut command = &Arguments::command();
        let mut of = "arcbatt".to_owned();
        for name in &self.topic {
            let Some(inner) = command.find_subcommand(name) else {
                let names = command.get_subcommands().map(clap::Command::get_name);
                let nearest = did_you_mean(name, names.chain(["glossary"]));
                bail!("no command {name:?} of {of}{nearest}");
            };
            of = format!("{of} {name}");
            command = inner;
        }
        let words = of.split(' ').chain(["--help"]);
        let help = match Arguments::command().try_get_matches_from(words) {
            Err(help) => help.render(),
            Ok(_) => bail!("{of}: no help"),
        };
        if output.json {
            output.print_json(&json!({ "help": help.to_string() }))?;
        } else if output.style.color == ColorMode::None {
            write!(output.stdout, "{help}")?;
        } else {
            write!(output.stdout, "{}", help.ansi())?;
        }
        Ok(Outcome::Success)
    }
}
