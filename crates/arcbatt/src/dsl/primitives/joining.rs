//! Joining containers, and removing elements from them.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::{Answer, Fail, Limit, Why, fail, limit};
use crate::dsl::order;
use crate::dsl::sets;
use crate::dsl::sets::union::{self, union};
use crate::dsl::value::Value;
use crate::grid::simd::small_colors;
use crate::grid::{Color, Grid};
use rustc_hash::FxHashSet;

/// The elements as a container of the same kind as `like`.
pub fn keep_kind<'a>(cx: &Cx<'a>, like: Value<'a>, items: List<'a, Value<'a>>) -> Answer<'a> {
    if like.is_set() {
        cx.set(items)
    } else {
        cx.tuple(items.into_bump_slice_mut())
    }
}

/// Some elements of `whole`, in its order, as a container of the same kind.
pub fn keep_some<'a>(cx: &Cx<'a>, whole: Value<'a>, items: List<'a, Value<'a>>) -> Answer<'a> {
    match whole {
        Value::Set(_) => cx.set_ascending(items),
        _ => keep_kind(cx, whole, items),
    }
}

pub fn combine<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> Answer<'a> {
    if a.is_set() && b.is_set() {
        return union(cx, &[a, b]);
    }
    if let (Value::Grid(a), Value::Grid(b)) = (a, b)
        && a.width() == b.width()
    {
        let mut cells = cx.reserve_list(a.cells().len() + b.cells().len())?;
        cells.extend_from_slice(a.cells());
        cells.extend_from_slice(b.cells());
        return cx.grid(a.height() + b.height(), a.width(), cells.into_bump_slice());
    }
    if let (Some(a), Some(b)) = (a.row(), b.row()) {
        let mut row = cx.reserve_list(a.len() + b.len())?;
        row.extend_from_slice_copy(a);
        row.extend_from_slice_copy(b);
        return cx.row(row.into_bump_slice());
    }
    let (left, right) = (cx.items(a)?, cx.items(b)?);
    let mut items = cx.reserve_list(left.len() + right.len())?;
    items.extend_from_slice(left);
    items.extend_from_slice(right);
    keep_kind(cx, a, items)
}

/// The elements as a tuple, in order.
pub fn totuple<'a>(cx: &Cx<'a>, container: Value<'a>) -> Answer<'a> {
    if container.is_tuple() {
        return Ok(container);
    }
    let items = cx.items(container)?;
    cx.reserve(items.len())?;
    cx.tuple(cx.arena().alloc_slice_copy(items))
}

/// The elements of the first that are not in the second.
#[expect(
    clippy::mutable_key_type,
    reason = "hashing and comparing read the elements, never the arena of a product"
)]
pub fn difference<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> Answer<'a> {
    if a.is_set() && b.is_set() {
        return sets::difference(cx, a, b);
    }
    let (items, others) = (cx.items(a)?, cx.items(b)?);
    // The elements are hashed; a table of the second list is built.
    charge_hashing(cx, items)?;
    charge_hashing(cx, others)?;
    let others: FxHashSet<Value> = others.iter().copied().collect();
    let mut kept = cx.reserve_list(items.len())?;
    kept.extend(items.iter().filter(|v| !others.contains(v)));
    keep_kind(cx, a, kept)
}

/// The most elements that memory is reserved for before they are charged.
const MAX_RESERVED: usize = 1 << 14;

/// The elements of the elements, together.
pub fn merge<'a>(cx: &Cx<'a>, containers: Value<'a>) -> Answer<'a> {
    if let Value::Set(_) = containers {
        let items = cx.items(containers)?;
        if let Some(merged) = union::of_bitsets(cx, items)? {
            return Ok(merged);
        }
        if items.iter().all(|v| v.is_set()) {
            return union::of_any(cx, items);
        }
    }
    if let Value::Grid(grid) = containers
        && grid.width() != 2
    {
        // Charged like the rows, then the elements of each.
        let count = grid.cells().len();
        cx.reserve(count)?;
        cx.charge(grid.height() + count)?;
        return cx.row(grid.cells());
    }
    let containers_of = cx.items(containers)?;
    if containers.is_tuple()
        && let Some(grid) = merge_grids(cx, containers_of)?
    {
        return Ok(grid);
    }
    let mut merged = cx.list();
    let count: usize = containers_of.iter().filter_map(|v| v.len().ok()).sum();
    merged.reserve_exact(count.min(MAX_RESERVED));
    for &container in containers_of {
        match container {
            // The charges of its list of elements and of their copies, of which only these are made.
            Value::Object(object) => {
                let count = object.count as usize;
                cx.reserve(count)?;
                if merged.len() + count > cx.limits().size {
                    return limit(Limit::Size);
                }
                cx.charge(count)?;
                let cells = object.iter();
                cells.for_each(|(c, i, j)| merged.push(cx.cell(c as i32, i, j)));
            }
            _ => cx.extend(&mut merged, cx.items(container)?)?,
        }
    }
    keep_kind(cx, containers, merged)
}

