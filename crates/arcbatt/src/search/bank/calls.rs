//! The states of constants, functions, calls and programs; known ones are not computed again.

use super::super::state_type::StateType;
use super::{Bank, FAILED, StateId, UNKNOWN};
use crate::batt::{NodeId, Op};
use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;
use crate::dsl::table::{MAX_ARITY, Primitive};
use crate::program::{Input, Program};

impl Bank<'_> {
    /// The state of a constant, listed under this type.
    pub fn constant(&mut self, value: ConstantValue, state_type: StateType, cost: u16) -> StateId {
        let node = self.graph.constant(value);
        match self.known(node) {
            Some(Some(state)) => {
                self.also(state, state_type, cost);
                state
            }
            _ => {
                // True equals 1 but reads differently, so each constant has its own state.
                let id = self.interner.intern_copy(value.value());
                self.ids.extend(std::iter::repeat_n(id, self.samples));
                self.push(node, state_type, cost)
            }
        }
    }

    /// The state of a fixed part of an operator: a constant, a primitive, or a call of these.
    pub fn fixed(&self, number: usize) -> Option<StateId> {
        let state = self.fixed.get(number).copied();
        state.filter(|&state| state != UNKNOWN)
    }

    /// Stores the state of a fixed part of an operator.
    pub fn fix(&mut self, number: usize, state: StateId) {
        if self.fixed.len() <= number {
            self.fixed.resize(number + 1, UNKNOWN);
        }
        self.fixed[number] = state;
    }

    /// The state of a primitive as a value.
    pub fn function(&mut self, primitive: &'static Primitive) -> StateId {
        let node = self.graph.function(primitive);
        match self.known(node) {
            Some(Some(state)) => state,
            _ => {
                let id = self.interner.intern_copy(Value::Primitive(primitive));
                self.ids.extend(std::iter::repeat_n(id, self.samples));
                self.settle(node, Some(StateType::Other), 0)
            }
        }
    }

    /// The state of a node, if it was computed and did not fail.
    pub fn state_of_node(&self, node: NodeId) -> Option<StateId> {
        self.known(node).flatten()
    }

    /// The state of a node, `Some(None)` if it fails, or `None` if it was not computed.
    fn known(&self, node: NodeId) -> Option<Option<StateId>> {
        match self.state_of.get(node.index()).copied().unwrap_or(UNKNOWN) {
            UNKNOWN => None,
            FAILED => Some(None),
            state => Some(Some(state)),
        }
    }

    /// The state of a call of a primitive, if it has values on all samples.
    pub fn call(
        &mut self,
        primitive: &'static Primitive,
        args: &[StateId],
        cost: u16,
    ) -> Option<StateId> {
        let nodes = self.nodes_of(args);
        let node = self.graph.call(primitive, &nodes[..args.len()]);
        match self.known(node) {
            Some(known) => known,
            None => self.compute(node, Some(primitive), args, cost),
        }
    }

    /// The state of a call of a function that a state holds.
    pub fn apply(&mut self, function: StateId, args: &[StateId], cost: u16) -> Option<StateId> {
        let nodes = self.nodes_of(args);
        let function_node = self.states[function as usize].node;
        let node = self.graph.apply(function_node, &nodes[..args.len()]);
        if let Some(known) = self.known(node) {
            return known;
        }
        let mut all = [function; MAX_ARITY + 1];
        all[1..=args.len()].copy_from_slice(args);
        self.compute(node, None, &all[..=args.len()], cost)
    }

    fn nodes_of(&self, args: &[StateId]) -> [NodeId; MAX_ARITY] {
        let mut nodes = [NodeId(0); MAX_ARITY];
        for (node, &arg) in nodes.iter_mut().zip(args) {
            *node = self.states[arg as usize].node;
        }
        nodes
    }

    /// Adds a program; returns the state of its result.
    pub fn add(&mut self, program: &Program, cost: u16) -> Option<StateId> {
        let mut nodes = Vec::new();
        let output = self.graph.add(program, &mut nodes)?;
        self.evaluate(output, cost)
    }

    /// The state of a node; computes the nodes that it depends on first.
    pub fn evaluate(&mut self, output: NodeId, cost: u16) -> Option<StateId> {
        for node in self.graph.needed(output) {
            if self.known(node).is_none() {
                self.one(node, cost);
            }
        }
        self.known(output)?
    }

    fn one(&mut self, node: NodeId, cost: u16) -> Option<StateId> {
        let args: Vec<NodeId> = self.graph.args(node).collect();
        let mut states = [0; MAX_ARITY + 1];
        for (state, &arg) in states.iter_mut().zip(&args) {
            match self.known(arg) {
                Some(Some(known)) => *state = known,
                _ => {
                    self.note(node, FAILED);
                    return None;
                }
            }
        }
        let states = &states[..args.len()];
        match self.graph.op(node) {
            Op::Input(Input::I | Input::C) => Some(Self::INPUT),
            Op::Input(Input::S) => Some(Self::DEMONSTRATIONS),
            Op::Constant(value) => Some(self.constant(value, StateType::Other, 1)),
            Op::Function(primitive) => Some(self.function(primitive)),
            Op::Call(primitive) => self.compute(node, Some(primitive), states, cost),
            Op::Apply => self.compute(node, None, states, cost),
        }
    }

    /// The program that computes a state.
    pub fn program(&self, state: StateId, name: &str) -> Program {
        self.graph.extract(self.states[state as usize].node, name)
    }
}
