//! The hash of a value: 96 bits, so wide that equal hashes are taken for equal values.
//!
//! In: a value. Out: its [`ValueHash`]. Equal values have one canonical form, so the form is hashed:
//! the contents, then a tag and the length, so that all parts are delimited, and so that every bit of
//! the contents goes through two products. The interner never compares values; [`WideHasher`] explains
//! why 96 bits suffice.
//!
//! Words go in two at a time, because each step of the hasher waits for the one before; long runs of
//! rows or cells go through two hashers side by side.

use crate::dsl::value::Value;
use crate::dsl::value::scalar::{Cell, Pair};
use crate::grid::{Cells, Color};
use crate::wide_hash::WideHasher;
use std::hash::{Hash, Hasher};

/// 96 bits of the hash of a value. The low half of the second word is 0: tables put the number of
/// the value there.
pub(crate) type ValueHash = [u64; 2];

/// The hash of a value.
#[inline]
pub(crate) fn value_hash(value: Value) -> ValueHash {
    hash_with(value, &mut ())
}

/// The hash of a value. Appends the hashes of the elements that [`has_own_hash`], in order, so that
/// an interner need not compute them again when it interns the elements.
#[inline]
pub(crate) fn value_hash_with_parts(value: Value, parts: &mut Vec<ValueHash>) -> ValueHash {
    hash_with(value, parts)
}

/// Whether an element of a container is hashed on its own: grids and patches are, because containers
/// share them.
pub(crate) fn has_own_hash(item: Value) -> bool {
    matches!(item, Value::Object(_) | Value::Indices(_) | Value::Grid(_))
}

/// Collects the hashes of the elements of a container.
trait Parts {
    fn push(&mut self, hash: ValueHash);
}

impl Parts for () {
    fn push(&mut self, _: ValueHash) {}
}

impl Parts for Vec<ValueHash> {
    fn push(&mut self, hash: ValueHash) {
        Vec::push(self, hash);
    }
}

fn hash_with(value: Value, parts: &mut impl Parts) -> ValueHash {
    let mut hasher = WideHasher::default();
    add(&mut hasher, value, parts);
    let hash = hasher.finish128();
    [hash as u64, (hash >> 64) as u64 & !u64::from(u32::MAX)]
}

/// From this many steps on, two hashers side by side are faster than one.
const SIDE_BY_SIDE: usize = 4;

/// Two numbers as one word.
fn word(high: i32, low: i32) -> u64 {
    Pair::new(high, low).word()
}

fn add(hasher: &mut WideHasher, value: Value, parts: &mut impl Parts) {
    #[cfg(test)]
    crate::dsl::charges::visits::add();
    match value {
        Value::Bool(b) => hasher.write_words(1, b as u64),
        Value::Int(n) => hasher.write_words(1, n as u64),
        Value::Pair(pair) => hasher.write_words(2, pair.word()),
        Value::Cell(&Cell(color, i, j)) => {
            hasher.write_words(3 | u64::from(color as u32) << 8, word(i, j));
        }
        Value::None => hasher.write_words(4, 0),
        Value::Indices(cells) => {
            add_rows(hasher, cells.rows);
            add_box(hasher, 5, cells);
        }
        Value::Object(object) => {
            // The planes determine the shape and the counts.
            let mut colors = 0;
            for &color in object.colors {
                colors = colors << 8 | u128::from(color as u8);
            }
            hasher.write_u128(colors);
            add_rows(hasher, object.planes);
            add_box(hasher, 6 | (object.colors.len() as u64) << 8, &object.shape);
        }
        // The same words as below, without a look at every element.
        Value::Set(seq) if seq.is_set_of_pairs() => {
            add_positions(hasher, 2, seq.items());
            hasher.write_words(7, seq.items().len() as u64);
        }
        Value::Set(seq) if seq.product().is_some() => {
            for k in 0..seq.len() {
                seq.read(k, |tuple| add_item(hasher, tuple, parts));
            }
            hasher.write_words(7, seq.len() as u64);
        }
        Value::Set(seq) => add_items(hasher, 7, seq.items(), parts),
        Value::Tuple(seq) if let Some(row) = seq.row() => {
            add_colors(hasher, row);
            hasher.write_words(12, row.len() as u64);
        }
        Value::Tuple(seq) => add_items(hasher, 8, seq.items(), parts),
        Value::Grid(grid) => {
            add_colors(hasher, grid.cells());
            hasher.write_words(9, word(grid.height() as i32, grid.width() as i32));
        }
        Value::Function(closure) => {
            let tag = 10 | (closure.kind as u64) << 8;
            add_items(hasher, tag, closure.parts(), parts);
        }
        // Each primitive is in the table once.
        Value::Primitive(p) => hasher.write_words(11, std::ptr::from_ref(p).addr() as u64),
    }
}

