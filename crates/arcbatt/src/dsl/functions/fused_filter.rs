//! Filtering cells by a condition.
//!
//! In: a compact set of cells, coloured or not, and a condition. Out: the set of those for which it
//! holds. A condition that looks at one part of a cell alone, say its row, is asked once for all
//! cells that share that part; likewise each side of one that looks at two parts.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::Fail;
use crate::dsl::functions::memo;
use crate::dsl::limits::Spent;
use crate::dsl::value::scalar::Pair;
use crate::dsl::value::{Closure, ClosureKind, Value};
use crate::grid::{Cells, Color, Object};
use crate::prim;

/// A part of a cell or of a pair, or all of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Colour and place.
    Cell,
    Color,
    /// Row and column.
    Pair,
    Row,
    Column,
}

/// Functions of a greater weight are not looked into.
const LIGHT: u32 = 256;

impl Part {
    /// What `first` or `last` of this part is.
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

    /// All that the result of a function hangs on, if this part is given to it.
    fn seen_by(self, function: Value) -> Self {
        let closure = match function {
            Value::Function(closure) if closure.weight <= LIGHT => closure,
            _ => return self.of(function).unwrap_or(self),
        };
        let after = |part: Self, outer: Value, inner: Value| match part.of(inner) {
            Some(part) => part.seen_by(outer),
            None => part.seen_by(inner),
        };
        match (closure.kind, closure.parts) {
            (ClosureKind::Compose, &[outer, inner]) => after(self, outer, inner),
            (ClosureKind::Chain, &[outer, middle, inner]) => match self.of(inner) {
                Some(part) => after(part, outer, middle),
                None => self.seen_by(inner),
            },
            (ClosureKind::Matcher, &[inner, _]) => self.seen_by(inner),
            (ClosureKind::Fork, &[_, a, b]) => {
                let (a, b) = (self.seen_by(a), self.seen_by(b));
                if a == b { a } else { self }
            }
            _ => self,
        }
    }
}

/// A condition `fork(outer, a, b)`, where `a` and `b` look at one part of a cell each: what they give
/// is known for every part, and `outer` alone is called for every cell.
struct Crossed<'a> {
    outer: Value<'a>,
    both: [(Part, &'a [Value<'a>]); 2],
}

impl<'a> Crossed<'a> {
    /// `None` if the condition is none of these, or if there are too few cells for it to pay. Cells
    /// without colours are pairs.
    fn new(
        cx: &Cx<'a>,
        cells: &Cells,
        colors: Option<&[Color]>,
        condition: Value<'a>,
    ) -> Result<Option<Self>, Fail> {
        let (height, width) = (cells.height(), cells.width as usize);
        let (Value::Function(closure), true) = (condition, cells.count as usize > height + width)
        else {
            return Ok(None);
        };
        let (ClosureKind::Fork, &[outer, a, b]) = (closure.kind, closure.parts) else {
            return Ok(None);
        };
        let item = |k: usize, r: usize, b: usize| {
            let (i, j) = (cells.top + r as i32, cells.left + b as i32);
            colors.map_or(Value::at(i, j), |colors| cx.cell(colors[k] as i32, i, j))
        };
        let columns = cells.rows.iter().fold(0, |any, row| any | row);
        let mut both = [(Part::Cell, &[][..]); 2];
        for (table, function) in both.iter_mut().zip([a, b]) {
            let whole = colors.map_or(Part::Pair, |_| Part::Cell);
            let part = whole.seen_by(function);
            // Parts that no cell has are not asked for.
            let (count, used): (usize, &dyn Fn(usize) -> bool) = match part {
                Part::Row => (height, &|r| cells.rows[r] != 0),
                Part::Column => (width, &|b| columns >> b & 1 == 1),
                Part::Color => (colors.map_or(0, <[Color]>::len), &|_| true),
                Part::Cell | Part::Pair => return Ok(None),
            };
            let mut values = cx.reserve_list(count)?;
            for k in 0..count {
                let given = match part {
                    Part::Row => item(0, k, 0),
                    Part::Column => item(0, 0, k),
                    _ => item(k, 0, 0),
                };
                values.push(match used(k) {
                    true => cx.call1(function, given)?,
                    false => Value::None,
                });
            }
            *table = (part, values.into_bump_slice());
        }
        Ok(Some(Self { outer, both }))
    }

    /// Whether the condition holds for the cell (`i`, `j`) of the `k`-th colour.
    #[inline]
    fn holds(&self, cx: &Cx<'a>, cells: &Cells, k: usize, i: i32, j: i32) -> Result<bool, Fail> {
        let [a, b] = self.both.map(|(part, values)| match part {
            Part::Row => values[(i - cells.top) as usize],
            Part::Column => values[(j - cells.left) as usize],
            _ => values[k],
        });
        Ok(cx.call2(self.outer, a, b)?.truth())
    }
}

/// Of fewer pairs it is not asked which part of them a function looks at.
const LEAST: usize = 16;

/// Parts that are known at once; a later one takes the place of an earlier one.
const KNOWN: usize = 64;

