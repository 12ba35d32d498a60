//! Options shared by several commands, declared once so that each means the same everywhere.
//!
//! A command takes what it needs with `#[command(flatten)]`: [`TaskArgs`] (which tasks),
//! [`SolverArgs`] (which solvers), [`EntryArgs`] (which functions), [`ThreadArgs`],
//! [`TimeLimitArgs`], [`DeviceArgs`]. Paths of output
//! files have a value parser by extension: [`solver_path`], [`json_path`] and so on; an option for the
//! main output is `-o`, `--out`. `--json` and `-q`, `--quiet` are global and declared in `main.rs`.

use crate::completions::task_completer;
use crate::data_source::keep_tasks;
use crate::output::note;
use crate::profile::files;
use crate::solver_source::Source;
use anyhow::{Context, anyhow, bail};
use arcbatt::batt::{Backend, Executor, TaskLimits};
use arcbatt::check::PairStatus;
use arcbatt::dsl::{Fail, Limit, Limits};
use arcbatt::output_files::{FileKind, OutputFiles};
use arcbatt::program::ReadOptions;
use arcbatt::task::DataSet;
use arcbatt::text::some_of;
use arcbatt::{MOST_THREADS, default_threads};
use arcbatt_gpu::devices::{Choice, Devices};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use crate::data_source::DataArgs;

/// `--data`, `--lenient`, `--task`, `--tasks`: the tasks to work on.
#[derive(clap::Args)]
pub struct TaskArgs {
    #[command(flatten)]
    pub data: DataArgs,

    /// Only the task with this id; may be given several times
    #[arg(long, value_name = "ID", add = task_completer())]
    pub task: Vec<String>,

    /// Only the first N tasks
    #[arg(long, value_name = "N", value_parser = parse_count::<NonZeroUsize>)]
    pub tasks: Option<NonZeroUsize>,
}

impl TaskArgs {
    /// Whether tasks of the data set are left out on purpose.
    pub fn is_selection(&self) -> bool {
        !self.task.is_empty() || self.tasks.is_some()
    }

    /// The time to open the first `count` tasks again, without messages.
    pub fn time_open(&self, count: usize) -> std::io::Result<Duration> {
        let started = Instant::now();
        let data = self.data.load(NonZeroUsize::new(count));
        std::hint::black_box(data.map_err(std::io::Error::other)?);
        Ok(started.elapsed())
    }

    /// Opens the data set and keeps the chosen tasks.
    pub fn open(&self) -> anyhow::Result<DataSet> {
        if self.task.is_empty() {
            return self.data.open_first(self.tasks);
        }
        let mut data = self.data.open()?;
        keep_tasks(&mut data, &self.task, &self.data)?;
        if let Some(count) = self.tasks {
            data.keep_first(count);
        }
        Ok(data)
    }
}

/// `FILE...`: files of solvers.
#[derive(clap::Args)]
pub struct SolverArgs {
    /// Files of solvers, `-` for the standard input [default: the built-in solvers]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The former way to name a file
    #[arg(long, value_name = "F", hide = true, conflicts_with = "files")]
    solvers: Vec<PathBuf>,

    #[command(flatten)]
    entry: EntryArgs,
}

/// `--entry NAME`: which functions of a file are solvers.
#[derive(clap::Args)]
pub struct EntryArgs {
    /// Functions NAME and NAME_ID are the solvers, instead of solve, solve_ID, verify_ID
    #[arg(long = "entry", value_name = "NAME")]
    entries: Vec<String>,
}

impl EntryArgs {
    /// How to read a file of solvers.
    pub fn options(&self) -> ReadOptions {
        ReadOptions {
            entries: self.entries.clone(),
            ..ReadOptions::default()
        }
    }
}

impl SolverArgs {
    /// The files named; none for the built-in solvers.
    pub fn paths(&self) -> &[PathBuf] {
        match self.files.is_empty() {
            true => &self.solvers,
            false => &self.files,
        }
    }

    /// Whether no file is named.
    pub fn is_embedded(&self) -> bool {
        self.paths().is_empty()
    }

    /// The files by name, or `the built-in solvers`.
    pub fn what(&self) -> String {
        what_solvers(self.paths())
    }

    /// Adds the files to those of the command.
    pub fn add_to(&self, files: &mut OutputFiles) {
        for path in self.paths() {
            files.reads("FILE", path);
        }
    }

    /// Opens the files, or the built-in solvers, and prints what is wrong with them.
    pub fn open(&self) -> anyhow::Result<Source> {
        open_solvers(self.paths(), &self.entry)
    }
}

/// Files of solvers by name, or `the built-in solvers` if there are none.
pub fn what_solvers(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    match names.is_empty() {
        true => "the built-in solvers".to_owned(),
        false => some_of(&names, 3),
    }
}

