//! The target of a search: the outputs, as value ids and as bit masks by colour.
//!
//! Proposers compare states with the target by masks, so masks are dense: as many whole rows in a word
//! as fit. A grid with ten columns has six rows in a word.

use crate::batt::ValueId;
use crate::dsl::Value;
use crate::grid::bitplanes::same;
use crate::grid::{Cells, Color, Grid, low_bits};
use crate::search::bank::{Bank, StateId};
use crate::task::Task;
use std::ops::Range;

/// Colours of a grid.
pub(super) const COLORS: usize = 10;

/// One bit per cell of all outputs. The words of all demonstrations are concatenated; no word has rows
/// of two demonstrations.
pub(super) type Mask = Vec<u64>;

/// The position of a row in a mask.
#[derive(Clone, Copy)]
struct Place {
    word: usize,
    shift: u32,
}

/// The positions of the rows of each grid, and the number of words of a mask.
fn places(sizes: &[(usize, usize)]) -> (Vec<Vec<Place>>, usize) {
    let mut words = 0;
    let mut places = Vec::new();
    for &(height, width) in sizes {
        let in_a_word = (64 / width.max(1)).max(1);
        let place = |i: usize| Place {
            word: words + i / in_a_word,
            shift: (i % in_a_word * width) as u32,
        };
        places.push((0..height).map(place).collect());
        words += height.div_ceil(in_a_word);
    }
    (places, words)
}

/// The outputs of a task.
pub(super) struct Target<'a> {
    /// The outputs.
    pub outputs: Vec<Grid<'a>>,
    /// The value ids of the outputs.
    pub ids: Vec<ValueId>,
    /// Height and width of the outputs.
    pub sizes: Vec<(usize, usize)>,
    /// The positions of the rows of each output.
    places: Vec<Vec<Place>>,
    /// The words of each output.
    words: Vec<Range<usize>>,
    /// The cells of the outputs by colour.
    pub planes: Vec<Mask>,
    /// The cells of the inputs by colour, if all outputs have the size of their inputs.
    pub input_planes: Option<Vec<Mask>>,
    /// The colours that occur in outputs.
    pub output_colors: Vec<usize>,
    /// The colours that occur in inputs.
    pub input_colors: Vec<usize>,
    /// All cells.
    pub all: Mask,
}

/// The cells of grids by colour.
fn planes(grids: &[Grid], places: &[Vec<Place>], words: usize) -> Vec<Mask> {
    let mut planes = vec![vec![0; words]; COLORS];
    for (grid, places) in grids.iter().zip(places) {
        for (row, place) in grid.rows().zip(places) {
            for (j, &color) in row.iter().enumerate() {
                planes[color as usize][place.word] |= 1 << (place.shift + j as u32);
            }
        }
    }
    planes
}

