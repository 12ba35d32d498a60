//! Tasks that a search does not take, and why.

use super::bank::MAX_SAMPLES;
use crate::task::Task;
use thiserror::Error;

/// The widest grid of a task that is searched.
const MAX_WIDTH: usize = 60;

/// Why a task is not searched; programs of the library that are named after it run all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotSearched {
    /// There is nothing to fit.
    #[error("it has no demonstrations")]
    NoDemonstrations,
    /// The search keeps every value for all pairs at once.
    #[error("it has {0} pairs; a search takes at most {MAX_SAMPLES}, tests included")]
    TooManyPairs(usize),
    /// A row of cells must fit into a word.
    #[error("it has a grid {0} cells wide; a search takes at most {MAX_WIDTH}")]
    TooWide(usize),
}

impl NotSearched {
    /// Why a task is not searched; `None` if it is.
    pub fn of(task: &Task) -> Option<Self> {
        let pairs = task.train.len() + task.test.len();
        let grids = task.train.iter().flat_map(|p| [&p.input, &p.output]);
        let widest = grids.chain(&task.test).map(|grid| grid.width()).max();
        match widest.unwrap_or(0) {
            _ if task.train.is_empty() => Some(Self::NoDemonstrations),
            _ if pairs > MAX_SAMPLES => Some(Self::TooManyPairs(pairs)),
            width if width > MAX_WIDTH => Some(Self::TooWide(width)),
            _ => None,
        }
    }
}
