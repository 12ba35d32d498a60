//! Connected components of a grid, by runs.
//!
//! A run is a stretch of cells in a row that belong together. Runs of neighbouring rows that touch
//! are joined (union-find), so the work grows with the number of runs, not of cells, and every
//! component knows its box before its rows are drawn.

use super::{Color, Grid, low_bits};
use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

/// A stretch of cells in a row.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Its row.
    pub row: u16,
    /// Its first column.
    pub start: u16,
    /// One past its last column.
    pub end: u16,
    /// The colour of its first cell.
    pub color: Color,
    /// The component it belongs to: an index into [`Components::boxes`].
    pub component: u32,
}

/// The box of a component.
#[derive(Clone, Copy, Debug)]
pub struct ComponentBox {
    /// Uppermost row.
    pub top: u16,
    /// Lowest row.
    pub bottom: u16,
    /// Leftmost column.
    pub left: u16,
    /// Rightmost column.
    pub right: u16,
    /// Colour of the first cell.
    pub color: Color,
    /// Number of cells.
    pub count: u32,
}

/// The components of a grid.
pub struct Components<'a> {
    /// All runs, by row, then column.
    pub runs: BumpVec<'a, Run>,
    /// The components, in the order of their first cell by row, then column.
    pub boxes: BumpVec<'a, ComponentBox>,
}

impl Run {
    /// The cells of the run as bits from column `left` on; the run must lie within 64 columns.
    #[inline]
    pub fn bits(&self, left: u16) -> u64 {
        low_bits((self.end - self.start) as u32) << (self.start - left)
    }
}

/// How cells belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Only cells of one colour, else all that are not background.
    pub univalued: bool,
    /// Over corners, too.
    pub diagonal: bool,
    /// The colour that belongs to no component.
    pub background: Option<Color>,
}

/// The components of a grid whose sides are at most 65,535 and whose cells fewer than 2^32.
pub fn components<'a>(arena: &'a Bump, grid: Grid, how: Connection) -> Components<'a> {
    let mut runs: BumpVec<Run> = BumpVec::with_capacity_in(grid.height() * 4, arena);
    let mut parents: BumpVec<u32> = BumpVec::with_capacity_in(grid.height() * 4, arena);
    let reach = how.diagonal as u16;
    let mut above = 0..0;
    for (i, row) in grid.rows().enumerate() {
        let first = runs.len();
        cut_runs(row, i as u16, how, &mut runs);
        parents.extend(first as u32..runs.len() as u32);
        // Two sorted lists of runs: walk both at once.
        let mut a = above.start;
        for b in first..runs.len() {
            let below = runs[b];
            while a < above.end && runs[a].end + reach <= below.start {
                a += 1;
            }
            let mut k = a;
            while k < above.end && runs[k].start < below.end + reach {
                if !how.univalued || runs[k].color == below.color {
                    join(&mut parents, k as u32, b as u32);
                }
                k += 1;
            }
        }
        above = first..runs.len();
    }
    let mut boxes: BumpVec<ComponentBox> = BumpVec::with_capacity_in(16, arena);
    for k in 0..runs.len() {
        let run = runs[k];
        let root = find(&mut parents, k as u32) as usize;
        // The root is the first run of its component, so it got its number before.
        let component = if root == k {
            boxes.push(ComponentBox {
                top: run.row,
                bottom: run.row,
                left: run.start,
                right: run.end - 1,
                color: run.color,
                count: 0,
            });
            boxes.len() as u32 - 1
        } else {
            runs[root].component
        };
        runs[k].component = component;
        let found = &mut boxes[component as usize];
        found.bottom = run.row;
        found.left = found.left.min(run.start);
        found.right = found.right.max(run.end - 1);
        found.count += (run.end - run.start) as u32;
    }
    Components { runs, boxes }
}

/// Cuts a row into runs.
#[inline]
fn cut_runs(row: &[Color], i: u16, how: Connection, runs: &mut BumpVec<Run>) {
    let mut j = 0;
    while j < row.len() {
        let color = row[j];
        let start = j;
        j += 1;
        if Some(color) == how.background {
            while j < row.len() && row[j] == color {
                j += 1;
            }
            continue;
        }
        if how.univalued {
            while j < row.len() && row[j] == color {
                j += 1;
            }
        } else {
            while j < row.len() && Some(row[j]) != how.background {
                j += 1;
            }
        }
        runs.push(Run {
            row: i,
            start: start as u16,
            end: j as u16,
            color,
            component: 0,
        });
    }
}

#[inline]
fn find(parents: &mut [u32], mut k: u32) -> u32 {
    while parents[k as usize] != k {
        let grandparent = parents[parents[k as usize] as usize];
        parents[k as usize] = grandparent;
        k = grandparent;
    }
    k
}

/// Joins two components; the earlier run becomes the root.
#[inline]
fn join(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find(parents, a), find(parents, b));
    if a < b {
        parents[b as usize] = a;
    } else {
        parents[a as usize] = b;
    }
}
