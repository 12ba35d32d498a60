//! Sets and tuples.

use crate::dsl::cx::{Cx, List, MAX_DEPTH};
use crate::dsl::fail::{Answer, Limit, Why, fail, limit};
use crate::dsl::functions::by_color;
use crate::dsl::functions::by_key::{best, best_by, common, order_by};
use crate::dsl::functions::columns;
use crate::dsl::functions::fused_filter;
use crate::dsl::functions::memo;
use crate::dsl::order;
use crate::dsl::sets;
use crate::dsl::sets::union::union;
use crate::dsl::table::declare;
use crate::dsl::value::scalar::Cell;
use crate::dsl::value::{Product, Seq, Value};
use crate::grid::Color;
use std::cmp::Ordering;

use super::joining::{combine, dedupe, keep_some, remove};
pub(in crate::dsl) use super::joining::{difference, keep_kind, merge, totuple};

declare! { Containers;
    /// The number of elements.
    size: "container: Container[a] -> Int"; "size(objects(I, T, F, T))";
        total Constant, columns(size), result(Numbers);
        |_, a| Ok(Value::Int(a[0].len()? as i64));

    /// Whether the container has the value as an element.
    contained: "value: Any, container: Container[a] -> Bool"; "contained(ORIGIN, asindices(I))";
        total Rows, columns(contained); |cx, a| sets::contains(cx, a[1], a[0]).map(Value::from);

    /// The elements of both containers, as a container of the first one's kind.
    combine: "a: Set[a], b: Container[a] -> Set[a]" | "a: Tuple[a], b: Container[a] -> Tuple[a]"
        | "a: Set[a], b: Container[b] -> Set[Any]" | "a: Tuple[a], b: Container[b] -> Tuple[Any]";
        "combine(ofcolor(I, ONE), ofcolor(I, TWO))"; total Cells; |cx, a| combine(cx, a[0], a[1]);

    /// The elements that two sets share; the bits that two numbers share.
    intersection: "a: Set[a], b: Set[a] -> Set[a]" | "a: Set[a], b: Set[b] -> Set[a]"
        | "a: Bool, b: Bool -> Bool" | "a: Int, b: Int -> Int";
        "intersection(ofcolor(I, ONE), hfrontier(UNITY))"; total Cells, columns(intersection), commutes; |cx, a| {
            match (a[0], a[1]) {
                (a, b) if a.is_set() && b.is_set() => sets::intersection(cx, a, b),
                // arc-dsl writes both as `a & b`.
                (a @ Value::Bool(_), b @ Value::Bool(_)) => Ok(Value::from(a.truth() && b.truth())),
                (a, b) => match (a.int(), b.int()) {
                    (Ok(a), Ok(b)) => Ok(Value::Int(a & b)),
                    _ => fail(Why::TwoSets),
                },
            }
        };

    /// The elements of the first that are not in the second.
    difference: "a: Set[a], b: Container[b] -> Set[a]" | "a: Tuple[a], b: Container[b] -> Tuple[a]";
        "difference(asindices(I), ofcolor(I, ZERO))"; total Cells, columns(difference);
        |cx, a| difference(cx, a[0], a[1]);

    /// The elements of all elements, as a container of the outer one's kind.
    merge: "containers: Set[Set[a]] -> Set[a]" | "containers: Tuple[Container[a]] -> Tuple[a]"
        | "containers: Set[Container[a]] -> Set[a]";
        "merge(objects(I, T, F, T))"; total Cells; |cx, a| merge(cx, a[0]);

    /// The tuple without repeated elements.
    dedupe: "tup: Tuple[a] -> Tuple[a]" | "tup: Container[a] -> Tuple[a]"; "dedupe(I)";
        total Cells, idempotent;
        |cx, a| dedupe(cx, a[0]);

    /// The elements sorted by key, as a tuple; equal keys keep their order.
    order: "container: Container[a], compfunc: (a -> b) -> Tuple[a]";
        "order(objects(I, T, F, T), size)"; fails Product, requires(OrderedKey);
        |cx, a| order_by(cx, a[0], a[1]);

    /// A tuple of num copies of the item.
    repeat: "item: a, num: Int -> Tuple[a]"; "repeat(I, TWO)"; total Cells; |cx, a| {
        let n = usize::try_from(a[1].int()?).unwrap_or(0);
        cx.reserve(n)?;
        if let Value::Int(item) = a[0] && let Ok(color) = Color::try_from(item) {
            return cx.row(cx.arena().alloc_slice_fill_copy(n, color));
        }
        let items = cx.arena().alloc_slice_fill_copy(n, a[0]);
        cx.tuple(items)
    };

    /// The greatest element; 0 if there is none.
    maximum: "container: Container[a] -> a"; "maximum(palette(I))"; fails Cells, columns(maximum), zero_if_empty;
        |cx, a| extreme(cx, a[0], Ordering::Greater);

    /// The least element; 0 if there is none.
    minimum: "container: Container[a] -> a"; "minimum(palette(I))"; fails Cells, columns(minimum), zero_if_empty;
        |cx, a| extreme(cx, a[0], Ordering::Less);

    /// The greatest value of the function on the elements.
    valmax: "container: Container[a], compfunc: (a -> b) -> b"; "valmax(objects(I, T, F, T), size)";
        fails Product, zero_if_empty; |cx, a| match best_by(cx, a[0], a[1], Ordering::Greater)? {
            Some((_, key)) => Ok(key),
            None => cx.call1(a[1], Value::Int(0)),
        };

    /// The least value of the function on the elements.
    valmin: "container: Container[a], compfunc: (a -> b) -> b"; "valmin(objects(I, T, F, T), size)";
        fails Product, zero_if_empty; |cx, a| match best_by(cx, a[0], a[1], Ordering::Less)? {
            Some((_, key)) => Ok(key),
            None => cx.call1(a[1], Value::Int(0)),
        };

    /// The element with the greatest function value; the first on ties.
    argmax: "container: Container[a], compfunc: (a -> b) -> a"; "argmax(objects(I, T, F, T), size)";
        fails Product, requires(DecisiveKey), device(Inlined), uneven;
        |cx, a| match best_by(cx, a[0], a[1], Ordering::Greater)? {
            Some((item, _)) => Ok(item),
            None => fail(Why::ArgmaxOfNothing),
        };

    /// The element with the least function value; the first on ties.
    argmin: "container: Container[a], compfunc: (a -> b) -> a"; "argmin(objects(I, T, F, T), size)";
        fails Product, requires(DecisiveKey), device(Inlined), uneven;
        |cx, a| match best_by(cx, a[0], a[1], Ordering::Less)? {
            Some((item, _)) => Ok(item),
            None => fail(Why::ArgminOfNothing),
        };

    /// The most frequent element; the first on ties.
    mostcommon: "container: Tuple[a] -> a"; "mostcommon(merge(I))"; fails Cells, gives_color;
        |cx, a| common(cx, a[0], Ordering::Greater);

    /// The least frequent element; the first on ties.
    leastcommon: "container: Tuple[a] -> a"; "leastcommon(merge(I))"; fails Cells, gives_color;
        |cx, a| common(cx, a[0], Ordering::Less);

    /// The set that has the value as its only element.
    initset: "value: a -> Set[a]"; "initset(ORIGIN)"; total Constant, columns(initset); |cx, a| {
        let mut items = cx.reserve_list(1)?;
        items.push(a[0]);
        cx.set(items)
    };

    /// The set with the value added.
    insert: "value: a, container: Set[a] -> Set[a]" | "value: a, container: Set[b] -> Set[Any]";
        "insert(ORIGIN, ofcolor(I, ONE))"; total Cells; |cx, a| {
            if !a[1].is_set() {
                return fail(Why::Set);
            }
            let mut items = cx.reserve_list(1)?;
            items.push(a[0]);
            let one = cx.set(items)?;
            union(cx, &[a[1], one])
        };

    /// The container without the value.
    remove: "value: Any, container: Set[a] -> Set[a]" | "value: Any, container: Tuple[a] -> Tuple[a]";
        "remove(ZERO, palette(I))"; total Cells; |cx, a| remove(cx, a[0], a[1]);

    /// The first element that is not the value.
    other: "container: Container[a], value: Any -> a"; "other(palette(I), ZERO)";
        fails Cells, gives_color;
        |cx, a| match cx.items(a[0])?.iter().find(|&&v| !order::equal(v, a[1])) {
            Some(&value) => Ok(value),
            None => fail(Why::NoOther),
        };

    /// The first element.
    first: "container: Container[a] -> a"; "first(objects(I, T, F, T))";
        fails Rows, columns(first), gives_color, requires(NotObjects);
        |cx, a| end(cx, a[0], false);

    /// The last element.
    last: "container: Container[a] -> a"; "last(objects(I, T, F, T))";
        fails Rows, columns(last), gives_color, requires(NotObjects);
        |cx, a| end(cx, a[0], true);

    /// The elements as a tuple, in order.
    totuple: "container: Container[a] -> Tuple[a]"; "totuple(palette(I))"; total Cells, idempotent;
        |cx, a| totuple(cx, a[0]);

    /// The elements that satisfy the condition, as a container of the same kind.
    sfilter: "container: Set[a], condition: (a -> Bool) -> Set[a]"
        | "container: Tuple[a], condition: (a -> Bool) -> Tuple[a]";
        "sfilter(objects(I, T, F, T), square)"; total Product, columns(sfilter); |cx, a| sfilter(cx, a[0], a[1]);

    /// The elements that satisfy the condition, merged.
    mfilter: "container: Set[Set[a]], function: (Set[a] -> Bool) -> Set[a]"
        | "container: Tuple[Container[a]], function: (Any -> Bool) -> Tuple[a]"
        | "container: Set[Container[a]], function: (Any -> Bool) -> Set[a]";
        "mfilter(objects(I, T, F, T), square)"; total Product, unchecked(0);
        |cx, a| merge(cx, sfilter(cx, a[0], a[1])?);

    /// The first element that satisfies the condition.
    extract: "container: Container[a], condition: (a -> Bool) -> a";
        "extract(objects(I, T, F, T), square)"; fails Product; |cx, a| {
            for &item in cx.items(a[0])? {
                if cx.call1(a[1], item)?.truth() {
                    return Ok(item);
                }
            }
            fail(Why::NoneSatisfies)
        };

    /// The numbers from start up to but not including stop, by step.
    interval: "start: Int, stop: Int, step: Int -> Tuple[Int]"; "interval(ZERO, NINE, THREE)";
        fails Cells; |cx, a| interval(cx, a[0].int()?, a[1].int()?, a[2].int()?);

    /// The tuple of two values.
    astuple: "a: Int, b: Int -> Pair" | "a: Int, b: Pair -> Cell" | "a: a, b: a -> Tuple[a]"
        | "a: Any, b: Any -> Tuple[Any]";
        "astuple(ONE, TWO)"; total Constant, columns(astuple); |cx, a| cx.tuple(cx.arena().alloc([a[0], a[1]]));

    /// All pairs of an element of a and an element of b.
    product: "a: Container[Int], b: Container[Int] -> Indices"
        | "a: Container[Int], b: Container[Pair] -> Object"
        | "a: Container[a], b: Container[b] -> Set[Tuple[Any]]";
        "product(interval(ZERO, THREE, ONE), interval(ZERO, TWO, ONE))"; total Product;
        |cx, a| product(cx, a[0], a[1]);

    /// Pairs of the first elements, the second elements, and so on.
    pair: "a: Container[a], b: Container[b] -> Tuple[Tuple[Any]]";
        "pair(interval(ZERO, THREE, ONE), interval(THREE, SIX, ONE))"; total Cells; |cx, a| {
            if let (Some(left), Some(right)) = (a[0].row(), a[1].row()) {
                return pair_rows(cx, left, right);
            }
            let (left, right) = (cx.items(a[0])?, cx.items(a[1])?);
            let count = left.len().min(right.len());
            cx.charge(count * (CELLS_PER_TUPLE - 1))?;
            let mut pairs = cx.reserve_list(count)?;
            for (&i, &j) in left.iter().zip(right) {
                pairs.push(cx.tuple(cx.arena().alloc([i, j]))?);
            }
            cx.tuple(pairs.into_bump_slice_mut())
        };

    /// The set of the elements that have n elements each.
    sizefilter: "container: Container[a], n: Int -> Set[a]"; "sizefilter(objects(I, T, F, T), ONE)";
        fails Cells, unchecked(1); |cx, a| {
            let items = cx.items(a[0])?;
            let mut kept = cx.reserve_list(items.len())?;
            for &item in items {
                let size = Value::Int(item.len()? as i64);
                if order::equal(size, a[1]) {
                    kept.push(item);
                }
            }
            if let Value::Set(_) = a[0] {
                return cx.set_ascending(kept);
            }
            cx.set(kept)
        };
}

