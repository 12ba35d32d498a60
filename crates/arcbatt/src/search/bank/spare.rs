//! The memory of a bank that is there no more: another takes it as it is, instead of asking for more
//! again and again while it grows.

use super::super::kept::{Numbers, ValueId};
use super::super::kind::StateType;
use super::{Bank, MAX_COST, State, StateId};
use crate::batt::Graph;
use crate::batt::places::Places;
use bumpalo::Bump;

/// Memory for a bank, without anything in it.
pub(in super::super) struct Spare {
    pub(super) graph: Graph,
    pub(super) states: Vec<State>,
    pub(super) by_kind: Vec<Vec<Vec<StateId>>>,
    pub(super) scratch: Bump,
    pub(super) ids: Vec<ValueId>,
    pub(super) numbers: Numbers,
    pub(super) seen: Places,
    pub(super) state_of: Vec<StateId>,
    pub(super) fixed: Vec<StateId>,
}

impl Default for Spare {
    fn default() -> Self {
        Self {
            graph: Graph::default(),
            states: Vec::new(),
            by_kind: vec![vec![Vec::new(); MAX_COST as usize + 1]; StateType::COUNT],
            scratch: Bump::new(),
            ids: Vec::new(),
            numbers: Numbers::new(),
            seen: Places::default(),
            state_of: Vec::new(),
            fixed: Vec::new(),
        }
    }
}

impl Bank<'_> {
    /// Gives the memory of the bank back.
    pub fn spare(self) -> Spare {
        let mut spare = Spare {
            graph: self.graph,
            states: self.states,
            by_kind: self.by_kind,
            scratch: self.scratch,
            ids: self.ids,
            numbers: self.kept.numbers(),
            seen: self.seen,
            state_of: self.state_of,
            fixed: self.fixed,
        };
        spare.graph.clear();
        spare.states.clear();
        spare.by_kind.iter_mut().flatten().for_each(Vec::clear);
        spare.ids.clear();
        spare.seen.clear();
        spare.state_of.clear();
        spare.fixed.clear();
        spare
    }
}
