//! Connected components of a grid that words can hold, by flooding: whole rows of bits at a time.
//!
//! In: a grid of at most 64 columns and 128 rows. Out: the cells of every component in their box.
//! A component is filled downwards and upwards until nothing is added; most are done after one
//! turn. What a winding one takes is told, so that it can be accounted for.

use super::planes::color_rows;
use super::runs::Connection;
use super::sixteen::{SIXTEEN, equal};
use super::{Cells, Color, Grid, low_bits};
use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

/// A component.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// Its cells.
    pub cells: Cells<'a>,
    /// The colour of its first cell.
    pub color: Color,
}

/// The links of the cells of a row: bit `j` is set if cell `j` belongs together with ...
#[derive(Clone, Copy, Default)]
struct Links {
    /// ... the next cell of the row.
    right: u64,
    /// ... the cell below.
    down: u64,
    /// ... the cell to the right of that.
    falling: u64,
    /// ... the cell to the left of that.
    rising: u64,
    /// ... no other at all.
    alone: u64,
}

/// The row of a component that is a single cell.
static ONE_CELL: [u64; 1] = [1];

/// The components of a grid, in the order of their first cell by row, then column, and the number
/// of rows that were looked at. The grid has at most [`Cells::MAX_HEIGHT`] rows and
/// [`Cells::MAX_WIDTH`] columns.
pub fn pieces<'a>(arena: &'a Bump, grid: Grid, how: Connection) -> (BumpVec<'a, Piece<'a>>, usize) {
    // Without columns there is nothing to look at.
    let height = if grid.width() == 0 { 0 } else { grid.height() };
    let left = arena.alloc_slice_fill_copy(height, low_bits(grid.width() as u32));
    if let Some(background) = how.background {
        for (left, row) in left.iter_mut().zip(color_rows(grid, 0, background)) {
            *left &= !row;
        }
    }
    let links = arena.alloc_slice_fill_copy(height, Links::default());
    match how.univalued {
        true => link_equal(arena, grid, how.diagonal, left, links),
        false => link_all(how.diagonal, left, links),
    }
    let most = find_alone(left, links);
    let mut pieces = BumpVec::with_capacity_in(most, arena);
    let flooded = arena.alloc_slice_fill_copy(height, 0u64);
    // A component has a stretch of cells in each of its rows, so there is room for all.
    let mut room = arena.alloc_slice_fill_copy(most, 0u64);
    let mut looked_at = 0;
    for top in 0..height {
        let row = grid.row(top);
        while left[top] != 0 {
            let first = left[top].trailing_zeros();
            let color = row[first as usize];
            if links[top].alone >> first & 1 == 1 {
                left[top] &= left[top] - 1;
                let cells = Cells {
                    top: top as i32,
                    left: first as i32,
                    width: 1,
                    count: 1,
                    rows: &ONE_CELL,
                };
                pieces.push(Piece { cells, color });
                continue;
            }
            flooded[top] = fill(1 << first, links[top].right);
            let flooded = &mut flooded[top..height];
            let rows = flood(flooded, &links[top..], how.diagonal, &mut looked_at);
            let flooded = &mut flooded[..rows];
            let any = flooded.iter().fold(0, |any, row| any | row);
            let skip = any.trailing_zeros();
            let mut count = 0;
            let (rows, rest) = room.split_at_mut(rows);
            room = rest;
            for ((to, row), left) in rows.iter_mut().zip(flooded).zip(&mut left[top..]) {
                *left &= !*row;
                count += row.count_ones();
                *to = std::mem::take(row) >> skip;
            }
            let cells = Cells {
                top: top as i32,
                left: skip as i32,
                width: 64 - any.leading_zeros() - skip,
                count,
                rows,
            };
            pieces.push(Piece { cells, color });
        }
    }
    (pieces, looked_at)
}

/// Links cells of one colour; `cells` are those that belong to any component.
fn link_equal(arena: &Bump, grid: Grid, diagonal: bool, cells: &[u64], links: &mut [Links]) {
    let (width, inside) = (grid.width(), low_bits(grid.width() as u32));
    // Some cells past the end, so that as many as a row has can be read from anywhere.
    let mut padded = BumpVec::with_capacity_in(grid.cells().len() + PADDING.len(), arena);
    padded.extend_from_slices_copy(&[grid.cells(), &PADDING]);
    let last = cells.len().saturating_sub(1);
    for k in (0..width).step_by(SIXTEEN) {
        for (r, (own, links)) in cells.iter().zip(links.iter_mut()).enumerate() {
            let from = &padded[r * width + k..];
            // Which cells are equal to those so much further on.
            let equal = |by: usize| match (from.first_chunk(), from[by..].first_chunk()) {
                (Some(a), Some(b)) => equal(a, b) << k & own,
                _ => 0,
            };
            links.right |= equal(1) & inside >> 1;
            if r < last {
                links.down |= equal(width);
                if diagonal {
                    links.falling |= equal(width + 1) & inside >> 1;
                    links.rising |= equal(width - 1) & !1;
                }
            }
        }
    }
}

