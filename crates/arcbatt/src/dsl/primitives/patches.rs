//! Patches: measuring and moving them.
//!
//! Compact patches are never walked cell by cell: moving and recolouring share the rows,
//! measuring reads the bounding box, comparing works on whole rows (see [`distance`]).

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Answer, Fail, Why, fail};
use crate::dsl::primitives::distance;
use crate::dsl::primitives::toobject;
use crate::dsl::sets::sorted_set;
use crate::dsl::sets::view::Patch;
use crate::dsl::sets::view::shifted;
use crate::dsl::table::declare;
use crate::dsl::value::Value;
use crate::grid::{BoundingBox, Color, Object};

declare! { Patches;
    /// The cells of a patch without their colours.
    toindices: "patch: Patch -> Indices"; "toindices(asobject(I))"; total Constant, device(Inlined);
        |cx, a| cx.to_indices(a[0]);

    /// The cells of a patch as an object of one colour.
    recolor: "value: Color, patch: Patch -> Object"; "recolor(FIVE, asindices(I))"; total Constant;
        |cx, a| recolor(cx, a[0], a[1]);

    /// The patch moved by an offset.
    shift: "patch: Indices, directions: Pair -> Indices" | "patch: Object, directions: Pair -> Object"
        | "patch: Patch, directions: Pair -> Patch";
        "shift(asobject(I), UNITY)"; total Constant, columns(shift), unchecked(1), device(Inlined);
        |cx, a| shift(cx, a[0], a[1]);

    /// The patch moved so that its upper left corner is (0, 0).
    normalize: "patch: Indices -> Indices" | "patch: Object -> Object" | "patch: Patch -> Patch";
        "normalize(shift(asindices(I), UNITY))"; total Constant, idempotent;
        |cx, a| match cx.bounds(a[0])? {
            None => Ok(a[0]),
            Some(b) => shift_by(cx, a[0], -(b.top as i64), -(b.left as i64)),
        };

    /// The cells of a patch with their colours in the grid; cells outside the grid are dropped.
    toobject: "patch: Patch, grid: Grid -> Object"; "toobject(neighbors(UNITY), I)"; fails Cells;
        |cx, a| toobject::toobject(cx, a[0], a[1]);

    /// The colour of an object's first cell.
    color: "obj: Object -> Color"; "color(asobject(I))"; fails Constant, device(Inlined);
        |cx, a| color(cx, a[0]);

    /// The upper left corner of the bounding box.
    ulcorner: "patch: Patch -> Pair"; "ulcorner(asindices(I))";
        fails Constant, untyped_if_empty, measures_position;
        |cx, a| corner(cx, a[0], |b| Value::at(b.top, b.left));

    /// The upper right corner of the bounding box.
    urcorner: "patch: Patch -> Pair"; "urcorner(asindices(I))"; fails Constant, untyped_if_empty;
        |cx, a| corner(cx, a[0], |b| Value::at(b.top, b.right));

    /// The lower left corner of the bounding box.
    llcorner: "patch: Patch -> Pair"; "llcorner(asindices(I))"; fails Constant, untyped_if_empty;
        |cx, a| corner(cx, a[0], |b| Value::at(b.bottom, b.left));

    /// The lower right corner of the bounding box.
    lrcorner: "patch: Patch -> Pair"; "lrcorner(asindices(I))"; fails Constant, untyped_if_empty;
        |cx, a| corner(cx, a[0], |b| Value::at(b.bottom, b.right));

    /// The corners of the bounding box.
    corners: "patch: Patch -> Indices"; "corners(asindices(I))"; fails Rows, untyped_if_empty;
        |cx, a| corners(cx, a[0]);

    /// The number of the uppermost row that has a cell.
    uppermost: "patch: Patch -> Int"; "uppermost(asindices(I))"; fails Constant, measures_position;
        |cx, a| side(cx, a[0], |b| b.top);

    /// The number of the lowermost row that has a cell.
    lowermost: "patch: Patch -> Int"; "lowermost(asindices(I))"; fails Constant, measures_position;
        |cx, a| side(cx, a[0], |b| b.bottom);

    /// The number of the leftmost column that has a cell.
    leftmost: "patch: Patch -> Int"; "leftmost(asindices(I))"; fails Constant, measures_position;
        |cx, a| side(cx, a[0], |b| b.left);

    /// The number of the rightmost column that has a cell.
    rightmost: "patch: Patch -> Int"; "rightmost(asindices(I))"; fails Constant, measures_position;
        |cx, a| side(cx, a[0], |b| b.right);

    /// The centre of the bounding box.
    center: "patch: Patch -> Pair"; "center(asindices(I))"; fails Constant; |cx, a| {
        let (i, j) = center(cx, a[0])?;
        cx.pair(i, j)
    };

    /// The mean position of the cells, rounded down.
    centerofmass: "patch: Patch -> Pair"; "centerofmass(asindices(I))";
        fails Rows, untyped_if_empty;
        |cx, a| center_of_mass(cx, a[0]);

    /// The direction from the centre of one patch to the centre of the other, as signs.
    position: "a: Patch, b: Patch -> Pair"; "position(asindices(I), neighbors(ORIGIN))";
        fails Constant;
        |cx, a| {
            let (ia, ja) = center(cx, cx.to_indices(a[0])?)?;
            let (ib, jb) = center(cx, cx.to_indices(a[1])?)?;
            let toward = |a: i64, b: i64| if a < b { 1 } else { -1 };
            Ok(if ia == ib {
                Value::at(0, toward(ja, jb))
            } else if ja == jb {
                Value::at(toward(ia, ib), 0)
            } else {
                Value::at(toward(ia, ib), toward(ja, jb))
            })
        };

    /// The least Manhattan distance between cells of two patches.
    manhattan: "a: Patch, b: Patch -> Int"; "manhattan(hfrontier(ORIGIN), hfrontier(TWO_BY_TWO))";
        fails Product, columns(manhattan), commutes, result(Numbers); |cx, a| {
            Ok(Value::Int(distance::distance(cx, cx.cell_set(a[0])?, cx.cell_set(a[1])?)?))
        };

    /// Whether two patches touch at a side and share no cell.
    adjacent: "a: Patch, b: Patch -> Bool"; "adjacent(neighbors(UNITY), initset(UNITY))";
        fails Rows, commutes;
        |cx, a| {
            Ok(Value::from(distance::adjacent(cx, cx.cell_set(a[0])?, cx.cell_set(a[1])?)?))
        };

    /// Whether the patch touches an edge of the grid.
    bordering: "patch: Patch, grid: Grid -> Bool"; "bordering(neighbors(UNITY), I)";
        fails Constant, unchecked(1);
        |cx, a| bordering(cx, a[0], a[1]);

    /// Whether two patches have cells in the same row.
    hmatching: "a: Patch, b: Patch -> Bool"; "hmatching(hfrontier(ORIGIN), vfrontier(ORIGIN))";
        total Rows, commutes;
        |cx, a| {
            Ok(Value::from(distance::share_row(cx, cx.cell_set(a[0])?, cx.cell_set(a[1])?)?))
        };

    /// Whether two patches have cells in the same column.
    vmatching: "a: Patch, b: Patch -> Bool"; "vmatching(hfrontier(ORIGIN), vfrontier(ORIGIN))";
        total Rows, commutes;
        |cx, a| {
            Ok(Value::from(distance::share_column(cx, cx.cell_set(a[0])?, cx.cell_set(a[1])?)?))
        };

    /// Whether the patch is a vertical line.
    vline: "patch: Patch -> Bool"; "vline(vfrontier(ORIGIN))"; total Constant; |cx, a| {
        let (height, width) = extent(cx, a[0])?;
        Ok(Value::from(height == a[0].len()? as i64 && width == 1))
    };

    /// Whether the patch is a horizontal line.
    hline: "patch: Patch -> Bool"; "hline(hfrontier(ORIGIN))"; total Constant; |cx, a| {
        let (height, width) = extent(cx, a[0])?;
        Ok(Value::from(width == a[0].len()? as i64 && height == 1))
    };

    /// The offset that moves the first patch, along one axis, until it touches the second.
    gravitate: "source: Patch, destination: Patch -> Pair";
        "gravitate(initset(ORIGIN), hfrontier(THREE_BY_THREE))"; fails Rows, requires(Different);
        |cx, a| {
            let (source, destination) = (cx.cell_set(a[0])?, cx.cell_set(a[1])?);
            let (si, sj) = center(cx, a[0])?;
            let (di, dj) = center(cx, a[1])?;
            let (i, j) = if distance::share_column(cx, source, destination)? {
                (if si < di { 1 } else { -1 }, 0)
            } else {
                (0, if sj < dj { 1 } else { -1 })
            };
            let steps = distance::steps_until_adjacent(cx, source, destination, i, j)?;
            cx.pair(i * steps, j * steps)
        };
}

