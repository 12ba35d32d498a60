//! Bit planes: rows of cells as words with one bit per cell.
//!
//! In: slices of cells, at most 64. Out: words whose lowest bit is the first cell.

use super::simd::{SIXTEEN, equal, which};
use super::{Color, Grid, low_bits};
use bumpalo::Bump;

/// The lowest and the highest bit of every byte of a word.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The cells of colour `c`: bit `j` is set where `row[j] == c`. Ignores cells from the 64th on.
#[inline]
pub(crate) fn color_row(row: &[Color], c: Color) -> u64 {
    let row = &row[..row.len().min(64)];
    if let Some(last) = row.last_chunk::<SIXTEEN>() {
        // The last chunk overlaps the one before: cheaper than a shorter chunk.
        let mut bits = which(last, c) << (row.len() - SIXTEEN);
        if row.len() <= 2 * SIXTEEN {
            return row.first_chunk().map_or(0, |first| which(first, c)) | bits;
        }
        for (k, cells) in row.as_chunks().0.iter().enumerate() {
            bits |= which(cells, c) << (SIXTEEN * k);
        }
        return bits;
    }
    let wanted = ONES * (c as u8 as u64);
    let (Some(first), Some(last)) = (row.first_chunk::<8>(), row.last_chunk::<8>()) else {
        return zero_bytes(load_few(row) ^ wanted) & low_bits(row.len() as u32);
    };
    zero_bytes(load(first) ^ wanted) | zero_bytes(load(last) ^ wanted) << (row.len() - 8)
}

/// [`color_row`] of every row of a grid of at most 64 columns, and the number of bits set.
#[inline]
pub(crate) fn color_plane<'a>(arena: &'a Bump, grid: Grid, c: Color) -> (&'a mut [u64], u32) {
    let (cells, height, width) = (grid.cells(), grid.height(), grid.width());
    let inside = low_bits(width as u32);
    if cells.len() <= 64 {
        // Read all cells as one row.
        let all = color_row(cells, c);
        let rows = arena.alloc_slice_fill_with(height, |r| all >> (r * width) & inside);
        return (rows, all.count_ones());
    }
    let mut count = 0;
    let rows = match cells.last_chunk::<SIXTEEN>() {
        Some(last) if width <= SIXTEEN => {
            let last = which(last, c);
            arena.alloc_slice_fill_with(height, |r| {
                let at = r * width;
                let bits = match cells[at..].first_chunk::<SIXTEEN>() {
                    // Bits of the following rows are masked off below.
                    Some(cells) => which(cells, c),
                    None => last >> (at + SIXTEEN - cells.len()),
                };
                count += (bits & inside).count_ones();
                bits & inside
            })
        }
        _ if width > SIXTEEN && width <= 2 * SIXTEEN => arena.alloc_slice_fill_with(height, |r| {
            let row = grid.row(r);
            let (first, last) = (row.first_chunk(), row.last_chunk());
            let bits = first.map_or(0, |first| which(first, c))
                | last.map_or(0, |last| which(last, c)) << (width - SIXTEEN);
            count += bits.count_ones();
            bits
        }),
        _ => arena.alloc_slice_fill_with(height, |r| {
            let bits = color_row(grid.row(r), c);
            count += bits.count_ones();
            bits
        }),
    };
    (rows, count)
}

/// Ends of runs: bit `j` is set where `row[j] != row[j + 1]`, and for the last of at most 64 cells.
#[inline]
pub(crate) fn changes(row: &[Color]) -> u64 {
    let [_, next @ ..] = row else { return 0 };
    !same(&row[..next.len()], next) & low_bits(row.len() as u32)
}

/// Equal cells: bit `j` is set where `a[j] == b[j]`. Both have the same length, at most 64.
#[inline]
pub(crate) fn same(a: &[Color], b: &[Color]) -> u64 {
    if let (Some(last), Some(last_other)) = (a.last_chunk::<SIXTEEN>(), b.last_chunk()) {
        let mut same = equal(last, last_other) << (a.len() - SIXTEEN);
        for (k, (a, b)) in a.as_chunks().0.iter().zip(b.as_chunks().0).enumerate() {
            same |= equal(a, b) << (SIXTEEN * k);
        }
        return same;
    }
    let pairs = |a: &[Color; 8], b: &[Color; 8]| zero_bytes(load(a) ^ load(b));
    match (
        a.first_chunk(),
        b.first_chunk(),
        a.last_chunk(),
        b.last_chunk(),
    ) {
        (Some(a0), Some(b0), Some(a1), Some(b1)) => pairs(a0, b0) | pairs(a1, b1) << (a.len() - 8),
        _ => zero_bytes(load_few(a) ^ load_few(b)) & low_bits(a.len() as u32),
    }
}

#[inline]
fn load(word: &[Color; 8]) -> u64 {
    u64::from_le_bytes(word.map(|c| c as u8))
}

/// Fewer than eight cells as a word, the first in the lowest byte.
#[inline]
fn load_few(row: &[Color]) -> u64 {
    let four = |cells: &[Color; 4]| u32::from_le_bytes(cells.map(|c| c as u8)) as u64;
    match (row.first_chunk(), row.last_chunk()) {
        (Some(first), Some(last)) => four(first) | four(last) << (8 * (row.len() - 4)),
        _ => row
            .iter()
            .rev()
            .fold(0, |word, &c| word << 8 | c as u8 as u64),
    }
}

/// Which bytes of the word are zero, as the lowest eight bits.
#[inline]
fn zero_bytes(word: u64) -> u64 {
    // Adding 127 to the low seven bits sets the high bit unless they are zero; no byte overflows.
    let zero = !(((word & !HIGH) + !HIGH) | word) & HIGH;
    // The product moves byte k's bit to bit 56 + k; no two partial products overlap.
    (zero >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Pseudo-random cells for tests, of colours 0 to 9 or, with `marks`, -8 to 24.
#[cfg(test)]
pub(super) fn random_cells(n: usize, seed: u64, marks: bool) -> Vec<Color> {
    let mut rng = crate::rng::Rng::new(seed);
    let (first, colors) = if marks { (-8, 33) } else { (0, 10) };
    (0..n).map(|_| first + rng.below(colors) as Color).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_rows_mark_the_cells_of_a_colour() {
        for n in 0..=70 {
            for marks in [false, true] {
                let row = random_cells(n, n as u64, marks);
                for c in -9..26 {
                    let bits = row.iter().take(64).enumerate();
                    let bits = bits.fold(0, |bits, (j, &x)| bits | ((x == c) as u64) << j);
                    assert_eq!(color_row(&row, c), bits);
                }
            }
        }
    }

    #[test]
    fn changes_mark_the_ends_of_runs() {
        for n in 0..=64 {
            for seed in 0..9 {
                let row = random_cells(n, n as u64 + 100 * seed, false);
                let row: Vec<Color> = row.iter().map(|c| c / (1 + seed as Color)).collect();
                let differs = |j: &usize| row.get(j + 1) != Some(&row[*j]);
                let bits = (0..n).filter(differs).fold(0, |bits, j| bits | 1 << j);
                assert_eq!(changes(&row), bits);
            }
        }
    }
}
