//! Relations between two patches: distance, adjacency, shared rows and columns.
//!
//! In: the cells of two patches. Out: a number or a truth value. Bitsets are compared a row at
//! a time. Sorted lists, which are rare, stop at cells that are too far away to matter.

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Fail, Why, fail};
use crate::dsl::sets::view::{CellSet, shifted};
use crate::grid::{Cells, slide};

/// The most steps that [`steps_until_adjacent`] takes.
const MOST_STEPS: i64 = 42;

/// The least Manhattan distance between a cell of `a` and a cell of `b`.
pub fn distance<'a>(cx: &Cx<'a>, a: CellSet<'a>, b: CellSet<'a>) -> Result<i64, Fail> {
    match (a, b) {
        (CellSet::Bitset(a), CellSet::Bitset(b)) => {
            if a.is_empty() || b.is_empty() {
                return fail(Why::PatchWithCells);
            }
            distance_of_cells(cx, a, b)
        }
        _ => distance_of_lists(cx, a.list(cx)?, b.list(cx)?),
    }
}

/// Compares pairs of rows in ascending distance, until no pair can beat the best found.
fn distance_of_cells(cx: &Cx, a: &Cells, b: &Cells) -> Result<i64, Fail> {
    if a.count == 1 && b.count == 1 {
        cx.charge(1)?;
        let (down, across) = (a.top as i64 - b.top as i64, a.left as i64 - b.left as i64);
        return Ok(down.abs() + across.abs());
    }
    let across = a.bounds().column_gap(&b.bounds());
    let offset = b.left as i64 - a.left as i64;
    let top = b.top as i64 - a.top as i64;
    let mut best = i64::MAX;
    let mut down = a.bounds().row_gap(&b.bounds());
    while down + across < best {
        cx.charge(a.height())?;
        for (r, &row) in a.rows.iter().enumerate() {
            let sides = [r as i64 + down, r as i64 - down];
            for &at in &sides[..1 + (down > 0) as usize] {
                let Some(&other) = usize::try_from(at - top).ok().and_then(|k| b.rows.get(k))
                else {
                    continue;
                };
                if row != 0 && other != 0 {
                    let least = row_distance(row, other, offset, across, best - down);
                    best = best.min(least.saturating_add(down));
                }
            }
        }
        down += 1;
    }
    Ok(best)
}

/// The least distance between a bit of `a` and a bit of `b`; any number from `limit` on if it is
/// not below `limit`. The rows begin `offset` columns apart, the bounding boxes are `across`
/// columns apart. Both rows have bits.
#[inline]
fn row_distance(a: u64, b: u64, offset: i64, across: i64, limit: i64) -> i64 {
    let (first, last) = (
        |w: u64| w.trailing_zeros() as i64,
        |w: u64| 63 - w.leading_zeros() as i64,
    );
    if across > 0 {
        return if offset > 0 {
            offset + first(b) - last(a)
        } else {
            first(a) - last(b) - offset
        };
    }
    // The boxes overlap and have at most 64 columns, so no two bits are further apart.
    let mut steps = 0;
    while steps < limit && steps < 2 * Cells::MAX_WIDTH as i64 {
        if a & (slide(b, offset + steps) | slide(b, offset - steps)) != 0 {
            return steps;
        }
        steps += 1;
    }
    limit
}

/// Both lists are sorted; walks away from the row of each cell while that can be nearer.
fn distance_of_lists(cx: &Cx, a: &[(i32, i32)], b: &[(i32, i32)]) -> Result<i64, Fail> {
    if a.is_empty() || b.is_empty() {
        return fail(Why::PatchWithCells);
    }
    let mut best = i64::MAX;
    for &(i, j) in a {
        let middle = b.partition_point(|&(row, _)| row < i);
        let mut walk = |cells: &mut dyn Iterator<Item = &(i32, i32)>| {
            let mut seen = 0;
            for &(row, column) in cells {
                let down = (row as i64 - i as i64).abs();
                if down >= best {
                    break;
                }
                seen += 1;
                best = best.min(down + (column as i64 - j as i64).abs());
            }
            seen
        };
        let seen = walk(&mut b[middle..].iter()) + walk(&mut b[..middle].iter().rev());
        cx.charge(seen + 1)?;
        if best == 0 {
            break;
        }
    }
    Ok(best)
}