fn recolor<'a>(cx: &Cx<'a>, value: Value<'a>, patch: Value<'a>) -> Answer<'a> {
    if let (Some(cells), Ok(number)) = (patch.cells(), value.int())
        && let Ok(color) = Color::try_from(number)
    {
        return Ok(cx.one_color(Object::only(color), *cells));
    }
    if let (Ok(Patch::SortedPairs(places) | Patch::SortedCells(places)), Ok(number)) =
        (patch.patch(), value.int())
        && let Ok(color) = i32::try_from(number)
        && sorted_set::is_wide_in_one_color(places)
    {
        return sorted_set::recolored(cx, places, color);
    }
    let indices = cx.to_indices(patch)?;
    if indices.is_set() && !indices.is_identical(patch) {
        return recolor(cx, value, indices);
    }
    if let (Some(pairs), Ok(number)) = (cx.tuple_of_pairs(indices)?, value.int())
        && let Ok(color) = i32::try_from(number)
    {
        return cx.object_of(pairs.iter().map(|&(i, j)| (color, i, j)));
    }
    // A colour that is no number: a set of tuples.
    let indices = cx.items(indices)?;
    let mut cells = cx.reserve_list(indices.len())?;
    for &index in indices {
        cells.push(tuple_of_two(cx, value, index)?);
    }
    cx.set(cells)
}

