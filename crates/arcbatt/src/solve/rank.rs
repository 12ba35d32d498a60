//! Which of the programs found are tried: the simplest first.

use super::bank::{Bank, StateId};
use crate::batt::{NodeId, Op};

/// Bits that it takes to describe what computes a state.
pub(super) fn bits(bank: &Bank, state: StateId) -> f64 {
    let node = bank.states[state as usize].node;
    let needed = bank.graph.needed(node);
    needed.iter().map(|&node| node_bits(bank, node)).sum()
}

fn node_bits(bank: &Bank, node: NodeId) -> f64 {
    match bank.graph.op(node) {
        Op::Input(_) => 1.0,
        Op::Constant(_) => 3.0,
        Op::Function(_) => 5.0,
        Op::Call(_) | Op::Apply => 5.0,
    }
}
