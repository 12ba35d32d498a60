//! `arcbatt data`: the data sets there are, getting them, making some.

mod list;
mod make;
mod pull;

use crate::Outcome;
use crate::data::list::List;
use crate::data::make::Make;
use crate::data::pull::Pull;
use crate::output::Output;
use clap::Subcommand;

/// List the data sets, get the ARC tasks, or make tasks
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arcbatt data                                             what there is (as `data list`)
  arcbatt data pull                                        get the ARC tasks
  arcbatt data make --tasks 1000 --seed 7 --out made       a thousand tasks of our own families")]
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
    /// Does what was asked for.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Outcome> {
        match self.command {
            None => List {}.run(output),
            Some(DataCommand::List(list)) => list.run(output),
            Some(DataCommand::Pull(pull)) => pull.run(output),
            Some(DataCommand::Make(make)) => make.run(output),
        }
    }
}
