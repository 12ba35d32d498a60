//! What a ranking found out, as plain data: for the objects of Python, tables and pickles.

use crate::grid::Grid;
use crate::pickle::{GridText, ProgramText, TaskText};
use crate::source::Problem;
use arcbatt::check::PairStatus;
use arcbatt::program::Program as Inner;
use arcbatt::score::fingerprint;
use arcbatt::{Answers, GridBuf, Limits, Task};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Status {
    Right,
    Fits,
    Wrong,
    Failed,
    Cut,
    Unsupported,
    NotRun,
}

impl Status {
    /// All, in the order of `counts`.
    pub const ALL: [Self; 7] = [
        Self::Right,
        Self::Fits,
        Self::Wrong,
        Self::Failed,
        Self::Cut,
        Self::Unsupported,
        Self::NotRun,
    ];

    /// The status in a word or two, those of the library and one more.
    pub fn word(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Fits => "fits",
            Self::Wrong => "wrong",
            Self::Failed => "failed",
            Self::Cut => "cut",
            Self::Unsupported => "unsupported",
            Self::NotRun => "not run",
        }
    }

    /// The status of a word.
    pub fn of(word: &str) -> Self {
        let known = Self::ALL.into_iter().find(|status| status.word() == word);
        known.unwrap_or(Self::Failed)
    }
}

/// Where a candidate went wrong, and why.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fault {
    pub status: Status,
    /// The index of the pair: demonstrations, then tests.
    pub pair: Option<usize>,
    pub line: Option<usize>,
    pub message: Option<String>,
}

/// A candidate of a ranking.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// Its number in the ranking, which counts programs, then those that ran elsewhere.
    pub number: Option<usize>,
    pub is_foreign: bool,
    pub status: Option<Status>,
    /// The index of its group.
    pub group: Option<usize>,
    /// The first bad pair.
    pub pair: Option<usize>,
    /// Found out when it is asked for: the program runs alone once more.
    #[serde(skip)]
    pub found: OnceLock<Fault>,
    pub fault: Option<Fault>,
}

impl Candidate {
    fn new(number: Option<usize>, is_foreign: bool, fault: Option<Fault>) -> Self {
        Self {
            number,
            is_foreign,
            status: fault.as_ref().map(|fault| fault.status),
            group: None,
            pair: None,
            found: OnceLock::new(),
            fault,
        }
    }

    /// A program of the language.
    pub fn program(number: usize) -> Self {
        Self::new(Some(number), false, None)
    }

    /// A program that ran elsewhere.
    pub fn foreign(number: usize, fault: Option<Fault>) -> Self {
        Self::new(Some(number), true, fault)
    }

    /// A candidate that was not even read, because the call was interrupted.
    pub fn not_run() -> Self {
        Self::new(None, false, None)
    }

    /// A text that is no program.
    pub fn unsupported(problem: Problem) -> Self {
        let fault = Fault {
            status: Status::Unsupported,
            pair: None,
            line: Some(problem.line as usize),
            message: Some(problem.message),
        };
        Self::new(None, false, Some(fault))
    }
}

/// A group of a ranking.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GroupData {
    /// Candidates by index, the shortest first.
    pub members: Vec<usize>,
    pub train_right: usize,
    pub cells_wrong: usize,
    pub calls: usize,
    /// Found out when it is asked for.
    #[serde(skip)]
    pub fingerprint: OnceLock<String>,
    /// One answer per pair.
    pub answers: Vec<Option<GridText>>,
}

impl GroupData {
    /// A hash of its answers.
    pub fn fingerprint(&self) -> &str {
        self.fingerprint.get_or_init(|| {
            let answers = self
                .answers
                .iter()
                .map(|answer| answer.as_ref().map(|grid| &grid.0));
            format!("{:032x}", fingerprint(answers))
        })
    }
}

/// Everything about a ranking.
pub struct Data {
    pub task: Task,
    pub answers: Answers,
    pub limits: Limits,
    pub programs: Vec<Arc<Inner>>,
    pub candidates: Vec<Candidate>,
    pub groups: Vec<GroupData>,
}