/// What a function gives for every pair of a list, if it looks at the row alone or at the column
/// alone: it is called once for each of these, and paid for as if it were called for every pair.
/// `None` if it looks at more, or if there is anything but pairs; a failure may be another than that
/// of calls in their order.
pub(in crate::dsl) fn by_part<'a>(
    cx: &Cx<'a>,
    function: &'a Closure<'a>,
    items: &[Value<'a>],
) -> Option<Result<&'a [Value<'a>], Fail>> {
    if items.len() < LEAST || !matches!(items, [Value::Pair(_), .., Value::Pair(_)]) {
        return None;
    }
    let function = Value::Function(function);
    let of: fn(Pair) -> i32 = match Part::Pair.seen_by(function) {
        Part::Row => Pair::row,
        Part::Column => Pair::column,
        _ => return None,
    };
    if !items.iter().all(|item| matches!(item, Value::Pair(_))) {
        return None;
    }
    let mut known: [Option<(i32, Value, Spent)>; KNOWN] = [None; KNOWN];
    let mut results: List<Value> = List::with_capacity_in(items.len(), cx.arena());
    let mut add = |pair: Pair| {
        let part = of(pair);
        let known = &mut known[part as usize % KNOWN];
        if let Some((other, result, spent)) = *known
            && other == part
        {
            cx.charge_spent(spent)?;
            results.push(result);
            return Ok(());
        }
        let before = cx.spent();
        let result = cx.call1(function, Value::Pair(pair))?;
        *known = Some((part, result, memo::parts::since(cx, before)));
        results.push(result);
        Ok(())
    };
    for item in items {
        if let Value::Pair(pair) = *item
            && let Err(failure) = add(pair)
        {
            return Some(Err(failure));
        }
    }
    Some(Ok(results.into_bump_slice()))
}

/// The pairs for which the condition holds.
pub(in crate::dsl) fn indices<'a>(
    cx: &Cx<'a>,
    cells: &'a Cells<'a>,
    condition: Value<'a>,
) -> Result<Value<'a>, Fail> {
    let holds = |i, j| Ok(cx.call1(condition, Value::at(i, j))?.truth());
    let rows = cx.blank(cells.height())?;
    match Part::Pair.seen_by(condition) {
        Part::Row => keep_rows(cells, cells.rows, rows, holds)?,
        Part::Column => keep_columns(cells, cells.rows, rows, holds)?,
        _ => match Crossed::new(cx, cells, None, condition)? {
            Some(crossed) => keep_cells(cells, rows, |i, j| crossed.holds(cx, cells, 0, i, j))?,
            None => match memo::parts::results(cx, &[condition], Value::Indices(cells), |_| true) {
                Some(known) => {
                    for ((i, j), holds) in cells.iter().zip(known) {
                        let bit = holds.truth() as u64;
                        rows[(i - cells.top) as usize] |= bit << (j - cells.left);
                    }
                }
                None => keep_cells(cells, rows, holds)?,
            },
        },
    }
    Ok(cx.indices(Cells::tight(cells.top, cells.left, rows)))
}

/// The coloured cells for which the condition holds.
pub(in crate::dsl) fn object<'a>(
    cx: &Cx<'a>,
    object: &Object<'a>,
    condition: Value<'a>,
) -> Result<Value<'a>, Fail> {
    let shape = &object.shape;
    let holds = |c: i8, i, j| Ok(cx.call1(condition, cx.cell(c as i32, i, j))?.truth());
    // A part that is no colour is the same whatever the colour.
    let any_color = |i, j| holds(object.colors[0], i, j);
    let planes = cx.blank(object.planes.len())?;
    match Part::Cell.seen_by(condition) {
        Part::Row => keep_rows(shape, object.planes, planes, any_color)?,
        Part::Column => keep_columns(shape, object.planes, planes, any_color)?,
        part => {
            let kept = planes.chunks_exact_mut(shape.height());
            let crossed = match part {
                Part::Color => None,
                _ => Crossed::new(cx, shape, Some(object.colors), condition)?,
            };
            for (k, ((c, rows), kept)) in object.planes().zip(kept).enumerate() {
                let cells = Cells { rows, ..*shape };
                match (part, &crossed) {
                    (Part::Color, _) if !holds(c, shape.top, shape.left)? => {}
                    (Part::Color, _) => kept.copy_from_slice(rows),
                    (_, Some(both)) => {
                        keep_cells(&cells, kept, |i, j| both.holds(cx, shape, k, i, j))?;
                    }
                    (_, None) => keep_cells(&cells, kept, |i, j| holds(c, i, j))?,
                }
            }
        }
    }
    cx.object(shape.top, shape.left, shape.height(), object.colors, planes)
}

/// Copies the rows that hold; `planes` are one or more in the box of the cells.
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

/// Copies the columns that hold; `planes` are one or more in the box of the cells.
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

/// Copies the cells that hold.
fn keep_cells(
    cells: &Cells,
    kept: &mut [u64],
    holds: impl Fn(i32, i32) -> Result<bool, Fail>,
) -> Result<(), Fail> {
    for (i, j) in cells.iter() {
        let bit = holds(i, j)? as u64;
        kept[(i - cells.top) as usize] |= bit << (j - cells.left);
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

    /// Whatever part of a cell a condition looks at, the cells that it holds for are kept.
    #[test]
    fn keeps_what_holds() {
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

    /// Combined rays, and sums of sets that are too wide for words, are those of single elements.
    #[test]
    fn unions_and_sums_are_those_of_single_elements() {
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
