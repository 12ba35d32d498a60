//! Results of one solver: [`SolverReport`] on a task, [`PairReport`] on a pair.

use crate::grid::Grid;
use crate::pickle::{GridText, ProgramText};
use crate::program::Program;
use crate::shared_methods::pickled;
use arcbatt::check::{PairReport as InnerPair, PairStatus, RunReport, Wrong};
use arcbatt::task::Part;
use arcbatt::text::counted;
use arcbatt::{DataSet, GridBuf, Solvers};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

/// The result of a solver on a task.
#[derive(Clone, Serialize, Deserialize)]
pub struct RunData {
    pub task: String,
    /// The name of the solver.
    pub name: String,
    /// `None` if it ran in CPython.
    pub program: Option<ProgramText>,
    pub solved: bool,
    pub train_right: usize,
    pub train: usize,
    pub pairs: Vec<PairData>,
}

/// The result of a solver on a pair.
#[derive(Clone, Serialize, Deserialize)]
pub struct PairData {
    pub is_train: bool,
    pub index: usize,
    pub status: String,
    pub message: String,
    pub line: Option<u32>,
    pub cells_wrong: Option<usize>,
    /// `None` if it ran in CPython.
    pub seconds: Option<f64>,
    pub input: GridText,
    pub output: Option<GridText>,
    pub expected: Option<GridText>,
}

impl RunData {
    /// The result of a solver on the task with this index.
    pub fn new(data: &DataSet, task: usize, solvers: &Solvers, run: &RunReport) -> Self {
        let (inner, answers) = (&data.tasks[task], data.answers.get(task));
        let program = solvers.programs[run.program].clone();
        let pair = |pair: &InnerPair| {
            let line = match pair.status {
                PairStatus::Fail(stopped) | PairStatus::Limit(stopped) => {
                    program.lines.get(stopped.line).map(|line| line.place.line)
                }
                _ => None,
            };
            let grid = |grid: Option<&GridBuf>| grid.cloned().map(GridText);
            PairData {
                is_train: pair.part == Part::Train,
                index: pair.index,
                status: pair.status.word().to_owned(),
                message: pair.status.to_string(),
                line,
                cells_wrong: cells_wrong(pair.status),
                seconds: Some(pair.time.as_secs_f64()),
                input: GridText(match pair.part {
                    Part::Train => inner.train[pair.index].input.clone(),
                    _ => inner.test[pair.index].clone(),
                }),
                output: grid(pair.answer(inner, answers)),
                expected: grid(pair.expected(inner, answers)),
            }
        };
        Self {
            task: inner.id.clone(),
            solved: run.solved(),
            train_right: run.demonstrations_right(),
            train: inner.train.len(),
            pairs: run.pairs.iter().map(pair).collect(),
            name: program.name.clone(),
            program: Some(ProgramText(program)),
        }
    }

    /// The result of a solver that ran elsewhere.
    pub fn foreign(data: &DataSet, task: usize, run: ForeignSolver) -> Self {
        let (inner, answers) = (&data.tasks[task], data.answers.get(task));
        let known = |index: usize| answers.and_then(|answers| answers.0.get(index)?.clone());
        let train = inner.train.iter().enumerate();
        let train = train.map(|(k, pair)| (true, k, &pair.input, Some(pair.output.clone())));
        let test = inner.test.iter().enumerate();
        let test = test.map(|(k, input)| (false, k, input, known(k)));
        let mut outputs = run.outputs.into_iter();
        let pair =
            |(is_train, index, input, expected): (bool, usize, &GridBuf, Option<GridBuf>)| {
                let output = outputs.next().flatten();
                let status = output.as_ref().map(|output| {
                    arcbatt::check::compare(arcbatt::Value::Grid(&output.view()), expected.as_ref())
                });
                let missing = || run.message.clone().unwrap_or("no answer".to_owned());
                PairData {
                    is_train,
                    index,
                    status: status
                        .map_or(run.status.as_str(), |status| status.word())
                        .to_owned(),
                    message: status.map_or_else(missing, |status| status.to_string()),
                    line: run.line.filter(|_| status.is_none()),
                    cells_wrong: status.and_then(cells_wrong),
                    seconds: None,
                    input: GridText(input.clone()),
                    output: output.map(GridText),
                    expected: expected.map(GridText),
                }
            };
        let pairs: Vec<PairData> = train.chain(test).map(pair).collect();
        let is_right = |pair: &&PairData| pair.status == PairStatus::Ok.word();
        let known = pairs.iter().filter(|pair| pair.expected.is_some());
        Self {
            task: inner.id.clone(),
            name: run.name,
            program: None,
            solved: pairs.iter().any(|pair| is_right(&pair))
                && known.clone().count() == known.filter(is_right).count(),
            train_right: pairs
                .iter()
                .filter(|pair| pair.is_train)
                .filter(is_right)
                .count(),
            train: inner.train.len(),
            pairs,
        }
    }

