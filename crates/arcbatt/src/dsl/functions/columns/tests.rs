//! Columns against calls on one element after the other: same values, same charges.

use super::over;
use crate::dsl::order::{cmp, equal};
use crate::dsl::table::primitive;
use crate::dsl::value::copy::copy;
use crate::dsl::value::hash::value_hash;
use crate::dsl::{Cx, Fail, Limits, Spent, Value};
use bumpalo::Bump;

fn named(name: &str) -> Value<'static> {
    Value::Primitive(primitive(name).expect("a primitive"))
}

fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Result<Value<'a>, Fail> {
    cx.call(named(name), args)
}

/// A small generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

const UNARY: &[&str] = &[
    "identity",
    "invert",
    "double",
    "halve",
    "flip",
    "even",
    "increment",
    "decrement",
    "crement",
    "sign",
    "positive",
    "toivec",
    "tojvec",
    "size",
    "maximum",
    "minimum",
    "initset",
    "first",
    "last",
    "toindices",
    "ulcorner",
    "neighbors",
    "totuple",
    "height",
    "color",
    "normalize",
    "outbox",
    "merge",
];

const BINARY: &[&str] = &[
    "add",
    "subtract",
    "multiply",
    "divide",
    "equality",
    "greater",
    "both",
    "either",
    "contained",
    "intersection",
    "difference",
    "combine",
    "astuple",
    "shift",
    "rbind",
    "lbind",
    "compose",
    "matcher",
    "rapply",
    "apply",
    "sfilter",
    "mapply",
    "recolor",
    "manhattan",
    "connect",
    "insert",
    "remove",
    "order",
];

const TERNARY: &[&str] = &["chain", "fork", "branch", "interval"];

/// Random functions of one argument, of every kind of closure.
fn functions<'a>(cx: &Cx<'a>, random: &mut Random, count: usize) -> Vec<Value<'a>> {
    let patch = cx
        .indices_of([(0, 0), (1, 2), (2, 1), (5, 3)].into_iter())
        .expect("cells");
    let object = cx
        .object_of([(3, 0, 1), (4, 1, 1)].into_iter())
        .expect("cells");
    let heavy = cx
        .indices_of((0..30).flat_map(|i| (0..30).map(move |j| (i, j * 3))))
        .expect("cells");
    let bound = [
        Value::Int(0),
        Value::Int(1),
        Value::Int(3),
        Value::Int(300),
        Value::from(true),
        Value::at(0, 1),
        Value::at(-2, 70),
        Value::at(1, 1),
        patch,
        object,
        heavy,
    ];
    let mut functions: Vec<Value> = UNARY.iter().map(|name| named(name)).collect();
    functions.push(nearest(cx, patch));
    for few in [&[(3, 9)][..], &[(3, 9), (0, 2)]] {
        let few = cx.indices_of(few.iter().copied()).expect("cells");
        functions.push(nearest(cx, few));
    }
    functions.extend(overlaps(cx, patch));
    let several: Vec<Value> = BINARY.iter().map(|name| named(name)).collect();
    let three: Vec<Value> = TERNARY.iter().map(|name| named(name)).collect();
    while functions.len() < count {
        cx.refill();
        let f = random.pick(&functions);
        let g = random.pick(&functions);
        let outer = random.pick(&several);
        let value = random.pick(&bound);
        let made = match random.below(9) {
            0 => call(cx, "compose", &[f, g]),
            1 => call(cx, "chain", &[random.pick(&functions), f, g]),
            2 | 3 => call(cx, "fork", &[outer, f, g]),
            4 => call(cx, "matcher", &[f, value]),
            5 => call(
                cx,
                "rbind",
                &[outer, if random.below(3) == 0 { f } else { value }],
            ),
            6 => call(
                cx,
                "lbind",
                &[outer, if random.below(3) == 0 { f } else { value }],
            ),
            7 => call(cx, "power", &[f, Value::Int(2)]),
            _ => call(cx, "rbind", &[random.pick(&three), value]).and_then(|two| {
                call(
                    cx,
                    "lbind",
                    &[two, if random.below(2) == 0 { f } else { value }],
                )
            }),
        };
        functions.extend(made);
    }
    functions
}