/// Opens files of solvers, or the built-in solvers, and prints what is wrong with them.
pub fn open_solvers(paths: &[PathBuf], entry: &EntryArgs) -> anyhow::Result<Source> {
    let mut sources = Vec::new();
    for path in paths {
        let source = Source::open(path, entry)?;
        source.print_problems();
        sources.push(source);
    }
    if sources.is_empty() {
        let source = Source::embedded();
        source.print_problems();
        return Ok(source);
    }
    Ok(Source::joined(sources, what_solvers(paths)))
}

/// Fails if a file of solvers has none that can run; its problems were printed before.
pub fn need_solvers(source: &Source) -> anyhow::Result<()> {
    match source.solvers.programs.is_empty() {
        true => bail!("{}: no solver in it that can run", source.file),
        false => Ok(()),
    }
}

/// `--max-steps N`, `--max-cells N`: the limits of the user's programs.
#[derive(clap::Args)]
pub struct LimitArgs {
    /// Calls that a solver may make on one grid [default: 1,000,000]
    #[arg(long, value_name = "N", value_parser = parse_count::<NonZeroU64>)]
    max_steps: Option<NonZeroU64>,

    /// Cells that a solver may read or write on one grid [default: 8,000,000]
    #[arg(long, value_name = "N", value_parser = parse_count::<NonZeroU64>)]
    max_cells: Option<NonZeroU64>,
}

impl LimitArgs {
    /// The limits of a program on one grid.
    pub fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            steps: self.max_steps.map_or(default.steps, NonZeroU64::get),
            cells: self.max_cells.map_or(default.cells, NonZeroU64::get),
            ..default
        }
    }

    /// The limits of a task; mutants keep their own.
    pub fn of_task(&self) -> TaskLimits {
        TaskLimits {
            given: self.limits(),
            ..TaskLimits::default()
        }
    }
}

/// The option that raises a limit, to follow a message about it: ` (--max-steps raises it)`.
pub fn raised_by(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps => " (--max-steps raises it)",
        Limit::Cells => " (--max-cells raises it)",
        _ => "",
    }
}

/// Why a call failed, and the option that raises the limit that it hit.
pub fn fail_text(fail: Fail) -> String {
    match fail {
        Fail::Limit(limit) => format!("{fail}{}", raised_by(limit)),
        Fail::NoAnswer(_) => fail.to_string(),
    }
}

/// How a run ended, and the option that raises the limit that it hit.
pub fn status_text(status: PairStatus) -> String {
    match status {
        PairStatus::Limit(stopped) => fail_text(stopped.fail),
        _ => status.to_string(),
    }
}

/// `-j N`, `--threads N`.
#[derive(clap::Args)]
pub struct ThreadArgs {
    /// Number of threads [default: ARCBATT_THREADS, or one per core]
    #[arg(short = 'j', long, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<NonZeroUsize>,
}

impl ThreadArgs {
    /// A pool of that many threads.
    pub fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        pool_of(self.count())
    }

    /// The number of threads.
    pub fn count(&self) -> usize {
        self.threads.unwrap_or_else(default_threads).get()
    }
}

/// A pool of so many threads.
pub fn pool_of(threads: usize) -> anyhow::Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("cannot start threads")
}

/// `--time-limit TIME`: the most time for everything.
#[derive(clap::Args)]
pub struct TimeLimitArgs {
    /// End after this time, such as 90s, 15m or 8h, with a report
    // `solve` called it `--time-total`.
    #[arg(long, alias = "time-total", value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
}

/// `--device WHERE`.
#[derive(clap::Args)]
pub struct DeviceArgs {
    /// Where to run candidates: auto, cpu, gpu, or gpu:0,1 for some of several GPUs
    #[arg(long, value_name = "WHERE", default_value = "auto")]
    device: Choice,
}

impl DeviceArgs {
    /// The chosen GPUs; `None` if everything runs on the CPU. Those of `auto` are opened when needed.
    pub fn open(&self) -> anyhow::Result<Option<Box<dyn Backend>>> {
        Devices::choose(&self.device, |why| note(why))
            .map_err(|why| anyhow!("{why}; --device cpu runs without a GPU"))
    }
}

/// Runs candidates on the opened GPUs, if any, and on the CPU.
pub fn executor(devices: Option<&dyn Backend>) -> Executor<'_> {
    devices.map_or(Executor::CPU, Executor::with_backend)
}

/// `--profile F`: write where the time went.
#[derive(clap::Args)]
pub struct ProfileFileArgs {
    /// Write where the time went: F.json, F.html, F.md, or F.svg for a flame graph
    #[arg(long, value_name = "F", value_parser = files::parse_path)]
    pub profile: Option<PathBuf>,
}

