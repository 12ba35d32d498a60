//! The order of work for some candidates of a batt: which nodes, in which slots.

use super::graph::{Graph, NodeId, Op};
use crate::dsl::Primitive;
use crate::dsl::constants::ConstantValue;
use crate::dsl::table::MAX_ARITY;
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

const UNSEEN: u32 = u32::MAX;

thread_local! {
    /// Where the nodes of a graph are in a plan that is being made, and [`UNSEEN`] between plans:
    /// kept, as filling it anew for every plan would take time that grows with the graph.
    static PLACES: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

impl Plan {
    /// The plan for the candidates whose results are these nodes; candidate `k` is `outputs[k]`.
    pub fn new(graph: &Graph, outputs: &[NodeId]) -> Self {
        // The nodes that the outputs hang on: found from the outputs, so that the work does not
        // grow with the graph.
        let mut place_of = PLACES.take();
        place_of.resize(place_of.len().max(graph.len()), UNSEEN);
        let mut nodes: Vec<NodeId> = Vec::new();
        let mut find = |nodes: &mut Vec<NodeId>, node: NodeId| {
            let place = &mut place_of[node.index()];
            if *place == UNSEEN {
                *place = 0;
                nodes.push(node);
            }
        };
        for &output in outputs {
            find(&mut nodes, output);
        }
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            next += 1;
            for arg in graph.args(node) {
                find(&mut nodes, arg);
            }
        }
        nodes.sort_unstable();
        for (&node, k) in nodes.iter().zip(0..) {
            place_of[node.index()] = k;
        }
        // From here on nodes are known by their place in `nodes`.
        let args = |k: usize| {
            graph
                .args(nodes[k])
                .map(|arg| place_of[arg.index()] as usize)
        };
        let mut last_use = vec![UNSEEN; nodes.len()];
        for k in 0..nodes.len() {
            for arg in args(k) {
                last_use[arg] = k as u32;
            }
        }
        let mut by_node: Vec<(NodeId, u32)> = outputs.iter().copied().zip(0..).collect();
        by_node.sort_unstable();
        let mut plan = Plan {
            results: by_node.iter().map(|&(_, candidate)| candidate).collect(),
            candidates: outputs.len(),
            ..Plan::default()
        };
        // Leaves have the first slots, for good.
        let mut slot_of = vec![UNSEEN; nodes.len()];
        for (k, &node) in nodes.iter().enumerate() {
            let leaf = match graph.op(node) {
                Op::Input(input) => Leaf::Input(input),
                Op::Constant(value) => Leaf::Constant(value),
                Op::Function(primitive) => Leaf::Function(primitive),
                Op::Call(_) | Op::Apply => continue,
            };
            slot_of[k] = plan.leaves.len() as u32;
            plan.leaves.push(leaf);
        }
        plan.slots = plan.leaves.len();
        let mut free: Vec<u32> = Vec::new();
        let mut next_result = 0;
        for (k, &node) in nodes.iter().enumerate() {
            let first_result = next_result;
            while next_result < by_node.len() && by_node[next_result].0 == node {
                next_result += 1;
            }
            let primitive = match graph.op(node) {
                Op::Call(primitive) => Some(primitive),
                Op::Apply => None,
                _ => {
                    let candidates = &plan.results[first_result..next_result];
                    let slot = slot_of[k];
                    plan.leaf_results
                        .extend(candidates.iter().map(|&c| (c, slot)));
                    continue;
                }
            };
            let mut arg_slots = [0; MAX_ARITY + 1];
            let mut arity = 0u8;
            for (place, arg) in arg_slots.iter_mut().zip(args(k)) {
                *place = slot_of[arg];
                arity += 1;
            }
            let first = arg_slots[0];
            arg_slots[arity as usize..].fill(first);
            let out = free.pop().unwrap_or_else(|| {
                plan.slots += 1;
                plan.slots as u32 - 1
            });
            slot_of[k] = out;
            plan.steps.push(Step {
                node,
                primitive,
                args: arg_slots,
                arity,
                out,
                results: (first_result as u32, next_result as u32),
            });
            let leaves = plan.leaves.len() as u32;
            for arg in args(k) {
                let slot = &mut slot_of[arg];
                if last_use[arg] == k as u32 && *slot != UNSEEN && *slot >= leaves {
                    free.push(*slot);
                    // The same node may be two arguments: free it once.
                    *slot = UNSEEN;
                }
            }
            if last_use[k] == UNSEEN {
                free.push(out);
            }
        }
        for node in &nodes {
            place_of[node.index()] = UNSEEN;
        }
        PLACES.set(place_of);
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
