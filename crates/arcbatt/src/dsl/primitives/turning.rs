//! Mirroring and rotating grids, and patches inside their bounding boxes.
//!
//! Patches are mirrored word by word: rows reversed, bits reversed, bits transposed.

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Answer, Fail, Why, fail};
use crate::dsl::primitives::generic::{self, Mirror};
use crate::dsl::table::declare;
use crate::dsl::value::Value;
use crate::grid::simd::{SIXTEEN, backwards};
use crate::grid::{Cells, Grid, Object, low_bits, row_copy, transpose};

declare! { Grids;
    /// The grid rotated by 90 degrees clockwise.
    rot90: "grid: Grid -> Grid"; "rot90(I)"; total Cells, result(Grids), symmetry, device(Inlined);
        |cx, a| match a[0] {
            Value::Grid(grid) => transposed(cx, grid, true, false),
            other => generic::turn(cx, other, true),
        };

    /// The grid rotated by 180 degrees.
    rot180: "grid: Grid -> Grid"; "rot180(I)";
        total Cells, involution(Grids), result(Grids), symmetry, device(Inlined);
        |cx, a| match a[0] {
            Value::Grid(grid) => {
                let cells = cx.copy(*grid)?;
                cells.reverse();
                cx.grid(grid.height(), grid.width(), cells)
            }
            other => generic::rot180(cx, other),
        };

    /// The grid rotated by 90 degrees anticlockwise.
    rot270: "grid: Grid -> Grid"; "rot270(I)";
        total Cells, result(Grids), symmetry, device(Inlined); |cx, a| match a[0] {
        Value::Grid(grid) => transposed(cx, grid, false, true),
        other => generic::turn(cx, other, false),
    };

    /// The grid or patch mirrored top to bottom.
    hmirror: "piece: Grid -> Grid" | "piece: Indices -> Indices" | "piece: Object -> Object";
        "hmirror(I)"; fails Cells, involution(Grids), symmetry, device(Inlined);
        |cx, a| mirror(cx, a[0], Mirror::Horizontal);

    /// The grid or patch mirrored left to right.
    vmirror: "piece: Grid -> Grid" | "piece: Indices -> Indices" | "piece: Object -> Object";
        "vmirror(I)"; fails Cells, involution(Grids), symmetry, device(Inlined);
        |cx, a| mirror(cx, a[0], Mirror::Vertical);

    /// The grid or patch mirrored at the main diagonal; a patch keeps its upper left corner.
    dmirror: "piece: Grid -> Grid" | "piece: Indices -> Indices" | "piece: Object -> Object";
        "dmirror(I)"; fails Cells, symmetry, device(Inlined);
        |cx, a| mirror(cx, a[0], Mirror::Diagonal);

    /// The grid or patch mirrored at the other diagonal; a patch keeps its upper left corner.
    cmirror: "piece: Grid -> Grid" | "piece: Indices -> Indices" | "piece: Object -> Object";
        "cmirror(I)"; fails Cells, symmetry, device(Inlined);
        |cx, a| mirror(cx, a[0], Mirror::Counterdiagonal);
}

/// One of the mirrors, for any value.
pub fn mirror<'a>(cx: &Cx<'a>, piece: Value<'a>, mirror: Mirror) -> Answer<'a> {
    match piece {
        Value::Grid(grid) => mirror_grid(cx, grid, mirror),
        Value::Indices(cells) => match mirrored(cx, cells, &[], mirror)? {
            Some((cells, _)) => Ok(cx.indices(cells)),
            None => generic::mirror_patch(cx, piece, mirror),
        },
        Value::Object(object) => {
            // An object of one colour shares its rows with its shape.
            let several = object.colors.len() > 1;
            let planes = if several { object.planes } else { &[] };
            let Some((shape, planes)) = mirrored(cx, &object.shape, planes, mirror)? else {
                return generic::mirror_patch(cx, piece, mirror);
            };
            Ok(Value::Object(cx.arena().alloc(Object {
                shape,
                count: object.count,
                colors: object.colors,
                planes: if several { planes } else { shape.rows },
            })))
        }
        _ if piece.is_tuple() => generic::mirror_grid(cx, piece, mirror),
        _ => generic::mirror_patch(cx, piece, mirror),
    }
}

