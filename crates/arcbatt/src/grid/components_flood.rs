//! Connected components of a bit plane, by flood fill of whole rows.
//!
//! In: the cells of one colour, or any bit plane. Out: the cells of every component. A component is
//! filled downwards, then upwards, until nothing is added; most are complete after one pass. The
//! number of rows visited is returned, so that winding components can be charged for.

use super::Cells;
use bumpalo::Bump;

/// The row of a component of one row: the lowest `n` bits, at index `n`.
static RUNS: [u64; Cells::MAX_WIDTH + 1] = {
    let mut runs = [0; Cells::MAX_WIDTH + 1];
    let mut n = 1;
    while n < runs.len() {
        runs[n] = runs[n - 1] << 1 | 1;
        n += 1;
    }
    runs
};

/// Calls `see` with every component of a plane, in the order of their first cell by row, then column.
///
/// `diagonal` connects diagonal neighbours too. Returns the number of rows visited. Clears `plane`,
/// which has at most [`Cells::MAX_HEIGHT`] rows, and overwrites `scratch`, which is as long.
pub fn components_of<'a>(
    arena: &'a Bump,
    plane: &mut [u64],
    scratch: &mut [u64],
    diagonal: bool,
    see: impl FnMut(Cells<'a>),
) -> usize {
    match diagonal {
        true => all::<true>(arena, plane, scratch, see),
        false => all::<false>(arena, plane, scratch, see),
    }
}

#[inline]
fn all<'a, const DIAGONAL: bool>(
    arena: &'a Bump,
    plane: &mut [u64],
    scratch: &mut [u64],
    mut see: impl FnMut(Cells<'a>),
) -> usize {
    let (mut visited, mut next) = (0, 0);
    while let Some(skip) = plane[next..].iter().position(|&row| row != 0) {
        let top = next + skip;
        next = top + 1;
        let mut left = plane[top];
        // Components that begin above are already cleared.
        let below = plane.get(top + 1).copied().unwrap_or(0);
        let alone = left & !(left << 1 | left >> 1 | touched::<DIAGONAL>(below));
        while left != 0 {
            let first = left & left.wrapping_neg();
            if alone & first != 0 {
                left ^= first;
                see(Cells {
                    top: top as i32,
                    left: first.trailing_zeros() as i32,
                    width: 1,
                    count: 1,
                    rows: &RUNS[1..2],
                });
                continue;
            }
            let plane = &mut plane[top..];
            let (any, count, height) = flood::<DIAGONAL>(first, plane, scratch, &mut visited);
            left &= !scratch[0];
            let skip = any.trailing_zeros();
            let width = 64 - any.leading_zeros() - skip;
            let rows = match height {
                1 => &RUNS[width as usize..=width as usize],
                _ => arena.alloc_slice_fill_with(height, |r| {
                    plane[r] &= !scratch[r];
                    scratch[r] >> skip
                }),
            };
            see(Cells {
                top: top as i32,
                left: skip as i32,
                width,
                count,
                rows,
            });
        }
    }
    visited
}

/// Fills `rows` with the component of a cell of the plane's first row. Returns its columns, its number
/// of cells and its number of rows.
#[inline]
fn flood<const DIAGONAL: bool>(
    first: u64,
    plane: &[u64],
    rows: &mut [u64],
    visited: &mut usize,
) -> (u64, u32, usize) {
    let rows = &mut rows[..plane.len()];
    let mut row = fill(first, plane[0]);
    rows[0] = row;
    let mut height = 1;
    while height < plane.len() {
        let below = touched::<DIAGONAL>(row) & plane[height];
        if below == 0 {
            break;
        }
        row = fill(below, plane[height]);
        rows[height] = row;
        height += 1;
    }
    if height == 1 {
        return (row, row.count_ones(), 1);
    }
    loop {
        let mut under = rows[height - 1];
        let (mut any, mut count, mut grown) = (under, under.count_ones(), false);
        for (row, &plane) in rows[..height - 1].iter_mut().zip(plane).rev() {
            let above = touched::<DIAGONAL>(under) & plane & !*row;
            if above != 0 {
                *row = fill(*row | above, plane);
                grown = true;
            }
            under = *row;
            any |= under;
            count += under.count_ones();
        }
        *visited += height;
        if !grown {
            return (any, count, height);
        }
        let mut r = 1;
        while r < plane.len() {
            let own = if r < height { rows[r] } else { 0 };
            let below = touched::<DIAGONAL>(rows[r - 1]) & plane[r] & !own;
            if below != 0 {
                rows[r] = fill(own | below, plane[r]);
                height = height.max(r + 1);
            } else if r >= height {
                break;
            }
            r += 1;
        }
    }
}

/// The columns of the next row that are connected to cells of this row.
#[inline]
fn touched<const DIAGONAL: bool>(row: u64) -> u64 {
    match DIAGONAL {
        true => row | row << 1 | row >> 1,
        false => row,
    }
}

/// Extends cells of a row to the whole runs that they are in.
#[inline]
fn fill(cells: u64, row: u64) -> u64 {
    // Adding a cell to the row carries upwards through its run, up to the next gap.
    let mut cells = (row.wrapping_add(cells) ^ row) & row | cells;
    if cells >> 1 & row & !cells != 0 {
        let mut row = row;
        let mut by = 1;
        while by < 64 {
            cells |= cells >> by & row;
            row &= row >> by;
            by *= 2;
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::super::color_planes::ColorPlanes;
    use super::super::components_runs::{Connection, components};
    use super::super::{Color, Grid};
    use super::*;
    use crate::rng::Rng;

    /// On noise and on long windings.
    #[test]
    fn flood_fill_and_run_joining_agree() {
        let arena = Bump::new();
        let mut rng = Rng::new(7);
        let mut next = |n: u64| rng.below(n);
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
                    // Columns joined at the top and at the bottom in turn.
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
                let planes = ColorPlanes::new(&arena, grid).expect("few colours");
                let planes = planes.iter().filter(|&(c, _)| Some(c) != how.background);
                let mut pieces: Vec<Cells> = Vec::new();
                let mut flood = |mut plane: Vec<u64>| {
                    let mut scratch = vec![!0; height];
                    let see = |cells| pieces.push(cells);
                    components_of(&arena, &mut plane, &mut scratch, how.diagonal, see);
                };
                if how.univalued {
                    planes.for_each(|(_, rows)| flood(rows.to_vec()));
                } else {
                    let mut all = vec![0; height];
                    for (_, rows) in planes {
                        all.iter_mut().zip(rows).for_each(|(all, row)| *all |= row);
                    }
                    flood(all);
                }
                // By their first cell, as runs find them.
                pieces.sort_by_key(|cells| cells.first());
                let found = components(&arena, grid, how);
                assert_eq!(pieces.len(), found.count);
                let mut counts = vec![0; found.count];
                for run in &found.runs {
                    counts[run.component as usize] += (run.end - run.start) as u32;
                    let cells = pieces[run.component as usize];
                    let inside = |j: u16| cells.contains(run.row as i32, j as i32);
                    assert!((run.start..run.end).all(inside));
                }
                assert!(pieces.iter().map(|piece| piece.count).eq(counts));
            }
        }
    }
}
