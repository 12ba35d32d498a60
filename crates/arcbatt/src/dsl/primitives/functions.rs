//! Closures, and applying functions to containers.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::{Answer, Fail, Limit, Why, fail, limit};
use crate::dsl::functions::by_color;
use crate::dsl::functions::fused_mapply;
use crate::dsl::functions::fused_product::pairwise;
use crate::dsl::functions::memo;
use crate::dsl::functions::{arity, columns};
use crate::dsl::primitives::containers::{keep_kind, merge};
use crate::dsl::sets::union;
use crate::dsl::table::declare;
use crate::dsl::value::{ClosureKind, Value};
use crate::prim;

declare! { Functions;
    /// The function x -> outer(inner(x)).
    compose: "outer: (b -> c), inner: (a -> b) -> (a -> c)";
        "apply(compose(double, size), objects(I, T, F, T))"; total Constant, columns(compose), closure(Compose);
        |cx, a| cx.closure(ClosureKind::Compose, a, 1);

    /// The function x -> h(g(f(x))).
    chain: "h: (c -> d), g: (b -> c), f: (a -> b) -> (a -> d)";
        "apply(chain(even, size, delta), objects(I, T, F, T))"; total Constant, columns(chain), closure(Chain);
        |cx, a| cx.closure(ClosureKind::Chain, a, 1);

    /// The function x -> function(x) == target.
    matcher: "function: (a -> b), target: Any -> (a -> Bool)";
        "sfilter(objects(I, T, F, T), matcher(size, ONE))"; total Constant, columns(matcher), closure(Matcher);
        |cx, a| cx.closure(ClosureKind::Matcher, a, 1);

    /// The function with its last argument fixed to a value.
    rbind: "function: (a, b -> c), fixed: b -> (a -> c)"
        | "function: (a, b, c -> d), fixed: c -> (a, b -> d)"
        | "function: (a, b, c, d -> e), fixed: d -> (a, b, c -> e)";
        "apply(rbind(shift, DOWN), objects(I, T, F, T))"; total Constant, columns(rbind), closure(Rbind);
        |cx, a| cx.closure(ClosureKind::Rbind, a, bound(a[0])?);

    /// The function with its first argument fixed to a value.
    lbind: "function: (a, b -> c), fixed: a -> (b -> c)"
        | "function: (a, b, c -> d), fixed: a -> (b, c -> d)"
        | "function: (a, b, c, d -> e), fixed: a -> (b, c, d -> e)";
        "mapply(lbind(recolor, FIVE), objects(I, T, F, T))"; total Constant, columns(lbind), closure(Lbind);
        |cx, a| cx.closure(ClosureKind::Lbind, a, bound(a[0])?);

    /// The function applied n times.
    power: "function: (a -> a), n: Int -> (a -> a)";
        "apply(power(double, THREE), palette(I))"; fails Constant, closure(Power);
        |cx, a| power(cx, a);

    /// The function x -> outer(a(x), b(x)).
    fork: "outer: (b, c -> d), a: (a -> b), b: (a -> c) -> (a -> d)";
        "apply(fork(multiply, height, width), objects(I, T, F, T))"; total Constant, columns(fork), closure(Fork);
        |cx, a| cx.closure(ClosureKind::Fork, a, 1);

    /// The results of the function for all elements, as a container of the same kind.
    apply: "function: (a -> b), container: Set[a] -> Set[b]"
        | "function: (a -> b), container: Tuple[a] -> Tuple[b]";
        "apply(size, objects(I, T, F, T))"; total Product, columns(apply); |cx, a| apply(cx, a[0], a[1]);

    /// The results of all functions of the container for the value.
    rapply: "functions: Tuple[(a -> b)], value: a -> Tuple[b]"
        | "functions: Set[(a -> b)], value: a -> Set[b]";
        "rapply(astuple(hmirror, vmirror), I)"; total Product, columns(rapply); |cx, a| {
            let functions = cx.items(a[0])?;
            let mut results = cx.reserve_list(functions.len())?;
            for &function in functions {
                results.push(cx.call1(function, a[1])?);
            }
            keep_kind(cx, a[0], results)
        };

    /// The results of the function for all elements, merged.
    mapply: "function: (a -> Set[b]), container: Set[a] -> Set[b]"
        | "function: (a -> Container[b]), container: Tuple[a] -> Tuple[b]"
        | "function: (a -> Container[b]), container: Set[a] -> Set[b]";
        "mapply(outbox, objects(I, T, F, T))"; total Product, columns(mapply); |cx, a| mapply(cx, a[0], a[1]);

    /// The results of the function for elements at the same place of two containers.
    papply: "function: (a, b -> c), a: Tuple[a], b: Tuple[b] -> Tuple[c]"
        | "function: (a, b -> c), a: Container[a], b: Container[b] -> Tuple[c]";
        "papply(add, astuple(ONE, TWO), astuple(THREE, FOUR))"; total Product;
        |cx, a| papply(cx, a);

    /// The results of the function for elements at the same place of two containers, merged.
    mpapply: "function: (a, b -> Container[c]), a: Tuple[a], b: Tuple[b] -> Tuple[c]"
        | "function: (a, b -> Container[c]), a: Container[a], b: Container[b] -> Tuple[c]";
        "mpapply(connect, totuple(corners(asindices(I))), totuple(corners(asindices(I))))";
        total Product; |cx, a| merge(cx, papply(cx, a)?);

    /// The set of results of the function for every element of a with every element of b.
    prapply: "function: (a, b -> c), a: Container[a], b: Container[b] -> Set[c]";
        "prapply(connect, corners(asindices(I)), corners(asindices(I)))"; total Product;
        |cx, a| prapply(cx, a[0], a[1], a[2]);
}

