//! Sorted lists: sets of pairs, coloured cells and numbers that do not fit a bitset.
//!
//! In: elements in any order, which may repeat. Out: a [`Value::Set`]. Elements are sorted by integer
//! keys that have their canonical order.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::{Fail, Limit, limit};
use crate::dsl::sets::wide_bitset::WideBitset;
use crate::dsl::value::scalar::{Cell, Pair};
use crate::dsl::value::{Seq, Value};
use crate::grid::color_counts::{color_index, histogram};
use crate::grid::{BoundingBox, Color, Grid, Object};

/// An unsigned key with the order of the number.
#[inline]
fn unsigned(n: i32) -> u32 {
    n as u32 ^ 1 << 31
}

/// The set of `count` pairs, at least one.
pub(in crate::dsl) fn pairs<'a>(
    cx: &Cx<'a>,
    pairs: impl Iterator<Item = (i32, i32)>,
    count: usize,
) -> Result<Value<'a>, Fail> {
    let mut keys = cx.reserve_list::<u64>(count)?;
    keys.extend(pairs.map(|(i, j)| Pair::new(i, j).key()));
    if !keys.is_sorted_by(|a, b| a < b) {
        keys.sort_unstable();
        keys.dedup();
    }
    let mut items = cx.reserve_list(keys.len())?;
    items.extend(keys.iter().map(|&key| Value::Pair(Pair::of_key(key))));
    cx.sequence(items.into_bump_slice()).map(Value::Set)
}

/// The set of `count` coloured cells, at least one.
pub(in crate::dsl) fn cells<'a>(
    cx: &Cx<'a>,
    cells: impl Iterator<Item = (i32, i32, i32)> + Clone,
    count: usize,
) -> Result<Value<'a>, Fail> {
    // Bucket by colour first: cells mostly come by row and column.
    let bucket = |c: i32| (c.clamp(-1, 256) + 1) as usize;
    let mut ends = [0u32; 258];
    for (c, _, _) in cells.clone() {
        ends[bucket(c)] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        (*end, sum) = (sum, sum + *end);
    }
    cx.reserve(count)?;
    let items = cx.arena().alloc_slice_fill_copy(count, Value::None);
    for (c, i, j) in cells {
        let next = &mut ends[bucket(c)];
        items[*next as usize] = cx.cell(c, i, j);
        *next += 1;
    }
    if items.is_sorted_by(|a, b| a < b) {
        return cx.sequence(items).map(Value::Set);
    }
    let (mut start, mut kept) = (0, 0);
    for end in ends {
        // By now, the end of the bucket.
        let bucket = start..end as usize;
        if !bucket.is_empty() {
            let distinct = sort_cells(cx, &mut items[bucket.clone()])?;
            items.copy_within(start..start + distinct, kept);
            kept += distinct;
            start = bucket.end;
        }
    }
    cx.sequence(&items[..kept]).map(Value::Set)
}

/// Sorts and deduplicates cells, mostly of one colour, to the front; returns how many are left.
fn sort_cells<'a>(cx: &Cx<'a>, items: &mut [Value<'a>]) -> Result<usize, Fail> {
    let cells = items.iter().filter_map(|v| match *v {
        Value::Cell(&Cell(c, i, j)) => Some((c, i, j)),
        _ => None,
    });
    let (mut bounds, mut colors) = (BoundingBox::EMPTY, (i32::MAX, i32::MIN));
    for (c, i, j) in cells.clone() {
        bounds.add(i, j);
        colors = (colors.0.min(c), colors.1.max(c));
    }
    if colors.0 == colors.1
        && let Some(mut bitset) = WideBitset::new(cx, &bounds, items.len())?
    {
        for (_, i, j) in cells {
            bitset.insert(i, j);
        }
        let pairs = bitset.pairs(cx)?;
        for (item, pair) in items.iter_mut().zip(pairs.iter()) {
            if let Value::Pair(pair) = *pair {
                *item = cx.cell(colors.0, pair.row(), pair.column());
            }
        }
        return Ok(pairs.len());
    }
    let mut keys = cx.reserve_list::<u128>(items.len())?;
    keys.extend(cells.map(|(c, i, j)| {
        let color = (unsigned(c) as u128) << 64;
        color | Pair::new(i, j).key() as u128
    }));
    keys.sort_unstable();
    keys.dedup();
    for (item, &key) in items.iter_mut().zip(&keys) {
        let (i, j) = Pair::of_key(key as u64).parts();
        *item = cx.cell(((key >> 64) as u32 ^ 1 << 31) as i32, i, j);
    }
    Ok(keys.len())
}

