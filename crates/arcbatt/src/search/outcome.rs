//! What a search is given, and what it comes back with.

use crate::grid::GridBuf;
use crate::program::Program;
use crate::score::Attempts;
use std::time::Duration;

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Node evaluations, one a call and sample. A search that ends by these ends the same way
    /// everywhere.
    pub steps: u64,
    /// Time on the clock, if it counts.
    pub time: Option<Duration>,
    /// Bytes for the values of the search.
    pub memory: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            steps: u64::MAX,
            time: Some(Duration::from_secs(1)),
            memory: 512 << 20,
        }
    }
}

/// Programs that are known from other tasks.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The programs, each once, best known first.
    pub programs: Vec<Program>,
}

/// Who had the idea for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProposerGroup {
    /// Typed enumeration by cost.
    BottomUp,
    /// From the outputs backwards.
    Goal,
    /// Several programs painted over each other.
    Stacking,
    /// A program of another task, as it is or mutated.
    Library,
    /// Found on the task turned or recoloured, and carried back.
    Augmentation,
}

impl ProposerGroup {
    /// All of them.
    pub const ALL: [ProposerGroup; 5] = [
        ProposerGroup::BottomUp,
        ProposerGroup::Goal,
        ProposerGroup::Stacking,
        ProposerGroup::Library,
        ProposerGroup::Augmentation,
    ];

    /// The name in reports and in the store.
    pub fn name(self) -> &'static str {
        match self {
            ProposerGroup::BottomUp => "bottom-up",
            ProposerGroup::Goal => "goal",
            ProposerGroup::Stacking => "stacking",
            ProposerGroup::Library => "library",
            ProposerGroup::Augmentation => "augmentation",
        }
    }
}

/// A program that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The program.
    pub program: Program,
    /// Who had the idea.
    pub proposer: ProposerGroup,
    /// Demonstrations that it explains.
    pub matched: u32,
    /// What it ranks by: the bits that it takes to describe it, less what speaks for it besides. Less
    /// is better; it may be below zero.
    pub bits: f64,
    /// What it answers to every test.
    pub outputs: Vec<Option<GridBuf>>,
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchStats {
    /// Calls that were computed, one a node and sample.
    pub evaluations: u64,
    /// Programs that were looked at: nodes with values that nothing before had.
    pub programs: u64,
    /// The most bytes that values took.
    pub memory: usize,
    /// Time on the clock.
    pub time: Duration,
}

/// What a search comes back with.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The programs found, best first; a few only.
    pub found: Vec<Found>,
    /// The two attempts at every test.
    pub attempts: Vec<Attempts>,
    /// What it took.
    pub stats: SearchStats,
}

impl Outcome {
    /// Whether a program explains all demonstrations of a task that has `train` of them.
    pub fn solved(&self, train: usize) -> bool {
        let all = |found: &Found| found.matched as usize == train;
        self.found.first().is_some_and(all)
    }
}
