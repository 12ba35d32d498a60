//! `arcbatt solve`: programs found under a budget, kept in a store, handed in as a submission.

use crate::data_source::{DataArgs, first_tasks, keep_tasks};
use crate::device::{self, DeviceArgs};
use crate::interrupt::stop_on_ctrl_c;
use crate::output::{Output, note, parse_bytes, parse_count, parse_duration, parse_threads};
use crate::session_progress::Watcher;
use crate::solve_out::SolversFile;
use crate::solver_source::Source;
use crate::{Outcome, profile, solve_json, solve_text};
use arcbatt::grid::GridBuf;
use arcbatt::profile::{Searches, SessionFacts};
use arcbatt::program::Program;
use arcbatt::score::{TestResult, check_answers};
use arcbatt::search::Library;
use arcbatt::session::{PerTask, Report, Session, Settings, TaskReport};
use arcbatt::store::{Ending, Store};
use arcbatt::task::{Answers, DataSet};
use std::io::Read;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Search for programs that solve tasks, under a time budget
///
/// Every task is searched for --time-per-task. With --time-total, the time that is left goes to
/// the tasks that are not solved, the most promising first, with four times the budget in every
/// pass; what one pass found is in the library of the next. Test outputs are not read while
/// searching, even where the data has them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt solve                                       the built-in tasks, a second each
  arcbatt solve --task crop_largest                   one of them
  arcbatt solve --data arc1-training --store lib.sqlite --out solvers.py
  arcbatt solve --data challenges.json --time-total 11h --store lib.sqlite \\
                --submission submission.json          a competition
  ... the same with --resume                          taken up after a crash
  arcbatt solve --steps 1000000 --seed 7              the same result on every machine

--store keeps all programs that are found, and what they are worth; the next run draws on them.
The submission is valid at any moment: it is written at the start, every few tasks and at the end.
Ctrl-C ends the search with what is there; a crash loses at most the tasks in work. Exit codes:
0 all tasks solved on their demonstrations; 1 some are not; 2 wrong arguments, or files that cannot
be used.")]
pub struct Solve {
    #[command(flatten)]
    data: DataArgs,

    /// Only this task; may be given several times
    #[arg(long, value_name = "ID")]
    task: Vec<String>,

    /// Only the first N tasks
    #[arg(long, value_name = "N", value_parser = parse_count::<NonZeroUsize>)]
    tasks: Option<NonZeroUsize>,

    /// Keep what is found in this store; it is made if it is not there [default: in memory]
    #[arg(long, value_name = "F.sqlite")]
    store: Option<PathBuf>,

    /// Take up the last run of the same tasks and settings in the store
    #[arg(long, requires = "store")]
    resume: bool,

    /// Write two attempts at every test, in the layout of the ARC Prize
    #[arg(long, value_name = "F.json")]
    submission: Option<PathBuf>,

    /// Write the best program of every solved task into this file of solvers
    #[arg(long, value_name = "F.py")]
    out: Option<PathBuf>,

    /// Programs to draw on: a file of solvers, a store, or `none` [default: the built-in library]
    #[arg(long, value_name = "F")]
    library: Option<PathBuf>,

    /// Time for a task, such as 500ms, 20s or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "1s")]
    time_per_task: Duration,

    /// Time for everything; what is left goes to unsolved tasks
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time_total: Option<Duration>,

    /// Node evaluations for a task, and no clock: the same result on every machine
    #[arg(long, value_name = "N", value_parser = parse_count::<NonZeroU64>,
        conflicts_with_all = ["time_per_task", "time_total"])]
    steps: Option<NonZeroU64>,

    /// Passes over unsolved tasks, at most [default: 1, or what --time-total allows]
    #[arg(long, value_name = "N", value_parser = parse_count::<NonZeroU32>)]
    passes: Option<NonZeroU32>,

    /// Memory for the values of all searches together, such as 512M or 4G
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, default_value = "1536M")]
    memory: usize,

    /// Tasks at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    device: DeviceArgs,

    /// Another seed, another search
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Write where the time went, by task: .json, .html, or .svg for a flame graph
    #[arg(long, value_name = "F", value_parser = profile::files::parse_path)]
    profile: Option<PathBuf>,
}

/// All that there is to print.
pub struct Solved<'a> {
    /// What came of it.
    pub report: &'a Report,
    /// What the answers say, by task.
    pub verdicts: &'a [TestResult],
    /// How it was searched.
    pub settings: &'a Settings,
    /// The command that draws the program of a task, without its id.
    pub trace: Option<String>,
    /// Time since the command started.
    pub wall: Duration,
}

