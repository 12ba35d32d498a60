//! What came of checking solvers: a status and a time for every pair, and their sums.

use crate::batt::Stopped;
use crate::dsl::Fail;
use crate::task::Part;
use std::fmt;
use std::time::Duration;

/// What came of checking programs on tasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckReport {
    /// The tasks that some program is for, rejected or not, in the order of the data set.
    pub tasks: Vec<TaskReport>,
}

/// The programs that are for one task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskReport {
    /// Which task of the data set.
    pub task: usize,
    /// Each program for it, in the order in which they were given; none if all were rejected.
    pub runs: Vec<RunReport>,
}

/// One program on all pairs of one task.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport {
    /// Which of the programs.
    pub program: usize,
    /// The demonstration pairs, then the test pairs.
    pub pairs: Vec<PairReport>,
}

/// One program on one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairReport {
    /// The list that the pair is in.
    pub part: Part,
    /// Its place there, from 0.
    pub index: usize,
    /// How the run ended.
    pub status: PairStatus,
    /// The time of the run alone; of repeated ones the shortest.
    pub time: Duration,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairStatus {
    /// With the wanted output.
    Ok,
    /// With something else.
    Wrong(Wrong),
    /// Without an answer.
    Fail(Stopped),
    /// At a limit.
    Limit(Stopped),
    /// With a grid, and the wanted output is not known.
    Unknown,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It is no grid.
    NoGrid,
    /// It has cells that are none of the ten colours.
    Marks,
    /// It has another size.
    Size {
        /// Height and width of the answer.
        got: (usize, usize),
        /// Those of the wanted output.
        wanted: (usize, usize),
    },
    /// So many cells are of another colour.
    Cells(usize),
}

/// Sums over a report.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Tasks that some program is for.
    pub tasks: usize,
    /// Those that some program solves.
    pub solved: usize,
    /// Pairs that programs were run on.
    pub pairs: usize,
    /// Those whose output is not known.
    pub unknown: usize,
    /// The time of all runs.
    pub time: Duration,
}

impl CheckReport {
    /// The sums.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for task in &self.tasks {
            totals.tasks += 1;
            totals.solved += usize::from(task.solved());
            for pair in task.runs.iter().flat_map(|run| &run.pairs) {
                totals.pairs += 1;
                totals.unknown += usize::from(pair.status == PairStatus::Unknown);
                totals.time += pair.time;
            }
        }
        totals
    }
}

impl TaskReport {
    /// Whether one of its programs solves it.
    pub fn solved(&self) -> bool {
        self.runs.iter().any(RunReport::solved)
    }

    /// The time of all runs.
    pub fn time(&self) -> Duration {
        self.runs.iter().map(RunReport::time).sum()
    }
}

impl RunReport {
    /// Whether no pair speaks against the program.
    pub fn solved(&self) -> bool {
        self.pairs.iter().all(|pair| pair.status.is_good())
    }

    /// The time on all pairs.
    pub fn time(&self) -> Duration {
        self.pairs.iter().map(|pair| pair.time).sum()
    }
}

impl PairStatus {
    /// A run that ended without an answer.
    pub fn at(line: usize, fail: Fail) -> Self {
        let stopped = Stopped { line, fail };
        match fail {
            Fail::NoAnswer(_) => Self::Fail(stopped),
            Fail::Limit(_) => Self::Limit(stopped),
        }
    }

    /// Whether it speaks for the program, or at least not against it.
    pub fn is_good(self) -> bool {
        matches!(self, Self::Ok | Self::Unknown)
    }

    /// The status in one word: `ok`, `wrong`, `fail`, `limit` or `unknown`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Wrong(_) => "wrong",
            Self::Fail(_) => "fail",
            Self::Limit(_) => "limit",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for PairStatus {
    /// The status in a few words. Lines of programs are not named here: the program knows them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("ok"),
            Self::Wrong(wrong) => write!(f, "wrong: {wrong}"),
            Self::Fail(stopped) => write!(f, "failed: {}", stopped.fail),
            // The failure names itself a limit.
            Self::Limit(stopped) => write!(f, "{}", stopped.fail),
            Self::Unknown => f.write_str("a grid; the wanted output is not known"),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoGrid => f.write_str("the answer is no grid"),
            Self::Marks => f.write_str("cells of the answer are no colour 0 to 9"),
            Self::Size { got, wanted } => write!(
                f,
                "{} x {} where {} x {} is wanted",
                got.0, got.1, wanted.0, wanted.1
            ),
            Self::Cells(1) => f.write_str("1 cell differs"),
            Self::Cells(n) => write!(f, "{n} cells differ"),
        }
    }
}
