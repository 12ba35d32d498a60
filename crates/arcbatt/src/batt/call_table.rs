//! Calls by what they call and on what, numbered: nodes of a [`Graph`](super::Graph), memoised calls.

use super::hash_index::{HashIndex, Numbered};
use crate::dsl::table::MAX_ARITY;
use crate::wide_hash::fold;

/// A call: what is called, and its arguments by number. Small, because there are many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CallKey {
    /// What is called, and on how many arguments.
    pub head: u32,
    pub args: [u32; MAX_ARITY + 1],
}

impl CallKey {
    /// Two words at a time, because a search looks a call up at every step.
    #[inline]
    pub fn hash(&self) -> u32 {
        let word = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let [a, b, c, d, e] = self.args;
        let first = fold(word(self.head, a) ^ KEYS[0], word(b, c) ^ KEYS[1]);
        fold(first ^ word(d, e), KEYS[2]) as u32
    }
}

/// Any odd numbers.
const KEYS: [u64; 3] = [
    0xa076_1d64_78bd_642f,
    0xe703_7ed1_a0b4_28db,
    0x8ebc_6af0_9c88_c6e3,
];

/// Different calls, numbered in the order in which they were added.
#[derive(Clone, Default)]
pub(super) struct CallTable {
    keys: Vec<CallKey>,
    index: HashIndex<Numbered>,
}

impl CallTable {
    /// Number of calls.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The call of a number.
    #[inline]
    pub fn key(&self, number: u32) -> &CallKey {
        &self.keys[number as usize]
    }

    /// The number of a call, if it was added; `hash` is its hash.
    #[inline]
    pub fn find(&self, key: &CallKey, hash: u32) -> Option<u32> {
        self.index.find(hash, |n| self.keys[n as usize] == *key)
    }

    /// Adds a call that is not there yet.
    #[inline]
    pub fn push(&mut self, key: CallKey, hash: u32) -> u32 {
        let number = self.keys.len() as u32;
        self.index.insert(hash, number);
        self.keys.push(key);
        number
    }

    /// A table of these calls, all different, that are not indexed yet.
    pub fn unindexed(keys: Vec<CallKey>) -> Self {
        Self {
            keys,
            index: HashIndex::default(),
        }
    }

    /// Whether calls can be found; if not, [`index_all`](Self::index_all) comes first.
    #[inline]
    pub fn is_indexed(&self) -> bool {
        self.index.len() == self.keys.len()
    }

    /// Indexes all calls.
    #[cold]
    pub fn index_all(&mut self) {
        self.index = HashIndex::default();
        self.index.reserve(self.keys.len());
        for (key, number) in self.keys.iter().zip(0..) {
            self.index.insert(key.hash(), number);
        }
    }

    /// Removes all calls from the given number on.
    pub fn truncate(&mut self, len: usize) {
        while self.keys.len() > len
            && let Some(key) = self.keys.pop()
        {
            self.index.remove(key.hash(), self.keys.len() as u32);
        }
    }

    /// Removes all calls; keeps the memory.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.index.clear();
    }
}
