//! `arcbatt solve`: search for programs under a budget; keep them in a store; write a submission.

mod json;
mod text;

use crate::args::{
    DeviceArgs, ForceArgs, ProfileFileArgs, TaskArgs, ThreadArgs, TimeLimitArgs, executor,
    parse_count, solver_path,
};
use crate::deadline::Deadline;
use crate::interrupt::stop_on_ctrl_c;
use crate::output::{Output, note};
use crate::report_header::{self, typed_command};
use crate::search_args::SearchArgs;
use crate::session_files::{SessionFiles, print_stop, session_outcome};
use crate::session_progress::SessionProgress;
use crate::{Outcome, device, profile};
use arcbatt::output_files::FileKind;
use arcbatt::profile::{Searches, SessionFacts};
use arcbatt::session::{
    Event, Report, Search, Session, Settings, Solver, check_solve_file, write_solve_file,
};
use arcbatt::store::Store;
use arcbatt::{DataSet, Program};
use clap::ArgGroup;
use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Search for programs that solve tasks, under a time budget
///
/// Every task is searched for --time-per-task. With --time-limit, the remaining time goes to tasks
/// without a fitting program, the most promising first, with four times the budget in every pass.
/// Programs found in one pass are in the library of the next. Programs that a library has from
/// the very tasks searched are left out, unless --allow-same-tasks. Test outputs are not read while
/// searching, even if the data has them.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("clock").args(["time_limit"]).conflicts_with("steps"))]
#[command(after_help = "\
Examples:
  arcbatt solve                                       the built-in tasks, 1 s per task
  arcbatt solve --task crop_largest                   one of them
  arcbatt solve --data arc1-training --store lib.sqlite --out solvers.py
  arcbatt solve --data challenges.json --time-limit 11h --store lib.sqlite \\
                --submission submission.json          a competition
  ... the same with --resume                          continue after an interruption
  arcbatt solve --steps 1000000 --seed 7              the same result on every machine

--store keeps all programs found and their scores; later searches of other tasks draw on them. The
submission is valid at any moment: it is written at the start, every few tasks and at the end.
Ctrl-C ends the search with a report; a crash loses at most the tasks being searched.

Exit codes: 0 success; 1 some task has no program that fits its demonstrations; 2 bad usage or
input.")]
pub struct Solve {
    #[command(flatten)]
    tasks: TaskArgs,

    #[command(flatten)]
    files: SessionFiles,

    /// Resume the last run of the same tasks and settings in --store
    #[arg(long, requires = "store")]
    resume: bool,

    /// Write the best program of every task that one fits into this solver file
    #[arg(short, long, value_name = "F.py", value_parser = solver_path)]
    out: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArgs,

    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    time: TimeLimitArgs,

    /// The most passes over tasks without a program that fits [default: 1, or what --time-limit allows]
    #[arg(long, value_name = "N", value_parser = parse_count::<NonZeroU32>)]
    passes: Option<NonZeroU32>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    device: DeviceArgs,

    #[command(flatten)]
    profile: ProfileFileArgs,
}

/// The report, and what else is printed.
pub struct Searched<'a> {
    /// The report.
    pub report: &'a Report,
    /// The settings.
    pub settings: &'a Settings,
    /// Options of `arcbatt trace` that find the programs; `None` if they were not written.
    pub trace: Option<String>,
    /// Time since the command started.
    pub wall: Duration,
}

