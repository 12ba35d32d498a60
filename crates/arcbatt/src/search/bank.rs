//! The bank of a search: all states, each a call with its values on all samples of the task.
//!
//! In: calls. Out: states, each a node of a [`Graph`] with a row of interned values. A call that gives
//! the values of another state is that state; a call that fails on a sample gives no state.
//! Invariant: no two computed states have equal values.

mod calls;
mod compute;
mod prune;
mod recycle;
mod surcharge;

use super::state_type::StateType;
use super::work_recorder::{SearchWork, WorkRecorder};
use crate::batt::ValueId;
use crate::batt::hash_index::{HashIndex, Numbered};
use crate::batt::inputs::demonstrations;
use crate::batt::interner::Interner;
use crate::batt::{Graph, NodeId, Op};
use crate::dsl::functions::memo::measures::Measures;
use crate::dsl::{Cx, Limits, Value};
use crate::program::Input;
use crate::task::{Demonstration, Task};
use crate::wide_hash::fold;
use bumpalo::Bump;
pub(super) use recycle::Recycled;
use std::time::Duration;
use surcharge::Expected;

/// A state, by number.
pub(super) type StateId = u32;

/// A node with its values on all samples.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// The node that computes it.
    pub node: NodeId,
    /// Its type.
    state_type: StateType,
    /// A bit for every type that it is listed under.
    found_as: u16,
    /// Its description cost.
    pub cost: u16,
    /// How many other calls gave the same values.
    pub ways: u32,
}

/// All states of a search.
pub(super) struct Bank<'a> {
    /// The arena of the values, and the limits of calls.
    pub cx: Cx<'a>,
    /// The calls.
    pub graph: Graph,
    /// Number of samples; demonstrations come first.
    pub samples: usize,
    /// Number of demonstrations.
    pub train: usize,
    /// All states, in the order in which they were found.
    pub states: Vec<State>,
    /// Calls computed, one per sample.
    pub evaluations: u64,
    /// How often a cheaper call for a known state was found.
    pub cheaper: u64,
    /// The states by type and cost.
    by_type: Vec<Vec<Vec<StateId>>>,
    /// The arena of values that may turn out to be known.
    scratch: Bump,
    /// One row of value numbers per state, then the row of the current call.
    ids: Vec<ValueId>,
    interner: Interner<'a>,
    /// The memo table of functions of elements.
    measures: Measures,
    /// The states by their rows.
    seen: HashIndex<Numbered>,
    /// By node: its state, [`UNKNOWN`] or [`FAILED`].
    state_of: Vec<StateId>,
    /// The states of the fixed parts of operators, by number.
    fixed: Vec<StateId>,
    /// The expected outputs; `None` in a bank of parts.
    expected: Option<Expected<'a>>,
    /// Records calls, if set.
    pub recorder: Option<&'a mut (dyn WorkRecorder + 'a)>,
}

const UNKNOWN: StateId = u32::MAX;
const FAILED: StateId = u32::MAX - 1;

/// States of a greater cost are listed under this cost.
pub(super) const MAX_COST: u16 = 40;

/// The limits of each call on each sample.
pub(super) const CALL_LIMITS: Limits = Limits {
    steps: 4_000,
    cells: 60_000,
    size: 1 << 14,
    time: Duration::from_secs(1),
};

/// The hash of a row, four numbers at a time. All rows have the same length.
fn hash(ids: &[ValueId]) -> u32 {
    let word = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    let (fours, rest) = ids.as_chunks::<4>();
    let mut hash = 0x9e37_79b9_7f4a_7c15;
    for &[a, b, c, d] in fours {
        hash = fold(hash ^ word(a, b), word(c, d) ^ 0xe703_7ed1_a0b4_28db);
    }
    let mut last = [0; 4];
    last[..rest.len()].copy_from_slice(rest);
    let [a, b, c, _] = last;
    fold(hash ^ word(a, b), word(c, 0) ^ 0x8ebc_6af0_9c88_c6e3) as u32
}