/// The distance from a cell to the nearest of some cells: a function that makes a function, and applies
/// that.
fn nearest<'a>(cx: &Cx<'a>, cells: Value<'a>) -> Value<'a> {
    let make = |name: &str, args: &[Value<'a>]| call(cx, name, args).expect("a function");
    let tuple = make("totuple", &[cells]);
    let single = make("apply", &[named("initset"), tuple]);
    let distance = make("lbind", &[named("rbind"), named("manhattan")]);
    let distance = make("compose", &[distance, named("initset")]);
    let all = make("rbind", &[named("apply"), single]);
    make("chain", &[named("minimum"), all, distance])
}

/// How much of a patch shifted by a cell some cells share: with all cells near it, or with some of these by
/// row, by column, or by both.
fn overlaps<'a>(cx: &Cx<'a>, patch: Value<'a>) -> Vec<Value<'a>> {
    let make = |name: &str, args: &[Value<'a>]| call(cx, name, args).expect("a function");
    let ring = make("dneighbors", &[Value::at(0, 0)]);
    let shift = make("lbind", &[named("shift"), patch]);
    let shifts = make("lbind", &[named("compose"), shift]);
    let offsets = make("lbind", &[named("lbind"), named("add")]);
    let united = make("rbind", &[named("mapply"), ring]);
    let near = make("chain", &[united, shifts, offsets]);
    let above = make("lbind", &[named("greater"), Value::Int(4)]);
    let mut functions = vec![near, make("compose", &[named("size"), near])];
    // The cells of the patch in a relation with each cell: by row, by colour, by both.
    for (relation, part) in [
        ("greater", "first"),
        ("equality", "last"),
        ("subtract", "identity"),
    ] {
        let related = make("lbind", &[named("lbind"), named(relation)]);
        let related = match part {
            "identity" => related,
            part => make("compose", &[related, named(part)]),
        };
        let of_part = make("rbind", &[named("compose"), named(part)]);
        let filter = make("lbind", &[named("sfilter"), patch]);
        functions.push(make("chain", &[filter, of_part, related]));
    }
    for condition in [
        make("chain", &[above, named("decrement"), named("first")]),
        make("compose", &[above, named("last")]),
        make("fork", &[named("greater"), named("first"), named("last")]),
    ] {
        let filter = make("rbind", &[named("sfilter"), condition]);
        let some = make("compose", &[filter, near]);
        let others = make("fork", &[named("difference"), some, shift]);
        let common = make("rbind", &[named("intersection"), patch]);
        let size = make("chain", &[named("size"), common, others]);
        functions.extend([some, others, make("compose", &[common, others]), size]);
    }
    functions
}

fn containers<'a>(cx: &Cx<'a>) -> Vec<Value<'a>> {
    let pairs = (0..20).map(|k| (k * 7 % 11, k * 5 % 13));
    let indices = cx.indices_of(pairs.clone()).expect("a set");
    let object = cx
        .object_of(pairs.clone().map(|(i, j)| (i % 3, i, j)))
        .expect("a set");
    let ints = call(
        cx,
        "interval",
        &[Value::Int(-3), Value::Int(9), Value::Int(1)],
    )
    .expect("ints");
    let tuple = call(cx, "totuple", &[indices]).expect("a tuple");
    let wide = call(
        cx,
        "apply",
        &[
            call(cx, "rbind", &[named("multiply"), Value::Int(40)]).expect("f"),
            tuple,
        ],
    )
    .expect("a tuple");
    let few = call(
        cx,
        "interval",
        &[Value::Int(0), Value::Int(6), Value::Int(1)],
    )
    .expect("ints");
    let row = (0..15).map(|k| Value::Int(k * k % 7)).collect::<Vec<_>>();
    let row = cx.tuple(cx.arena().alloc_slice_copy(&row)).expect("a row");
    let columns = call(cx, "pair", &[row, row]).expect("a grid of two columns");
    let sets = call(cx, "apply", &[named("neighbors"), indices]).expect("sets");
    let many = (0..40).map(|k| (k % 7 * 30, k / 7 * 50));
    let many = cx.indices_of(many).expect("a set");
    let products = [
        (few, few),
        (tuple, few),
        (indices, tuple),
        (indices, sets),
        (many, many),
    ]
    .map(|(a, b)| call(cx, "product", &[a, b]).expect("a set"));
    let zipped = call(cx, "pair", &[tuple, wide]).expect("a tuple");
    let makers = call(
        cx,
        "apply",
        &[
            call(cx, "lbind", &[named("rbind"), named("add")]).expect("f"),
            ints,
        ],
    );
    let mut all = vec![
        indices,
        object,
        ints,
        tuple,
        wide,
        row,
        columns,
        zipped,
        sets,
        makers.expect("functions"),
    ];
    all.extend(products);
    all
}

