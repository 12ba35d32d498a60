//! What values are looked up by: so many bits of a hash that equal ones are taken for equal values.
//!
//! In: a value. Out: its key. Equal values have equal keys, as each has one form only. Words go in
//! two at a time wherever they can, as every time is waiting for the time before.

use crate::batt::wide::Wide;
use crate::dsl::Value;
use crate::grid::Cells;
use std::hash::{Hash, Hasher};

/// 96 bits of the hash of a value. With the number of the value they take 16 bytes.
pub(in super::super) type Key = [u32; 3];

/// The key of a value.
pub(in super::super) fn key(value: Value) -> Key {
    let mut hasher = Wide::default();
    add(&mut hasher, value);
    let wide = hasher.wide();
    [wide as u32, (wide >> 32) as u32, (wide >> 64) as u32]
}

/// Two numbers as one word.
fn both(high: i32, low: i32) -> u64 {
    u64::from(high as u32) << 32 | u64::from(low as u32)
}

fn two(hasher: &mut Wide, first: u64, second: u64) {
    hasher.write_u128(u128::from(second) << 64 | u128::from(first));
}

fn words(hasher: &mut Wide, words: &[u64]) {
    let (pairs, rest) = words.as_chunks::<2>();
    for &[first, second] in pairs {
        two(hasher, first, second);
    }
    for &word in rest {
        hasher.write_u64(word);
    }
}

/// What a set of cells is, and its box. The kind of value is in the lowest bits, what else there is
/// to say in the eight above them.
fn frame(hasher: &mut Wide, kind: u8, more: u8, cells: &Cells) {
    let size = both(cells.rows.len() as i32, (cells.width as i32) << 16);
    let what = size | u64::from(more) << 8 | u64::from(kind);
    two(hasher, what, both(cells.top, cells.left));
}

fn add(hasher: &mut Wide, value: Value) {
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
        Value::Set(seq) if !is_place(seq.items.first()) => {
            two(hasher, 7, seq.items.len() as u64);
            seq.items.iter().for_each(|&item| add(hasher, item));
        }
        Value::Tuple(seq) if !is_place(seq.items.first()) => {
            two(hasher, 8, seq.items.len() as u64);
            seq.items.iter().for_each(|&item| add(hasher, item));
        }
        // Grids and long lists of places hash well as they are.
        _ => {
            hasher.write_u64(9);
            value.hash(hasher);
        }
    }
}

/// Whether a value says where something is.
fn is_place(value: Option<&Value>) -> bool {
    matches!(value, Some(Value::Pair(_) | Value::Cell(_)))
}
