//! A batch of work for one launch: groups of candidates on samples, and their outcomes.

use crate::code::{Code, Compiled, Extent, Waves};
use crate::pack::{Packed, Shared, unpack};
use arcbatt::batt::{Graph, NodeId, Plan, Samples};
use arcbatt::dsl::Limits;
use arcbatt::grid::{Grid, GridBuf};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Candidates on samples; same layout as in `kernels/job.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Group {
    pub(crate) first_sample: u32,
    pub(crate) samples: u32,
    pub(crate) tasks: u32,
    pub(crate) lists: u32,
    pub(crate) most_steps: u32,
    pub(crate) most_cells: u32,
    pub(crate) unused: [u32; 2],
    pub(crate) first_outcome: u64,
}

/// Work for one launch of the kernel.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub(crate) code: Arc<Code>,
    pub(crate) shared: Shared,
    /// Four values per sample: S, I, C and the expected grid.
    pub(crate) samples: Vec<Packed>,
    pub(crate) groups: Vec<Group>,
    /// Per group: the task of every sample, a sample of every task, the samples per task.
    pub(crate) lists: Vec<u32>,
    /// The results of the candidates of each group.
    pub compiled: Vec<Compiled>,
    pub(crate) outcomes: u64,
    /// Whether the resulting grids are returned.
    pub keep_grids: bool,
    /// Whether to hash values other than grids, too; for tests.
    pub test: bool,
    /// Whether the device counts clock cycles per primitive.
    pub clocks: bool,
}

/// The arguments of the kernel; same layout as in `kernels/job.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Job {
    pub steps: u64,
    pub first_items: u64,
    pub waves: u64,
    pub leaves: u64,
    pub samples: u64,
    pub lists: u64,
    pub groups: u64,
    pub outcomes: u64,
    pub values: u64,
    pub arena: u64,
    pub pages: u64,
    pub page: u64,
    pub next: u64,
    pub spent: u64,
    pub keys: u64,
    pub grids: u64,
    pub used: u64,
    pub clocks: u64,
    pub scratch: u32,
    pub page_words: u32,
    pub pages_count: u32,
    pub table_mask: u32,
    pub grids_size: u32,
    pub test: u32,
    pub waves_count: u32,
    pub first_scratch: u32,
    pub leaves_count: u32,
    pub samples_count: u32,
}

/// Words of scratch memory per warp, for allocations that find no room; as in the kernel.
pub(crate) const SCRATCH: u32 = 1024 * 8;
/// Limits of a node on the device, in steps and cells; few nodes come near.
const MOST_STEPS: u64 = 4_000;
const MOST_CELLS: u64 = 200_000;
/// Words of a page. A warp has one page at a time; nearly every call needs less.
pub(crate) const PAGE: u32 = 1 << 16;

/// The results of a launch.
///
/// They borrow the memory that the device wrote: copying many outcomes would take longer than
/// computing them.
#[derive(Clone, Debug, Default)]
pub struct Answers<'a> {
    /// An outcome for every result on every sample, see [`Batch::place`].
    pub outcomes: &'a [u64],
    /// Steps and cells of every group; never less than the CPU would count.
    pub spent: &'a [[u64; 2]],
    /// The resulting grids, concatenated; see [`Answers::each_grid`].
    pub grids: &'a [u32],
    /// Times of the launch, and other counters.
    pub times: Times,
}

/// The times of a launch.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// Seconds of copying to the device.
    pub up: f64,
    /// Seconds of the kernel.
    pub kernel: f64,
    /// Seconds of copying back.
    pub down: f64,
    /// Bytes copied to the device and back.
    pub bytes: (u64, u64),
    /// Clock cycles and calls by the number of the primitive, if counted.
    pub clocks: Vec<[u64; 2]>,
    /// Clock cycles that all warps of the device had while the kernel ran, if counted.
    pub warp_cycles: u64,
}

