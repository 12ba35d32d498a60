//! Finding objects in grids.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::{Answer, Fail, Why, fail};
use crate::dsl::order;
use crate::dsl::primitives::generic;
use crate::dsl::primitives::grids::fits_words;
use crate::dsl::primitives::toobject::lift;
use crate::dsl::table::declare;
use crate::dsl::value::Value;
use crate::grid::bitplanes::color_plane;
use crate::grid::color_counts::{color_index, most_color, palette};
use crate::grid::color_planes::ColorPlanes;
use crate::grid::components_flood::components_of;
use crate::grid::components_runs::{Components, Connection, components};
use crate::grid::{Cells, Color, Grid, Object, low_bits};

declare! { Objects;
    /// The connected components: of one colour, over corners, without background, as the flags say.
    objects: "grid: Grid, univalued: Bool, diagonal: Bool, without_bg: Bool -> Set[Object]";
        "objects(I, T, F, T)"; fails Cells, device(Inlined), uneven;
        |cx, a| objects(cx, a[0], a[1].truth(), a[2].truth(), a[3].truth());

    /// One object per colour.
    partition: "grid: Grid -> Set[Object]"; "partition(I)"; total Cells;
        |cx, a| partition(cx, a[0], false);

    /// One object per colour except the most common one.
    fgpartition: "grid: Grid -> Set[Object]"; "fgpartition(I)"; fails Cells, assumes_background;
        |cx, a| partition(cx, a[0], true);

    /// The objects whose first cell has the colour.
    colorfilter: "objs: Set[Object], value: Color -> Set[Object]"
        | "objs: Container[Set[a]], value: Color -> Set[Set[a]]";
        "colorfilter(objects(I, T, F, T), TWO)"; fails Cells;
        |cx, a| colorfilter(cx, a[0], a[1]);

    /// The upper left corners of all occurrences of the object in the grid.
    occurrences: "grid: Grid, obj: Object -> Indices";
        "occurrences(I, first(objects(I, T, F, T)))"; fails Product;
        |cx, a| occurrences(cx, a[0], a[1]);
}

/// The most common colour; a grid without cells has none.
fn background(grid: Grid) -> Result<Color, Fail> {
    most_color(grid).map_or_else(|| fail(Why::NoCell), Ok)
}

/// The connected components of a grid.
pub fn objects<'a>(
    cx: &Cx<'a>,
    value: Value<'a>,
    univalued: bool,
    diagonal: bool,
    without_bg: bool,
) -> Answer<'a> {
    let Value::Grid(&grid) = value else {
        return generic::objects(cx, value, univalued, diagonal, without_bg);
    };
    cx.charge(grid.cells().len())?;
    if fits_words(&grid)
        && grid.width() > 0
        && let Some(planes) = ColorPlanes::new(cx.arena(), grid)
    {
        let background = planes.most_color().filter(|_| without_bg);
        return match background {
            _ if univalued => one_colored(cx, planes, diagonal, background),
            Some(background) => many_colored(cx, &grid, &planes, diagonal, background),
            // All cells are connected.
            None => {
                let shape = Cells::full(cx.arena(), 0, 0, grid.height(), grid.width());
                let whole = cx.arena().alloc([cx.whole(shape, &planes)?]);
                cx.set_sorted(whole)
            }
        };
    }
    large(cx, grid, univalued, diagonal, without_bg)
}

/// The connected components of a grid that is too large for bitsets or has too many colours.
#[cold]
#[inline(never)]
fn large<'a>(
    cx: &Cx<'a>,
    grid: Grid,
    univalued: bool,
    diagonal: bool,
    without_bg: bool,
) -> Answer<'a> {
    let how = Connection {
        univalued,
        diagonal,
        background: match without_bg {
            true => Some(background(grid)?),
            false => None,
        },
    };
    let found = components(cx.arena(), grid, how);
    cx.reserve(found.count)?;
    loose_components(cx, grid, &found)
}

/// Initial capacity for components.
const SOME: usize = 24;

/// The set of components of one colour each.
#[inline(never)]
fn one_colored<'a>(
    cx: &Cx<'a>,
    planes: ColorPlanes<'a>,
    diagonal: bool,
    background: Option<Color>,
) -> Answer<'a> {
    // Objects share no cell, so the first cell decides the order: by colour, row, column. They
    // are found in this order.
    let mut items = List::with_capacity_in(SOME, cx.arena());
    let (mut weight, mut looked_at) = (1, 0);
    let mut scratch = &mut [][..];
    for plane in planes.planes.iter_mut() {
        if Some(plane.color) == background {
            continue;
        }
        if scratch.is_empty() {
            scratch = cx.blank(plane.rows.len())?;
        }
        let color = Object::only(plane.color);
        let see = |cells: Cells<'a>| {
            weight += 1 + cells.rows.len() as u32;
            items.push(cx.one_color(color, cells));
        };
        looked_at += components_of(cx.arena(), plane.rows, scratch, diagonal, see);
    }
    // There are at most as many as cells, which were charged.
    cx.charge(looked_at + items.len())?;
    cx.set_of_objects(items.into_bump_slice(), weight)
}

