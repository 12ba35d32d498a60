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

pub(super) fn features(bank: &Bank, state: StateId) -> String {
    let node = bank.states[state as usize].node;
    let needed = bank.graph.needed(node);
    let (mut calls, mut fns, mut consts, mut fills, mut pairs) = (0, 0, 0, 0, 0);
    for &n in &needed {
        match bank.graph.op(n) {
            Op::Call(p) => { calls += 1; if p.name == "fill" || p.name == "paint" { fills += 1; } }
            Op::Apply => calls += 1,
            Op::Function(_) => fns += 1,
            Op::Constant(c) => { consts += 1; if matches!(c, crate::dsl::constants::ConstantValue::Pair(..)) { pairs += 1; } }
            _ => {}
        }
    }
    format!("{calls} {fns} {consts} {fills} {pairs}")
}
