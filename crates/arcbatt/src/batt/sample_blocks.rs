//! Samples in blocks that run one after the other, so that the values of a run fit into memory.
//!
//! In: the samples of a task. Out: ranges of them. All tasks in use are one block. Blocks do not depend
//! on threads or on the memory of the machine, so neither do results.

use super::inputs::Samples;
use super::options::{Options, TaskLimits};
use super::probe::Probe;
use super::stats::Stats;
use std::ops::Range;
use std::time::Duration;
use web_time::Instant;

/// The most cells of the inputs of a block: 72 grids of 30x30. Some primitives return a hundred times
/// as many bytes as the grid has cells, and tens of values are alive at once.
const MAX_CELLS: usize = 1 << 16;

/// The blocks that are not run yet.
pub(super) struct SampleBlocks {
    /// The next one last.
    open: Vec<Range<usize>>,
    samples: usize,
    /// The start of the first block, if there are several.
    started: Option<Instant>,
}

impl SampleBlocks {
    /// Neighbouring samples, as many as have at most [`MAX_CELLS`]; at least one per block. No samples
    /// are one block, too.
    pub fn new(samples: &Samples) -> Self {
        let count = samples.inputs.len();
        let mut open = Vec::with_capacity(1);
        let (mut start, mut cells) = (0, 0);
        for (k, grid) in samples.inputs.iter().enumerate() {
            let more = grid.cells().len();
            if k > start && cells + more > MAX_CELLS {
                open.push(start..k);
                (start, cells) = (k, 0);
            }
            cells += more;
        }
        open.push(start..count);
        open.reverse();
        Self {
            started: (open.len() > 1).then(Instant::now),
            open,
            samples: count,
        }
    }

    /// The next block.
    pub fn next(&mut self) -> Option<Range<usize>> {
        self.open.pop()
    }

    /// Returns a block whose values take too much memory, in two halves; `false` if it has one sample.
    pub fn split(&mut self, block: &Range<usize>) -> bool {
        if block.len() < 2 {
            return false;
        }
        self.started.get_or_insert_with(Instant::now);
        let half = block.start + block.len() / 2;
        self.open.push(half..block.end);
        self.open.push(block.start..half);
        true
    }

    /// The limits of a block after so much work. The budget of the task is for all samples: each block
    /// may use its part, and what those before left.
    pub fn limits<P: Probe>(
        &self,
        block: &Range<usize>,
        options: &Options<P>,
        done: &Stats,
    ) -> TaskLimits {
        let limits = options.limits;
        let Some(started) = self.started else {
            return limits;
        };
        let part = |all: u64| match block.end == self.samples {
            true => all,
            false => (u128::from(all) * block.end as u128 / self.samples as u128) as u64,
        };
        let given_time = limits.given.time;
        let given_time = given_time.saturating_mul(options.given_runs(block.start));
        let time: Duration = limits.time.saturating_add(given_time);
        TaskLimits {
            steps: part(limits.steps).saturating_sub(done.spent.steps),
            cells: part(limits.cells).saturating_sub(done.spent.cells),
            time: time.saturating_sub(started.elapsed()),
            ..limits
        }
    }
}

impl<'t> Samples<'t> {
    /// The samples of a block.
    pub(super) fn block(&self, block: Range<usize>) -> Self {
        Self {
            demonstrations: self.demonstrations.clone(),
            inputs: self.inputs[block.clone()].to_vec(),
            compared: self.compared[block].to_vec(),
        }
    }
}
