//! Values in the representation of the kernel: eight numbers, and rows of bits elsewhere.
//!
//! A grid fits if it has at most 32 rows and columns and colours from 0 to 15. A row is four words,
//! one per plane of colour bits. Other values are [`Packed::UNFIT`], and the CPU computes whatever
//! depends on them. Same layout as in `kernels/value.h`.

use arcbatt::dsl::constants::ConstantValue;
use arcbatt::dsl::{Primitive, table};
use arcbatt::grid::{Grid, GridBuf};

/// A value of the kernel: kind, offset of its rows, and six numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed(pub [i32; 8]);

/// The longest side of a grid that fits.
pub const SIDE: usize = 32;

/// The kinds of values, as numbered in the kernel.
pub(crate) mod kind {
    pub const DEAD: i32 = 0;
    pub const UNFIT: i32 = 2;
    pub const BOOL: i32 = 4;
    pub const INT: i32 = 5;
    pub const PAIR: i32 = 6;
    pub const GRID: i32 = 8;
    pub const TUPLE: i32 = 14;
    pub const PRIM: i32 = 15;
    pub const GIVEN_S: i32 = 100;
    pub const GIVEN_I: i32 = 101;
    pub const GIVEN_C: i32 = 102;
}

/// The reason why an input is unfit, as numbered in the kernel.
pub(crate) const BAD_INPUT: i32 = 8;

impl Packed {
    /// A value that the device cannot represent.
    pub const UNFIT: Self = Self([kind::UNFIT, 0, BAD_INPUT, -1, 0, 0, 0, 0]);
    /// No value.
    pub const DEAD: Self = Self([kind::DEAD, 0, 0, 0, 0, 0, 0, 0]);

    fn plain(kind: i32, a: i32, b: i32) -> Self {
        Self([kind, 0, a, b, 0, 0, 0, 0])
    }

    /// A constant of a program.
    pub fn constant(value: ConstantValue) -> Self {
        match value {
            ConstantValue::Bool(b) => Self::plain(kind::BOOL, b as i32, 0),
            // The least number has no negative and does not fit.
            ConstantValue::Int(n) => match i32::try_from(n) {
                Ok(n) if n > i32::MIN => Self::plain(kind::INT, n, 0),
                _ => Self::UNFIT,
            },
            ConstantValue::Pair(i, j) if i > i32::MIN && j > i32::MIN => {
                Self::plain(kind::PAIR, i, j)
            }
            ConstantValue::Pair(..) => Self::UNFIT,
        }
    }

    /// A primitive as a value.
    pub fn function(primitive: &'static Primitive) -> Self {
        Self::plain(kind::PRIM, table::number(primitive) as i32, 0)
    }

    /// A placeholder for S, I or C of the sample.
    pub(crate) fn given(which: i32) -> Self {
        Self::plain(which, 0, 0)
    }
}

/// The memory of the inputs: rows and elements that all warps read.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// The words, as the kernel reads them.
    pub words: Vec<u32>,
}

impl Shared {
    /// The next offset, a multiple of four.
    fn offset(&mut self) -> i32 {
        self.words.resize(self.words.len().next_multiple_of(4), 0);
        self.words.len() as i32
    }

    /// Packs a grid.
    pub fn grid(&mut self, grid: Grid) -> Packed {
        let (height, width) = (grid.height(), grid.width());
        let fits = (1..=SIDE).contains(&height) && (1..=SIDE).contains(&width);
        if !fits || !grid.cells().iter().all(|c| (0..16).contains(c)) {
            return Packed::UNFIT;
        }
        let offset = self.offset();
        self.words.extend(grid.rows().flat_map(|row| {
            let mut planes = [0; 4];
            for (&c, j) in row.iter().zip(0..) {
                for (k, plane) in planes.iter_mut().enumerate() {
                    *plane |= (c as u32 >> k & 1) << j;
                }
            }
            planes
        }));
        let [h, w] = [height as i32, width as i32];
        Packed([kind::GRID, offset, 0, 0, h, w, h * w, 0])
    }

    /// Packs a tuple of values.
    fn tuple(&mut self, items: &[Packed], weight: i32, depth: i32) -> Packed {
        let offset = self.offset();
        for item in items {
            self.words.extend(item.0.iter().map(|&n| n as u32));
        }
        let count = items.len() as i32;
        Packed([kind::TUPLE, offset, 0, 0, weight, depth, count, 0])
    }

    /// Packs the demonstrations, a tuple of pairs of grids.
    pub fn demonstrations(&mut self, pairs: &[(Grid, Grid)]) -> Packed {
        let weight = |grid: Grid| 1 + grid.cells().len() as i32 / 8;
        let mut items = Vec::with_capacity(pairs.len());
        let mut total = 1;
        for &(input, output) in pairs {
            let grids = [self.grid(input), self.grid(output)];
            if grids.contains(&Packed::UNFIT) {
                return Packed::UNFIT;
            }
            let sum = 1 + weight(input) + weight(output);
            items.push(self.tuple(&grids, sum, 3));
            total += sum;
        }
        match items.as_slice() {
            [] => Packed([kind::TUPLE, 0, 0, 0, 1, 1, 0, 0]),
            items => self.tuple(items, total, 4),
        }
    }
}

/// Unpacks a resulting grid: its sides, then four words per row. `None` if it is malformed.
pub fn unpack(words: &[u32]) -> Option<GridBuf> {
    let (&sides, rows) = words.split_first()?;
    let rows = rows.get(1..)?;
    let (height, width) = ((sides & 0xff) as usize, (sides >> 8) as usize);
    if height > SIDE || width > SIDE || rows.len() < 4 * height {
        return None;
    }
    let mut grid = GridBuf::filled(height, width, 0);
    for i in 0..height {
        for j in 0..width {
            let bit = |k: usize| (rows[4 * i + k] >> j & 1) << k;
            let color = bit(0) | bit(1) | bit(2) | bit(3);
            grid.set(i as i64, j as i64, color as i8);
        }
    }
    Some(grid)
}
