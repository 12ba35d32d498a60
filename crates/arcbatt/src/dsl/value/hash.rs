//! What values are looked up by: so many bits of a hash that equal ones are taken for equal values.
//!
//! In: a value. Out: its key. Equal values have equal keys, as each has one form only. Words go in
//! two at a time wherever they can, as every time is waiting for the time before; of what is long, the
//! parts are hashed side by side.

use crate::dsl::Value;
use crate::grid::{Cells, Color};
use crate::wide_hash::Wide;
use std::hash::{Hash, Hasher};

/// 96 bits of the hash of a value. The lower half of the second word is left free for the number of the
/// value.
pub(crate) type Key = [u64; 2];

/// The key of a value.
pub(crate) fn key(value: Value) -> Key {
    noting(value, &mut ())
}

/// The key of a value. The keys of what it holds are added to a list, as far as they
/// [are noted](is_noted), in their order.
pub(crate) fn key_noting(value: Value, inside: &mut Vec<Key>) -> Key {
    noting(value, inside)
}

/// Whether the key of a value that lies in another is noted: it is hashed by itself.
pub(crate) fn is_noted(item: Value) -> bool {
    matches!(item, Value::Object(_) | Value::Indices(_) | Value::Grid(_))
}

/// Who is told the keys of what a container holds.
trait Inside {
    fn note(&mut self, key: Key);
}

impl Inside for () {
    fn note(&mut self, _: Key) {}
}

impl Inside for Vec<Key> {
    fn note(&mut self, key: Key) {
        self.push(key);
    }
}

fn noting(value: Value, inside: &mut impl Inside) -> Key {
    let mut hasher = Wide::default();
    add(&mut hasher, value, inside);
    let wide = hasher.wide();
    [wide as u64, (wide >> 64) as u64 & !u64::from(u32::MAX)]
}

/// Two numbers as one word.
fn both(high: i32, low: i32) -> u64 {
    u64::from(high as u32) << 32 | u64::from(low as u32)
}

fn two(hasher: &mut Wide, first: u64, second: u64) {
    hasher.write_u128(u128::from(second) << 64 | u128::from(first));
}

fn words(hasher: &mut Wide, words: &[u64]) {
    let (fours, rest) = words.as_chunks::<4>();
    if !fours.is_empty() {
        let mut beside = Wide::default();
        for &[a, b, c, d] in fours {
            two(hasher, a, b);
            two(&mut beside, c, d);
        }
        hasher.write_u128(beside.wide());
    }
    let (pairs, rest) = rest.as_chunks::<2>();
    for &[first, second] in pairs {
        two(hasher, first, second);
    }
    for &word in rest {
        hasher.write_u64(word);
    }
}

fn colors(hasher: &mut Wide, colors: &[Color]) {
    let as_number = |cells: &[Color; 16]| u128::from_le_bytes(cells.map(|color| color as u8));
    let (pairs, rest) = colors.as_chunks::<16>();
    let (fours, last) = pairs.as_chunks::<2>();
    if !fours.is_empty() {
        let mut beside = Wide::default();
        for [first, second] in fours {
            hasher.write_u128(as_number(first));
            beside.write_u128(as_number(second));
        }
        hasher.write_u128(beside.wide());
    }
    for cells in last {
        hasher.write_u128(as_number(cells));
    }
    let mut end = [0; 16];
    end[..rest.len()].copy_from_slice(rest);
    hasher.write_u128(as_number(&end));
}

/// What a set of cells is, and its box. The kind of value is in the lowest bits, what else there is
/// to say in the eight above them.
fn frame(hasher: &mut Wide, kind: u8, more: u8, cells: &Cells) {
    let size = both(cells.rows.len() as i32, (cells.width as i32) << 16);
    let what = size | u64::from(more) << 8 | u64::from(kind);
    two(hasher, what, both(cells.top, cells.left));
}

fn add(hasher: &mut Wide, value: Value, inside: &mut impl Inside) {
    match value {
        Value::Bool(b) => two(hasher, 1, b as u64),
        Value::Int(n) => two(hasher, 1, n as u64),
        Value::Pair(pair) => two(hasher, 2, pair.word()),
        Value::Indices(cells) => {
            frame(hasher, 5, 0, cells);
            words(hasher, cells.rows);
        }
        Value::Object(object) => {
            // The planes tell the shape and the counts.
            frame(hasher, 6, object.colors.len() as u8, &object.shape);
            for colors in object.colors.chunks(8) {
                let bytes = colors.iter().rev();
                hasher.write_u64(bytes.fold(0, |word, &c| word << 8 | u64::from(c as u8)));
            }
            words(hasher, object.planes);
        }
        Value::Set(seq) => several(hasher, 7, seq.items, inside),
        Value::Tuple(seq) => several(hasher, 8, seq.items, inside),
        Value::Grid(grid) => {
            two(hasher, 9, both(grid.height() as i32, grid.width() as i32));
            colors(hasher, grid.cells());
        }
        Value::Function(made) => several(hasher, 10 | (made.kind as u64) << 8, made.parts, inside),
        // Every primitive is in the table once.
        Value::Primitive(primitive) => two(hasher, 11, std::ptr::from_ref(primitive).addr() as u64),
        _ => {
            hasher.write_u64(12);
            value.hash(hasher);
        }
    }
}

fn several(hasher: &mut Wide, kind: u64, items: &[Value], inside: &mut impl Inside) {
    two(hasher, kind, items.len() as u64);
    for &item in items {
        if is_noted(item) {
            let key = key(item);
            inside.note(key);
            two(hasher, key[0], key[1]);
        } else {
            add(hasher, item, &mut ());
        }
    }
}
