//! SIMD operations on sixteen adjacent cells.
//!
//! Bit masks have one bit per cell, the lowest for the first cell.

use super::Color;
use wide::{i8x16, u8x16};

/// Cells per vector.
pub(crate) const SIXTEEN: usize = 16;

/// The cells of colour `c`, as bits.
#[inline]
pub(super) fn which(cells: &[Color; SIXTEEN], c: Color) -> u64 {
    let equal = i8x16::new(*cells).simd_eq(i8x16::splat(c));
    equal.to_bitmask() as u64
}

/// The equal cells of `a` and `b`, as bits.
#[inline]
pub(super) fn equal(a: &[Color; SIXTEEN], b: &[Color; SIXTEEN]) -> u64 {
    let equal = i8x16::new(*a).simd_eq(i8x16::new(*b));
    equal.to_bitmask() as u64
}

/// All bits of every cell whose bit is set.
#[inline]
fn mask(bits: u16) -> i8x16 {
    // The bit of each cell within its byte of the mask.
    const BITS: [Color; SIXTEEN] = {
        let mut bits = [0; SIXTEEN];
        let mut k = 0;
        while k < SIXTEEN {
            bits[k] = (1u8 << (k % 8)) as Color;
            k += 1;
        }
        bits
    };
    const HALVES: [u8; SIXTEEN] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1];
    let bits = (bits as u128).to_le_bytes().map(|half| half as Color);
    let halves = i8x16::new(bits).shuffle(u8x16::new(HALVES));
    let own = i8x16::new(BITS);
    (halves & own).simd_eq(own)
}

/// Sets the cells whose bit is set to `c`; with `only`, just those of that colour.
#[inline]
pub(crate) fn color(cells: &mut [Color; SIXTEEN], bits: u16, c: Color, only: Option<Color>) {
    let before = i8x16::new(*cells);
    let mut hit = mask(bits);
    if let Some(only) = only {
        hit &= before.simd_eq(i8x16::splat(only));
    }
    *cells = (hit & i8x16::splat(c) | !hit & before).to_array();
}

/// Sets the cells whose bit is set in `bits` to the colour whose own bits are those of the slices; with
/// `only`, just those of that colour.
#[inline]
pub(crate) fn color_by_bits(
    cells: &mut [Color; SIXTEEN],
    bits: u16,
    slices: [u16; 4],
    only: Option<Color>,
) {
    let before = i8x16::new(*cells);
    let mut hit = mask(bits);
    if let Some(only) = only {
        hit &= before.simd_eq(i8x16::splat(only));
    }
    let mut colors = i8x16::ZERO;
    for (k, slice) in slices.into_iter().enumerate() {
        colors |= mask(slice) & i8x16::splat(1 << k);
    }
    *cells = (hit & colors | !hit & before).to_array();
}

/// The first `width` cells in reverse; the rest is unspecified.
#[inline]
pub(crate) fn backwards(cells: [Color; SIXTEEN], width: usize) -> [Color; SIXTEEN] {
    const INDICES: [u8; SIXTEEN] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    let from = u8x16::splat((width as u8).wrapping_sub(1)) - u8x16::new(INDICES);
    i8x16::new(cells).shuffle(from).to_array()
}

/// Repeats every cell `N` times.
#[inline]
pub(crate) fn widened<const N: usize>(cells: [Color; SIXTEEN]) -> [[Color; SIXTEEN]; N] {
    let cells = i8x16::new(cells);
    std::array::from_fn(|part| {
        let from = std::array::from_fn(|k| ((part * SIXTEEN + k) / N) as u8);
        cells.shuffle(u8x16::new(from)).to_array()
    })
}

/// Eight rows of sixteen cells as sixteen columns of eight, the first row in the lowest byte.
#[inline]
pub(super) fn columns(rows: [[Color; SIXTEEN]; 8]) -> [u64; SIXTEEN] {
    let mut rows = rows.map(|row| u8x16::new(row.map(|c| c as u8)));
    // Each pass doubles the cells of a column that are adjacent: one, two, four.
    for _ in 0..3 {
        rows = std::array::from_fn(|k| match k % 2 {
            0 => u8x16::unpack_low(rows[k / 2], rows[k / 2 + 4]),
            _ => u8x16::unpack_high(rows[k / 2], rows[k / 2 + 4]),
        });
    }
    let mut columns = [0; SIXTEEN];
    for (pair, row) in columns.as_chunks_mut::<2>().0.iter_mut().zip(rows) {
        let both = u128::from_le_bytes(row.to_array());
        *pair = [both as u64, (both >> 64) as u64];
    }
    columns
}

