//! Plans: the nodes that some candidates need, in order, with slots for their values.

use super::graph::{Graph, NodeId, Op};
use super::inputs::Inputs;
use crate::dsl::constants::ConstantValue;
use crate::dsl::table::MAX_ARITY;
use crate::dsl::{Primitive, Value};
use crate::program::Input;
use std::cell::RefCell;

/// A node whose value is known before the run.
#[derive(Clone, Copy, Debug)]
pub enum Leaf {
    /// An input of the program.
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

/// One call. Arguments and result are slots; the first slots are those of the leaves.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The node that it computes.
    pub node: NodeId,
    /// The primitive; `None` if the first argument is the function.
    pub primitive: Option<&'static Primitive>,
    /// The slots of the arguments. Unused entries repeat the first, so that all can be read without a
    /// look at the arity.
    pub args: [u32; MAX_ARITY + 1],
    /// Number of arguments.
    pub arity: u8,
    /// Whether a given program needs it, so that it has their limits.
    pub given: bool,
    /// The slot of the result.
    pub out: u32,
    /// The candidates with this result: a range for [`Plan::results_of`].
    pub results: (u32, u32),
}

/// The calls that some candidates need, in order.
///
/// A slot is reused once its value is dead, so there are as many slots as values alive at once.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub(super) leaves: Vec<Leaf>,
    pub(super) steps: Vec<Step>,
    pub(super) slots: usize,
    /// Candidates by the step of their result.
    pub(super) results: Vec<u32>,
    /// Candidates whose result is a leaf: candidate and slot.
    pub(super) leaf_results: Vec<(u32, u32)>,
    pub(super) candidates: usize,
}

thread_local! {
    /// The slot of each node while a plan is made. Reused, because clearing it for every plan would
    /// take time proportional to the graph.
    static SLOTS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// A node that outputs depend on.
struct Needed {
    node: NodeId,
    /// Its arguments that no later node reads, as bits.
    last: u8,
    /// Whether a node reads its value.
    taken: bool,
    /// Whether a given program needs it.
    given: bool,
}

/// The nodes that the outputs depend on, in order. Walks a bitset of all nodes from the last output
/// down: arguments come before the nodes that read them.
fn needed(graph: &Graph, outputs: &[NodeId], given: &[NodeId]) -> Vec<Needed> {
    let words = outputs.iter().max().map_or(0, |last| last.index() / 64 + 1);
    let given = needed_by_given(graph, given, words);
    // Whether a node is needed, and whether a later one reads its value.
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
                given: given[word] >> bit & 1 == 1,
            });
        }
    }
    nodes.reverse();
    nodes
}

/// The nodes that given programs depend on, as a bitset of so many words.
fn needed_by_given(graph: &Graph, outputs: &[NodeId], words: usize) -> Vec<u64> {
    let mut bits = vec![0u64; words];
    let mut open: Vec<NodeId> = outputs.to_vec();
    while let Some(node) = open.pop() {
        let bit = 1 << (node.index() % 64);
        // A given program that is no output of the plan may have later nodes.
        if let Some(word) = bits.get_mut(node.index() / 64)
            && *word & bit == 0
        {
            *word |= bit;
            open.extend(graph.args(node));
        }
    }
    bits
}

impl Plan {
    /// The plan for the candidates whose results are these nodes; candidate `k` is `outputs[k]`.
    pub fn new(graph: &Graph, outputs: &[NodeId]) -> Self {
        Self::with_given(graph, outputs, &[])
    }

    /// [`new`](Self::new), with the outputs of given programs, which may be others.
    pub fn with_given(graph: &Graph, outputs: &[NodeId], given: &[NodeId]) -> Self {
        let nodes = needed(graph, outputs, given);
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
        // Leaves keep the first slots.
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
        for &Needed {
            node,
            last,
            taken,
            given,
        } in &nodes
        {
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
            // A call has at least one argument.
            let mut slots = graph.args(node).map(|arg| slot_of[arg.index()]);
            let mut args = [slots.next().unwrap_or(0); MAX_ARITY + 1];
            let mut arity = 1;
            for slot in slots {
                args[arity] = slot;
                arity += 1;
            }
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
                given,
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

    /// Which slots hold a value that step `next` or a later one reads.
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

    /// The leaves, by slot.
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

    /// The candidates with the result of this step.
    pub fn results_of(&self, step: &Step) -> &[u32] {
        &self.results[step.results.0 as usize..step.results.1 as usize]
    }

    /// The candidates whose result is a leaf: candidate and slot.
    pub fn leaf_results(&self) -> &[(u32, u32)] {
        &self.leaf_results
    }

    /// Number of calls on one sample.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are no calls.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}