/// The tuple of two values.
pub fn tuple_of_two<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> Answer<'a> {
    cx.charge(2)?;
    cx.tuple(cx.arena().alloc([a, b]))
}

fn shift<'a>(cx: &Cx<'a>, patch: Value<'a>, offset: Value<'a>) -> Answer<'a> {
    if patch.len()? == 0 {
        return Ok(patch);
    }
    let (di, dj) = offset.pair()?;
    shift_by(cx, patch, di as i64, dj as i64)
}

/// The patch moved by an offset; compact patches share their rows.
#[inline]
pub fn shift_by<'a>(cx: &Cx<'a>, patch: Value<'a>, di: i64, dj: i64) -> Answer<'a> {
    match patch {
        Value::Indices(_) | Value::Object(_) if di == 0 && dj == 0 => Ok(patch),
        Value::Indices(cells) => Ok(Value::Indices(cx.arena().alloc(shifted(cells, di, dj)?))),
        Value::Object(object) => Ok(Value::Object(cx.arena().alloc(Object {
            shape: shifted(&object.shape, di, dj)?,
            ..*object
        }))),
        _ => match patch.patch() {
            Ok(Patch::SortedPairs(list) | Patch::SortedCells(list)) => {
                sorted_set::shifted(cx, list, di, dj)
            }
            _ => shift_loose(cx, patch, di, dj),
        },
    }
}

#[cold]
fn shift_loose<'a>(cx: &Cx<'a>, patch: Value<'a>, di: i64, dj: i64) -> Answer<'a> {
    let items = cx.items(patch)?;
    let colored = cx.is_colored(items)?;
    let mut list = cx.reserve_list(items.len())?;
    for &item in items {
        list.push(if colored {
            let (value, index) = cx.two_parts(item)?;
            let (i, j) = index.pair()?;
            tuple_of_two(cx, value, cx.pair(i as i64 + di, j as i64 + dj)?)?
        } else {
            let (i, j) = item.pair()?;
            cx.pair(i as i64 + di, j as i64 + dj)?
        });
    }
    cx.set(list)
}

/// The length of the first row, which counts as the width of a grid.
pub fn first_row_len(grid: Value) -> Result<usize, Fail> {
    match grid {
        Value::Grid(grid) => Ok(grid.width()),
        Value::Tuple(seq) if let Some(first) = seq.first() => first.len(),
        // Pairs, coloured cells and sets have no first row.
        _ => fail(Why::GridWithRows),
    }
}

fn color<'a>(cx: &Cx<'a>, object: Value<'a>) -> Answer<'a> {
    match object {
        Value::Object(object) => Ok(Value::Int(object.colors[0] as i64)),
        // The row of the first pair is in the place of the colour.
        Value::Indices(cells) => Ok(Value::Int(cells.top as i64)),
        _ => match cx.items(object)?.first() {
            Some(&Value::Pair(pair)) => Ok(Value::Int(pair.row() as i64)),
            Some(&Value::Cell(cell)) => Ok(Value::Int(cell.0 as i64)),
            Some(&first) if first.is_tuple() => match cx.items(first)?.first() {
                Some(&color) => Ok(color),
                None => fail(Why::ObjectWithCells),
            },
            _ => fail(Why::ObjectWithCells),
        },
    }
}

