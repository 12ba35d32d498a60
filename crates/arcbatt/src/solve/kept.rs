//! The values of a search, each kept once.
//!
//! In: values in any memory. Out: numbers; equal values have equal numbers, and what a container
//! holds is kept once, too.

mod key;

use crate::dsl::Value;
use crate::dsl::value::{Made, Seq};
use crate::grid::{Cells, Grid, Object};
use bumpalo::Bump;
pub(super) use key::{Key, key};

/// A value, by number: equal values have equal numbers.
pub(super) type ValueId = u32;

/// A key, and one more than the number of the value; all 0 where there is none.
type Entry = [u32; 4];

/// The least room for numbers.
const FEWEST: usize = 256;

/// The numbers of values by their keys: a table in which a key lies at its place or, where that is
/// taken, soon after it. Looking up is waiting for memory, so that it takes one line of it, not two.
pub(super) struct Numbers {
    /// A power of two of them, at most two thirds of them taken.
    entries: Vec<Entry>,
    taken: usize,
}

impl Numbers {
    /// No numbers.
    pub fn new() -> Self {
        Self {
            entries: vec![[0; 4]; FEWEST],
            taken: 0,
        }
    }

    /// No numbers, with room for as many as there were.
    fn emptied(mut self) -> Self {
        let room = (2 * self.taken).next_power_of_two().max(FEWEST);
        self.entries.clear();
        self.entries.resize(room, [0; 4]);
        self.taken = 0;
        self
    }

    /// Where a key is, or would be.
    fn place(&self, key: Key) -> usize {
        let mask = self.entries.len() - 1;
        let mut at = key[0] as usize & mask;
        loop {
            let [a, b, c, number] = self.entries[at];
            if number == 0 || [a, b, c] == key {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    fn get(&self, key: Key) -> Option<ValueId> {
        self.entries[self.place(key)][3].checked_sub(1)
    }

    fn insert(&mut self, key: Key, id: ValueId) {
        if 3 * self.taken >= 2 * self.entries.len() {
            let larger = vec![[0; 4]; 2 * self.entries.len()];
            for entry in std::mem::replace(&mut self.entries, larger) {
                let [a, b, c, number] = entry;
                if number != 0 {
                    let at = self.place([a, b, c]);
                    self.entries[at] = entry;
                }
            }
        }
        let at = self.place(key);
        let [a, b, c] = key;
        self.entries[at] = [a, b, c, id + 1];
        self.taken += 1;
    }
}

/// The values of a search.
pub(super) struct Kept<'a> {
    arena: &'a Bump,
    values: Vec<Value<'a>>,
    numbers: Numbers,
    /// The numbers of the values 0, 1, and so on, where they are known.
    small: [ValueId; SMALL],
}

/// Values whose numbers are not looked up.
const SMALL: usize = 64;

impl<'a> Kept<'a> {
    /// Bytes of a value, besides what it holds.
    pub const BYTES: usize = size_of::<Value>() + 3 * size_of::<Entry>();

    /// No values, to be kept in `arena`.
    pub fn new(arena: &'a Bump, numbers: Numbers) -> Self {
        Self {
            arena,
            values: Vec::new(),
            numbers,
            small: [ValueId::MAX; SMALL],
        }
    }

    /// The memory of the numbers, to be used again.
    pub fn numbers(self) -> Numbers {
        self.numbers.emptied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The value of a number.
    #[inline]
    pub fn get(&self, id: ValueId) -> Value<'a> {
        self.values[id as usize]
    }

    /// The number of a value; it is copied if it is new.
    pub fn keep(&mut self, value: Value) -> ValueId {
        // Most of what is asked for one by one are small numbers.
        let small = match value {
            Value::Int(n) => usize::try_from(n).ok().filter(|&n| n < SMALL),
            _ => None,
        };
        match small.map(|n| self.small[n]) {
            Some(known) if known != ValueId::MAX => known,
            _ => {
                let id = self.keep_as(value, key(value));
                if let Some(n) = small {
                    self.small[n] = id;
                }
                id
            }
        }
    }

    fn keep_as(&mut self, value: Value, key: Key) -> ValueId {
        if let Some(known) = self.numbers.get(key) {
            return known;
        }
        // What it holds is numbered first.
        let copy = self.copy(value);
        let id = self.values.len() as ValueId;
        self.values.push(copy);
        self.numbers.insert(key, id);
        id
    }

    /// Adds the numbers of values to a list; those that are new are copied.
    pub fn keep_all(&mut self, values: &[(Value, Key)], ids: &mut Vec<ValueId>) {
        // One look-up need not wait for the other.
        let start = ids.len();
        let known = values.iter().map(|&(_, key)| self.numbers.get(key));
        ids.extend(known.map(|known| known.unwrap_or(ValueId::MAX)));
        for (id, &(value, key)) in ids[start..].iter_mut().zip(values) {
            if *id == ValueId::MAX {
                *id = self.keep_as(value, key);
            }
        }
    }

    fn copy(&mut self, value: Value) -> Value<'a> {
        match value {
            Value::None => Value::None,
            Value::Bool(b) => Value::Bool(b),
            Value::Int(n) => Value::Int(n),
            Value::Pair(pair) => Value::Pair(pair),
            Value::Cell(cell) => Value::Cell(self.arena.alloc(*cell)),
            Value::Primitive(primitive) => Value::Primitive(primitive),
            Value::Grid(grid) => {
                let cells = self.arena.alloc_slice_copy(grid.cells());
                let grid = Grid::new(grid.height(), grid.width(), cells);
                Value::Grid(self.arena.alloc(grid))
            }
            Value::Indices(cells) => Value::Indices(self.arena.alloc(self.cells(cells))),
            Value::Object(object) => Value::Object(self.arena.alloc(Object {
                shape: self.cells(&object.shape),
                count: object.count,
                colors: self.arena.alloc_slice_copy(object.colors),
                planes: self.arena.alloc_slice_copy(object.planes),
            })),
            Value::Set(seq) => Value::Set(self.seq(seq)),
            Value::Tuple(seq) => Value::Tuple(self.seq(seq)),
            Value::Function(made) => {
                let made = Made {
                    maker: made.maker,
                    parts: self.items(made.parts),
                    depth: made.depth,
                    weight: made.weight,
                    arity: made.arity,
                };
                Value::Function(self.arena.alloc(made))
            }
        }
    }

    fn cells(&self, cells: &Cells) -> Cells<'a> {
        Cells {
            rows: self.arena.alloc_slice_copy(cells.rows),
            ..*cells
        }
    }

