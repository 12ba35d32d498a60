//! A grid as one bit plane per colour.

use super::bitplanes::color_plane;
use super::color_counts::palette;
use super::simd::small_colors;
use super::{Color, Grid, Object, low_bits};
use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

/// The cells of one colour.
pub(crate) struct ColorPlane<'a> {
    /// The colour.
    pub color: Color,
    /// Number of cells.
    pub count: u32,
    /// One word per row of the grid.
    pub rows: &'a mut [u64],
}

/// The bit planes of all colours of a grid.
pub(crate) struct ColorPlanes<'a> {
    /// The planes, ascending by colour.
    pub planes: &'a mut [ColorPlane<'a>],
}

impl<'a> ColorPlanes<'a> {
    /// The planes of a grid of at most 64 columns; `None` above [`Object::MAX_COLORS`] colours.
    pub fn new(arena: &'a Bump, grid: Grid) -> Option<Self> {
        let mut planes: BumpVec<ColorPlane> = BumpVec::with_capacity_in(Object::MAX_COLORS, arena);
        let plane = |color| {
            let (rows, count) = color_plane(arena, grid, color);
            ColorPlane { color, count, rows }
        };
        if let Some(mut colors) = small_colors(grid.cells()) {
            while !colors.is_power_of_two() {
                planes.push(plane(colors.trailing_zeros() as Color));
                colors &= colors - 1;
            }
            let last = rest(arena, grid, &planes, colors.trailing_zeros() as Color);
            planes.push(last);
        } else {
            for color in palette(grid) {
                if planes.len() == Object::MAX_COLORS {
                    return None;
                }
                planes.push(plane(color));
            }
        }
        Some(Self {
            planes: planes.into_bump_slice_mut(),
        })
    }

    /// The most common colour, the smallest on ties; `None` if there are no cells.
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

/// The plane of the last colour: the cells that have none of the others.
#[inline]
fn rest<'a>(arena: &'a Bump, grid: Grid, others: &[ColorPlane], color: Color) -> ColorPlane<'a> {
    let rows = arena.alloc_slice_fill_copy(grid.height(), low_bits(grid.width() as u32));
    let mut count = grid.cells().len() as u32;
    for other in others {
        count -= other.count;
        for (row, other) in rows.iter_mut().zip(&*other.rows) {
            *row ^= other;
        }
    }
    ColorPlane { color, count, rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_hold_the_cells_of_their_colour() {
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
