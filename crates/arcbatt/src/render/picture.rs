//! A [`Picture`]: a box of cells to draw on a terminal or a page.
//!
//! Grids, objects and sets of cells become pictures; cells may be absent. A picture has at most
//! [`Picture::MAX_SIDE`] rows and columns; those that are clipped are counted.

use crate::grid::{Color, Grid};
use crate::text::counted;
use serde::{Deserialize, Serialize};

/// One cell of a [`Picture`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cell {
    /// No cell: a hole of an object, or the rest of its bounding box.
    Absent,
    /// A cell without a colour, as in a set of indices.
    Place,
    /// A colour 0 to 9, or a mark outside that range, which is drawn as its number.
    Color(Color),
}

/// A labelled drawing of cells, with the row and column of its upper left corner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    label: String,
    bounds: Bounds,
    /// Rows and columns of the grid; in a diff, `bounds` covers the expected grid too.
    size: (u128, u128),
    /// Rows and columns that are drawn; at most those of `bounds`.
    height: usize,
    width: usize,
    cells: Vec<Cell>,
    /// Which cells are marked as wrong; as long as `cells`, or empty if none is.
    wrong: Vec<bool>,
    remarks: Vec<String>,
}

/// The whole box, drawn or not. 128 bits, so that no coordinate overflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Bounds {
    top: i64,
    left: i64,
    height: u128,
    width: u128,
}

impl Picture {
    /// The most rows and columns of a picture.
    pub const MAX_SIDE: usize = 128;

    /// The picture of a grid.
    pub fn grid(grid: Grid<'_>) -> Self {
        let bounds = Bounds {
            top: 0,
            left: 0,
            height: grid.height() as u128,
            width: grid.width() as u128,
        };
        let mut picture = Self::blank(bounds);
        for (i, row) in grid.rows().take(picture.height).enumerate() {
            for (j, &c) in row.iter().take(picture.width).enumerate() {
                picture.cells[i * picture.width + j] = Cell::Color(c);
            }
        }
        picture
    }

    /// The picture of coloured cells `(row, column, colour)` in their bounding box. Of two cells at
    /// one place the later is visible, and a remark says so.
    pub fn cells(cells: impl IntoIterator<Item = (i64, i64, Color)>) -> Self {
        let cells = cells.into_iter().map(|(i, j, c)| (i, j, Cell::Color(c)));
        Self::from_cells(&cells.collect::<Vec<_>>())
    }

    /// The picture of cells `(row, column)` without colours in their bounding box.
    pub fn places(places: impl IntoIterator<Item = (i64, i64)>) -> Self {
        let cells = places.into_iter().map(|(i, j)| (i, j, Cell::Place));
        Self::from_cells(&cells.collect::<Vec<_>>())
    }

    fn from_cells(cells: &[(i64, i64, Cell)]) -> Self {
        let (mut top, mut left) = (i64::MAX, i64::MAX);
        let (mut bottom, mut right) = (i64::MIN, i64::MIN);
        for &(i, j, _) in cells {
            (top, bottom) = (top.min(i), bottom.max(i));
            (left, right) = (left.min(j), right.max(j));
        }
        if cells.is_empty() {
            return Self::blank(Bounds {
                top: 0,
                left: 0,
                height: 0,
                width: 0,
            });
        }
        let mut picture = Self::blank(Bounds {
            top,
            left,
            height: span(top, bottom),
            width: span(left, right),
        });
        let mut covered = 0;
        for &(i, j, cell) in cells {
            let Some(at) = picture.offset(i, j) else {
                continue;
            };
            let before = std::mem::replace(&mut picture.cells[at], cell);
            covered += usize::from(before != Cell::Absent && before != cell);
        }
        if covered > 0 {
            let cells = counted(covered, "cell");
            picture
                .remarks
                .push(format!("{cells} hidden by another colour"));
        }
        picture.clipped(Self::MAX_SIDE, Self::MAX_SIDE)
    }

    /// `got`, with every cell marked that differs from `expected`. If the sizes differ, the picture
    /// covers both. A remark counts the differences.
    pub fn diff(expected: Grid<'_>, got: Grid<'_>) -> Self {
        let height = expected.height().max(got.height());
        let width = expected.width().max(got.width());
        let mut picture = Self::blank(Bounds {
            top: 0,
            left: 0,
            height: height as u128,
            width: width as u128,
        });
        picture.size = (got.height() as u128, got.width() as u128);
        picture.wrong = vec![false; picture.cells.len()];
        for i in 0..picture.height {
            for j in 0..picture.width {
                let there = got.get(i as i64, j as i64);
                let at = i * picture.width + j;
                picture.cells[at] = there.map_or(Cell::Absent, Cell::Color);
                picture.wrong[at] = there != expected.get(i as i64, j as i64);
            }
        }
        let sizes = [got, expected].map(|g| (g.height(), g.width()));
        picture.remarks.push(if sizes[0] == sizes[1] {
            let pairs = expected.cells().iter().zip(got.cells());
            match pairs.filter(|(e, g)| e != g).count() {
                0 => "as expected".to_owned(),
                1 => "1 cell differs".to_owned(),
                n => format!("{} differ", counted(n, "cell")),
            }
        } else {
            let [got, expected] = sizes.map(|(h, w)| format!("{h}×{w}"));
            format!("{got} instead of {expected}")
        });
        if !picture.wrong.contains(&true) {
            picture.wrong = Vec::new();
        }
        picture
    }

