//! A hash table of small entries: what calls, states and values are found by.
//!
//! In: hashes. Out: numbers. Open addressing with linear probing. An entry holds the hash beside the
//! number, so that a lookup that finds nothing reads one cache line, and growing does not look at what
//! the numbers stand for.
//!
//! Why not `hashbrown::HashTable`: for 30,000 entries and 120,000 lookups this takes 21 % fewer
//! instructions (12.7 against 16.1 million for calls, 8.9 against 11.3 million for values), and lookups
//! are a large part of a search.

/// An entry of a [`HashIndex`]: a hash and a number. The default, zeros, marks a vacant position.
pub(crate) trait Entry: Copy + Default + PartialEq {
    /// The bits of the hash that give its position, low bits first.
    fn home(self) -> usize;

    /// Whether this is the default.
    fn is_vacant(self) -> bool;
}

/// Entries by hash.
#[derive(Clone)]
pub(crate) struct HashIndex<E> {
    /// None, or a power of two, at most two thirds of them taken. An entry is at its home or, where
    /// that is taken, soon after it.
    entries: Vec<E>,
    taken: usize,
}

/// The smallest number of positions.
const MIN_CAPACITY: usize = 64;

impl<E> Default for HashIndex<E> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            taken: 0,
        }
    }
}

impl<E: Entry> HashIndex<E> {
    /// The entry with this home that `is` accepts.
    #[inline]
    pub fn find_entry(&self, home: usize, is: impl Fn(E) -> bool) -> Option<E> {
        let mask = self.entries.len().checked_sub(1)?;
        let mut at = home & mask;
        loop {
            let entry = self.entries[at];
            if entry.is_vacant() {
                return None;
            }
            if is(entry) {
                return Some(entry);
            }
            at = (at + 1) & mask;
        }
    }

    /// Number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.taken
    }

    /// Makes room for this many entries in an empty index.
    pub fn reserve(&mut self, entries: usize) {
        if self.taken == 0 {
            let capacity = (entries + entries / 2 + 1).next_power_of_two();
            self.entries = vec![E::default(); capacity.max(MIN_CAPACITY)];
        }
    }

    /// Adds an entry that is not there yet.
    #[inline]
    pub fn insert_entry(&mut self, entry: E) {
        if 3 * self.taken >= 2 * self.entries.len() {
            self.grow();
        }
        self.put(entry);
        self.taken += 1;
    }

    #[inline]
    fn put(&mut self, entry: E) {
        let mask = self.entries.len() - 1;
        let mut at = entry.home() & mask;
        while !self.entries[at].is_vacant() {
            at = (at + 1) & mask;
        }
        self.entries[at] = entry;
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![E::default(); (2 * self.entries.len()).max(MIN_CAPACITY)];
        for entry in std::mem::replace(&mut self.entries, larger) {
            if !entry.is_vacant() {
                self.put(entry);
            }
        }
    }

    /// Removes an entry, if it is there.
    pub fn remove_entry(&mut self, entry: E) {
        let Some(mask) = self.entries.len().checked_sub(1) else {
            return;
        };
        let mut at = entry.home() & mask;
        while self.entries[at] != entry {
            if self.entries[at].is_vacant() {
                return;
            }
            at = (at + 1) & mask;
        }
        self.entries[at] = E::default();
        self.taken -= 1;
        // Entries behind it may have been pushed past it: insert them again.
        loop {
            at = (at + 1) & mask;
            let entry = std::mem::take(&mut self.entries[at]);
            if entry.is_vacant() {
                return;
            }
            self.put(entry);
        }
    }

    /// Removes all entries; keeps room for as many as there were.
    pub fn clear(&mut self) {
        if self.taken > 0 {
            // Zeroed memory from the allocator is cheaper than filling the old.
            let capacity = (2 * self.taken).next_power_of_two();
            self.entries = vec![E::default(); capacity.clamp(MIN_CAPACITY, self.entries.len())];
            self.taken = 0;
        }
    }
}

/// A 32-bit hash, and a number plus one.
pub(crate) type Numbered = [u32; 2];

impl Entry for Numbered {
    #[inline]
    fn home(self) -> usize {
        self[0] as usize
    }

    #[inline]
    fn is_vacant(self) -> bool {
        self[1] == 0
    }
}

/// Numbers of things that lie elsewhere. `u32::MAX` is no number.
impl HashIndex<Numbered> {
    /// The number with this hash that `is` accepts.
    #[inline]
    pub fn find(&self, hash: u32, is: impl Fn(u32) -> bool) -> Option<u32> {
        let found = self.find_entry(hash as usize, |[other, next]| other == hash && is(next - 1));
        found.map(|[_, next]| next - 1)
    }

    /// Adds a number that is not there yet.
    #[inline]
    pub fn insert(&mut self, hash: u32, number: u32) {
        self.insert_entry([hash, number + 1]);
    }

    /// Removes a number, if it is there.
    pub fn remove(&mut self, hash: u32, number: u32) {
        self.remove_entry([hash, number + 1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Hashes that collide often, in an index that grows, shrinks and is cleared.
    #[test]
    fn finds_what_was_inserted() {
        let mut rng = crate::rng::Rng::new(7);
        let mut index = HashIndex::default();
        assert_eq!(index.find(0, |_| true), None);
        index.remove(0, 0);
        for most in [10, 3_000, 40] {
            let mut there: BTreeMap<u32, u32> = BTreeMap::new();
            for _ in 0..20_000 {
                let number = rng.below(most) as u32;
                // Few hashes, so that many wrap around the end of the table.
                let hash = (number % 37) << 20 | u32::MAX >> (number % 3);
                let found = index.find(hash, |other| other == number);
                assert_eq!(found, there.get(&number).map(|_| number));
                if found.is_none() {
                    index.insert(hash, number);
                    there.insert(number, hash);
                } else if rng.chance(60) {
                    index.remove(hash, number);
                    index.remove(hash, number);
                    there.remove(&number);
                }
            }
            for (&number, &hash) in &there {
                assert_eq!(index.find(hash, |other| other == number), Some(number));
            }
            assert_eq!(index.taken, there.len());
            index.clear();
            assert_eq!(index.find(5 << 20 | u32::MAX, |_| true), None);
        }
    }
}