/// The set of numbers, pairs and coloured cells: of at least two kinds, or only numbers.
pub(in crate::dsl) fn mixed<'a>(
    cx: &Cx<'a>,
    mut items: List<'a, Value<'a>>,
) -> Result<Value<'a>, Fail> {
    // Numbers come first.
    let mut numbers = cx.reserve_list::<i64>(items.len())?;
    numbers.extend(items.iter().filter_map(|v| v.int().ok()));
    if !numbers.is_sorted_by(|a, b| a < b) {
        numbers.sort_unstable();
        numbers.dedup();
    }
    let word = |a: i32, b: u32| (unsigned(a) as u128) << 32 | b as u128;
    let mut keys = cx.list::<u128>();
    // By the first number; then pairs before cells, as numbers come before pairs.
    keys.extend(items.iter().filter_map(|v| match *v {
        Value::Pair(pair) => Some(word(pair.row(), 0) << 64 | word(pair.column(), 0)),
        Value::Cell(&Cell(c, i, j)) => Some(word(c, 1) << 64 | word(i, unsigned(j))),
        _ => None,
    }));
    keys.sort_unstable();
    keys.dedup();
    items.clear();
    items.extend(numbers.iter().map(|&n| Value::Int(n)));
    items.extend(keys.iter().map(|&key| {
        let number = |by: u32| ((key >> by) as u32 ^ 1 << 31) as i32;
        match (key >> 64) as u32 {
            0 => Value::at(number(96), number(32)),
            _ => cx.cell(number(96), number(32), number(0)),
        }
    }));
    cx.sequence(items.into_bump_slice()).map(Value::Set)
}

/// The elements of a sorted list moved by an offset; leaving the range of `i32` hits a limit.
pub(in crate::dsl) fn shifted<'a>(
    cx: &Cx<'a>,
    items: &[Value<'a>],
    di: i64,
    dj: i64,
) -> Result<Value<'a>, Fail> {
    let mut moved = cx.reserve_list(items.len())?;
    let by = |n: i32, d: i64| match i32::try_from(n as i64 + d) {
        Ok(n) => Ok(n),
        Err(_) => limit(Limit::Size),
    };
    for &item in items {
        moved.push(match item {
            Value::Cell(&Cell(c, i, j)) => cx.cell(c, by(i, di)?, by(j, dj)?),
            _ => {
                let (i, j) = item.pair()?;
                Value::at(by(i, di)?, by(j, dj)?)
            }
        });
    }
    from_sorted(cx, moved.into_bump_slice())
}

/// Whether a list of pairs or cells that does not fit a bitset fits none in any colour, with places in the
/// order of the list: pairs, or cells of one colour that is a byte.
pub(in crate::dsl) fn is_wide_in_one_color(items: &[Value]) -> bool {
    match (items.first(), items.last()) {
        (Some(Value::Cell(first)), Some(Value::Cell(last))) => {
            first.0 == last.0 && Color::try_from(first.0).is_ok()
        }
        _ => true,
    }
}

/// The pairs of a sorted list, or its cells of one colour, as cells of a colour.
pub(in crate::dsl) fn recolored<'a>(
    cx: &Cx<'a>,
    items: &[Value<'a>],
    color: i32,
) -> Result<Value<'a>, Fail> {
    debug_assert!(is_wide_in_one_color(items));
    let mut cells = cx.reserve_list(items.len())?;
    let places = items.iter().filter_map(|item| item.place());
    cells.extend(places.map(|(i, j)| cx.cell(color, i, j)));
    from_sorted(cx, cells.into_bump_slice())
}

/// The coloured cells of a grid that does not fit a bitset.
pub(in crate::dsl) fn of_grid<'a>(cx: &Cx<'a>, grid: &Grid) -> Result<Value<'a>, Fail> {
    let count = grid.cells().len();
    // The charge of sorting all cells.
    cx.reserve(count)?;
    cx.charge(2 * count)?;
    // Bucket by colour; within a colour, cells come in order.
    let mut next = histogram(*grid);
    let mut sum = 0;
    for next in &mut next {
        (*next, sum) = (sum, sum + *next);
    }
    let items = cx.arena().alloc_slice_fill_copy(count, Value::None);
    for (row, i) in grid.rows().zip(0..) {
        for (&c, j) in row.iter().zip(0..) {
            let next = &mut next[color_index(c)];
            items[*next as usize] = cx.cell(c as i32, i, j);
            *next += 1;
        }
    }
    from_sorted(cx, items)
}