/// The rows of grids of equal width as one grid, charged like their rows as a tuple. `None` if there is
/// anything else, or if the grid may be too large.
fn merge_grids<'a>(cx: &Cx<'a>, grids: &[Value<'a>]) -> Result<Option<Value<'a>>, Fail> {
    let Some(Value::Grid(first)) = grids.first() else {
        return Ok(None);
    };
    let width = first.width();
    let mut height = 0;
    for grid in grids {
        match grid {
            Value::Grid(grid) if grid.width() == width => height += grid.height(),
            _ => return Ok(None),
        }
    }
    // A row of two is a pair, which weighs as much as a number.
    let weight_of_row = if width == 2 { 1 } else { 1 + width };
    if width == 0 || height > Grid::MAX_SIDE || 1 + height * weight_of_row > cx.small() {
        return Ok(None);
    }
    let count = height * width;
    // The elements of each grid, which are charged with their cells unless they are pairs.
    cx.charge(2 * height + if width == 2 { 0 } else { count })?;
    let mut cells = cx.reserve_list(count)?;
    for grid in grids {
        if let Value::Grid(grid) = grid {
            cells.extend_from_slice_copy(grid.cells());
        }
    }
    cx.grid(height, width, cells.into_bump_slice()).map(Some)
}

/// Charges for hashing values and for a table of them.
fn charge_hashing(cx: &Cx, items: &[Value]) -> Result<(), Fail> {
    let weight: u64 = items.iter().map(|item| u64::from(item.weight())).sum();
    cx.charge(weight as usize)
}

/// Up to this many elements, comparing all with each other is faster than hashing them.
const FEW: usize = 8;

#[expect(
    clippy::mutable_key_type,
    reason = "hashing and comparing read the elements, never the arena of a product"
)]
pub fn dedupe<'a>(cx: &Cx<'a>, tup: Value<'a>) -> Answer<'a> {
    if tup.is_set() && tup.len()? > 0 {
        return fail(Why::Tuple);
    }
    if let Some(row) = tup.row() {
        let mut kept = cx.reserve_list(row.len())?;
        if let Some(mut unseen) = small_colors(row) {
            let mut rest = row.iter();
            while unseen != 0
                && let Some(&color) = rest.next()
            {
                if unseen >> color & 1 == 1 {
                    unseen &= !(1 << color);
                    kept.push(color);
                }
            }
        } else {
            let mut seen = [false; 256];
            let is_new =
                |&&color: &&Color| !std::mem::replace(&mut seen[usize::from(color as u8)], true);
            kept.extend(row.iter().filter(is_new));
        }
        return match kept.len() == row.len() {
            true => Ok(tup),
            false => cx.row(kept.into_bump_slice()),
        };
    }
    let items = cx.items(tup)?;
    charge_hashing(cx, items)?;
    let mut kept = cx.reserve_list(items.len())?;
    if items.len() <= FEW {
        for &item in items {
            if !kept.iter().any(|&other| order::equal(item, other)) {
                kept.push(item);
            }
        }
    } else {
        let mut seen = FxHashSet::with_capacity_and_hasher(items.len(), Default::default());
        kept.extend(items.iter().copied().filter(|&v| seen.insert(v)));
    }
    if kept.len() == items.len() && tup.is_tuple() {
        return Ok(tup);
    }
    cx.tuple(kept.into_bump_slice_mut())
}

pub fn remove<'a>(cx: &Cx<'a>, value: Value<'a>, container: Value<'a>) -> Answer<'a> {
    if let Some(row) = container.row() {
        let mut kept = cx.reserve_list(row.len())?;
        let removed = value.int().ok();
        let is_other = |&color: &Color| Some(color as i64) != removed;
        kept.extend(row.iter().copied().filter(is_other));
        return match kept.len() == row.len() {
            true => Ok(container),
            false => cx.row(kept.into_bump_slice()),
        };
    }
    let items = cx.items(container)?;
    let mut kept = cx.reserve_list(items.len())?;
    kept.extend(items.iter().filter(|&&v| !order::equal(v, value)));
    if kept.len() == items.len() {
        return Ok(container);
    }
    keep_some(cx, container, kept)
}
