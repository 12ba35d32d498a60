//! Drawing tools of the generators: shapes, a canvas to place them on, and transforms of grids.
//!
//! In: a random stream and sizes. Out: shapes and grids. A placement without free space is `None`.

use super::Knobs;
use crate::grid::{Color, GridBuf};
use crate::rng::Rng;

/// Row and column.
pub(super) type Cell = (i64, i64);

/// Input and output of one sample; `None` if the draw is not usable.
pub(super) type Sample = Option<(GridBuf, GridBuf)>;

pub(super) const BLACK: Color = 0;
pub(super) const BLUE: Color = 1;
pub(super) const RED: Color = 2;
pub(super) const GREEN: Color = 3;
pub(super) const YELLOW: Color = 4;
pub(super) const GRAY: Color = 5;
pub(super) const MAGENTA: Color = 6;

/// Cells relative to the upper left corner of their bounding box, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub cells: Vec<Cell>,
    pub height: i64,
    pub width: i64,
}

impl Shape {
    /// The shape of these cells, moved to the origin.
    pub fn of(cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        let top = cells.iter().map(|c| c.0).min().unwrap_or(0);
        let left = cells.iter().map(|c| c.1).min().unwrap_or(0);
        for cell in &mut cells {
            *cell = (cell.0 - top, cell.1 - left);
        }
        cells.sort_unstable();
        cells.dedup();
        let height = cells.iter().map(|c| c.0 + 1).max().unwrap_or(0);
        let width = cells.iter().map(|c| c.1 + 1).max().unwrap_or(0);
        Self {
            cells,
            height,
            width,
        }
    }

    /// A full rectangle.
    pub fn block(height: i64, width: i64) -> Self {
        Self::of((0..height).flat_map(|i| (0..width).map(move |j| (i, j))))
    }

    /// The outline of a rectangle.
    pub fn frame(height: i64, width: i64) -> Self {
        let mut shape = Self::block(height, width);
        shape
            .cells
            .retain(|&(i, j)| i == 0 || j == 0 || i == height - 1 || j == width - 1);
        shape
    }

    /// A single cell.
    pub fn dot() -> Self {
        Self::block(1, 1)
    }

    /// A connected shape of `size` cells.
    pub fn blob(rng: &mut Rng, size: i64) -> Self {
        Self::grown(rng, size, (size, size))
    }

    /// A connected shape of at most `size` cells inside a box `room` (height, width).
    pub fn grown(rng: &mut Rng, size: i64, room: (i64, i64)) -> Self {
        let mut cells = vec![(
            rng.below(room.0 as u64) as i64,
            rng.below(room.1 as u64) as i64,
        )];
        for _ in 0..size * 40 {
            if cells.len() as i64 >= size {
                break;
            }
            let Some((i, j)) = rng.pick(&cells) else {
                break;
            };
            let (di, dj) = DIRECTIONS[rng.below(4) as usize];
            let next = (i + di, j + dj);
            let inside = (0..room.0).contains(&next.0) && (0..room.1).contains(&next.1);
            if inside && !cells.contains(&next) {
                cells.push(next);
            }
        }
        Self::of(cells)
    }

    /// A connected shape whose bounding box is exactly `height` x `width`.
    pub fn spanning(rng: &mut Rng, height: i64, width: i64) -> Option<Self> {
        for _ in 0..30 {
            let size = (height * width * 2 / 3).max(height + width - 1);
            let shape = Self::grown(rng, size, (height, width));
            if shape.height == height && shape.width == width {
                return Some(shape);
            }
        }
        None
    }

    /// The number of cells.
    pub fn size(&self) -> i64 {
        self.cells.len() as i64
    }

    /// Whether it fills its bounding box.
    pub fn is_block(&self) -> bool {
        self.size() == self.height * self.width
    }

    /// Mirrors left and right.
    pub fn left_right(&self) -> Self {
        Self::of(self.cells.iter().map(|&(i, j)| (i, -j)))
    }

    /// Mirrors top and bottom.
    pub fn upside_down(&self) -> Self {
        Self::of(self.cells.iter().map(|&(i, j)| (-i, j)))
    }

    /// Whether the cells are connected, diagonals included.
    pub fn is_connected(&self) -> bool {
        let mut open: Vec<Cell> = self.cells.first().copied().into_iter().collect();
        let mut left = self.cells.clone();
        left.retain(|c| !open.contains(c));
        while let Some((i, j)) = open.pop() {
            left.retain(|&(a, b)| {
                let near = (a - i).abs() <= 1 && (b - j).abs() <= 1;
                if near {
                    open.push((a, b));
                }
                !near
            });
        }
        left.is_empty()
    }
}

