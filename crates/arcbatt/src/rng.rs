//! A pseudo-random number generator (SplitMix64) whose numbers never change.
//!
//! In: a seed. Out: the same numbers on every machine and in every version, so that a seed always
//! means the same task.

use std::hash::Hasher;

/// A stream of pseudo-random numbers, cheap enough to have one per task and sample.
///
/// The numbers that a seed gives are part of the public interface: they must not change.
///
/// ```
/// let mut rng = arcbatt::rng::Rng::new(7);
/// assert_eq!(rng.next_u64(), 0x63cb_e1e4_5932_0dd7);
/// assert!((1..=6).contains(&rng.range(1, 6)));
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

/// SplitMix64's output function: every input bit affects every output bit.
fn stir(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The stream of a name and some numbers.
    pub fn of(name: &str, numbers: &[u64]) -> Self {
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        hash.write(name.as_bytes());
        let state = numbers
            .iter()
            .fold(hash.finish(), |state, &n| stir(state ^ stir(n)));
        Self { state }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        stir(self.state)
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// A number from `low` to `high`, both included; `low` if the range is empty.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        let span = high.saturating_sub(low).saturating_add(1).max(1);
        low + self.below(span as u64) as i64
    }

    /// True with a probability of `percent` in 100.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// A random item, if there is any.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let k = self.below(items.len() as u64) as usize;
        items.get(k).copied()
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for k in (1..items.len()).rev() {
            let other = self.below(k as u64 + 1) as usize;
            items.swap(k, other);
        }
    }
}

/// FNV-1a, because the standard library does not promise a stable hash.
pub(crate) struct Fnv(pub(crate) u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_frozen() {
        let mut rng = Rng::new(0);
        let first: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        // The reference values of SplitMix64 for seed 0.
        assert_eq!(
            first,
            [
                0xe220_a839_7b1d_cdaf,
                0x6e78_9e6a_a1b9_65f4,
                0x06c4_5d18_8009_454f
            ]
        );
    }

    #[test]
    fn ranges_hold_and_degenerate_ones_do_no_harm() {
        let mut rng = Rng::new(1);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[rng.range(0, 5) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| n > 800), "{seen:?}");
        assert_eq!(rng.range(4, 2), 4);
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.pick::<u8>(&[]), None);
    }

    #[test]
    fn names_and_numbers_give_streams_of_their_own() {
        let first = |name: &str, numbers: &[u64]| Rng::of(name, numbers).next_u64();
        assert_eq!(first("a", &[1, 2]), first("a", &[1, 2]));
        assert_ne!(first("a", &[1, 2]), first("a", &[2, 1]));
        assert_ne!(first("a", &[1, 2]), first("b", &[1, 2]));
    }

    #[test]
    fn shuffle_keeps_the_items() {
        let mut items: Vec<u8> = (0..50).collect();
        Rng::new(3).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<u8>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<u8>>());
    }
}
