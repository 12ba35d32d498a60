//! The report of a check: a status and a time for every pair, and totals.

use crate::batt::Stopped;
use crate::dsl::Fail;
use crate::grid::GridBuf;
use crate::task::{Answers, Part, Task};
use crate::text::counted;
use std::fmt;
use std::time::Duration;

/// The results of checking programs on tasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckReport {
    /// The tasks that have a program, valid or rejected, in the order of the data set.
    pub tasks: Vec<TaskReport>,
}

/// The results of the programs of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskReport {
    /// Index of the task in the data set.
    pub task: usize,
    /// One result per program, in their order; empty if all were rejected.
    pub runs: Vec<RunReport>,
}

/// The results of a program on all pairs of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport {
    /// Index of the program.
    pub program: usize,
    /// The demonstration pairs, then the test pairs.
    pub pairs: Vec<PairReport>,
}

/// The result of a program on one pair.
#[derive(Clone, Debug, PartialEq)]
pub struct PairReport {
    /// The part of the task that has the pair.
    pub part: Part,
    /// The index of the pair in that part.
    pub index: usize,
    /// How the run ended.
    pub status: PairStatus,
    /// The time of the run alone; the shortest of repeated runs.
    pub time: Duration,
    /// The answer, if it is a grid of at most 30x30 colours other than the expected output, and the
    /// check keeps outputs.
    pub output: Option<GridBuf>,
    /// Whether there is such an answer, which was not kept for lack of memory.
    pub dropped: bool,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairStatus {
    /// The answer is the expected output.
    Ok,
    /// The answer is something else.
    Wrong(Wrong),
    /// A line failed.
    Fail(Stopped),
    /// A line reached a limit.
    Limit(Stopped),
    /// The answer is a grid, and the expected output is unknown.
    Unknown,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It is not a grid.
    NoGrid,
    /// Some cells are not one of the ten colours.
    Marks,
    /// It has another size.
    Size {
        /// Height and width of the answer.
        got: (usize, usize),
        /// Height and width of the expected output.
        wanted: (usize, usize),
    },
    /// This many cells have another colour.
    Cells(usize),
}

/// Totals of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Tasks that have a program.
    pub tasks: usize,
    /// Tasks with a program that is right on all pairs with a known output.
    pub solved: usize,
    /// Runs, one per program and pair.
    pub pairs: usize,
    /// Runs on pairs whose output is unknown.
    pub unknown: usize,
    /// The time of all runs.
    pub time: Duration,
}

impl CheckReport {
    /// The totals.
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
    /// Whether one of its programs is right on all pairs with a known output.
    pub fn solved(&self) -> bool {
        self.runs.iter().any(RunReport::solved)
    }

    /// The time of all runs.
    pub fn time(&self) -> Duration {
        self.runs.iter().map(RunReport::time).sum()
    }
}

impl PairReport {
    /// The expected output of the pair, if it is known.
    pub fn expected<'t>(
        &self,
        task: &'t Task,
        answers: Option<&'t Answers>,
    ) -> Option<&'t GridBuf> {
        match self.part {
            Part::Train => Some(&task.train.get(self.index)?.output),
            _ => answers?.0.get(self.index)?.as_ref(),
        }
    }

    /// The answer, if it is a grid and the check keeps outputs.
    pub fn answer<'t>(
        &'t self,
        task: &'t Task,
        answers: Option<&'t Answers>,
    ) -> Option<&'t GridBuf> {
        match self.status {
            PairStatus::Ok => self.expected(task, answers),
            _ => self.output.as_ref(),
        }
    }
}

impl RunReport {
    /// The number of demonstrations that the program is right on.
    pub fn demonstrations_right(&self) -> usize {
        let right = |pair: &&PairReport| pair.part == Part::Train && pair.status == PairStatus::Ok;
        self.pairs.iter().filter(right).count()
    }

    /// Whether the program is right on all tests; `None` if that is not known.
    pub fn right(&self) -> Option<bool> {
        let tests = || self.pairs.iter().filter(|pair| pair.part != Part::Train);
        if !tests().all(|pair| pair.status.is_good()) {
            return Some(false);
        }
        let is_known = tests().all(|pair| pair.status == PairStatus::Ok);
        (is_known && tests().count() > 0).then_some(true)
    }

    /// Whether the program is right on all pairs with a known output.
    pub fn solved(&self) -> bool {
        self.pairs.iter().all(|pair| pair.status.is_good())
    }

    /// The time on all pairs.
    pub fn time(&self) -> Duration {
        self.pairs.iter().map(|pair| pair.time).sum()
    }
}

impl From<Stopped> for PairStatus {
    fn from(stopped: Stopped) -> Self {
        match stopped.fail {
            Fail::NoAnswer(_) => Self::Fail(stopped),
            Fail::Limit(_) => Self::Limit(stopped),
        }
    }
}

impl PairStatus {
    /// Whether the answer is right, or a grid whose expected output is unknown.
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
    /// The status in a few words, without the line of the program.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("ok"),
            Self::Wrong(wrong) => write!(f, "wrong: {wrong}"),
            Self::Fail(stopped) => write!(f, "failed: {}", stopped.fail),
            Self::Limit(stopped) => write!(f, "{}", stopped.fail),
            Self::Unknown => f.write_str("a grid; the expected output is unknown"),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoGrid => f.write_str("the answer is not a grid"),
            Self::Marks => f.write_str("some cells are not a colour 0 to 9"),
            Self::Size { got, wanted } => write!(
                f,
                "size {}x{}, expected {}x{}",
                got.0, got.1, wanted.0, wanted.1
            ),
            Self::Cells(1) => f.write_str("1 cell differs"),
            Self::Cells(n) => write!(f, "{} differ", counted(n, "cell")),
        }
    }
}