/// Down, right, up, left.
pub(super) const DIRECTIONS: [Cell; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// A shape at its position on a canvas.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub shape: Shape,
    pub top: i64,
    pub left: i64,
    pub color: Color,
}

impl Placed {
    /// The cells on the canvas.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let (top, left) = (self.top, self.left);
        self.shape
            .cells
            .iter()
            .map(move |c| (c.0 + top, c.1 + left))
    }

    /// All cells of the bounding box.
    pub fn backdrop(&self) -> impl Iterator<Item = Cell> + use<> {
        let (top, left, bottom, right) = (self.top, self.left, self.bottom(), self.right());
        (top..=bottom).flat_map(move |i| (left..=right).map(move |j| (i, j)))
    }

    /// The cells of the bounding box outside the shape.
    pub fn gaps(&self) -> Vec<Cell> {
        let own: Vec<Cell> = self.cells().collect();
        self.backdrop().filter(|c| !own.contains(c)).collect()
    }

    /// The last row.
    pub fn bottom(&self) -> i64 {
        self.top + self.shape.height - 1
    }

    /// The last column.
    pub fn right(&self) -> i64 {
        self.left + self.shape.width - 1
    }

    /// The bounding box cut out of a grid.
    pub fn cut(&self, grid: &GridBuf) -> GridBuf {
        crop(
            grid,
            self.top,
            self.left,
            self.shape.height,
            self.shape.width,
        )
    }
}

/// A grid being drawn, and its occupied cells.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    pub grid: GridBuf,
    pub height: i64,
    pub width: i64,
    background: Color,
    taken: Vec<bool>,
    /// Rows and columns at the edge that stay free.
    pub margin: i64,
    /// Cells between bounding boxes that stay free.
    pub gap: i64,
}

impl Canvas {
    /// An empty canvas.
    pub fn new(height: i64, width: i64, background: Color) -> Self {
        Self {
            grid: GridBuf::filled(height as usize, width as usize, background),
            height,
            width,
            background,
            taken: vec![false; (height * width) as usize],
            margin: 0,
            gap: 1,
        }
    }

    /// An empty canvas with sides between `low` and `high`, by the task's scale.
    pub fn sized(rng: &mut Rng, knobs: &Knobs, low: i64, high: i64, background: Color) -> Self {
        let height = knobs.side(rng, low, high);
        Self::new(height, knobs.side(rng, low, high), background)
    }

    fn is_free(&self, top: i64, left: i64, height: i64, width: i64) -> bool {
        let rows = (top - self.gap).max(0)..(top + height + self.gap).min(self.height);
        let columns = (left - self.gap).max(0)..(left + width + self.gap).min(self.width);
        let inside = top >= self.margin
            && left >= self.margin
            && top + height + self.margin <= self.height
            && left + width + self.margin <= self.width;
        inside
            && rows.into_iter().all(|i| {
                columns
                    .clone()
                    .all(|j| !self.taken[(i * self.width + j) as usize])
            })
    }

    /// Draws a shape with this upper left corner, if its bounding box and the gap are free.
    pub fn place_at(&mut self, shape: &Shape, top: i64, left: i64, color: Color) -> Option<Placed> {
        if !self.is_free(top, left, shape.height, shape.width) {
            return None;
        }
        let placed = Placed {
            shape: shape.clone(),
            top,
            left,
            color,
        };
        for (i, j) in placed.backdrop() {
            self.taken[(i * self.width + j) as usize] = true;
        }
        for (i, j) in placed.cells() {
            self.grid.set(i, j, color);
        }
        Some(placed)
    }

    /// Draws a shape at a random free position.
    pub fn place(&mut self, rng: &mut Rng, shape: &Shape, color: Color) -> Option<Placed> {
        for _ in 0..40 {
            let top = rng.range(self.margin, self.height - self.margin - shape.height);
            let left = rng.range(self.margin, self.width - self.margin - shape.width);
            if let Some(placed) = self.place_at(shape, top, left, color) {
                return Some(placed);
            }
        }
        None
    }

    /// Draws a cell, occupied or not.
    pub fn set(&mut self, cell: Cell, color: Color) {
        self.grid.set(cell.0, cell.1, color);
    }

    /// Whether the cell has the background's colour.
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.grid.get(cell.0, cell.1) == Some(self.background)
    }

    /// The grid, if more than half of it is background.
    pub fn finish(self) -> Option<GridBuf> {
        is_mostly(&self.grid, self.background).then_some(self.grid)
    }
}

/// Whether more than half of the cells have this colour.
pub(super) fn is_mostly(grid: &GridBuf, color: Color) -> bool {
    2 * count(grid, color) > grid.height() * grid.width()
}

/// The number of cells with this colour.
pub(super) fn count(grid: &GridBuf, color: Color) -> usize {
    let cells = grid.view().cells();
    cells.iter().filter(|&&c| c == color).count()
}