/// An object upscaled by `side`, if the result does not fit a bitset; the upper left corner stays.
pub(in crate::dsl) fn upscaled<'a>(
    cx: &Cx<'a>,
    object: &Object,
    side: usize,
) -> Result<Value<'a>, Fail> {
    let (few, shape) = (object.count as usize, &object.shape);
    let count = few.saturating_mul(side).saturating_mul(side);
    // The charge of sorting all cells.
    cx.charge(2 * few + shape.count as usize)?;
    cx.reserve(count)?;
    let last = |first: i32, n: usize| first as i64 + (n * side) as i64 - 1;
    // `count` is within the limits, so nothing below overflows.
    cx.pair(
        last(shape.top, shape.height()),
        last(shape.left, shape.width as usize),
    )?;
    cx.charge(few + 3 * count)?;
    let mut items = List::with_capacity_in(count, cx.arena());
    let side = side as i32;
    for (c, rows) in object.planes() {
        for (&row, r) in rows.iter().zip(0..) {
            let top = shape.top + r * side;
            for i in top..top + side {
                let mut bits = row;
                while bits != 0 {
                    let left = shape.left + bits.trailing_zeros() as i32 * side;
                    items.extend((left..left + side).map(|j| cx.cell(c as i32, i, j)));
                    bits &= bits - 1;
                }
            }
        }
    }
    from_sorted(cx, items.into_bump_slice())
}

/// The set of ascending pairs that do not fit a bitset; the caller has charged for the list.
#[inline]
pub(in crate::dsl) fn from_sorted_pairs<'a>(cx: &Cx<'a>, items: &'a [Value<'a>]) -> Value<'a> {
    debug_assert!(items.is_sorted_by(|a, b| a < b));
    let set = Value::Set(cx.arena().alloc(Seq::new(items, 2, 1 + items.len() as u32)));
    cx.note_reading(set);
    set
}

/// The set of ascending pairs, or of ascending coloured cells, that do not fit a bitset.
pub(super) fn from_sorted<'a>(cx: &Cx<'a>, items: &'a [Value<'a>]) -> Result<Value<'a>, Fail> {
    if let [Value::Pair(_), ..] = items {
        return Ok(from_sorted_pairs(cx, items));
    }
    debug_assert!(items.is_sorted_by(|a, b| a < b));
    let weight = 1 + items.len() as u32;
    cx.check_weight(weight)?;
    Ok(Value::Set(cx.arena().alloc(Seq::new(items, 3, weight))))
}