/// The greatest or the least element; 0 if there is none.
fn extreme<'a>(cx: &Cx<'a>, container: Value<'a>, wanted: Ordering) -> Answer<'a> {
    if let Some(row) = container.row() {
        cx.charge(row.len())?;
        let color = match wanted {
            Ordering::Greater => row.iter().max(),
            _ => row.iter().min(),
        };
        return Ok(Value::Int(color.map_or(0, |&color| color as i64)));
    }
    if let Value::Pair(pair) = container {
        let (i, j) = pair.parts();
        let number = match wanted {
            Ordering::Greater => i.max(j),
            _ => i.min(j),
        };
        return Ok(Value::Int(number as i64));
    }
    let items = cx.items(container)?;
    cx.charge(items.len())?;
    Ok(best(items, wanted)?.unwrap_or(Value::Int(0)))
}

/// The pairs of bytes at the same place of two rows: a grid of two columns, charged like its rows and
/// its cells.
fn pair_rows<'a>(cx: &Cx<'a>, left: &[Color], right: &[Color]) -> Answer<'a> {
    let count = left.len().min(right.len());
    cx.reserve(count)?;
    let mut cells = cx.reserve_list(2 * count)?;
    cells.extend(left.iter().zip(right).flat_map(|(&a, &b)| [a, b]));
    cx.grid(count, 2, cells.into_bump_slice())
}

