//! What a run of the pipeline came to.

use crate::batt::{Change, Ended, NodeId, Stats};
use crate::card::CardStats;
use crate::program::Program;
use crate::score::TestResult;
use std::time::Duration;

/// The phases of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phases {
    /// Reading tasks and solvers; the caller's.
    pub load: Duration,
    /// Making the batt.
    pub card: Duration,
    /// Running it.
    pub batt: Duration,
    /// Scoring its candidates.
    pub score: Duration,
    /// Keeping what was found.
    pub store: Duration,
}

impl Phases {
    /// The phases with their names, in order.
    pub fn named(&self) -> [(&'static str, Duration); 5] {
        [
            ("load", self.load),
            ("card", self.card),
            ("batt", self.batt),
            ("score", self.score),
            ("store", self.store),
        ]
    }

    /// All of them together.
    pub fn total(&self) -> Duration {
        self.named().iter().map(|(_, time)| *time).sum()
    }
}

/// One round: a batt made, run and scored.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// Its number, from 1; a run that is taken up again goes on counting.
    pub number: u32,
    /// Programs that candidates were made of.
    pub parents: usize,
    /// Candidates of the batt.
    pub candidates: usize,
    /// Its nodes.
    pub nodes: usize,
    /// Calls that its candidates would make one by one.
    pub calls: u64,
    /// What card did.
    pub made: CardStats,
    /// Answers of candidates on tasks: a candidate that was run on two tasks counts twice.
    pub runs: u64,
    /// Those that answer differently from all others on their task.
    pub distinct: u64,
    /// Tasks solved by now, on all demonstrations.
    pub solved: usize,
    /// What running it took, over all tasks.
    pub stats: Stats,
}

impl Round {
    /// The share of calls that merging saves.
    pub fn saved(&self) -> f64 {
        if self.calls == 0 {
            return 0.0;
        }
        1.0 - self.nodes as f64 / self.calls as f64
    }
}

/// The best that is known for a task.
#[derive(Clone, Debug)]
pub struct Best {
    /// The program.
    pub program: Program,
    /// What was done to its parent.
    pub change: Change,
    /// The round in which it was found, from 1.
    pub round: u32,
    /// Demonstrations that it gets right.
    pub matched: u32,
    /// What the differs say, out of `most`.
    pub differ: u64,
    /// The most that the differs can say.
    pub most: u64,
    /// How the two attempts compare with the answers, which nothing above was told.
    pub verdict: TestResult,
}

/// A task that used up what it may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlier {
    /// Why it ended.
    pub ended: Ended,
    /// The node that touched most cells, as text, and how many.
    pub blame: Option<(NodeId, String, u64)>,
}

/// What came of a task.
#[derive(Clone, Debug, Default)]
pub struct TaskResult {
    /// The task's id.
    pub id: String,
    /// Number of demonstrations.
    pub train: usize,
    /// Whether one of the programs given solves it.
    pub solved_before: bool,
    /// Whether a program is known that gets all demonstrations right.
    pub solved: bool,
    /// The best that is known.
    pub best: Option<Best>,
    /// Time on threads, running and scoring together.
    pub time: Duration,
    /// Set if the task used up what it may use.
    pub outlier: Option<Outlier>,
}

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Time on the clock by phase.
    pub phases: Phases,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// The tasks, in the order of the data set.
    pub tasks: Vec<TaskResult>,
    /// Whether it was ended early: by the time limit or from outside.
    pub stopped: bool,
}

impl Report {
    /// Tasks that the programs given solve.
    pub fn solved_before(&self) -> usize {
        self.tasks.iter().filter(|task| task.solved_before).count()
    }

    /// Tasks that are solved now.
    pub fn solved(&self) -> usize {
        self.tasks.iter().filter(|task| task.solved).count()
    }

    /// Calls computed in all rounds.
    pub fn evaluations(&self) -> u64 {
        self.rounds.iter().map(|r| r.stats.evaluations).sum()
    }
}