/// Whether the distance is 1.
pub fn adjacent<'a>(cx: &Cx<'a>, a: CellSet<'a>, b: CellSet<'a>) -> Result<bool, Fail> {
    match (a, b) {
        (CellSet::Bitset(a), CellSet::Bitset(b)) => {
            if a.is_empty() || b.is_empty() {
                return fail(Why::PatchWithCells);
            }
            cx.charge(a.height())?;
            Ok(adjacent_cells(a, b))
        }
        _ => {
            let (a, b) = (a.list(cx)?, b.list(cx)?);
            if a.is_empty() || b.is_empty() {
                return fail(Why::PatchWithCells);
            }
            adjacent_lists(cx, a, b, (0, 0))
        }
    }
}

#[inline]
fn adjacent_cells(a: &Cells, b: &Cells) -> bool {
    if a.bounds().row_gap(&b.bounds()) + a.bounds().column_gap(&b.bounds()) > 1 {
        return false;
    }
    let offset = b.left as i64 - a.left as i64;
    let top = a.top as i64 - b.top as i64;
    let row_of_b = |r: i64| {
        usize::try_from(r)
            .ok()
            .and_then(|k| b.rows.get(k))
            .copied()
            .unwrap_or(0)
    };
    let mut found = 0;
    let (mut above, mut level) = (row_of_b(top - 1), row_of_b(top));
    for (r, &row) in a.rows.iter().enumerate() {
        let below = row_of_b(top + r as i64 + 1);
        if row & slide(level, offset) != 0 {
            return false;
        }
        found |= row
            & (slide(above | below, offset) | slide(level, offset + 1) | slide(level, offset - 1));
        (above, level) = (level, below);
    }
    found != 0
}

/// As [`adjacent`], with `a` moved by an offset.
fn adjacent_lists(
    cx: &Cx,
    a: &[(i32, i32)],
    b: &[(i32, i32)],
    by: (i64, i64),
) -> Result<bool, Fail> {
    cx.charge(a.len().saturating_mul(8))?;
    let has = |i: i64, j: i64| {
        b.binary_search_by(|&(r, c)| (r as i64, c as i64).cmp(&(i, j)))
            .is_ok()
    };
    let mut found = false;
    for &(i, j) in a {
        let (i, j) = (i as i64 + by.0, j as i64 + by.1);
        if has(i, j) {
            return Ok(false);
        }
        found = found || has(i - 1, j) || has(i + 1, j) || has(i, j - 1) || has(i, j + 1);
    }
    Ok(found)
}

/// The number of steps of (`i`, `j`) until `a` is adjacent to `b`, at most [`MOST_STEPS`]. Both
/// patches have cells.
pub fn steps_until_adjacent<'a>(
    cx: &Cx<'a>,
    a: CellSet<'a>,
    b: CellSet<'a>,
    i: i64,
    j: i64,
) -> Result<i64, Fail> {
    if let (CellSet::Bitset(a), CellSet::Bitset(b)) = (a, b) {
        for steps in 0..MOST_STEPS {
            if adjacent_cells(&shifted(a, i * steps, j * steps)?, b) {
                cx.charge(a.height() * (steps as usize + 1))?;
                return Ok(steps);
            }
        }
        cx.charge(a.height() * MOST_STEPS as usize)?;
        return Ok(MOST_STEPS);
    }
    let (a, b) = (a.list(cx)?, b.list(cx)?);
    for steps in 0..MOST_STEPS {
        if adjacent_lists(cx, a, b, (i * steps, j * steps))? {
            return Ok(steps);
        }
    }
    Ok(MOST_STEPS)
}

/// Whether both patches have cells in the same row.
pub fn share_row<'a>(cx: &Cx<'a>, a: CellSet<'a>, b: CellSet<'a>) -> Result<bool, Fail> {
    let (CellSet::Bitset(a), CellSet::Bitset(b)) = (a, b) else {
        return share(cx, a, b, |cell| cell.0);
    };
    cx.charge(a.height())?;
    let top = a.top as i64 - b.top as i64;
    let both = |(r, &row): (usize, &u64)| {
        let other = usize::try_from(top + r as i64)
            .ok()
            .and_then(|k| b.rows.get(k));
        row != 0 && other.is_some_and(|&other| other != 0)
    };
    Ok(a.rows.iter().enumerate().any(both))
}

/// Whether both patches have cells in the same column.
pub fn share_column<'a>(cx: &Cx<'a>, a: CellSet<'a>, b: CellSet<'a>) -> Result<bool, Fail> {
    let (CellSet::Bitset(a), CellSet::Bitset(b)) = (a, b) else {
        return share(cx, a, b, |cell| cell.1);
    };
    let offset = b.left as i64 - a.left as i64;
    if a.is_empty() || b.is_empty() || a.bounds().column_gap(&b.bounds()) > 0 {
        return Ok(false);
    }
    cx.charge(a.height() + b.height())?;
    let all = |cells: &Cells| cells.rows.iter().fold(0, |all, row| all | row);
    Ok(all(a) & slide(all(b), offset) != 0)
}