/// The first or last element, without building the others.
#[inline]
pub fn end<'a>(cx: &Cx<'a>, container: Value<'a>, last: bool) -> Answer<'a> {
    match container {
        Value::Set(seq) | Value::Tuple(seq) => {
            let item = if last { seq.last() } else { seq.first() };
            item.map_or_else(|| fail(Why::NoElement), Ok)
        }
        Value::Pair(pair) if last => Ok(Value::Int(pair.column() as i64)),
        Value::Pair(pair) => Ok(Value::Int(pair.row() as i64)),
        Value::Cell(&Cell(_, i, j)) if last => Ok(Value::at(i, j)),
        Value::Cell(cell) => Ok(Value::Int(cell.0 as i64)),
        _ => end_of_rows(cx, container, last),
    }
}

/// The first or last row of a grid or cell of a bitset; a function of its own, as it saves registers.
#[inline(never)]
fn end_of_rows<'a>(cx: &Cx<'a>, container: Value<'a>, last: bool) -> Answer<'a> {
    let nothing = || fail(Why::NoElement);
    match container {
        Value::Grid(grid) => cx.row_of_grid(grid.row(if last { grid.height() - 1 } else { 0 })),
        Value::Indices(cells) => {
            let cell = if last {
                cells.last()
            } else {
                cells.iter().next()
            };
            cell.map_or_else(nothing, |(i, j)| Ok(Value::at(i, j)))
        }
        Value::Object(object) => {
            let k = if last { object.colors.len() - 1 } else { 0 };
            let cells = object.cells_of(k);
            let cell = if last {
                cells.last()
            } else {
                cells.iter().next()
            };
            cell.map_or_else(nothing, |(i, j)| Ok(cx.cell(object.colors[k] as i32, i, j)))
        }
        _ => fail(Why::Container),
    }
}

