//! A graph whose nodes have types, so that only well-typed mutants stay.

use crate::batt::{Graph, NodeId, Op};
use crate::dsl::table::{MAX_ARITY, Primitive, Suffix};
use crate::dsl::types::ErasedType;
use crate::program::{Arg, Checker, Inferred};

/// The types of the nodes of a graph; `None` for ill-typed ones.
#[derive(Default)]
pub(super) struct NodeTypes {
    checker: Checker,
    types: Vec<Option<Inferred>>,
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
            let inferred = self.infer(NodeId(k as u32));
            self.types.types.push(inferred.or(Some(Inferred::ANY)));
        }
    }

    /// Gives a node the type `Any` if it is ill-typed.
    pub fn accept(&mut self, node: NodeId) {
        self.types.types[node.index()].get_or_insert(Inferred::ANY);
    }

    /// Adds a call of a primitive; `None` if it is ill-typed.
    pub fn call(&mut self, primitive: &'static Primitive, args: &[NodeId]) -> Option<NodeId> {
        let node = self.graph.call(primitive, args);
        self.well_typed(node)
    }

    /// Adds a call of a closure; `None` if it is none or the call is ill-typed.
    pub fn apply(&mut self, function: NodeId, args: &[NodeId]) -> Option<NodeId> {
        if let Op::Input(_) | Op::Constant(_) = self.graph.op(function) {
            return None;
        }
        let node = self.graph.apply(function, args);
        self.well_typed(node)
    }

    /// Infers the types of new nodes; returns the node if it is well-typed.
    #[inline]
    fn well_typed(&mut self, node: NodeId) -> Option<NodeId> {
        for k in self.types.types.len()..self.graph.len() {
            let inferred = self.infer(NodeId(k as u32));
            self.types.types.push(inferred);
        }
        self.types.types[node.index()].map(|_| node)
    }

    /// The type of a node; those of its arguments are known.
    fn infer(&mut self, node: NodeId) -> Option<Inferred> {
        let mut args = [Inferred::ANY; MAX_ARITY + 1];
        let mut arity = 0;
        for (slot, arg) in args.iter_mut().zip(self.graph.args(node)) {
            *slot = self.types.types[arg.index()]?;
            arity += 1;
        }
        let args = &args[..arity];
        let checker = &mut self.types.checker;
        match self.graph.op(node) {
            Op::Input(input) => Some(checker.leaf_type(Arg::Input(input))),
            Op::Constant(value) => Some(checker.leaf_type(Arg::Literal(value))),
            Op::Function(primitive) => {
                Some(checker.leaf_type(Arg::Primitive(primitive, Suffix::None)))
            }
            Op::Call(primitive) => checker.call_type(primitive, args),
            Op::Apply => checker.apply_type(args[0], &args[1..]),
        }
    }

    /// The erased type of a node.
    pub fn shape(&self, node: NodeId) -> ErasedType {
        let known = self.types.types[node.index()];
        known.unwrap_or(Inferred::ANY).shape()
    }

    /// Removes all nodes from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.graph.truncate(len);
        self.types.types.truncate(len);
    }
}
