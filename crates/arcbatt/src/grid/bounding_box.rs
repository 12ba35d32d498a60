//! The bounding box of cells.

use super::Cells;

/// A bounding box: rows `top` to `bottom`, columns `left` to `right`, both ends inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundingBox {
    /// The first row.
    pub top: i32,
    /// The first column.
    pub left: i32,
    /// The last row.
    pub bottom: i32,
    /// The last column.
    pub right: i32,
}

impl BoundingBox {
    /// The box of no cells: its union with any box is that box.
    pub const EMPTY: Self = Self {
        top: i32::MAX,
        left: i32::MAX,
        bottom: i32::MIN,
        right: i32::MIN,
    };

    /// The box of the given cells; `None` if there are none.
    pub fn around(mut cells: impl Iterator<Item = (i32, i32)>) -> Option<Self> {
        let (i, j) = cells.next()?;
        let mut bounds = Self::EMPTY;
        bounds.add(i, j);
        cells.for_each(|(i, j)| bounds.add(i, j));
        Some(bounds)
    }

    /// Extends the box to a cell.
    #[inline]
    pub fn add(&mut self, i: i32, j: i32) {
        self.top = self.top.min(i);
        self.left = self.left.min(j);
        self.bottom = self.bottom.max(i);
        self.right = self.right.max(j);
    }

    /// The smallest box that contains both.
    #[inline]
    pub fn union(self, other: Self) -> Self {
        Self {
            top: self.top.min(other.top),
            left: self.left.min(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.max(other.right),
        }
    }

    /// The box with its sides moved by the given numbers; `None` if one leaves the range of `i32`.
    pub fn with_sides_moved(self, top: i64, left: i64, bottom: i64, right: i64) -> Option<Self> {
        let moved = |side: i32, by: i64| i32::try_from(side as i64 + by).ok();
        Some(Self {
            top: moved(self.top, top)?,
            left: moved(self.left, left)?,
            bottom: moved(self.bottom, bottom)?,
            right: moved(self.right, right)?,
        })
    }

    /// Number of rows.
    #[inline]
    pub fn height(&self) -> i64 {
        self.bottom as i64 - self.top as i64 + 1
    }

    /// Number of columns.
    #[inline]
    pub fn width(&self) -> i64 {
        self.right as i64 - self.left as i64 + 1
    }

    /// The number of rows, if [`Cells`] can hold the box: one word per row, and not empty.
    #[inline]
    pub fn word_rows(&self) -> Option<usize> {
        let (height, width) = (self.height(), self.width());
        let fits =
            (1..=Cells::MAX_HEIGHT as i64).contains(&height) && width <= Cells::MAX_WIDTH as i64;
        fits.then_some(height as usize)
    }

    /// Number of rows between two boxes, plus one; 0 if they share a row.
    #[inline]
    pub fn row_gap(&self, other: &Self) -> i64 {
        gap((self.top, self.bottom), (other.top, other.bottom))
    }

    /// Number of columns between two boxes, plus one; 0 if they share a column.
    #[inline]
    pub fn column_gap(&self, other: &Self) -> i64 {
        gap((self.left, self.right), (other.left, other.right))
    }

    /// All cells of the box, by row, then column.
    pub fn cells(self) -> impl Iterator<Item = (i32, i32)> + Clone {
        (self.top..=self.bottom).flat_map(move |i| (self.left..=self.right).map(move |j| (i, j)))
    }
}

/// How far two ranges, both ends inclusive, are apart: 0 if they overlap.
#[inline]
fn gap(a: (i32, i32), b: (i32, i32)) -> i64 {
    let (after, before) = (b.0 as i64 - a.1 as i64, a.0 as i64 - b.1 as i64);
    after.max(before).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_hold_their_cells_and_know_their_gaps() {
        let cells = [(3, -2), (1, 4), (2, 0)];
        let bounds = BoundingBox::around(cells.into_iter()).expect("three cells");
        assert_eq!((bounds.height(), bounds.width()), (3, 7));
        assert_eq!(bounds.word_rows(), Some(3));
        assert_eq!(bounds.cells().count(), 21);
        assert_eq!(BoundingBox::EMPTY.union(bounds), bounds);
        assert_eq!(BoundingBox::EMPTY.word_rows(), None);
        let below = bounds.with_sides_moved(5, 1, 5, 1).expect("in range");
        assert_eq!((bounds.row_gap(&below), bounds.column_gap(&below)), (3, 0));
        assert_eq!(bounds.with_sides_moved(0, 0, i32::MAX.into(), 0), None);
        assert_eq!(
            bounds
                .union(below)
                .with_sides_moved(0, 0, 200, 0)
                .and_then(|b| b.word_rows()),
            None
        );
    }
}
