//! Whole grids: measuring, selecting cells, recolouring.
//!
//! Every primitive handles compact values first; other values take the path in [`generic`].

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Answer, Fail, Why, fail};
use crate::dsl::functions::memo::calls;
use crate::dsl::primitives::generic;
use crate::dsl::primitives::toobject::pick_up;
use crate::dsl::sets::sorted_set;
use crate::dsl::table::declare;
use crate::dsl::value::Value;
use crate::grid::bitplanes::color_plane;
use crate::grid::color_counts::{self, count_color};
use crate::grid::color_planes::ColorPlanes;
use crate::grid::simd::small_colors;
use crate::grid::{Cells, Color, Grid, Object};

declare! { Grids;
    /// The most common colour; the smallest on ties.
    mostcolor: "element: Grid -> Color" | "element: Object -> Color";
        "mostcolor(I)"; fails Cells, assumes_background, device(Inlined);
        |cx, a| mostcolor(cx, a[0]);

    /// The least common colour that occurs; the smallest on ties.
    leastcolor: "element: Grid -> Color" | "element: Object -> Color";
        "leastcolor(I)"; fails Cells; |cx, a| leastcolor(cx, a[0]);

    /// The set of colours that occur.
    palette: "element: Grid -> Set[Color]" | "element: Object -> Set[Color]";
        "palette(I)"; total Cells; |cx, a| palette(cx, a[0]);

    /// The number of colours that occur.
    numcolors: "element: Grid -> Int" | "element: Object -> Int";
        "numcolors(I)"; total Cells, result(Numbers); |cx, a| numcolors(cx, a[0]);

    /// The number of cells that have the colour.
    colorcount: "element: Grid, value: Color -> Int" | "element: Object, value: Color -> Int";
        "colorcount(I, ZERO)"; total Cells, result(Numbers); |cx, a| colorcount(cx, a[0], a[1]);

    /// The number of rows of a grid or of a patch's bounding box.
    height: "piece: Grid -> Int" | "piece: Patch -> Int"; "height(I)";
        total Constant, result(Numbers);
        |cx, a| Ok(Value::Int(height(cx, a[0])?));

    /// The number of columns of a grid or of a patch's bounding box.
    width: "piece: Grid -> Int" | "piece: Patch -> Int"; "width(I)";
        total Constant, result(Numbers);
        |cx, a| Ok(Value::Int(width(cx, a[0])?));

    /// The pair of height and width.
    shape: "piece: Grid -> Pair" | "piece: Patch -> Pair"; "shape(I)";
        total Constant, result(Numbers), device(Inlined);
        |cx, a| cx.pair(height(cx, a[0])?, width(cx, a[0])?);

    /// Whether the height is greater than the width.
    portrait: "piece: Grid -> Bool" | "piece: Patch -> Bool"; "portrait(I)"; total Constant;
        |cx, a| Ok(Value::from(height(cx, a[0])? > width(cx, a[0])?));

    /// Whether height and width are equal; a patch must also fill its bounding box.
    square: "piece: Grid -> Bool" | "piece: Patch -> Bool"; "square(I)"; fails Constant;
        |cx, a| square(cx, a[0]);

    /// All cells of the grid.
    asindices: "grid: Grid -> Indices"; "asindices(I)"; total Rows; |cx, a| asindices(cx, a[0]);

    /// All cells of the grid with their colours.
    asobject: "grid: Grid -> Object"; "asobject(I)"; total Cells, device(Inlined);
        |cx, a| asobject(cx, a[0]);

    /// The cells of the grid that have the colour.
    ofcolor: "grid: Grid, value: Color -> Indices"; "ofcolor(I, ZERO)";
        total Cells, device(Inlined);
        |cx, a| ofcolor(cx, a[0], a[1]);

    /// The colour of a cell; None for a cell outside the grid.
    index: "grid: Grid, loc: Pair -> Color"; "index(I, ORIGIN)"; fails Constant;
        |cx, a| index(cx, a[0], a[1]);

    /// The first grid, with the fallback colour where the second grid differs.
    cellwise: "a: Grid, b: Grid, fallback: Color -> Grid"; "cellwise(I, vmirror(I), ZERO)";
        fails Cells, unchecked(1), result(Grids); |cx, a| cellwise(cx, a[0], a[1], a[2]);

    /// The grid with one colour replaced by another.
    replace: "grid: Grid, replacee: Color, replacer: Color -> Grid"; "replace(I, ZERO, FIVE)";
        total Cells, result(Grids), device(Inlined); |cx, a| replace(cx, a[0], a[1], a[2]);

    /// The grid with two colours swapped.
    switch: "grid: Grid, a: Color, b: Color -> Grid"; "switch(I, ZERO, FIVE)";
        total Cells, result(Grids), device(Inlined);
        |cx, a| switch(cx, a[0], a[1], a[2]);
}