    pub fn engine(&self) -> &'static str {
        match self.program {
            Some(_) => "arcbatt",
            None => "cpython",
        }
    }

    pub fn fits(&self) -> bool {
        self.train > 0 && self.train_right == self.train
    }

    pub fn seconds(&self) -> f64 {
        self.pairs.iter().filter_map(|pair| pair.seconds).sum()
    }
}

/// A solver that ran elsewhere.
pub struct ForeignSolver {
    pub name: String,
    /// The status of pairs without an answer.
    pub status: String,
    pub line: Option<u32>,
    pub message: Option<String>,
    /// The answers, by pair.
    pub outputs: Vec<Option<GridBuf>>,
}

fn cells_wrong(status: PairStatus) -> Option<usize> {
    match status {
        PairStatus::Ok => Some(0),
        PairStatus::Wrong(Wrong::Cells(cells)) => Some(cells),
        _ => None,
    }
}

/// The result of a solver on one pair.
///
/// >>> import arcbatt as ab
/// >>> report = ab.check("def solve_half_turn(I):\n    return I\n", ab.load("embedded"))
/// >>> pair = report["half_turn"].solvers[0].pairs[0]
/// >>> pair.part, pair.index, pair.status
/// ('train', 0, 'wrong')
#[pyclass(frozen, module = "arcbatt")]
pub struct PairReport {
    pub data: PairData,
}

pickled!(PairReport { data });

#[pymethods]
impl PairReport {
    /// "train" or "test".
    #[getter]
    fn part(&self) -> &'static str {
        if self.data.is_train { "train" } else { "test" }
    }

    /// The index of the pair in that part.
    #[getter]
    fn index(&self) -> usize {
        self.data.index
    }

    /// "ok", "wrong", "fail" (no answer), "limit", or "unknown" (the expected output is unknown).
    #[getter]
    fn status(&self) -> &str {
        &self.data.status
    }

    /// The status in a few words.
    #[getter]
    fn message(&self) -> &str {
        &self.data.message
    }

    /// The line that failed or reached a limit, or None.
    #[getter]
    fn line(&self) -> Option<u32> {
        self.data.line
    }

    /// Number of wrong cells, if the answer is of the right size.
    #[getter]
    fn cells_wrong(&self) -> Option<usize> {
        self.data.cells_wrong
    }

    /// Seconds of the run; None if it ran in CPython.
    #[getter]
    fn time(&self) -> Option<f64> {
        self.data.seconds
    }

    /// The answer, if it is a grid.
    #[getter]
    fn output(&self) -> Option<Grid> {
        self.data.output.clone().map(|grid| Grid::new(grid.0))
    }

    /// The expected output, if it is known.
    #[getter]
    fn expected(&self) -> Option<Grid> {
        self.data.expected.clone().map(|grid| Grid::new(grid.0))
    }

    fn __repr__(&self) -> String {
        format!(
            "<PairReport {} {}: {}>",
            self.part(),
            self.data.index + 1,
            self.data.message
        )
    }
}

/// The result of a solver on all pairs of its task.
///
/// >>> import arcbatt as ab
/// >>> report = ab.check("def solve_half_turn(I):\n    return rot180(I)\n", ab.load("embedded"))
/// >>> report["half_turn"].solvers[0]
/// <SolverReport solve_half_turn: solved>
#[pyclass(frozen, module = "arcbatt")]
pub struct SolverReport {
    pub data: RunData,
}

pickled!(SolverReport { data });

#[pymethods]
impl SolverReport {
    /// The name of the solver.
    #[getter]
    fn name(&self) -> &str {
        &self.data.name
    }

    /// The solver; None if it is outside the language.
    #[getter]
    fn program(&self) -> Option<Program> {
        let program = self.data.program.clone();
        program.map(|program| Program::new(program.0))
    }

    /// What ran it: "arcbatt", or "cpython" for the fallback.
    #[getter]
    pub fn engine(&self) -> &'static str {
        self.data.engine()
    }

    /// Whether it is right on all pairs with a known output.
    #[getter]
    fn solved(&self) -> bool {
        self.data.solved
    }

    /// Number of demonstrations that it is right on.
    #[getter]
    fn train_right(&self) -> usize {
        self.data.train_right
    }

    /// Seconds of all runs; 0 if it ran in CPython.
    #[getter]
    fn time(&self) -> f64 {
        self.data.seconds()
    }

    /// The results by pair, demonstrations first.
    #[getter]
    fn pairs(&self) -> Vec<PairReport> {
        let pairs = self.data.pairs.iter();
        pairs
            .map(|data| PairReport { data: data.clone() })
            .collect()
    }

    fn __repr__(&self) -> String {
        let state = match self.data.solved {
            true => "solved".to_owned(),
            false => format!(
                "right on {} of {}",
                self.data.train_right,
                counted(self.data.train, "demonstration")
            ),
        };
        format!("<SolverReport {}: {state}>", self.name())
    }
}
