//! The command `arcbatt`: arguments and printing, no logic.
//!
//! One file a subcommand. In: arguments, the environment, files. Out: text or JSON on the standard
//! output, problems on the standard error, and an exit code: 0 for yes, 1 for no (an unsolved
//! task, a rejected program, a mismatch), 2 for arguments or data that cannot be used.
//! What never happens here: a panic because the reader of a pipe went away.

mod batt;
mod bench;
mod bench_table;
mod card;
mod check;
mod check_json;
mod check_text;
mod completions;
mod conform;
mod data;
mod data_list;
mod data_make;
mod data_pull;
mod device;
mod draw;
mod dsl;
mod dsl_example;
mod interrupt;
mod kept;
mod library;
mod library_print;
mod nearest;
mod open_data;
mod open_solvers;
mod open_task;
mod pictures;
mod profile;
mod profile_diff;
mod profile_files;
mod profile_text;
mod progress;
mod read_file;
mod run;
mod run_text;
mod score;
mod screen;
mod show;
mod solve;
mod solve_json;
mod solve_out;
mod solve_text;
mod solve_watch;
mod tame;
mod trace;

use clap::{CommandFactory, Parser, Subcommand};
use screen::{Screen, note};
use std::io::{self, Write};
use std::process::ExitCode;

/// What a command came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// All is well.
    Yes,
    /// The work was done, and the answer is no.
    No,
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
    let mut screen = Screen::detect(arguments.json.as_deref() == Some("-"));
    let outcome = run(arguments.command, &mut screen)
        // What is still in the buffer may meet a closed pipe, too.
        .and_then(|outcome| screen.out.flush().map(|()| outcome).map_err(Into::into));
    match outcome {
        Ok(Outcome::Yes) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        // `arcbatt dsl | head` has what it wants.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // What was printed before the error comes before it; no more can be done for it.
            let _ = screen.out.flush();
            let whose = match is_of_output(&error) {
                true => "cannot write the standard output: ",
                false => "",
            };
            note(format_args!("error: {whose}{error:#}"));
            ExitCode::from(2)
        }
    }
}

fn run(command: Option<Command>, screen: &mut Screen) -> anyhow::Result<Outcome> {
    match command {
        Some(Command::Solve(solve)) => solve.run(screen),
        Some(Command::Run(run)) => run.run(screen),
        Some(Command::Library(library)) => library.run(screen),
        Some(Command::Score(score)) => score.run(screen),
        Some(Command::Card(card)) => card.run(screen),
        Some(Command::Batt(batt)) => batt.run(screen),
        Some(Command::Profile(profile)) => profile.run(screen),
        Some(Command::Check(check)) => check.run(screen),
        Some(Command::Show(show)) => show.run(screen),
        Some(Command::Trace(trace)) => trace.run(screen),
        Some(Command::Dsl(dsl)) => dsl.run(screen),
        Some(Command::Conform(conform)) => conform.run(screen),
        Some(Command::Data(data)) => data.run(screen),
        Some(Command::Device(device)) => device.run(screen),
        Some(Command::Bench(bench)) => bench.run(screen),
        Some(Command::Completions(completions)) => completions.run(screen),
        None => {
            Arguments::command().print_help()?;
            Ok(Outcome::Yes)
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