impl<'a> Bank<'a> {
    fn empty(arena: &'a Bump, samples: usize, train: usize, recycled: Recycled) -> Self {
        Self {
            cx: Cx::new(arena, CALL_LIMITS),
            graph: recycled.graph,
            samples,
            train,
            states: recycled.states,
            evaluations: 0,
            cheaper: 0,
            by_type: recycled.by_type,
            scratch: recycled.scratch,
            ids: recycled.ids,
            interner: Interner::new(arena, recycled.values, 0),
            measures: Measures::default(),
            seen: recycled.seen,
            state_of: recycled.state_of,
            fixed: recycled.fixed,
            expected: None,
            recorder: None,
        }
    }

    /// A bank with the states of S and I of a task.
    pub fn new(arena: &'a Bump, task: &'a Task) -> Self {
        let samples = task.train.len() + task.test.len();
        let mut bank = Self::empty(arena, samples, task.train.len(), Recycled::default());
        bank.expected = Some(Expected::new(task));
        let train = task.train.iter().map(|pair| &pair.input);
        let inputs: Vec<Value> = train
            .chain(&task.test)
            .map(|grid| bank.cx.grid_value(grid.view()))
            .collect();
        let node = bank.graph.input(Input::I);
        bank.enter(node, &inputs, StateType::Grid, 0);
        let pairs = task.train.iter().map(Demonstration::views);
        if let Ok(pairs) = demonstrations(&bank.cx, pairs) {
            let node = bank.graph.input(Input::S);
            let everywhere = vec![pairs; bank.samples];
            bank.enter(node, &everywhere, StateType::Demonstrations, 0);
        }
        bank
    }

    /// A bank whose samples are parts of grids: C is the part, I the grid of the bank `whole` that has
    /// it. States that depend on I alone are not enumerated. Reuses the buffers of a dropped bank.
    pub fn of_items<'p>(
        arena: &'a Bump,
        whole: &Bank,
        items: impl ExactSizeIterator<Item = (usize, Value<'p>)> + Clone,
        recycled: Recycled,
    ) -> Self {
        let train = items.clone().filter(|&(s, _)| s < whole.train).count();
        let mut bank = Self::empty(arena, items.len(), train, recycled);
        let (mut grids, mut parts) = ([0; MAX_SAMPLES], [0; MAX_SAMPLES]);
        for (k, (sample, part)) in items.enumerate() {
            grids[k] = bank.number(whole.value(Self::INPUT, sample));
            parts[k] = bank.number(part);
        }
        let is_object = |&id: &ValueId| matches!(bank.interner.get(id), Value::Object(_));
        let state_type = match parts[..bank.samples].iter().all(is_object) {
            true => StateType::Object,
            false => StateType::Patch,
        };
        let demonstrations = bank.number(whole.value(Self::DEMONSTRATIONS, 0));
        let given = [
            (Input::I, grids, StateType::Other),
            (
                Input::S,
                [demonstrations; MAX_SAMPLES],
                StateType::Demonstrations,
            ),
            (Input::C, parts, state_type),
        ];
        for (input, ids, state_type) in given {
            let node = bank.graph.input(input);
            bank.ids.extend_from_slice(&ids[..bank.samples]);
            bank.push(node, state_type, 0);
        }
        for &color in whole.of(StateType::Color, 1) {
            if let Op::Constant(value) = whole.graph.op(whole.states[color as usize].node) {
                bank.constant(value, StateType::Color, 1);
            }
        }
        bank
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        let arena = self.cx.arena();
        arena.allocated_bytes() - arena.chunk_capacity()
            + self.interner.len() * Interner::BYTES
            + self.states.len() * (40 + 4 * self.samples)
            + self.graph.len() * 36
    }

    /// The state of I.
    pub const INPUT: StateId = 0;
    /// The state of S.
    pub const DEMONSTRATIONS: StateId = 1;
    /// The state of C, in a bank of parts.
    pub const ITEM: StateId = 2;

    /// The numbers of the values of a state on the demonstrations.
    pub fn train_ids(&self, state: StateId) -> &[ValueId] {
        &self.ids[state as usize * self.samples..][..self.train]
    }

