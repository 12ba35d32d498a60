//! [`Group`]: candidates with equal answers.

use crate::grid::Grid;
use crate::rank_data::{Data, GroupData, grids};
use crate::rank_result::RankResult;
use crate::shared_methods::drawn;
use arcbatt::text::counted;
use arcbatt::{Arrangement, GridBuf, Item, Row, Sheet};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// Candidates with equal answers on all pairs.
///
/// >>> import arcbatt as ab
/// >>> task = ab.load("embedded")["half_turn"]
/// >>> result = ab.rank(task, ["def solve(I):\n    return rot180(I)\n"])
/// >>> result.groups()[0]
/// <Group 0: 1 vote, right on 3 of 3 demonstrations>
#[pyclass(frozen, module = "arcbatt")]
pub struct Group {
    pub data: Arc<Data>,
    pub rank: usize,
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
pub fn pair_row(data: &Data, group: &GroupData, pair: usize) -> Row {
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

drawn!(Group);

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
        self.group().fingerprint()
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
