//! The hash of a value: 96 bits, so wide that equal hashes are taken for equal values.
//!
//! In: a value. Out: its [`ValueHash`]. Equal values have one canonical form, so the form is hashed:
//! a tag and the length first, then the contents, with each part delimited. The interner never
//! compares values; [`WideHasher`] explains why 96 bits suffice.
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

/// Two numbers as one word.
fn word(high: i32, low: i32) -> u64 {
    Pair::new(high, low).word()
}

fn add(hasher: &mut WideHasher, value: Value, parts: &mut impl Parts) {
    match value {
        Value::Bool(b) => hasher.write_words(1, b as u64),
        Value::Int(n) => hasher.write_words(1, n as u64),
        Value::Pair(pair) => hasher.write_words(2, pair.word()),
        Value::Cell(&Cell(color, i, j)) => {
            hasher.write_words(3 | u64::from(color as u32) << 8, word(i, j));
        }
        Value::None => hasher.write_words(4, 0),
        Value::Indices(cells) => {
            add_box(hasher, 5, cells);
            add_rows(hasher, cells.rows);
        }
        Value::Object(object) => {
            // The planes determine the shape and the counts.
            add_box(hasher, 6 | (object.colors.len() as u64) << 8, &object.shape);
            for colors in object.colors.chunks(8) {
                let bytes = colors.iter().rev();
                hasher.write_u64(bytes.fold(0, |word, &c| word << 8 | u64::from(c as u8)));
            }
            add_rows(hasher, object.planes);
        }
        Value::Set(seq) => add_items(hasher, 7, seq.items, parts),
        Value::Tuple(seq) => add_items(hasher, 8, seq.items, parts),
        Value::Grid(grid) => {
            hasher.write_words(9, word(grid.height() as i32, grid.width() as i32));
            add_colors(hasher, grid.cells());
        }
        Value::Function(closure) => {
            let tag = 10 | (closure.kind as u64) << 8;
            add_items(hasher, tag, closure.parts, parts);
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

fn add_rows(hasher: &mut WideHasher, rows: &[u64]) {
    let (fours, rest) = rows.as_chunks::<4>();
    if !fours.is_empty() {
        let mut second = WideHasher::default();
        for &[a, b, c, d] in fours {
            hasher.write_words(a, b);
            second.write_words(c, d);
        }
        hasher.write_u128(second.finish128());
    }
    let (pairs, rest) = rest.as_chunks::<2>();
    for &[a, b] in pairs {
        hasher.write_words(a, b);
    }
    for &row in rest {
        hasher.write_u64(row);
    }
}

fn add_colors(hasher: &mut WideHasher, colors: &[Color]) {
    let number = |cells: &[Color; 16]| u128::from_le_bytes(cells.map(|color| color as u8));
    let (chunks, rest) = colors.as_chunks::<16>();
    let (pairs, odd) = chunks.as_chunks::<2>();
    if !pairs.is_empty() {
        let mut second = WideHasher::default();
        for [a, b] in pairs {
            hasher.write_u128(number(a));
            second.write_u128(number(b));
        }
        hasher.write_u128(second.finish128());
    }
    for cells in odd {
        hasher.write_u128(number(cells));
    }
    let mut end = [0; 16];
    end[..rest.len()].copy_from_slice(rest);
    hasher.write_u128(number(&end));
}

fn add_items(hasher: &mut WideHasher, tag: u64, items: &[Value], parts: &mut impl Parts) {
    hasher.write_words(tag, items.len() as u64);
    let mut rest = items;
    while let [first, others @ ..] = rest {
        rest = match *first {
            // Wide sets of pairs or cells have no bitset, and may have thousands of elements.
            Value::Pair(_) => {
                let is_pair = |item: &Value| matches!(item, Value::Pair(_));
                add_positions(hasher, 2, rest, is_pair)
            }
            Value::Cell(&Cell(color, ..)) => {
                let of_color = |item: &Value| matches!(item, Value::Cell(c) if c.0 == color);
                add_positions(hasher, 3 | u64::from(color as u32) << 8, rest, of_color)
            }
            item if has_own_hash(item) => {
                let hash = value_hash(item);
                parts.push(hash);
                hasher.write_words(hash[0], hash[1]);
                others
            }
            item => {
                add(hasher, item, &mut ());
                others
            }
        };
    }
}

/// Adds the positions of the leading items that `belong`, two at a time; returns the other items.
fn add_positions<'i, 'a>(
    hasher: &mut WideHasher,
    tag: u64,
    items: &'i [Value<'a>],
    belong: impl Fn(&Value<'a>) -> bool,
) -> &'i [Value<'a>] {
    let position = |item: &Value| match *item {
        Value::Pair(pair) => pair.word(),
        Value::Cell(&Cell(_, i, j)) => word(i, j),
        _ => 0,
    };
    let count = items.iter().position(|item| !belong(item));
    let (run, others) = items.split_at(count.unwrap_or(items.len()));
    hasher.write_words(tag, run.len() as u64);
    let (pairs, rest) = run.as_chunks::<2>();
    for [a, b] in pairs {
        hasher.write_words(position(a), position(b));
    }
    for item in rest {
        hasher.write_u64(position(item));
    }
    others
}

impl Hash for Value<'_> {
    /// Passes on part of the [`value_hash`].
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(value_hash(*self)[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::value::Seq;
    use crate::grid::{Grid, Object};

    /// Fails if two of the values have the same hash. They must all differ.
    fn assert_no_collision(mut hashes: Vec<ValueHash>) {
        assert!(hashes.len() > 1);
        hashes.sort_unstable();
        for half in [0, 1] {
            let mut part: Vec<u64> = hashes.iter().map(|hash| hash[half]).collect();
            part.sort_unstable();
            let different = part.chunk_by(|a, b| a == b).count();
            // One half has 64 bits, the other 32: a few of 10^5 values may collide in the latter.
            let least = [hashes.len(), hashes.len() * 999 / 1000][half];
            assert!(different >= least, "{different} of {}", hashes.len());
        }
        assert!(hashes.windows(2).all(|pair| pair[0] != pair[1]));
    }

    fn grid_hash(height: usize, width: usize, cells: &[Color]) -> ValueHash {
        value_hash(Value::Grid(&Grid::new(height, width, cells)))
    }

    #[test]
    fn grids_that_differ_in_one_or_two_cells_have_different_hashes() {
        let mut hashes = Vec::new();
        for (height, width) in [(1, 1), (3, 5), (5, 3), (7, 9), (30, 30)] {
            let mut cells = vec![0; height * width];
            hashes.push(grid_hash(height, width, &cells));
            for at in 0..cells.len() {
                for color in 1..10 {
                    cells[at] = color;
                    hashes.push(grid_hash(height, width, &cells));
                    let other = (7 * at + 3) % cells.len();
                    if other > at {
                        cells[other] = color;
                        hashes.push(grid_hash(height, width, &cells));
                        cells[other] = 0;
                    }
                }
                cells[at] = 0;
            }
        }
        assert_no_collision(hashes);
    }

    #[test]
    fn permuted_and_shifted_grids_have_different_hashes() {
        let mut hashes = Vec::new();
        let side = 20;
        let cells: Vec<Color> = (0..side * side).map(|k| (k * k % 7) as Color).collect();
        for shift in 0..cells.len() {
            let mut moved = cells.clone();
            moved.rotate_right(shift);
            hashes.push(grid_hash(side, side, &moved));
        }
        // Blocks of the width that the hasher takes at once, swapped.
        let blocks: Vec<Color> = (0..side * side).map(|k| (k / 16 % 25) as Color).collect();
        for a in 0..25 {
            for b in 0..a {
                let mut swapped = blocks.clone();
                for k in 0..16 {
                    swapped.swap(16 * a + k, 16 * b + k);
                }
                hashes.push(grid_hash(side, side, &swapped));
            }
        }
        hashes.sort_unstable();
        // Shifts by a period of the pattern give the same grid, hence the same hash.
        hashes.dedup();
        assert!(hashes.len() > 600);
        assert_no_collision(hashes);
    }

    fn patch(top: i32, left: i32, width: u32, rows: &[u64]) -> Cells<'_> {
        Cells {
            top,
            left,
            width,
            count: rows.iter().map(|row| row.count_ones()).sum(),
            rows,
        }
    }

    #[test]
    fn patches_that_differ_in_one_bit_or_by_a_shift_have_different_hashes() {
        let mut hashes = Vec::new();
        let add = |cells: Cells, hashes: &mut Vec<ValueHash>| {
            hashes.push(value_hash(Value::Indices(&cells)));
            for color in 0..3 {
                hashes.push(value_hash(Value::Object(&Object {
                    shape: cells,
                    count: cells.count,
                    colors: Object::only(color),
                    planes: cells.rows,
                })));
            }
        };
        for height in [1, 2, 3, 4, 5, 8, 13] {
            let mut rows = vec![1u64 | 1 << 63; height];
            for row in 0..height {
                for bit in 1..63 {
                    rows[row] ^= 1 << bit;
                    add(patch(0, 0, 64, &rows), &mut hashes);
                    rows[row] ^= 1 << bit;
                }
            }
            for top in -3..30 {
                for left in -3..30 {
                    add(patch(top, left, 64, &rows), &mut hashes);
                }
            }
        }
        assert_no_collision(hashes);
    }

    #[test]
    fn numbers_and_small_containers_have_different_hashes() {
        let mut hashes: Vec<ValueHash> = (-20_000..20_000)
            .map(|n| value_hash(Value::Int(n)))
            .collect();
        for i in -60..60 {
            for j in -60..60 {
                hashes.push(value_hash(Value::at(i, j)));
                let items = [Value::at(i, j), Value::Int(i64::from(j)), Value::at(j, i)];
                for len in 1..=3 {
                    let seq = Seq {
                        items: &items[..len],
                        depth: 2,
                        weight: 4,
                    };
                    hashes.push(value_hash(Value::Tuple(&seq)));
                    hashes.push(value_hash(Value::Set(&seq)));
                }
            }
        }
        assert_no_collision(hashes);
    }

    /// Every input bit flips about half of the output bits, and every output bit depends on it.
    #[test]
    fn input_bits_avalanche() {
        const ROUNDS: u32 = 512;
        let mut rng = crate::rng::Rng::new(11);
        for words in [2, 5, 8] {
            for bit in 0..64 * words {
                let mut flips = [0; 96];
                for _ in 0..ROUNDS {
                    let mut rows: Vec<u64> = (0..words).map(|_| rng.next_u64()).collect();
                    let before = value_hash(Value::Indices(&patch(0, 0, 64, &rows)));
                    rows[bit / 64] ^= 1 << (bit % 64);
                    let after = value_hash(Value::Indices(&patch(0, 0, 64, &rows)));
                    let low = before[0] ^ after[0];
                    let high = (before[1] ^ after[1]) >> 32;
                    for (k, flips) in flips.iter_mut().enumerate() {
                        *flips += match k {
                            0..64 => low >> k & 1,
                            _ => high >> (k - 64) & 1,
                        } as u32;
                    }
                }
                // Half of the rounds, within seven standard deviations.
                for flips in flips {
                    assert!(flips.abs_diff(ROUNDS / 2) < 80, "bit {bit}: {flips}");
                }
            }
        }
    }

    #[test]
    fn a_zero_factor_resets_one_half_only() {
        let start = WideHasher::default().finish128();
        // The first word equals the state of one half, so its product is zero.
        let reset = |second: u64| {
            let mut hasher = WideHasher::default();
            hasher.write_words(0x9e37_79b9_7f4a_7c15, second);
            hasher.finish128()
        };
        let hashes: Vec<u128> = (0..1000).map(reset).collect();
        let high: Vec<u64> = hashes.iter().map(|hash| (hash >> 64) as u64).collect();
        assert!(
            high.iter().all(|&half| half == high[0]),
            "not a zero factor"
        );
        let mut low: Vec<u64> = hashes.iter().map(|&hash| hash as u64).collect();
        low.push(start as u64);
        low.sort_unstable();
        assert!(low.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn similar_values_of_different_forms_have_different_hashes() {
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
        let mut hashes = values.map(value_hash);
        hashes.sort_unstable();
        assert!(hashes.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
