//! The command `arcbatt`: arguments and printing, no logic.
//!
//! One file a subcommand. In: arguments, the environment, files. Out: text or JSON on the standard
//! output, problems on the standard error, and an exit code: 0 for yes, 1 for no (an unsolved
//! task, a rejected program, a mismatch), 2 for arguments or data that cannot be used.
//! What never happens here: a panic because the reader of a pipe went away.

mod args;
mod batt;
mod bench;
mod card;
mod check;
mod completions;
mod conform;
mod data;
mod data_source;
mod device;
mod dsl;
mod interrupt;
mod library;
mod output;
mod pictures;
mod profile;
mod progress;
mod read_file;
mod run;
mod sanitize;
mod score;
mod session_files;
mod session_progress;
mod show;
mod solve;
mod solver_source;
mod suggestions;
mod task_source;
mod trace;

use clap::{CommandFactory, Parser, Subcommand};
use output::{Output, note};
use std::io::{self, Write};
use std::process::ExitCode;

/// What a command came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// All is well.
    Success,
    /// The work was done, and the answer is no.
    Failure,
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

/// Write, run, check, profile and draw programs that solve ARC tasks.
#[derive(Parser)]
#[command(
    name = "arcbatt",
    version,
    propagate_version = true,
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = "\
Examples:
  arcbatt solve                              find programs for the built-in tasks
  arcbatt run                                the whole pipeline on the built-in tasks
  arcbatt profile                            where its time goes
  arcbatt check                              the built-in solvers on the built-in tasks
  arcbatt show gravity_down                  a task, drawn
  arcbatt trace gravity_down                 its solver, every line with its value drawn
  arcbatt dsl objects                        a primitive: what it takes, gives and costs
  arcbatt data pull                          get the ARC tasks, once
  arcbatt check solvers.py --data arc1-training

Exit codes: 0 yes; 1 no: an unsolved task, a rejected program, a mismatch; 2 wrong arguments or
data. Colour is used on terminals only; NO_COLOR=1 forbids it, CLICOLOR_FORCE=1 demands it."
)]
struct Arguments {
    /// Print JSON instead of text
    // `profile` has a `--json` of its own, which takes a file: both are texts, as the value is
    // handed from one to the other.
    #[arg(long, global = true, num_args = 0, default_missing_value = "-")]
    json: Option<String>,

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
    Show(show::Show),
    Trace(trace::Trace),
    Dsl(dsl::Dsl),
    Conform(conform::Conform),
    Data(data::Data),
    Device(device::Device),
    Bench(bench::Bench),
    Completions(completions::Completions),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = Output::detect(arguments.json.as_deref() == Some("-"));
    let outcome = run(arguments.command, &mut output)
        // What is still in the buffer may meet a closed pipe, too.
        .and_then(|outcome| output.stdout.flush().map(|()| outcome).map_err(Into::into));
    match outcome {
        Ok(Outcome::Success) => ExitCode::SUCCESS,
        Ok(Outcome::Failure) => ExitCode::from(1),
        // `arcbatt dsl | head` has what it wants.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // What was printed before the error comes before it; no more can be done for it.
            let _ = output.stdout.flush();
            let whose = match is_of_output(&error) {
                true => "cannot write the standard output: ",
                false => "",
            };
            note(format_args!("error: {whose}{error:#}"));
            ExitCode::from(2)
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
        Some(Command::Show(show)) => show.run(output),
        Some(Command::Trace(trace)) => trace.run(output),
        Some(Command::Dsl(dsl)) => dsl.run(output),
        Some(Command::Conform(conform)) => conform.run(output),
        Some(Command::Data(data)) => data.run(output),
        Some(Command::Device(device)) => device.run(output),
        Some(Command::Bench(bench)) => bench.run(output),
        Some(Command::Completions(completions)) => completions.run(output),
        None => {
            Arguments::command().print_help()?;
            Ok(Outcome::Success)
        }
    }
}

/// Whether it is about the standard output: of a file, an error says which.
fn is_of_output(error: &anyhow::Error) -> bool {
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

    /// Wider lines are broken into two by whoever prints the help.
    #[test]
    fn no_line_of_the_examples_is_wider_than_the_help() {
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
