//! The canonical order of patches, by their first cells.
//!
//! In: a list of patches, as a function gives them for one element after the other. Out: the same,
//! ascending, each once. The first cell of a patch mostly tells its place, and is a number that is
//! cheap to compare; patches that begin alike are told apart by the rest.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::Fail;
use crate::dsl::value::Value;
use crate::grid::color_counts::color_index;

/// Rows and columns below this, and above its negative, fit into a key.
const FAR: i32 = 1 << 27;

/// A number that is smaller for a patch whose first cell comes before. `None` if it lies too far
/// away, or is no patch in compact form that is an object, or is none, as wanted.
#[inline]
fn key(item: &Value, objects: bool) -> Option<u64> {
    let (color, first) = match item {
        Value::Object(object) if objects => {
            (color_index(object.colors[0]), object.cells_of(0).first()?)
        }
        Value::Indices(cells) if !objects => (0, cells.first()?),
        _ => return None,
    };
    let bits = |n: i32| (-FAR..FAR).contains(&n).then(|| (n + FAR) as u64);
    Some((color as u64) << 56 | bits(first.0)? << 28 | bits(first.1)?)
}

/// Sorts patches in compact form, all objects or all without colours, and drops those that are there
/// twice; `false`, and nothing is done, if there is anything else.
pub(in crate::dsl) fn sort<'a>(cx: &Cx<'a>, items: &mut List<'a, Value<'a>>) -> Result<bool, Fail> {
    let objects = match items.first() {
        Some(Value::Object(_)) => true,
        Some(Value::Indices(_)) => false,
        _ => return Ok(false),
    };
    // Keys with the places of their patches.
    let mut keys = cx.reserve_list::<u128>(items.len())?;
    let (mut sorted, mut before) = (true, None);
    for (item, place) in items.iter().zip(0u32..) {
        let Some(key) = key(item, objects) else {
            return Ok(false);
        };
        sorted &= before < Some(key);
        before = Some(key);
        keys.push((key as u128) << 32 | place as u128);
    }
    if sorted {
        return Ok(true);
    }
    keys.sort_unstable();
    let unsorted = cx.arena().alloc_slice_copy(items);
    let mut alike = false;
    let mut before = None;
    for (item, &key) in items.iter_mut().zip(&keys) {
        *item = unsorted[key as u32 as usize];
        alike |= before == Some(key >> 32);
        before = Some(key >> 32);
    }
    if alike {
        let same_key = |a: &u128, b: &u128| a >> 32 == b >> 32;
        let mut rest = &mut items[..];
        for run in keys.chunk_by(same_key) {
            let (run, after) = rest.split_at_mut(run.len());
            run.sort_unstable();
            rest = after;
        }
        items.dedup();
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::Limits;
    use crate::rng::Rng;
    use bumpalo::Bump;

    /// Patches of a few cells, many of which begin alike, some far away; sorted as all values are.
    #[test]
    fn patches_are_sorted_as_values_are() {
        let arena = Bump::new();
        let cx = &Cx::new(&arena, Limits::default());
        let mut rng = Rng::new(7);
        let mut next = |n: u64| rng.below(n) as i32;
        let mut by_keys = 0;
        for turn in 0..300 {
            let far = if turn % 20 == 0 { 1 << 28 } else { 0 };
            let mut items = cx.list();
            for _ in 0..next(40) {
                let cells: Vec<_> = (0..1 + next(3))
                    .map(|_| (next(3) - 1, far + next(4) - 2, next(3) - 1))
                    .collect();
                items.push(
                    match turn % 3 {
                        0 => cx.indices_of(cells.iter().map(|&(_, i, j)| (i, j))),
                        1 => cx.object_of(cells.iter().copied()),
                        _ if next(2) == 0 => cx.indices_of(cells.iter().map(|&(_, i, j)| (i, j))),
                        _ => cx.object_of(cells.iter().copied()),
                    }
                    .expect("a patch"),
                );
            }
            let mut wanted = items.clone();
            wanted.sort_unstable();
            wanted.dedup();
            let before = items.clone();
            match sort(cx, &mut items).expect("enough cells") {
                true => by_keys += 1,
                false => {
                    assert!(items == before);
                    continue;
                }
            }
            assert!(items == wanted);
        }
        assert!((100..200).contains(&by_keys), "{by_keys}");
    }
}
