//! The options that `run` and `shard plan run` share: seed, mutants, limits.

use crate::args::LimitArgs;
use arcbatt::card;
use arcbatt::session::evolve::Settings;

/// Seed, mutants and limits.
#[derive(clap::Args)]
pub struct EvolveArgs {
    /// Seed of the random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// The most mutants per solver
    #[arg(long, value_name = "N", default_value_t = 100)]
    mutants: u32,

    /// One round without mutants and without candidates of other tasks
    #[arg(long)]
    pub freeze: bool,

    #[command(flatten)]
    limits: LimitArgs,
}

impl EvolveArgs {
    /// The settings of one round with this many programs.
    pub fn settings<'e>(&self, programs: usize) -> Settings<'e> {
        Settings {
            card: card::Settings {
                seed: self.seed,
                mutants: if self.freeze { 0 } else { self.mutants },
                ..card::Settings::default()
            },
            share: !self.freeze,
            brought: programs,
            limits: self.limits.of_task(),
            ..Settings::default()
        }
    }
}
