//! [`RankResult`]: what became of every candidate, and the groups with equal answers.

use crate::draw;
use crate::grid::{Grid, pretty};
use crate::pickle::{GridText, ProgramText, TaskText};
use crate::program::Program;
use crate::source::Problem;
use crate::table::{Column, Table};
use crate::task::Task as PyTask;
use arcbatt::check::PairStatus;
use arcbatt::program::Program as Inner;
use arcbatt::score::{CandidateStatus, Ranking, two_attempts};
use arcbatt::task::Part;
use arcbatt::text::counted;
use arcbatt::{Answers, Arrangement, GridBuf, Item, Limits, Row, Sheet, Task};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyTuple};
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
    const ALL: [Self; 7] = [
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
    number: Option<usize>,
    is_foreign: bool,
    status: Option<Status>,
    /// The index of its group.
    group: Option<usize>,
    /// The first bad pair.
    pair: Option<usize>,
    /// Found out when it is asked for: the program runs alone once more.
    #[serde(skip)]
    found: OnceLock<Fault>,
    fault: Option<Fault>,
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
struct GroupData {
    /// Candidates by index, the shortest first.
    members: Vec<usize>,
    train_right: usize,
    cells_wrong: usize,
    calls: usize,
    fingerprint: String,
    /// One answer per pair.
    answers: Vec<Option<GridText>>,
}

/// Everything about a ranking.
pub struct Data {
    task: Task,
    answers: Answers,
    limits: Limits,
    programs: Vec<Inner>,
    candidates: Vec<Candidate>,
    groups: Vec<GroupData>,
}

/// The state of a pickle.
#[derive(Serialize, Deserialize)]
struct State {
    task: TaskText,
    programs: Vec<ProgramText>,
    candidates: Vec<Candidate>,
    groups: Vec<GroupData>,
}

impl Data {
    fn pairs(&self) -> usize {
        self.task.train.len() + self.task.test.len()
    }

    fn expected(&self, pair: usize) -> Option<&GridBuf> {
        match self.task.train.get(pair) {
            Some(demonstration) => Some(&demonstration.output),
            None => self.answers.0.get(pair - self.task.train.len())?.as_ref(),
        }
    }

    fn status(&self, index: usize) -> Status {
        self.candidates[index].status.unwrap_or(Status::NotRun)
    }

    fn group_of(&self, index: usize) -> Option<&GroupData> {
        self.groups.get(self.candidates[index].group?)
    }

    fn answer<'g>(&self, group: Option<&'g GroupData>, pair: usize) -> Option<&'g GridBuf> {
        group?.answers.get(pair)?.as_ref().map(|grid| &grid.0)
    }

    /// Whether the answer on each pair is right; `None` where the output is unknown.
    fn right(&self, group: Option<&GroupData>) -> Vec<Option<bool>> {
        let right = |pair| Some(self.answer(group, pair) == Some(self.expected(pair)?));
        (0..self.pairs()).map(right).collect()
    }

    fn test_right(&self, group: Option<&GroupData>) -> Option<usize> {
        let tests = &self.right(group)[self.task.train.len()..];
        let known = tests.iter().all(Option::is_some);
        known.then(|| tests.iter().filter(|right| **right == Some(true)).count())
    }

    /// Cells of all demonstrations: as wrong as it gets.
    fn all_cells(&self) -> usize {
        let outputs = self.task.train.iter().map(|pair| &pair.output);
        outputs.map(|output| output.height() * output.width()).sum()
    }

    /// Where and why a candidate went wrong.
    fn fault(&self, index: usize) -> Option<&Fault> {
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
    fn explain(&self, candidate: &Candidate, status: Status, pair: usize) -> Fault {
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

fn grids(grids: impl Iterator<Item = Option<GridBuf>>) -> Vec<Option<Grid>> {
    grids.map(|grid| grid.map(Grid::new)).collect()
}

/// What became of one candidate of a ranking.
///
/// >>> import arcbatt as ab
/// >>> task = ab.load("embedded")["half_turn"]
/// >>> result = ab.rank(task, ["def solve(I):\n    return hconcat(I, first(I))\n"])
/// >>> candidate = result[0]
/// >>> candidate.status, candidate.pair, candidate.line, candidate.train_right
/// ('failed', 0, 2, 0)
#[pyclass(frozen, name = "Candidate", module = "arcbatt")]
pub struct PyCandidate {
    data: Arc<Data>,
    index: usize,
}

impl PyCandidate {
    fn candidate(&self) -> &Candidate {
        &self.data.candidates[self.index]
    }
}

#[pymethods]
impl PyCandidate {
    /// Its index among the candidates.
    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    /// "right" (all demonstrations and tests), "fits" (all demonstrations; some outputs of tests are
    /// unknown), "wrong", "failed" (a call has no answer), "cut" (a limit was reached), "unsupported" (it
    /// is outside the language) or "not run" (the call was interrupted).
    #[getter]
    fn status(&self) -> &'static str {
        self.data.status(self.index).word()
    }

    /// Number of demonstrations that it is right on.
    #[getter]
    fn train_right(&self) -> usize {
        self.data
            .group_of(self.index)
            .map_or(0, |group| group.train_right)
    }

    /// Number of tests that it is right on; None if an output is unknown.
    #[getter]
    fn test_right(&self) -> Option<usize> {
        self.data.test_right(self.data.group_of(self.index))
    }

    /// Wrong cells on all demonstrations; a missing answer is wrong in all cells.
    #[getter]
    fn cells_wrong(&self) -> usize {
        let group = self.data.group_of(self.index);
        group.map_or_else(|| self.data.all_cells(), |group| group.cells_wrong)
    }

    /// Whether it is right on each pair, demonstrations first; None where the output is unknown.
    #[getter]
    fn right(&self) -> Vec<Option<bool>> {
        self.data.right(self.data.group_of(self.index))
    }

    /// The index of the first pair that it is not right on, demonstrations first, or None.
    #[getter]
    fn pair(&self) -> Option<usize> {
        self.candidate().pair
    }

    /// The line that failed, reached a limit or is outside the language, or None.
    #[getter]
    fn line(&self) -> Option<usize> {
        self.data.fault(self.index)?.line
    }

    /// Why it is not right, or None.
    #[getter]
    fn message(&self) -> Option<&str> {
        self.data.fault(self.index)?.message.as_deref()
    }

    /// What ran it: "arcbatt", or "cpython" for the fallback.
    #[getter]
    fn engine(&self) -> &'static str {
        match self.candidate().is_foreign {
            true => "cpython",
            false => "arcbatt",
        }
    }

    /// The rank of its group, from 0; None if it has no answer on any pair.
    #[getter]
    fn group(&self) -> Option<usize> {
        self.candidate().group
    }

    /// A hash of its answers on all pairs, the same in every run; None if it has none.
    #[getter]
    fn fingerprint(&self) -> Option<&str> {
        self.data
            .group_of(self.index)
            .map(|group| group.fingerprint.as_str())
    }

    /// Its answers to the tests; None where there is none.
    #[getter]
    fn outputs(&self) -> Vec<Option<Grid>> {
        let (group, first) = (self.data.group_of(self.index), self.data.task.train.len());
        grids((first..self.data.pairs()).map(|pair| self.data.answer(group, pair).cloned()))
    }

    /// Its answers on the demonstrations; None where there is none.
    #[getter]
    fn train_outputs(&self) -> Vec<Option<Grid>> {
        let group = self.data.group_of(self.index);
        grids((0..self.data.task.train.len()).map(|pair| self.data.answer(group, pair).cloned()))
    }

    /// The program; None if it is outside the language.
    #[getter]
    fn program(&self) -> Option<Program> {
        let program = self.data.programs.get(self.candidate().number?)?;
        Some(Program::new(program.clone()))
    }

    fn __repr__(&self) -> String {
        let message = self
            .message()
            .map_or(String::new(), |message| format!(": {message}"));
        let line = self
            .line()
            .map_or(String::new(), |line| format!(" in line {line}"));
        format!(
            "<Candidate {}: {}{line}{message}>",
            self.index,
            self.status()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let result = RankResult {
            data: Arc::clone(&slf.get().data),
        };
        (
            slf.get_type().getattr("_restore")?,
            (Bound::new(slf.py(), result)?, slf.get().index),
        )
            .into_pyobject(slf.py())
    }

    #[staticmethod]
    fn _restore(result: &Bound<'_, RankResult>, index: usize) -> PyResult<Self> {
        result.get().__getitem__(index as isize)
    }
}

/// Candidates with equal answers on all pairs.
///
/// >>> import arcbatt as ab
/// >>> task = ab.load("embedded")["half_turn"]
/// >>> result = ab.rank(task, ["def solve(I):\n    return rot180(I)\n"])
/// >>> result.groups()[0]
/// <Group 0: 1 vote, right on 3 of 3 demonstrations>
#[pyclass(frozen, module = "arcbatt")]
pub struct Group {
    data: Arc<Data>,
    rank: usize,
}

impl Group {
    fn group(&self) -> &GroupData {
        &self.data.groups[self.rank]
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new(self.__repr__().trim_matches(['<', '>']), Arrangement::Pairs);
        for pair in 0..self.data.pairs() {
            sheet.rows.push(pair_row(&self.data, self.group(), pair));
        }
        sheet
    }
}

/// The input of a pair and a group's answer, with wrong cells marked.
fn pair_row(data: &Data, group: &GroupData, pair: usize) -> Row {
    let (label, input) = match data.task.train.get(pair) {
        Some(demonstration) => (format!("train {}", pair + 1), &demonstration.input),
        None => {
            let test = pair - data.task.train.len();
            (format!("test {}", test + 1), &data.task.test[test])
        }
    };
    let answer = data.answer(Some(group), pair);
    match (answer, data.expected(pair)) {
        (Some(answer), Some(expected)) if answer != expected => {
            let diff = arcbatt::Picture::diff(expected.view(), answer.view()).labeled("output");
            let mut row = Row::pair(label, input.view(), None);
            row.items.pop();
            row.with(Item::Picture(diff))
        }
        (answer, _) => Row::pair(label, input.view(), answer.map(GridBuf::view)),
    }
}

#[pymethods]
impl Group {
    /// Its rank, from 0.
    #[getter]
    fn rank(&self) -> usize {
        self.rank
    }

    /// Number of its candidates.
    #[getter]
    fn votes(&self) -> usize {
        self.group().members.len()
    }

    /// The indices of its candidates, the shortest program first.
    #[getter]
    fn members(&self) -> Vec<usize> {
        self.group().members.clone()
    }

    /// Number of demonstrations that it is right on.
    #[getter]
    fn train_right(&self) -> usize {
        self.group().train_right
    }

    /// Wrong cells on all demonstrations; a missing answer is wrong in all cells.
    #[getter]
    fn cells_wrong(&self) -> usize {
        self.group().cells_wrong
    }

    /// Number of calls of its shortest program.
    #[getter]
    fn calls(&self) -> usize {
        self.group().calls
    }

    /// Whether it is right on all demonstrations.
    #[getter]
    fn fits(&self) -> bool {
        self.group().train_right == self.data.task.train.len()
    }

    /// A hash of the answers on all pairs, the same in every run.
    #[getter]
    fn fingerprint(&self) -> &str {
        &self.group().fingerprint
    }

    /// The answers to the tests; None where there is none.
    #[getter]
    fn outputs(&self) -> Vec<Option<Grid>> {
        let first = self.data.task.train.len();
        grids(
            self.group().answers[first..]
                .iter()
                .map(|grid| grid.clone().map(|grid| grid.0)),
        )
    }

    /// The answers on the demonstrations; None where there is none.
    #[getter]
    fn train_outputs(&self) -> Vec<Option<Grid>> {
        let first = self.data.task.train.len();
        grids(
            self.group().answers[..first]
                .iter()
                .map(|grid| grid.clone().map(|grid| grid.0)),
        )
    }

    fn __repr__(&self) -> String {
        let (votes, right) = (counted(self.votes(), "vote"), self.train_right());
        let demonstrations = counted(self.data.task.train.len(), "demonstration");
        format!(
            "<Group {}: {votes}, right on {right} of {demonstrations}>",
            self.rank
        )
    }

    fn __str__(&self, py: Python<'_>) -> String {
        draw::text(py, &self.sheet())
    }

    fn _repr_svg_(&self) -> String {
        self.sheet().to_svg()
    }

    fn _repr_html_(&self) -> String {
        draw::html(&self.sheet())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let result = RankResult {
            data: Arc::clone(&slf.get().data),
        };
        (
            slf.get_type().getattr("_restore")?,
            (Bound::new(slf.py(), result)?, slf.get().rank),
        )
            .into_pyobject(slf.py())
    }

    #[staticmethod]
    fn _restore(result: &Bound<'_, RankResult>, rank: usize) -> PyResult<Self> {
        let data = Arc::clone(&result.get().data);
        match rank < data.groups.len() {
            true => Ok(Self { data, rank }),
            false => Err(PyIndexError::new_err("no such group")),
        }
    }
}

/// What `rank` returns: one entry per candidate, in their order, and the groups with equal answers.
///
/// `polars.DataFrame(result)` has a row per candidate.
///
/// >>> import arcbatt as ab
/// >>> task = ab.load("embedded")["half_turn"]
/// >>> result = ab.rank(task, ["def solve(I):\n    return rot180(I)\n", "nonsense"])
/// >>> result
/// <RankResult of 2 candidates: 1 right, 1 unsupported>
/// >>> result[0].status, result.counts(), result.best.index
/// ('right', {'right': 1, 'unsupported': 1}, 0)
/// >>> result.attempts()[0][0] == task.test[0].output
/// True
#[pyclass(frozen, module = "arcbatt")]
pub struct RankResult {
    data: Arc<Data>,
}

impl RankResult {
    /// The result of a ranking.
    pub fn new(
        task: Task,
        answers: Answers,
        limits: Limits,
        programs: Vec<Inner>,
        mut candidates: Vec<Candidate>,
        ranking: Ranking,
    ) -> Self {
        // The index of each candidate by its number in the ranking.
        let mut indices = vec![0; ranking.candidates.len()];
        for (index, candidate) in candidates.iter_mut().enumerate() {
            let Some(number) = candidate.number else {
                continue;
            };
            indices[number] = index;
            let ranked = &ranking.candidates[number];
            candidate.group = ranked.group.map(|group| group as usize);
            let (status, pair) = match ranked.status {
                CandidateStatus::Right => (Status::Right, None),
                CandidateStatus::Fits => (Status::Fits, None),
                CandidateStatus::NotRun => (Status::NotRun, None),
                CandidateStatus::Bad { part, index, .. } => {
                    let before = if part == Part::Train {
                        0
                    } else {
                        task.train.len()
                    };
                    (Status::of(ranked.status.word()), Some(before + index))
                }
            };
            candidate.status.get_or_insert(status);
            candidate.pair = pair;
        }
        let pairs = task.train.len() + task.test.len();
        let groups = ranking.groups.iter().map(|group| GroupData {
            members: group
                .members
                .iter()
                .map(|&number| indices[number as usize])
                .collect(),
            train_right: group.matched,
            cells_wrong: group.cells_wrong,
            calls: group.calls,
            fingerprint: format!("{:032x}", ranking.fingerprint(group)),
            answers: (0..pairs)
                .map(|pair| ranking.pair_answer(group, pair).cloned().map(GridText))
                .collect(),
        });
        let groups = groups.collect();
        let data = Data {
            task,
            answers,
            limits,
            programs,
            candidates,
            groups,
        };
        Self {
            data: Arc::new(data),
        }
    }

    fn candidate(&self, index: usize) -> PyCandidate {
        PyCandidate {
            data: Arc::clone(&self.data),
            index,
        }
    }

    /// The best groups: their outputs with wrong cells marked.
    fn sheet(&self) -> Sheet {
        const SHOWN: usize = 5;
        let title = self.__repr__();
        let mut sheet = Sheet::new(title.trim_matches(['<', '>']), Arrangement::Lines);
        for (rank, group) in self.data.groups.iter().enumerate().take(SHOWN) {
            let votes = counted(group.members.len(), "vote");
            let right = format!("{} of {}", group.train_right, self.data.task.train.len());
            let mut row = Row::new(format!("group {rank}: {votes}, right on {right}"));
            for pair in 0..self.data.pairs() {
                row.items
                    .extend(pair_row(&self.data, group, pair).items.pop());
            }
            sheet.rows.push(row);
        }
        sheet
    }

    fn table(&self) -> PyResult<Table> {
        let data = &self.data;
        let all = || 0..data.candidates.len();
        let count = |number: usize| Some(number as u64);
        Table::new(vec![
            Column::count("index", all().map(count)),
            Column::text("status", all().map(|k| Some(data.status(k).word()))),
            Column::count(
                "train_right",
                all().map(|k| count(self.candidate(k).train_right())),
            ),
            Column::count(
                "test_right",
                all().map(|k| self.candidate(k).test_right().map(|n| n as u64)),
            ),
            Column::count(
                "cells_wrong",
                all().map(|k| count(self.candidate(k).cells_wrong())),
            ),
            Column::count(
                "group",
                all().map(|k| data.candidates[k].group.map(|group| group as u64)),
            ),
            Column::count(
                "votes",
                all().map(|k| data.group_of(k).map(|group| group.members.len() as u64)),
            ),
            Column::text(
                "fingerprint",
                all().map(|k| data.group_of(k).map(|group| group.fingerprint.clone())),
            ),
            Column::count(
                "pair",
                all().map(|k| data.candidates[k].pair.map(|pair| pair as u64)),
            ),
            Column::count(
                "line",
                all().map(|k| {
                    data.fault(k)
                        .and_then(|fault| fault.line)
                        .map(|line| line as u64)
                }),
            ),
            Column::text(
                "message",
                all().map(|k| data.fault(k).and_then(|fault| fault.message.clone())),
            ),
            Column::text("engine", all().map(|k| Some(self.candidate(k).engine()))),
        ])
    }
}

#[pymethods]
impl RankResult {
    /// The task.
    #[getter]
    fn task(&self) -> PyTask {
        PyTask::of(self.data.task.clone(), self.data.answers.clone())
    }

    /// The shortest candidate of the best group, or None.
    #[getter]
    fn best(&self) -> Option<PyCandidate> {
        let index = *self.data.groups.first()?.members.first()?;
        Some(self.candidate(index))
    }

    /// Number of candidates by status.
    ///
    /// >>> import arcbatt as ab
    /// >>> ab.rank(ab.load("embedded")["half_turn"], ["x", "y"]).counts()
    /// {'unsupported': 2}
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (status, count) in self.numbers() {
            counts.set_item(status.word(), count)?;
        }
        Ok(counts)
    }

    /// The groups with equal answers, best first: by demonstrations right, wrong cells, votes, calls.
    ///
    /// >>> import arcbatt as ab
    /// >>> ab.rank(ab.load("embedded")["half_turn"], ["def solve(I):\n    return I\n"]).groups()[0].votes
    /// 1
    fn groups(&self) -> Vec<Group> {
        let group = |rank| Group {
            data: Arc::clone(&self.data),
            rank,
        };
        (0..self.data.groups.len()).map(group).collect()
    }

    /// Two attempts at every test: the answers of the two best groups that differ there.
    ///
    /// >>> import arcbatt as ab
    /// >>> task = ab.load("embedded")["half_turn"]
    /// >>> len(ab.rank(task, ["def solve(I):\n    return I\n"]).attempts()) == len(task.test)
    /// True
    fn attempts(&self) -> Vec<(Option<Grid>, Option<Grid>)> {
        let attempts = |pair: usize| {
            let answers = self.data.groups.iter();
            let answers = answers.filter_map(|group| self.data.answer(Some(group), pair));
            let [one, two] = two_attempts(answers).map(|grid| grid.map(Grid::new));
            (one, two)
        };
        (self.data.task.train.len()..self.data.pairs())
            .map(attempts)
            .collect()
    }

    /// A row per candidate, for readers of Arrow.
    ///
    /// >>> import arcbatt as ab
    /// >>> len(ab.rank(ab.load("embedded")["half_turn"], ["x"]).to_arrow())
    /// 1
    fn to_arrow(&self) -> PyResult<Table> {
        self.table()
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        self.table()?.stream(py)
    }

    fn __len__(&self) -> usize {
        self.data.candidates.len()
    }

    fn __getitem__(&self, at: isize) -> PyResult<PyCandidate> {
        let count = self.data.candidates.len();
        let place = if at < 0 { at + count as isize } else { at };
        match usize::try_from(place).ok().filter(|&place| place < count) {
            Some(place) => Ok(self.candidate(place)),
            None => Err(PyIndexError::new_err(format!(
                "no candidate {at} among {}",
                counted(count, "candidate")
            ))),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all: Vec<PyCandidate> = (0..self.__len__())
            .map(|index| self.candidate(index))
            .collect();
        Ok(PyList::new(py, all)?.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        let counts = self.numbers();
        let counts: Vec<String> = counts
            .map(|(status, count)| {
                let count = arcbatt::text::grouped(count as u64);
                format!("{count} {}", status.word())
            })
            .collect();
        format!(
            "<RankResult of {}: {}>",
            counted(self.__len__(), "candidate"),
            counts.join(", ")
        )
    }

    fn __str__(&self, py: Python<'_>) -> String {
        draw::text(py, &self.sheet())
    }

    fn _repr_svg_(&self) -> String {
        self.sheet().to_svg()
    }

    fn _repr_html_(&self) -> String {
        draw::html(&self.sheet())
    }

    fn _repr_pretty_(
        &self,
        py: Python<'_>,
        printer: &Bound<'_, PyAny>,
        cycle: bool,
    ) -> PyResult<()> {
        pretty(printer, cycle, &self.__str__(py))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let data = &slf.get().data;
        let mut candidates = data.candidates.clone();
        for (index, candidate) in candidates.iter_mut().enumerate() {
            candidate.fault = data.fault(index).cloned();
        }
        let state = State {
            task: TaskText::new(&data.task, &data.answers),
            programs: data.programs.iter().cloned().map(ProgramText).collect(),
            candidates,
            groups: data.groups.clone(),
        };
        crate::pickle::reduce(slf, &state)
    }

    #[staticmethod]
    fn _restore(state: &[u8]) -> PyResult<Self> {
        let state: State = crate::pickle::restore(state)?;
        let (task, answers) = state.task.task();
        let data = Data {
            task,
            answers,
            limits: Limits::default(),
            programs: state
                .programs
                .into_iter()
                .map(|program| program.0)
                .collect(),
            candidates: state.candidates,
            groups: state.groups,
        };
        Ok(Self {
            data: Arc::new(data),
        })
    }
}

impl RankResult {
    /// Number of candidates by status, without those that none has.
    fn numbers(&self) -> impl Iterator<Item = (Status, usize)> {
        let mut counts = [0; Status::ALL.len()];
        for index in 0..self.data.candidates.len() {
            counts[self.data.status(index) as usize] += 1;
        }
        Status::ALL
            .into_iter()
            .zip(counts)
            .filter(|(_, count)| *count > 0)
    }
}