/// The set of components of any colours.
#[inline(never)]
fn many_colored<'a>(
    cx: &Cx<'a>,
    grid: &Grid,
    planes: &ColorPlanes,
    diagonal: bool,
    background: Color,
) -> Answer<'a> {
    let (plane, scratch) = (cx.blank(grid.height())?, cx.blank(grid.height())?);
    for (_, rows) in planes.iter().filter(|&(c, _)| c != background) {
        for (all, row) in plane.iter_mut().zip(rows) {
            *all |= row;
        }
    }
    let mut pieces: List<Cells> = List::with_capacity_in(SOME, cx.arena());
    let see = |cells| pieces.push(cells);
    let looked_at = components_of(cx.arena(), plane, scratch, diagonal, see);
    cx.charge(looked_at)?;
    // Objects share no cell, so the first cell decides the order: by colour, row, column.
    let mut order = cx.reserve_list::<u64>(pieces.len())?;
    let mut objects = cx.reserve_list(pieces.len())?;
    let mut weight = 1;
    for (&cells, k) in pieces.iter().zip(0..) {
        let object = match cells.count {
            1 => {
                let color = grid.row(cells.top as usize)[cells.left as usize];
                cx.one_color(Object::only(color), cells)
            }
            _ => lift(cx, cells, planes, 0)?,
        };
        let (color, i, j) = first_cell(object);
        weight += object.weight();
        objects.push(object);
        order.push((color_index(color) as u64) << 48 | (i as u64) << 40 | (j as u64) << 32 | k);
    }
    sort(&mut order);
    let items = order.iter().map(|&key| objects[key as u32 as usize]);
    cx.set_of_objects(cx.arena().alloc_slice_fill_iter(items), weight)
}

/// Sorts keys that are often sorted already.
#[inline(never)]
fn sort(keys: &mut [u64]) {
    if !keys.is_sorted() {
        keys.sort_unstable();
    }
}

/// The first cell of an object in compact form: colour, row, column.
fn first_cell(object: Value) -> (Color, i32, i32) {
    match object {
        Value::Object(object) => {
            let first = object.cells_of(0).iter().next();
            first.map_or((0, 0, 0), |(i, j)| (object.colors[0], i, j))
        }
        _ => (0, 0, 0),
    }
}

/// The components of a grid that is too large for bitsets.
fn loose_components<'a>(cx: &Cx<'a>, grid: Grid, found: &Components<'a>) -> Answer<'a> {
    // Counting sort of the runs by component.
    let mut starts = cx.reserve_list::<u32>(found.count + 1)?;
    starts.resize(found.count + 1, 0);
    for run in &found.runs {
        starts[run.component as usize + 1] += 1;
    }
    for k in 1..starts.len() {
        starts[k] += starts[k - 1];
    }
    let mut next = starts.clone();
    let mut placed = cx.reserve_list::<u32>(found.runs.len())?;
    placed.resize(found.runs.len(), 0);
    for (k, run) in found.runs.iter().enumerate() {
        let slot = &mut next[run.component as usize];
        placed[*slot as usize] = k as u32;
        *slot += 1;
    }
    let mut items = cx.reserve_list(found.count)?;
    for k in 0..found.count {
        let runs = &placed[starts[k] as usize..starts[k + 1] as usize];
        items.push(cx.object_of(runs.iter().flat_map(|&run| {
            let run = &found.runs[run as usize];
            let row = grid.row(run.row as usize);
            (run.start..run.end).map(move |j| (row[j as usize] as i32, run.row as i32, j as i32))
        }))?);
    }
    cx.set(items)
}

/// One object per colour, optionally without the most common one.
fn partition<'a>(cx: &Cx<'a>, grid: Value<'a>, without_bg: bool) -> Answer<'a> {
    let Value::Grid(&grid) = grid else {
        return generic::partition(cx, grid, without_bg);
    };
    if fits_words(&grid)
        && grid.width() > 0
        && let Some(planes) = ColorPlanes::new(cx.arena(), grid)
    {
        let without = planes.most_color().filter(|_| without_bg);
        let mut items = cx.reserve_list(planes.planes.len())?;
        let mut weight = 1;
        for plane in planes.planes.iter_mut() {
            if Some(plane.color) == without {
                continue;
            }
            cx.reserve(plane.rows.len())?;
            let cells = Cells::tight(0, 0, plane.rows);
            weight += 1 + cells.rows.len() as u32;
            items.push(cx.one_color(Object::only(plane.color), cells));
        }
        return cx.set_of_objects(items.into_bump_slice(), weight);
    }
    let without = match without_bg {
        true => Some(background(grid)?),
        false => None,
    };
    let mut items = cx.list();
    for c in palette(grid).filter(|&c| Some(c) != without) {
        // Reads the grid again.
        cx.charge(grid.cells().len() / 8)?;
        let w = grid.width();
        let cells = grid.cells().iter().enumerate();
        let object = cx.object_of(
            cells
                .filter(|&(_, &o)| o == c)
                .map(|(k, _)| (c as i32, (k / w) as i32, (k % w) as i32)),
        )?;
        cx.push(&mut items, object)?;
    }
    cx.set(items)
}

