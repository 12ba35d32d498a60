//! Options shared by several commands, declared once so that each means the same everywhere.
//!
//! A command takes what it needs with `#[command(flatten)]`: [`TaskArgs`] (which tasks),
//! [`SolverArgs`] or [`SolverFileArgs`] (which solvers), [`ThreadArgs`], [`DeviceArgs`]. `--json` is
//! global and declared in `main.rs`.

use crate::data_source::{first_tasks, keep_tasks};
use crate::output::note;
use crate::profile::files;
use crate::solver_source::Source;
use anyhow::{Context, anyhow, bail};
use arcbatt::batt::Executor;
use arcbatt::task::DataSet;
use arcbatt_gpu::devices::{Choice, Devices};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use crate::data_source::DataArgs;

/// `--data`, `--lenient`, `--task`, `--tasks`: the tasks to work on.
#[derive(clap::Args)]
pub struct TaskArgs {
    #[command(flatten)]
    pub data: DataArgs,

    /// Only the task with this id; may be given several times
    #[arg(long, value_name = "ID")]
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

    /// Opens the data set and keeps the chosen tasks.
    pub fn open(&self) -> anyhow::Result<DataSet> {
        let mut data = self.data.open()?;
        keep_tasks(&mut data, &self.task, &self.data)?;
        first_tasks(&mut data, self.tasks);
        Ok(data)
    }
}

/// `--solvers F`: a file of solvers.
#[derive(clap::Args)]
pub struct SolverArgs {
    /// A file of solvers, `-` for the standard input [default: the built-in solvers]
    #[arg(long, value_name = "F")]
    pub solvers: Option<PathBuf>,
}

/// `SOLVERS.py`: a file of solvers, as the argument of a command that is about solvers.
#[derive(clap::Args)]
pub struct SolverFileArgs {
    /// A file of solvers, `-` for the standard input [default: the built-in solvers]
    #[arg(value_name = "SOLVERS.py")]
    pub solvers: Option<PathBuf>,
}

/// Opens a file of solvers, or the built-in solvers, and prints what is wrong with it.
pub fn open_solvers(path: Option<&Path>) -> anyhow::Result<Source> {
    let source = match path {
        Some(path) => Source::open(path)?,
        None => Source::embedded(),
    };
    source.print_problems();
    Ok(source)
}

/// Fails if a file of solvers has none that can run; its problems were printed before.
pub fn need_solvers(source: &Source) -> anyhow::Result<()> {
    match source.solvers.programs.is_empty() {
        true => bail!("{}: no solver in it that can run", source.file),
        false => Ok(()),
    }
}

/// `--threads N`.
#[derive(clap::Args)]
pub struct ThreadArgs {
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<NonZeroUsize>,
}

impl ThreadArgs {
    /// A pool of that many threads.
    pub fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or(0, NonZeroUsize::get))
            .build()
            .context("cannot start threads")
    }
}

/// `--device WHERE`.
#[derive(clap::Args)]
pub struct DeviceArgs {
    /// Where to run candidates: auto, cpu, gpu, or gpu:0,1 for some of several GPUs
    #[arg(long, value_name = "WHERE", default_value = "auto")]
    device: Choice,
}

impl DeviceArgs {
    /// Opens the chosen GPUs; `None` if everything runs on the CPU.
    pub fn open(&self) -> anyhow::Result<Option<Devices>> {
        Devices::open(&self.device, |why| note(why))
            .map_err(|why| anyhow!("{why}; --device cpu runs without a GPU"))
    }
}

/// Runs candidates on the opened GPUs, if any, and on the CPU.
pub fn executor(devices: Option<&Devices>) -> Executor<'_> {
    devices.map_or(Executor::CPU, |devices| Executor::with_backend(devices))
}

/// `--profile F`: write where the time went.
#[derive(clap::Args)]
pub struct ProfileFileArgs {
    /// Write where the time went: F.json, F.html, or F.svg for a flame graph
    #[arg(long, value_name = "F", value_parser = files::parse_path)]
    pub profile: Option<PathBuf>,
}

impl ProfileFileArgs {
    /// Fails now, not after hours of work, if the file cannot be written.
    pub fn check(&self) -> anyhow::Result<()> {
        self.profile.as_deref().map_or(Ok(()), files::check)
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

/// Parses a whole number of at least 1.
pub fn parse_count<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse()
        .map_err(|_| "write a whole number, at least 1".to_owned())
}

/// The most threads that may be asked for; more would take minutes to start.
const MOST_THREADS: usize = 1024;

/// Parses a number of threads.
pub fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().and_then(NonZeroUsize::new);
    let number = number.filter(|number| number.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("write a number from 1 to {MOST_THREADS}"))
}

/// Parses a number of bytes: `512M`, `2G`, `64K`; a bare number is bytes.
pub fn parse_bytes(text: &str) -> Result<usize, String> {
    let wrong = || "write a size such as 512M or 2G".to_owned();
    let (number, unit) = split_unit(text);
    let unit = unit.to_ascii_lowercase();
    let shift = match unit.trim_end_matches("ib").trim_end_matches('b') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(wrong()),
    };
    let bytes = number.parse::<f64>().map_err(|_| wrong())? * (1u64 << shift) as f64;
    // `as` saturates: past the address space there is no limit.
    match bytes >= 1.0 {
        true => Ok(bytes as usize),
        false => Err(wrong()),
    }
}

/// Splits `1.5 GiB` into `1.5` and `GiB`.
fn split_unit(text: &str) -> (&str, &str) {
    let digits = text.find(|c: char| c != '.' && !c.is_ascii_digit());
    let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
    (number, unit.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_bytes("512M"), Ok(512 << 20));
        assert_eq!(parse_bytes("1.5 GiB"), Ok(3 << 29));
        assert_eq!(parse_bytes("64kb"), Ok(64 << 10));
        assert_eq!(parse_bytes("7"), Ok(7));
        for bad in ["", "G", "-1", "0", "1X", "nan", "1e9"] {
            assert!(parse_bytes(bad).is_err(), "{bad}");
        }
    }
}
