//! [`Candidate`](PyCandidate): what became of one candidate of a ranking.

use crate::grid::Grid;
use crate::program::Program;
use crate::rank_data::{Candidate, Data, GroupData, grids};
use crate::rank_result::RankResult;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

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
    pub data: Arc<Data>,
    pub index: usize,
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
    pub fn train_right(&self) -> usize {
        self.data
            .group_of(self.index)
            .map_or(0, |group| group.train_right)
    }

    /// Number of tests that it is right on; None if an output is unknown.
    #[getter]
    pub fn test_right(&self) -> Option<usize> {
        self.data.test_right(self.data.group_of(self.index))
    }

    /// Wrong cells on all demonstrations; a missing answer is wrong in all cells.
    #[getter]
    pub fn cells_wrong(&self) -> usize {
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
    pub fn engine(&self) -> &'static str {
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
        self.data.group_of(self.index).map(GroupData::fingerprint)
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
        Some(Program::new(program.as_ref().clone()))
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
        result.get().at(index as isize)
    }
}