/// Adds the bounding box; `tag` has at most 16 bits.
fn add_box(hasher: &mut WideHasher, tag: u64, cells: &Cells) {
    let size = word(cells.rows.len() as i32, (cells.width as i32) << 16);
    hasher.write_words(size | tag, word(cells.top, cells.left));
}

#[inline(always)]
fn add_rows(hasher: &mut WideHasher, rows: &[u64]) {
    let (fours, rest) = rows.as_chunks::<4>();
    let (pairs, rest) = match fours.len() {
        SIDE_BY_SIDE.. => {
            let mut second = WideHasher::second();
            for &[a, b, c, d] in fours {
                hasher.write_words(a, b);
                second.write_words(c, d);
            }
            hasher.write_hasher(second);
            rest.as_chunks::<2>()
        }
        _ => rows.as_chunks::<2>(),
    };
    for &[a, b] in pairs {
        hasher.write_words(a, b);
    }
    for &row in rest {
        hasher.write_u64(row);
    }
}

#[inline(always)]
fn add_colors(hasher: &mut WideHasher, colors: &[Color]) {
    let number = |cells: &[Color; 16]| u128::from_le_bytes(cells.map(|color| color as u8));
    let (chunks, rest) = colors.as_chunks::<16>();
    let (pairs, _) = chunks.as_chunks::<2>();
    let chunks = match pairs.len() {
        SIDE_BY_SIDE.. => {
            let mut second = WideHasher::second();
            for [a, b] in pairs {
                hasher.write_u128(number(a));
                second.write_u128(number(b));
            }
            hasher.write_hasher(second);
            &chunks[2 * pairs.len()..]
        }
        _ => chunks,
    };
    for cells in chunks {
        hasher.write_u128(number(cells));
    }
    match (rest, colors.last_chunk()) {
        ([], _) => {}
        // Some cells are hashed twice, which is faster than padding the rest.
        (_, Some(last)) => hasher.write_u128(number(last)),
        _ => {
            let word = |number: u128, &color: &Color| number << 8 | u128::from(color as u8);
            hasher.write_u128(rest.iter().fold(0, word));
        }
    }
}

fn add_items(hasher: &mut WideHasher, tag: u64, items: &[Value], parts: &mut impl Parts) {
    let mut rest = items;
    while let [first, others @ ..] = rest {
        rest = match *first {
            Value::Int(n) => {
                hasher.write_words(1, n as u64);
                others
            }
            Value::Pair(_) => {
                let is_pair = |item: &Value| matches!(item, Value::Pair(_));
                add_run(hasher, 2, rest, is_pair)
            }
            Value::Cell(&Cell(color, ..)) => {
                let of_color = |item: &Value| matches!(item, Value::Cell(c) if c.0 == color);
                add_run(hasher, 3 | u64::from(color as u32) << 8, rest, of_color)
            }
            item => {
                add_item(hasher, item, parts);
                others
            }
        };
    }
    hasher.write_words(tag, items.len() as u64);
}

/// Adds an element that belongs to no run.
fn add_item(hasher: &mut WideHasher, item: Value, parts: &mut impl Parts) {
    if has_own_hash(item) {
        let hash = value_hash(item);
        parts.push(hash);
        hasher.write_words(hash[0], hash[1]);
    } else {
        add(hasher, item, &mut ());
    }
}

/// Adds the leading items that `belong`; returns the other items. Wide sets of pairs or cells have no
/// bitset, and may have thousands of elements.
fn add_run<'i, 'a>(
    hasher: &mut WideHasher,
    tag: u64,
    items: &'i [Value<'a>],
    belong: impl Fn(&Value<'a>) -> bool,
) -> &'i [Value<'a>] {
    let count = items.iter().position(|item| !belong(item));
    let (run, others) = items.split_at(count.unwrap_or(items.len()));
    add_positions(hasher, tag, run);
    others
}

/// Adds the positions of pairs or cells, two at a time.
fn add_positions(hasher: &mut WideHasher, tag: u64, items: &[Value]) {
    let position = |item: &Value| match *item {
        Value::Pair(pair) => pair.word(),
        Value::Cell(&Cell(_, i, j)) => word(i, j),
        _ => 0,
    };
    let (pairs, rest) = items.as_chunks::<2>();
    for [a, b] in pairs {
        hasher.write_words(position(a), position(b));
    }
    for item in rest {
        hasher.write_u64(position(item));
    }
    hasher.write_words(tag, items.len() as u64);
}

impl Hash for Value<'_> {
    /// Passes on part of the `value_hash`.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(value_hash(*self)[0]);
    }
}

#[cfg(test)]
mod tests;
