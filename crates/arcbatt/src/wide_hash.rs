//! A 128-bit hash for lookups in which equal hashes stand for equal data.
//!
//! # Construction
//! Two halves, each 64 bits. For every pair of words `x`, `y` of the input:
//!
//! ```text
//! a = fold((a ^ x) * (y ^ K1))
//! b = fold((rotate(b, 29) ^ y) * (x ^ K2))
//! ```
//!
//! where `fold` is the exclusive or of the halves of a 128-bit product, as in wyhash. Each word goes
//! into both halves, on different sides of the products. The last words went through one product only:
//! put a tag or a length there, whose bits need no avalanche.
//!
//! # Collisions
//! If a half behaves like a random function, two different inputs collide in it with probability
//! 2^-64. A run or a search interns at most 2^24 values (the memory limits see to that), that is fewer
//! than 2^47 pairs. With the 96 bits that [`ValueHash`](crate::dsl::value::hash::ValueHash) keeps, two
//! of them collide with probability below 2^-49; with all 128 bits below 2^-81.
//!
//! # Weak inputs
//! - A zero factor (`x == a` or `y == K1`) resets a half: it forgets all words before. For input that
//!   is not chosen against the keys this happens with probability 2^-63 per step and half. It does not
//!   reset the other half: that takes `y == rotate(b, 29)` or `x == K2` in the same step. Input that
//!   holds both keys next to each other resets both halves; only an adversary writes it, and the
//!   result is one wrong lookup of that adversary's own program.
//! - Swapped factors (`x' = a ^ y ^ K1`, `y' = a ^ x ^ K1`) give the same product in one half. The other
//!   half then has different factors, because `rotate(b, 29)` and `K2` are unrelated to `a` and `K1`.
//! - Zero words are no weak input: the keys are not zero, so a run of zeros changes both halves at
//!   every step. Hash the length, too, as for anything that is padded.
//!
//! The tests hash many structured, nearly equal values and check that every input bit flips about half
//! of the output bits. xxh3-128 was tried instead: see docs/decisions.md.

use std::hash::Hasher;

/// Hashes words to 128 bits.
#[derive(Clone, Copy)]
pub(crate) struct WideHasher {
    a: u64,
    b: u64,
}

const K1: u64 = 0xa076_1d64_78bd_642f;
const K2: u64 = 0xe703_7ed1_a0b4_28db;

impl Default for WideHasher {
    fn default() -> Self {
        Self {
            a: 0x9e37_79b9_7f4a_7c15,
            b: 0xc2b2_ae3d_27d4_eb4f,
        }
    }
}

/// The exclusive or of both halves of the product.
#[inline]
pub(crate) fn fold(x: u64, key: u64) -> u64 {
    let product = x as u128 * key as u128;
    product as u64 ^ (product >> 64) as u64
}

impl WideHasher {
    /// A hasher to work beside another. It starts from another state: had both the same, equal input
    /// would reset a half in [`write_hasher`](Self::write_hasher).
    #[inline]
    pub fn second() -> Self {
        Self {
            a: 0x8ebc_6af0_9c88_c6e3,
            b: 0xd6e8_feb8_6659_fd93,
        }
    }

    /// All 128 bits.
    #[inline]
    pub fn finish128(&self) -> u128 {
        (self.a as u128) << 64 | self.b as u128
    }

    /// Adds the input of another hasher.
    #[inline]
    pub fn write_hasher(&mut self, other: Self) {
        self.write_words(other.a, other.b);
    }

    /// Adds two words in one step.
    #[inline]
    pub fn write_words(&mut self, x: u64, y: u64) {
        self.a = fold(self.a ^ x, y ^ K1);
        self.b = fold(self.b.rotate_left(29) ^ y, x ^ K2);
    }
}

impl Hasher for WideHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (pairs, rest) = bytes.as_chunks::<16>();
        for pair in pairs {
            self.write_u128(u128::from_le_bytes(*pair));
        }
        let (words, rest) = rest.as_chunks::<8>();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.write_u64(n as u64);
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.write_u64(n as u64);
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.a = fold(self.a ^ n, K1);
        self.b = fold(self.b.rotate_left(29) ^ n, K2);
    }

    #[inline]
    fn write_u128(&mut self, n: u128) {
        self.write_words(n as u64, (n >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn finish(&self) -> u64 {
        fold(self.a, 0x8ebc_6af0_9c88_c6e3)
    }
}