fn mirror_grid<'a>(cx: &Cx<'a>, grid: &Grid<'a>, mirror: Mirror) -> Answer<'a> {
    let (height, width) = (grid.height(), grid.width());
    match mirror {
        Mirror::Horizontal => {
            cx.reserve(grid.cells().len())?;
            let mut cells = row_copy::list(cx.arena(), grid.cells().len());
            for i in (0..height).rev() {
                row_copy::copy(&mut cells, grid.cells(), i * width, width);
            }
            cx.grid(height, width, cells.into_bump_slice())
        }
        Mirror::Vertical if width <= SIXTEEN => {
            cx.reserve(grid.cells().len())?;
            let mut cells = row_copy::list(cx.arena(), grid.cells().len());
            for i in 0..height {
                let row = row_copy::sixteen_from(grid.cells(), i * width);
                row_copy::add(&mut cells, &backwards(row, width), width);
            }
            cx.grid(height, width, cells.into_bump_slice())
        }
        Mirror::Vertical => {
            let cells = cx.copy(*grid)?;
            for row in cells.chunks_exact_mut(width.max(1)) {
                row.reverse();
            }
            cx.grid(height, width, cells)
        }
        Mirror::Diagonal => transposed(cx, grid, false, false),
        Mirror::Counterdiagonal => transposed(cx, grid, true, true),
    }
}

/// The transposed grid. `up` reads every column from below, `back` starts with the last column.
/// A grid without columns gives no rows.
fn transposed<'a>(cx: &Cx<'a>, grid: &Grid<'a>, up: bool, back: bool) -> Answer<'a> {
    let (height, width) = (grid.height(), grid.width());
    let count = grid.cells().len();
    cx.reserve(count)?;
    let out = cx
        .arena()
        .alloc_slice_fill_copy(count + transpose::SURPLUS, 0);
    transpose::transpose_cells(grid.cells(), height, width, up, back, out);
    cx.grid(width, height, &out[..count])
}

/// A shape and its planes, mirrored; `None` if the result is too wide for a bitset.
#[allow(clippy::type_complexity)]
fn mirrored<'a>(
    cx: &Cx<'a>,
    shape: &Cells<'a>,
    planes: &[u64],
    mirror: Mirror,
) -> Result<Option<(Cells<'a>, &'a [u64])>, Fail> {
    let (height, width) = (shape.height(), shape.width as usize);
    let turns = matches!(mirror, Mirror::Diagonal | Mirror::Counterdiagonal);
    if turns && height > Cells::MAX_WIDTH {
        return Ok(None);
    }
    if height == 0 {
        return fail(Why::NoCorners);
    }
    if turns {
        // The opposite corner may exceed the range of numbers.
        cx.pair(
            shape.top as i64 + width as i64,
            shape.left as i64 + height as i64,
        )?;
    }
    let turned_height = if turns { width } else { height };
    let rows = cx.blank(turned_height)?;
    let turned = cx.blank(planes.len() / height * turned_height)?;
    for (from, to) in [(shape.rows, &mut *rows), (planes, &mut *turned)] {
        match mirror {
            Mirror::Horizontal | Mirror::Vertical => {
                let planes = from.chunks_exact(height).zip(to.chunks_exact_mut(height));
                planes.for_each(|(from, to)| mirror_rows(from, width, mirror, to));
            }
            Mirror::Diagonal => turn_planes(from, (height, width), false, to),
            Mirror::Counterdiagonal => turn_planes(from, (height, width), true, to),
        }
    }
    let shape = Cells {
        width: if turns { height as u32 } else { shape.width },
        rows,
        ..*shape
    };
    Ok(Some((shape, turned)))
}

/// Mirrors rows of `width` bits at an axis into `out`.
fn mirror_rows(rows: &[u64], width: usize, mirror: Mirror, out: &mut [u64]) {
    if mirror == Mirror::Horizontal {
        for (to, &from) in out.iter_mut().zip(rows.iter().rev()) {
            *to = from;
        }
    } else {
        for (to, &from) in out.iter_mut().zip(rows) {
            *to = from.reverse_bits() >> (64 - width);
        }
    }
}

/// Transposes planes of `height` rows of `width` bits into `out`, as many at once as fit a word. `half_turn`
/// turns them before.
fn turn_planes(planes: &[u64], (height, width): (usize, usize), half_turn: bool, out: &mut [u64]) {
    let side = height.max(width).next_power_of_two();
    let at_once = 64 / side;
    let planes = planes.chunks(height * at_once);
    for (planes, out) in planes.zip(out.chunks_mut(width * at_once)) {
        let mut words = [0u64; 64];
        for (k, plane) in planes.chunks_exact(height).enumerate() {
            if half_turn {
                for (to, &from) in words.iter_mut().zip(plane.iter().rev()) {
                    *to |= from.reverse_bits() >> (64 - width) << (k * side);
                }
            } else {
                for (to, &from) in words.iter_mut().zip(plane) {
                    *to |= from << (k * side);
                }
            }
        }
        transpose::transpose_bits(&mut words[..side]);
        for (k, out) in out.chunks_exact_mut(width).enumerate() {
            for (to, &from) in out.iter_mut().zip(&words) {
                *to = from >> (k * side) & low_bits(side as u32);
            }
        }
    }
}
