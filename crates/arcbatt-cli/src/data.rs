//! `arcbatt data`: the data sets there are, getting them, making some.

use crate::Outcome;
use crate::data_list::List;
use crate::data_make::Make;
use crate::data_pull::Pull;
use crate::screen::Screen;
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
    pub fn run(self, screen: &mut Screen) -> anyhow::Result<Outcome> {
        match self.command {
            None => List {}.run(screen),
            Some(DataCommand::List(list)) => list.run(screen),
            Some(DataCommand::Pull(pull)) => pull.run(screen),
            Some(DataCommand::Make(make)) => make.run(screen),
        }
    }
}
