//! A hash of 128 bits, so wide that equal hashes are taken for equal values.

use std::hash::Hasher;

/// A hash of 128 bits: two folded products a word, with different keys. Two of the at most
/// millions of values of a run meet with a probability below 2^-80.
#[derive(Clone, Copy)]
pub(crate) struct Wide {
    a: u64,
    b: u64,
}

impl Default for Wide {
    fn default() -> Self {
        Self {
            a: 0x9e37_79b9_7f4a_7c15,
            b: 0xc2b2_ae3d_27d4_eb4f,
        }
    }
}

impl Wide {
    /// All 128 bits.
    pub fn wide(&self) -> u128 {
        (self.finish() as u128) << 64 | fold(self.b, 0xd6e8_feb8_6659_fd93) as u128
    }
}

/// The halves of a product, folded.
#[inline]
pub(crate) fn fold(x: u64, key: u64) -> u64 {
    let product = x as u128 * key as u128;
    product as u64 ^ (product >> 64) as u64
}

impl Hasher for Wide {
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
        self.a = fold(self.a ^ n, 0xa076_1d64_78bd_642f);
        self.b = fold(self.b.rotate_left(29) ^ n, 0xe703_7ed1_a0b4_28db);
    }

    #[inline]
    fn write_u128(&mut self, n: u128) {
        // Two words at a time: each goes into both products, on different sides.
        let (x, y) = (n as u64, (n >> 64) as u64);
        self.a = fold(self.a ^ x, y ^ 0xa076_1d64_78bd_642f);
        self.b = fold(self.b.rotate_left(29) ^ y, x ^ 0xe703_7ed1_a0b4_28db);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn finish(&self) -> u64 {
        fold(self.a, 0x8ebc_6af0_9c88_c6e3)
    }
}
