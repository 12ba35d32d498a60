//! `arcbatt profile`: where the time goes, and whether the answers are right.

mod diff;
pub mod files;
mod lines;
mod scale;
mod text;

use crate::args::{
    DeviceArgs, EntryArgs, ForceArgs, LimitArgs, TaskArgs, ThreadArgs, executor,
    json_path_or_stdout, need_solvers, open_solvers, what_solvers,
};
use crate::card::open_batt;
use crate::memory_args::MemoryArgs;
use crate::output::{Output, counted, note};
use crate::profile::files::Files;
use crate::profile::scale::ScaleArgs;
use crate::progress::Progress;
use crate::read_file::read_text;
use crate::report_header::typed_command;
use crate::solver_source::{Source, SourcePart};
use crate::suggestions::did_you_mean;
use crate::{Outcome, run};
use anyhow::bail;
use arcbatt::card;
use arcbatt::profile::projection::what_if::{WhatIf, WhatIfError};
use arcbatt::profile::{
    DEFAULT_MUTANTS, GivenProgram, GivenPrograms, GpuFacts, Profile as Profiled, Reload, Request,
    Subject, default_mutants, profile,
};
use arcbatt::program::Program;
use arcbatt::session::Report;
use arcbatt::session::evolve::Settings;
use arcbatt::task::DataSet;
use arcbatt_gpu::calibrate::of_this_machine;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Show where the time goes: by phase, primitive, framework category and task
///
/// Runs the pipeline several times on the same tasks, with profiling off and on. The report begins
/// with the number of right answers; it has no verdict if the answers differ between the two. A
/// long run is profiled once; its answers are then compared with those of an unscored run, and
/// subsets of its tasks run both ways.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  arcbatt profile                             all parts, on the built-in tasks
  arcbatt profile dsl tasks --task stamp      two parts, one task
  arcbatt profile --task stamp --lines        the time of every line of its solver
  arcbatt profile s.py --data D --project 400 1000 --budget 8h
  arcbatt profile --tasks 32 --project 400 --what-if card=/2,batt=/30,objects=/10
  arcbatt profile --batt x.batt --data D      a batt written by `arcbatt card`
  arcbatt profile --json p.json --html p.html --flame p.svg --md p.md
  arcbatt profile diff before.json after.json

If the file of --json holds a profile, the new one is compared with it before replacing it.
docs/profile.md describes the JSON. Exit codes: 0 success; 1 profiling changed the answers, or
`diff` found a regression; 2 bad usage or input."
)]
pub struct Profile {
    #[command(subcommand)]
    command: Option<Command>,

    /// The parts to print (pipeline, dsl, framework, tasks, lines) [default: all but lines], and files of
    /// solvers, `-` for the standard input [default: the built-in solvers]
    #[arg(value_name = "PART|FILE", value_parser = PartOrFile::parse)]
    parts: Vec<PartOrFile>,

    #[command(flatten)]
    tasks: TaskArgs,

    /// The former way to name a file
    #[arg(long, value_name = "F", hide = true)]
    solvers: Vec<PathBuf>,

    #[command(flatten)]
    entry: EntryArgs,

    /// Profile this batt instead of the pipeline: every candidate on every task
    #[arg(long, value_name = "F.batt")]
    batt: Option<PathBuf>,

    /// The most mutants per solver; fewer than in `run`, as the work is repeated
    /// [default: 20, or 0 if many tasks have no solver]
    #[arg(long, value_name = "N", conflicts_with = "batt")]
    mutants: Option<u32>,

    /// Print the time of every line of the solvers; of many solvers, that of the slowest lines
    #[arg(long)]
    lines: bool,

    #[command(flatten)]
    scale: ScaleArgs,

    /// Print what it would save if phases or primitives were faster: NAME=/N, such as
    /// card=/2,objects=/10; NAME=*N is slower
    #[arg(long, value_name = "NAME=/N", value_delimiter = ',', value_parser = what_if)]
    what_if: Vec<WhatIf>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    memory: MemoryArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// Write the profile as JSON into this file; without a file, print it
    #[arg(long, value_name = "F.json", num_args = 0..=1, default_missing_value = "-", value_parser = json_path_or_stdout)]
    json: Option<String>,

