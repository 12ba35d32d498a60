//! `arcbatt shard`: work divided into parts for many machines, and merged again.

mod merge;
mod plan;
mod run;
mod status;

use crate::Outcome;
use crate::output::Output;
use clap::Subcommand;

/// Divide work into shards for many machines, run them anywhere, and merge their results
///
/// A plan is one file with everything that its shards need. A shard writes one Parquet file, whole or
/// not at all: it is done when the file is there. It may run twice, or in two places at once. With
/// --steps, a merge gives what one process gives: for `solve` one pass in which tasks share nothing but
/// the library, for `run` one round.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt shard plan solve --data arc1-training --steps 1000000 --shards 40 --out plan.json
  arcbatt shard run plan.json --index 0 --out results     one shard; batch jobs leave out --index
  arcbatt shard status plan.json results                  which shards are missing
  arcbatt shard merge plan.json results --store lib.sqlite --submission submission.json

Stores are never shared between machines: shards use none, and `arcbatt library merge` joins those
that were made apart.

Exit codes: 0 success; 1 some shard has no result; 2 bad usage or input.")]
pub struct Shard {
    #[command(subcommand)]
    command: ShardCommand,
}

#[derive(Subcommand)]
enum ShardCommand {
    Plan(Box<plan::PlanCommand>),
    Run(run::RunShard),
    Status(status::ShowStatus),
    Merge(merge::Merge),
}

impl Shard {
    /// Runs the subcommand.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        match self.command {
            ShardCommand::Plan(plan) => plan.run(output),
            ShardCommand::Run(run) => run.run(output),
            ShardCommand::Status(status) => status.run(output),
            ShardCommand::Merge(merge) => merge.run(output),
        }
    }
}
