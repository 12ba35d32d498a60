//! Rows and columns of one colour, and periods of objects.

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Answer, Fail};
use crate::dsl::primitives::generic;
use crate::dsl::table::declare;
use crate::dsl::value::Value;
use crate::grid::{Cells, Color, Grid, Object, low_bits};

declare! { Grids;
    /// The grid without its rows and columns of one colour.
    compress: "grid: Grid -> Grid"; "compress(I)"; total Cells, result(Grids);
        |cx, a| compress(cx, a[0]);

    /// The rows and columns of one colour, as objects.
    frontiers: "grid: Grid -> Set[Object]"; "frontiers(I)"; fails Cells;
        |cx, a| frontiers(cx, a[0]);

    /// The smallest horizontal period of the object; the width if it has none.
    hperiod: "obj: Object -> Int"; "hperiod(asobject(I))"; total Cells;
        |cx, a| match a[0] {
            Value::Object(object) => Ok(Value::Int(hperiod(object))),
            other => generic::period(cx, other, true),
        };

    /// The smallest vertical period of the object; the height if it has none.
    vperiod: "obj: Object -> Int"; "vperiod(asobject(I))"; total Cells;
        |cx, a| match a[0] {
            Value::Object(object) => Ok(Value::Int(vperiod(object))),
            other => generic::period(cx, other, false),
        };
}

/// Whether there are cells and all have the same colour.
fn uniform(row: &[Color]) -> bool {
    match row {
        [] => false,
        [first, rest @ ..] => rest.iter().all(|c| c == first),
    }
}

/// One byte per column: zero if the column has one colour.
fn changes<'a>(cx: &Cx<'a>, grid: &Grid<'a>) -> Result<&'a [Color], Fail> {
    let changes = cx.plane(grid.width(), 0)?;
    let first = grid.row(0);
    for row in grid.rows().skip(1) {
        for (change, (a, b)) in changes.iter_mut().zip(first.iter().zip(row)) {
            *change |= a ^ b;
        }
    }
    Ok(changes)
}

fn compress<'a>(cx: &Cx<'a>, value: Value<'a>) -> Answer<'a> {
    let Value::Grid(grid) = value else {
        return generic::compress(cx, value);
    };
    let changes = changes(cx, grid)?;
    let mut kept = cx.reserve_list(grid.width())?;
    kept.extend((0..grid.width()).filter(|&j| changes[j] != 0));
    let width = kept.len();
    let mut cells = cx.reserve_list(grid.height() * width)?;
    let mut height = 0;
    for row in grid.rows().filter(|row| !uniform(row)) {
        height += 1;
        if width == grid.width() {
            cells.extend_from_slice_copy(row);
        } else {
            cells.extend(kept.iter().map(|&j| row[j]));
        }
    }
    if height == grid.height() && width == grid.width() {
        return Ok(value);
    }
    cx.grid(height, width, cells.into_bump_slice())
}

fn frontiers<'a>(cx: &Cx<'a>, value: Value<'a>) -> Answer<'a> {
    let Value::Grid(grid) = value else {
        return generic::frontiers(cx, value);
    };
    let (height, width) = (grid.height(), grid.width());
    if height > Cells::MAX_HEIGHT || width > Cells::MAX_WIDTH {
        return generic::frontiers(cx, value);
    }
    let mut found = cx.list();
    // All rows of one colour share their bits, and so do all columns.
    let row_bits = &*cx.arena().alloc([low_bits(width as u32)]);
    for i in (0..height).filter(|&i| uniform(grid.row(i))) {
        let line = Cells {
            top: i as i32,
            left: 0,
            width: width as u32,
            count: width as u32,
            rows: row_bits,
        };
        let color = &grid.row(i)[..1];
        cx.push(&mut found, cx.one_color(color, line))?;
    }
    let column_bits = cx.blank(height)?;
    column_bits.fill(1);
    let column_bits = &*column_bits;
    for (j, _) in changes(cx, grid)?
        .iter()
        .enumerate()
        .filter(|&(_, &change)| change == 0)
    {
        let line = Cells {
            top: 0,
            left: j as i32,
            width: 1,
            count: height as u32,
            rows: column_bits,
        };
        let color = &grid.row(0)[j..j + 1];
        cx.push(&mut found, cx.one_color(color, line))?;
    }
    cx.set(found)
}

fn hperiod(object: &Object) -> i64 {
    let width = object.shape.width;
    let repeats = |&p: &u32| object.planes.iter().all(|&row| (row >> p) & !row == 0);
    (1..width).find(repeats).unwrap_or(width) as i64
}

fn vperiod(object: &Object) -> i64 {
    let height = object.shape.height();
    let repeats = |&p: &usize| {
        let mut planes = object.planes.chunks_exact(height);
        planes.all(|plane| {
            plane[p..]
                .iter()
                .zip(plane)
                .all(|(&low, &high)| low & !high == 0)
        })
    };
    (1..height).find(repeats).unwrap_or(height) as i64
}