/// The colours that occur, as bits; `None` if one is not in 0 to 15, or if there are no cells.
#[inline]
pub(crate) fn small_colors(cells: &[Color]) -> Option<u16> {
    // The bit of each colour, in the byte of colours 0 to 7 and in that of 8 to 15.
    const BITS: [[Color; SIXTEEN]; 2] = {
        let mut bits = [[0; SIXTEEN]; 2];
        let mut k = 0;
        while k < SIXTEEN {
            bits[k / 8][k] = (1u8 << (k % 8)) as Color;
            k += 1;
        }
        bits
    };
    let tables = BITS.map(i8x16::new);
    let (mut any, mut low, mut high) = (i8x16::ZERO, i8x16::ZERO, i8x16::ZERO);
    let mut see = |cells: &[Color; SIXTEEN]| {
        let cells = i8x16::new(*cells);
        any |= cells;
        low |= tables[0].shuffle(cells.cast_unsigned());
        high |= tables[1].shuffle(cells.cast_unsigned());
    };
    match cells.last_chunk() {
        Some(last) => {
            // The last chunk overlaps the one before.
            cells.as_chunks().0.iter().for_each(&mut see);
            see(last);
        }
        None => {
            let mut few = [*cells.first()?; SIXTEEN];
            few.iter_mut().zip(cells).for_each(|(few, &c)| *few = c);
            see(&few);
        }
    }
    let [any, low, high] = [any, low, high].map(|bits| {
        let bytes = bits.to_array().map(|byte| byte as u8);
        bytes.into_iter().fold(0, |all, byte| all | byte)
    });
    (any < SIXTEEN as u8).then_some((high as u16) << 8 | low as u16)
}

/// Number of cells of colour `c` in a block of fewer than 256 * 16 cells.
#[inline]
pub(super) fn count(block: &[Color], c: Color) -> u32 {
    let (whole, rest) = block.as_chunks::<SIXTEEN>();
    // An equal cell counts -1 in its lane.
    let less = whole.iter().fold(i8x16::ZERO, |less, cells| {
        less + i8x16::new(*cells).simd_eq(i8x16::splat(c))
    });
    let count: u32 = less
        .to_array()
        .iter()
        .map(|&n| n.wrapping_neg() as u8 as u32)
        .sum();
    match block.last_chunk::<SIXTEEN>() {
        // The last chunk again, without the cells already counted.
        Some(last) => count + (which(last, c) >> (SIXTEEN - rest.len())).count_ones(),
        None => rest.iter().map(|&x| (x == c) as u32).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_equal_single_cells() {
        let cells: Vec<Color> = (0..255 * 16)
            .map(|k| (k * k % 23 % 5) as Color - 1)
            .collect();
        for n in (0..70).chain([240, 4000, 255 * 16]) {
            for c in -2..5 {
                let single = cells[..n].iter().filter(|&&x| x == c).count();
                assert_eq!(count(&cells[..n], c) as usize, single);
            }
        }
        for (cells, bits) in cells
            .as_chunks::<16>()
            .0
            .iter()
            .zip([0, 1, 0x8001, 0x55aa, !0])
        {
            for only in [None, Some(2)] {
                let mut colored = *cells;
                color(&mut colored, bits, 9, only);
                for j in 0..16 {
                    let hit = bits >> j & 1 == 1 && only.is_none_or(|c| c == cells[j]);
                    assert_eq!(colored[j], if hit { 9 } else { cells[j] });
                }
            }
        }
        for n in 1..70 {
            for (lift, few) in [(0, 3), (1, 16), (5, 9), (5, 12), (-1, 4)] {
                let color = |k: i32| (k * k % 23 % few) as Color + lift;
                let cells: Vec<Color> = (0..n).map(color).collect();
                let single = cells.iter().fold(0u16, |bits, &c| bits | 1 << (c & 15));
                let small = cells.iter().all(|c| (0..16).contains(c));
                assert_eq!(small_colors(&cells), small.then_some(single));
            }
        }
        assert_eq!(small_colors(&[]), None);
        let rows: [[Color; SIXTEEN]; 8] =
            std::array::from_fn(|i| std::array::from_fn(|j| (i * SIXTEEN + j) as Color));
        for width in 0..=SIXTEEN {
            let mut wanted = rows[1];
            wanted[..width].reverse();
            assert_eq!(backwards(rows[1], width)[..width], wanted[..width]);
        }
        let wide = widened::<3>(rows[1]);
        for (k, &c) in wide.as_flattened().iter().enumerate() {
            assert_eq!(c, rows[1][k / 3]);
        }
        for (j, column) in columns(rows).into_iter().enumerate() {
            let wanted = rows.map(|row| row[j] as u8);
            assert_eq!(column.to_le_bytes(), wanted);
        }
        let all = [7; 255 * 16];
        assert_eq!(count(&all, 7), 255 * 16);
        for (a, b) in cells
            .as_chunks::<16>()
            .0
            .iter()
            .zip(cells[5..].as_chunks().0)
        {
            for j in 0..16 {
                assert_eq!(equal(a, b) >> j & 1 == 1, a[j] == b[j]);
                assert_eq!(which(a, 2) >> j & 1 == 1, a[j] == 2);
            }
        }
    }
}