/// Values, failure and charges of calls on one element after the other.
fn one_by_one<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
) -> (Result<Vec<Value<'a>>, Fail>, Spent) {
    let items = cx.items(container).expect("a container");
    cx.refill();
    let values = items.iter().map(|&item| cx.call1(function, item)).collect();
    (values, cx.refill())
}

/// Compares all functions on all containers; returns how many were evaluated by column, and how many
/// were left to calls.
fn compare(cx: &Cx, seed: u64, count: usize) -> (usize, usize) {
    let mut random = Random(seed);
    let functions = functions(cx, &mut random, count);
    let containers = containers(cx);
    let (mut by_column, mut by_call) = (0, 0);
    for &container in &containers {
        for &function in &functions {
            let (expected, spent) = one_by_one(cx, function, container);
            cx.refill();
            let Some(results) = over(cx, function, container) else {
                assert_eq!(cx.refill(), Spent::default(), "{function} over {container}");
                by_call += 1;
                continue;
            };
            let values = results.listed(cx).expect("values");
            assert_eq!(cx.refill(), spent, "charges of {function} over {container}");
            let expected = expected.expect("no row fails");
            for (&value, wanted) in values.iter().zip(expected) {
                assert!(
                    equal(value, wanted) && value.kind() == wanted.kind(),
                    "{function}: {value}, not {wanted}"
                );
            }
            by_column += 1;
        }
    }
    (by_column, by_call)
}

#[test]
fn columns_equal_calls_one_by_one() {
    for seed in 1..=8 {
        let arena = Bump::new();
        let limits = Limits {
            steps: 60_000,
            cells: 400_000,
            ..Limits::default()
        };
        let (by_column, by_call) = compare(&Cx::new(&arena, limits), seed * 77, 250);
        assert!(by_column > 250 && by_call > 250, "{by_column} {by_call}");
    }
}

#[test]
fn values_that_may_be_heavy_change_nothing() {
    let arena = Bump::new();
    let cx = Cx::new(&arena, Limits::default()).assume_light();
    assert!(compare(&cx, 5, 200).0 > 200);
}

/// The outcomes and charges of whole calls, as programs make them.
fn outcomes<'a>(
    maker: &Cx<'a>,
    cx: &Cx<'a>,
    seed: u64,
) -> Vec<(String, Result<String, Fail>, Option<Spent>)> {
    let mut random = Random(seed);
    let functions = functions(maker, &mut random, 120);
    let containers = containers(maker);
    let mut outcomes = Vec::new();
    for &function in &functions {
        for &container in &containers {
            for name in ["apply", "mapply", "sfilter", "argmax", "valmin", "order"] {
                let args = match name {
                    "apply" | "mapply" => [function, container],
                    _ => [container, function],
                };
                cx.refill();
                let value = call(cx, name, &args).map(|value| value.to_string());
                // A failure ends the program, so that its charges do not matter.
                let spent = cx.refill();
                let spent = value.is_ok().then_some(spent);
                outcomes.push((format!("{name} of {function}"), value, spent));
            }
        }
    }
    outcomes
}