/// The value as the colour of a compact cell, if it fits.
#[inline]
pub fn byte(value: Value) -> Option<Color> {
    match value {
        Value::Int(n) => Color::try_from(n).ok(),
        Value::Bool(b) => Some(b as Color),
        _ => None,
    }
}

/// Whether the cells of a grid fit a bitset.
#[inline]
pub fn fits_words(grid: &Grid) -> bool {
    grid.height() <= Cells::MAX_HEIGHT && grid.width() <= Cells::MAX_WIDTH
}

fn some_color<'a>(color: Option<Color>) -> Answer<'a> {
    match color {
        Some(color) => Ok(Value::Int(color as i64)),
        None => fail(Why::NoColor),
    }
}

fn mostcolor<'a>(cx: &Cx<'a>, element: Value<'a>) -> Answer<'a> {
    match element {
        Value::Grid(grid) => some_color(color_counts::most_color(*grid)),
        Value::Object(object) => {
            // The last of the maxima is the smallest colour when walking downwards.
            let places = (0..object.colors.len()).rev();
            let most = places.max_by_key(|&k| object.count_of(k));
            some_color(most.map(|k| object.colors[k]))
        }
        _ => generic::common_color(cx, element, true),
    }
}

fn leastcolor<'a>(cx: &Cx<'a>, element: Value<'a>) -> Answer<'a> {
    match element {
        Value::Grid(grid) => some_color(color_counts::least_color(*grid)),
        Value::Object(object) => {
            let least = (0..object.colors.len()).min_by_key(|&k| object.count_of(k));
            some_color(least.map(|k| object.colors[k]))
        }
        _ => generic::common_color(cx, element, false),
    }
}

pub fn palette<'a>(cx: &Cx<'a>, element: Value<'a>) -> Answer<'a> {
    let number = |c: Color| Value::Int(c as i64);
    let mut colors = cx.reserve_list(Object::MAX_COLORS)?;
    match element {
        Value::Grid(grid) => match small_colors(grid.cells()) {
            Some(small) => colors.extend(color_counts::colors_of(small).map(number)),
            None => colors.extend(color_counts::palette(*grid).map(number)),
        },
        Value::Object(object) => colors.extend(object.colors.iter().map(|&c| number(c))),
        _ => return generic::palette(cx, element),
    }
    if colors.len() > Object::MAX_COLORS {
        cx.charge(colors.len())?;
    }
    cx.set_sorted(colors.into_bump_slice())
}

fn numcolors<'a>(cx: &Cx<'a>, element: Value<'a>) -> Answer<'a> {
    let count = match element {
        Value::Grid(grid) => match small_colors(grid.cells()) {
            Some(small) => small.count_ones() as usize,
            None => color_counts::palette(*grid).count(),
        },
        Value::Object(object) => object.colors.len(),
        _ => generic::palette(cx, element)?.len()?,
    };
    Ok(Value::Int(count as i64))
}

fn colorcount<'a>(cx: &Cx<'a>, element: Value<'a>, value: Value<'a>) -> Answer<'a> {
    let count = match (element, byte(value)) {
        (Value::Grid(grid), Some(c)) => count_color(grid.cells(), c),
        (Value::Object(object), Some(c)) => {
            let place = object.colors.iter().position(|&o| o == c);
            place.map_or(0, |k| object.count_of(k))
        }
        (Value::Grid(_) | Value::Object(_), None) => 0,
        _ => return generic::colorcount(cx, element, value),
    };
    Ok(Value::Int(count as i64))
}

/// The number of rows of a grid or of a patch's bounding box.
#[inline]
pub fn height<'a>(cx: &Cx<'a>, piece: Value<'a>) -> Result<i64, Fail> {
    match piece {
        Value::Grid(grid) => Ok(grid.height() as i64),
        Value::Indices(cells) => Ok(cells.height() as i64),
        Value::Object(object) => Ok(object.shape.height() as i64),
        _ => generic::height(cx, piece),
    }
}

/// The number of columns of a grid or of a patch's bounding box.
#[inline]
pub fn width<'a>(cx: &Cx<'a>, piece: Value<'a>) -> Result<i64, Fail> {
    match piece {
        Value::Grid(grid) => Ok(grid.width() as i64),
        Value::Indices(cells) => Ok(cells.width as i64),
        Value::Object(object) => Ok(object.shape.width as i64),
        _ => generic::width(cx, piece),
    }
}

fn square<'a>(cx: &Cx<'a>, piece: Value<'a>) -> Answer<'a> {
    let filled = |shape: &Cells, count: u32| {
        let (height, width) = (shape.height() as u32, shape.width);
        height == width && height * width == count
    };
    Ok(Value::from(match piece {
        Value::Grid(grid) => grid.height() == grid.width(),
        Value::Indices(cells) => filled(cells, cells.count),
        Value::Object(object) => filled(&object.shape, object.count),
        _ => generic::square(cx, piece)?,
    }))
}

