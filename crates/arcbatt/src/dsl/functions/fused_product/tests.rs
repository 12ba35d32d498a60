//! Fused products equal one call per pair, in value and in cost.

use super::lines::lines_of_lists;
use super::*;
use crate::dsl::{Limit, Limits, Spent, order, primitive};
use crate::rng::Rng;
use bumpalo::Bump;

/// Pseudo-random sets in bounding boxes of many sizes and positions.
fn sets<'a>(cx: &Cx<'a>) -> Vec<Value<'a>> {
    let mut rng = Rng::new(7);
    let mut next = |n: i32| rng.below(n as u64) as i32;
    let sides = [1, 2, 3, 9, 30, 64];
    (0..40)
        .map(|k| {
            let (high, wide) = (sides[k % 6], sides[k / 6 % 6]);
            let (down, across) = (next(9) - 4, next(9) - 4);
            let cells: Vec<(i32, i32)> = (0..1 + next(40))
                .map(|_| (down + next(high), across + next(wide)))
                .collect();
            cx.indices_of(cells.into_iter()).expect("a set")
        })
        .collect()
}

/// The function on all pairs, one call each.
fn one_by_one<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    a: Value<'a>,
    b: Value<'a>,
) -> Result<Value<'a>, Fail> {
    let (left, right) = (cx.items(a)?, cx.items(b)?);
    let mut results = cx.reserve_list(left.len() * right.len())?;
    for &j in right {
        for &i in left {
            results.push(cx.call(function, &[i, j])?);
        }
    }
    cx.set(results)
}

#[test]
fn results_equal_one_call_per_pair() {
    let arena = Bump::new();
    let cx = Cx::new(&arena, Limits::default());
    let sets = sets(&cx);
    let mut by_words = 0;
    for name in ["add", "subtract", "connect"] {
        let function = Value::Primitive(primitive(name).expect("a primitive"));
        for (&a, &b) in sets.iter().flat_map(|a| sets.iter().map(move |b| (a, b))) {
            cx.refill();
            let Some(fast) = pairwise(&cx, function, a, b).expect("an answer") else {
                continue;
            };
            by_words += 1;
            let slow = one_by_one(&cx, function, a, b).expect("an answer");
            assert!(
                order::equal(fast, slow),
                "{name}({a}, {b}): {fast}, not {slow}"
            );
        }
    }
    assert!(by_words > 3000);
}

/// Lines between wide or distant sets equal those of calls, and so do the charges, also when a limit
/// is hit.
#[test]
fn lines_of_lists_equal_calls_and_cost_the_same() {
    let mut ended = [0; 2];
    for (steps, cells, size) in [
        (100_000, 1_000_000, 1 << 20),
        (300, 1_000_000, 1 << 20),
        (100_000, 3_000, 1 << 20),
        (100_000, 1_000_000, 5_000),
    ] {
        let limits = Limits {
            steps,
            cells,
            size,
            ..Limits::default()
        };
        let (fast, slow) = (Bump::new(), Bump::new());
        let (fast, slow) = (Cx::new(&fast, limits), Cx::new(&slow, limits));
        let at = |k: i32| match k % 4 {
            0 => (k * 7 % 90, k * 7 % 90),
            1 => (k % 3, k * 11 % 300 - 150),
            2 => (k * 13 % 300 - 150, k % 5),
            _ => (k * 9 % 80, -(k * 9 % 80)),
        };
        for (a, b) in [(20, 20), (60, 9), (9, 60), (70, 70), (1, 1), (0, 5)] {
            let both = [&fast, &slow].map(|cx| {
                cx.refill();
                let set = |n: i32, from: i32| cx.indices_of((from..from + n).map(at));
                let (a, b) = (set(a, 0).expect("a set"), set(b, 3).expect("a set"));
                cx.refill();
                let function = Value::Primitive(primitive("connect").expect("a primitive"));
                let set = match std::ptr::eq(cx, &fast) {
                    true => lines_of_lists(cx, a, b).map(|set| set.expect("lines")),
                    false => one_by_one(cx, function, a, b),
                };
                ended[usize::from(set.is_err())] += 1;
                (set.map(|set| set.to_string()), cx.refill())
            });
            assert_eq!(both[0], both[1], "{a} and {b}");
        }
    }
    assert!(ended[0] > 20 && ended[1] > 6, "{ended:?}");
}

/// The memoised union of lines equals their merge, and costs the same.
#[test]
fn memoised_unions_of_lines_equal_merges() {
    let (anew, remembering) = (Bump::new(), Bump::new());
    let anew = Cx::new(&anew, Limits::default());
    let remembering = Cx::new(&remembering, Limits::default()).with_memo();
    assert_eq!(every_merge(&anew), every_merge(&remembering));
}

/// The merged lines between all sets, and the cost of merging.
fn every_merge(cx: &Cx) -> Vec<(String, Spent)> {
    let sets = sets(cx);
    let connect = Value::Primitive(primitive("connect").expect("a primitive"));
    let [merge, prapply] = ["merge", "prapply"].map(|name| primitive(name).expect("a primitive"));
    let mut all = Vec::new();
    for (&a, &b) in sets.iter().flat_map(|a| sets.iter().map(move |b| (a, b))) {
        cx.refill();
        let lines = cx.call_primitive(prapply, &[connect, a, b]).expect("lines");
        cx.refill();
        let merged = cx.call_primitive(merge, &[lines]).expect("a set");
        all.push((merged.to_string(), cx.refill()));
    }
    all
}

#[test]
fn sums_out_of_range_hit_a_limit() {
    let arena = Bump::new();
    let cx = Cx::new(&arena, Limits::default());
    let at = |i, j| cx.indices_of([(i, j)].into_iter()).expect("a set");
    let function = |name| Value::Primitive(primitive(name).expect("a primitive"));
    let limit = Err(Fail::Limit(Limit::Size));
    let sum = |name, a, b| pairwise(&cx, function(name), a, b).map(|v| v.is_some());
    assert_eq!(sum("add", at(i32::MAX, 0), at(1, 0)), limit);
    assert_eq!(sum("subtract", at(0, i32::MIN), at(0, 1)), limit);
    assert_eq!(sum("subtract", at(0, 0), at(0, i32::MIN)), limit);
    assert_eq!(sum("add", at(i32::MAX, 0), at(0, 1)), Ok(true));
}