/// The number of arguments that remain when one is fixed.
fn bound(function: Value) -> Result<u8, Fail> {
    Ok(match arity(function)? {
        2 => 1,
        3 => 2,
        _ => 3,
    })
}

fn power<'a>(cx: &Cx<'a>, args: &[Value<'a>]) -> Answer<'a> {
    match args[1].int()? {
        1 => Ok(args[0]),
        n if n < 1 => limit(Limit::Depth),
        _ if !args[0].is_function() => fail(Why::Function),
        _ => cx.closure(ClosureKind::Power, args, 1),
    }
}

/// The results of the function for all elements, as a container of the same kind.
pub fn apply<'a>(cx: &Cx<'a>, function: Value<'a>, container: Value<'a>) -> Answer<'a> {
    keep_kind(cx, container, results(cx, function, container)?)
}

/// The results of the function for all elements, in order.
fn results<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
) -> Result<List<'a, Value<'a>>, Fail> {
    let count = container.len()?;
    cx.reserve(count)?;
    if let Some(row) = container.row()
        && let Some((results, _)) = by_color::over(cx, function, row)
    {
        return Ok(results.list(cx, row));
    }
    if let Some(results) = columns::over_walked(cx, function, container) {
        return results.listed(cx);
    }
    let mut results = List::with_capacity_in(count, cx.arena());
    // Results are memoised for tuples; as a set, equal ones would be dropped.
    if let Value::Tuple(_) = container
        && let Some(known) = memo::measures::of_all(cx, function, container)?
    {
        results.extend_from_slice_copy(known);
        return Ok(results);
    }
    cx.walk(container, |item| {
        results.push(cx.call1(function, item)?);
        Ok(())
    })?;
    Ok(results)
}

/// Applies and merges. If all results are sets, their union is built without first building the
/// set of results.
fn mapply<'a>(cx: &Cx<'a>, function: Value<'a>, container: Value<'a>) -> Answer<'a> {
    if container.is_set()
        && combined(function).is_some()
        && let Some(union) = mapply_combined(cx, function, container)?
    {
        return Ok(union);
    }
    if let Some(union) = fused_mapply::union(cx, &[function], container)? {
        return Ok(union);
    }
    let results = results(cx, function, container)?;
    if container.is_set() && results.iter().all(|v| v.is_set()) {
        return union::union(cx, &results);
    }
    merge(cx, keep_kind(cx, container, results)?)
}

