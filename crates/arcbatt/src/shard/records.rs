//! The forms of tasks, programs and settings in a plan.
//!
//! Grids are rows of digits, as in the store. Programs are text, with the positions of their lines in
//! the file that they come from, so that messages name those.

use crate::dsl::Limits;
use crate::grid::GridBuf;
use crate::program::{Place, Program};
use crate::store::{grid_from_text, grid_to_text};
use crate::task::{Demonstration, MAX_SIDE, Task};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A task of a plan, without the answers to its tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TaskRecord {
    /// Its index among the tasks of the plan.
    pub place: usize,
    pub id: String,
    /// Input and output of every demonstration.
    pub train: Vec<[String; 2]>,
    /// The inputs of the tests.
    pub test: Vec<String>,
    /// The number of the first candidate among those of the task; only `rank` has candidates.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub first: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<ProgramRecord>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl TaskRecord {
    pub fn new(place: usize, task: &Task) -> Self {
        let pair = |pair: &Demonstration| [&pair.input, &pair.output].map(grid_to_text);
        Self {
            place,
            id: task.id.clone(),
            train: task.train.iter().map(pair).collect(),
            test: task.test.iter().map(grid_to_text).collect(),
            first: 0,
            candidates: Vec::new(),
        }
    }

    /// The task; `None` if a grid of it is none.
    pub fn task(&self) -> Option<Task> {
        let pair = |[input, output]: &[String; 2]| {
            let (input, output) = (small_grid(input)?, small_grid(output)?);
            Some(Demonstration { input, output })
        };
        Some(Task {
            id: self.id.clone(),
            train: self.train.iter().map(pair).collect::<Option<_>>()?,
            test: self
                .test
                .iter()
                .map(|t| small_grid(t))
                .collect::<Option<_>>()?,
        })
    }

    /// Grids and ids, for hashes. Line breaks separate the parts.
    pub fn add_to(&self, hash: &mut blake3::Hasher) {
        let mut add = |text: &str| {
            hash.update(&(text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        };
        add(&self.id);
        for pair in &self.train {
            pair.iter().for_each(|grid| add(grid));
        }
        add("test");
        self.test.iter().for_each(|grid| add(grid));
        add("end");
    }
}

/// The grid of a text, if a task may have it.
pub(super) fn small_grid(text: &str) -> Option<GridBuf> {
    // Before anything is allocated.
    if text.len() > (MAX_SIDE + 1) * MAX_SIDE {
        return None;
    }
    let sides = 1..=MAX_SIDE;
    grid_from_text(text).filter(|g| sides.contains(&g.height()) && sides.contains(&g.width()))
}

/// The most bytes of the text of an answer: a value has at most as many cells.
const MOST_ANSWER: usize = 2 << 20;

/// The grid of a text, if it can be the answer of a program, which may be larger than that of a task.
pub(super) fn answer_grid(text: &str) -> Option<GridBuf> {
    (text.len() <= MOST_ANSWER).then(|| grid_from_text(text))?
}

/// A program of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProgramRecord {
    pub name: String,
    /// The program under the name `solve`.
    pub text: String,
    /// Line, line of the code in its record, and column of the program and of each of its lines; empty
    /// if they are not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<[u32; 3]>,
}

impl ProgramRecord {
    /// The record of a program; `None` if its text cannot be read back.
    pub fn new(program: &Program) -> Option<Self> {
        let plain = Program {
            name: "solve".to_owned(),
            ..program.clone()
        };
        let places = std::iter::once(program.place);
        let places = places.chain(program.lines.iter().map(|line| line.place));
        let places: Vec<Place> = places.collect();
        let known = places.iter().any(|&place| place != Place::default());
        let numbers = |p: &Place| [p.line, p.code_line, p.column];
        let record = Self {
            name: program.name.clone(),
            text: plain.to_string(),
            places: match known {
                true => places.iter().map(numbers).collect(),
                false => Vec::new(),
            },
        };
        (record.program().as_ref() == Some(program)).then_some(record)
    }

    /// The program; `None` if the record is malformed.
    pub fn program(&self) -> Option<Program> {
        let mut program = Program::parse(&self.text).ok()?;
        program.name.clone_from(&self.name);
        program.place = Place::default();
        for line in &mut program.lines {
            line.place = Place::default();
        }
        if self.places.is_empty() {
            return Some(program);
        }
        let place = |&[line, code_line, column]: &[u32; 3]| Place {
            line,
            code_line,
            column,
        };
        let mut places = self.places.iter().map(place);
        program.place = places.next()?;
        for line in &mut program.lines {
            line.place = places.next()?;
        }
        places.next().is_none().then_some(program)
    }
}

/// A candidate of `rank` that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RejectedRecord {
    /// The task, by its index in the plan.
    pub place: usize,
    pub name: String,
    /// The line in its file.
    pub line: u32,
    pub message: String,
}

/// What a plan does, and everything that decides the results except tasks and programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Work {
    /// `arcbatt solve` in one pass.
    Solve {
        seed: u64,
        budget: TaskBudget,
        /// Bytes for all threads together.
        memory: usize,
        /// Whether the library may have programs of the tasks searched.
        same_tasks: bool,
        /// Library programs that were left out, as they are of the tasks searched.
        left_out: usize,
        limits: LimitRecord,
    },
    /// `arcbatt run` in one round.
    Run {
        seed: u64,
        mutants: u32,
        /// Whether a task that its own candidates do not fit gets those of all tasks.
        share: bool,
        limits: LimitRecord,
    },
    /// `arcbatt rank`.
    Rank { limits: LimitRecord },
}

/// The budget of a task.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum TaskBudget {
    /// Node evaluations.
    Steps(u64),
    /// Time on the clock.
    Seconds(f64),
}

/// Limits of the user's programs; the others are the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitRecord {
    steps: u64,
    cells: u64,
}

impl From<Limits> for LimitRecord {
    fn from(limits: Limits) -> Self {
        let Limits { steps, cells, .. } = limits;
        Self { steps, cells }
    }
}

impl From<LimitRecord> for Limits {
    fn from(record: LimitRecord) -> Self {
        let LimitRecord { steps, cells } = record;
        Self {
            steps,
            cells,
            ..Self::default()
        }
    }
}

impl Work {
    /// The command.
    pub fn command(&self) -> &'static str {
        match self {
            Work::Solve { .. } => "solve",
            Work::Run { .. } => "run",
            Work::Rank { .. } => "rank",
        }
    }

    /// Whether a second run gives the same bytes.
    pub fn is_repeatable(&self) -> bool {
        let timed = |budget: &TaskBudget| matches!(budget, TaskBudget::Seconds(_));
        !matches!(self, Work::Solve { budget, .. } if timed(budget))
    }
}

impl TaskBudget {
    /// The time; `None` if the budget is in steps, or no time.
    pub fn time(self) -> Option<Duration> {
        match self {
            TaskBudget::Steps(_) => None,
            TaskBudget::Seconds(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        }
    }
}