impl ProfileFileArgs {
    /// Fails now, not after hours of work, if the file may not be written.
    pub fn check(&self, files: &mut OutputFiles) -> anyhow::Result<()> {
        match &self.profile {
            Some(path) => Ok(files.may_write("--profile", path, FileKind::of_profile(path))?),
            None => Ok(()),
        }
    }
}

/// `--force`.
#[derive(clap::Args)]
pub struct ForceArgs {
    /// Replace output files that hold something else; never those that the command reads
    #[arg(long)]
    pub force: bool,
}

impl ForceArgs {
    /// The files of a command, none yet.
    pub fn files(&self) -> OutputFiles {
        OutputFiles::new(self.force)
    }
}

/// Parses a duration: `500ms`, `90s`, `15m`, `8h`; a bare number is seconds.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let length = number.parse::<f64>().map_or(f64::NAN, |n| n * seconds);
    Duration::try_from_secs_f64(length)
        .map_err(|_| "write a time such as 500ms, 90s, 15m or 8h".to_owned())
}

/// Parses a whole number of at least 1; commas between thousands are allowed, as they are printed.
pub fn parse_count<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.replace(',', "")
        .parse()
        .map_err(|_| "write a whole number, at least 1".to_owned())
}

/// Parses a number of threads.
pub fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().and_then(NonZeroUsize::new);
    let number = number.filter(|number| number.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("write a number from 1 to {MOST_THREADS}"))
}

/// Parses the path of a solver file to write.
pub fn solver_path(text: &str) -> Result<PathBuf, String> {
    path_ending(text, "a file of solvers", &["py"])
}

/// Parses the path of a JSON file to write.
pub fn json_path(text: &str) -> Result<PathBuf, String> {
    path_ending(text, "a JSON file", &["json"])
}

/// Parses the path of a JSON file to write, or `-` for the standard output.
pub fn json_path_or_stdout(text: &str) -> Result<String, String> {
    match text {
        "-" => Ok(text.to_owned()),
        text => json_path(text).map(|_| text.to_owned()),
    }
}

/// Parses the path of a batt to write.
pub fn batt_path(text: &str) -> Result<PathBuf, String> {
    path_ending(text, "a batt", &["batt"])
}

/// Parses the path of an HTML page to write.
pub fn html_path(text: &str) -> Result<PathBuf, String> {
    path_ending(text, "an HTML page", &["html", "htm"])
}

/// Parses the path of a Markdown file to write.
pub fn markdown_path(text: &str) -> Result<PathBuf, String> {
    path_ending(text, "a Markdown file", &["md"])
}

/// Parses the path of an SVG picture to write.
pub fn svg_path(text: &str) -> Result<PathBuf, String> {
    path_ending(text, "an SVG picture", &["svg"])
}

/// Parses the path of a PNG picture to write.
pub fn png_path(text: &str) -> Result<PathBuf, String> {
    path_ending(text, "a PNG picture", &["png"])
}

/// Parses the path of a store; one that exists may have any name.
pub fn store_path(text: &str) -> Result<PathBuf, String> {
    if Path::new(text).is_file() {
        return Ok(PathBuf::from(text));
    }
    path_ending(text, "a store", &["sqlite", "sqlite3", "db"])
}

/// Parses the path of an output file, whose extension must be one of its format.
///
/// Devices and pipes, such as `/dev/stdout`, may have any name; folders are reported later.
pub fn path_ending(text: &str, what: &str, extensions: &[&str]) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let fits = |known: &&str| extension.is_some_and(|found| found.eq_ignore_ascii_case(known));
    if path.exists() && !path.is_file() || extensions.iter().any(fits) {
        return Ok(path);
    }
    let known: Vec<String> = extensions.iter().map(|known| format!(".{known}")).collect();
    let example = path.with_extension(extensions.first().unwrap_or(&""));
    // The two options for pictures are easily confused.
    let other = match (extensions, extension) {
        (["png"], Some("svg")) => ", or draw with --svg",
        (["svg"], Some("png")) => ", or draw with --png",
        _ => "",
    };
    Err(format!(
        "{what} ends in {}: name it {}{other}",
        known.join(" or "),
        example.display()
    ))
}

/// Splits `1.5 GiB` into `1.5` and `GiB`.
pub fn split_unit(text: &str) -> (&str, &str) {
    let digits = text.find(|c: char| c != '.' && !c.is_ascii_digit());
    let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
    (number, unit.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_fit_the_format() {
        assert_eq!(solver_path("a/b.py"), Ok("a/b.py".into()));
        assert_eq!(json_path("S.JSON"), Ok("S.JSON".into()));
        assert_eq!(store_path("x.db"), Ok("x.db".into()));
        assert_eq!(json_path("/dev/null"), Ok("/dev/null".into()));
        for bad in ["b.json", "b", "", "py", ".py", "b.py/"] {
            let said = solver_path(bad);
            assert_eq!(said.is_err(), bad != "b.py/", "{bad}");
        }
    }
}
