//! `sfilter` of bitsets.
//!
//! A condition that depends on one part of a cell, say its row, is evaluated once for all cells that
//! share that part.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::Fail;
use crate::dsl::functions::columns;
use crate::dsl::sets::view::Planes;
use crate::dsl::value::{ClosureKind, Value};
use crate::grid::{Cells, Color, Object};
use crate::prim;

/// A part of a coloured cell or of a pair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Colour, row and column.
    Cell,
    Color,
    /// Row and column.
    Pair,
    Row,
    Column,
}

/// Functions of a greater weight are not analysed.
pub(in crate::dsl) const LIGHT: u32 = 256;

impl Part {
    /// The whole element of a set.
    fn whole(set: &Planes) -> Self {
        match set.is_colored() {
            true => Self::Cell,
            false => Self::Pair,
        }
    }

    /// The part that `first` or `last` of this part is.
    fn of(self, function: Value) -> Option<Self> {
        let Value::Primitive(primitive) = function else {
            return None;
        };
        let is_last = primitive == prim!(last);
        match (self, is_last || primitive == prim!(first)) {
            (Self::Cell, true) => Some(if is_last { Self::Pair } else { Self::Color }),
            (Self::Pair, true) => Some(if is_last { Self::Column } else { Self::Row }),
            _ => None,
        }
    }

    /// The part that the result of a function depends on, if it is called with this part.
    fn used_by(self, function: Value) -> Self {
        let closure = match function {
            Value::Function(closure) if closure.weight <= LIGHT => closure,
            _ => return self.of(function).unwrap_or(self),
        };
        let after = |part: Self, outer: Value, inner: Value| match part.of(inner) {
            Some(part) => part.used_by(outer),
            None => part.used_by(inner),
        };
        match (closure.kind, closure.parts()) {
            (ClosureKind::Compose, &[outer, inner]) => after(self, outer, inner),
            (ClosureKind::Chain, &[outer, middle, inner]) => match self.of(inner) {
                Some(part) => after(part, outer, middle),
                None => self.used_by(inner),
            },
            (ClosureKind::Matcher, &[inner, _]) => self.used_by(inner),
            (ClosureKind::Fork, &[_, a, b]) => {
                let (a, b) = (self.used_by(a), self.used_by(b));
                if a == b { a } else { self }
            }
            _ => self,
        }
    }
}

/// The cells that a condition is called with to filter a bitset of pairs.
pub(in crate::dsl) struct Asked<'a> {
    part: Part,
    pub cells: &'a [(i32, i32)],
}

impl<'a> Asked<'a> {
    /// One cell of each row or column, if the condition depends on no other part, else all cells.
    pub fn by(cx: &Cx<'a>, cells: &Cells, condition: Value) -> Self {
        let part = Part::Pair.used_by(condition);
        let mut asked = cx.list();
        match part {
            Part::Row => asked.extend(used_rows(cells).map(|r| (cells.top + r as i32, cells.left))),
            Part::Column => {
                let any = cells.rows.iter().fold(0, |any, row| any | row);
                let columns = (0..cells.width as i32).filter(|b| any >> b & 1 == 1);
                asked.extend(columns.map(|b| (cells.top, cells.left + b)));
            }
            _ => asked.extend(cells.iter()),
        }
        Self {
            part,
            cells: asked.into_bump_slice(),
        }
    }