fn sfilter<'a>(cx: &Cx<'a>, container: Value<'a>, condition: Value<'a>) -> Answer<'a> {
    if let Some(set) = container.planes() {
        return fused_filter::filter(cx, container, set, condition);
    }
    cx.reserve(container.len()?)?;
    if let Some(row) = container.row()
        && let Some((results, colors)) = by_color::over(cx, condition, row)
    {
        // As the list of its elements is charged.
        cx.charge(row.len())?;
        return match results.holding(colors) {
            0 => Ok(Value::EMPTY_TUPLE),
            all if all == colors => Ok(container),
            _ => {
                let mut kept = List::with_capacity_in(row.len(), cx.arena());
                kept.extend(row.iter().copied().filter(|&color| results.holds(color)));
                cx.row(kept.into_bump_slice())
            }
        };
    }
    let results = columns::over(cx, condition, container);
    if let (Some(results), Value::Set(seq)) = (&results, container)
        && let Some(product) = seq.product()
    {
        return filter_product(cx, container, product, results.truths(cx)?);
    }
    let items = cx.items(container)?;
    let mut kept = List::with_capacity_in(items.len(), cx.arena());
    if let Some(results) = results {
        let truths = results.truths(cx)?;
        let holds = items.iter().zip(truths).filter(|(_, holds)| **holds);
        kept.extend(holds.map(|(&item, _)| item));
    } else if let Some(matches) = memo::measures::matches(cx, condition, container)? {
        let holds = items.iter().zip(matches).filter(|(_, holds)| *holds);
        kept.extend(holds.map(|(&item, _)| item));
    } else {
        for &item in items {
            if cx.call1(condition, item)?.truth() {
                kept.push(item);
            }
        }
    }
    if kept.len() == items.len() {
        return Ok(container);
    }
    keep_some(cx, container, kept)
}