    fn blank(bounds: Bounds) -> Self {
        let cap = |n: u128| n.min(Self::MAX_SIDE as u128) as usize;
        let (height, width) = (cap(bounds.height), cap(bounds.width));
        Self {
            label: String::new(),
            bounds,
            size: (bounds.height, bounds.width),
            height,
            width,
            cells: vec![Cell::Absent; height * width],
            wrong: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// The same picture under a label.
    pub fn labeled(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same cells in a box that also covers rows `0..height` and columns `0..width`, so that an
    /// object appears at its position in its grid.
    pub fn framed(self, height: usize, width: usize) -> Self {
        let frame = |from: i64, len: u128, size: usize| {
            let (from, to) = (i128::from(from), i128::from(from) + len as i128);
            // Without cells there is nothing to include.
            let (from, to) = if len == 0 { (0, 0) } else { (from, to) };
            let start = from.min(0);
            (start as i64, (to.max(size as i128) - start) as u128)
        };
        let (top, box_height) = frame(self.bounds.top, self.bounds.height, height);
        let (left, box_width) = frame(self.bounds.left, self.bounds.width, width);
        let mut framed = Self::blank(Bounds {
            top,
            left,
            height: box_height,
            width: box_width,
        });
        if !self.wrong.is_empty() {
            framed.wrong = vec![false; framed.cells.len()];
        }
        for i in 0..self.height {
            for j in 0..self.width {
                // No overflow: both are inside the bounds, whose far corner is a coordinate.
                let (row, column) = (self.bounds.top + i as i64, self.bounds.left + j as i64);
                if let Some(at) = framed.offset(row, column) {
                    framed.cells[at] = self.get(i, j);
                    if self.is_wrong(i, j) {
                        framed.wrong[at] = true;
                    }
                }
            }
        }
        framed.label = self.label;
        framed.remarks = self.remarks;
        framed.clipped(Self::MAX_SIDE, Self::MAX_SIDE)
    }

    /// At most `rows` and `columns` from the upper left corner. If some are clipped, empty ones
    /// before them are clipped too.
    pub fn clipped(&self, rows: usize, columns: usize) -> Self {
        let (mut height, mut width) = (self.height.min(rows), self.width.min(columns));
        let bare = |i: usize, j: usize| self.get(i, j) == Cell::Absent && !self.is_wrong(i, j);
        if self.bounds.height > height as u128 {
            while height > 1 && (0..width).all(|j| bare(height - 1, j)) {
                height -= 1;
            }
        }
        if self.bounds.width > width as u128 {
            while width > 1 && (0..height).all(|i| bare(i, width - 1)) {
                width -= 1;
            }
        }
        let inside = (0..height).flat_map(|i| (0..width).map(move |j| (i, j)));
        Self {
            label: self.label.clone(),
            bounds: self.bounds,
            size: self.size,
            height,
            width,
            cells: inside.clone().map(|(i, j)| self.get(i, j)).collect(),
            wrong: if self.wrong.is_empty() {
                Vec::new()
            } else {
                inside.map(|(i, j)| self.is_wrong(i, j)).collect()
            },
            remarks: self.remarks.clone(),
        }
    }

    /// The label; empty if there is none.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Number of rows that are drawn.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of columns that are drawn.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Row and column of the upper left corner.
    pub fn origin(&self) -> (i64, i64) {
        (self.bounds.top, self.bounds.left)
    }

    /// The cell in row `i`, column `j` of the drawing, absent if outside.
    pub fn get(&self, i: usize, j: usize) -> Cell {
        if i < self.height && j < self.width {
            self.cells[i * self.width + j]
        } else {
            Cell::Absent
        }
    }

    /// Whether the cell in row `i`, column `j` of the drawing is marked as wrong.
    pub fn is_wrong(&self, i: usize, j: usize) -> bool {
        i < self.height && j < self.width && self.wrong.get(i * self.width + j) == Some(&true)
    }

    /// The size, and the position unless it is the origin: `3×4`, or `3×4 at (2, 5)`.
    pub fn size(&self) -> String {
        let (height, width) = self.size;
        let (top, left) = self.origin();
        match (top, left) {
            (0, 0) => format!("{height}×{width}"),
            _ => format!("{height}×{width} at ({top}, {left})"),
        }
    }

    /// Notes below the picture: the number of clipped rows and columns, and remarks.
    pub fn notes(&self) -> Vec<String> {
        let rows = self.bounds.height - self.height as u128;
        let columns = self.bounds.width - self.width as u128;
        let hidden = [(rows, "row"), (columns, "column")];
        let hidden = hidden.iter().filter(|(n, _)| *n > 0);
        hidden
            .map(|&(n, what)| format!("… {}", counted(n, &format!("more {what}"))))
            .chain(self.remarks.iter().cloned())
            .collect()
    }

    pub(super) fn has_absent(&self) -> bool {
        self.cells.contains(&Cell::Absent)
    }

    pub(super) fn has_wrong(&self) -> bool {
        self.wrong.contains(&true)
    }

    /// The cells that are not colours 0 to 9.
    pub(super) fn marks(&self) -> impl Iterator<Item = Color> {
        self.cells.iter().filter_map(|cell| match cell {
            Cell::Color(c) if !(0..=9).contains(c) => Some(*c),
            _ => None,
        })
    }

    /// Index of the cell at these coordinates, if it is drawn.
    fn offset(&self, row: i64, column: i64) -> Option<usize> {
        let i = usize::try_from(i128::from(row) - i128::from(self.bounds.top)).ok()?;
        let j = usize::try_from(i128::from(column) - i128::from(self.bounds.left)).ok()?;
        (i < self.height && j < self.width).then(|| i * self.width + j)
    }
}

/// The number of integers in `from..=to`.
fn span(from: i64, to: i64) -> u128 {
    (i128::from(to) - i128::from(from) + 1).max(0) as u128
}
