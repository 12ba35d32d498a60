//! `arcbatt run`: merge, mutate, run and score solvers, in rounds.

mod json;
mod text;

pub use json::{cut_json, tally_json, tasks, without_tasks};
pub use text::{print_cut, print_not_fitting, print_tally};

use crate::args::{
    DeviceArgs, ForceArgs, ProfileFileArgs, SolverArgs, TaskArgs, ThreadArgs, TimeLimitArgs,
    executor, parse_count, solver_path,
};
use crate::deadline::Deadline;
use crate::evolve_args::EvolveArgs;
use crate::interrupt::stop_on_ctrl_c;
use crate::json_text::Lazy;
use crate::memory_args::MemoryArgs;
use crate::output::{Output, note};
use crate::report_header::{self, typed_command};
use crate::session_files::{SessionFiles, print_stop, session_outcome};
use crate::session_progress::SessionProgress;
use crate::solver_source::Source;
use crate::{Outcome, device, profile};
use anyhow::bail;
use arcbatt::card::CardCache;
use arcbatt::output_files::FileKind;
use arcbatt::profile::{Observer, profile_of};
use arcbatt::session::evolve::{self, Settings};
use arcbatt::session::{Event, Outputs, SolverFile};
use arcbatt::task::{DataSet, cache_folder};
use clap::ArgGroup;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Evolve solvers: merge and mutate them, run them on tasks, score them, and again
///
/// Every solver and its mutants run on the task that the solver is for. A task whose demonstrations
/// none of them fits gets the candidates of all tasks. With several rounds, the best candidates of
/// every task are parents of the next round.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("resumable").args(["store", "out"]).multiple(true))]
#[command(after_help = "\
Examples:
  arcbatt run                                       built-in tasks, built-in solvers
  arcbatt run --freeze                              no mutants: the solvers as they are
  arcbatt run s.py --data arc1-training             your solvers on the ARC tasks
  arcbatt run --task gravity_down --mutants 1000 --rounds 5
  arcbatt run s.py --data D --rounds 50 --time-limit 8h --store lib.sqlite \\
              --submission submission.json -o best.py
  ... the same with --resume                        continue after an interruption

All files are written after each round, before the round is reported, and are complete at any
moment. With --store, --resume continues after the last completed round, up to --rounds in total,
with the results of an uninterrupted run. With --out alone, it starts from the programs in the file
and does --rounds more. Ctrl-C ends the run with a report.

Exit codes: 0 success; 1 some task has no program that fits its demonstrations; 2 bad usage or
input.")]
pub struct Run {
    #[command(flatten)]
    tasks: TaskArgs,

    #[command(flatten)]
    solvers: SolverArgs,

    #[command(flatten)]
    evolve: EvolveArgs,

    /// Generate all mutants, instead of taking those of an earlier run with the same solvers
    ///
    /// The batts of earlier runs are in `$XDG_CACHE_HOME/arcbatt/cards` or `~/.cache/arcbatt/cards`,
    /// up to 256 MiB; the oldest go first. Results are the same with and without them. A run with
    /// --profile generates all, too.
    #[arg(long)]
    no_cache: bool,

    /// Rounds of mutating, running and scoring
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_count::<NonZeroU32>)]
    rounds: NonZeroU32,

    #[command(flatten)]
    time: TimeLimitArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    memory: MemoryArgs,

    #[command(flatten)]
    files: SessionFiles,

    /// Write the best program of every task into this solver file
    #[arg(short, long, value_name = "F.py", value_parser = solver_path)]
    out: Option<PathBuf>,

    /// Resume the last run of the same tasks and settings in --store, or the run that wrote --out
    #[arg(long, requires = "resumable")]
    resume: bool,

    #[command(flatten)]
    force: ForceArgs,

    #[command(flatten)]
    device: DeviceArgs,

    #[command(flatten)]
    profile: ProfileFileArgs,
}

/// The input of a run.
struct Input {
    source: Source,
    /// The time to read and parse the solvers.
    parse: Duration,
    data: DataSet,
    solver_file: Option<SolverFile>,
}

impl Run {
    /// Fails now, not after hours of work, if a file may not be written.
    fn check_files(&self) -> anyhow::Result<()> {
        let mut files = self.force.files();
        self.solvers.add_to(&mut files);
        self.tasks.data.add_to(&mut files);
        self.files.check(&mut files)?;
        files.may_write_some("--out", self.out.as_deref(), FileKind::Solvers)?;
        self.profile.check(&mut files)
    }

