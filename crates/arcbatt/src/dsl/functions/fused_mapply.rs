//! `mapply` of neighbours, frontiers and `shoot` over a bitset, by words.
//!
//! In: functions of a cell, and a bitset. Out: the union of their results for every cell. The work
//! grows with the rows of the set, not with its cells.
//!
//! Invariant: outcome and charges are those of one call per cell; if these would hit a limit, the
//! calls are left to the caller.

use crate::dsl::cx::Cx;
use crate::dsl::fail::Fail;
use crate::dsl::limits::Spent;
use crate::dsl::primitives::shapes::{FRONTIER, SHOT};
use crate::dsl::sets::{sorted_set, wide_bitset};
use crate::dsl::value::{Closure, ClosureKind, Value};
use crate::grid::{BoundingBox, Cells, low_bits};
use crate::prim;
use std::ops::{BitOr, BitOrAssign, Shl, Shr};

/// The set that a function returns for a cell.
#[derive(Clone, Copy)]
enum CellShape {
    /// Some of the 3x3 cells around it.
    Ring([u64; 3]),
    /// Its row.
    Row,
    /// Its column.
    Column,
    /// A ray from it, by direction.
    Shot(i32, i32),
}

/// The most functions at once.
const MAX_FUNCTIONS: usize = 4;

/// The shifts whose unions extend a cell to a ray: 1 + 1 + 2 + 4 + 8 + 16 + 11 cells.
const SHIFTS: [u32; 6] = [1, 2, 4, 8, 16, 11];
const _: () = assert!(SHOT == 42);

impl CellShape {
    /// The shape of a function's results, and the steps of a call.
    fn of(function: Value) -> Option<(Self, u64)> {
        match function {
            Value::Primitive(primitive) => {
                let forms = [
                    (prim!(neighbors), Self::Ring([0b111, 0b101, 0b111])),
                    (prim!(dneighbors), Self::Ring([0b010, 0b101, 0b010])),
                    (prim!(ineighbors), Self::Ring([0b101, 0b000, 0b101])),
                    (prim!(hfrontier), Self::Row),
                    (prim!(vfrontier), Self::Column),
                ];
                let found = forms.into_iter().find(|(of, _)| *of == primitive);
                found.map(|(_, form)| (form, 1))
            }
            Value::Function(closure) => Some((Self::of_closure(closure)?, 2)),
            _ => None,
        }
    }

    fn of_closure(closure: &Closure) -> Option<Self> {
        match (closure.kind, closure.parts()) {
            (ClosureKind::Rbind, &[Value::Primitive(bound), direction])
                if bound == prim!(shoot) =>
            {
                let (di, dj) = direction.pair().ok()?;
                let is_near = |n: i32| (-1..=1).contains(&n);
                (is_near(di) && is_near(dj)).then_some(Self::Shot(di, dj))
            }
            _ => None,
        }
    }

    /// The bounding box of its union over the cells; `None` if it leaves the range of `i32`.
    fn frame(self, cells: &Cells) -> Option<BoundingBox> {
        let of = cells.bounds();
        match self {
            Self::Ring(_) => of.with_sides_moved(-1, -1, 1, 1),
            Self::Row => Some(BoundingBox {
                left: 0,
                right: FRONTIER as i32 - 1,
                ..of
            }),
            Self::Column => Some(BoundingBox {
                top: 0,
                bottom: FRONTIER as i32 - 1,
                ..of
            }),
            Self::Shot(di, dj) => {
                let reach = |direction: i32| SHOT * i64::from(direction);
                let (up, left) = (reach(di.min(0)), reach(dj.min(0)));
                of.with_sides_moved(up, left, reach(di.max(0)), reach(dj.max(0)))
            }
        }
    }

    /// The number of cells and rows of its set for one cell.
    fn cells_and_rows(self) -> (usize, usize) {
        let shot = SHOT as usize + 1;
        match self {
            Self::Ring(rows) => (rows.iter().map(|row| row.count_ones() as usize).sum(), 3),
            Self::Row => (FRONTIER, 1),
            Self::Column => (FRONTIER, FRONTIER),
            Self::Shot(0, 0) => (1, 1),
            Self::Shot(0, _) => (shot, 1),
            Self::Shot(..) => (shot, shot),
        }
    }

