//! The values of a search, each kept once.
//!
//! In: values in any memory. Out: numbers; equal values have equal numbers, and what a container
//! holds is kept once, too.

mod numbers;

use crate::dsl::Value;
use crate::dsl::value::hash::{Key, is_noted, key, key_noting};
use crate::dsl::value::{Closure, Seq};
use crate::grid::{Cells, Grid, Object};
use bumpalo::Bump;
use numbers::Entry;
pub(super) use numbers::Numbers;

/// A value, by number: equal values have equal numbers.
pub(super) type ValueId = u32;

/// The values of a search.
pub(super) struct Kept<'a> {
    arena: &'a Bump,
    values: Vec<Value<'a>>,
    numbers: Numbers,
    /// The keys of what is inside the containers that are looked for.
    inside: Vec<Key>,
    /// The numbers of the values 0, 1, and so on, where they are known.
    small: [ValueId; SMALL],
}

/// A value that is looked for.
#[derive(Clone, Copy)]
pub(super) struct Sought<'s> {
    value: Value<'s>,
    key: Key,
    /// Where the keys of what it holds begin.
    inside: usize,
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
            inside: Vec::new(),
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
                let id = self.keep_as(value, key(value), &[]);
                if let Some(n) = small {
                    self.small[n] = id;
                }
                id
            }
        }
    }

    /// The number of a value with this key; `inside` begins with the keys of what it holds, or has
    /// none.
    fn keep_as(&mut self, value: Value, key: Key, inside: &[Key]) -> ValueId {
        if let Some(known) = self.numbers.get(key) {
            return known;
        }
        // What it holds is numbered first.
        let copy = self.copy(value, inside);
        let id = self.values.len() as ValueId;
        self.values.push(copy);
        self.numbers.insert(key, id);
        id
    }

    /// Begins to look for values: those before were found.
    pub fn seek_anew(&mut self) {
        self.inside.clear();
    }

    /// Begins to look for a value.
    pub fn seek<'s>(&mut self, value: Value<'s>) -> Sought<'s> {
        let inside = self.inside.len();
        let key = key_noting(value, &mut self.inside);
        Sought { value, key, inside }
    }

    /// Adds the numbers of the values that are looked for to a list; those that are new are copied.
    pub fn keep_all(&mut self, values: &[Sought], ids: &mut Vec<ValueId>) {
        // One look-up need not wait for the other.
        let start = ids.len();
        let known = values.iter().map(|sought| self.numbers.get(sought.key));
        ids.extend(known.map(|known| known.unwrap_or(ValueId::MAX)));
        let inside = std::mem::take(&mut self.inside);
        for (id, sought) in ids[start..].iter_mut().zip(values) {
            if *id == ValueId::MAX {
                *id = self.keep_as(sought.value, sought.key, &inside[sought.inside..]);
            }
        }
        self.inside = inside;
    }

    fn copy(&mut self, value: Value, inside: &[Key]) -> Value<'a> {
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
            Value::Object(object) => {
                let shape = self.cells(&object.shape);
                let (colors, planes) = match *object.colors {
                    // The only plane is the shape.
                    [color] => (Object::only(color), shape.rows),
                    _ => (
                        &*self.arena.alloc_slice_copy(object.colors),
                        &*self.arena.alloc_slice_copy(object.planes),
                    ),
                };
                Value::Object(self.arena.alloc(Object {
                    shape,
                    count: object.count,
                    colors,
                    planes,
                }))
            }
            Value::Set(seq) => Value::Set(self.seq(seq, inside)),
            Value::Tuple(seq) => Value::Tuple(self.seq(seq, inside)),
            Value::Function(made) => {
                let made = Closure {
                    kind: made.kind,
                    parts: self.items(made.parts, inside),
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

    fn seq(&mut self, seq: &Seq, inside: &[Key]) -> &'a Seq<'a> {
        let seq = Seq {
            items: self.items(seq.items, inside),
            depth: seq.depth,
            weight: seq.weight,
        };
        self.arena.alloc(seq)
    }

    fn items(&mut self, items: &[Value], inside: &[Key]) -> &'a [Value<'a>] {
        let arena = self.arena;
        let mut inside = inside.iter();
        arena.alloc_slice_fill_with(items.len(), |k| {
            let id = match items[k] {
                // Looking a small value up takes longer than copying it.
                small @ (Value::Int(_) | Value::Pair(_) | Value::Cell(_)) => {
                    return self.copy(small, &[]);
                }
                item if is_noted(item) => {
                    let key = inside.next().copied().unwrap_or_else(|| key(item));
                    self.keep_as(item, key, &[])
                }
                item => self.keep(item),
            };
            self.get(id)
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
        let sought = values.map(|value| kept.seek(value));
        kept.keep_all(&sought, &mut ids);
        assert_eq!(ids, [7, known + 1, known, known + 1]);
    }

    #[test]
    fn what_containers_hold_is_kept_once_and_as_it_was() {
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
        let seq = |items| Seq {
            items,
            depth: 4,
            weight: 9,
        };
        let objects = [Value::Object(&one), Value::Object(&two)];
        let set = seq(&objects);
        // The keys of what lies deeper are not noted: none may be taken for one of those behind it.
        let items = [
            Value::Int(8),
            Value::Grid(&grid),
            Value::Set(&set),
            objects[1],
            Value::Indices(&shape),
        ];
        let tuple = seq(&items);
        let arena = Bump::new();
        let mut kept = Kept::new(&arena, Numbers::new());
        kept.seek_anew();
        let values = [Value::Set(&set), Value::Tuple(&tuple), objects[0]];
        let sought = values.map(|value| kept.seek(value));
        let mut ids = Vec::new();
        kept.keep_all(&sought, &mut ids);
        for (&id, value) in ids.iter().zip(values) {
            assert_eq!(kept.get(id), value);
        }
        let there = kept.len();
        assert_eq!(there, 6);
        for value in items.into_iter().skip(1).chain(values) {
            let id = kept.keep(value);
            assert_eq!(kept.get(id), value);
        }
        assert_eq!(kept.len(), there, "something was kept twice");
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
