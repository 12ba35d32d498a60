//! No two of many nearly equal values have the same hash.

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
                let seq = Seq::new(&items[..len], 2, 4);
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
    let one = Seq::new(&[Value::Int(1)], 1, 2);
    let nothing = Seq::new(&[], 1, 2);
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