    fn seq(&mut self, seq: &Seq) -> &'a Seq<'a> {
        let seq = Seq {
            items: self.items(seq.items),
            depth: seq.depth,
            weight: seq.weight,
        };
        self.arena.alloc(seq)
    }

    fn items(&mut self, items: &[Value]) -> &'a [Value<'a>] {
        let arena = self.arena;
        arena.alloc_slice_fill_with(items.len(), |k| match items[k] {
            // Looking a small value up takes longer than copying it.
            small @ (Value::Int(_) | Value::Pair(_) | Value::Cell(_)) => self.copy(small),
            item => {
                let id = self.keep(item);
                self.get(id)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::Cell;

    #[test]
    fn equal_values_have_one_number_however_many_there_are() {
        let arena = Bump::new();
        let mut kept = Kept::new(&arena, Numbers::new());
        let ids: Vec<ValueId> = (0..5_000).map(|n| kept.keep(Value::Int(n))).collect();
        assert_eq!(ids, Vec::from_iter(0..5_000));
        for (n, &id) in (0..).zip(&ids) {
            assert_eq!(kept.keep(Value::Int(n)), id);
            assert_eq!(kept.get(id), Value::Int(n));
        }
        assert_eq!(kept.keep(Value::from(true)), ids[1], "true is 1");
        assert_eq!(kept.len(), 5_000);
    }

    #[test]
    fn what_is_new_twice_in_a_list_has_one_number() {
        let arena = Bump::new();
        let mut kept = Kept::new(&arena, Numbers::new());
        let known = kept.keep(Value::at(1, 2));
        let values = [Value::at(2, 1), Value::at(1, 2), Value::at(2, 1)];
        let mut ids = vec![7];
        kept.keep_all(&values.map(|value| (value, key(value))), &mut ids);
        assert_eq!(ids, [7, known + 1, known, known + 1]);
    }

    #[test]
    fn values_that_look_alike_have_keys_of_their_own() {
        let cells = |rows: &'static [u64], width| Cells {
            top: 0,
            left: 0,
            width,
            count: rows.iter().map(|row| row.count_ones()).sum(),
            rows,
        };
        let flat = cells(&[0b11], 2);
        let moved = Cells { left: 1, ..flat };
        let object = |color: i8| Object {
            shape: flat,
            count: 2,
            colors: Object::only(color),
            planes: flat.rows,
        };
        let objects = [object(1), object(2)];
        let one = Seq {
            items: &[Value::Int(1)],
            depth: 1,
            weight: 2,
        };
        let nothing = Seq { items: &[], ..one };
        let values = [
            Value::Indices(&flat),
            Value::Indices(&moved),
            Value::Object(&objects[0]),
            Value::Object(&objects[1]),
            Value::Int(1),
            Value::at(0, 1),
            Value::Cell(&Cell(0, 0, 1)),
            Value::Set(&one),
            Value::Tuple(&one),
            Value::Set(&nothing),
            Value::Tuple(&nothing),
            Value::None,
        ];
        let mut keys = values.map(key);
        keys.sort_unstable();
        assert!(keys.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