    /// The value of a state on a sample.
    #[inline]
    pub fn value(&self, state: StateId, sample: usize) -> Value<'a> {
        self.interner
            .get(self.ids[state as usize * self.samples + sample])
    }

    /// The type of a state.
    pub fn state_type(&self, state: StateId) -> StateType {
        self.states[state as usize].state_type
    }

    /// The cost of a state.
    pub fn cost(&self, state: StateId) -> u16 {
        self.states[state as usize].cost
    }

    /// The states of a type and a cost.
    pub fn of(&self, state_type: StateType, cost: u16) -> &[StateId] {
        let by_cost = &self.by_type[state_type as usize];
        by_cost.get(cost as usize).map_or(&[], Vec::as_slice)
    }

    /// All states of a type up to a cost, cheapest first.
    pub fn up_to(&self, state_type: StateType, cost: u16) -> impl Iterator<Item = StateId> + '_ {
        let by_cost = &self.by_type[state_type as usize];
        let end = by_cost.len().min(cost as usize + 1);
        by_cost[..end].iter().flatten().copied()
    }

    /// The number of a value.
    pub fn number(&mut self, value: Value) -> ValueId {
        self.interner.intern_copy(value)
    }

    fn enter(
        &mut self,
        node: NodeId,
        values: &[Value<'a>],
        state_type: StateType,
        cost: u16,
    ) -> StateId {
        for &value in values {
            let id = self.number(value);
            self.ids.push(id);
        }
        self.settle(node, Some(state_type), cost)
    }

    /// The state with the values of the current row: a known one, or a new one.
    fn settle(&mut self, node: NodeId, state_type: Option<StateType>, cost: u16) -> StateId {
        let new = self.states.len();
        let (known, ids) = self.ids.split_at(new * self.samples);
        let of = |state: StateId| &known[state as usize * self.samples..][..self.samples];
        let hash = hash(ids);
        let Some(state) = self.seen.find(hash, |state| of(state) == ids) else {
            self.seen.insert(hash, new as StateId);
            let values = ids.iter().map(|&id| self.interner.get(id));
            let state_type =
                state_type.unwrap_or_else(|| StateType::of(self.graph.op(node), values));
            let cost = cost.saturating_add(self.surcharge(state_type, ids, cost));
            return self.push(node, state_type, cost);
        };
        // Of two calls with the same values, keep the cheaper.
        let known = &mut self.states[state as usize];
        known.ways += 1;
        if cost < known.cost {
            (known.node, known.cost) = (node, cost);
            self.cheaper += 1;
        }
        self.drop_row();
        self.note(node, state);
        state
    }

    /// Drops the current row.
    fn drop_row(&mut self) {
        self.ids.truncate(self.states.len() * self.samples);
    }

    /// A new state with the values of the current row.
    fn push(&mut self, node: NodeId, state_type: StateType, cost: u16) -> StateId {
        let new = self.states.len() as StateId;
        self.states.push(State {
            node,
            state_type,
            found_as: 1 << state_type as u16,
            cost,
            ways: 0,
        });
        self.by_type[state_type as usize][cost.min(MAX_COST) as usize].push(new);
        self.note(node, new);
        new
    }

    fn note(&mut self, node: NodeId, state: StateId) {
        if self.state_of.len() <= node.index() {
            self.state_of.resize(node.index() + 1, UNKNOWN);
        }
        self.state_of[node.index()] = state;
    }

    /// Lists a state under another type, too.
    pub fn also(&mut self, state: StateId, state_type: StateType, cost: u16) {
        let entry = &mut self.states[state as usize];
        if entry.found_as & 1 << state_type as u16 == 0 {
            entry.found_as |= 1 << state_type as u16;
            self.by_type[state_type as usize][cost.min(MAX_COST) as usize].push(state);
        }
    }

    /// Records which part of the search begins.
    pub fn begin_work(&mut self, work: SearchWork) {
        if let Some(recorder) = &mut self.recorder {
            recorder.begin_work(work);
        }
    }

    /// The value of a number.
    pub fn of_number(&self, id: ValueId) -> Value<'a> {
        self.interner.get(id)
    }
}

/// The most samples.
pub(super) const MAX_SAMPLES: usize = 64;
