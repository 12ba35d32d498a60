//! [`RankResult`]: what became of every candidate, and the groups with equal answers.

use crate::candidate::PyCandidate;
use crate::grid::Grid;
use crate::group::{Group, pair_row};
use crate::pickle::{GridText, ProgramText, TaskText};
use crate::rank_data::{Candidate, Data, GroupData, State, Status};
use crate::shared_methods::{arrow_stream, drawn};
use crate::table::{Column, Table};
use crate::task::Task as PyTask;
use arcbatt::program::Program as Inner;
use arcbatt::score::{CandidateStatus, Ranking, two_attempts};
use arcbatt::task::Part;
use arcbatt::text::counted;
use arcbatt::{Answers, Arrangement, Limits, Row, Sheet, Task};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyTuple};
use std::sync::{Arc, OnceLock};

/// What `rank` returns: one entry per candidate, in their order, and the groups with equal answers.
///
/// `polars.DataFrame(result)` has a row per candidate.
///
/// >>> import arcbatt as ab
/// >>> task = ab.load("embedded")["half_turn"]
/// >>> result = ab.rank(task, ["def solve(I):\n    return rot180(I)\n", "nonsense"])
/// >>> result
/// <RankResult of 2 candidates: 1 right, 1 unsupported>
/// >>> result[0].status, result.counts(), result.best
/// ('right', {'right': 1, 'unsupported': 1}, <Candidate 0: right>)
/// >>> result.attempts()[0][0] == task.test[0].output
/// True
#[pyclass(frozen, module = "arcbatt")]
pub struct RankResult {
    pub data: Arc<Data>,
}

impl RankResult {
    /// The result of a ranking.
    pub fn new(
        task: Task,
        answers: Answers,
        limits: Limits,
        programs: Vec<Arc<Inner>>,
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
            fingerprint: OnceLock::new(),
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
                all().map(|k| data.group_of(k).map(|group| group.fingerprint().to_owned())),
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

drawn!(RankResult);
arrow_stream!(RankResult);

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

    fn __len__(&self) -> usize {
        self.data.candidates.len()
    }

    fn __getitem__<'py>(&self, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = at.py();
        let Ok(slice) = at.cast::<PySlice>() else {
            return Ok(Bound::new(py, self.at(at.extract()?)?)?.into_any());
        };
        let range = slice.indices(self.data.candidates.len() as isize)?;
        let places = (0..range.slicelength as isize).map(|k| range.start + k * range.step);
        let candidates = places.map(|place| self.candidate(place as usize));
        let candidates: Vec<PyCandidate> = candidates.collect();
        Ok(PyList::new(py, candidates)?.into_any())
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
        let all = counted(self.__len__(), "candidate");
        match counts.is_empty() {
            true => format!("<RankResult of {all}>"),
            false => format!("<RankResult of {all}: {}>", counts.join(", ")),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let data = &slf.get().data;
        let mut candidates = data.candidates.clone();
        for (index, candidate) in candidates.iter_mut().enumerate() {
            candidate.fault = data.fault(index).cloned();
        }
        let state = State {
            task: TaskText::new(&data.task, &data.answers),
            programs: data
                .programs
                .iter()
                .map(|program| ProgramText(Inner::clone(program)))
                .collect(),
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
                .map(|program| Arc::new(program.0))
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
    /// A candidate by its index, which counts from the end if it is negative.
    pub fn at(&self, at: isize) -> PyResult<PyCandidate> {
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
