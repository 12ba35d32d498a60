//! An object: a set of coloured cells, one bit plane per colour.

use super::{Cells, Color};
use std::hash::{Hash, Hasher};

/// All colours, ascending: objects of one colour borrow their list of colours from here.
static EACH_COLOR: [Color; 256] = {
    let mut colors = [0; 256];
    let mut k = 0;
    while k < 256 {
        colors[k] = (k as i32 + Color::MIN as i32) as Color;
        k += 1;
    }
    colors
};

/// A set of coloured cells.
///
/// Each plane has the rows of `shape`'s bounding box. The same cell may occur with two colours. An
/// object of one colour shares its rows with `shape`, so converting between the two is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object<'a> {
    /// The cells, whatever their colour.
    pub shape: Cells<'a>,
    /// Number of coloured cells: exceeds `shape.count` if a cell has two colours.
    pub count: u32,
    /// The colours, ascending; at most [`Object::MAX_COLORS`].
    pub colors: &'a [Color],
    /// One plane per colour.
    pub planes: &'a [u64],
}

impl Hash for Object<'_> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The planes determine the shape and the counts.
        self.shape.hash_box(state);
        self.colors.hash(state);
        u64::hash_slice(self.planes, state);
    }
}

impl<'a> Object<'a> {
    /// The most colours; an object of more is a sorted list.
    pub const MAX_COLORS: usize = 16;

    /// The list of one colour.
    #[inline]
    pub fn only(color: Color) -> &'static [Color] {
        let k = (color as i32 - Color::MIN as i32) as usize;
        &EACH_COLOR[k..k + 1]
    }

    /// The rows of the `k`-th colour.
    #[inline]
    pub fn plane(&self, k: usize) -> &'a [u64] {
        let h = self.shape.height();
        &self.planes[k * h..(k + 1) * h]
    }

    /// The cells of the `k`-th colour, with the bounding box and the count of the whole shape.
    #[inline]
    pub fn cells_of(&self, k: usize) -> Cells<'a> {
        Cells {
            rows: self.plane(k),
            ..self.shape
        }
    }

    /// The colours with their planes, ascending.
    pub fn planes(&self) -> impl ExactSizeIterator<Item = (Color, &'a [u64])> + use<'a> {
        // Copying three fields is faster than copying the object.
        let (colors, planes, h) = (self.colors, self.planes, self.shape.height());
        (0..colors.len()).map(move |k| (colors[k], &planes[k * h..(k + 1) * h]))
    }

    /// The coloured cells in canonical order: by colour, row, column.
    pub fn iter(&self) -> impl Iterator<Item = (Color, i32, i32)> + use<'a> {
        let this = *self;
        (0..this.colors.len()).flat_map(move |k| {
            let cells = this.cells_of(k).iter();
            cells.map(move |(i, j)| (this.colors[k], i, j))
        })
    }

    /// Number of cells of the `k`-th colour.
    pub fn count_of(&self, k: usize) -> u32 {
        self.plane(k).iter().map(|row| row.count_ones()).sum()
    }
}
