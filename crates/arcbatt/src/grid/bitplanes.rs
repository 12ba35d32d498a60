//! Between bytes and bits: rows of colours seen as rows of bits, eight cells at a time.
//!
//! In: slices of colours. Out: words with a bit a cell, counts of colours, or the slice drawn on.
//! What never happens here: reading past a slice.

use super::simd::{SIXTEEN, columns, count, equal, small_colors, which};
use super::{Color, Grid, low_bits};
use bumpalo::Bump;

/// A byte of ones and a byte of high bits, in every place of a word.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Cells that are counted in one go.
const BLOCK: usize = 255 * SIXTEEN;

/// Row of bits: bit `j` is set where `row[j]` is `c`. Cells from the 64th on are not looked at.
#[inline]
pub(crate) fn color_row(row: &[Color], c: Color) -> u64 {
    let row = &row[..row.len().min(64)];
    if let Some(last) = row.last_chunk::<SIXTEEN>() {
        // The last cells overlap those before, which is cheaper than fewer at a time.
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

/// [`color_row`] of every row of a grid of at most 64 columns, and how many cells these are.
#[inline]
pub(crate) fn color_plane<'a>(arena: &'a Bump, grid: Grid, c: Color) -> (&'a mut [u64], u32) {
    let (cells, height, width) = (grid.cells(), grid.height(), grid.width());
    let inside = low_bits(width as u32);
    if cells.len() <= 64 {
        // All cells are as one row.
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
                    // What is read past the row belongs to the next ones.
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

/// Row of bits: bit `j` is set where `row[j]` is not `row[j + 1]`, and for the last cell. The row
/// has at most 64 cells.
#[inline]
pub(crate) fn changes(row: &[Color]) -> u64 {
    let [_, next @ ..] = row else { return 0 };
    !same(&row[..next.len()], next) & low_bits(row.len() as u32)
}

/// Row of bits: bit `j` is set where `a[j]` is `b[j]`. Both are of one length, at most 64.
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

/// The cells of a row of fewer than eight, the first in the lowest byte.
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

#[inline]
fn store(word: &mut [Color; 8], value: u64) {
    *word = value.to_le_bytes().map(|b| b as Color);
}

/// The lowest eight bits of the answer: which bytes are zero.
#[inline]
fn zero_bytes(word: u64) -> u64 {
    // Adding 127 to seven bits sets the high bit unless they are all zero, and never carries over.
    let zero = !(((word & !HIGH) + !HIGH) | word) & HIGH;
    // Byte k's bit is moved to bit 56 + k; the products of no two bytes meet.
    (zero >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Number of cells that are `c`.
#[inline]
pub(crate) fn count_color(cells: &[Color], c: Color) -> u32 {
    cells.chunks(BLOCK).map(|block| count(block, c)).sum()
}

/// Where colour `c` is counted in a [`histogram`]: ascending places are ascending colours.
#[inline]
pub(crate) fn place(c: Color) -> usize {
    (c as u8 ^ 0x80) as usize
}

/// The colour that is counted at a place of a [`histogram`].
#[inline]
pub(crate) fn color_at(place: usize) -> Color {
    (place as u8 ^ 0x80) as Color
}

/// Colours from zero up to here are cheap to count one by one.
const SMALL: Color = 16;

/// How often every colour occurs, at its [`place`].
pub(crate) fn histogram(grid: Grid) -> [u32; 256] {
    let cells = grid.cells();
    let mut counts = [0; 256];
    if let Some(mut small) = small_colors(cells) {
        while small != 0 {
            let c = small.trailing_zeros() as Color;
            small &= small - 1;
            counts[place(c)] = count_color(cells, c);
        }
    } else {
        for &c in cells {
            counts[place(c)] += 1;
        }
    }
    counts
}

/// The commonest colour, the smallest on ties; none of no cells.
pub(crate) fn most_color(grid: Grid) -> Option<Color> {
    let cells = grid.cells();
    if cells.is_empty() {
        return None;
    }
    // Most grids have a colour for more than half of their cells, and it shows in two of three places.
    let [first, middle, last] = [0, cells.len() / 2, cells.len() - 1].map(|at| cells[at]);
    let likely = if middle == last { last } else { first };
    if 2 * count_color(cells, likely) > cells.len() as u32 {
        return Some(likely);
    }
    let (mut best, mut most, mut left) = (0, 0, cells.len() as u32);
    for c in 0..SMALL {
        let n = count_color(cells, c);
        if n > most {
            (best, most) = (c, n);
        }
        left -= n;
        // If as many are left, they may be of one smaller colour, below zero.
        if left < most || left == 0 {
            return Some(best);
        }
    }
    let counts = histogram(grid);
    let most = counts.iter().max()?;
    counts.iter().position(|n| n == most).map(color_at)
}

/// The rarest of the colours that occur, the smallest on ties; none of no cells.
pub(crate) fn least_color(grid: Grid) -> Option<Color> {
    let counts = histogram(grid);
    let least = counts.iter().filter(|&&n| n > 0).min()?;
    counts.iter().position(|n| n == least).map(color_at)
}

/// The colours that occur, ascending.
pub(crate) fn palette(grid: Grid) -> impl Iterator<Item = Color> + Clone + use<> {
    let cells = grid.cells();
    // A bit a place: those of the negative colours, and of the others.
    let mut seen = [0u128; 2];
    if let Some(small) = small_colors(cells) {
        seen[1] = small as u128;
    } else {
        for &c in cells {
            seen[place(c) / 128] |= 1 << (place(c) % 128);
        }
    }
    let half = |k: usize| {
        let mut bits = seen[k];
        std::iter::from_fn(move || {
            let place = bits.trailing_zeros() as usize;
            let any = bits != 0;
            bits &= bits.wrapping_sub(1);
            any.then(|| color_at(128 * k + place))
        })
    };
    half(0).chain(half(1))
}

/// Transposes bits in place: bit `b` of word `r` becomes bit `r` of word `b`. As many words as
/// bits count, a power of two up to 64; higher bits are zero.
pub(crate) fn transpose(words: &mut [u64]) {
    let n = words.len();
    debug_assert!(n.is_power_of_two() && n <= 64);
    let mut j = n / 2;
    let mut mask = low_bits(j as u32);
    while j > 0 {
        // Swaps the upper right with the lower left quarter of every square of side 2j.
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

/// Cells that [`transpose_cells`] writes past those that it is to write.
pub(crate) const PAST: usize = 8;

/// Transposes a plane of `height` rows of `width` cells into `out`, which is [`PAST`] cells longer:
/// column `j` becomes row `j`. `up`: columns are read from below; `back`: the last column comes first.
pub(crate) fn transpose_cells(
    cells: &[Color],
    height: usize,
    width: usize,
    up: bool,
    back: bool,
    out: &mut [Color],
) {
    debug_assert!(cells.len() == height * width && out.len() == cells.len() + PAST);
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
    // Eight rows and sixteen columns at a time, in registers; the last rows overlap those before. If
    // there are fewer rows, what is written past the end of a column is written over by the next.
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

/// Sixteen cells from a place on; those past the end are any.
#[inline(always)]
pub(crate) fn sixteen_from(cells: &[Color], at: usize) -> [Color; SIXTEEN] {
    match cells[at..].first_chunk() {
        Some(cells) => *cells,
        None => last_from(cells, at),
    }
}

/// [`sixteen_from`], where there are fewer.
#[cold]
fn last_from(cells: &[Color], at: usize) -> [Color; SIXTEEN] {
    match cells.last_chunk::<SIXTEEN>() {
        Some(last) => {
            let past = at + SIXTEEN - cells.len();
            let last = u128::from_le_bytes(last.map(|c| c as u8));
            (last >> (8 * past)).to_le_bytes().map(|c| c as Color)
        }
        None => {
            let mut few = [0; SIXTEEN];
            few[..cells.len() - at].copy_from_slice(&cells[at..]);
            few
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Colours from -8 to 24, or 0 to 9, that look random.
    fn cells(n: usize, seed: u32, marks: bool) -> Vec<Color> {
        let mut state = seed.wrapping_mul(2_654_435_761) | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        };
        let color = |n: u32| {
            if marks {
                (n % 33) as Color - 8
            } else {
                (n % 10) as Color
            }
        };
        (0..n).map(|_| color(next() >> 4)).collect()
    }

    #[test]
    fn rows_of_bits_show_the_colour() {
        for n in 0..=70 {
            for marks in [false, true] {
                let row = cells(n, n as u32, marks);
                for c in -9..26 {
                    let bits = row.iter().take(64).enumerate();
                    let bits = bits.fold(0, |bits, (j, &x)| bits | ((x == c) as u64) << j);
                    assert_eq!(color_row(&row, c), bits);
                }
            }
        }
    }

    #[test]
    fn changes_are_where_the_next_cell_differs() {
        for n in 0..=64 {
            for seed in 0..9 {
                let row = cells(n, n as u32 + 100 * seed, false);
                let row: Vec<Color> = row.iter().map(|c| c / (1 + seed as Color)).collect();
                let differs = |j: &usize| row.get(j + 1) != Some(&row[*j]);
                let bits = (0..n).filter(differs).fold(0, |bits, j| bits | 1 << j);
                assert_eq!(changes(&row), bits);
            }
        }
    }

    #[test]
    fn counts_agree_with_counting_one_by_one() {
        for n in [0, 1, 7, 100, 900, 5000] {
            for marks in [false, true] {
                let cells = cells(n, n as u32 + 5, marks);
                let grid = Grid::new(1, n, &cells);
                let count = |c| cells.iter().filter(|&&x| x == c).count();
                let colors: Vec<Color> = (-128..=127).filter(|&c| count(c) > 0).collect();
                // The first of equals is the answer, so the search goes downwards.
                let most = colors.iter().rev().copied().max_by_key(|&c| count(c));
                let least = colors.iter().copied().min_by_key(|&c| count(c));
                assert_eq!(most_color(grid), most);
                assert_eq!(least_color(grid), least);
                assert_eq!(palette(grid).collect::<Vec<_>>(), colors);
                let counts = histogram(grid);
                assert!((-128..=127).all(|c| counts[place(c)] as usize == count(c)));
            }
        }
    }

    #[test]
    fn bits_are_transposed() {
        for n in [1, 2, 4, 8, 16, 32, 64] {
            let mut rng = Rng::new(7);
            let words: Vec<u64> = (0..n).map(|_| rng.next_u64() & low_bits(n)).collect();
            let mut turned = words.clone();
            transpose(&mut turned);
            for (r, word) in words.iter().enumerate() {
                for (b, turned) in turned.iter().enumerate() {
                    assert_eq!(word >> b & 1, turned >> r & 1);
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
            let cells = cells(height * width, height as u32, true);
            for (up, back) in [(false, false), (true, false), (false, true), (true, true)] {
                let mut out = vec![0; cells.len() + PAST];
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
