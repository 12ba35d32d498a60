//! The interner: values by number, equal values under one number.
//!
//! In: values. Out: a [`ValueId`] each. A batt run interns values that are in its arena already; a
//! search interns values that were made in a scratch arena, and the interner copies the new ones, so
//! that containers share equal elements.
//! Invariant: two interned values with different numbers are different. Equality is that of the
//! [`value_hash`]. A value that was [pushed](Interner::push) is not looked up and may equal another.

use super::hash_index::{Entry, HashIndex};
use crate::dsl::Value;
use crate::dsl::value::copy::copy_with;
use crate::dsl::value::hash::{ValueHash, has_own_hash, value_hash, value_hash_with_parts};
use bumpalo::Bump;

/// The number of a value, or of a failure, in a run or a search.
pub type ValueId = u32;

/// The values of a run or a search.
pub(crate) struct Interner<'a> {
    arena: &'a Bump,
    values: Vec<Value<'a>>,
    index: ValueIndex,
    /// The hashes of the elements of the values that were [hashed](Self::hash) last.
    part_hashes: Vec<ValueHash>,
    /// The numbers of 0, 1 and so on, which are asked for most; `ValueId::MAX` if not known.
    small: [ValueId; SMALL],
}

/// Numbers of values by their hashes. An entry is a hash with the number plus one in its free half.
pub(crate) type ValueIndex = HashIndex<ValueHash>;

impl Entry for ValueHash {
    #[inline]
    fn home(self) -> usize {
        self[0] as usize
    }

    #[inline]
    fn is_vacant(self) -> bool {
        self[1] as u32 == 0
    }
}

/// A value with its hash, not interned yet.
#[derive(Clone, Copy)]
pub(crate) struct Hashed<'s> {
    value: Value<'s>,
    hash: ValueHash,
    /// Where the hashes of its elements begin.
    parts: usize,
}

/// Integers from 0 up to this are found without a lookup.
const SMALL: usize = 64;

impl<'a> Interner<'a> {
    /// Bytes per value, besides the memory in the arena.
    pub const BYTES: usize = size_of::<Value>() + 3 * size_of::<ValueHash>();

    /// No values; `index` is cleared and gives its memory. Makes room for `expected` values.
    pub fn new(arena: &'a Bump, mut index: ValueIndex, expected: usize) -> Self {
        index.clear();
        Self {
            arena,
            values: Vec::with_capacity(expected),
            index,
            part_hashes: Vec::new(),
            small: [ValueId::MAX; SMALL],
        }
    }

    /// The memory of the index, for another interner.
    pub fn into_index(self) -> ValueIndex {
        self.index
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The value of a number.
    #[inline]
    pub fn get(&self, id: ValueId) -> Value<'a> {
        self.values[id as usize]
    }