/// `f` and `g` if the function is `fork(combine, f, g)`.
fn combined<'a>(function: Value<'a>) -> Option<(Value<'a>, Value<'a>)> {
    match function {
        Value::Function(closure) => match (closure.kind, closure.parts()) {
            (ClosureKind::Fork, &[Value::Primitive(outer), f, g]) if outer == prim!(combine) => {
                Some((f, g))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The merged results of nested `fork(combine, f, g)`: one union over all inner functions and
/// elements. `None` if a result is not a set.
fn mapply_combined<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
) -> Result<Option<Value<'a>>, Fail> {
    let mut functions = cx.list();
    let mut left = cx.list();
    left.push(function);
    while let Some(function) = left.pop() {
        match combined(function) {
            Some((f, g)) => {
                // Shared parts are visited repeatedly, so every visit counts as a step.
                cx.step()?;
                left.extend([g, f]);
            }
            None => functions.push(function),
        }
    }
    if let Some(union) = fused_mapply::union(cx, &functions, container)? {
        return Ok(Some(union));
    }
    let count = container.len()?.saturating_mul(functions.len());
    cx.reserve(count)?;
    let mut results = List::with_capacity_in(count, cx.arena());
    if columns_of_sets(cx, &functions, container, &mut results) {
        return union::union(cx, &results).map(Some);
    }
    results.clear();
    let mut all_sets = true;
    cx.walk(container, |item| {
        for &function in &functions {
            if all_sets {
                let result = cx.call1(function, item)?;
                all_sets = result.is_set();
                results.push(result);
            }
        }
        Ok(())
    })?;
    if !all_sets {
        return Ok(None);
    }
    union::union(cx, &results).map(Some)
}

/// Adds the results of each function for every element, one function after the other. `false`, without
/// a charge, if they are to be called one by one, or if a result is not a set.
fn columns_of_sets<'a>(
    cx: &Cx<'a>,
    functions: &[Value<'a>],
    container: Value<'a>,
    results: &mut List<'a, Value<'a>>,
) -> bool {
    let made = cx.attempt(|| {
        for &function in functions {
            let sets = columns::over(cx, function, container)?.listed(cx).ok()?;
            if !sets.iter().all(|v| v.is_set()) {
                return None;
            }
            results.extend(sets);
        }
        Some(())
    });
    made.is_some()
}

fn papply<'a>(cx: &Cx<'a>, args: &[Value<'a>]) -> Answer<'a> {
    let (a, b) = (cx.items(args[1])?, cx.items(args[2])?);
    let count = a.len().min(b.len());
    cx.reserve(count)?;
    if let Some(results) = columns::over_pairs(cx, args[0], &a[..count], &b[..count]) {
        let results = results.listed(cx)?;
        return cx.tuple(results.into_bump_slice_mut());
    }
    let mut results = List::with_capacity_in(count, cx.arena());
    for (&i, &j) in a.iter().zip(b) {
        results.push(cx.call2(args[0], i, j)?);
    }
    cx.tuple(results.into_bump_slice_mut())
}

fn prapply<'a>(cx: &Cx<'a>, function: Value<'a>, a: Value<'a>, b: Value<'a>) -> Answer<'a> {
    if let Some(set) = pairwise(cx, function, a, b)? {
        return Ok(set);
    }
    let (left, right) = (cx.items(a)?, cx.items(b)?);
    let mut results = cx.reserve_list(left.len().saturating_mul(right.len()))?;
    for &j in right {
        for &i in left {
            results.push(cx.call2(function, i, j)?);
        }
    }
    cx.set(results)
}
