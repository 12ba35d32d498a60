//! The buffers of a dropped bank, for the next one: it need not grow them again.

use super::super::state_type::StateType;
use super::{Bank, MAX_COST, State, StateId};
use crate::batt::Graph;
use crate::batt::ValueId;
use crate::batt::hash_index::{HashIndex, Numbered};
use crate::batt::interner::ValueIndex;
use bumpalo::Bump;

/// Empty buffers of a bank.
pub(in super::super) struct Recycled {
    pub(super) graph: Graph,
    pub(super) states: Vec<State>,
    pub(super) by_type: Vec<Vec<Vec<StateId>>>,
    pub(super) scratch: Bump,
    pub(super) ids: Vec<ValueId>,
    pub(super) values: ValueIndex,
    pub(super) seen: HashIndex<Numbered>,
    pub(super) state_of: Vec<StateId>,
    pub(super) fixed: Vec<StateId>,
}

impl Default for Recycled {
    fn default() -> Self {
        Self {
            graph: Graph::default(),
            states: Vec::new(),
            by_type: vec![vec![Vec::new(); MAX_COST as usize + 1]; StateType::COUNT],
            scratch: Bump::new(),
            ids: Vec::new(),
            values: ValueIndex::default(),
            seen: HashIndex::default(),
            state_of: Vec::new(),
            fixed: Vec::new(),
        }
    }
}

impl Bank<'_> {
    /// Drops the bank and keeps its buffers.
    pub fn recycle(self) -> Recycled {
        let mut recycled = Recycled {
            graph: self.graph,
            states: self.states,
            by_type: self.by_type,
            scratch: self.scratch,
            ids: self.ids,
            values: self.interner.into_index(),
            seen: self.seen,
            state_of: self.state_of,
            fixed: self.fixed,
        };
        recycled.graph.clear();
        recycled.states.clear();
        recycled.by_type.iter_mut().flatten().for_each(Vec::clear);
        recycled.ids.clear();
        recycled.seen.clear();
        recycled.state_of.clear();
        recycled.fixed.clear();
        recycled
    }
}