/// The set of pairs, if they are ascending and do not fit a bitset.
pub(in crate::dsl) fn if_sorted<'a>(
    cx: &Cx<'a>,
    pairs: &'a [Value<'a>],
) -> Result<Option<Value<'a>>, Fail> {
    let (mut bounds, mut before) = (BoundingBox::EMPTY, None);
    for item in pairs {
        match *item {
            Value::Pair(pair) if before < Some(pair) => {
                bounds.add(pair.row(), pair.column());
                before = Some(pair);
            }
            _ => return Ok(None),
        }
    }
    if pairs.is_empty() || bounds.word_rows().is_some() {
        return Ok(None);
    }
    cx.reserve(pairs.len())?;
    Ok(Some(from_sorted_pairs(cx, pairs)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::primitives::generic;
    use crate::dsl::table::primitive;
    use crate::dsl::{Limits, order};
    use bumpalo::Bump;

    #[test]
    fn mixed_sets_are_in_canonical_order() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default());
        let mut items = cx.list();
        for k in (0..400i32).chain(0..50) {
            let (a, b) = (k * 7 % 11 - 5, k * 5 % 13 - 6);
            items.push(match k % 5 {
                0 => Value::at(a, b),
                1 => Value::Int(b as i64),
                _ => cx.cell(a, b, k % 4 - 2),
            });
        }
        let mut wanted = items.to_vec();
        wanted.sort();
        wanted.dedup();
        let Ok(Value::Set(set)) = mixed(&cx, items) else {
            panic!("no set");
        };
        assert!(wanted.len() < 450);
        assert!(
            set.items()
                .iter()
                .zip(&wanted)
                .all(|(&a, &b)| order::equal(a, b))
        );
        assert_eq!(set.items().len(), wanted.len());
    }

    /// By wide bitsets and by sort keys.
    #[test]
    fn cells_are_sorted_and_deduplicated() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default());
        for spread in [1, 3, 1000, 1_000_000] {
            let cell = |k: i32| (k % 3, (k * 37 % 101) * spread - 50, (k * 53 % 199) * spread);
            let cells = (0..3000).map(cell);
            let mut wanted: Vec<_> = cells.clone().collect();
            wanted.sort_unstable();
            wanted.dedup();
            let got = cx.object_of(cells.clone()).expect("a set");
            let got: Vec<_> = cx
                .items(got)
                .expect("a set")
                .iter()
                .map(|v| match *v {
                    Value::Cell(&Cell(c, i, j)) => (c, i, j),
                    _ => panic!("no cell"),
                })
                .collect();
            assert_eq!(got, wanted);
            let mut wanted: Vec<_> = wanted.iter().map(|&(_, i, j)| (i, j)).collect();
            wanted.sort_unstable();
            wanted.dedup();
            let got = cx.indices_of(cells.map(|(_, i, j)| (i, j))).expect("a set");
            let got: Vec<_> = cx
                .items(got)
                .expect("a set")
                .iter()
                .map(|v| v.pair())
                .collect();
            assert_eq!(got, wanted.into_iter().map(Ok).collect::<Vec<_>>());
        }
    }

    /// Lists of one colour and others, in the form that the new colour has.
    #[test]
    fn lists_are_recolored() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default());
        let recolor = Value::Primitive(primitive("recolor").expect("a primitive"));
        // Wide and small, in one colour and in two; some colours fit no bitset.
        for (spread, colors) in [1, 30].into_iter().flat_map(|spread| {
            [[3, 3], [1, 2], [1000, 1000], [-200, 3]].map(|colors| (spread, colors))
        }) {
            let places = (0..50).map(|k: i32| (k % 7, k * spread % 97));
            let cells = places
                .clone()
                .map(|(i, j)| (colors[(j % 2) as usize], i, j));
            let cells = cx.object_of(cells).expect("a set");
            for color in [5, 1000] {
                let wanted = cx.object_of(places.clone().map(|(i, j)| (color, i, j)));
                let got = cx.call(recolor, &[Value::Int(color as i64), cells]);
                let (got, wanted) = (got.expect("a set"), wanted.expect("a set"));
                assert_eq!(got.kind(), wanted.kind(), "{spread}, {colors:?}");
                assert!(order::equal(got, wanted), "{spread}, {colors:?}");
            }
        }
    }

    /// Building in order gives the same set as sorting, for the same charge.
    #[test]
    fn grids_and_upscaled_objects_are_sorted() {
        let arena = Bump::new();
        let colors: Vec<i8> = (0..80 * 130).map(|k| (k * k % 31 % 5 - 1) as i8).collect();
        for (height, width) in [(2, 80), (130, 3), (80, 130)] {
            let grid = Grid::new(height, width, &colors[..height * width]);
            let cell = |k: usize| {
                let c = grid.cells()[k] as i32;
                (c, (k / width) as i32, (k % width) as i32)
            };
            let count = height * width;
            let cx = [(); 2].map(|()| Cx::new(&arena, Limits::default()));
            let at_once = of_grid(&cx[0], &grid).expect("a set");
            cx[1].reserve(count).expect("room");
            let sorted = cx[1].object_of((0..count).map(cell)).expect("a set");
            assert!(order::equal(at_once, sorted));
            assert_eq!(at_once.weight(), sorted.weight());
            assert_eq!(at_once.depth(), sorted.depth());
            assert_eq!(cx[0].cells(), cx[1].cells());
        }
        for side in [7, 20] {
            let cell = |k: i32| (k % 3, k * 7 % 11 - 4, k * 5 % 13 - 6);
            let cx = [(); 2].map(|()| Cx::new(&arena, Limits::default()));
            let value = Cx::new(&arena, Limits::default()).object_of((0..60).map(cell));
            let Ok(value @ Value::Object(object)) = value else {
                panic!("no object");
            };
            let at_once = upscaled(&cx[0], object, side).expect("a set");
            let sorted = generic::upscale_object(&cx[1], value, side).expect("a set");
            assert!(order::equal(at_once, sorted));
            assert_eq!(at_once.weight(), sorted.weight());
            assert_eq!(at_once.depth(), sorted.depth());
            assert_eq!(cx[0].cells(), cx[1].cells());
        }
    }
}