impl Solve {
    /// Searches and prints.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let started = Instant::now();
        let deadline = Deadline::starts_now(self.time.time_limit);
        self.check_files()?;
        let command = Arc::new(self);
        let loader = Arc::clone(&command);
        let (data, given, left_out) = deadline.load(move || {
            let data = loader.tasks.open()?;
            let (given, left_out) = loader.search.given(&data)?;
            Ok((data, given, left_out))
        })?;
        command.search(data, given, left_out, (started, deadline), output)
    }

    /// Searches the tasks with the programs of the library.
    fn search(
        &self,
        data: DataSet,
        given: Vec<Program>,
        left_out: usize,
        (started, deadline): (Instant, Deadline),
        output: &mut Output,
    ) -> anyhow::Result<Outcome> {
        let devices = self.device.open()?;
        let mut store = match self.files.open_store(self.resume)? {
            Some(store) => store,
            None => Store::in_memory()?,
        };
        let settings = Settings {
            time_total: deadline.left(),
            ..self.settings()
        };
        let executor = executor(devices.as_deref());
        let progress =
            SessionProgress::new(settings.most_passes(), settings.most_time(data.tasks.len()));
        let profiled = self.profile.profile.as_ref();
        let profiled = profiled.map(|path| (path, Searches::new(executor)));
        let search = Search(executor);
        let solver: &dyn Solver = match &profiled {
            Some((_, searches)) => searches,
            None => &search,
        };
        let on_event = |event: &Event| {
            if let Some((_, searches)) = &profiled {
                searches.on_event(event);
            }
            progress.on_event(event);
        };
        let session = Session {
            tasks: &data.tasks,
            given: &given,
            settings: &settings,
            submission: self.files.submission.as_deref(),
            solver,
        };
        if !self.resume && session.unfinished(&store)?.is_some() {
            note("an earlier run of the same tasks was not completed; --resume would continue it");
        }
        let stop = stop_on_ctrl_c()?;
        let load = started.elapsed();
        let report = session.run(&mut store, self.resume, &stop, &on_event);
        let device_stats = executor.stats();
        // Removes the bar if the session failed.
        drop(progress);
        let mut report = report?;
        report.left_out += left_out;
        // Print the report even if a file cannot be written: it may be hours of work.
        let out = self.out.as_deref();
        let written = out.map_or(Ok(()), |path| write_solve_file(path, &report));
        let mut written = vec![written.map_err(anyhow::Error::from)];
        print_stop(&report);
        report.judge(&data.answers);
        if let Some((path, searches)) = profiled {
            let facts = SessionFacts {
                tasks: &data.tasks,
                names: (
                    self.tasks.data.what().to_owned(),
                    self.search.library_name(),
                ),
                load,
                threads: settings.workers(),
            };
            let profile = searches.profile(&report, &facts);
            let profile = profile.with_header(&typed_command());
            written.push(profile::files::write_by_extension(path, &profile));
        }
        let searched = Searched {
            report: &report,
            settings: &settings,
            trace: self.trace(),
            wall: started.elapsed(),
        };
        let programs = report.tasks.iter().map(|task| task.standing.stats.programs);
        let (name, programs) = (self.tasks.data.what(), programs.sum());
        let header =
            report_header::header(name, &data, programs, searched.wall, device_stats.as_ref());
        match output.json {
            true => {
                let mut json = json::document(&searched);
                json["header"] = serde_json::to_value(&header)?;
                device::add_stats(device_stats.as_ref(), &mut json);
                output.print_json(&json)?;
            }
            false => {
                report_header::print(&header, output)?;
                writeln!(output.stdout)?;
                text::print(&searched, output)?;
                device::print_stats(device_stats.as_ref(), output)?;
            }
        }
        session_outcome(&report, written)
    }

    /// Fails now, not after hours of work, if a file may not be written.
    fn check_files(&self) -> anyhow::Result<()> {
        let mut files = self.force.files();
        self.tasks.data.add_to(&mut files);
        self.search.add_to(&mut files);
        self.files.check(&mut files)?;
        if let Some(path) = &self.out {
            files.may_write("--out", path, FileKind::Solvers)?;
            if !files.is_forced() {
                check_solve_file(path)?;
            }
        }
        self.profile.check(&mut files)
    }

    fn settings(&self) -> Settings {
        let settings = self.search.settings();
        let threads = self.threads.threads.map(NonZeroUsize::get);
        Settings {
            passes: self.passes.map(NonZeroU32::get),
            threads: threads.unwrap_or(settings.threads),
            ..settings
        }
    }

    /// Options of `arcbatt trace` that find the programs; `None` if they were not written.
    fn trace(&self) -> Option<String> {
        let data = match &self.tasks.data.data {
            Some(data) if !self.tasks.data.is_embedded() => format!(" --data {data}"),
            _ => String::new(),
        };
        match (&self.out, &self.files.store) {
            (Some(out), _) => Some(format!(" {}{data}", out.display())),
            (None, Some(store)) => Some(format!("{data} --store {}", store.display())),
            (None, None) => None,
        }
    }
}
