//! A graph whose nodes have types, so that only well-typed calls are added.

use crate::batt::{Graph, NodeId, Op};
use crate::dsl::constants::ConstantValue;
use crate::dsl::table::{MAX_ARITY, Primitive, Suffix};
use crate::dsl::types::ErasedType;
use crate::program::{Arg, Checker, Inferred, Input};

/// The types of the nodes of a graph; one per node after [`TypedGraph::catch_up`].
#[derive(Default)]
pub(super) struct NodeTypes {
    checker: Checker,
    types: Vec<Inferred>,
}

impl NodeTypes {
    /// The types of the arguments of a call.
    fn of(&self, args: &[NodeId]) -> [Inferred; MAX_ARITY] {
        let mut types = [Inferred::ANY; MAX_ARITY];
        for (slot, arg) in types.iter_mut().zip(args) {
            *slot = self.types[arg.index()];
        }
        types
    }
}

/// A graph and the types of its nodes.
pub(super) struct TypedGraph<'g> {
    pub graph: &'g mut Graph,
    pub types: &'g mut NodeTypes,
}

impl TypedGraph<'_> {
    /// Infers the types of nodes that were added to the graph elsewhere; `Any` for ill-typed ones.
    pub fn catch_up(&mut self) {
        for k in self.types.types.len()..self.graph.len() {
            let node = NodeId(k as u32);
            let mut args = [Inferred::ANY; MAX_ARITY + 1];
            let mut arity = 0;
            for (slot, arg) in args.iter_mut().zip(self.graph.args(node)) {
                *slot = self.types.types[arg.index()];
                arity += 1;
            }
            let args = &args[..arity];
            let checker = &mut self.types.checker;
            let inferred = match self.graph.op(node) {
                Op::Input(input) => Some(checker.leaf_type(Arg::Input(input))),
                Op::Constant(value) => Some(checker.leaf_type(Arg::Literal(value))),
                Op::Function(primitive) => {
                    Some(checker.leaf_type(Arg::Primitive(primitive, Suffix::None)))
                }
                Op::Call(primitive) => checker.call_type(primitive, args),
                Op::Apply => checker.apply_type(args[0], &args[1..]),
            };
            self.types.types.push(inferred.unwrap_or(Inferred::ANY));
        }
    }

    /// The erased type of a node.
    pub fn shape(&self, node: NodeId) -> ErasedType {
        self.types.types[node.index()].shape()
    }

    /// Adds a call of a primitive, if some overload takes the arguments.
    pub fn call(&mut self, primitive: &'static Primitive, args: &[NodeId]) -> Option<NodeId> {
        let before = self.graph.len();
        let node = self.graph.call(primitive, args);
        self.accept(before, node, |types| {
            let given = types.of(args);
            types.checker.call_type(primitive, &given[..args.len()])
        })
    }

    /// Adds a call of a closure, if it accepts the arguments.
    pub fn apply(&mut self, function: NodeId, args: &[NodeId]) -> Option<NodeId> {
        if let Op::Input(_) | Op::Constant(_) = self.graph.op(function) {
            return None;
        }
        let before = self.graph.len();
        let node = self.graph.apply(function, args);
        self.accept(before, node, |types| {
            let given = types.of(args);
            let function = types.types[function.index()];
            types.checker.apply_type(function, &given[..args.len()])
        })
    }

    /// Keeps a new node if it has a type, and removes it otherwise.
    fn accept(
        &mut self,
        before: usize,
        node: NodeId,
        infer: impl FnOnce(&mut NodeTypes) -> Option<Inferred>,
    ) -> Option<NodeId> {
        if self.graph.len() == before {
            return Some(node);
        }
        match infer(self.types) {
            Some(inferred) => {
                self.types.types.push(inferred);
                Some(node)
            }
            None => {
                self.graph.truncate(before);
                None
            }
        }
    }

    /// The node of an input.
    pub fn input(&mut self, input: Input) -> NodeId {
        let node = self.graph.input(input);
        self.catch_up();
        node
    }

    /// The node of a constant.
    pub fn constant(&mut self, value: ConstantValue) -> NodeId {
        let node = self.graph.constant(value);
        self.catch_up();
        node
    }

    /// The node of a primitive as a value.
    pub fn function(&mut self, primitive: &'static Primitive) -> NodeId {
        let node = self.graph.function(primitive);
        self.catch_up();
        node
    }

    /// Removes all nodes from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.graph.truncate(len);
        self.types.types.truncate(len);
    }
}
