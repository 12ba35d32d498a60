//! A table of numbers by hash: what calls and states are found in.
//!
//! In: hashes, and whether a number is the one that is looked for. Out: numbers. Next to a number is
//! its hash, so that looking up takes one line of memory where nothing is found, and a larger table
//! is made without a look at what the numbers stand for.

/// Numbers by hash.
#[derive(Clone, Default)]
pub(crate) struct HashIndex {
    /// A power of two of them, or none; at most two thirds are taken. The hash, and one more than the
    /// number; all 0 where there is none. A number lies at its place or, where that is taken, soon
    /// after it.
    entries: Vec<[u32; 2]>,
    taken: usize,
}

/// The least room.
const FEWEST: usize = 64;

impl HashIndex {
    /// The number with this hash that is the one looked for.
    #[inline]
    pub fn find(&self, hash: u32, is: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.entries.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            let [other, number] = self.entries[at];
            let number = number.checked_sub(1)?;
            if other == hash && is(number) {
                return Some(number);
            }
            at = (at + 1) & mask;
        }
    }

    /// Puts in a number that is not there. The largest number of all is none.
    #[inline]
    pub fn insert(&mut self, hash: u32, number: u32) {
        if 3 * self.taken >= 2 * self.entries.len() {
            self.grow();
        }
        self.put([hash, number + 1]);
        self.taken += 1;
    }

    fn put(&mut self, entry: [u32; 2]) {
        let mask = self.entries.len() - 1;
        let mut at = entry[0] as usize & mask;
        while self.entries[at][1] != 0 {
            at = (at + 1) & mask;
        }
        self.entries[at] = entry;
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![[0; 2]; (2 * self.entries.len()).max(FEWEST)];
        for entry in std::mem::replace(&mut self.entries, larger) {
            if entry[1] != 0 {
                self.put(entry);
            }
        }
    }

    /// Takes a number out, if it is there.
    pub fn remove(&mut self, hash: u32, number: u32) {
        let Some(mask) = self.entries.len().checked_sub(1) else {
            return;
        };
        let mut at = hash as usize & mask;
        while self.entries[at] != [hash, number + 1] {
            if self.entries[at][1] == 0 {
                return;
            }
            at = (at + 1) & mask;
        }
        self.entries[at] = [0; 2];
        self.taken -= 1;
        // What lies behind it may have come past it: it is put in again.
        loop {
            at = (at + 1) & mask;
            let entry = std::mem::take(&mut self.entries[at]);
            if entry[1] == 0 {
                return;
            }
            self.put(entry);
        }
    }

    /// Takes all out; the memory is kept.
    pub fn clear(&mut self) {
        let room = match self.taken {
            0 => self.entries.len().min(FEWEST),
            taken => (2 * taken)
                .next_power_of_two()
                .clamp(FEWEST, self.entries.len()),
        };
        self.entries.clear();
        self.entries.resize(room, [0; 2]);
        self.taken = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Hashes that meet often, in a table that grows, shrinks and is emptied.
    #[test]
    fn what_is_found_is_what_was_put_in() {
        let mut rng = crate::rng::Rng::new(7);
        let mut index = HashIndex::default();
        assert_eq!(index.find(0, |_| true), None);
        index.remove(0, 0);
        for most in [10, 3_000, 40] {
            let mut there: BTreeMap<u32, u32> = BTreeMap::new();
            for _ in 0..20_000 {
                let number = rng.below(most) as u32;
                // Few hashes, so that many are at the end of the table and go round it.
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