    /// [`get`](Self::get) without a copy.
    #[inline]
    pub fn at(&self, id: ValueId) -> &Value<'a> {
        &self.values[id as usize]
    }

    /// Adds a value that is in the arena under a number of its own, without a lookup.
    #[inline]
    pub fn push(&mut self, value: Value<'a>) -> ValueId {
        self.values.push(value);
        self.values.len() as ValueId - 1
    }

    /// The number of a value that is in the arena.
    #[inline]
    pub fn intern(&mut self, value: Value<'a>) -> ValueId {
        self.intern_small(value, |interner| {
            let hash = value_hash(value);
            interner
                .find(hash)
                .unwrap_or_else(|| interner.add(value, hash))
        })
    }

    /// The number of a value, which is copied into the arena if it is new.
    pub fn intern_copy(&mut self, value: Value) -> ValueId {
        self.intern_small(value, |interner| {
            interner.intern_hashed(value, value_hash(value), &[])
        })
    }

    #[inline]
    fn intern_small(&mut self, value: Value, intern: impl FnOnce(&mut Self) -> ValueId) -> ValueId {
        let small = match value {
            Value::Int(n) if (0..SMALL as i64).contains(&n) => n as usize,
            _ => return intern(self),
        };
        if self.small[small] == ValueId::MAX {
            self.small[small] = intern(self);
        }
        self.small[small]
    }

    #[inline]
    fn find(&self, [low, high]: ValueHash) -> Option<ValueId> {
        let is = |other: ValueHash| other[0] == low && (other[1] ^ high) >> 32 == 0;
        let entry = self.index.find_entry(low as usize, is)?;
        Some(entry[1] as ValueId - 1)
    }

    #[inline]
    fn add(&mut self, value: Value<'a>, [low, high]: ValueHash) -> ValueId {
        let id = self.push(value);
        let next = u64::from(id + 1);
        self.index.insert_entry([low, high | next]);
        id
    }

    /// The number of a value with this hash; `parts` begins with the hashes of its elements, or is
    /// empty.
    fn intern_hashed(&mut self, value: Value, hash: ValueHash, parts: &[ValueHash]) -> ValueId {
        if let Some(known) = self.find(hash) {
            return known;
        }
        // The elements are interned first.
        let copy = self.copy(value, parts);
        self.add(copy, hash)
    }

    /// Begins a new batch of hashed values.
    pub fn begin_batch(&mut self) {
        self.part_hashes.clear();
    }

    /// Hashes a value of the current batch.
    #[inline]
    pub fn hash<'s>(&mut self, value: Value<'s>) -> Hashed<'s> {
        let parts = self.part_hashes.len();
        let hash = value_hash_with_parts(value, &mut self.part_hashes);
        Hashed { value, hash, parts }
    }

    /// Interns the values of the current batch, and appends their numbers to `ids`. All lookups come
    /// first, so that none waits for the memory of another.
    pub fn intern_batch(&mut self, batch: &[Hashed], ids: &mut Vec<ValueId>) {
        let start = ids.len();
        let known = batch.iter().map(|hashed| self.find(hashed.hash));
        ids.extend(known.map(|known| known.unwrap_or(ValueId::MAX)));
        let parts = std::mem::take(&mut self.part_hashes);
        for (id, hashed) in ids[start..].iter_mut().zip(batch) {
            if *id == ValueId::MAX {
                *id = self.intern_hashed(hashed.value, hashed.hash, &parts[hashed.parts..]);
            }
        }
        self.part_hashes = parts;
    }

    fn copy(&mut self, value: Value, parts: &[ValueHash]) -> Value<'a> {
        copy_with(self.arena, value, |items| self.items(items, parts))
    }

    fn items(&mut self, items: &[Value], parts: &[ValueHash]) -> &'a [Value<'a>] {
        let arena = self.arena;
        let mut parts = parts.iter();
        arena.alloc_slice_fill_with(items.len(), |k| {
            let id = match items[k] {
                // Copying a small value is faster than looking it up.
                small @ (Value::Int(_) | Value::Pair(_) | Value::Cell(_)) => {
                    return self.copy(small, &[]);
                }
                item if has_own_hash(item) => {
                    let hash = parts.next().copied().unwrap_or_else(|| value_hash(item));
                    self.intern_hashed(item, hash, &[])
                }
                item => self.intern_copy(item),
            };
            self.get(id)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::Seq;
    use crate::grid::{Cells, Grid, Object};

    #[test]
    fn equal_values_have_one_number() {
        let arena = Bump::new();
        let mut interner = Interner::new(&arena, ValueIndex::default(), 0);
        let ids: Vec<ValueId> = (0..5_000)
            .map(|n| interner.intern_copy(Value::Int(n)))
            .collect();
        assert_eq!(ids, Vec::from_iter(0..5_000));
        for (n, &id) in (0..).zip(&ids) {
            assert_eq!(interner.intern_copy(Value::Int(n)), id);
            assert_eq!(interner.get(id), Value::Int(n));
        }
        assert_eq!(interner.intern_copy(Value::from(true)), ids[1], "true is 1");
        assert_eq!(interner.len(), 5_000);
    }

    #[test]
    fn a_new_value_that_occurs_twice_in_a_batch_has_one_number() {
        let arena = Bump::new();
        let mut interner = Interner::new(&arena, ValueIndex::default(), 0);
        let known = interner.intern_copy(Value::at(1, 2));
        let values = [Value::at(2, 1), Value::at(1, 2), Value::at(2, 1)];
        let mut ids = vec![7];
        let batch = values.map(|value| interner.hash(value));
        interner.intern_batch(&batch, &mut ids);
        assert_eq!(ids, [7, known + 1, known, known + 1]);
    }

    #[test]
    fn containers_share_copies_of_equal_elements() {
        let shape = Cells {
            top: 1,
            left: 2,
            width: 2,
            count: 3,
            rows: &[0b11, 0b01],
        };
        let one = Object {
            shape,
            count: 3,
            colors: &[4],
            planes: shape.rows,
        };
        let two = Object {
            colors: &[4, 7],
            planes: &[0b10, 0b01, 0b01, 0b00],
            ..one
        };
        let grid = Grid::new(1, 2, &[3, 5]);
        let seq = |items| Seq::new(items, 4, 9);
        let objects = [Value::Object(&one), Value::Object(&two)];
        let set = seq(&objects);
        // Elements of inner containers have no part hashes; they must not use those of outer elements.
        let items = [
            Value::Int(8),
            Value::Grid(&grid),
            Value::Set(&set),
            objects[1],
            Value::Indices(&shape),
        ];
        let tuple = seq(&items);
        let arena = Bump::new();
        let mut interner = Interner::new(&arena, ValueIndex::default(), 0);
        interner.begin_batch();
        let values = [Value::Set(&set), Value::Tuple(&tuple), objects[0]];
        let batch = values.map(|value| interner.hash(value));
        let mut ids = Vec::new();
        interner.intern_batch(&batch, &mut ids);
        for (&id, value) in ids.iter().zip(values) {
            assert_eq!(interner.get(id), value);
        }
        let there = interner.len();
        assert_eq!(there, 6);
        for value in items.into_iter().skip(1).chain(values) {
            let id = interner.intern_copy(value);
            assert_eq!(interner.get(id), value);
        }
        assert_eq!(interner.len(), there, "something was copied twice");
    }
}
