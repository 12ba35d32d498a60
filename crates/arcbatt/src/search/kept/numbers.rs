//! The numbers of values by their keys.
//!
//! In: keys. Out: numbers. A key lies at its place in the table or, where that is taken, soon after it:
//! looking up is waiting for memory, so that it takes one line of it, not two.

use super::ValueId;
use crate::dsl::value::hash::Key;

/// A key, with one more than the number of the value in the half of a word that a key leaves free;
/// there is none where that is 0.
pub(super) type Entry = [u64; 2];

/// The least room for numbers.
const FEWEST: usize = 256;

/// The numbers of values by their keys.
pub(in super::super) struct Numbers {
    /// A power of two of them, at most two thirds of them taken.
    entries: Vec<Entry>,
    taken: usize,
}

/// What an entry has in the half of a word that a key leaves free.
fn number(entry: Entry) -> u32 {
    entry[1] as u32
}

impl Numbers {
    /// No numbers.
    pub fn new() -> Self {
        Self {
            entries: vec![[0; 2]; FEWEST],
            taken: 0,
        }
    }

    /// No numbers, with room for as many as there were.
    pub fn emptied(mut self) -> Self {
        let room = (2 * self.taken).next_power_of_two().max(FEWEST);
        self.entries.clear();
        self.entries.resize(room, [0; 2]);
        self.taken = 0;
        self
    }

    /// Where a key is, or would be, and what is there.
    #[inline]
    fn place(&self, [low, high]: Key) -> (usize, Entry) {
        let mask = self.entries.len() - 1;
        let mut at = low as usize & mask;
        loop {
            let entry = self.entries[at];
            let is_it = entry[0] == low && (entry[1] ^ high) >> 32 == 0;
            if is_it || number(entry) == 0 {
                return (at, entry);
            }
            at = (at + 1) & mask;
        }
    }

    /// The number of a key.
    #[inline]
    pub fn get(&self, key: Key) -> Option<ValueId> {
        let (_, entry) = self.place(key);
        number(entry).checked_sub(1)
    }

    /// Enters a key that is not there.
    pub fn insert(&mut self, key: Key, id: ValueId) {
        if 3 * self.taken >= 2 * self.entries.len() {
            let larger = vec![[0; 2]; 2 * self.entries.len()];
            for entry in std::mem::replace(&mut self.entries, larger) {
                if number(entry) != 0 {
                    self.put(entry);
                }
            }
        }
        let [low, high] = key;
        self.put([low, high | u64::from(id + 1)]);
        self.taken += 1;
    }

    fn put(&mut self, entry: Entry) {
        let (at, _) = self.place(entry);
        self.entries[at] = entry;
    }
}