/// A grid from a function of row and column.
pub(super) fn build(height: i64, width: i64, mut color: impl FnMut(i64, i64) -> Color) -> GridBuf {
    let mut grid = GridBuf::filled(height as usize, width as usize, BLACK);
    for i in 0..height {
        for j in 0..width {
            grid.set(i, j, color(i, j));
        }
    }
    grid
}

/// A cell of a grid; black outside.
pub(super) fn at(grid: &GridBuf, i: i64, j: i64) -> Color {
    grid.get(i, j).unwrap_or(BLACK)
}

/// Rows and columns of a grid.
pub(super) fn sides(grid: &GridBuf) -> (i64, i64) {
    (grid.height() as i64, grid.width() as i64)
}

/// A rectangle cut out of a grid.
pub(super) fn crop(grid: &GridBuf, top: i64, left: i64, height: i64, width: i64) -> GridBuf {
    build(height, width, |i, j| at(grid, top + i, left + j))
}

/// A copy with these cells in this colour.
pub(super) fn painted(
    grid: &GridBuf,
    cells: impl IntoIterator<Item = Cell>,
    color: Color,
) -> GridBuf {
    let mut grid = grid.clone();
    for (i, j) in cells {
        grid.set(i, j, color);
    }
    grid
}

/// A copy with every colour mapped.
pub(super) fn recolored(grid: &GridBuf, mut change: impl FnMut(Color) -> Color) -> GridBuf {
    let (height, width) = sides(grid);
    build(height, width, |i, j| change(at(grid, i, j)))
}

/// A grid mirrored or rotated: 0 top-bottom, 1 main diagonal, 2 left-right, 3 counter-diagonal,
/// 4 by 90 degrees clockwise, 5 by 180, 6 by 270, 7 unchanged.
pub(super) fn turned(grid: &GridBuf, angle: u64) -> GridBuf {
    let (h, w) = sides(grid);
    match angle {
        0 => build(h, w, |i, j| at(grid, h - 1 - i, j)),
        1 => build(w, h, |i, j| at(grid, j, i)),
        2 => build(h, w, |i, j| at(grid, i, w - 1 - j)),
        3 => build(w, h, |i, j| at(grid, h - 1 - j, w - 1 - i)),
        4 => build(w, h, |i, j| at(grid, h - 1 - j, i)),
        5 => build(h, w, |i, j| at(grid, h - 1 - i, w - 1 - j)),
        6 => build(w, h, |i, j| at(grid, j, w - 1 - i)),
        _ => grid.clone(),
    }
}

/// Whether every mirroring and rotation changes the grid.
pub(super) fn is_lopsided(grid: &GridBuf) -> bool {
    (0..7).all(|angle| turned(grid, angle) != *grid)
}

/// A picture without symmetry: scattered cells, or a few blocks.
pub(super) fn picture(
    rng: &mut Rng,
    knobs: &Knobs,
    height: i64,
    width: i64,
    background: Color,
) -> Option<GridBuf> {
    let colors: Vec<Color> = knobs.without(&[background]).into_iter().take(3).collect();
    let mut grid = GridBuf::filled(height as usize, width as usize, background);
    if knobs.number.is_multiple_of(2) || height.min(width) < 5 {
        for cell in 0..height * width {
            if rng.chance(45) {
                grid.set(cell / width, cell % width, rng.pick(&colors)?);
            }
        }
    } else {
        for &color in &colors {
            let (h, w) = (rng.range(1, height / 2), rng.range(1, width / 2));
            let (top, left) = (rng.range(0, height - h), rng.range(0, width - w));
            grid = painted(
                &grid,
                Shape::block(h, w)
                    .cells
                    .iter()
                    .map(|c| (c.0 + top, c.1 + left)),
                color,
            );
        }
    }
    is_lopsided(&grid).then_some(grid)
}

/// Places `count` random shapes in random colours of the list.
pub(super) fn strew(
    canvas: &mut Canvas,
    rng: &mut Rng,
    count: i64,
    colors: &[Color],
    mut shape: impl FnMut(&mut Rng) -> Option<Shape>,
) -> Option<Vec<Placed>> {
    (0..count)
        .map(|_| {
            let next = shape(rng)?;
            let color = rng.pick(colors)?;
            canvas.place(rng, &next, color)
        })
        .collect()
}

/// The item with the largest key, if it is unique.
pub(super) fn unique_max<T>(items: &[T], key: impl Fn(&T) -> i64) -> Option<&T> {
    let best = items.iter().map(&key).max()?;
    let mut winners = items.iter().filter(|item| key(item) == best);
    let winner = winners.next()?;
    winners.next().is_none().then_some(winner)
}
