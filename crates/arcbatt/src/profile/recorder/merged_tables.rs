//! Merges the step tables of all threads into one.
//!
//! In: [`StepTable`]s. Out: a [`MergedTable`] with one branch per chain of callees. Ticks are summed as
//! they were read; nothing is estimated here.

use crate::batt::Mark;
use crate::dsl::{Branch, Callee};
use crate::histogram::Histogram;
use crate::profile::recorder::step_recorder::{PrimitiveStats, StepTable};
use rustc_hash::FxHashMap;

/// The step tables of all threads, merged.
#[derive(Debug, Default)]
pub struct MergedTable {
    /// Steps by callee of the node.
    pub rows: Vec<(Callee, PrimitiveStats)>,
    /// The call tree; a branch comes after its parent.
    pub branches: Vec<MergedBranch>,
    /// Ticks and evaluations by node, in the first round.
    pub nodes: Vec<(u64, u64)>,
    /// Histograms of call times by callee, in ticks.
    pub times: Vec<(Callee, Histogram)>,
    /// Ticks and count of work that is always timed, by mark.
    pub always: [(u64, u64); Mark::COUNT],
    /// Ticks spent in the recorders themselves.
    pub own: u64,
}

/// A callee in the call tree.
#[derive(Clone, Debug)]
pub struct MergedBranch {
    /// The callee.
    pub callee: Callee,
    /// The calling branch; `None` for the callee of a node.
    pub parent: Option<usize>,
    /// Number of calls.
    pub calls: u64,
    /// Ticks, its callees included.
    pub ticks: u64,
    /// Ticks in its callees, and the number of those calls.
    pub inner: (u64, u64),
    /// Sum over calls of its own ticks, squared.
    pub squares: f64,
}

impl MergedTable {
    /// Adds the table of a thread.
    pub fn add(&mut self, table: StepTable) {
        for (mine, more) in self.always.iter_mut().zip(table.always) {
            mine.0 += more.0;
            mine.1 += more.1;
        }
        self.own += table.own;
        if self.nodes.len() < table.nodes.len() {
            self.nodes.resize(table.nodes.len(), (0, 0));
        }
        for (mine, more) in self.nodes.iter_mut().zip(&table.nodes) {
            mine.0 += more.0;
            mine.1 += more.1;
        }
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
        // The merged place of each branch of the thread.
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
