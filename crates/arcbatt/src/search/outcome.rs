//! The budget, the library and the outcome of a search.

use crate::dsl::Limits;
use crate::grid::GridBuf;
use crate::program::Program;
use crate::score::{Attempts, CutProgram};
use std::time::Duration;

/// Limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Evaluations: one per call and sample. A search that ends by this limit is reproducible.
    pub steps: u64,
    /// Wall-clock time, if limited.
    pub time: Option<Duration>,
    /// Bytes for the values of the search.
    pub memory: usize,
}

impl Budget {
    /// One part in `parts` of everything.
    pub fn part(&self, parts: u32) -> Self {
        Self {
            steps: self.steps / u64::from(parts),
            time: self.time.map(|time| time / parts),
            memory: self.memory / parts as usize,
        }
    }
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

/// Programs known from other tasks.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The programs without duplicates, the best first.
    pub programs: Vec<Program>,
    /// The limits of programs that are named after the searched task.
    pub limits: Limits,
}

/// A group of proposers; it has a name in reports and in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProposerGroup {
    /// Bottom-up enumeration by cost.
    BottomUp,
    /// Proposers that compare states with the outputs.
    Goal,
    /// Patches, objects and grids painted over each other.
    Stacking,
    /// Programs of other tasks, as they are or mutated.
    Library,
    /// Searches on variants of the task: mirrored, recoloured, or after a first step.
    Augmentation,
}

impl ProposerGroup {
    /// All groups.
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
    /// The group that found it.
    pub proposer: ProposerGroup,
    /// Demonstrations that it gets right.
    pub matched: u32,
    /// The score that it is ranked by: bits of its description, with bonuses and penalties. Lower is
    /// better; it may be negative.
    pub bits: f64,
    /// Its output for each test.
    pub outputs: Vec<Option<GridBuf>>,
}

/// Counters of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchStats {
    /// Evaluations: one per call and sample.
    pub evaluations: u64,
    /// Programs: states with distinct values.
    pub programs: u64,
    /// Bytes of all values.
    pub memory: usize,
    /// Wall-clock time.
    pub time: Duration,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The best programs found, best first.
    pub found: Vec<Found>,
    /// Two attempts at each test.
    pub attempts: Vec<Attempts>,
    /// Library programs named after the task that hit a limit.
    pub cut: Vec<CutProgram>,
    /// Counters.
    pub stats: SearchStats,
}

impl Outcome {
    /// Whether a program fits all demonstrations of a task with `train` of them.
    pub fn fits(&self, train: usize) -> bool {
        let all = |found: &Found| found.matched as usize == train;
        self.found.first().is_some_and(all)
    }
}