/// The state of a pickle.
#[derive(Serialize, Deserialize)]
pub struct State {
    pub task: TaskText,
    pub programs: Vec<ProgramText>,
    pub candidates: Vec<Candidate>,
    pub groups: Vec<GroupData>,
}

impl Data {
    pub fn pairs(&self) -> usize {
        self.task.train.len() + self.task.test.len()
    }

    pub fn expected(&self, pair: usize) -> Option<&GridBuf> {
        match self.task.train.get(pair) {
            Some(demonstration) => Some(&demonstration.output),
            None => self.answers.0.get(pair - self.task.train.len())?.as_ref(),
        }
    }

    pub fn status(&self, index: usize) -> Status {
        self.candidates[index].status.unwrap_or(Status::NotRun)
    }

    pub fn group_of(&self, index: usize) -> Option<&GroupData> {
        self.groups.get(self.candidates[index].group?)
    }

    pub fn answer<'g>(&self, group: Option<&'g GroupData>, pair: usize) -> Option<&'g GridBuf> {
        group?.answers.get(pair)?.as_ref().map(|grid| &grid.0)
    }

    /// Whether the answer on each pair is right; `None` where the output is unknown.
    pub fn right(&self, group: Option<&GroupData>) -> Vec<Option<bool>> {
        let right = |pair| Some(self.answer(group, pair) == Some(self.expected(pair)?));
        (0..self.pairs()).map(right).collect()
    }

    pub fn test_right(&self, group: Option<&GroupData>) -> Option<usize> {
        let tests = &self.right(group)[self.task.train.len()..];
        let known = tests.iter().all(Option::is_some);
        known.then(|| tests.iter().filter(|right| **right == Some(true)).count())
    }

    /// Cells of all demonstrations: as wrong as it gets.
    pub fn all_cells(&self) -> usize {
        let outputs = self.task.train.iter().map(|pair| &pair.output);
        outputs.map(|output| output.height() * output.width()).sum()
    }

    /// Where and why a candidate went wrong.
    pub fn fault(&self, index: usize) -> Option<&Fault> {
        let candidate = &self.candidates[index];
        if candidate.fault.is_some() {
            return candidate.fault.as_ref();
        }
        let (status, pair) = (candidate.status?, candidate.pair?);
        Some(
            candidate
                .found
                .get_or_init(|| self.explain(candidate, status, pair)),
        )
    }

    /// Runs a program alone on the pair that is bad.
    pub fn explain(&self, candidate: &Candidate, status: Status, pair: usize) -> Fault {
        let fault = |line: Option<usize>, message: String| Fault {
            status,
            pair: Some(pair),
            line,
            message: Some(message),
        };
        let program = candidate
            .number
            .and_then(|number| self.programs.get(number));
        let group = candidate.group.and_then(|group| self.groups.get(group));
        let (expected, answer) = (self.expected(pair), self.answer(group, pair));
        if let (Some(expected), Some(answer)) = (expected, answer) {
            let status =
                arcbatt::check::compare(arcbatt::Value::Grid(&answer.view()), Some(expected));
            if let PairStatus::Wrong(wrong) = status {
                return fault(None, wrong.to_string());
            }
        }
        let Some(program) = program else {
            return fault(None, "it returned no grid".to_owned());
        };
        let input = match self.task.train.get(pair) {
            Some(demonstration) => &demonstration.input,
            None => &self.task.test[pair - self.task.train.len()],
        };
        match program.run_with(&self.task.train, input, self.limits) {
            Ok(grid) => fault(
                None,
                format!(
                    "the answer is {}x{}, too large for a task",
                    grid.height(),
                    grid.width()
                ),
            ),
            Err(failure) => {
                let (_, line, message) = crate::program::described(&failure);
                fault(line, message)
            }
        }
    }
}

pub fn grids(grids: impl Iterator<Item = Option<GridBuf>>) -> Vec<Option<Grid>> {
    grids.map(|grid| grid.map(Grid::new)).collect()
}
