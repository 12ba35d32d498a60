//! Truth values, pairs and coloured cells, as a [`Value`](crate::dsl::Value) holds them: one word each.
//!
//! A value with one word of data is passed in two registers. Other sizes would go through memory in
//! parts, and reading the whole would stall on them.

use std::cmp::Ordering;
use std::fmt;

/// A truth value of one word; equals 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Truth {
    /// False.
    False = 0,
    /// True.
    True = 1,
}

impl Truth {
    /// Whether it is true.
    #[inline]
    pub const fn holds(self) -> bool {
        matches!(self, Self::True)
    }
}

impl From<bool> for Truth {
    #[inline]
    fn from(holds: bool) -> Self {
        if holds { Self::True } else { Self::False }
    }
}

/// Row and column, or any two numbers, in one word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pair(u64);

impl Pair {
    /// The pair of the two.
    #[inline]
    pub const fn new(i: i32, j: i32) -> Self {
        Self((i as u32 as u64) << 32 | j as u32 as u64)
    }

    /// Both numbers.
    #[inline]
    pub const fn parts(self) -> (i32, i32) {
        (self.row(), self.column())
    }

    /// The first number.
    #[inline]
    pub const fn row(self) -> i32 {
        (self.0 >> 32) as i32
    }

    /// The second number.
    #[inline]
    pub const fn column(self) -> i32 {
        self.0 as i32
    }

    /// The word: the first number in its upper half, the second in its lower.
    #[inline]
    pub const fn word(self) -> u64 {
        self.0
    }

    /// An unsigned sort key: ascending keys are ascending pairs.
    #[inline]
    pub(in crate::dsl) const fn key(self) -> u64 {
        self.0 ^ Self::SIGNS
    }

    /// The pair of a [`key`](Self::key).
    #[inline]
    pub(in crate::dsl) const fn of_key(key: u64) -> Self {
        Self(key ^ Self::SIGNS)
    }

    /// The sign bits of both numbers.
    const SIGNS: u64 = 1 << 63 | 1 << 31;
}

impl PartialOrd for Pair {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Pair {
    /// By the first number, then by the second.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts().fmt(f)
    }
}

/// A coloured cell, in the arena: colour, row, column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell(pub i32, pub i32, pub i32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_ordered_by_their_keys() {
        let some = [i32::MIN, -7, -1, 0, 1, 42, i32::MAX];
        let all = some.iter().flat_map(|&i| some.map(|j| (i, j)));
        let pairs: Vec<Pair> = all.clone().map(|(i, j)| Pair::new(i, j)).collect();
        assert!(pairs.is_sorted_by(|a, b| a < b));
        assert!(pairs.iter().map(|pair| pair.parts()).eq(all));
        assert!(pairs.iter().all(|&pair| Pair::of_key(pair.key()) == pair));
    }
}
