//! Connected components of a grid, by runs.
//!
//! A run is a stretch of cells in a row that belong together. Runs of neighbouring rows that touch
//! are joined (union-find), so the work grows with the number of runs, not of cells, and every
//! component knows its box before its rows are drawn.

use super::bitplanes::{changes, color_row};
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
    // Until all rows are joined, `component` is an earlier run of the same component, or the run
    // itself if it is the first.
    let mut runs: BumpVec<Run> = BumpVec::with_capacity_in(grid.cells().len().min(1 << 12), arena);
    let reach = how.diagonal as u32;
    let mut above = 0;
    for (i, row) in grid.rows().enumerate() {
        let first = runs.len();
        if row.len() <= 64 {
            cut_word(row, i as u16, how, &mut runs);
        } else {
            cut_runs(row, i as u16, how, &mut runs);
        }
        // Two sorted lists of runs: walk both at once.
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
                    // The earlier run becomes the root; this one, which comes last, never does.
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

/// Cuts a row of at most 64 cells into runs, by words.
#[inline]
fn cut_word(row: &[Color], i: u16, how: Connection, runs: &mut BumpVec<Run>) {
    let background = how.background.map_or(0, |c| color_row(row, c));
    let mut left = low_bits(row.len() as u32) & !background;
    // The last cells of runs; bits of the background do no harm, as no run begins there.
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
fn cut_runs(row: &[Color], i: u16, how: Connection, runs: &mut BumpVec<Run>) {
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

/// The first run of the component so far, whose `component` is itself.
#[inline]
fn find(runs: &mut [Run], mut k: u32) -> u32 {
    loop {
        let parent = runs[k as usize].component;
        if parent == k {
            return k;
        }
        // Halves the way for the next that comes by.
        let grandparent = runs[parent as usize].component;
        runs[k as usize].component = grandparent;
        k = grandparent;
    }
}
