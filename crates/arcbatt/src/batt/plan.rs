//! The order of work for some candidates of a batt: which nodes, in which slots.

use super::graph::{Graph, NodeId, Op};
use super::inputs::Inputs;
use crate::dsl::constants::ConstantValue;
use crate::dsl::table::MAX_ARITY;
use crate::dsl::{Primitive, Value};
use crate::program::Input;
use std::cell::RefCell;

/// A node that is there before the run.
#[derive(Clone, Copy, Debug)]
pub enum Leaf {
    /// What the program is given.
    Input(Input),
    /// A number, truth value or pair.
    Constant(ConstantValue),
    /// A primitive as a value.
    Function(&'static Primitive),
}

impl Leaf {
    fn of(op: Op) -> Option<Self> {
        match op {
            Op::Input(input) => Some(Leaf::Input(input)),
            Op::Constant(value) => Some(Leaf::Constant(value)),
            Op::Function(primitive) => Some(Leaf::Function(primitive)),
            Op::Call(_) | Op::Apply => None,
        }
    }

    /// The value on a sample.
    #[inline]
    pub(super) fn value<'a>(self, inputs: &Inputs<'a>) -> Value<'a> {
        match self {
            Leaf::Input(Input::S) => inputs.s,
            Leaf::Input(Input::I) => inputs.i,
            Leaf::Input(Input::C) => inputs.c,
            Leaf::Constant(constant) => constant.value(),
            Leaf::Function(primitive) => Value::Primitive(primitive),
        }
    }
}

/// One call: arguments and result are slots. The first slots are those of the leaves.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The node that it computes.
    pub node: NodeId,
    /// The primitive; none if the first argument is the function.
    pub primitive: Option<&'static Primitive>,
    /// The slots of the arguments, at least one; the first again in places that are left over, so
    /// that all places can be read without a look at their number.
    pub args: [u32; MAX_ARITY + 1],
    /// How many arguments there are.
    pub arity: u8,
    /// Where the value goes.
    pub out: u32,
    /// Candidates whose result this is: a range, for [`Plan::results_of`].
    pub results: (u32, u32),
}

/// The order of work for some candidates. A slot is used again once its value is not needed any
/// more, so the number of slots is what is alive at once, not the number of nodes.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub(super) leaves: Vec<Leaf>,
    pub(super) steps: Vec<Step>,
    pub(super) slots: usize,
    /// Candidates by the step that makes their result.
    pub(super) results: Vec<u32>,
    /// Candidates whose result is a leaf: the candidate, the leaf's slot.
    pub(super) leaf_results: Vec<(u32, u32)>,
    pub(super) candidates: usize,
}

