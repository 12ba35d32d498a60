//! Connected components of a grid that words can hold, by flooding: whole rows of bits at a time.
//!
//! In: a grid of at most 64 columns and 128 rows. Out: the cells of every component in their box.
//! A component is filled downwards and upwards until nothing is added; most are done after one
//! turn. What a winding one takes is told, so that it can be accounted for.

use super::planes::{changes, color_row, same};
use super::runs::Connection;
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
}

/// The components of a grid, in the order of their first cell by row, then column, and the number
/// of rows that were looked at. The grid has at most [`Cells::MAX_HEIGHT`] rows and
/// [`Cells::MAX_WIDTH`] columns.
pub fn pieces<'a>(arena: &'a Bump, grid: Grid, how: Connection) -> (BumpVec<'a, Piece<'a>>, usize) {
    let height = grid.height();
    let left = arena.alloc_slice_fill_copy(height, 0u64);
    let links = arena.alloc_slice_fill_copy(height, Links::default());
    for (r, row) in grid.rows().enumerate() {
        let background = how.background.map_or(0, |c| color_row(row, c));
        left[r] = low_bits(row.len() as u32) & !background;
    }
    link(grid, how, left, links);
    let mut pieces = BumpVec::new_in(arena);
    let flooded = arena.alloc_slice_fill_copy(height, 0u64);
    let mut looked_at = 0;
    for top in 0..height {
        while left[top] != 0 {
            let first = left[top].trailing_zeros();
            flooded[top] = fill(1 << first, links[top].right);
            let flooded = &mut flooded[top..height];
            let rows = flood(flooded, &links[top..], how.diagonal, &mut looked_at);
            let flooded = &mut flooded[..rows];
            let any = flooded.iter().fold(0, |any, row| any | row);
            let skip = any.trailing_zeros();
            let mut count = 0;
            let from = flooded.iter_mut().zip(&mut left[top..]);
            let drawn = from.map(|(row, left)| {
                *left &= !*row;
                count += row.count_ones();
                std::mem::take(row) >> skip
            });
            let rows = arena.alloc_slice_fill_iter(drawn);
            pieces.push(Piece {
                cells: Cells {
                    top: top as i32,
                    left: skip as i32,
                    width: 64 - any.leading_zeros() - skip,
                    count,
                    rows,
                },
                color: grid.row(top)[first as usize],
            });
        }
    }
    (pieces, looked_at)
}

/// Finds which cells belong together; `cells` are those that belong to any component.
fn link(grid: Grid, how: Connection, cells: &[u64], links: &mut [Links]) {
    for r in 0..cells.len() {
        let own = cells[r];
        let next = r + 1 < cells.len();
        links[r] = if how.univalued {
            let row = grid.row(r);
            let mut found = Links {
                right: own & !changes(row),
                ..Links::default()
            };
            if next {
                let below = grid.row(r + 1);
                found.down = own & same(row, below);
                if how.diagonal
                    && let ([_, after @ ..], [_, after_below @ ..]) = (row, below)
                {
                    found.falling = own & same(&row[..after.len()], after_below);
                    found.rising = own & same(after, &below[..after.len()]) << 1;
                }
            }
            found
        } else {
            let below = if next { cells[r + 1] } else { 0 };
            Links {
                right: own & own >> 1,
                down: own & below,
                falling: own & below >> 1,
                rising: own & below << 1,
            }
        };
    }
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
