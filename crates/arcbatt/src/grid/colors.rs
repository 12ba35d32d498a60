//! The colours of a grid, each as rows of bits.
//!
//! In: a grid that words can hold. Out: a plane of bits for every colour that occurs.

use super::planes::color_rows;
use super::{Color, Grid, Object, low_bits};
use bumpalo::Bump;

/// A plane of bits for every colour of a grid.
pub(crate) struct ColorPlanes<'a> {
    /// The colours with the rows of their planes, ascending.
    planes: &'a [(Color, &'a [u64])],
}

impl<'a> ColorPlanes<'a> {
    /// The colours of a grid of at most 64 columns; none if it has more than an object can have.
    pub fn new(arena: &'a Bump, grid: Grid) -> Option<Self> {
        let left = arena.alloc_slice_fill_copy(grid.height(), low_bits(grid.width() as u32));
        let (mut planes, mut count) = ([(0, &[][..]); Object::MAX_COLORS], 0);
        for r in 0..left.len() {
            while left[r] != 0 {
                let color = grid.row(r)[left[r].trailing_zeros() as usize];
                let plane = arena.alloc_slice_fill_copy(left.len(), 0);
                // None of it is above.
                let rows = color_rows(grid, r, color);
                for ((plane, left), row) in plane[r..].iter_mut().zip(&mut left[r..]).zip(rows) {
                    *plane = row;
                    *left &= !row;
                }
                *planes.get_mut(count)? = (color, plane);
                count += 1;
            }
        }
        let planes = arena.alloc_slice_copy(&planes[..count]);
        planes.sort_unstable_by_key(|&(color, _)| color);
        Some(Self { planes })
    }

    /// The colours with the rows of their planes, ascending.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Color, &'a [u64])> + Clone {
        self.planes.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_has_its_cells() {
        let arena = Bump::new();
        for (height, width) in [(1, 1), (3, 3), (13, 13), (20, 31), (5, 64), (128, 2)] {
            let cells: Vec<Color> = (0..height * width)
                .map(|k| (k * k % 31 % 7) as Color)
                .collect();
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