    #[command(flatten)]
    device: DeviceArgs,

    #[command(flatten)]
    files: Files,

    #[command(flatten)]
    force: ForceArgs,
}

#[derive(clap::Subcommand)]
enum Command {
    Diff(diff::Diff),
}

/// The parts of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Time, share, rate and growth of each phase
    Pipeline,
    /// One row per primitive
    Dsl,
    /// Time outside primitives, by category
    Framework,
    /// Time by task, and outliers
    Tasks,
    /// Time by line of the solvers
    Lines,
}

impl Part {
    /// Those printed unless some are named.
    const DEFAULT: [Part; 4] = [Part::Pipeline, Part::Dsl, Part::Framework, Part::Tasks];
    const ALL: [Part; 5] = [
        Part::Pipeline,
        Part::Dsl,
        Part::Framework,
        Part::Tasks,
        Part::Lines,
    ];

    fn name(self) -> &'static str {
        match self {
            Part::Pipeline => "pipeline",
            Part::Dsl => "dsl",
            Part::Framework => "framework",
            Part::Tasks => "tasks",
            Part::Lines => "lines",
        }
    }
}

/// An argument: a part of a profile, or a file of solvers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartOrFile {
    Part(Part),
    File(PathBuf),
}

impl PartOrFile {
    /// Parses the name of a part; anything else that looks like a path or exists is a file.
    fn parse(text: &str) -> Result<Self, String> {
        if let Some(part) = Part::ALL.into_iter().find(|part| part.name() == text) {
            return Ok(Self::Part(part));
        }
        let path = Path::new(text);
        let is_path = text == "-" || text.contains(['.', '/', '\\']) || path.exists();
        match is_path {
            true => Ok(Self::File(path.to_owned())),
            false => {
                let names = Part::ALL.map(Part::name);
                Err(format!(
                    "no file, and no part: parts are {}",
                    names.join(", ")
                ))
            }
        }
    }

    fn part(&self) -> Option<Part> {
        match self {
            Self::Part(part) => Some(*part),
            Self::File(_) => None,
        }
    }

    fn file(&self) -> Option<&PathBuf> {
        match self {
            Self::File(path) => Some(path),
            Self::Part(_) => None,
        }
    }
}

/// Target for the time of all runs.
const TIME: Duration = Duration::from_millis(700);