impl Answers<'_> {
    /// Calls `see` with the hash and the grid of each result.
    pub fn each_grid(&self, mut see: impl FnMut(u64, GridBuf)) {
        let mut words = self.grids;
        // A head of four words, then four words per row; a truncated list ends it.
        while let [low, high, sides, ..] = *words {
            let len = outcome::GRID_HEAD + 4 * (sides & 0xff) as usize;
            let Some(grid) = words.get(2..len).and_then(unpack) else {
                return;
            };
            see(((high as u64) << 32 | low as u64) >> outcome::BITS, grid);
            words = &words[len..];
        }
    }
}

/// A decoded outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceOutcome {
    /// A grid of colours, by its hash.
    Grid(u64),
    /// A value that is not a grid of colours, by its hash.
    NoGrid(u64),
    /// The program fails.
    Fail,
    /// The device cannot compute it: the reason and the number of the primitive.
    Unfit(u8, u16),
    /// Not run.
    NotRun,
}

/// The bits of an outcome; the kernel declares the same in `job.h`.
pub(crate) mod outcome {
    /// The result, in the lowest four bits.
    pub const NOT_RUN: u64 = 0;
    pub const GRID: u64 = 1;
    pub const NO_GRID: u64 = 2;
    pub const FAIL: u64 = 3;
    pub const UNFIT: u64 = 4;
    /// The grid equals the expected one.
    pub const MATCHES: u64 = 16;
    /// Above these bits is the hash.
    pub const BITS: u32 = 5;
    /// Words in front of the rows of a grid.
    pub const GRID_HEAD: usize = 4;
}

/// Whether the outcome equals the expected grid.
pub fn matches(outcome: u64) -> bool {
    outcome & outcome::MATCHES != 0
}

/// Decodes an outcome.
pub fn decode(outcome: u64) -> DeviceOutcome {
    match outcome & 15 {
        outcome::GRID => DeviceOutcome::Grid(outcome >> outcome::BITS),
        outcome::NO_GRID => DeviceOutcome::NoGrid(outcome >> outcome::BITS),
        outcome::FAIL => DeviceOutcome::Fail,
        outcome::UNFIT => DeviceOutcome::Unfit((outcome >> 8) as u8, (outcome >> 16) as u16),
        _ => DeviceOutcome::NotRun,
    }
}

impl Batch {
    /// Adds samples and returns their range: first and count. `wanted` has the expected grid of each
    /// sample, if known.
    pub fn add_samples(&mut self, samples: &Samples, wanted: &[Option<Grid>]) -> (u32, u32) {
        let s = self.shared.demonstrations(&samples.demonstrations);
        self.add_more(s, samples, wanted)
    }

    /// Adds the demonstrations of a task, for [`Batch::add_more`].
    pub fn add_demonstrations(&mut self, samples: &Samples) -> Packed {
        self.shared.demonstrations(&samples.demonstrations)
    }

