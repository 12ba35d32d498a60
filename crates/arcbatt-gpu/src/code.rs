//! Byte code for the kernel, made from plans.
//!
//! Candidates are cut into chunks; each has a plan of its own, whose slots are used again, and runs
//! on one warp for each sample. An instruction is eight words, see `kernels/interpret.h`.

use crate::pack::{Packed, kind};
use arcbatt::batt::{Graph, Leaf, NodeId, Plan};
use arcbatt::dsl::{primitive, table};
use arcbatt::program::Input;

/// Words of an instruction.
pub const CODE_WORDS: usize = 8;
const APPLY: u32 = 0xffff;
/// A call of a primitive on more or fewer arguments than it takes: it fails.
const MISCOUNTED: u32 = 0xfffe;
const LEAF_BIT: u32 = 1 << 31;
const NO_RESULT: u32 = u32::MAX;

/// A chunk: where its code and leaves begin; the layout of the kernel.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Chunk {
    pub(crate) code: u32,
    pub(crate) steps: u32,
    pub(crate) leaves: u32,
    pub(crate) slots: u32,
    pub(crate) unused: [u32; 4],
}

/// The code of many chunks.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub(crate) words: Vec<u32>,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) leaves: Vec<Packed>,
    /// The most slots that a chunk has.
    pub(crate) slots: usize,
}

/// Where the candidates of a group are in its code.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The chunks: the first, and how many.
    pub chunks: (u32, u32),
    /// The result of each candidate, by number; candidates with one node in one chunk share it.
    pub results: Vec<u32>,
    /// How many different results there are.
    pub count: u32,
    /// Calls that all chunks make on one sample.
    pub steps: usize,
}

impl Code {
    /// Adds the code for the candidates whose results are these nodes, `per_chunk` in a chunk.
    pub fn add(&mut self, graph: &Graph, outputs: &[NodeId], per_chunk: usize) -> Compiled {
        let mut compiled = Compiled {
            chunks: (self.chunks.len() as u32, 0),
            ..Compiled::default()
        };
        for outputs in outputs.chunks(per_chunk.max(1)) {
            let plan = Plan::new(graph, outputs);
            self.add_plan(&plan, outputs.len(), &mut compiled);
        }
        compiled.chunks.1 = self.chunks.len() as u32 - compiled.chunks.0;
        compiled
    }

    fn add_plan(&mut self, plan: &Plan, candidates: usize, compiled: &mut Compiled) {
        let first = compiled.results.len();
        compiled.results.resize(first + candidates, NO_RESULT);
        let leaves = plan.leaves().len() as u32;
        let mut chunk = Chunk {
            code: (self.words.len() / CODE_WORDS) as u32,
            leaves: self.leaves.len() as u32,
            slots: (plan.slots() as u32 - leaves).max(1),
            ..Chunk::default()
        };
        self.leaves
            .extend(plan.leaves().iter().map(|leaf| match *leaf {
                Leaf::Input(Input::S) => Packed::given(kind::GIVEN_S),
                Leaf::Input(Input::I) => Packed::given(kind::GIVEN_I),
                Leaf::Input(Input::C) => Packed::given(kind::GIVEN_C),
                Leaf::Constant(value) => Packed::constant(value),
                Leaf::Function(primitive) => Packed::function(primitive),
            }));
        let slot = |slot: u32| match slot.checked_sub(leaves) {
            Some(slot) => slot,
            None => slot | LEAF_BIT,
        };
        // A candidate whose result is a leaf: a call of identity.
        let mut leaf_results = plan.leaf_results().to_vec();
        leaf_results.sort_unstable_by_key(|&(_, leaf)| leaf);
        let identity = primitive("identity").map_or(0, |p| table::number(p) as u32);
        for same in leaf_results.chunk_by(|a, b| a.1 == b.1) {
            let leaf = same[0].1;
            let result = compiled.count;
            compiled.count += 1;
            let code = [identity | 1 << 16, 0, slot(leaf), 0, 0, 0, 0, result];
            self.words.extend(code);
            chunk.steps += 1;
            for &(candidate, _) in same {
                compiled.results[first + candidate as usize] = result;
            }
        }
        let last_uses = last_uses(plan);
        for (step, last) in plan.steps().iter().zip(last_uses) {
            // The kernel does not count the arguments of a call again.
            let op = match step.primitive {
                Some(p) if p.arity == step.arity => table::number(p) as u32,
                Some(_) => MISCOUNTED,
                None => APPLY,
            };
            let mut code = [0; CODE_WORDS];
            code[0] = op | (step.arity as u32) << 16 | last << 24;
            code[1] = slot(step.out);
            for (to, &from) in code[2..7].iter_mut().zip(&step.args[..step.arity as usize]) {
                *to = slot(from);
            }
            code[7] = NO_RESULT;
            let candidates = plan.results_of(step);
            if !candidates.is_empty() {
                code[7] = compiled.count;
                compiled.count += 1;
                for &candidate in candidates {
                    compiled.results[first + candidate as usize] = code[7];
                }
            }
            self.words.extend(code);
            chunk.steps += 1;
        }
        compiled.steps += chunk.steps as usize;
        self.slots = self.slots.max(chunk.slots as usize);
        self.chunks.push(chunk);
    }
}

/// For each step, the arguments that nobody reads afterwards: a bit each, leaves never.
fn last_uses(plan: &Plan) -> Vec<u32> {
    let leaves = plan.leaves().len() as u32;
    let mut needed = vec![false; plan.slots()];
    let mut last = Vec::with_capacity(plan.len());
    for step in plan.steps().iter().rev() {
        needed[step.out as usize] = false;
        let mut bits = 0;
        for (k, &slot) in step.args[..step.arity as usize].iter().enumerate() {
            if slot >= leaves && !needed[slot as usize] {
                bits |= 1 << k;
            }
        }
        for &slot in &step.args[..step.arity as usize] {
            needed[slot as usize] = true;
        }
        last.push(bits);
    }
    last.reverse();
    last
}