    /// The rows of the cells for which the condition holds, by its results.
    pub fn kept(&self, cx: &Cx<'a>, cells: &Cells, results: &[bool]) -> &'a mut [u64] {
        let kept = cx.arena().alloc_slice_fill_copy(cells.height(), 0);
        let asked = self.cells.iter().zip(results).filter(|(_, holds)| **holds);
        match self.part {
            Part::Row => asked.for_each(|((i, _), _)| {
                let r = (i - cells.top) as usize;
                kept[r] = cells.rows[r];
            }),
            Part::Column => {
                let columns = asked.fold(0, |all, ((_, j), _)| all | 1 << (j - cells.left));
                for (kept, row) in kept.iter_mut().zip(cells.rows) {
                    *kept = row & columns;
                }
            }
            _ => asked.for_each(|((i, j), _)| {
                kept[(i - cells.top) as usize] |= 1 << (j - cells.left);
            }),
        }
        kept
    }
}

/// The indices of rows with cells.
fn used_rows(cells: &Cells) -> impl Iterator<Item = usize> {
    (0..cells.height()).filter(|&r| cells.rows[r] != 0)
}

/// The element (`i`, `j`) of the `k`-th plane: a coloured cell or a pair.
#[inline]
fn element<'a>(cx: &Cx<'a>, set: &Planes<'a>, k: usize, i: i32, j: i32) -> Value<'a> {
    match set.colors {
        [] => Value::at(i, j),
        colors => cx.cell(colors[k] as i32, i, j),
    }
}

/// The elements for which the condition holds.
pub(in crate::dsl) fn filter<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    set: Planes<'a>,
    condition: Value<'a>,
) -> Result<Value<'a>, Fail> {
    let shape = set.shape;
    let holds = |k, i, j| -> Result<bool, Fail> {
        Ok(cx.call1(condition, element(cx, &set, k, i, j))?.truth())
    };
    // Row and column do not depend on the plane.
    let holds_in_any = |i, j| holds(0, i, j);
    let part = Part::whole(&set).used_by(condition);
    if part == Part::Color && set.colors.len() > 1 && set.count == set.shape.count {
        return keep_colors(cx, &set, |k| holds(k, shape.top, shape.left));
    }
    let kept = cx.blank(set.rows.len())?;
    match part {
        Part::Row => keep_rows(shape, set.rows, kept, holds_in_any)?,
        Part::Column => keep_columns(shape, set.rows, kept, holds_in_any)?,
        Part::Color => {
            for (k, kept) in kept.chunks_exact_mut(shape.height()).enumerate() {
                if holds(k, shape.top, shape.left)? {
                    kept.copy_from_slice(set.plane(k));
                }
            }
        }
        _ => {
            if let Some(results) = columns::over(cx, condition, container) {
                let truths = results.truths(cx)?;
                let mut truths = truths.iter().copied();
                keep_cells(&set, kept, |_, _, _| Ok(truths.next().unwrap_or(false)))?;
            } else {
                keep_cells(&set, kept, holds)?;
            }
        }
    }
    cx.bitset(shape.top, shape.left, shape.height(), set.colors, kept)
}

/// The cells of the colours for which the condition holds; no cell has two colours. Charged as if the
/// planes were copied first.
fn keep_colors<'a>(
    cx: &Cx<'a>,
    set: &Planes<'a>,
    holds: impl Fn(usize) -> Result<bool, Fail>,
) -> Result<Value<'a>, Fail> {
    let (shape, height) = (set.shape, set.shape.height());
    cx.reserve(set.rows.len())?;
    let mut kept = [false; Object::MAX_COLORS];
    let kept = &mut kept[..set.colors.len()];
    for (k, kept) in kept.iter_mut().enumerate() {
        *kept = holds(k)?;
    }
    cx.reserve(height)?;
    let rows = cx.arena().alloc_slice_copy(shape.rows);
    for (plane, _) in set
        .rows
        .chunks_exact(height)
        .zip(&*kept)
        .filter(|(_, kept)| !**kept)
    {
        for (row, dropped) in rows.iter_mut().zip(plane) {
            *row ^= dropped;
        }
    }
    let left = Cells::tight(shape.top, shape.left, rows);
    if left.is_empty() {
        return Ok(Value::EMPTY_SET);
    }
    let object = |count, colors, planes| {
        Value::Object(cx.arena().alloc(Object {
            shape: left,
            count,
            colors,
            planes,
        }))
    };
    let count = kept.iter().filter(|kept| **kept).count();
    if count == set.colors.len() {
        return Ok(object(left.count, set.colors, set.rows));
    }
    let (skip, first) = (left.left - shape.left, (left.top - shape.top) as usize);
    let mut colors = cx.reserve_list::<Color>(count)?;
    cx.reserve(count * left.height())?;
    colors.extend(
        set.colors
            .iter()
            .zip(&*kept)
            .filter(|(_, kept)| **kept)
            .map(|(&c, _)| c),
    );
    if count == 1 {
        return Ok(cx.one_color(colors.into_bump_slice(), left));
    }
    let start = kept.iter().position(|kept| *kept).unwrap_or(0);
    let is_run = kept[start..start + count].iter().all(|kept| *kept);
    let planes = if is_run && left.height() == height && skip == 0 {
        &set.rows[start * height..][..count * height]
    } else {
        let mut planes = List::with_capacity_in(count * left.height(), cx.arena());
        for (k, _) in kept.iter().enumerate().filter(|(_, kept)| **kept) {
            let rows = &set.plane(k)[first..][..left.height()];
            planes.extend(rows.iter().map(|row| row >> skip));
        }
        planes.into_bump_slice()
    };
    Ok(object(left.count, colors.into_bump_slice(), planes))
}