impl Profile {
    /// Profiles, prints and writes.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        if let Some(Command::Diff(diff)) = self.command {
            return diff.run(output);
        }
        let json_file = self
            .json
            .as_deref()
            .filter(|&path| path != "-")
            .map(PathBuf::from);
        let named = self.parts.iter().filter_map(PartOrFile::file);
        let solvers: Vec<PathBuf> = named.chain(&self.solvers).cloned().collect();
        let mut files = self.force.files();
        for path in &solvers {
            files.reads("FILE", path);
        }
        if let Some(path) = &self.batt {
            files.reads("--batt", path);
        }
        self.tasks.data.add_to(&mut files);
        self.files.check(json_file.as_deref(), &mut files)?;
        let started = Instant::now();
        let data = self.tasks.open()?;
        let load_tasks = started.elapsed();
        if let (Some(batt), Some(file)) = (&self.batt, solvers.first()) {
            let (batt, file) = (batt.display(), file.display());
            bail!("profile either the batt {batt} or the solvers {file}, not both");
        }
        let memory = self.memory.limit(&self.threads);
        let open = |path: &Path| open_batt(path, &memory);
        let batt = self.batt.as_deref().map(open).transpose()?;
        memory.check_solvers(&solvers)?;
        let parsing = Instant::now();
        let source = match batt {
            Some(_) => None,
            None => Some(open_solvers(&solvers, &self.entry)?),
        };
        let (load, parse) = (started.elapsed(), parsing.elapsed());
        source.as_ref().map_or(Ok(()), need_solvers)?;
        let given = source.as_ref().map_or(GivenPrograms::default(), given);
        let programs = source.map_or(Vec::new(), |source| source.solvers.programs);
        let devices = self.device.open()?;
        let settings = Settings {
            card: card::Settings {
                mutants: match self.mutants {
                    Some(mutants) => mutants,
                    None => mutants(&data, &programs),
                },
                ..card::Settings::default()
            },
            limits: self.limits.of_task(),
            executor: executor(devices.as_deref()),
            memory: Some(&memory.answers),
            ..Settings::default()
        };
        let programs_named = match &self.batt {
            Some(path) => path.display().to_string(),
            None => what_solvers(&solvers),
        };
        let mut project = self.scale.sizes();
        let mut seen = HashSet::new();
        project.retain(|&count| seen.insert(count));
        let mut parts: Vec<Part> = self.parts.iter().filter_map(PartOrFile::part).collect();
        match (self.lines, parts.is_empty()) {
            (true, _) => parts.push(Part::Lines),
            (false, true) => parts = Part::DEFAULT.to_vec(),
            (false, false) => {}
        }
        if self.scale.is_given() || !self.what_if.is_empty() {
            // Their answers are in this part.
            parts.push(Part::Pipeline);
        }
        let mut seen = Vec::new();
        parts.retain(|&part| {
            let is_new = !seen.contains(&part);
            seen.push(part);
            is_new
        });
        let print = |report: &Report, data: &DataSet| {
            // Format what `arcbatt run --json` prints, and discard it.
            let json = run::without_tasks(report, report.phases.total());
            std::hint::black_box(json.to_string());
            for task in run::tasks(report, data) {
                std::hint::black_box(task.to_string());
            }
        };
        let load_programs = load.saturating_sub(load_tasks);
        let reload = |tasks| Ok(self.tasks.time_open(tasks)? + load_programs);
        let request = Request {
            subject: match &batt {
                Some(batt) => Subject::Batt(batt, &settings),
                None => Subject::Pipeline(&programs, &settings),
            },
            given,
            gpu: gpu_facts(),
            data: &data,
            names: (self.tasks.data.what().to_owned(), programs_named),
            parts: parts.iter().map(|part| part.name().to_owned()).collect(),
            load,
            reload: self.tasks.task.is_empty().then_some(&reload as &Reload),
            parse,
            project,
            budget: self.scale.budget,
            what_if: &self.what_if,
            earlier: json_file.as_deref().and_then(earlier),
            print: &print,
            time: TIME,
        };
        let pool = memory.pool()?;
        let profiled = {
            let _progress = Progress::spinner("profiling");
            pool.install(|| profile(&request, &|_| {}))?
        };
        let profiled = profiled.with_header(&typed_command());
        let written = pool.install(|| self.files.write(&profiled, json_file.as_deref()));
        let outcome = print_profile(&profiled, output)?;
        written.map(|()| outcome)
    }
}

/// Parses an assumption; suggests names for an unknown one.
fn what_if(text: &str) -> Result<WhatIf, String> {
    text.parse().map_err(|error| match error {
        WhatIfError::Name(ref name) => format!("{error}{}", did_you_mean(name, WhatIf::names())),
        WhatIfError::Form => error.to_string(),
    })
}

/// Prints a profile; fails if profiling changed the answers.
fn print_profile(profiled: &Profiled, output: &mut Output) -> anyhow::Result<Outcome> {
    if output.json {
        output.print_json(&serde_json::to_value(profiled)?)?;
    } else {
        text::print(profiled, output)?;
    }
    Ok(Outcome::of(profiled.truth.holds()))
}

/// What is known about the GPU of this machine: measured before, or assumed.
pub fn gpu_facts() -> GpuFacts {
    let Some((name, measured)) = of_this_machine() else {
        return GpuFacts::default();
    };
    let rows = measured.rows.iter();
    GpuFacts {
        name,
        round_trip: Duration::try_from_secs_f64(measured.launch).unwrap_or_default(),
        faster_from: rows
            .map(|&(cells, from)| (cells as u64, from as u64))
            .collect(),
    }
}

/// The programs of a source with their files.
pub fn given(source: &Source) -> GivenPrograms {
    given_programs(&source.solvers.programs, |at| match source.is_embedded() {
        true => String::new(),
        false => source.file_of(SourcePart::Programs, at).to_owned(),
    })
}

