//! The colours of a grid, each as rows of bits.
//!
//! In: a grid that words can hold. Out: a plane of bits for every colour that occurs.

use super::planes::color_rows;
use super::{Color, Grid, Object, low_bits};
use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

/// A plane of bits for every colour of a grid.
pub(crate) struct ColorPlanes<'a> {
    height: usize,
    /// The planes, one after the other, in the order in which their colours first occur.
    rows: BumpVec<'a, u64>,
    /// The colours, ascending, and which plane is theirs.
    colors: [(Color, u8); Object::MAX_COLORS],
    count: usize,
}

impl<'a> ColorPlanes<'a> {
    /// The colours of a grid of at most 64 columns; none if it has more than an object can have.
    pub fn new(arena: &'a Bump, grid: Grid) -> Option<Self> {
        let height = grid.height();
        let left = arena.alloc_slice_fill_copy(height, low_bits(grid.width() as u32));
        let mut planes = Self {
            height,
            rows: BumpVec::with_capacity_in(4 * height, arena),
            colors: [(0, 0); Object::MAX_COLORS],
            count: 0,
        };
        for r in 0..height {
            while left[r] != 0 {
                let color = grid.row(r)[left[r].trailing_zeros() as usize];
                if planes.count == Object::MAX_COLORS {
                    return None;
                }
                planes.colors[planes.count] = (color, planes.count as u8);
                planes.count += 1;
                let rows = color_rows(grid, color).zip(left.iter_mut());
                planes.rows.extend(rows.map(|(row, left)| {
                    *left &= !row;
                    row
                }));
            }
        }
        planes.colors[..planes.count].sort_unstable();
        Some(planes)
    }

    /// The colours with the rows of their planes, ascending.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Color, &[u64])> + Clone {
        let colors = self.colors[..self.count].iter();
        colors.map(|&(c, k)| (c, &self.rows[k as usize * self.height..][..self.height]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_has_its_cells() {
        let arena = Bump::new();
        for (height, width) in [(1, 1), (3, 3), (13, 13), (20, 31), (5, 64), (128, 2)] {
            let cells: Vec<Color> = (0..height * width).map(|k| (k * k % 31 % 7) as Color).collect();
            let grid = Grid::new(height, width, &cells);
            let planes = ColorPlanes::new(&arena, grid).expect("few colours");
            let mut seen = 0;
            for (c, rows) in planes.iter() {
                assert_eq!(rows.len(), height);
                for (r, row) in rows.iter().enumerate() {
                    for j in 0..64 {
                        let is = j < width && grid.row(r)[j] == c;
                        assert_eq!(row >> j & 1 == 1, is);
                        seen += is as usize;
                    }
                }
            }
            assert_eq!(seen, height * width);
            assert!(planes.iter().map(|(c, _)| c).is_sorted_by(|a, b| a < b));
        }
        let cells: Vec<Color> = (0..17).collect();
        assert!(ColorPlanes::new(&arena, Grid::new(1, 17, &cells)).is_none());
    }
}