impl<'a> Target<'a> {
    /// The outputs of a task.
    pub fn new(bank: &mut Bank<'a>, task: &'a Task) -> Self {
        let outputs: Vec<Grid<'a>> = task.train.iter().map(|pair| pair.output.view()).collect();
        let inputs: Vec<Grid<'a>> = task.train.iter().map(|pair| pair.input.view()).collect();
        let sizes: Vec<_> = outputs.iter().map(|g| (g.height(), g.width())).collect();
        let (places, len) = places(&sizes);
        let mut all = vec![0; len];
        let mut words = Vec::new();
        for (rows, &(_, width)) in places.iter().zip(&sizes) {
            for place in rows {
                all[place.word] |= low_bits(width as u32) << place.shift;
            }
            let start = rows.first().map_or(0, |place| place.word);
            words.push(start..rows.last().map_or(start, |place| place.word + 1));
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
        let occurring = |grids: &[Grid]| {
            let occurs = |color: &usize| {
                let mut cells = grids.iter().flat_map(|grid| grid.cells());
                cells.any(|&cell| cell as usize == *color)
            };
            (0..COLORS).filter(occurs).collect()
        };
        Self {
            ids,
            output_colors: occurring(&outputs),
            input_colors: occurring(&inputs),
            planes: planes(&outputs, &places, len),
            input_planes: same.then(|| planes(&inputs, &places, len)),
            sizes,
            places,
            words,
            all,
            outputs,
        }
    }

    /// Whether a state is a grid of the size of the output on every demonstration.
    fn fits(&self, bank: &Bank, state: StateId) -> bool {
        self.sizes
            .iter()
            .enumerate()
            .all(|(demo, &(height, width))| {
                let value = bank.value(state, demo);
                matches!(value, Value::Grid(g) if g.height() == height && g.width() == width)
            })
    }

    /// The wrong cells of a grid; none if it has another size on a demonstration.
    pub fn wrong(&self, bank: &Bank, state: StateId) -> Option<Mask> {
        let mut wrong = vec![0; self.all.len()];
        self.mark_wrong(bank, state, &mut wrong).then_some(wrong)
    }

    /// Writes the wrong cells of a grid to `wrong`. Returns false if it has another size on a
    /// demonstration.
    pub fn mark_wrong(&self, bank: &Bank, state: StateId, wrong: &mut [u64]) -> bool {
        if !self.fits(bank, state) {
            return false;
        }
        wrong.fill(0);
        for (demo, wanted) in self.outputs.iter().enumerate() {
            let Value::Grid(grid) = bank.value(state, demo) else {
                return false;
            };
            self.note(demo, grid, wrong, |i, row| !same(row, wanted.row(i)));
        }
        true
    }

    /// Adds cells of a grid of the size of an output: `bits` returns those of a row.
    pub fn note(
        &self,
        demo: usize,
        grid: &Grid,
        mask: &mut [u64],
        bits: impl Fn(usize, &[Color]) -> u64,
    ) {
        let inside = low_bits(grid.width() as u32);
        for (i, (row, place)) in grid.rows().zip(&self.places[demo]).enumerate() {
            mask[place.word] |= (bits(i, row) & inside) << place.shift;
        }
    }

    /// The rows of a patch shifted by an offset: words of a mask and bits in them, without the cells
    /// outside the output.
    #[inline]
    pub fn placed<'g>(
        &'g self,
        demo: usize,
        cells: &Cells<'g>,
        (down, right): (i32, i32),
    ) -> impl Iterator<Item = (usize, u64)> + 'g {
        let (height, width) = self.sizes[demo];
        let top = i64::from(cells.top) + i64::from(down);
        let left = i64::from(cells.left) + i64::from(right);
        let above = usize::try_from(-top).unwrap_or(0).min(cells.rows.len());
        let first = usize::try_from(top).unwrap_or(0).min(height);
        let rows = &cells.rows[above..];
        // Shift all rows to the right, or to the left.
        let (rows, right, left) = match left {
            0..64 => (rows, left, 0),
            -63..0 => (rows, 0, -left),
            _ => (&[][..], 0, 0),
        };
        let places = &self.places[demo][first..];
        let inside = low_bits(width as u32);
        (rows.iter().zip(places)).map(move |(&row, place)| {
            let bits = (row << right >> left) & inside;
            (place.word, bits << place.shift)
        })
    }

    /// Adds the cells of a patch on a demonstration, without those outside the output.
    pub fn lay(&self, demo: usize, cells: &Cells, mask: &mut [u64]) {
        for (word, bits) in self.placed(demo, cells, (0, 0)) {
            mask[word] |= bits;
        }
    }

    /// Writes the cells of a patch or an object on all demonstrations to `mask`.
    pub fn cells_of(&self, bank: &Bank, state: StateId, mask: &mut [u64]) {
        mask.fill(0);
        for demo in 0..bank.train {
            match bank.value(state, demo) {
                Value::Indices(cells) => self.lay(demo, cells, mask),
                Value::Object(object) => self.lay(demo, &object.shape, mask),
                _ => {}
            }
        }
    }

    /// The words of a demonstration in a mask.
    pub fn words(&self, demo: usize) -> Range<usize> {
        self.words[demo].clone()
    }

    /// The one colour of an output under a mask; none if the mask is empty there. An error if there
    /// are several colours.
    pub fn color_under(&self, demo: usize, mask: &[u64]) -> Result<Option<u8>, ()> {
        let words = self.words(demo);
        let Some(first) = words.clone().find(|&word| mask[word] != 0) else {
            return Ok(None);
        };
        let lowest = mask[first] & mask[first].wrapping_neg();
        let color = (0..COLORS)
            .find(|&color| self.planes[color][first] & lowest != 0)
            .ok_or(())?;
        let plane = &self.planes[color];
        match words.into_iter().all(|word| mask[word] & !plane[word] == 0) {
            true => Ok(Some(color as u8)),
            false => Err(()),
        }
    }
}

/// The number of cells of a mask.
pub(super) fn count(mask: &[u64]) -> u32 {
    mask.iter().map(|word| word.count_ones()).sum()
}

/// The number of cells that two masks share.
pub(super) fn common(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum()
}

/// Whether two masks share a cell.
pub(super) fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::test_tasks::task_of;
    use bumpalo::Bump;

    #[test]
    fn rows_share_words_and_cells_outside_are_dropped() {
        let wide = ["0123456789"; 7];
        let task = task_of(&[(&wide, &wide), (&["55"], &["55"])]);
        let arena = Bump::new();
        let mut bank = Bank::new(&arena, &task);
        let target = Target::new(&mut bank, &task);
        assert_eq!(target.all.len(), 3, "six rows, one row, another grid");
        assert_eq!((target.words(0), target.words(1)), (0..2, 2..3));
        assert_eq!(count(&target.all), 72);
        assert!(target.planes.iter().all(|plane| count(&plane[..2]) == 7));
        // Two rows of three cells.
        let rows = [0b111, 0b111];
        let cells = Cells {
            top: 0,
            left: 0,
            width: 3,
            count: 6,
            rows: &rows,
        };
        let laid = |offset| {
            let mut mask = vec![0; target.all.len()];
            for (word, bits) in target.placed(0, &cells, offset) {
                mask[word] |= bits;
            }
            mask
        };
        assert_eq!(laid((0, 1)), [0b1110 | 0b1110 << 10, 0, 0]);
        assert_eq!(laid((5, 0)), [0b111 << 50, 0b111, 0], "in two words");
        assert_eq!(laid((-1, -2)), [0b1, 0, 0], "one cell is inside");
        assert_eq!(laid((6, 9)), [0, 1 << 9, 0]);
        for outside in [(7, 0), (-2, 0), (0, 10), (0, -3), (i32::MIN, i32::MAX)] {
            assert_eq!(laid(outside), [0; 3]);
        }
    }
}