    /// Draws the union of its sets for all cells on rows of the frame.
    fn draw<T: Word>(self, cells: &Cells, frame: &BoundingBox, rows: &mut [T]) {
        // Everything is inside the frame, so no difference is negative or past a word.
        let down = |top: i32| (top - frame.top) as usize;
        let across = |left: i32| (left - frame.left) as u32;
        let (top, left) = (cells.top, cells.left);
        match self {
            Self::Ring(ring) => {
                let (first, by) = (down(top - 1), across(left - 1));
                for (r, &row) in cells.rows.iter().enumerate() {
                    let row = T::from(row) << by;
                    let (middle, sides) = (row << 1, row | row << 2);
                    for (to, part) in rows[first + r..].iter_mut().zip(ring) {
                        match part {
                            0b111 => *to |= sides | middle,
                            0b101 => *to |= sides,
                            0b010 => *to |= middle,
                            _ => {}
                        }
                    }
                }
            }
            Self::Row => {
                let whole = T::from(low_bits(FRONTIER as u32)) << across(0);
                for (to, &row) in rows[down(top)..].iter_mut().zip(cells.rows) {
                    if row != 0 {
                        *to |= whole;
                    }
                }
            }
            Self::Column => {
                let any = cells.rows.iter().fold(0, |any, row| any | row);
                let any = T::from(any) << across(left);
                for to in &mut rows[down(0)..][..FRONTIER] {
                    *to |= any;
                }
            }
            Self::Shot(di, dj) if di != 0 && cells.height() <= SHOT as usize + 1 => {
                let (first, by, last) = (down(top), across(left), cells.height() - 1);
                let row = |r: usize| T::from(cells.rows[r]) << by;
                match di {
                    1.. => shoot_on(cells.height(), row, dj, |r, all| rows[first + r] |= all),
                    _ => shoot_on(
                        cells.height(),
                        |r| row(last - r),
                        dj,
                        |r, all| rows[first + last - r] |= all,
                    ),
                }
            }
            Self::Shot(di, dj) => {
                let mut drawn = [T::default(); Cells::MAX_HEIGHT];
                let drawn = &mut drawn[..rows.len()];
                let by = across(left);
                for (to, &row) in drawn[down(top)..].iter_mut().zip(cells.rows) {
                    *to = T::from(row) << by;
                }
                shoot(drawn, di, dj);
                for (to, &row) in rows.iter_mut().zip(&*drawn) {
                    *to |= row;
                }
            }
        }
    }
}

/// A row of bits.
trait Word:
    Copy
    + Default
    + From<u64>
    + BitOr<Output = Self>
    + BitOrAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
}
impl Word for u64 {}
impl Word for u128 {}

/// Draws the rays from at most as many rows as a ray has. `row(r)` and `draw(r, bits)` count rows in
/// the direction of the rays.
#[inline]
fn shoot_on<T: Word>(
    height: usize,
    row: impl Fn(usize) -> T,
    dj: i32,
    mut draw: impl FnMut(usize, T),
) {
    let (right, left) = ((dj > 0) as u32, (dj < 0) as u32);
    let shot = SHOT as usize;
    // Until here, no ray has ended.
    let mut all = T::default();
    for r in 0..=shot {
        all = all << right >> left;
        if r < height {
            all |= row(r);
        }
        draw(r, all);
    }
    // Backwards from the last row: each row adds the rays that end in it.
    let mut all = T::default();
    for r in (shot + 1..height + shot).rev() {
        all = all << left >> right;
        all |= row(r - shot) << (right * SHOT as u32) >> (left * SHOT as u32);
        draw(r, all);
    }
}

/// Extends every cell to a ray; the rows are large enough.
fn shoot<T: Word>(rows: &mut [T], di: i32, dj: i32) {
    for by in SHIFTS {
        let moved = |row: T| match dj {
            0 => row,
            1.. => row << by,
            _ => row >> by,
        };
        let (len, by) = (rows.len(), by as usize);
        // In an order that reads every row before changing it.
        match di {
            0 => rows.iter_mut().for_each(|row| *row |= moved(*row)),
            1.. => (by..len).rev().for_each(|r| rows[r] |= moved(rows[r - by])),
            _ => (by..len).for_each(|r| rows[r - by] |= moved(rows[r])),
        }
    }
}

