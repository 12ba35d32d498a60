//! `arcbatt check`: runs every solver on every pair of its task.

mod json;
mod text;

pub use text::pair_name;

use crate::Outcome;
use crate::args::{
    ForceArgs, LimitArgs, SolverArgs, TaskArgs, ThreadArgs, json_path, need_solvers, parse_count,
};
use crate::memory_args::MemoryArgs;
use crate::output::{Output, counted, note};
use crate::progress::Progress;
use crate::solver_source::Source;
use anyhow::{Context, bail};
use arcbatt::check::{CheckOptions, CheckReport, Matches, check_matches, match_solvers};
use arcbatt::dsl::Limits;
use arcbatt::output_files::FileKind;
use arcbatt::program::{Program, typecheck};
use arcbatt::session::submission::Submission;
use arcbatt::task::DataSet;
use arcbatt::text::some_of;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Run every solver on every pair of its task
///
/// A solver of task ID is a function `solve_ID(I)` or `solve_ID(S, I, C)`: I is the input, S the
/// demonstration pairs, C the input again (a solver never sees the expected output).
/// `solve_gravity_down` also solves generated tasks such as `gravity_down_0000017`, and `solve` the
/// only task of a data set. A task is solved if one of its solvers gets all pairs right.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt check                                    built-in solvers on built-in tasks
  arcbatt check solvers.py --data arc1-training    your solvers on the ARC tasks
  arcbatt check solvers.py --data task.json        on a single task
  arcbatt check solvers.py --show 3                draw 3 wrong outputs beside the expected ones
  arcbatt check solvers.py --submission s.json     write the answers as a submission
  arcbatt check --types solvers.py                 the type of every line
  arcbatt check --threads 1 --repeat 5 --json      measure times

Exit codes: 0 all tasks solved; 1 some task is unsolved, or a solver was rejected (printed on the
standard error as file:line:column: message); 2 bad usage or input. Statuses of pairs: ok, wrong,
fail (no answer), limit (too much work), unknown (the expected output is unknown; not counted).
With --json every pair has its `output`, and the `expected` one unless its status is ok.")]
pub struct Check {
    #[command(flatten)]
    solvers: SolverArgs,

    #[command(flatten)]
    tasks: TaskArgs,

    /// Print a table with one line per task
    #[arg(long)]
    table: bool,

    /// Print the inferred type of every line first
    #[arg(long)]
    types: bool,

    /// Draw the first N wrong outputs beside the expected ones
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    show: usize,

    /// Write two attempts at every test, in the format of the ARC Prize
    ///
    /// The attempts are the first two different answers of the task's solvers; solvers that are right
    /// on more demonstrations come first.
    #[arg(long, value_name = "F.json", value_parser = json_path)]
    submission: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    memory: MemoryArgs,

    /// Run every pair N times and report the shortest time
    #[arg(long, value_name = "N", value_parser = parse_count::<NonZeroUsize>)]
    repeat: Option<NonZeroUsize>,
}

/// Everything to print.
pub struct Checked {
    /// The tasks.
    pub data: DataSet,
    /// The solvers.
    pub source: Source,
    /// Which solver is for which task.
    pub matches: Matches,
    /// The results.
    pub report: CheckReport,
    /// The limits of every run.
    pub limits: Limits,
    /// Whether to print a table.
    pub table: bool,
    /// Whether to print types.
    pub types: bool,
    /// The number of wrong outputs to draw.
    pub show: usize,
    /// Where answers were looked for, if some are unknown.
    pub missing_answers: String,
}

impl Check {
    /// Checks and prints.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let mut files = self.force.files();
        self.solvers.add_to(&mut files);
        self.tasks.data.add_to(&mut files);
        let submission = self.submission.as_deref();
        files.may_write_some("--submission", submission, FileKind::Submission)?;
        let memory = self.memory.limit(&self.threads);
        memory.check_solvers(self.solvers.paths())?;
        let source = self.solvers.open()?;
        let data = self.tasks.open()?;
        let matches = match_solvers(&data, &source.solvers);
        if matches.runs.is_empty() && matches.rejected.is_empty() {
            return self.no_match(&data, &source, output);
        }
        self.note_idle(&source, &matches);

