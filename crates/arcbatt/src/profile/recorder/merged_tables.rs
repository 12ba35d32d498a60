//! The tables of all threads as one.
//!
//! In: [`Table`]s. Out: a [`Merged`], whose branches have one place for each chain of callees.
//! What never happens here: an estimate; ticks stay what was read.

use crate::batt::Mark;
use crate::dsl::{Branch, Callee};
use crate::histogram::Histogram;
use crate::profile::recorder::step_recorder::{RowStats, Table};
use rustc_hash::FxHashMap;

/// The tables of all threads as one.
#[derive(Default)]
pub struct Merged {
    /// What nodes call, with their steps.
    pub rows: Vec<(Callee, RowStats)>,
    /// Calls inside calls; a branch comes after its parent.
    pub branches: Vec<MergedBranch>,
    /// The times of calls by callee, in ticks.
    pub times: Vec<(Callee, Histogram)>,
    /// Ticks that are timed in any case, by mark, and how often.
    pub always: [(u64, u64); Mark::COUNT],
    /// Ticks of recorders themselves.
    pub own: u64,
}

/// A callee, called from another.
#[derive(Clone, Debug)]
pub struct MergedBranch {
    /// What is called.
    pub callee: Callee,
    /// The branch that calls it; none for that of a node.
    pub parent: Option<usize>,
    /// Calls.
    pub calls: u64,
    /// Ticks in it and in all that it calls.
    pub ticks: u64,
    /// Ticks in what it calls, and how many calls these were.
    pub inner: (u64, u64),
    /// Its own ticks, squared and summed over calls.
    pub squares: f64,
}

impl Merged {
    /// Adds the table of a thread.
    pub fn add(&mut self, table: Table) {
        for (mine, more) in self.always.iter_mut().zip(table.always) {
            mine.0 += more.0;
            mine.1 += more.1;
        }
        self.own += table.own;
        for (callee, row) in table.callees.into_iter().zip(&table.rows) {
            match self.rows.iter_mut().find(|(known, _)| *known == callee) {
                Some((_, known)) => known.add(row),
                None => self.rows.push((callee, row.clone())),
            }
        }
        let Some(tree) = table.tree else {
            return;
        };
        let (callees, times, branches) = tree.into_parts();
        for (&callee, times) in callees.iter().zip(&times) {
            match self.times.iter_mut().find(|(known, _)| *known == callee) {
                Some((_, known)) => known.merge(times),
                None => self.times.push((callee, times.clone())),
            }
        }
        self.add_branches(&callees, &branches);
    }

    fn add_branches(&mut self, callees: &[Callee], branches: &[Branch]) {
        let mut places: FxHashMap<(Option<usize>, String), usize> = self
            .branches
            .iter()
            .enumerate()
            .map(|(place, branch)| ((branch.parent, branch.callee.name()), place))
            .collect();
        // Where each branch of the thread went.
        let mut moved: Vec<usize> = Vec::with_capacity(branches.len());
        for branch in branches {
            let callee = callees[branch.row];
            // A branch comes after its parent.
            let parent = branch.parent.map(|parent| moved[parent]);
            let next = self.branches.len();
            let place = *places.entry((parent, callee.name())).or_insert(next);
            if place == next {
                self.branches.push(MergedBranch {
                    callee,
                    parent,
                    calls: 0,
                    ticks: 0,
                    inner: (0, 0),
                    squares: 0.0,
                });
            }
            let mine = &mut self.branches[place];
            mine.calls += branch.calls;
            mine.ticks += branch.ticks;
            mine.inner.0 += branch.inner.0;
            mine.inner.1 += branch.inner.1;
            mine.squares += branch.squares;
            moved.push(place);
        }
    }
}
