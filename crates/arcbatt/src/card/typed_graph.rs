//! A graph whose nodes have types, so that only well-typed mutants stay.

use crate::batt::{Graph, NodeId, Op};
use crate::dsl::table::{MAX_ARITY, Suffix};
use crate::dsl::types::ErasedType;
use crate::program::{Arg, Checker, Inferred};

/// The types of the nodes of a graph; one per node after [`TypedGraph::catch_up`].
#[derive(Default)]
pub(super) struct NodeTypes {
    checker: Checker,
    types: Vec<Inferred>,
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
            self.types.types.push(inferred.unwrap_or(Inferred::ANY));
        }
    }

    /// Infers the types of new nodes; false if one is ill-typed, which stays without a type.
    pub fn check(&mut self) -> bool {
        for k in self.types.types.len()..self.graph.len() {
            match self.infer(NodeId(k as u32)) {
                Some(inferred) => self.types.types.push(inferred),
                None => return false,
            }
        }
        true
    }

    /// The type of a node; those of its arguments are known.
    fn infer(&mut self, node: NodeId) -> Option<Inferred> {
        let mut args = [Inferred::ANY; MAX_ARITY + 1];
        let mut arity = 0;
        for (slot, arg) in args.iter_mut().zip(self.graph.args(node)) {
            *slot = self.types.types[arg.index()];
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
        self.types.types[node.index()].shape()
    }

    /// Adds a call of a closure, if it may be one. [`check`](Self::check) says whether it fits.
    pub fn apply(&mut self, function: NodeId, args: &[NodeId]) -> Option<NodeId> {
        match self.graph.op(function) {
            Op::Input(_) | Op::Constant(_) => None,
            _ => Some(self.graph.apply(function, args)),
        }
    }

    /// Removes all nodes from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.graph.truncate(len);
        self.types.types.truncate(len);
    }
}