    /// As [`Batch::add_samples`], for a task whose demonstrations were added before.
    pub fn add_more(
        &mut self,
        s: Packed,
        samples: &Samples,
        wanted: &[Option<Grid>],
    ) -> (u32, u32) {
        let first = (self.samples.len() / 4) as u32;
        let grids = samples.inputs.iter().zip(&samples.compared);
        for (k, (&i, &c)) in grids.enumerate() {
            let i = self.shared.grid(i);
            // For solvers C is I.
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

    /// Adds a group of candidates on samples that were added before. Returns its number.
    pub fn add(
        &mut self,
        graph: &Graph,
        outputs: &[NodeId],
        samples: (u32, u32),
        limits: &Limits,
    ) -> usize {
        self.add_plan(&Plan::new(graph, outputs), outputs.len(), samples, limits)
    }

    /// As [`Batch::add`], from an existing plan of `candidates` candidates.
    pub fn add_plan(
        &mut self,
        plan: &Plan,
        candidates: usize,
        samples: (u32, u32),
        limits: &Limits,
    ) -> usize {
        let (lists, tasks) = self.add_lists(samples);
        let extent = Extent {
            group: self.groups.len() as u32,
            samples: samples.1,
            tasks,
        };
        let compiled = Arc::make_mut(&mut self.code).add(plan, candidates, extent);
        self.add_group(samples, (lists, tasks), limits, compiled)
    }

    /// Reuses the compiled candidates of another batch for samples of this one. `None` if this batch
    /// has candidates, or if the number of samples, or of tasks where it matters, differs.
    pub fn add_as(&mut self, like: &Batch, samples: (u32, u32), limits: &Limits) -> Option<usize> {
        let ([group], [compiled]) = (&*like.groups, &*like.compiled) else {
            return None;
        };
        if !self.groups.is_empty() || group.samples != samples.1 {
            return None;
        }
        let (lists, tasks) = self.add_lists(samples);
        if like.code.by_task && group.tasks != tasks {
            self.lists.truncate(lists as usize);
            return None;
        }
        self.code = like.code.clone();
        Some(self.add_group(samples, (lists, tasks), limits, compiled.clone()))
    }

    fn add_group(
        &mut self,
        samples: (u32, u32),
        (lists, tasks): (u32, u32),
        limits: &Limits,
        compiled: Compiled,
    ) -> usize {
        // A single warp is slow: long computations are left to the CPU.
        let bound = |limit: u64, most: u64| limit.min(most) as u32;
        self.groups.push(Group {
            first_sample: samples.0,
            samples: samples.1,
            tasks,
            lists,
            most_steps: bound(limits.steps, MOST_STEPS),
            most_cells: bound(limits.cells, MOST_CELLS),
            first_outcome: self.outcomes,
            ..Group::default()
        });
        self.outcomes += compiled.count as u64 * samples.1 as u64;
        self.compiled.push(compiled);
        self.groups.len() - 1
    }

    /// Adds the lists of a group: samples with the same demonstrations belong to one task. Returns
    /// the offset of the lists and the number of tasks.
    fn add_lists(&mut self, (first, count): (u32, u32)) -> (u32, u32) {
        let begin = self.lists.len() as u32;
        let mut numbers: FxHashMap<[i32; 8], u32> = FxHashMap::default();
        let (mut sample_of, mut members) = (Vec::new(), Vec::new());
        for k in 0..count {
            let s = self.samples[4 * (first + k) as usize];
            let task = *numbers.entry(s.0).or_insert_with(|| {
                sample_of.push(k);
                members.push(0);
                members.len() as u32 - 1
            });
            members[task as usize] += 1;
            self.lists.push(task);
        }
        self.lists.extend(&sample_of);
        self.lists.extend(&members);
        (begin, members.len() as u32)
    }

    /// The steps in waves, for a device that runs `width` warps at once.
    pub(crate) fn waves(&self, width: usize) -> Arc<Waves> {
        self.code.waves(width, |group| {
            let group = &self.groups[group as usize];
            (group.samples, group.tasks)
        })
    }

    /// The number of values.
    pub fn values(&self) -> usize {
        self.code.values
    }

    /// The number of values that other steps need; memory grows with it.
    pub fn kept(&self) -> usize {
        self.code.kept
    }

    /// The capacity for resulting grids: entries of the hash table, a power of two, and words.
    pub(crate) fn room_for_grids(&self) -> (usize, usize) {
        if !self.keep_grids {
            return (1, 0);
        }
        let outcomes = self.outcomes as usize;
        // The largest grid takes 132 words, but most are smaller and many are equal.
        let words = (outcomes * 132).min((1 << 22) + outcomes * 40);
        (
            (2 * outcomes + 16).next_power_of_two(),
            words.min(u32::MAX as usize / 2),
        )
    }

    /// The index of the outcome of a candidate of a group on a sample.
    pub fn place(&self, group: usize, candidate: usize, sample: usize) -> usize {
        let of = &self.groups[group];
        let result = self.compiled[group].results[candidate];
        of.first_outcome as usize + result as usize * of.samples as usize + sample
    }
}