        let options = CheckOptions {
            limits: self.limits.limits(),
            threads: Some(memory.threads),
            memory: Some(&memory.answers),
            repeat: self.repeat,
            keep_outputs: output.json || self.show > 0 || self.submission.is_some(),
            stop: None,
        };
        let report = {
            let progress = Progress::of(matches.runs.len(), "solvers");
            let programs = &source.solvers.programs;
            check_matches(&data, programs, &matches, &options, &|n| {
                progress.set_position(n);
                ControlFlow::Continue(())
            })
        };
        let checked = Checked {
            data,
            source,
            matches,
            report,
            limits: options.limits,
            table: self.table,
            types: self.types,
            show: self.show,
            missing_answers: self.tasks.data.missing_answers(),
        };
        if let Some(path) = &self.submission {
            let programs = &checked.source.solvers.programs;
            Submission::from_check(&checked.data, &checked.report, programs, checked.limits)
                .write_file(path)
                .with_context(|| format!("{}: cannot write it", path.display()))?;
            note(format_args!("wrote {}", path.display()));
        }
        if output.json {
            json::print(&checked, output)?;
        } else {
            text::print(&checked, output)?;
        }
        let solved = checked.report.tasks.iter().all(|task| task.solved());
        Ok(Outcome::of(
            solved && checked.source.solvers.errors.is_empty(),
        ))
    }

    /// No solver is for any task: prints types if wanted, otherwise fails.
    fn no_match(
        &self,
        data: &DataSet,
        source: &Source,
        output: &mut Output,
    ) -> anyhow::Result<Outcome> {
        let solvers = &source.solvers;
        if self.types && !output.json && !solvers.programs.is_empty() {
            text::print_types(&solvers.programs, output)?;
            return Ok(Outcome::of(solvers.errors.is_empty()));
        }
        need_solvers(source)?;
        let hint = match (self.solvers.is_embedded(), self.tasks.data.is_embedded()) {
            (true, _) => "name a file of solvers, as in `arcbatt check SOLVERS.py --data D`",
            (_, true) => "name the tasks with --data, such as --data arc1-training",
            (_, false) => "a solver is named solve_ID for the task ID",
        };
        let example = match (solvers.programs.first(), data.tasks.first()) {
            (Some(program), Some(task)) => {
                format!(
                    " (for example, solver {} and task {})",
                    program.name, task.id
                )
            }
            _ => String::new(),
        };
        let (file, what) = (&source.file, self.tasks.data.what());
        let count = counted(solvers.programs.len(), "solver");
        bail!("{file}: {count}, none for a task of {what}{example}; {hint}");
    }

    /// Notes solvers without a task, unless tasks were left out on purpose.
    fn note_idle(&self, source: &Source, matches: &Matches) {
        const MOST: usize = 3;
        let is_partial = self.tasks.is_selection() || self.solvers.is_embedded();
        if matches.idle.is_empty() || is_partial {
            return;
        }
        let programs = &source.solvers.programs;
        let name = |&at: &usize| programs.get(at).map(|program| program.name.as_str());
        let names: Vec<&str> = matches.idle.iter().filter_map(name).collect();
        note(format_args!(
            "note: {} for no task of {}: {}",
            match names.len() {
                1 => "1 solver is".to_owned(),
                n => format!("{} are", counted(n, "solver")),
            },
            self.tasks.data.what(),
            some_of(&names, MOST),
        ));
    }
}

/// The types of the lines and of the result, as text; the program was checked before.
pub fn types_of(program: &Program) -> (Vec<String>, String) {
    match typecheck(program) {
        Ok(typing) => (
            typing.types.iter().map(ToString::to_string).collect(),
            typing.result.to_string(),
        ),
        Err(_) => (Vec::new(), String::new()),
    }
}

/// A program with the type of every line as a comment.
pub fn print_typed(program: &Program, out: &mut impl Write) -> std::io::Result<()> {
    let text = program.to_string();
    let (types, result) = types_of(program);
    // A program prints as a `def`, one line per call, and a `return`.
    let types = std::iter::once("").chain(types.iter().map(String::as_str));
    let types = types.chain([result.as_str()]);
    let longest = text.lines().map(|line| line.chars().count()).max();
    let width = longest.unwrap_or(0).min(50);
    for (line, shown) in text.lines().zip(types) {
        match shown {
            "" => writeln!(out, "{line}")?,
            shown => writeln!(out, "{line:width$}  # {shown}")?,
        }
    }
    writeln!(out)
}
