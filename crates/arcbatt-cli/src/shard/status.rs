//! `arcbatt shard status`: which shards of a plan are done.

use crate::Outcome;
use crate::output::{Output, counted, grouped, warn};
use arcbatt::shard::{LeftOut, Plan, Status, status};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::PathBuf;

/// Show which shards of a plan have a result, and which files are left out
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt shard status plan.json results
  sbatch --array=$(arcbatt shard status plan.json results --missing) shard.sh     the missing ones

Files that are damaged, of another plan, or of other settings are named, and never changed.

Exit codes: 0 all shards are done; 1 some are missing; 2 bad usage or input.")]
pub struct ShowStatus {
    /// The plan
    #[arg(value_name = "PLAN")]
    plan: PathBuf,

    /// The folder of results
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Print only the missing shards, such as 3,7-9
    #[arg(long, conflicts_with = "json")]
    missing: bool,
}

impl ShowStatus {
    /// Prints the status.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        let plan = Plan::read(&self.plan)?;
        let status = status(&plan, &self.folder)?;
        if output.json {
            output.print_json(&status_json(&plan, &status))?;
        } else {
            print_left_out(&status);
            match self.missing {
                true => writeln!(output.stdout, "{}", status.missing_text())?,
                false => print(&plan, &status, output)?,
            }
        }
        Ok(Outcome::of(status.missing.is_empty()))
    }
}

fn print(plan: &Plan, status: &Status, output: &mut Output) -> anyhow::Result<()> {
    let (done, all) = (status.done.len() as u64, counted(plan.len(), "shard"));
    writeln!(output.stdout, "done: {} of {all}", grouped(done))?;
    if !status.missing.is_empty() {
        writeln!(output.stdout, "missing: {}", status.missing_text())?;
    }
    Ok(())
}

/// Names the files that are left out.
pub fn print_left_out(status: &Status) {
    for (path, why) in &status.left_out {
        warn(format_args!("left out: {}: {why}", path.display()));
    }
}

/// The status as JSON.
pub fn status_json(plan: &Plan, status: &Status) -> Json {
    let left_out = status.left_out.iter().map(|(path, why)| {
        let kind = match why {
            LeftOut::Damaged(..) | LeftOut::DamagedOther(_) => "damaged",
            LeftOut::Stale { .. } => "stale",
            LeftOut::Foreign => "foreign",
            _ => "unreadable",
        };
        let path = path.display().to_string();
        json!({ "file": path, "kind": kind, "message": why.to_string() })
    });
    json!({
        "command": plan.command(),
        "shards": plan.len(),
        "done": status.done,
        "missing": status.missing,
        "left_out": left_out.collect::<Json>(),
    })
}
