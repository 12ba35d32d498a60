//! The command `arcbatt`: arguments and printing, no logic. A library, so that the Python package can
//! hold the command too.
//!
//! One module per command. In: arguments, the environment, files. Out: text or JSON on the standard
//! output, problems on the standard error, and an exit code: 0 success; 1 the work was done, but some
//! task is unsolved, a program rejected or an answer wrong; 2 bad usage or input.
//! Never: a panic because the reader of a pipe is gone.

mod args;
mod batt;
mod bench;
mod card;
mod check;
mod completions;
mod conform;
mod data;
mod data_source;
mod deadline;
mod device;
mod dsl;
mod evolve_args;
mod help;
mod interrupt;
mod json_text;
mod library;
mod memory_args;
mod output;
mod pictures;
mod profile;
mod progress;
mod rank;
mod read_file;
mod report_header;
mod run;
mod sanitize;
mod score;
mod search_args;
mod serve;
mod session_files;
mod session_progress;
mod shard;
mod show;
mod solve;
mod solver_source;
mod suggestions;
mod task_source;
mod text_table;
mod trace;

use clap::{CommandFactory, Parser, Subcommand};
use output::{Output, set_quiet, warn};
use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::OnceLock;

/// The arguments of the command, with its name.
static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// The arguments of the command, without its name.
fn typed_arguments() -> impl Iterator<Item = String> {
    let arguments = ARGUMENTS.get().into_iter().flatten().skip(1);
    arguments.map(|argument| argument.to_string_lossy().into_owned())
}

/// The outcome of a command that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Everything is solved, accepted or equal.
    Success,
    /// Some task is unsolved, a program rejected or an answer wrong.
    Failure,
    /// An error that was printed when it happened.
    ErrorPrinted,
}

impl Outcome {
    /// Success if `good`, else failure.
    fn of(good: bool) -> Self {
        match good {
            true => Outcome::Success,
            false => Outcome::Failure,
        }
    }
}

/// Examples and exit codes, below the options.
const AFTER_HELP: &str = "\
Examples:
  arcbatt solve                              find programs for the built-in tasks
  arcbatt run                                mutate solvers and score them on the built-in tasks
  arcbatt profile                            where the time of `run` goes
  arcbatt check                              run the built-in solvers on the built-in tasks
  arcbatt show gravity_down                  draw a task
  arcbatt trace gravity_down                 draw the value of every line of its solver
  arcbatt serve                              the same in a browser, while you type
  arcbatt dsl objects                        a primitive: arguments, result, cost, example
  arcbatt data pull                          download the ARC tasks, once
  arcbatt help glossary                      the words used: card, batt, differ and so on
  arcbatt check solvers.py --data arc1-training
  arcbatt rank answers.md --task half_turn   run candidate programs, and rank their answers

Exit codes: 0 success; 1 some task is unsolved, a program rejected or an answer wrong; 2 bad usage
or input. Colour is used on terminals only; NO_COLOR=1 turns it off, CLICOLOR_FORCE=1 forces it.";

/// Write, run, check, profile and draw programs that solve ARC tasks.
#[derive(Parser)]
#[command(
    name = "arcbatt",
    version,
    propagate_version = true,
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = AFTER_HELP,
    after_long_help = format!("{AFTER_HELP}\n\nGlossary:\n{}", help::glossary().trim_end())
)]
struct Arguments {
    /// Print JSON instead of text
    // `profile` has its own `--json`, which takes a file; clap passes the value from one to the other,
    // so both are strings.
    #[arg(long, global = true, num_args = 0, default_missing_value = "-")]
    json: Option<String>,

    /// Print no progress and no notes, only results and errors
    #[arg(short, long, global = true)]
    quiet: bool,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Solve),
    Run(run::Run),
    Library(library::Library),
    Score(score::Score),
    Card(card::Card),
    Batt(batt::Batt),
    Profile(Box<profile::Profile>),
    Check(check::Check),
    Rank(rank::Rank),
    Shard(shard::Shard),
    Show(show::Show),
    Trace(trace::Trace),
    Serve(serve::Serve),
    Dsl(dsl::Dsl),
    Conform(conform::Conform),
    Data(data::Data),
    Device(device::Device),
    Bench(bench::Bench),
    Completions(completions::Completions),
    Help(help::Help),
}

/// Runs the command with these arguments, the first of which is its name. Returns the exit code.
///
/// Ends the process where clap does: for `--help`, `--version` and bad usage.
pub fn run_command(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Set once: a process runs one command.
    let arguments = ARGUMENTS.get_or_init(|| arguments);
    completions::answer_script();
    interrupt::survive_file_limit();
    let arguments = Arguments::try_parse_from(arguments)
        .unwrap_or_else(|error| refuse_arguments(error, arguments));
    if arguments.quiet {
        set_quiet();
    }
    let mut output = Output::detect(arguments.json.as_deref() == Some("-"));
    let outcome = run(arguments.command, &mut output)
        // Flushing may also meet a closed pipe.
        .and_then(|outcome| output.stdout.flush().map(|()| outcome).map_err(Into::into));
    match outcome {
        Ok(Outcome::Success) => 0,
        Ok(Outcome::Failure) => 1,
        Ok(Outcome::ErrorPrinted) => 2,
        // `arcbatt dsl | head` is not an error.
        Err(error) if is_broken_pipe(&error) => 0,
        Err(error) => {
            // Print the output before the error; a failure here is not reported.
            let _ = output.stdout.flush();
            let context = match is_output_error(&error) {
                true => "cannot write the standard output: ",
                false => "",
            };
            warn(format_args!("error: {context}{error:#}"));
            2
        }
    }
}