#[test]
fn memoised_outcomes_equal_those_without_a_memo() {
    for (steps, cells) in [(100_000, 1_000_000), (60, 1_000_000), (100_000, 900)] {
        let limits = Limits {
            steps,
            cells,
            ..Limits::default()
        };
        let (one, other) = (Bump::new(), Bump::new());

        let anew = outcomes(&Cx::new(&one, Limits::default()), &Cx::new(&one, limits), 9);
        let memoised = outcomes(
            &Cx::new(&other, Limits::default()),
            &Cx::new(&other, limits).with_memo(),
            9,
        );
        let answered = anew.iter().filter(|(_, value, _)| value.is_ok()).count();
        assert!((20..anew.len() - 20).contains(&answered), "{answered}");
        for (one, other) in anew.iter().zip(&memoised) {
            assert_eq!(one, other);
        }
    }
}

#[test]
fn memoised_columns_are_not_computed_again() {
    let arena = Bump::new();
    let cx = Cx::new(&arena, Limits::default()).with_memo();
    let indices = cx.indices_of((0..50).map(|k| (k, k))).expect("a set");
    let shoot = call(&cx, "rbind", &[named("shoot"), Value::at(0, 1)]).expect("a function");
    let lines = || {
        let lines = call(&cx, "apply", &[shoot, indices]).expect("lines");
        cx.items(lines).expect("a set")
    };
    let (once, again) = (lines(), lines());
    assert_eq!(once.len(), 50);
    for (a, b) in once.iter().zip(again) {
        assert!(matches!((a, b), (Value::Indices(a), Value::Indices(b)) if std::ptr::eq(*a, *b)));
    }
}

/// A product that is not expanded equals its tuples, also after a copy.
#[test]
fn large_products_equal_their_tuples() {
    let arena = Bump::new();
    let cx = Cx::new(&arena, Limits::default());
    let pairs = |count: i32| cx.indices_of((0..count).map(|k| (k % 7 * 30, k / 7 * 50)));
    let (a, b) = (pairs(40).expect("a set"), pairs(33).expect("a set"));
    let product = call(&cx, "product", &[a, b]).expect("a set");
    let mut tuples = cx.list();
    for &first in cx.items(a).expect("a set") {
        for &second in cx.items(b).expect("a set") {
            tuples.push(
                cx.tuple(cx.arena().alloc([first, second]))
                    .expect("a tuple"),
            );
        }
    }
    let wanted = cx.set(tuples).expect("a set");
    let is_lazy = |value| matches!(value, Value::Set(seq) if seq.product().is_some());
    assert!(is_lazy(product) && !is_lazy(wanted));
    assert_eq!(product.depth_and_weight(), wanted.depth_and_weight());
    let before = cx.bytes();
    assert!(equal(product, wanted));
    assert_eq!(value_hash(product), value_hash(wanted));
    assert!(cmp(product, a).is_gt() && cmp(product, product).is_eq());
    assert_eq!(cx.bytes(), before, "comparing and hashing expand nothing");
    let other = Bump::new();
    let copy = copy(&other, product);
    assert!(is_lazy(copy) && equal(copy, wanted));
    for name in ["size", "first", "last", "totuple", "merge"] {
        let [one, other] = [product, wanted].map(|set| call(&cx, name, &[set]).expect("a value"));
        assert!(equal(one, other), "{name}");
    }
    let other = call(&cx, "last", &[product]).expect("a tuple");
    for name in ["contained", "remove", "insert"] {
        let [one, other] =
            [product, wanted].map(|set| call(&cx, name, &[other, set]).expect("a value"));
        assert!(equal(one, other), "{name}");
    }
}