thread_local! {
    /// The slots of the nodes of a graph while a plan is made: kept, as making room for them anew
    /// for every plan would take time that grows with the graph.
    static SLOTS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// A node that outputs hang on.
struct Needed {
    node: NodeId,
    /// Its arguments that no later node takes, as bits.
    last: u8,
    /// Whether some node takes its value.
    taken: bool,
}

/// The nodes that the outputs hang on, in order. There are bits for all nodes, looked through from
/// the last output down: what a node hangs on comes before it, and those that take its value come
/// after it.
fn needed(graph: &Graph, outputs: &[NodeId]) -> Vec<Needed> {
    let words = outputs.iter().max().map_or(0, |last| last.index() / 64 + 1);
    // Whether a node is needed at all, and whether a later one takes its value.
    let mut bits = vec![(0u64, 0u64); words];
    for output in outputs {
        bits[output.index() / 64].0 |= 1 << (output.index() % 64);
    }
    let mut nodes = Vec::with_capacity(4 * outputs.len());
    for word in (0..words).rev() {
        let mut done = 0;
        loop {
            let left = bits[word].0 & !done;
            if left == 0 {
                break;
            }
            let bit = left.ilog2();
            done |= 1 << bit;
            let node = NodeId(64 * word as u32 + bit);
            let mut last = 0;
            for (k, arg) in graph.args(node).enumerate() {
                let (needed, taken) = &mut bits[arg.index() / 64];
                let bit = 1 << (arg.index() % 64);
                last |= u8::from(*taken & bit == 0) << k;
                *needed |= bit;
                *taken |= bit;
            }
            nodes.push(Needed {
                node,
                last,
                taken: bits[word].1 >> bit & 1 == 1,
            });
        }
    }
    nodes.reverse();
    nodes
}

impl Plan {
    /// The plan for the candidates whose results are these nodes; candidate `k` is `outputs[k]`.
    pub fn new(graph: &Graph, outputs: &[NodeId]) -> Self {
        let nodes = needed(graph, outputs);
        let mut by_node: Vec<(NodeId, u32)> = outputs.iter().copied().zip(0..).collect();
        by_node.sort_unstable();
        let mut plan = Plan {
            results: by_node.iter().map(|&(_, candidate)| candidate).collect(),
            candidates: outputs.len(),
            steps: Vec::with_capacity(nodes.len()),
            ..Plan::default()
        };
        let mut slot_of = SLOTS.take();
        slot_of.resize(slot_of.len().max(graph.len()), 0);
        // Leaves have the first slots, for good.
        for node in nodes.iter().map(|needed| needed.node) {
            if graph.args(node).len() == 0 {
                slot_of[node.index()] = plan.leaves.len() as u32;
                plan.leaves.extend(Leaf::of(graph.op(node)));
            }
        }
        plan.slots = plan.leaves.len();
        let leaves = plan.leaves.len() as u32;
        let mut free: Vec<u32> = Vec::new();
        let mut next_result = 0;
        for &Needed { node, last, taken } in &nodes {
            let first_result = next_result;
            while next_result < by_node.len() && by_node[next_result].0 == node {
                next_result += 1;
            }
            let primitive = match graph.op(node) {
                Op::Call(primitive) => Some(primitive),
                Op::Apply => None,
                _ => {
                    let candidates = &plan.results[first_result..next_result];
                    let slot = slot_of[node.index()];
                    plan.leaf_results
                        .extend(candidates.iter().map(|&c| (c, slot)));
                    continue;
                }
            };
            let mut args = [0; MAX_ARITY + 1];
            let mut arity = 0;
            for (slot, arg) in args.iter_mut().zip(graph.args(node)) {
                *slot = slot_of[arg.index()];
                arity += 1;
            }
            let first = args[0];
            args[arity..].fill(first);
            let out = free.pop().unwrap_or_else(|| {
                plan.slots += 1;
                plan.slots as u32 - 1
            });
            slot_of[node.index()] = out;
            plan.steps.push(Step {
                node,
                primitive,
                args,
                arity: arity as u8,
                out,
                results: (first_result as u32, next_result as u32),
            });
            for (k, &slot) in args[..arity].iter().enumerate() {
                if last >> k & 1 == 1 && slot >= leaves {
                    free.push(slot);
                }
            }
            if !taken {
                free.push(out);
            }
        }
        SLOTS.set(slot_of);
        plan
    }

    /// Which slots hold a value, before step `next`, that is still to be read.
    pub(super) fn alive_before(&self, next: usize) -> Vec<bool> {
        let mut alive = vec![false; self.slots];
        for step in self.steps[next..].iter().rev() {
            alive[step.out as usize] = false;
            for &slot in &step.args[..step.arity as usize] {
                alive[slot as usize] = true;
            }
        }
        alive
    }

    /// What is there before the run, by slot.
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// The calls, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Number of slots, those of the leaves included.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// The candidates whose result the call is.
    pub fn results_of(&self, step: &Step) -> &[u32] {
        &self.results[step.results.0 as usize..step.results.1 as usize]
    }

    /// The candidates whose result is a leaf: the candidate, the leaf's slot.
    pub fn leaf_results(&self) -> &[(u32, u32)] {
        &self.leaf_results
    }

    /// Number of calls that the plan makes on one sample.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is nothing to call.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}
