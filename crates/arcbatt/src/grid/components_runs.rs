//! Connected components of a grid of any size, by joining runs.
//!
//! A run is a stretch of connected cells in a row. Runs that touch in neighbouring rows are joined
//! with union-find, so the work grows with the number of runs, not of cells.

use super::bitplanes::{changes, color_row};
use super::{Color, Grid, low_bits};
use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

/// A stretch of connected cells in a row.
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
    /// The component it belongs to, below [`Components::count`].
    pub component: u32,
}

/// The components of a grid.
pub struct Components<'a> {
    /// All runs, by row, then column.
    pub runs: BumpVec<'a, Run>,
    /// The number of components, numbered in the order of their first cell by row, then column.
    pub count: usize,
}

impl Run {
    /// The cells of the run as bits from column `left` on; the run must lie within 64 columns.
    #[inline]
    pub fn bits(&self, left: u16) -> u64 {
        low_bits((self.end - self.start) as u32) << (self.start - left)
    }
}

/// Which cells are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Only cells of the same colour, else all cells except the background.
    pub univalued: bool,
    /// Diagonal neighbours too.
    pub diagonal: bool,
    /// The colour that is in no component.
    pub background: Option<Color>,
}

/// The components of a grid with sides of at most 65,535 and fewer than 2^32 cells.
pub fn components<'a>(arena: &'a Bump, grid: Grid, how: Connection) -> Components<'a> {
    // Until all rows are joined, `component` is the union-find parent: an earlier run of the same
    // component, or the run itself.
    let mut runs: BumpVec<Run> = BumpVec::with_capacity_in(grid.cells().len().min(1 << 12), arena);
    let reach = how.diagonal as u32;
    let mut above = 0;
    for (i, row) in grid.rows().enumerate() {
        let first = runs.len();
        if row.len() <= 64 {
            cut_short_row(row, i as u16, how, &mut runs);
        } else {
            cut_long_row(row, i as u16, how, &mut runs);
        }
        // Walk the two sorted lists of runs in step.
        let (upper, lower) = runs.split_at_mut(first);
        let mut a = above;
        for (below, own) in lower.iter_mut().zip(first as u32..) {
            let mut root = own;
            while a < upper.len() && upper[a].end as u32 + reach <= below.start as u32 {
                a += 1;
            }
            let mut k = a;
            while k < upper.len() && (upper[k].start as u32) < below.end as u32 + reach {
                if !how.univalued || upper[k].color == below.color {
                    let other = find(upper, k as u32);
                    // The earlier run becomes the root.
                    if root == own {
                        root = other;
                    } else if other != root {
                        upper[root.max(other) as usize].component = root.min(other);
                        root = root.min(other);
                    }
                }
                k += 1;
            }
            below.component = root;
        }
        above = first;
    }
    let mut count = 0;
    for k in 0..runs.len() {
        let root = runs[k].component as usize;
        // An earlier run already has its component's number.
        runs[k].component = match root == k {
            true => {
                count += 1;
                count - 1
            }
            false => runs[root].component,
        };
    }
    Components {
        runs,
        count: count as usize,
    }
}

/// Cuts a row of at most 64 cells into runs.
#[inline]
fn cut_short_row(row: &[Color], i: u16, how: Connection, runs: &mut BumpVec<Run>) {
    let background = how.background.map_or(0, |c| color_row(row, c));
    let mut left = low_bits(row.len() as u32) & !background;
    // The last cells of runs; bits in the background are harmless, as no run begins there.
    let ends = if how.univalued {
        changes(row)
    } else {
        left & !(left >> 1)
    };
    while left != 0 {
        let start = left.trailing_zeros();
        let last = start + (ends >> start).trailing_zeros();
        left &= !low_bits(last + 1);
        runs.push(Run {
            row: i,
            start: start as u16,
            end: last as u16 + 1,
            color: row[start as usize],
            component: runs.len() as u32,
        });
    }
}

/// Cuts a row of any length into runs.
#[cold]
fn cut_long_row(row: &[Color], i: u16, how: Connection, runs: &mut BumpVec<Run>) {
    let mut j = 0;
    while j < row.len() {
        let (color, start) = (row[j], j);
        let outside = Some(color) == how.background;
        let belongs = |c: Color| match how.univalued || outside {
            true => c == color,
            false => Some(c) != how.background,
        };
        while j < row.len() && belongs(row[j]) {
            j += 1;
        }
        if !outside {
            runs.push(Run {
                row: i,
                start: start as u16,
                end: j as u16,
                color,
                component: runs.len() as u32,
            });
        }
    }
}

/// The root of a run: the first run of its component so far.
#[inline]
fn find(runs: &mut [Run], mut k: u32) -> u32 {
    loop {
        let parent = runs[k as usize].component;
        if parent == k {
            return k;
        }
        // Path halving.
        let grandparent = runs[parent as usize].component;
        runs[k as usize].component = grandparent;
        k = grandparent;
    }
}