/// Prints what is wrong with the arguments, or the help that they ask for, and ends the process.
///
/// The message repeats arguments: it is made from harmless copies of them.
fn refuse_arguments(error: clap::Error, arguments: &[OsString]) -> ! {
    let copy =
        |argument: &OsString| sanitize::sanitized(&argument.to_string_lossy()).replace('\n', "?");
    match Arguments::try_parse_from(arguments.iter().map(copy)) {
        Err(harmless) if harmless.kind() == error.kind() => harmless.exit(),
        _ => {
            warn(error);
            std::process::exit(2)
        }
    }
}

fn run(command: Option<Command>, output: &mut Output) -> anyhow::Result<Outcome> {
    match command {
        Some(Command::Solve(solve)) => solve.run(output),
        Some(Command::Run(run)) => run.run(output),
        Some(Command::Library(library)) => library.run(output),
        Some(Command::Score(score)) => score.run(output),
        Some(Command::Card(card)) => card.run(output),
        Some(Command::Batt(batt)) => batt.run(output),
        Some(Command::Profile(profile)) => profile.run(output),
        Some(Command::Check(check)) => check.run(output),
        Some(Command::Rank(rank)) => rank.run(output),
        Some(Command::Shard(shard)) => shard.run(output),
        Some(Command::Show(show)) => show.run(output),
        Some(Command::Trace(trace)) => trace.run(output),
        Some(Command::Serve(serve)) => serve.run(output),
        Some(Command::Dsl(dsl)) => dsl.run(output),
        Some(Command::Conform(conform)) => conform.run(output),
        Some(Command::Data(data)) => data.run(output),
        Some(Command::Device(device)) => device.run(output),
        Some(Command::Bench(bench)) => bench.run(output),
        Some(Command::Completions(completions)) => completions.run(output),
        Some(Command::Help(help)) => help.run(output),
        None => {
            Arguments::command().print_help()?;
            Ok(Outcome::Success)
        }
    }
}

/// Whether writing the standard output failed; errors of files name the file.
fn is_output_error(error: &anyhow::Error) -> bool {
    let bare = error.chain().count() == 1;
    bare && (error.is::<io::Error>() || error.is::<serde_json::Error>())
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let kind = match cause.downcast_ref::<io::Error>() {
            Some(error) => Some(error.kind()),
            None => cause
                .downcast_ref::<serde_json::Error>()
                .and_then(serde_json::Error::io_error_kind),
        };
        kind == Some(io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Options whose help says what they are for in each command.
    const OWN_HELP: [&str; 9] = [
        "out", "json", "store", "batt", "show", "all", "mutants", "resume", "force",
    ];
    /// The number of tasks to generate, not to keep.
    const OWN_MEANING: (&str, &str) = (" arcbatt data make", "tasks");

    #[test]
    fn an_option_means_the_same_in_every_command() {
        /// The command, the short letter and the help of every option, by name.
        type Options = BTreeMap<String, Vec<(String, Option<char>, String)>>;
        fn look(command: &clap::Command, path: &str, options: &mut Options) {
            let path = format!("{path} {}", command.get_name());
            for option in command
                .get_arguments()
                .filter(|option| !option.is_hide_set())
            {
                let Some(name) = option.get_long() else {
                    continue;
                };
                if (path.as_str(), name) == OWN_MEANING {
                    continue;
                }
                let help = option.get_help().map(ToString::to_string);
                let uses = (path.clone(), option.get_short(), help.unwrap_or_default());
                options.entry(name.to_owned()).or_default().push(uses);
            }
            for inner in command.get_subcommands() {
                look(inner, &path, options);
            }
        }
        let mut options = Options::new();
        look(&Arguments::command(), "", &mut options);
        let mut different = Vec::new();
        for (name, uses) in &options {
            let (_, short, help) = &uses[0];
            for (path, other_short, other) in uses {
                let same_help = other == help || OWN_HELP.contains(&name.as_str());
                if short != other_short || !same_help {
                    different.push(format!("--{name} of{path}: {other_short:?} {other}"));
                }
            }
        }
        assert!(different.is_empty(), "{}", different.join("\n"));
        // One letter means one option.
        let mut letters: BTreeMap<char, &str> = BTreeMap::new();
        for (name, uses) in &options {
            for letter in uses.iter().filter_map(|(_, letter, _)| *letter) {
                let known = letters.entry(letter).or_insert(name);
                assert_eq!(known, name, "-{letter}");
            }
        }
        for (letter, name) in [('j', "threads"), ('q', "quiet"), ('o', "out")] {
            assert_eq!(letters.get(&letter), Some(&name));
        }
    }

    /// clap wraps wider lines.
    #[test]
    fn no_line_of_the_examples_is_wrapped() {
        fn look(command: &clap::Command) {
            let after = command.get_after_help().map(ToString::to_string);
            for line in after.unwrap_or_default().lines() {
                assert!(
                    line.chars().count() <= 100,
                    "{}: {line}",
                    command.get_name()
                );
            }
            command.get_subcommands().for_each(look);
        }
        look(&Arguments::command());
    }
}
