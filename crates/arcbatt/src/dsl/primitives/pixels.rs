//! Painting grids cell by cell: patches and objects that are tuples.

use crate::dsl::cx::Cx;
use crate::dsl::fail::Answer;
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Cell;
use crate::grid::{Color, Grid};

/// The cells of a grid that is painted cell by cell.
struct Pixels<'a> {
    height: usize,
    width: usize,
    cells: &'a mut [Color],
}

impl<'a> Pixels<'a> {
    /// A copy of the grid.
    fn of(cx: &Cx<'a>, grid: &Grid) -> Self {
        Self {
            height: grid.height(),
            width: grid.width(),
            cells: cx.arena().alloc_slice_copy(grid.cells()),
        }
    }

    /// Colours a cell, if it is inside the grid.
    #[inline]
    fn set(&mut self, i: i32, j: i32, color: Color) {
        if let (Ok(i), Ok(j)) = (usize::try_from(i), usize::try_from(j))
            && i < self.height
            && j < self.width
        {
            self.cells[i * self.width + j] = color;
        }
    }

    fn finish(self, cx: &Cx<'a>) -> Answer<'a> {
        cx.grid(self.height, self.width, self.cells)
    }
}

/// The elements of a tuple of coloured cells, all colours bytes.
pub(super) fn tuple_of_cells<'a>(object: Value<'a>) -> Option<impl Iterator<Item = Cell>> {
    let Value::Tuple(seq) = object else {
        return None;
    };
    let cell = |item: &Value| match *item {
        Value::Cell(cell) => Some(*cell),
        _ => None,
    };
    let items = if matches!(seq.first(), Some(Value::Cell(_))) {
        seq.items()
    } else {
        &[]
    };
    let is_byte = |item| cell(item).is_some_and(|Cell(color, ..)| Color::try_from(color).is_ok());
    (!items.is_empty() && items.iter().all(is_byte)).then(|| items.iter().filter_map(cell))
}

/// The grid with coloured cells painted, one after the other, in so far as they are inside.
pub(super) fn paint_cells<'a>(
    cx: &Cx<'a>,
    grid: &Grid<'a>,
    painted: impl Iterator<Item = Cell>,
) -> Answer<'a> {
    cx.reserve(grid.cells().len())?;
    let mut board = Pixels::of(cx, grid);
    for Cell(color, i, j) in painted {
        cx.charge(1)?;
        board.set(i, j, color as Color);
    }
    board.finish(cx)
}

/// The grid with the given cells filled, in so far as they are inside.
pub(super) fn fill_pairs<'a>(
    cx: &Cx<'a>,
    grid: &Grid<'a>,
    color: Color,
    pairs: impl Iterator<Item = (i32, i32)>,
) -> Answer<'a> {
    cx.reserve(grid.cells().len())?;
    let mut board = Pixels::of(cx, grid);
    for (i, j) in pairs {
        board.set(i, j, color);
    }
    board.finish(cx)
}
