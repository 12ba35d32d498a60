//! Calls that are the same in another guise. Only what is exact on every input, failures included.

use super::graph::{Graph, NodeId, Op};
use crate::dsl::table::Primitive;

/// Whether the two arguments may change places: same value, same failures.
pub(super) fn commutes(primitive: &Primitive) -> bool {
    matches!(
        primitive.name,
        "add"
            | "multiply"
            | "equality"
            | "intersection"
            | "manhattan"
            | "adjacent"
            | "hmatching"
            | "vmatching"
    )
}

/// An earlier node that gives the same value as the call, if there is one.
pub(super) fn simpler(graph: &Graph, primitive: &Primitive, args: &[NodeId]) -> Option<NodeId> {
    let &[arg] = args else { return None };
    // The node that `arg` calls `name` of.
    let inside = |name: &str| match graph.op(arg) {
        Op::Call(inner) if inner.name == name => graph.args(arg).next(),
        _ => None,
    };
    match primitive.name {
        "identity" => Some(arg),
        // Doing it twice is doing it once.
        "toindices" | "normalize" | "dedupe" | "totuple" | "backdrop" => {
            inside(primitive.name).map(|_| arg)
        }
        // Turning round twice gives the number back, if it was one: what went through the first
        // turn is a number or a pair.
        "invert" => {
            let inner = inside("invert")?;
            is_number(graph, inner).then_some(inner)
        }
        // Mirrors twice give the grid back, if it was one.
        "hmirror" | "vmirror" | "rot180" => {
            let inner = inside(primitive.name)?;
            is_grid(graph, inner).then_some(inner)
        }
        _ => None,
    }
}

/// Whether a node is a grid whenever it has a value.
fn is_grid(graph: &Graph, node: NodeId) -> bool {
    match graph.op(node) {
        Op::Input(input) => input != crate::program::Input::S,
        Op::Call(primitive) => primitive.signatures.iter().all(|s| s.ends_with("-> Grid")),
        _ => false,
    }
}

/// Whether a node is a number or a pair whenever it has a value.
fn is_number(graph: &Graph, node: NodeId) -> bool {
    match graph.op(node) {
        Op::Call(primitive) => primitive
            .signatures
            .iter()
            .all(|s| s.ends_with("-> Int") || s.ends_with("-> Pair")),
        _ => false,
    }
}