/// The tuples of a product for which the condition holds; the others are never built.
fn filter_product<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    product: &Product<'a>,
    holds: &[bool],
) -> Answer<'a> {
    let mut kept = cx.list();
    let rows = (0..product.len()).filter(|&k| holds[k]);
    kept.extend(rows.map(|k| product.get(k)));
    match kept.len() == product.len() {
        true => Ok(container),
        false => keep_some(cx, container, kept),
    }
}

fn interval<'a>(cx: &Cx<'a>, start: i64, stop: i64, step: i64) -> Answer<'a> {
    if step == 0 {
        return fail(Why::StepOfZero);
    }
    // The distance of two numbers always fits an unsigned number.
    let span = match step > 0 {
        true if start < stop => stop.abs_diff(start),
        false if start > stop => start.abs_diff(stop),
        _ => 0,
    };
    let n = usize::try_from(span.div_ceil(step.unsigned_abs())).unwrap_or(usize::MAX);
    let mut items = cx.reserve_list(n)?;
    // Numbers before stop fit, although k * step may not.
    items.extend((0..n as i64).map(|k| Value::Int(start.wrapping_add(k.wrapping_mul(step)))));
    cx.tuple(items.into_bump_slice_mut())
}

/// From this many tuples on, a product is not expanded at construction.
const LAZY: usize = 1 << 7;

/// Cells charged for every tuple of two that is built: it takes 80 bytes.
pub(in crate::dsl) const CELLS_PER_TUPLE: usize = 4;

/// The set of a product, charged like the tuples that are built when something reads them.
fn lazy_product<'a>(cx: &Cx<'a>, product: Product<'a>) -> Answer<'a> {
    let grids = product.grids();
    cx.charge(4 * grids)?;
    let of_list = |items: &[Value]| {
        let measures = items.iter().map(|item| item.depth_and_weight());
        measures.fold((0, 0u64), |(depth, weight), (d, w)| {
            (depth.max(d), weight + u64::from(w))
        })
    };
    let (a, b) = (of_list(product.firsts), of_list(product.seconds));
    // A tuple weighs one more than its elements, a grid of two pairs two less than that.
    let tuples =
        a.1.saturating_mul(product.seconds.len() as u64)
            .saturating_add(b.1.saturating_mul(product.firsts.len() as u64))
            .saturating_add(1 + product.len() as u64);
    let weight = tuples.saturating_sub(2 * grids as u64);
    let weight = u32::try_from(weight).unwrap_or(u32::MAX);
    let depth = a.0.max(b.0) + 2;
    if depth > MAX_DEPTH {
        return limit(Limit::Depth);
    }
    cx.check_weight(weight)?;
    let product = cx.arena().alloc(product);
    let seq = Seq::of_product(product, depth, weight);
    Ok(Value::Set(cx.arena().alloc(seq)))
}

fn product<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> Answer<'a> {
    let (left, right) = (cx.items(a)?, cx.items(b)?);
    let count = left.len().saturating_mul(right.len());
    cx.reserve(count)?;
    cx.charge(count.saturating_mul(CELLS_PER_TUPLE - 1))?;
    if count >= LAZY
        && let Some(product) = Product::new(cx.arena(), left, right)
    {
        return lazy_product(cx, product);
    }
    let mut pairs = List::with_capacity_in(count, cx.arena());
    // Ascending, if both are.
    for &i in left {
        for &j in right {
            pairs.push(match (i, j) {
                (Value::Int(i), Value::Int(j)) => cx.pair(i, j)?,
                _ => cx.tuple(cx.arena().alloc([i, j]))?,
            });
        }
    }
    cx.set(pairs)
}