#[inline]
fn corner<'a>(
    cx: &Cx<'a>,
    patch: Value<'a>,
    pick: impl Fn(BoundingBox) -> Value<'a>,
) -> Answer<'a> {
    // The corner of an empty patch is the empty tuple.
    Ok(cx.bounds(patch)?.map_or(Value::EMPTY_TUPLE, pick))
}

fn corners<'a>(cx: &Cx<'a>, patch: Value<'a>) -> Answer<'a> {
    let Some(b) = cx.bounds(patch)? else {
        let mut one = cx.reserve_list(1)?;
        one.push(Value::EMPTY_TUPLE);
        return cx.set(one);
    };
    let pairs = [
        (b.top, b.left),
        (b.top, b.right),
        (b.bottom, b.left),
        (b.bottom, b.right),
    ];
    cx.indices_of(pairs.into_iter())
}

#[inline]
fn side<'a>(cx: &Cx<'a>, patch: Value<'a>, pick: impl Fn(BoundingBox) -> i32) -> Answer<'a> {
    Ok(Value::Int(pick(bounds_of_some(cx, patch)?) as i64))
}

/// The bounding box of a patch that must have cells.
#[inline]
pub fn bounds_of_some<'a>(cx: &Cx<'a>, patch: Value<'a>) -> Result<BoundingBox, Fail> {
    match cx.bounds(patch)? {
        Some(bounds) => Ok(bounds),
        None => fail(Why::PatchWithCells),
    }
}

/// Height and width of a patch; a tuple is measured as a grid.
fn extent<'a>(cx: &Cx<'a>, patch: Value<'a>) -> Result<(i64, i64), Fail> {
    match patch {
        Value::Indices(cells) => Ok((cells.height() as i64, cells.width as i64)),
        Value::Object(object) => Ok((object.shape.height() as i64, object.shape.width as i64)),
        _ if patch.len()? == 0 => Ok((0, 0)),
        _ if patch.is_tuple() => Ok((patch.len()? as i64, first_row_len(patch)? as i64)),
        _ => {
            let b = bounds_of_some(cx, patch)?;
            Ok((b.height(), b.width()))
        }
    }
}

fn center<'a>(cx: &Cx<'a>, patch: Value<'a>) -> Result<(i64, i64), Fail> {
    let b = bounds_of_some(cx, patch)?;
    let (height, width) = extent(cx, patch)?;
    Ok((b.top as i64 + height / 2, b.left as i64 + width / 2))
}

fn center_of_mass<'a>(cx: &Cx<'a>, patch: Value<'a>) -> Answer<'a> {
    // A cell with two colours counts once in the sums and twice in the divisor.
    let len = patch.len()? as i64;
    if len == 0 {
        return Ok(Value::EMPTY_TUPLE);
    }
    let (mut down, mut across) = (0i64, 0i64);
    if let Some(cells) = patch.cells() {
        for (r, &row) in cells.rows.iter().enumerate() {
            down += r as i64 * row.count_ones() as i64;
            across += sum_of_positions(row);
        }
        down += cells.top as i64 * cells.count as i64;
        across += cells.left as i64 * cells.count as i64;
    } else {
        for item in cx.items(cx.to_indices(patch)?)? {
            let (i, j) = item.pair()?;
            down += i as i64;
            across += j as i64;
        }
    }
    cx.pair(down.div_euclid(len), across.div_euclid(len))
}

/// The sum of the positions of all set bits, by the bits of the positions.
#[inline]
fn sum_of_positions(row: u64) -> i64 {
    const WITH_BIT: [u64; 6] = [
        0xAAAA_AAAA_AAAA_AAAA,
        0xCCCC_CCCC_CCCC_CCCC,
        0xF0F0_F0F0_F0F0_F0F0,
        0xFF00_FF00_FF00_FF00,
        0xFFFF_0000_FFFF_0000,
        0xFFFF_FFFF_0000_0000,
    ];
    let sum = |k: usize| ((row & WITH_BIT[k]).count_ones() as i64) << k;
    (0..6).map(sum).sum()
}

fn bordering<'a>(cx: &Cx<'a>, patch: Value<'a>, grid: Value<'a>) -> Answer<'a> {
    let b = bounds_of_some(cx, patch)?;
    let touches = b.top == 0
        || b.left == 0
        || b.bottom as i64 == grid.len()? as i64 - 1
        || b.right as i64 == first_row_len(grid)? as i64 - 1;
    Ok(Value::from(touches))
}