/// Whether a cell of `a` and a cell of `b` agree in a part, such as the row.
fn share<'a>(
    cx: &Cx<'a>,
    a: CellSet<'a>,
    b: CellSet<'a>,
    part: impl Fn(&(i32, i32)) -> i32,
) -> Result<bool, Fail> {
    let (a, b) = (a.list(cx)?, b.list(cx)?);
    let mut parts = cx.reserve_list(b.len())?;
    parts.extend(b.iter().map(&part));
    parts.sort_unstable();
    cx.charge(a.len())?;
    Ok(a.iter()
        .any(|cell| parts.binary_search(&part(cell)).is_ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::{Limits, Value};
    use bumpalo::Bump;

    /// A small deterministic random generator.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, n: i32) -> i32 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % n as u64) as i32
        }

        fn cells(&mut self) -> Vec<(i32, i32)> {
            let (height, width) = (1 + self.below(12), 1 + self.below(40));
            let (top, left) = (self.below(20) - 5, self.below(50) - 20);
            let count = 1 + self.below(25);
            (0..count)
                .map(|_| (top + self.below(height), left + self.below(width)))
                .collect()
        }
    }

    fn by_cells(a: &[(i32, i32)], b: &[(i32, i32)]) -> i64 {
        let steps = |a: &(i32, i32), b: &(i32, i32)| (a.0 - b.0).abs() + (a.1 - b.1).abs();
        let all = a.iter().flat_map(|x| b.iter().map(move |y| steps(x, y)));
        all.min().expect("cells on both sides") as i64
    }

    /// Bitsets, lists and a cell-by-cell comparison agree.
    #[test]
    fn every_form_agrees_with_cell_by_cell() {
        let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
        let mut met = [0; 2];
        for _ in 0..3000 {
            let arena = Bump::new();
            let cx = Cx::new(&arena, Limits::default());
            let (a, b) = (numbers.cells(), numbers.cells());
            let form = |cells: &[(i32, i32)]| {
                let set = cx.indices_of(cells.iter().copied()).expect("a small set");
                let words = cx.cell_set(set).expect("a set is a patch");
                let list = CellSet::Sorted(words.list(&cx).expect("a small set"));
                [words, list]
            };
            let wanted = by_cells(&a, &b);
            met[(wanted == 1) as usize] += 1;
            let rows = a.iter().any(|x| b.iter().any(|y| x.0 == y.0));
            let columns = a.iter().any(|x| b.iter().any(|y| x.1 == y.1));
            for x in form(&a) {
                for y in form(&b) {
                    assert_eq!(distance(&cx, x, y), Ok(wanted), "{a:?} {b:?}");
                    assert_eq!(adjacent(&cx, x, y), Ok(wanted == 1), "{a:?} {b:?}");
                    assert_eq!(share_row(&cx, x, y), Ok(rows), "{a:?} {b:?}");
                    assert_eq!(share_column(&cx, x, y), Ok(columns), "{a:?} {b:?}");
                    let moved = |k: i32| a.iter().map(|c| (c.0 + k, c.1)).collect::<Vec<_>>();
                    let steps = (0..42).find(|&k| by_cells(&moved(k), &b) == 1);
                    assert_eq!(
                        steps_until_adjacent(&cx, x, y, 1, 0),
                        Ok(steps.unwrap_or(42) as i64),
                        "{a:?} {b:?}"
                    );
                }
            }
        }
        assert!(met[0] > 100 && met[1] > 100, "too few of one kind: {met:?}");
    }

    /// Cells at the limits of `i32` compare like any other.
    #[test]
    fn far_apart() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default());
        let corner = |i, j| {
            let cells = [(i, j)].into_iter();
            cx.cell_set(cx.indices_of(cells).expect("one cell"))
                .expect("a patch")
        };
        let (a, b) = (corner(i32::MIN, i32::MIN), corner(i32::MAX, i32::MAX));
        assert_eq!(distance(&cx, a, b), Ok(2 * u32::MAX as i64));
        assert_eq!(adjacent(&cx, a, b), Ok(false));
        assert_eq!(share_row(&cx, a, b), Ok(false));
        let nothing = cx.cell_set(Value::EMPTY_SET).expect("a patch");
        assert!(distance(&cx, a, nothing).is_err());
        assert_eq!(share_column(&cx, nothing, b), Ok(false));
    }
}