/// The union of the functions' results for every cell of the container; `None` if calls are needed.
pub(in crate::dsl) fn union<'a>(
    cx: &Cx<'a>,
    functions: &[Value<'a>],
    container: Value<'a>,
) -> Result<Option<Value<'a>>, Fail> {
    let Value::Indices(cells) = container else {
        return Ok(None);
    };
    // Traced calls have to be made.
    if functions.len() > MAX_FUNCTIONS || cx.on_slow_path() {
        return Ok(None);
    }
    let mut shapes = [CellShape::Row; MAX_FUNCTIONS];
    let shapes = &mut shapes[..functions.len()];
    let mut steps = 0;
    for (shape, &function) in shapes.iter_mut().zip(functions) {
        let Some((known, takes)) = CellShape::of(function) else {
            return Ok(None);
        };
        // A closure is called one level deeper.
        if takes > 1 && cx.deeper(|| Ok(())).is_err() {
            return Ok(None);
        }
        (*shape, steps) = (known, steps + takes);
    }
    let Some(frame) = around(shapes, cells) else {
        return Ok(None);
    };
    let count = u64::from(cells.count);
    let results = count as usize * functions.len();
    // The charges of the calls, of their results, and of drawing these.
    let mut charge = Spent::of_steps(steps * count);
    charge.cells += 2 * results as u64;
    let height = frame.height() as usize;
    let left = cx.remaining();
    if results > cx.limits().size || left.steps < charge.steps {
        return Ok(None);
    }
    if frame.width() <= Cells::MAX_WIDTH as i64 {
        if left.cells < charge.cells + height as u64 {
            return Ok(None);
        }
        cx.charge_spent(charge)?;
        let rows = cx.blank(height)?;
        for shape in shapes {
            shape.draw(cells, &frame, rows);
        }
        return Ok(Some(cx.indices(Cells::tight(frame.top, frame.left, rows))));
    }
    wide(cx, shapes, cells, &frame, charge)
}

/// [`union`] with rows of two words: the result is a sorted list.
#[cold]
fn wide<'a>(
    cx: &Cx<'a>,
    shapes: &[CellShape],
    cells: &Cells,
    frame: &BoundingBox,
    mut charge: Spent,
) -> Result<Option<Value<'a>>, Fail> {
    let height = frame.height() as usize;
    let mut rows = [0u128; Cells::MAX_HEIGHT];
    let rows = &mut rows[..height];
    let count = cells.count as usize;
    let mut drawn = 0;
    // Instead of one more charge per result, one per row drawn.
    charge.cells -= (count * shapes.len()) as u64;
    for shape in shapes {
        shape.draw(cells, frame, rows);
        let (cells, height) = shape.cells_and_rows();
        drawn += cells * count;
        charge.cells += (height * count) as u64;
    }
    charge.cells += 2 * height as u64;
    let found = rows.iter().map(|row| row.count_ones() as usize).sum();
    let is_sparse = 2 * height as u64 > wide_bitset::MAX_WORDS_PER_CELL * drawn as u64;
    if is_sparse || cx.remaining().cells < charge.cells + found as u64 {
        return Ok(None);
    }
    cx.charge_spent(charge)?;
    let mut items = cx.reserve_list(found)?;
    for (r, &row) in rows.iter().enumerate() {
        let i = frame.top + r as i32;
        // By halves: iterating over the bits of a `u128` takes twice as long.
        for (half, left) in [(row as u64, 0), ((row >> 64) as u64, 64)] {
            let mut bits = half;
            while bits != 0 {
                let j = frame.left + left + bits.trailing_zeros() as i32;
                items.push(Value::at(i, j));
                bits &= bits - 1;
            }
        }
    }
    Ok(Some(sorted_set::from_sorted_pairs(
        cx,
        items.into_bump_slice(),
    )))
}

/// The bounding box of all shapes over the cells, if two words per row hold it.
fn around(shapes: &[CellShape], cells: &Cells) -> Option<BoundingBox> {
    let mut frame = BoundingBox::EMPTY;
    for shape in shapes {
        frame = frame.union(shape.frame(cells)?);
    }
    let fits =
        frame.height() <= Cells::MAX_HEIGHT as i64 && frame.width() <= 2 * Cells::MAX_WIDTH as i64;
    fits.then_some(frame)
}

#[cfg(test)]
mod tests;
