//! The colours of a grid, each as rows of bits.
//!
//! In: a grid that words can hold. Out: a plane of bits for every colour that occurs.

use super::planes::{color_plane, palette};
use super::{Color, Grid, Object};
use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

/// The cells of one colour.
pub(crate) struct ColorPlane<'a> {
    /// The colour.
    pub color: Color,
    /// How many cells there are.
    pub count: u32,
    /// A word a row of the grid.
    pub rows: &'a mut [u64],
}

/// A plane of bits for every colour of a grid.
pub(crate) struct ColorPlanes<'a> {
    /// The planes, ascending by colour.
    pub planes: &'a mut [ColorPlane<'a>],
}

impl<'a> ColorPlanes<'a> {
    /// The colours of a grid of at most 64 columns; none if it has more than an object can have.
    pub fn new(arena: &'a Bump, grid: Grid) -> Option<Self> {
        let mut planes: BumpVec<ColorPlane> = BumpVec::with_capacity_in(Object::MAX_COLORS, arena);
        for color in palette(grid) {
            if planes.len() == Object::MAX_COLORS {
                return None;
            }
            let (rows, count) = color_plane(arena, grid, color);
            planes.push(ColorPlane { color, count, rows });
        }
        Some(Self {
            planes: planes.into_bump_slice_mut(),
        })
    }

    /// The commonest colour, the smallest on ties; none of no cells.
    pub fn most_color(&self) -> Option<Color> {
        let (mut best, mut most) = (None, 0);
        for plane in self.planes.iter() {
            if plane.count > most {
                (best, most) = (Some(plane.color), plane.count);
            }
        }
        best
    }

    /// The colours with the rows of their planes, ascending.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Color, &[u64])> + Clone {
        self.planes.iter().map(|plane| (plane.color, &*plane.rows))
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