    /// Runs and prints.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let started = Instant::now();
        let deadline = Deadline::starts_now(self.time.time_limit);
        self.check_files()?;
        let command = Arc::new(self);
        let loader = Arc::clone(&command);
        let input = deadline.load(move || loader.load(started))?;
        command.evolve(input, (started, deadline), output)
    }

    /// Reads the input.
    fn load(&self, started: Instant) -> anyhow::Result<Input> {
        let memory = self.memory.limit(&self.threads);
        memory.check_solvers(self.solvers.paths())?;
        let source = self.solvers.open()?;
        let parse = started.elapsed();
        let data = self.tasks.open()?;
        let open = |path: &PathBuf| match self.force.force && !self.resume {
            true => SolverFile::replacing(path, self.evolve.seed),
            false => SolverFile::open(path, self.resume, self.evolve.seed),
        };
        Ok(Input {
            source,
            parse,
            data,
            solver_file: self.out.as_ref().map(open).transpose()?,
        })
    }

    /// Runs the solvers on the tasks.
    fn evolve(
        &self,
        input: Input,
        (started, deadline): (Instant, Deadline),
        output: &mut Output,
    ) -> anyhow::Result<Outcome> {
        let Input {
            source,
            parse,
            data,
            solver_file,
        } = input;
        let given = profile::given(&source);
        let mut programs = source.solvers.programs;
        let brought = programs.len();
        // A run in a store is resumed from there; the file is only merged with.
        let resumed = solver_file.as_ref().filter(|_| !self.files.has_store());
        programs.extend(resumed.iter().flat_map(|file| file.programs().cloned()));
        if programs.is_empty() {
            bail!("{}: no solver in it that can run", source.file);
        }
        let devices = self.device.open()?;
        let memory = self.memory.limit(&self.threads);
        let uses_cache = !self.no_cache && self.profile.profile.is_none();
        let cache = cache_folder().filter(|_| uses_cache);
        let cache = cache.map(|folder| CardCache::new(folder.join("cards")));
        let settings = Settings {
            cache: cache.as_ref(),
            rounds: match self.evolve.freeze {
                true => 1,
                false => self.rounds.get(),
            },
            first_round: resumed.map_or(1, |file| file.completed().saturating_add(1)),
            time_limit: deadline.left(),
            executor: executor(devices.as_deref()),
            memory: Some(&memory.answers),
            ..self.evolve.settings(brought)
        };
        let mut store = self.files.open_store(self.resume)?;
        let outputs = Outputs {
            store: store.as_mut(),
            resume: self.resume,
            submission: self.files.submission.as_deref(),
            solvers: solver_file.as_ref(),
        };
        let stop = stop_on_ctrl_c()?;
        let load = started.elapsed();
        let last = settings.first_round.saturating_add(settings.rounds) - 1;
        let progress = SessionProgress::new(last, self.time.time_limit);
        let on_event = |event: &Event| progress.on_event(event);
        let pool = memory.pool()?;
        let (report, observer) = pool.install(|| match self.profile.profile {
            None => {
                let report = evolve::run(&data, &programs, &settings, outputs, &stop, &on_event);
                (report, None)
            }
            Some(_) => {
                let observer = Observer::of(&data, settings.executor).with_programs(given);
                let probe = observer.probe();
                let report = evolve::run_probed(
                    &data, &programs, &settings, outputs, &stop, &on_event, probe,
                );
                (report, Some(observer))
            }
        });
        let device_stats = settings.executor.stats();
        let mut report = report?;
        report.judge(&data.answers);
        (report.phases.load, report.phases.parse) = (load, parse);
        print_stop(&report);
        let wall = started.elapsed();
        let candidates = report.rounds.iter().map(|round| round.candidates as u64);
        let (name, candidates) = (self.tasks.data.what(), candidates.sum());
        let header = report_header::header(name, &data, candidates, wall, device_stats.as_ref());
        if output.json {
            let mut json = without_tasks(&report, wall);
            json["header"] = serde_json::to_value(&header)?;
            device::add_stats(device_stats.as_ref(), &mut json);
            let tasks = Lazy::list(tasks(&report, &data));
            output.print_lazy(Lazy::object(json, [("tasks", tasks)]))?;
        } else {
            report_header::print(&header, output)?;
            writeln!(output.stdout)?;
            text::print(&report, wall, self.files.submission.is_some(), output)?;
            device::print_stats(device_stats.as_ref(), output)?;
        }
        let mut written = Vec::new();
        if let (Some(path), Some(observer)) = (&self.profile.profile, observer) {
            let names = (self.tasks.data.what().to_owned(), self.solvers.what());
            let profile =
                pool.install(|| profile_of(observer, &report, &programs, &settings, &data, names))?;
            let profile = profile.with_header(&typed_command());
            written.push(profile::files::write_by_extension(path, &profile));
            if let Some(refused) = &profile.verdict.refused {
                note(format_args!("{}: no verdict: {refused}", path.display()));
            }
        }
        // After the report, which is all that is left of the last round.
        session_outcome(&report, written)
    }
}
