//! What a search is after: the outputs, as numbers of values and as one bit a cell and colour.

use super::bank::{Bank, StateId};
use super::kept::ValueId;
use crate::dsl::Value;
use crate::grid::{Cells, Grid};
use crate::task::Task;

/// Colours of a grid.
pub(super) const COLORS: usize = 10;

/// Bits for the cells of all outputs: one word a row, the rows of all demonstrations in one list.
pub(super) type Mask = Vec<u64>;

/// What a search is after.
pub(super) struct Goal<'a> {
    /// The outputs.
    pub outputs: Vec<Grid<'a>>,
    /// The numbers of the outputs.
    pub ids: Vec<ValueId>,
    /// Height and width of the outputs.
    pub sizes: Vec<(usize, usize)>,
    /// Where the rows of each output begin.
    pub starts: Vec<usize>,
    /// The cells of the outputs by colour.
    pub planes: Vec<Mask>,
    /// The cells of the inputs by colour, where all outputs are of the size of their inputs.
    pub input_planes: Option<Vec<Mask>>,
    /// All cells.
    pub all: Mask,
}

/// The cells of grids by colour.
fn planes(grids: &[Grid], starts: &[usize], rows: usize) -> Vec<Mask> {
    let mut planes = vec![vec![0; rows]; COLORS];
    for (grid, &start) in grids.iter().zip(starts) {
        for (i, row) in grid.rows().enumerate() {
            for (j, &color) in row.iter().enumerate() {
                planes[color as usize][start + i] |= 1 << j;
            }
        }
    }
    planes
}

impl<'a> Goal<'a> {
    /// The outputs of a task.
    pub fn new(bank: &mut Bank<'a>, task: &'a Task) -> Self {
        let outputs: Vec<Grid<'a>> = task.train.iter().map(|pair| pair.output.view()).collect();
        let inputs: Vec<Grid<'a>> = task.train.iter().map(|pair| pair.input.view()).collect();
        let sizes: Vec<_> = outputs.iter().map(|g| (g.height(), g.width())).collect();
        let mut starts = Vec::new();
        let mut all = Vec::new();
        for &(height, width) in &sizes {
            starts.push(all.len());
            all.extend(std::iter::repeat_n(
                crate::grid::low_bits(width as u32),
                height,
            ));
        }
        let same = inputs
            .iter()
            .map(|g| (g.height(), g.width()))
            .eq(sizes.iter().copied());
        let ids = outputs
            .iter()
            .map(|&grid| {
                let value = bank.cx.grid_value(grid);
                bank.number(value)
            })
            .collect();
        Self {
            ids,
            planes: planes(&outputs, &starts, all.len()),
            input_planes: same.then(|| planes(&inputs, &starts, all.len())),
            sizes,
            starts,
            all,
            outputs,
        }
    }

    /// Whether a state holds a grid of the right size on every demonstration.
    fn fits(&self, bank: &Bank, state: StateId) -> bool {
        self.sizes
            .iter()
            .enumerate()
            .all(|(demo, &(height, width))| {
                let value = bank.value(state, demo);
                matches!(value, Value::Grid(g) if g.height() == height && g.width() == width)
            })
    }

    /// The cells where a grid shows what it should not; none if it is not of the right size on
    /// every demonstration.
    pub fn wrong(&self, bank: &Bank, state: StateId) -> Option<Mask> {
        if !self.fits(bank, state) {
            return None;
        }
        let mut wrong = self.all.clone();
        for (demo, &start) in self.starts.iter().enumerate() {
            let Value::Grid(grid) = bank.value(state, demo) else {
                return None;
            };
            let wanted = self.outputs[demo].rows();
            for (i, (row, wanted)) in grid.rows().zip(wanted).enumerate() {
                let both = row.iter().zip(wanted).enumerate();
                let right = both.fold(0, |bits, (j, (a, b))| bits | u64::from(a == b) << j);
                wrong[start + i] &= !right;
            }
        }
        Some(wrong)
    }

    /// Adds the cells of a patch on a demonstration, those outside the output left out.
    pub fn lay(&self, demo: usize, cells: &Cells, mask: &mut [u64]) {
        let (height, _) = self.sizes[demo];
        let start = self.starts[demo];
        for i in 0..height {
            mask[start + i] |= cells.row_from(i as i32, 0) & self.all[start + i];
        }
    }

    /// The rows of a demonstration.
    pub fn rows(&self, demo: usize) -> std::ops::Range<usize> {
        let start = self.starts[demo];
        start..start + self.sizes[demo].0
    }

    /// The one colour that a demonstration's output shows under a mask; none if the mask is empty
    /// there. An error if there are several.
    pub fn color_under(&self, demo: usize, mask: &[u64]) -> Result<Option<u8>, ()> {
        let rows = self.rows(demo);
        let Some(first) = rows.clone().find(|&row| mask[row] != 0) else {
            return Ok(None);
        };
        let lowest = mask[first] & mask[first].wrapping_neg();
        let color = (0..COLORS)
            .find(|&color| self.planes[color][first] & lowest != 0)
            .ok_or(())?;
        let plane = &self.planes[color];
        match rows.into_iter().all(|row| mask[row] & !plane[row] == 0) {
            true => Ok(Some(color as u8)),
            false => Err(()),
        }
    }
}

/// How many cells a mask has.
pub(super) fn count(mask: &[u64]) -> u32 {
    mask.iter().map(|row| row.count_ones()).sum()
}

/// How many cells two masks share.
pub(super) fn common(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum()
}
