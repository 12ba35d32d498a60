//! `arcbatt data`: lists, downloads and generates data sets.

mod list;
mod make;
mod pull;

use crate::Outcome;
use crate::data::list::List;
use crate::data::make::Make;
use crate::data::pull::Pull;
use crate::output::Output;
use clap::Subcommand;

/// List the data sets, download the ARC tasks, or generate tasks
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt data                                             list the data sets (as `data list`)
  arcbatt data pull                                        download the ARC tasks
  arcbatt data make --tasks 1000 --seed 7 --out made       generate 1,000 tasks")]
pub struct Data {
    #[command(subcommand)]
    command: Option<DataCommand>,
}

#[derive(Subcommand)]
enum DataCommand {
    List(List),
    Pull(Pull),
    Make(Make),
}

impl Data {
    /// Runs the subcommand.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        match self.command {
            None => List {}.run(output),
            Some(DataCommand::List(list)) => list.run(output),
            Some(DataCommand::Pull(pull)) => pull.run(output),
            Some(DataCommand::Make(make)) => make.run(output),
        }
    }
}
