//! Grids, one byte per cell, row after row: [`Grid`] is a view, [`GridBuf`] owns its cells.

use super::Color;
use std::fmt;

/// A view of a grid: `height` rows of `width` cells, row after row. Cheap to copy.
///
/// A grid of the language always has at least one row; a row may be empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid<'a> {
    height: u16,
    width: u16,
    cells: &'a [Color],
}

impl<'a> Grid<'a> {
    /// The longest side that a grid can have.
    pub const MAX_SIDE: usize = u16::MAX as usize;

    /// A view of `cells`, which must be `height * width` long, each side at most [`Self::MAX_SIDE`].
    ///
    /// # Panics
    /// If the number of cells does not fit the sides.
    #[inline]
    pub fn new(height: usize, width: usize, cells: &'a [Color]) -> Self {
        assert!(height <= Self::MAX_SIDE && width <= Self::MAX_SIDE);
        assert_eq!(cells.len(), height * width);
        Self {
            height: height as u16,
            width: width as u16,
            cells,
        }
    }

    /// Number of rows.
    #[inline]
    pub fn height(&self) -> usize {
        self.height as usize
    }

    /// Number of columns.
    #[inline]
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// All cells, row after row.
    #[inline]
    pub fn cells(&self) -> &'a [Color] {
        self.cells
    }

    /// The cells of row `i`.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub fn row(&self, i: usize) -> &'a [Color] {
        let w = self.width();
        &self.cells[i * w..(i + 1) * w]
    }

    /// The rows from the top.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &'a [Color]> + use<'a> {
        let this = *self;
        (0..this.height()).map(move |i| this.row(i))
    }

    /// The cell in row `i`, column `j`, if it is inside the grid.
    #[inline]
    pub fn get(&self, i: i64, j: i64) -> Option<Color> {
        if (0..self.height as i64).contains(&i) && (0..self.width as i64).contains(&j) {
            Some(self.cells[i as usize * self.width() + j as usize])
        } else {
            None
        }
    }

    /// Whether every cell is one of the ten colours 0..9.
    pub fn is_colored(&self) -> bool {
        // No early exit, so that this vectorises; a negative cell is large as an unsigned byte.
        self.cells.iter().fold(0, |most, &c| most.max(c as u8)) <= 9
    }

    /// A copy that owns its cells.
    pub fn to_buf(self) -> GridBuf {
        GridBuf {
            height: self.height,
            width: self.width,
            cells: self.cells.to_vec(),
        }
    }
}

impl fmt::Debug for Grid<'_> {
    /// Rows of digits, separated by `/`; a mark that is no colour is written in parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}:", self.height, self.width)?;
        for (i, row) in self.rows().enumerate() {
            f.write_str(if i == 0 { "" } else { "/" })?;
            for &c in row {
                if (0..=9).contains(&c) {
                    write!(f, "{c}")?;
                } else {
                    write!(f, "({c})")?;
                }
            }
        }
        Ok(())
    }
}

/// A grid that owns its cells, as in tasks and as the result of a run.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GridBuf {
    height: u16,
    width: u16,
    cells: Vec<Color>,
}

impl GridBuf {
    /// A grid of one colour.
    ///
    /// # Panics
    /// If a side is longer than [`Grid::MAX_SIDE`].
    pub fn filled(height: usize, width: usize, color: Color) -> Self {
        assert!(height <= Grid::MAX_SIDE && width <= Grid::MAX_SIDE);
        Self {
            height: height as u16,
            width: width as u16,
            cells: vec![color; height * width],
        }
    }

    /// A grid from its rows; `None` if they are of different lengths or too many.
    pub fn from_rows<R: AsRef<[Color]>>(rows: &[R]) -> Option<Self> {
        let width = rows.first().map_or(0, |r| r.as_ref().len());
        if rows.len() > Grid::MAX_SIDE || width > Grid::MAX_SIDE {
            return None;
        }
        let mut cells = Vec::with_capacity(rows.len() * width);
        for row in rows {
            if row.as_ref().len() != width {
                return None;
            }
            cells.extend_from_slice(row.as_ref());
        }
        Some(Self {
            height: rows.len() as u16,
            width: width as u16,
            cells,
        })
    }

    /// A grid from rows of digits, as in `&["012", "345"]`; `None` if ragged or not all digits.
    pub fn from_digits<R: AsRef<str>>(rows: &[R]) -> Option<Self> {
        let rows: Option<Vec<Vec<Color>>> = rows
            .iter()
            .map(|row| {
                let digit = |b: u8| b.is_ascii_digit().then(|| (b - b'0') as Color);
                row.as_ref().bytes().map(digit).collect()
            })
            .collect();
        Self::from_rows(&rows?)
    }

    /// A view of the grid.
    #[inline]
    pub fn view(&self) -> Grid<'_> {
        Grid {
            height: self.height,
            width: self.width,
            cells: &self.cells,
        }
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.height as usize
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// The cell in row `i`, column `j`, if it is inside the grid.
    pub fn get(&self, i: i64, j: i64) -> Option<Color> {
        self.view().get(i, j)
    }

    /// Colours the cell in row `i`, column `j`; nothing happens outside the grid.
    pub fn set(&mut self, i: i64, j: i64, color: Color) {
        if (0..self.height as i64).contains(&i) && (0..self.width as i64).contains(&j) {
            self.cells[i as usize * self.width as usize + j as usize] = color;
        }
    }
}

impl fmt::Debug for GridBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}
