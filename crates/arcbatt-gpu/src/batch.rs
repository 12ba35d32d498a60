//! A batch of work for the kernel: groups of candidates on samples, and what comes back.

use crate::code::{Code, Compiled};
use crate::pack::{Packed, Shared};
use arcbatt::batt::{Graph, NodeId, Samples};
use arcbatt::dsl::Limits;
use arcbatt::grid::Grid;

/// Some chunks on some samples; the layout of the kernel.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Group {
    pub(crate) first_item: u32,
    pub(crate) first_chunk: u32,
    pub(crate) chunks: u32,
    pub(crate) first_sample: u32,
    pub(crate) samples: u32,
    pub(crate) most_steps: u32,
    pub(crate) most_cells: u32,
    pub(crate) unused: u32,
    pub(crate) first_outcome: u64,
}

/// Work for one launch of the kernel.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub(crate) code: Code,
    pub(crate) shared: Shared,
    /// Four values a sample: S, I, C and the wanted grid.
    pub(crate) samples: Vec<Packed>,
    pub(crate) groups: Vec<Group>,
    /// What the candidates of each group are in its code.
    pub compiled: Vec<Compiled>,
    pub(crate) items: u32,
    pub(crate) outcomes: u64,
    /// Whether the grids that come out are kept.
    pub keep_grids: bool,
    /// Whether values that are no grids are hashed, too: for tests.
    pub test: bool,
}

/// What came back from a launch.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// An outcome for every result on every sample, see [`Batch::place`].
    pub outcomes: Vec<u64>,
    /// Steps and cells of every group, at least what the CPU would count.
    pub spent: Vec<[u64; 2]>,
    /// The hashes of the grids that came out and where they lie.
    pub keys: Vec<u64>,
    /// Where the grid of each key lies.
    pub places: Vec<u32>,
    /// The grids that came out.
    pub grids: Vec<u32>,
}

/// What an outcome says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// A grid of colours, by the hash of its value.
    Grid(u64),
    /// A value that is no grid of colours.
    NoGrid(u64),
    /// The program fails.
    Fail,
    /// Not to be known here: why, and the number of the primitive.
    Unfit(u8, u16),
    /// It was not run.
    NotRun,
}

/// Whether an outcome equals the wanted grid.
pub fn matches(outcome: u64) -> bool {
    outcome & 16 != 0
}

/// What an outcome says.
pub fn said(outcome: u64) -> Said {
    match outcome & 15 {
        1 => Said::Grid(outcome >> 5),
        2 => Said::NoGrid(outcome >> 5),
        3 => Said::Fail,
        4 => Said::Unfit((outcome >> 8) as u8, (outcome >> 16) as u16),
        _ => Said::NotRun,
    }
}

impl Batch {
    /// Adds samples; their number within the batch. `wanted` is the grid that outputs of a sample
    /// are compared with, if there is one.
    pub fn add_samples(&mut self, samples: &Samples, wanted: &[Option<Grid>]) -> (u32, u32) {
        let first = (self.samples.len() / 4) as u32;
        let s = self.shared.demonstrations(&samples.demonstrations);
        let grids = samples.inputs.iter().zip(&samples.compared);
        for (k, (&i, &c)) in grids.enumerate() {
            let i = self.shared.grid(i);
            // A solver gets I for C.
            let c = match std::ptr::eq(samples.inputs[k].cells(), c.cells()) {
                true => i,
                false => self.shared.grid(c),
            };
            let wanted = wanted.get(k).copied().flatten();
            let wanted = wanted.map_or(Packed::DEAD, |grid| self.shared.grid(grid));
            self.samples.extend([s, i, c, wanted]);
        }
        (first, samples.inputs.len() as u32)
    }

    /// Adds a group: candidates on samples that were added before. Returns its number.
    pub fn add(
        &mut self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: (u32, u32),
        limits: &Limits,
        per_chunk: usize,
    ) -> usize {
        let compiled = self.code.add(graph, outputs, per_chunk);
        let (first_chunk, chunks) = compiled.chunks;
        let bound = |n: u64| n.min(u32::MAX as u64 / 2) as u32;
        self.groups.push(Group {
            first_item: self.items,
            first_chunk,
            chunks,
            first_sample: samples.0,
            samples: samples.1,
            most_steps: bound(limits.steps),
            most_cells: bound(limits.cells),
            unused: 0,
            first_outcome: self.outcomes,
        });
        self.items += chunks * samples.1;
        self.outcomes += compiled.count as u64 * samples.1 as u64;
        self.compiled.push(compiled);
        self.groups.len() - 1
    }

    /// Where the outcome of a candidate of a group on a sample is.
    pub fn place(&self, group: usize, candidate: usize, sample: usize) -> usize {
        let of = &self.groups[group];
        let result = self.compiled[group].results[candidate];
        of.first_outcome as usize + result as usize * of.samples as usize + sample
    }
}