/// Programs with the files that they come from.
pub fn given_programs(programs: &[Program], file_of: impl Fn(usize) -> String) -> GivenPrograms {
    let given = |(at, program): (usize, &Program)| GivenProgram {
        program: program.clone(),
        file: file_of(at),
    };
    programs.iter().enumerate().map(given).collect()
}

/// The number of mutants per solver if the user gives none; notes if there are none.
fn mutants(data: &DataSet, programs: &[Program]) -> u32 {
    default_mutants(data, programs).unwrap_or_else(|without| {
        note(format_args!(
            "no mutants, as {} without a solver would run all of them; \
             --mutants {DEFAULT_MUTANTS} makes some",
            counted(without, "task")
        ));
        0
    })
}

/// The profile in a file, if it holds one.
fn earlier(path: &std::path::Path) -> Option<Profiled> {
    let text = path.is_file().then(|| read_text(path).ok())??;
    match Profiled::from_json(&text) {
        Ok(profile) => Some(profile),
        Err(error) => {
            note(format_args!(
                "{}: not compared with it: {error}",
                path.display()
            ));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_source::{DataArgs, keep_tasks};
    use arcbatt::profile::{Observer, profile_of};
    use arcbatt::program::parse_file;
    use arcbatt::session::Outputs;
    use arcbatt::session::evolve::run_probed;
    use arcbatt::task::generators;
    use std::io::{Read, Seek};
    use std::sync::atomic::AtomicBool;

    /// The output and outcome of the command if `half_turn` runs one call while it is profiled and
    /// another one when that is checked.
    fn printed(on: &str, off: &str, json: bool) -> (String, Outcome) {
        let [on, off] = [on, off].map(|call| {
            let source = format!("def solve_half_turn(I):\n    O = {call}(I)\n    return O\n");
            parse_file(&source).programs
        });
        let mut data = generators::embedded();
        keep_tasks(&mut data, &["half_turn".to_owned()], &DataArgs::default()).unwrap();
        let mut settings = Settings::default();
        settings.card.mutants = 0;
        let observer = Observer::new(&data);
        let stop = AtomicBool::new(false);
        let report = run_probed(
            &data,
            &on,
            &settings,
            Outputs::default(),
            &stop,
            &|_| {},
            observer.probe(),
        );
        let report = report.unwrap();
        let names = ("a task".to_owned(), "a program".to_owned());
        let profiled = profile_of(observer, &report, &off, &settings, &data, names).unwrap();

        let mut file = tempfile::tempfile().unwrap();
        let mut output = Output::plain(file.try_clone().unwrap());
        output.json = json;
        let outcome = print_profile(&profiled, &mut output).unwrap();
        drop(output);
        file.rewind().unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        (text, outcome)
    }

    #[test]
    fn answers_changed_by_the_profiler_fail_without_a_verdict() {
        let (text, outcome) = printed("rot90", "rot180", false);
        let first = text.lines().next().unwrap();
        let wrong = "fit their demonstrations: 0 of 1 task; right on their tests: 0 of 1 task, 0 of 1 test output; \
                     the answers are NOT the same with profiling off";
        assert_eq!(first, wrong);
        let refusal = "\nno verdict: the answers with profiling on differ from those with \
                       profiling off (half_turn): find out why before reading any time\n";
        assert!(text.contains(refusal), "{text}");
        assert!(!text.contains("\n1. "), "{text}");
        assert_eq!(outcome, Outcome::Failure);

        let (text, outcome) = printed("rot90", "rot180", true);
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["truth"]["differing"][0], "half_turn");
        assert_eq!(json["verdict"]["findings"].as_array().unwrap().len(), 0);
        assert_eq!(outcome, Outcome::Failure);
    }

    #[test]
    fn unchanged_answers_succeed_with_a_verdict() {
        let (text, outcome) = printed("rot180", "rot180", false);
        assert!(
            text.contains("the answers are the same with profiling off\n"),
            "{text}"
        );
        assert!(text.contains("\nverdict\n"), "{text}");
        assert_eq!(outcome, Outcome::Success);
    }
}
