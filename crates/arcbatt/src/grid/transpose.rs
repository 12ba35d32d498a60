//! Transposition of bits and of cells.

use super::row_copy::sixteen_from;
use super::simd::{SIXTEEN, columns};
use super::{Color, low_bits};

/// Transposes squares of bits in place: bit `b` of word `r` becomes bit `r` of word `b`.
///
/// The side is the number of words, a power of two up to 64. A word holds a row of as many squares as fit,
/// one beside the other.
pub(crate) fn transpose_bits(words: &mut [u64]) {
    let n = words.len();
    debug_assert!(n.is_power_of_two() && n <= 64);
    let mut j = n / 2;
    // The left halves of all squares.
    let mut mask = low_bits(j as u32).wrapping_mul(u64::MAX / low_bits(n as u32));
    while j > 0 {
        // Swap the upper right and lower left quarters of every square of side 2j.
        for square in words.chunks_exact_mut(2 * j) {
            let (upper, lower) = square.split_at_mut(j);
            for (a, b) in upper.iter_mut().zip(lower) {
                let swap = ((*a >> j) ^ *b) & mask;
                *b ^= swap;
                *a ^= swap << j;
            }
        }
        j /= 2;
        mask ^= mask << j;
    }
}

/// Number of surplus cells that [`transpose_cells`] may write.
pub(crate) const SURPLUS: usize = 8;

/// Transposes `height` rows of `width` cells into `out`: column `j` becomes row `j`.
///
/// `up` reads columns from below, `back` starts with the last column. `out` has [`SURPLUS`] cells
/// more than `cells`.
pub(crate) fn transpose_cells(
    cells: &[Color],
    height: usize,
    width: usize,
    up: bool,
    back: bool,
    out: &mut [Color],
) {
    debug_assert!(cells.len() == height * width && out.len() == cells.len() + SURPLUS);
    if cells.len() < 2 * SIXTEEN {
        for (i, row) in cells.chunks_exact(width.max(1)).enumerate() {
            let i = if up { height - 1 - i } else { i };
            for (j, &c) in row.iter().enumerate() {
                let j = if back { width - 1 - j } else { j };
                out[j * height + i] = c;
            }
        }
        return;
    }
    // Eight rows and sixteen columns at a time, in registers; the last rows overlap those before.
    // With fewer rows, the surplus written after a column is overwritten by the next.
    for j in (0..width).step_by(SIXTEEN) {
        let j = if back {
            (width - 1 - j) / SIXTEEN * SIXTEEN
        } else {
            j
        };
        for i in (0..height).step_by(8) {
            let i = i.min(height.saturating_sub(8));
            let columns = columns(std::array::from_fn(|k| {
                let i = (i + k).min(height - 1);
                let i = if up { height - 1 - i } else { i };
                sixteen_from(cells, i * width + j)
            }));
            let columns = &columns[..SIXTEEN.min(width - j)];
            let first = if back { width - j - columns.len() } else { j };
            let mut at = first * height + i;
            let mut write = |&column: &u64| {
                if let Some(chunk) = out[at..].first_chunk_mut() {
                    store(chunk, column);
                }
                at += height;
            };
            match back {
                true => columns.iter().rev().for_each(&mut write),
                false => columns.iter().for_each(&mut write),
            }
        }
    }
}

#[inline]
fn store(word: &mut [Color; 8], value: u64) {
    *word = value.to_le_bytes().map(|b| b as Color);
}

#[cfg(test)]
mod tests {
    use super::super::bitplanes::random_cells;
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn bits_are_transposed() {
        for n in [1, 2, 4, 8, 16, 32, 64] {
            let mut rng = Rng::new(7);
            // Several squares, one beside the other.
            let words: Vec<u64> = (0..n).map(|_| rng.next_u64()).collect();
            let mut turned = words.clone();
            transpose_bits(&mut turned);
            for (r, word) in words.iter().enumerate() {
                for (b, turned) in turned.iter().enumerate() {
                    for square in (0..64).step_by(n) {
                        assert_eq!(word >> (square + b) & 1, turned >> (square + r) & 1);
                    }
                }
            }
        }
    }

    #[test]
    fn cells_are_transposed() {
        let odd = [
            (1, 1),
            (3, 17),
            (8, 8),
            (13, 9),
            (70, 5),
            (4, 0),
            (9, 33),
            (5, 40),
            (7, 16),
        ];
        let narrow = (1..34).map(|width| (6, width));
        for (height, width) in odd.into_iter().chain([(30, 30), (1, 64)]).chain(narrow) {
            let cells = random_cells(height * width, height as u64, true);
            for (up, back) in [(false, false), (true, false), (false, true), (true, true)] {
                let mut out = vec![0; cells.len() + SURPLUS];
                transpose_cells(&cells, height, width, up, back, &mut out);
                for i in 0..height {
                    for j in 0..width {
                        let from = if up { height - 1 - i } else { i };
                        let to = if back { width - 1 - j } else { j };
                        assert_eq!(out[to * height + i], cells[from * width + j]);
                    }
                }
            }
        }
    }
}