/// Cells to read past the end of a grid: the most columns, and as many as are read at once.
const PADDING: [Color; Cells::MAX_WIDTH + SIXTEEN] = [0; Cells::MAX_WIDTH + SIXTEEN];

/// Links all cells that lie side by side.
fn link_all(diagonal: bool, cells: &[u64], links: &mut [Links]) {
    let next = cells.iter().skip(1).chain(&[0]);
    for ((&own, &below), links) in cells.iter().zip(next).zip(links) {
        links.right = own & own >> 1;
        links.down = own & below;
        if diagonal {
            links.falling = own & below >> 1;
            links.rising = own & below << 1;
        }
    }
}

/// Finds the cells that are linked with no other. Gives the number of stretches of linked cells in
/// rows: there are no more components than that.
fn find_alone(cells: &[u64], links: &mut [Links]) -> usize {
    let (mut from_above, mut stretches) = (0, 0);
    for (&cells, links) in cells.iter().zip(links) {
        let from_left = links.right << 1;
        let below = links.down | links.falling | links.rising;
        links.alone = cells & !(links.right | from_left | below | from_above);
        from_above = links.down | links.falling << 1 | links.rising >> 1;
        stretches += (cells & !from_left).count_ones() as usize;
    }
    stretches
}

/// Spreads the cells of the first row over all that belong together with them, and says how many
/// rows these take. `links` are those of the same rows.
#[inline]
fn flood(rows: &mut [u64], links: &[Links], diagonal: bool, looked_at: &mut usize) -> usize {
    let mut last = 0;
    loop {
        let mut r = 0;
        while r + 1 < rows.len() {
            let (row, link) = (rows[r], &links[r]);
            let mut below = row & link.down;
            if diagonal {
                below |= (row & link.falling) << 1 | (row & link.rising) >> 1;
            }
            if below & !rows[r + 1] != 0 {
                rows[r + 1] = fill(rows[r + 1] | below, links[r + 1].right);
                last = last.max(r + 1);
            } else if r >= last {
                break;
            }
            r += 1;
        }
        let mut grown = false;
        for r in (0..last).rev() {
            let (row, link) = (rows[r + 1], &links[r]);
            let mut above = row & link.down;
            if diagonal {
                above |= row >> 1 & link.falling | row << 1 & link.rising;
            }
            if above & !rows[r] != 0 {
                rows[r] = fill(rows[r] | above, link.right);
                grown = true;
            }
        }
        *looked_at += last + 1;
        if !grown {
            return last + 1;
        }
    }
}

/// Spreads cells of a row to both sides, as far as they are linked: bit `j` of `right` links cells
/// `j` and `j + 1`; the last bit is never set.
#[inline]
fn fill(cells: u64, right: u64) -> u64 {
    // Added to the links, a cell carries through all of them upwards, up to the gap after.
    let carried = right.wrapping_add(cells & right) ^ right;
    let mut cells = cells | carried;
    if cells >> 1 & right & !cells != 0 {
        let mut right = right;
        let mut by = 1;
        while by < 64 {
            cells |= cells >> by & right;
            right &= right >> by;
            by *= 2;
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::super::runs::components;
    use super::*;

    /// Floods and runs find the same components, on noise and on long windings.
    #[test]
    fn floods_find_what_runs_find() {
        let arena = Bump::new();
        let mut state = 88_172_645_463_325_252u64;
        let mut next = |n: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 20) % n
        };
        for turn in 0..600u64 {
            let (height, width) = match turn % 50 {
                0 => (128, 64),
                _ => (1 + next(20) as usize, 1 + next(20) as usize),
            };
            let colors = 2 + turn % 3;
            let winding = turn % 7 == 0;
            let cells: Vec<Color> = (0..height * width)
                .map(|k| {
                    let (i, j) = (k / width, k % width);
                    // Columns that are joined above and below in turn.
                    let end = if j % 4 == 1 { 0 } else { height - 1 };
                    match winding {
                        true => (j % 2 == 0 || i == end) as Color,
                        false => next(colors) as Color,
                    }
                })
                .collect();
            let grid = Grid::new(height, width, &cells);
            for flags in 0..8 {
                let how = Connection {
                    univalued: flags & 1 != 0,
                    diagonal: flags & 2 != 0,
                    background: (flags & 4 != 0).then_some(0),
                };
                let (pieces, _) = pieces(&arena, grid, how);
                let found = components(&arena, grid, how);
                assert_eq!(pieces.len(), found.boxes.len());
                for (piece, b) in pieces.iter().zip(&found.boxes) {
                    assert_eq!(piece.color, b.color);
                    assert_eq!(
                        (piece.cells.top, piece.cells.left),
                        (b.top as i32, b.left as i32)
                    );
                    assert_eq!(
                        (piece.cells.bottom(), piece.cells.right()),
                        (b.bottom as i32, b.right as i32)
                    );
                    assert_eq!(piece.cells.count, b.count);
                }
                for run in &found.runs {
                    let cells = pieces[run.component as usize].cells;
                    let inside = |j: u16| cells.contains(run.row as i32, j as i32);
                    assert!((run.start..run.end).all(inside));
                }
            }
        }
    }
}
