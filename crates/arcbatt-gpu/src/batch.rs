//! A batch of work for the kernel: groups of candidates on samples, and what comes back.

use crate::code::{Code, Compiled};
use crate::pack::{Packed, Shared, unpack};
use arcbatt::batt::{Graph, NodeId, Samples};
use arcbatt::dsl::Limits;
use arcbatt::grid::{Grid, GridBuf};

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
    pub(crate) outcomes: u64,
    /// Whether the grids that come out are kept.
    pub keep_grids: bool,
    /// Whether values that are no grids are hashed, too: for tests.
    pub test: bool,
    /// Whether the device counts clocks by primitive.
    pub clocks: bool,
}

/// What the kernel is given; the layout of `kernels/interpret.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Job {
    pub code: u64,
    pub chunks: u64,
    pub leaves: u64,
    pub shared: u64,
    pub samples: u64,
    pub groups: u64,
    pub outcomes: u64,
    pub memory: u64,
    pub spent: u64,
    pub next: u64,
    pub keys: u64,
    pub grids: u64,
    pub used: u64,
    pub clocks: u64,
    pub groups_count: u32,
    pub items: u32,
    pub slots: u32,
    pub arena: u32,
    pub table_mask: u32,
    pub grids_size: u32,
    pub test: u32,
    pub unused: u32,
}

/// What came back from a launch.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// An outcome for every result on every sample, see [`Batch::place`].
    pub outcomes: Vec<u64>,
    /// Steps and cells of every group, at least what the CPU would count.
    pub spent: Vec<[u64; 2]>,
    /// The grids that came out, one after the other, see [`Answers::each_grid`].
    pub grids: Vec<u32>,
    /// Time on the device, and what else there is to tell.
    pub times: Times,
}

/// Where the time of a launch went.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// Seconds for copying to the device.
    pub up: f64,
    /// Seconds that the kernel ran.
    pub kernel: f64,
    /// Seconds for copying back.
    pub down: f64,
    /// Bytes copied to the device and back.
    pub bytes: (u64, u64),
    /// Clocks and calls of the device by the number of the primitive, where they were asked for.
    pub clocks: Vec<[u64; 2]>,
}

impl Answers {
    /// Calls `see` with the hash and the grid of everything that came out.
    pub fn each_grid(&self, mut see: impl FnMut(u64, GridBuf)) {
        let mut words = self.grids.as_slice();
        // Three words, then four planes; a torn list ends it.
        while let [low, high, sides, ..] = *words {
            let len = 3 + 4 * (sides & 0xff) as usize;
            let Some(grid) = words.get(2..len).and_then(unpack) else {
                return;
            };
            see(((high as u64) << 32 | low as u64) >> 5, grid);
            words = &words[len..];
        }
    }
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
            first_item: 0,
            first_chunk,
            chunks,
            first_sample: samples.0,
            samples: samples.1,
            most_steps: bound(limits.steps),
            most_cells: bound(limits.cells),
            unused: 0,
            first_outcome: self.outcomes,
        });
        self.outcomes += compiled.count as u64 * samples.1 as u64;
        self.compiled.push(compiled);
        self.groups.len() - 1
    }

    /// The groups with their work items numbered, for blocks of so many warps, and how many there
    /// are: an item is a chunk on as many samples as a block has warps.
    pub(crate) fn items(&self, warps: u32) -> (Vec<Group>, u32) {
        let mut items = 0;
        let numbered = |group: &Group| {
            let first_item = items;
            items += group.chunks * group.samples.div_ceil(warps.max(1));
            Group {
                first_item,
                ..*group
            }
        };
        let groups = self.groups.iter().map(numbered).collect();
        (groups, items)
    }

    /// The most samples of a group.
    pub(crate) fn most_samples(&self) -> u32 {
        self.groups
            .iter()
            .map(|group| group.samples)
            .max()
            .unwrap_or(0)
    }

    /// Entries of the table of grids, a power of two, and words for the grids.
    pub(crate) fn room_for_grids(&self) -> (usize, usize) {
        if !self.keep_grids {
            return (1, 0);
        }
        let outcomes = self.outcomes as usize;
        // The largest grid takes 131 words, but most are small, and many are equal.
        let words = (outcomes * 131).min((1 << 22) + outcomes * 40);
        (
            (2 * outcomes + 16).next_power_of_two(),
            words.min(u32::MAX as usize / 2),
        )
    }

    /// Where the outcome of a candidate of a group on a sample is.
    pub fn place(&self, group: usize, candidate: usize, sample: usize) -> usize {
        let of = &self.groups[group];
        let result = self.compiled[group].results[candidate];
        of.first_outcome as usize + result as usize * of.samples as usize + sample
    }
}
