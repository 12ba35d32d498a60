//! `arcbatt data make`: generates tasks of the built-in families as JSON files.

use crate::Outcome;
use crate::args::parse_count;
use crate::interrupt::stop_on_ctrl_c;
use crate::output::{Output, counted, grouped};
use crate::progress::Progress;
use anyhow::{Context, bail};
use arcbatt::task::{GeneratedFiles, MADE_FOLDER};
use serde_json::json;
use std::fs;
use std::io::Write;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// Generate tasks of the built-in families, one JSON file per task
///
/// Without --out, the tasks are written to `made-tasks`, where commands find them by their ids.
/// Task number k of a seed is always the same, whatever --tasks is. Its id is its family and number,
/// such as `gravity_down_0000017`; the built-in solver of the family solves it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt data make --tasks 1000 --seed 7 --out made
  arcbatt check --data made
  arcbatt data make --tasks 1000000 --seed 7 --out many --per-file 1000

A folder of a million files is slow to list and to copy: --per-file 1000 writes a thousand files
{id: task, ...} instead. Ctrl-C stops and leaves complete files only.")]
pub struct Make {
    /// Number of tasks
    #[arg(long, value_name = "N", default_value = "1000", value_parser = parse_count::<NonZeroU64>)]
    tasks: NonZeroU64,

    /// Seed of the random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The folder; it is created if missing, and must be empty
    #[arg(short, long, value_name = "DIR", default_value = MADE_FOLDER)]
    out: PathBuf,

    /// Tasks per file; above one, a file is {id: task, ...}
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_count::<NonZeroU64>)]
    per_file: NonZeroU64,

    /// Write into a folder that is not empty; files of the same name are replaced
    #[arg(long)]
    force: bool,
}

impl Make {
    /// Generates the tasks.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let out = self.out.display();
        fs::create_dir_all(&self.out)
            .with_context(|| format!("{out}: cannot create the folder"))?;
        let mut inside =
            fs::read_dir(&self.out).with_context(|| format!("{out}: cannot list the folder"))?;
        if inside.next().is_some() && !self.force {
            bail!("{out}: the folder is not empty; name another with --out, or add --force");
        }

        let stop = stop_on_ctrl_c()?;
        let made = AtomicU64::new(0);
        let files = {
            let progress = Progress::of(usize::try_from(self.tasks.get())?, "tasks");
            let written = |tasks: u64| {
                let all = made.fetch_add(tasks, Ordering::Relaxed) + tasks;
                progress.set_position(all as usize);
            };
            let generated = GeneratedFiles {
                seed: self.seed,
                tasks: self.tasks.get(),
                per_file: self.per_file.get(),
            };
            generated.write(&self.out, &stop, &written)?
        };
        let (made, interrupted) = (made.into_inner(), stop.load(Ordering::Relaxed));
        if output.json {
            output.print_json(&json!({
                "folder": out.to_string(),
                "tasks": made,
                "files": files,
                "seed": self.seed,
                "complete": made == self.tasks.get(),
            }))?;
        } else {
            let made = counted(made, "task");
            let files = counted(files, "file");
            writeln!(
                output.stdout,
                "{made} in {files} in {out}; try `arcbatt check --data {out}`"
            )?;
        }
        if interrupted && made < self.tasks.get() {
            output.stdout.flush()?;
            bail!(
                "interrupted: {} of {} were written, all complete",
                grouped(made),
                counted(self.tasks.get(), "task")
            );
        }
        Ok(Outcome::Success)
    }
}
