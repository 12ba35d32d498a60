//! How often each colour occurs in a grid.

use super::simd::{SIXTEEN, count, small_colors};
use super::{Color, Grid};

/// Cells that [`count`] takes at once.
const BLOCK: usize = 255 * SIXTEEN;

/// Number of cells of colour `c`.
#[inline]
pub(crate) fn count_color(cells: &[Color], c: Color) -> u32 {
    cells.chunks(BLOCK).map(|block| count(block, c)).sum()
}

/// The index of a colour in a [`histogram`]; ascending with the colour.
#[inline]
pub(crate) fn color_index(c: Color) -> usize {
    (c as u8 ^ 0x80) as usize
}

/// The colour at an index of a [`histogram`].
#[inline]
pub(crate) fn color_at(index: usize) -> Color {
    (index as u8 ^ 0x80) as Color
}

/// [`most_color`] counts the colours below this one by one.
const SMALL: Color = 16;

/// The colours of [`small_colors`], ascending.
#[inline]
pub(crate) fn colors_of(mut small: u16) -> impl Iterator<Item = Color> + Clone {
    std::iter::from_fn(move || {
        let color = small.trailing_zeros() as Color;
        let any = small != 0;
        small &= small.wrapping_sub(1);
        any.then_some(color)
    })
}

/// The number of cells of every colour, at its [`color_index`].
pub(crate) fn histogram(grid: Grid) -> [u32; 256] {
    let cells = grid.cells();
    let mut counts = [0; 256];
    if let Some(small) = small_colors(cells) {
        for c in colors_of(small) {
            counts[color_index(c)] = count_color(cells, c);
        }
    } else {
        for &c in cells {
            counts[color_index(c)] += 1;
        }
    }
    counts
}

/// The most common colour, the smallest on ties; `None` if there are no cells.
pub(crate) fn most_color(grid: Grid) -> Option<Color> {
    let cells = grid.cells();
    if cells.is_empty() {
        return None;
    }
    // In most grids one colour has more than half of the cells: guess it from three cells.
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
        // On a tie, the rest may be one negative colour, which is smaller.
        if left < most || left == 0 {
            return Some(best);
        }
    }
    let counts = histogram(grid);
    let most = counts.iter().max()?;
    counts.iter().position(|n| n == most).map(color_at)
}

/// The least common colour that occurs, the smallest on ties; `None` if there are no cells.
pub(crate) fn least_color(grid: Grid) -> Option<Color> {
    if let Some(small) = small_colors(grid.cells()) {
        return colors_of(small).min_by_key(|&c| count_color(grid.cells(), c));
    }
    let counts = histogram(grid);
    let least = counts.iter().filter(|&&n| n > 0).min()?;
    counts.iter().position(|n| n == least).map(color_at)
}

/// The colours that occur, ascending.
pub(crate) fn palette(grid: Grid) -> impl Iterator<Item = Color> + Clone + use<> {
    let cells = grid.cells();
    // A bit per index: first the negative colours, then the others.
    let mut seen = [0u128; 2];
    if let Some(small) = small_colors(cells) {
        seen[1] = small as u128;
    } else {
        for &c in cells {
            seen[color_index(c) / 128] |= 1 << (color_index(c) % 128);
        }
    }
    let half = |k: usize| {
        let mut bits = seen[k];
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros() as usize;
            let any = bits != 0;
            bits &= bits.wrapping_sub(1);
            any.then(|| color_at(128 * k + bit))
        })
    };
    half(0).chain(half(1))
}

#[cfg(test)]
mod tests {
    use super::super::bitplanes::random_cells;
    use super::*;

    #[test]
    fn counts_equal_a_naive_count() {
        for n in [0, 1, 7, 100, 900, 5000] {
            for marks in [false, true] {
                let cells = random_cells(n, n as u64 + 5, marks);
                let grid = Grid::new(1, n, &cells);
                let count = |c| cells.iter().filter(|&&x| x == c).count();
                let colors: Vec<Color> = (-128..=127).filter(|&c| count(c) > 0).collect();
                // `max_by_key` takes the last of equals, so go downwards.
                let most = colors.iter().rev().copied().max_by_key(|&c| count(c));
                let least = colors.iter().copied().min_by_key(|&c| count(c));
                assert_eq!(most_color(grid), most);
                assert_eq!(least_color(grid), least);
                assert_eq!(palette(grid).collect::<Vec<_>>(), colors);
                let counts = histogram(grid);
                assert!((-128..=127).all(|c| counts[color_index(c)] as usize == count(c)));
            }
        }
    }
}
