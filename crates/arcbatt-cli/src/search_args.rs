//! The options of a search that `solve` and `shard plan solve` share: library, budget of a task, seed.

use crate::args::{EntryArgs, LimitArgs, parse_count, parse_duration};
use crate::memory_args::parse_memory;
use crate::read_file::starts_with;
use crate::solver_source::Source;
use arcbatt::output_files::OutputFiles;
use arcbatt::program::Program;
use arcbatt::search::Library;
use arcbatt::session::{PerTask, Settings, without_tasks};
use arcbatt::store::Store;
use arcbatt::task::DataSet;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Library, budget of a task, memory and seed.
#[derive(clap::Args)]
pub struct SearchArgs {
    /// Programs to try first, with a tenth of the budget: a file of solvers, a store, or `none`
    #[arg(long, value_name = "F", default_value = "none")]
    library: PathBuf,

    /// Let the library have programs found on the tasks searched, or named after them
    #[arg(long)]
    allow_same_tasks: bool,

    #[command(flatten)]
    entry: EntryArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// Time per task, such as 500ms, 20s or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "1s")]
    time_per_task: Duration,

    /// Node evaluations per task instead of time: the same result on every machine
    #[arg(long, value_name = "N", value_parser = parse_count::<NonZeroU64>,
        conflicts_with = "time_per_task")]
    steps: Option<NonZeroU64>,

    /// Memory for all values and answers together, such as 512M or 4G
    ///
    /// It is for the values of the searches that run at the same time.
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, default_value = "1536M")]
    memory: usize,

    /// Seed of the random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl SearchArgs {
    /// The programs of `--library`, and how many were left out as they belong to the tasks searched.
    pub fn given(&self, data: &DataSet) -> anyhow::Result<(Vec<Program>, usize)> {
        match self.library.as_path() {
            path if path == Path::new("none") => Ok((Vec::new(), 0)),
            path if is_store(path) => {
                let store = Store::open_to_read(path)?;
                Ok(match self.allow_same_tasks {
                    true => (store.library_for(&data.tasks)?, 0),
                    false => store.library_without(&data.tasks, None)?,
                })
            }
            path => {
                let source = Source::open(path, &self.entry)?;
                source.print_problems();
                let programs = Library::of(source.solvers.programs).programs;
                Ok(match self.allow_same_tasks {
                    true => (programs, 0),
                    false => without_tasks(programs, data),
                })
            }
        }
    }

    /// Adds the library to the files of the command.
    pub fn add_to(&self, files: &mut OutputFiles) {
        match self.library.as_path() {
            path if path == Path::new("none") => {}
            path if is_store(path) => files.reads_store("--library", path),
            path => files.reads("--library", path),
        }
    }

    /// The library in words.
    pub fn library_name(&self) -> String {
        match self.library.as_path() {
            path if path == Path::new("none") => "a search without a library".to_owned(),
            path => format!("a search with {}", path.display()),
        }
    }

    /// The settings of a session; those of all tasks together are the default.
    pub fn settings(&self) -> Settings {
        Settings {
            seed: self.seed,
            per_task: match self.steps {
                Some(steps) => PerTask::Steps(steps.get()),
                None => PerTask::Time(self.time_per_task),
            },
            memory: self.memory,
            same_tasks: self.allow_same_tasks,
            limits: self.limits.limits(),
            ..Settings::default()
        }
    }
}

/// Whether it is an SQLite file.
fn is_store(path: &Path) -> bool {
    starts_with(path, b"SQLite format 3\0")
}
