//! Memoised measures equal those of calls, in value and in charges.

use super::*;
use crate::dsl::Limits;
use crate::dsl::table::primitive;
use crate::rng::Rng;
use bumpalo::Bump;

fn named(name: &str) -> Value<'static> {
    Value::Primitive(primitive(name).expect("a primitive"))
}

fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Result<Value<'a>, Fail> {
    cx.call(named(name), args)
}

/// Measures: some fail on some objects, are sets, or are of several kinds.
fn functions<'a>(cx: &Cx<'a>) -> Vec<Value<'a>> {
    let function = |name, args: &[Value<'a>]| call(cx, name, args).expect("a function");
    let rbind = |name, bound| function("rbind", &[named(name), bound]);
    let compose = |outer, inner| function("compose", &[outer, inner]);
    let measures = [
        compose(named("size"), named("delta")),
        compose(named("center"), named("backdrop")),
        compose(named("even"), named("size")),
        compose(named("color"), named("inbox")),
        compose(named("toindices"), named("box")),
        compose(rbind("divide", Value::Int(0)), named("size")),
        rbind("branch", Value::at(1, 2)),
        function(
            "fork",
            &[named("multiply"), named("height"), named("width")],
        ),
        named("size"),
    ];
    let mut functions = measures.to_vec();
    for measure in measures {
        for target in [Value::Int(2), Value::Int(1), Value::at(3, 3), Value::None] {
            let matcher = function("matcher", &[measure, target]);
            functions.extend([matcher, compose(named("flip"), matcher)]);
            functions.push(compose(named("even"), matcher));
        }
    }
    functions
}

/// The outcomes and charges of all primitives that use measures.
fn outcomes_of<'a>(
    cx: &Cx<'a>,
    functions: &[Value<'a>],
    containers: &[Value<'a>],
) -> Vec<(Result<String, Fail>, Spent)> {
    let mut outcomes = Vec::new();
    for &function in functions {
        for &container in containers {
            for name in ["argmax", "argmin", "valmax", "order", "apply", "sfilter"] {
                let args = match name {
                    "apply" => [function, container],
                    _ => [container, function],
                };
                cx.refill();
                cx.begin_call(named(name), &args);
                let value = call(cx, name, &args).map(|value| value.to_string());
                // The charges of a failed call do not matter.
                let spent = if value.is_ok() {
                    cx.spent()
                } else {
                    Spent::default()
                };
                outcomes.push((
                    value.map_err(|_| Fail::NoAnswer(crate::dsl::Why::Arity)),
                    spent,
                ));
            }
        }
    }
    outcomes
}

/// Objects, grids, and elements without an address.
fn containers<'a>(cx: &Cx<'a>) -> Vec<Value<'a>> {
    let mut rng = Rng::new(3);
    let mut below = |n| rng.below(n) as i32;
    let cells: Vec<_> = (0..90).map(|_| (below(3), below(19), below(17))).collect();
    let scattered = cx.object_of(cells.into_iter()).expect("an object");
    let grid = call(cx, "canvas", &[Value::Int(0), Value::at(19, 17)]).expect("a grid");
    let grid = call(cx, "paint", &[grid, scattered]).expect("a grid");
    let yes = Value::from(true);
    let objects = call(cx, "objects", &[grid, yes, yes, yes]).expect("objects");
    let tuple = call(cx, "totuple", &[objects]).expect("a tuple");
    let panels = call(cx, "hsplit", &[grid, Value::Int(3)]).expect("panels");
    let sizes = call(cx, "apply", &[named("size"), objects]).expect("sizes");
    vec![objects, tuple, panels, sizes, Value::EMPTY_SET]
}

#[test]
fn memoised_outcomes_equal_calls_and_cost_the_same() {
    let arena = Bump::new();
    let cx = Cx::new(&arena, Limits::default());
    let (functions, containers) = (functions(&cx), containers(&cx));
    for (steps, cells) in [(1_000_000, 1_000_000), (60, 1_000_000), (1_000_000, 400)] {
        let limits = Limits {
            steps,
            cells,
            ..Limits::default()
        };
        let measures = Measures::default();
        let anew = outcomes_of(&Cx::new(&arena, limits), &functions, &containers);
        let answered = anew.iter().filter(|(value, _)| value.is_ok()).count();
        assert!((100..anew.len() - 100).contains(&answered), "{answered}");
        let memoising = Cx::new(&arena, limits).with_measures(&measures);
        for _ in 0..2 {
            assert_eq!(outcomes_of(&memoising, &functions, &containers), anew);
        }
        assert!(measures.table.len() > 0);
    }
}

/// Other values may be at an address that is reused later.
#[test]
fn only_arguments_of_the_current_call_are_memoised() {
    let arena = Bump::new();
    let measures = Measures::default();
    let cx = Cx::new(&arena, Limits::default()).with_measures(&measures);
    let (functions, containers) = (functions(&cx), containers(&cx));
    let known = || measures.table.len();
    cx.begin_call(named("argmax"), &[containers[1], functions[0]]);
    call(&cx, "argmax", &[containers[0], functions[0]]).expect("an object");
    assert_eq!(known(), 0, "another container");
    cx.begin_call(named("argmax"), &[containers[0], functions[1]]);
    call(&cx, "argmax", &[containers[0], functions[0]]).expect("an object");
    assert_eq!(known(), 0, "another function");
    cx.begin_call(named("argmax"), &[containers[0], functions[0]]);
    assert_eq!(are_equal(&cx, functions[0], containers[0]), None);
    call(&cx, "argmax", &[containers[0], functions[0]]).expect("an object");
    assert_eq!(known(), 1);
    assert_eq!(are_equal(&cx, functions[0], containers[0]), Some(false));
    // The same objects, in another container.
    cx.begin_call(named("apply"), &[functions[0], containers[1]]);
    call(&cx, "apply", &[functions[0], containers[1]]).expect("sizes");
    assert_eq!(known(), 1);
}

#[test]
fn the_memo_is_bounded() {
    let measures = Measures::default();
    let many = vec![Value::Int(7); 1000];
    for k in 0..MAX_WORDS as u64 / 500 {
        measures.insert((k, k), &many, Spent::default());
        assert!(measures.words.borrow().len() <= MAX_WORDS);
    }
    for k in 0..MAX_ENTRIES as u64 + 10 {
        measures.insert((k, 1), &many[..1], Spent::default());
        assert!(measures.table.len() <= MAX_ENTRIES);
    }
    let mut mixed = many.clone();
    mixed.push(Value::at(1, 1));
    measures.insert((1 << 60, 0), &mixed, Spent::default());
    assert!(measures.table.peek((1 << 60, 0)).is_none(), "of two kinds");
    let known = (measures.table.len(), measures.words.borrow().len());
    measures.insert((2 << 60, 0), &[Value::EMPTY_SET], Spent::default());
    assert_eq!((measures.table.len(), measures.words.borrow().len()), known);
}