fn colorfilter<'a>(cx: &Cx<'a>, objs: Value<'a>, value: Value<'a>) -> Answer<'a> {
    let items = cx.items(objs)?;
    let mut kept = cx.reserve_list(items.len())?;
    for &item in items {
        let first = match (item, value) {
            (Value::Object(object), Value::Int(color)) => {
                if object.colors[0] as i64 == color {
                    kept.push(item);
                }
                continue;
            }
            (Value::Object(object), _) => Value::Int(object.colors[0] as i64),
            _ => {
                let first = crate::dsl::primitives::containers::end(cx, item, false)?;
                if first.is_set() {
                    return fail(Why::PartOfSet);
                }
                crate::dsl::primitives::containers::end(cx, first, false)?
            }
        };
        if order::equal(first, value) {
            kept.push(item);
        }
    }
    if let Value::Set(_) = objs {
        return cx.set_ascending(kept);
    }
    cx.set(kept)
}

fn occurrences<'a>(cx: &Cx<'a>, grid: Value<'a>, obj: Value<'a>) -> Answer<'a> {
    if let (Value::Grid(grid), Value::Set(seq)) = (grid, obj)
        && seq.len() == 0
        && grid.height() < Cells::MAX_HEIGHT
        && grid.width() < Cells::MAX_WIDTH
    {
        return everywhere(cx, grid);
    }
    let (Value::Grid(&compact), Value::Object(object)) = (grid, obj) else {
        return generic::occurrences(cx, grid, obj);
    };
    let (h, w) = (compact.height(), compact.width());
    if w > Cells::MAX_WIDTH || h > Cells::MAX_HEIGHT {
        return generic::occurrences(cx, grid, obj);
    }
    let grid = compact;
    let (height, width) = (object.shape.height(), object.shape.width as usize);
    if height > h || width > w {
        return Ok(Value::EMPTY_SET);
    }
    // One bit per place, for all places at once; cleared when a cell of the object differs there.
    let places = cx.blank(h - height + 1)?;
    places.fill(low_bits((w - width + 1) as u32));
    for (c, rows) in object.planes() {
        cx.reserve(h)?;
        let (plane, _) = color_plane(cx.arena(), grid, c);
        for (r, &row) in rows.iter().enumerate() {
            cx.charge(places.len())?;
            let mut bits = row;
            while bits != 0 {
                let b = bits.trailing_zeros();
                bits &= bits - 1;
                let mut any = 0;
                for (place, &seen) in places.iter_mut().zip(&plane[r..]) {
                    *place &= seen >> b;
                    any |= *place;
                }
                if any == 0 {
                    return Ok(Value::EMPTY_SET);
                }
            }
        }
    }
    Ok(cx.indices(Cells::tight(0, 0, places)))
}

/// An object without cells occurs at every place, and one row and one column beyond.
fn everywhere<'a>(cx: &Cx<'a>, grid: &Grid) -> Answer<'a> {
    let (h, w) = (grid.height(), grid.width());
    let places = (h + 1) * (w + 1);
    // Charges as much as the generic path, which reads rows as tuples and lists these; rows of two
    // cells are pairs.
    let rows = if w == 2 { 0 } else { h * w };
    cx.charge(2 * h + 2 * rows + 2 * places)?;
    cx.reserve(places)?;
    cx.reserve(h + 1)?;
    Ok(cx.indices(Cells::full(cx.arena(), 0, 0, h + 1, w + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::Limits;
    use bumpalo::Bump;

    /// The shortcut finds and charges the same as the generic path.
    #[test]
    fn nothing_occurs_everywhere() {
        let arena = Bump::new();
        for (height, width) in [(1, 1), (3, 2), (2, 0), (12, 7), (127, 63)] {
            let cells = arena.alloc_slice_fill_copy(height * width, 1);
            let ways = [occurrences, generic::occurrences].map(|way| {
                let cx = Cx::new(&arena, Limits::default());
                let grid = cx.grid(height, width, cells).expect("a grid");
                let found = way(&cx, grid, Value::EMPTY_SET).expect("places");
                (found, cx.cells())
            });
            assert_eq!(ways[0].0.len(), Ok((height + 1) * (width + 1)));
            assert!(order::equal(ways[0].0, ways[1].0));
            assert_eq!(ways[0].1, ways[1].1, "{height} x {width}");
        }
    }
}
