//! The union of sets.
//!
//! Bitsets are united by words. Each reaches all four sides of its bounding box, so the bounding box
//! of their union is tight.

use crate::dsl::cx::Cx;
use crate::dsl::fail::Fail;
use crate::dsl::functions::columns;
use crate::dsl::sets::wide_bitset;
use crate::dsl::value::Value;
use crate::grid::color_counts::{color_at, color_index};
use crate::grid::{BoundingBox, Cells, Color, Object};

/// The union of sets.
#[inline]
pub(in crate::dsl) fn union<'a>(cx: &Cx<'a>, sets: &[Value<'a>]) -> Result<Value<'a>, Fail> {
    match of_bitsets(cx, sets)? {
        Some(union) => Ok(union),
        None => of_any(cx, sets),
    }
}

/// The union of sets in any representation, if [`of_bitsets`] returned `None` for them.
pub(in crate::dsl) fn of_any<'a>(cx: &Cx<'a>, sets: &[Value<'a>]) -> Result<Value<'a>, Fail> {
    if sets.iter().all(is_empty) {
        return Ok(Value::EMPTY_SET);
    }
    if let Some(union) = wide_bitset::union(cx, sets)? {
        return Ok(union);
    }
    let mut items = cx.list();
    for &set in sets {
        cx.extend(&mut items, cx.items(set)?)?;
    }
    cx.set(items)
}

/// The union of bitsets, all coloured or all without colour, and of empty sets, or a memoised union.
/// `None` if one is something else, if all are empty, or if the union does not fit a bitset.
pub(in crate::dsl) fn of_bitsets<'a>(
    cx: &Cx<'a>,
    sets: &[Value<'a>],
) -> Result<Option<Value<'a>>, Fail> {
    if let Some(known) = columns::memo::known_union(cx, sets)? {
        return Ok(Some(known));
    }
    match sets.iter().find(|&set| !is_empty(set)) {
        Some(Value::Indices(_)) => unite::<false>(cx, sets),
        Some(Value::Object(_)) => unite::<true>(cx, sets),
        _ => Ok(None),
    }
}

pub(super) fn is_empty(set: &Value) -> bool {
    matches!(set, Value::Set(seq) if seq.len() == 0)
}

fn unite<'a, const COLORED: bool>(
    cx: &Cx<'a>,
    sets: &[Value<'a>],
) -> Result<Option<Value<'a>>, Fail> {
    let mut frame = BoundingBox::EMPTY;
    // The colours, as bits at their indices.
    let mut seen = [0u64; 4];
    let mut before: &[Color] = &[];
    for set in sets {
        match set.planes() {
            Some(planes) if planes.is_colored() == COLORED => {
                frame = frame.union(planes.shape.bounds());
                // Consecutive objects often share their list of colours.
                if !std::ptr::eq(before, planes.colors) {
                    before = planes.colors;
                    for &c in before {
                        seen[color_index(c) / 64] |= 1 << (color_index(c) % 64);
                    }
                }
            }
            None if is_empty(set) => {}
            _ => return Ok(None),
        }
    }
    let count = seen.iter().map(|bits| bits.count_ones()).sum::<u32>() as usize;
    let Some(height) = frame.word_rows().filter(|_| count <= Object::MAX_COLORS) else {
        return Ok(None);
    };
    let mut colors = cx.list();
    if COLORED {
        colors = cx.reserve_list::<Color>(Object::MAX_COLORS)?;
    }
    cx.charge(sets.len())?;
    if count <= 1 {
        let rows = cx.blank(height)?;
        for planes in sets.iter().filter_map(|set| set.planes()) {
            draw(&frame, rows, planes.rows, planes.shape);
        }
        let cells = cells_of(&frame, rows);
        return Ok(Some(match COLORED {
            true => cx.one_color(before, cells),
            false => cx.indices(cells),
        }));
    }
    // The plane of each colour index.
    let mut plane_at = [0u8; 256];
    for (k, mut bits) in seen.into_iter().enumerate() {
        while bits != 0 {
            let index = 64 * k + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            plane_at[index] = colors.len() as u8;
            colors.push(color_at(index));
        }
    }
    let planes = cx.blank(height * count)?;
    for set in sets.iter().filter_map(|set| set.planes()) {
        for (c, rows) in set.iter() {
            let plane = &mut planes[plane_at[color_index(c)] as usize * height..][..height];
            draw(&frame, plane, rows, set.shape);
        }
    }
    let rows = cx.blank(height)?;
    let mut twice = 0;
    for plane in planes.chunks_exact(height) {
        for (all, &row) in rows.iter_mut().zip(plane) {
            twice |= *all & row;
            *all |= row;
        }
    }
    let shape = cells_of(&frame, rows);
    Ok(Some(Value::Object(cx.arena().alloc(Object {
        shape,
        count: match twice {
            0 => shape.count,
            // Some cell has two colours.
            _ => planes.iter().map(|row| row.count_ones()).sum(),
        },
        colors: colors.into_bump_slice(),
        planes,
    }))))
}

