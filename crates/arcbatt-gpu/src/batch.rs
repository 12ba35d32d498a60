//! A batch of work for the kernel: groups of candidates on samples, and what comes back.

use crate::code::{Code, Compiled, Extent, Waves};
use crate::pack::{Packed, Shared, unpack};
use arcbatt::batt::{Graph, NodeId, Plan, Samples};
use arcbatt::dsl::Limits;
use arcbatt::grid::{Grid, GridBuf};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Candidates on samples; the layout of the kernel.
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
    /// Four values a sample: S, I, C and the wanted grid.
    pub(crate) samples: Vec<Packed>,
    pub(crate) groups: Vec<Group>,
    /// Of each group: the task of every sample; a sample of every task; how many each task has.
    pub(crate) lists: Vec<u32>,
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

/// What the kernel is given; the layout of `kernels/job.h`.
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

/// Words that a warp has for what finds no room; as in the kernel.
pub(crate) const SCRATCH: u32 = 1024 * 8;
/// Steps and cells of a node on the device, at most: few of the corpus come near.
const MOST_STEPS: u64 = 4_000;
const MOST_CELLS: u64 = 200_000;
/// Words of a page, of which a warp has one at a time: more than nearly every call needs.
pub(crate) const PAGE: u32 = 1 << 16;

/// What came back from a launch.
///
/// They lie where the device wrote them, and are read there: copying many outcomes takes longer
/// than the device took for them.
#[derive(Clone, Debug, Default)]
pub struct Answers<'a> {
    /// An outcome for every result on every sample, see [`Batch::place`].
    pub outcomes: &'a [u64],
    /// Steps and cells of every group, at least what the CPU would count.
    pub spent: &'a [[u64; 2]],
    /// The grids that came out, one after the other, see [`Answers::each_grid`].
    pub grids: &'a [u32],
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
    /// Clocks of warps that the device had room for while the kernel ran, where they were asked for.
    pub room: u64,
}

impl Answers<'_> {
    /// Calls `see` with the hash and the grid of everything that came out.
    pub fn each_grid(&self, mut see: impl FnMut(u64, GridBuf)) {
        let mut words = self.grids;
        // Four words, then four a row; a torn list ends it.
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

/// The bits of an outcome; the kernel declares the same in `job.h`.
pub(crate) mod outcome {
    /// The result, in the lowest four bits.
    pub const NOT_RUN: u64 = 0;
    pub const GRID: u64 = 1;
    pub const NO_GRID: u64 = 2;
    pub const FAIL: u64 = 3;
    pub const UNFIT: u64 = 4;
    /// The grid equals the wanted one.
    pub const MATCHES: u64 = 16;
    /// Above these bits is the hash.
    pub const BITS: u32 = 5;
    /// Words in front of the rows of a grid.
    pub const GRID_HEAD: usize = 4;
}

/// Whether an outcome equals the wanted grid.
pub fn matches(outcome: u64) -> bool {
    outcome & outcome::MATCHES != 0
}

/// What an outcome says.
pub fn said(outcome: u64) -> Said {
    match outcome & 15 {
        outcome::GRID => Said::Grid(outcome >> outcome::BITS),
        outcome::NO_GRID => Said::NoGrid(outcome >> outcome::BITS),
        outcome::FAIL => Said::Fail,
        outcome::UNFIT => Said::Unfit((outcome >> 8) as u8, (outcome >> 16) as u16),
        _ => Said::NotRun,
    }
}

impl Batch {
    /// Adds samples; their number within the batch. `wanted` is the grid that outputs of a sample
    /// are compared with, if there is one.
    pub fn add_samples(&mut self, samples: &Samples, wanted: &[Option<Grid>]) -> (u32, u32) {
        let s = self.shared.demonstrations(&samples.demonstrations);
        self.add_more(s, samples, wanted)
    }

    /// The demonstrations of a task, for [`Batch::add_more`].
    pub fn add_demonstrations(&mut self, samples: &Samples) -> Packed {
        self.shared.demonstrations(&samples.demonstrations)
    }

    /// Adds samples of a task whose demonstrations were added before; as [`Batch::add_samples`].
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
    ) -> usize {
        self.add_plan(&Plan::new(graph, outputs), outputs.len(), samples, limits)
    }

    /// As [`Batch::add`], where there is a plan of so many candidates already.
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

    /// The candidates of another batch on samples that were added here, without compiling them
    /// again. `None` if there are more or fewer samples, or tasks that something is computed once
    /// for, or other candidates besides.
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
        // A warp is slow by itself: what takes long is left to the CPU, while the device goes on.
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

    /// Samples with the same demonstrations are of one task. Where the lists of these samples
    /// begin, and how many tasks there are.
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

    /// The steps in waves, for a device that runs so many warps at once.
    pub(crate) fn waves(&self, width: usize) -> Arc<Waves> {
        self.code.waves(width, |group| {
            let group = &self.groups[group as usize];
            (group.samples, group.tasks)
        })
    }

    /// How many values it has.
    pub fn values(&self) -> usize {
        self.code.values
    }

    /// How many of them are kept for others to be computed: memory grows with them.
    pub fn kept(&self) -> usize {
        self.code.kept
    }

    /// Entries of the table of grids, a power of two, and words for the grids.
    pub(crate) fn room_for_grids(&self) -> (usize, usize) {
        if !self.keep_grids {
            return (1, 0);
        }
        let outcomes = self.outcomes as usize;
        // The largest grid takes 132 words, but most are small, and many are equal.
        let words = (outcomes * 132).min((1 << 22) + outcomes * 40);
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