/// Copies the rows for which the condition holds; `planes` has one or more planes of the shape.
fn keep_rows(
    cells: &Cells,
    planes: &[u64],
    kept: &mut [u64],
    holds: impl Fn(i32, i32) -> Result<bool, Fail>,
) -> Result<(), Fail> {
    let height = cells.height();
    for r in used_rows(cells) {
        if holds(cells.top + r as i32, cells.left)? {
            for k in (r..planes.len()).step_by(height) {
                kept[k] = planes[k];
            }
        }
    }
    Ok(())
}

/// Copies the columns for which the condition holds; `planes` has one or more planes of the shape.
fn keep_columns(
    cells: &Cells,
    planes: &[u64],
    kept: &mut [u64],
    holds: impl Fn(i32, i32) -> Result<bool, Fail>,
) -> Result<(), Fail> {
    let mut left = cells.rows.iter().fold(0, |any, row| any | row);
    let mut columns = 0u64;
    while left != 0 {
        let b = left.trailing_zeros();
        left &= left - 1;
        columns |= (holds(cells.top, cells.left + b as i32)? as u64) << b;
    }
    for (kept, row) in kept.iter_mut().zip(planes) {
        *kept = row & columns;
    }
    Ok(())
}

/// Copies the cells for which the condition holds.
#[inline]
fn keep_cells(
    set: &Planes,
    kept: &mut [u64],
    mut holds: impl FnMut(usize, i32, i32) -> Result<bool, Fail>,
) -> Result<(), Fail> {
    let shape = set.shape;
    for (k, kept) in kept.chunks_exact_mut(shape.height()).enumerate() {
        for (i, j) in set.cells(k).iter() {
            let bit = holds(k, i, j)? as u64;
            kept[(i - shape.top) as usize] |= bit << (j - shape.left);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::dsl::order::equal;
    use crate::dsl::table::primitive;
    use crate::dsl::{Cx, Limits, Value};
    use bumpalo::Bump;

    fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Value<'a> {
        let primitive = primitive(name).expect("a primitive");
        cx.call(Value::Primitive(primitive), args)
            .expect("an answer")
    }

    /// For conditions on every part of a cell.
    #[test]
    fn filters_keep_the_cells_for_which_the_condition_holds() {
        let arena = Bump::new();
        let cx = &Cx::new(&arena, Limits::default());
        let function = |name| Value::Primitive(primitive(name).expect("a primitive"));
        let [first, last, even] = ["first", "last", "even"].map(function);
        let [row, column] = [first, last].map(|part| call(cx, "compose", &[part, last]));
        let five = |f| call(cx, "matcher", &[f, Value::Int(5)]);
        let fork = |f, a, b| call(cx, "fork", &[function(f), a, b]);
        let of_pairs = [
            call(cx, "compose", &[even, first]),
            call(cx, "compose", &[even, last]),
            five(first),
            five(last),
            fork("greater", first, last),
            fork("equality", last, last),
        ];
        let of_cells = [
            call(cx, "chain", &[even, first, last]),
            call(cx, "chain", &[even, last, last]),
            call(cx, "compose", &[even, first]),
            five(row),
            five(column),
            five(first),
            fork("greater", row, column),
            fork("greater", row, first),
            call(cx, "matcher", &[last, Value::at(5, 5)]),
        ];
        let cells = (0..60).map(|k| (k * k % 3, k * 7 % 11, k * 5 % 13));
        let object = cx.object_of(cells.clone()).expect("an object");
        let indices = cx.indices_of(cells.map(|(_, i, j)| (i, j))).expect("cells");
        let both = [(indices, &of_pairs[..]), (object, &of_cells[..])];
        for (container, conditions) in both {
            for &condition in conditions {
                let mut kept = cx.list();
                for &item in cx.items(container).expect("a container") {
                    if cx.call1(condition, item).expect("an answer").truth() {
                        kept.push(item);
                    }
                }
                let wanted = cx.set(kept).expect("a set");
                assert!(equal(call(cx, "sfilter", &[container, condition]), wanted));
            }
        }
    }

    /// Charged as if all planes were copied, and those of no use dropped afterwards.
    #[test]
    fn colours_are_kept_as_by_planes() {
        let arena = Bump::new();
        let function = |name| Value::Primitive(primitive(name).expect("a primitive"));
        let limits = Limits::default();
        let maker = &Cx::new(&arena, limits);
        let first = function("first");
        let conditions = (0..8).map(|c| call(maker, "matcher", &[first, Value::Int(c)]));
        let mut conditions: Vec<Value> = conditions.collect();
        for k in 0..conditions.len() {
            conditions.push(call(maker, "compose", &[function("flip"), conditions[k]]));
        }
        conditions.push(call(maker, "compose", &[function("even"), first]));
        for colors in 2..8 {
            // With colour 6, some cells have two colours.
            let cells = (0..90).map(|k| (k * k % colors, k / 10 + 3, k % 10));
            let twice = (0..3).map(|k| (6, k + 3, 2));
            let cells = cells.chain(twice.filter(|_| colors == 6));
            let object = maker.object_of(cells).expect("an object");
            let Value::Object(parts) = object else {
                panic!("an object");
            };
            for &condition in &conditions {
                let [one, other] = [(); 2].map(|()| Cx::new(&arena, limits));
                let kept = super::filter(&one, object, parts.into(), condition).expect("cells");
                let height = parts.shape.height();
                let planes = other.blank(parts.planes.len()).expect("planes");
                for (k, (c, rows)) in parts.planes().enumerate() {
                    let cell = other.cell(c as i32, parts.shape.top, parts.shape.left);
                    if other.call1(condition, cell).expect("a truth value").truth() {
                        planes[k * height..][..height].copy_from_slice(rows);
                    }
                }
                let (top, left) = (parts.shape.top, parts.shape.left);
                let wanted = other.bitset(top, left, height, parts.colors, planes);
                assert!(equal(kept, wanted.expect("cells")), "{condition}");
                assert_eq!(one.spent(), other.spent(), "{condition}");
            }
        }
    }

    /// Combined rays, and sums of sorted lists.
    #[test]
    fn unions_and_sums_equal_those_of_single_elements() {
        let arena = Bump::new();
        let cx = &Cx::new(&arena, Limits::default());
        let function = |name| Value::Primitive(primitive(name).expect("a primitive"));
        let ray = |i, j| call(cx, "rbind", &[function("shoot"), Value::at(i, j)]);
        let combine = |f, g| call(cx, "fork", &[function("combine"), f, g]);
        let star = combine(
            combine(ray(0, 1), ray(1, -1)),
            combine(ray(0, -1), ray(-1, 0)),
        );
        let starts = cx.indices_of([(3, 4), (7, 1), (3, 9)].into_iter());
        let starts = starts.expect("cells");
        let wide = call(cx, "mapply", &[star, starts]);
        let single = call(cx, "merge", &[call(cx, "apply", &[star, starts])]);
        assert!(equal(wide, single));
        for (name, sign) in [("add", 1), ("subtract", -1)] {
            let (a, b) = (
                cx.items(wide).expect("a set"),
                cx.items(starts).expect("a set"),
            );
            let mut sums = cx.list();
            for x in a {
                for y in b {
                    let ((i, j), (k, l)) = (x.pair().expect("pair"), y.pair().expect("pair"));
                    sums.push(Value::at(i + sign * k, j + sign * l));
                }
            }
            let wanted = cx.set(sums).expect("a set");
            assert!(equal(
                call(cx, "prapply", &[function(name), wide, starts]),
                wanted
            ));
        }
    }
}
