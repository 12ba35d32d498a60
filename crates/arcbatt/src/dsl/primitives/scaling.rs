//! Scaling grids and objects by whole factors.

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Answer, Fail, Why, fail};
use crate::dsl::primitives::generic;
use crate::dsl::sets::sorted_set;
use crate::dsl::table::declare;
use crate::dsl::value::Value;
use crate::grid::row_copy::sixteen_from;
use crate::grid::simd::{SIXTEEN, widened};
use crate::grid::{Cells, Color, Grid, Object, low_bits};

declare! { Grids;
    /// The grid or object with every cell enlarged to a square of cells.
    upscale: "element: Grid, factor: Int -> Grid" | "element: Object, factor: Int -> Object";
        "upscale(I, TWO)"; total Cells, unchecked(1); |cx, a| upscale(cx, a[0], a[1]);

    /// The grid with every column repeated.
    hupscale: "grid: Grid, factor: Int -> Grid"; "hupscale(I, TWO)"; total Cells, result(Grids);
        |cx, a| {
            let factor = times(a[1])?;
            match a[0] {
                Value::Grid(grid) => upscale_grid(cx, grid, 1, factor),
                other => generic::hupscale(cx, other, factor),
            }
        };

    /// The grid with every row repeated.
    vupscale: "grid: Grid, factor: Int -> Grid"; "vupscale(I, TWO)"; total Cells;
        |cx, a| {
            let factor = times(a[1])?;
            match a[0] {
                Value::Grid(grid) => upscale_grid(cx, grid, factor, 1),
                other => generic::vupscale(cx, other, factor),
            }
        };

    /// Every k-th row and column of the grid, starting with the first.
    downscale: "grid: Grid, factor: Int -> Grid"; "downscale(I, TWO)"; fails Cells, result(Grids);
        |cx, a| downscale(cx, a[0], a[1].int()?);
}

/// A number of repetitions; a negative number means none.
fn times(factor: Value) -> Result<usize, Fail> {
    Ok(usize::try_from(factor.int()?.max(0)).unwrap_or(usize::MAX))
}

fn upscale<'a>(cx: &Cx<'a>, element: Value<'a>, factor: Value<'a>) -> Answer<'a> {
    if let Value::Set(seq) = element
        && seq.len() == 0
    {
        // The factor is not read.
        return Ok(element);
    }
    let factor = times(factor)?;
    match element {
        Value::Grid(grid) => upscale_grid(cx, grid, factor, factor),
        Value::Object(object) => upscale_object(cx, element, object, factor),
        _ if element.is_tuple() => generic::upscale(cx, element, factor),
        _ => generic::upscale_object(cx, element, factor),
    }
}

/// Every row `down` times, every cell of a row `across` times.
fn upscale_grid<'a>(cx: &Cx<'a>, grid: &Grid<'a>, down: usize, across: usize) -> Answer<'a> {
    let height = grid.height().saturating_mul(down);
    let width = grid.width().saturating_mul(across);
    let count = height.saturating_mul(width);
    cx.reserve(height)?;
    cx.reserve(count)?;
    let past = SIXTEEN * across.min(MOST_AT_ONCE);
    let cells = cx.arena().alloc_slice_fill_copy(count + past, 0);
    match across {
        _ if count == 0 => {}
        1 => repeat_rows::<1>(grid, down, cells),
        2 => repeat_rows::<2>(grid, down, cells),
        3 => repeat_rows::<3>(grid, down, cells),
        _ => {
            for (block, row) in cells.chunks_exact_mut(width * down).zip(grid.rows()) {
                let (first, others) = block.split_at_mut(width);
                for (to, &c) in first.chunks_exact_mut(across).zip(row) {
                    to.fill(c);
                }
                for other in others.chunks_exact_mut(width) {
                    other.copy_from_slice(first);
                }
            }
        }
    }
    cx.grid(height, width, &cells[..count])
}

/// The largest factor that is applied to sixteen cells at a time.
const MOST_AT_ONCE: usize = 3;

/// Every row `down` times, every cell of it `N` times, sixteen cells at a time. Writes past the
/// end of a row are overwritten by the next row; the buffer has room past the last.
fn repeat_rows<const N: usize>(grid: &Grid, down: usize, out: &mut [Color]) {
    let (cells, width) = (grid.cells(), grid.width());
    let mut to = 0;
    for i in 0..grid.height() {
        for _ in 0..down {
            for j in (0..width).step_by(SIXTEEN) {
                let wide = widened::<N>(sixteen_from(cells, i * width + j));
                let at = to + j * N;
                out[at..at + SIXTEEN * N].copy_from_slice(wide.as_flattened());
            }
            to += width * N;
        }
    }
}

fn upscale_object<'a>(
    cx: &Cx<'a>,
    value: Value<'a>,
    object: &Object<'a>,
    factor: usize,
) -> Answer<'a> {
    let shape = object.shape;
    let height = shape.height().saturating_mul(factor);
    let width = (shape.width as usize).saturating_mul(factor);
    match factor {
        0 => return Ok(Value::EMPTY_SET),
        1 => return Ok(value),
        _ if height > Cells::MAX_HEIGHT || width > Cells::MAX_WIDTH => {
            return sorted_set::upscaled(cx, object, factor);
        }
        _ => {}
    }
    // The opposite corner may exceed the range of numbers.
    cx.pair(
        shape.top as i64 + height as i64,
        shape.left as i64 + width as i64,
    )?;
    let widened = |rows: &[u64]| -> Result<&'a mut [u64], Fail> {
        let out = cx.blank(rows.len() * factor)?;
        for (to, &from) in out.chunks_exact_mut(factor).zip(rows) {
            to.fill(widen_bits(from, factor as u32));
        }
        Ok(out)
    };
    let square = (factor * factor) as u32;
    let rows: &[u64] = widened(shape.rows)?;
    let planes = if object.colors.len() > 1 {
        widened(object.planes)?
    } else {
        rows
    };
    Ok(Value::Object(cx.arena().alloc(Object {
        shape: Cells {
            width: width as u32,
            count: shape.count * square,
            rows,
            ..shape
        },
        count: object.count * square,
        colors: object.colors,
        planes,
    })))
}

/// Every bit repeated `factor` times; the result fits the word.
fn widen_bits(mut bits: u64, factor: u32) -> u64 {
    let mut wide = 0;
    while bits != 0 {
        // One run of ones at a time.
        let start = bits.trailing_zeros();
        let len = (bits >> start).trailing_ones();
        wide |= low_bits(len * factor) << (start * factor);
        bits &= !(low_bits(len) << start);
    }
    wide
}

fn downscale<'a>(cx: &Cx<'a>, value: Value<'a>, factor: i64) -> Answer<'a> {
    let Value::Grid(grid) = value else {
        return generic::downscale(cx, value, factor);
    };
    if factor == 0 {
        return fail(Why::DivisionByZero);
    }
    let step = usize::try_from(factor.unsigned_abs()).unwrap_or(usize::MAX);
    if step == 1 {
        return Ok(value);
    }
    let (height, width) = (grid.height().div_ceil(step), grid.width().div_ceil(step));
    let mut cells = cx.reserve_list(height * width)?;
    for i in (0..grid.height()).step_by(step) {
        cells.extend(grid.row(i).iter().step_by(step).copied());
    }
    cx.grid(height, width, cells.into_bump_slice())
}