impl Solve {
    /// Searches and prints.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let started = Instant::now();
        let given = self.given()?;
        let mut data = self.data.open()?;
        keep_tasks(&mut data, &self.task, &self.data)?;
        first_tasks(&mut data, self.tasks);
        let devices = self.device.open()?;
        let out = self.out.as_deref().map(SolversFile::open).transpose()?;
        self.profile
            .as_deref()
            .map_or(Ok(()), profile::files::check)?;
        let mut store = match &self.store {
            Some(path) if self.resume => Store::open_existing(path)?,
            Some(path) => Store::open(path)?,
            None => Store::in_memory()?,
        };
        let settings = self.settings();
        let watcher = Watcher::new(settings.most_passes());
        let executor = device::executor(devices.as_ref());
        let searches = Searches::new(&watcher, executor, self.profile.is_some());
        let session = Session {
            tasks: &data.tasks,
            given: &given,
            settings: &settings,
            submission: self.submission.as_deref(),
            solver: &searches,
        };
        if !self.resume && session.unfinished(&store)?.is_some() {
            note("an earlier run of the same tasks was not finished; --resume would take it up");
        }
        let stop = stop_on_ctrl_c()?;
        let load = started.elapsed();
        let report = session.run(&mut store, self.resume, &stop, &searches);
        let told = executor.told();
        // The bar goes before anything is printed.
        watcher.end();
        let report = report?;
        // What was found is told even if it cannot be written: it may be hours of work.
        let mut written = out.as_ref().map_or(Ok(()), |out| out.write(&report));
        tell_trouble(&report);
        let verdicts = verdicts(&report, &data);
        if let Some(path) = &self.profile {
            let facts = SessionFacts {
                tasks: &data.tasks,
                verdicts: &verdicts,
                names: (self.data.what().to_owned(), self.library_in_words()),
                load,
                threads: settings.workers(),
            };
            let profile = searches.profile(&report, &facts);
            written = written.and(profile::files::write_by_ending(path, &profile));
        }

        let solved = Solved {
            verdicts: &verdicts,
            report: &report,
            settings: &settings,
            trace: self.trace(),
            wall: started.elapsed(),
        };
        match output.json {
            true => {
                let mut json = solve_json::document(&solved);
                device::add_told(told.as_ref(), &mut json);
                output.print_json(&json)?;
            }
            false => {
                solve_text::print(&solved, output)?;
                device::tell(told.as_ref(), output)?;
            }
        }
        written?;
        Ok(match report.solved() == report.tasks.len() {
            true => Outcome::Success,
            false => Outcome::Failure,
        })
    }

    /// The programs of `--library`.
    fn given(&self) -> anyhow::Result<Vec<Program>> {
        match &self.library {
            None => Ok(Library::embedded().programs),
            Some(path) if path == Path::new("none") => Ok(Vec::new()),
            Some(path) if is_store(path) => Ok(Store::open_to_read(path)?.library()?),
            Some(path) => {
                let source = Source::open(path)?;
                source.print_problems();
                Ok(Library::of(source.solvers.programs).programs)
            }
        }
    }

    fn library_in_words(&self) -> String {
        match &self.library {
            None => "a search with the built-in library".to_owned(),
            Some(path) if path == Path::new("none") => "a search without a library".to_owned(),
            Some(path) => format!("a search with {}", path.display()),
        }
    }

    fn settings(&self) -> Settings {
        let settings = Settings::default();
        Settings {
            seed: self.seed,
            per_task: match self.steps {
                Some(steps) => PerTask::Steps(steps.get()),
                None => PerTask::Time(self.time_per_task),
            },
            time_total: self.time_total,
            passes: self.passes.map(NonZeroU32::get),
            memory: self.memory,
            threads: self.threads.map_or(settings.threads, NonZeroUsize::get),
        }
    }

    /// The command that draws what was found, without the task; `None` if nothing was kept.
    fn trace(&self) -> Option<String> {
        let data = match &self.data.data {
            Some(data) if !self.data.is_embedded() => format!(" --data {data}"),
            _ => String::new(),
        };
        match (&self.out, &self.store) {
            (Some(out), _) => Some(format!("{data} --solver {}", out.display())),
            (None, Some(store)) => Some(format!("{data} --store {}", store.display())),
            (None, None) => None,
        }
    }
}

/// Whether it is an SQLite file. What comes out of a pipe is not looked at: it would be gone.
fn is_store(path: &Path) -> bool {
    if !path.is_file() {
        return false;
    }
    const MAGIC: &[u8; 16] = b"SQLite format 3\0";
    let mut start = [0; MAGIC.len()];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *MAGIC
}

/// What went wrong, or ended early.
fn tell_trouble(report: &Report) {
    let crashed: Vec<&str> = report
        .tasks
        .iter()
        .filter(|task| task.crashed)
        .map(|task| task.id.as_str())
        .collect();
    if !crashed.is_empty() {
        note(format_args!(
            "the search broke down on {}: this is a fault of arcbatt; please report it",
            crashed.join(", ")
        ));
    }
    match report.ending {
        Ending::Stopped => note("ended early: what follows is what was found until then"),
        Ending::Time | Ending::Done => {}
    }
}

/// What the answers say, now that all is decided.
fn verdicts(report: &Report, data: &DataSet) -> Vec<TestResult> {
    let verdict = |(task, answers): (&TaskReport, &Answers)| {
        // A task that was never searched has no attempts, but it has tests.
        let mut attempts: Vec<[Option<GridBuf>; 2]> = task.standing.attempts.clone();
        attempts.resize(task.tests, [None, None]);
        check_answers(&attempts, answers)
    };
    report
        .tasks
        .iter()
        .zip(&data.answers)
        .map(verdict)
        .collect()
}