fn asindices<'a>(cx: &Cx<'a>, grid: Value<'a>) -> Answer<'a> {
    match grid {
        Value::Grid(g) if g.width() == 0 => Ok(Value::EMPTY_SET),
        Value::Grid(g) if fits_words(g) => {
            cx.reserve(g.height())?;
            let cells = Cells::full(cx.arena(), 0, 0, g.height(), g.width());
            Ok(cx.indices(cells))
        }
        _ => generic::asindices(cx, grid),
    }
}

/// All cells of a grid.
pub fn asobject<'a>(cx: &Cx<'a>, value: Value<'a>) -> Answer<'a> {
    let Value::Grid(grid) = value else {
        return generic::asobject(cx, value);
    };
    if grid.width() == 0 {
        return Ok(Value::EMPTY_SET);
    }
    if fits_words(grid) {
        return calls::last_object(cx, grid, || whole_grid(cx, grid));
    }
    sorted_set::of_grid(cx, grid)
}

fn whole_grid<'a>(cx: &Cx<'a>, grid: &Grid<'a>) -> Answer<'a> {
    cx.reserve(grid.height())?;
    let shape = Cells::full(cx.arena(), 0, 0, grid.height(), grid.width());
    match ColorPlanes::new(cx.arena(), *grid) {
        Some(planes) => cx.whole(shape, &planes),
        None => pick_up(cx, shape, *grid),
    }
}

pub fn ofcolor<'a>(cx: &Cx<'a>, value: Value<'a>, color: Value<'a>) -> Answer<'a> {
    let Value::Grid(grid) = value else {
        return generic::ofcolor(cx, value, color);
    };
    let Some(c) = byte(color) else {
        return Ok(Value::EMPTY_SET);
    };
    if fits_words(grid) {
        cx.reserve(grid.height())?;
        let (rows, _) = color_plane(cx.arena(), *grid, c);
        return Ok(cx.indices(Cells::tight(0, 0, rows)));
    }
    cx.charge(grid.cells().len())?;
    let width = grid.width();
    let hits = grid.cells().iter().enumerate().filter(|&(_, &x)| x == c);
    cx.indices_of(hits.map(|(k, _)| ((k / width) as i32, (k % width) as i32)))
}

fn index<'a>(cx: &Cx<'a>, grid: Value<'a>, loc: Value<'a>) -> Answer<'a> {
    match (grid, loc) {
        (Value::Grid(grid), Value::Pair(pair)) => Ok(grid
            .get(pair.row() as i64, pair.column() as i64)
            .map_or(Value::None, |c| Value::Int(c as i64))),
        _ => generic::index(cx, grid, loc),
    }
}

fn cellwise<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>, fallback: Value<'a>) -> Answer<'a> {
    let (Value::Grid(x), Value::Grid(y), Some(c)) = (a, b, byte(fallback)) else {
        return generic::cellwise(cx, a, b, fallback);
    };
    if x.width() == 0 {
        return Ok(a);
    }
    if y.height() < x.height() || y.width() < x.width() {
        return fail(Why::SecondGridTooSmall);
    }
    let cells = cx.copy(*x)?;
    let compare = |mine: &mut [Color], others: &[Color]| {
        for (cell, &other) in mine.iter_mut().zip(others) {
            *cell = if *cell == other { other } else { c };
        }
    };
    if x.width() == y.width() {
        compare(cells, y.cells());
    } else {
        for (row, others) in cells.chunks_exact_mut(x.width()).zip(y.rows()) {
            compare(row, others);
        }
    }
    cx.grid(x.height(), x.width(), cells)
}

fn replace<'a>(cx: &Cx<'a>, value: Value<'a>, old: Value<'a>, new: Value<'a>) -> Answer<'a> {
    let Value::Grid(grid) = value else {
        return generic::replace(cx, value, old, new);
    };
    let Some(from) = byte(old) else {
        return Ok(value);
    };
    let Some(to) = byte(new) else {
        return generic::replace(cx, value, old, new);
    };
    let cells = cx.copy(*grid)?;
    for cell in cells.iter_mut() {
        *cell = if *cell == from { to } else { *cell };
    }
    cx.grid(grid.height(), grid.width(), cells)
}

fn switch<'a>(cx: &Cx<'a>, value: Value<'a>, a: Value<'a>, b: Value<'a>) -> Answer<'a> {
    let (Value::Grid(grid), Some(x), Some(y)) = (value, byte(a), byte(b)) else {
        return generic::switch(cx, value, a, b);
    };
    let cells = cx.copy(*grid)?;
    for cell in cells.iter_mut() {
        let other = if *cell == y { x } else { *cell };
        *cell = if *cell == x { y } else { other };
    }
    cx.grid(grid.height(), grid.width(), cells)
}
