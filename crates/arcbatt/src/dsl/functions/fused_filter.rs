//! `sfilter` of bitsets.
//!
//! A condition that depends on one part of a cell, say its row, is evaluated once for all cells that
//! share that part.

use crate::dsl::cx::Cx;
use crate::dsl::fail::Fail;
use crate::dsl::functions::columns;
use crate::dsl::sets::view::Planes;
use crate::dsl::value::{ClosureKind, Value};
use crate::grid::Cells;
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
const LIGHT: u32 = 256;

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
        match (closure.kind, closure.parts) {
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
    let kept = cx.blank(set.rows.len())?;
    match Part::whole(&set).used_by(condition) {
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

/// Copies the rows for which the condition holds; `planes` has one or more planes of the shape.
fn keep_rows(
    cells: &Cells,
    planes: &[u64],
    kept: &mut [u64],
    holds: impl Fn(i32, i32) -> Result<bool, Fail>,
) -> Result<(), Fail> {
    let height = cells.height();
    for r in (0..height).filter(|&r| cells.rows[r] != 0) {
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