/// Draws rows of a set's bounding box on rows of `frame`, which contains it.
#[inline]
fn draw(frame: &BoundingBox, onto: &mut [u64], rows: &[u64], shape: &Cells) {
    let down = (shape.top - frame.top) as usize;
    let by = (shape.left - frame.left) as u32;
    // Many sets are single cells.
    if let [row] = rows {
        onto[down] |= row << by;
        return;
    }
    for (all, &row) in onto[down..down + rows.len()].iter_mut().zip(rows) {
        *all |= row << by;
    }
}

/// The set of all bits in rows of `frame`, which is tight.
#[inline]
fn cells_of<'a>(frame: &BoundingBox, rows: &'a [u64]) -> Cells<'a> {
    Cells {
        top: frame.top,
        left: frame.left,
        width: frame.width() as u32,
        count: rows.iter().map(|row| row.count_ones()).sum(),
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::Limits;
    use crate::rng::Rng;
    use bumpalo::Bump;

    #[test]
    fn the_union_equals_the_set_of_all_cells() {
        let arena = Bump::new();
        let cx = Cx::new(&arena, Limits::default());
        let mut rng = Rng::new(7);
        let mut next = |n: u64| rng.below(n) as i32;
        for turn in 0..500 {
            let (colors, far) = (1 + turn % 4, if turn % 5 == 0 { 40 } else { 8 });
            let pieces: Vec<Vec<(i32, i32, i32)>> = (0..1 + next(6))
                .map(|_| {
                    let (top, left, count) = (next(far) - 4, next(far) - 4, next(9));
                    let cell = |_| (next(colors) - 1, top + next(5), left + next(6));
                    (0..count).map(cell).collect()
                })
                .collect();
            let all = || pieces.iter().flatten().copied();
            let objects: Vec<Value> = pieces
                .iter()
                .map(|cells| cx.object_of(cells.iter().copied()).expect("an object"))
                .collect();
            match (of_bitsets(&cx, &objects), cx.object_of(all())) {
                (Ok(Some(Value::Object(union))), Ok(Value::Object(wanted))) => {
                    assert_eq!(union, wanted);
                }
                (Ok(None), Ok(Value::Set(nothing))) => assert!(nothing.items().is_empty()),
                _ => panic!("no object in turn {turn}"),
            }
            let sets: Vec<Value> = pieces
                .iter()
                .map(|cells| cx.indices_of(cells.iter().map(|&(_, i, j)| (i, j))))
                .collect::<Result<_, _>>()
                .expect("sets");
            match (
                of_bitsets(&cx, &sets),
                cx.indices_of(all().map(|(_, i, j)| (i, j))),
            ) {
                (Ok(Some(Value::Indices(union))), Ok(Value::Indices(wanted))) => {
                    assert_eq!(union, wanted);
                }
                (Ok(None), Ok(Value::Set(nothing))) => assert!(nothing.items().is_empty()),
                _ => panic!("no cells in turn {turn}"),
            }
        }
    }
}
