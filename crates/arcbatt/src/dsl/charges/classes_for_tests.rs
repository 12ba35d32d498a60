//! Values of every class, from small ones to the largest that the limits allow.

use crate::dsl::{Cx, Fail, Value, primitive};
use crate::rng::Rng;

/// A value with the name of its class.
pub type Named<'a> = (String, Value<'a>);

/// A primitive as a value.
pub fn function(name: &str) -> Value<'static> {
    Value::Primitive(primitive(name).expect("a primitive"))
}

/// The result of a call that succeeds.
pub fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Value<'a> {
    cx.call(function(name), args)
        .unwrap_or_else(|fail| panic!("{name}: {fail}"))
}

/// The tuple of these elements.
fn tuple<'a>(cx: &Cx<'a>, items: impl IntoIterator<Item = Value<'a>>) -> Result<Value<'a>, Fail> {
    let mut list = cx.list();
    list.extend(items);
    cx.tuple(list.into_bump_slice_mut())
}

/// The set of these elements.
fn set<'a>(cx: &Cx<'a>, items: impl IntoIterator<Item = Value<'a>>) -> Result<Value<'a>, Fail> {
    let mut list = cx.list();
    list.extend(items);
    cx.set(list)
}

/// A grid of random colours.
fn grid<'a>(cx: &Cx<'a>, height: usize, width: usize, colors: u64) -> Result<Value<'a>, Fail> {
    let mut rng = Rng::new((height * 31 + width) as u64);
    let cells = cx
        .arena()
        .alloc_slice_fill_with(height * width, |_| rng.below(colors) as i8);
    cx.grid(height, width, cells)
}

/// Numbers, pairs, coloured cells.
pub fn scalars<'a>(cx: &Cx<'a>) -> Vec<Named<'a>> {
    let named = |name: &str, value| (name.to_owned(), value);
    let mut all: Vec<Named> = [-1, 0, 1, 2, 3, 7, 1_000, 60_000, 1_000_000, i64::MAX]
        .into_iter()
        .map(|n| (n.to_string(), Value::Int(n)))
        .collect();
    all.extend([
        named("False", Value::from(false)),
        named("True", Value::from(true)),
        named("(0, 0)", Value::at(0, 0)),
        named("(-1, 1)", Value::at(-1, 1)),
        named("(3, 500)", Value::at(3, 500)),
        named("(1000, 1000)", Value::at(1_000, 1_000)),
        named("(60000, 1)", Value::at(60_000, 1)),
        named("(1, 60000)", Value::at(1, 60_000)),
        named("far", Value::at(-1 << 30, 1 << 30)),
        named("cell", cx.cell(3, 1, 2)),
        named("()", Value::EMPTY_TUPLE),
        named("{}", Value::EMPTY_SET),
    ]);
    all
}

/// Containers of about so many cells or elements.
pub fn containers<'a>(cx: &Cx<'a>, n: usize) -> Vec<Named<'a>> {
    let mut all = Vec::new();
    let mut add = |name: &str, value: Result<Value<'a>, Fail>| {
        cx.refill();
        if let Ok(value) = value {
            all.push((format!("{name} {n}"), value));
        }
    };
    let side = n.isqrt().max(1);
    let long = n.min(60_000);
    let pair = |k: usize| Value::at((k / side) as i32, (k % side) as i32);
    let scattered =
        |k: usize| Value::at((k * 7_919 % 100_003) as i32, (k * 104_729 % 99_991) as i32);
    let number = |k: usize| Value::Int((k * 7_919 % 1_000_003) as i64);
    let cell = |k: usize| cx.cell((k % 10) as i32, (k / side) as i32, (k % side) as i32);
    let ring = call(cx, "neighbors", &[Value::at(5, 5)]);
    let small_grid = grid(cx, 3, 3, 5).expect("a grid");
    add("blank grid", grid(cx, side, side, 1));
    add("grid", grid(cx, side, side, 10));
    add("grid of 100 colours", grid(cx, side, side, 100));
    add("column", grid(cx, long, 1, 10));
    add("two columns", grid(cx, (n / 2).min(60_000), 2, 10));
    add("row grid", grid(cx, 1, long, 10));
    add("grid without columns", grid(cx, long, 0, 10));
    add(
        "row",
        tuple(cx, (0..n).map(|k| Value::Int((k * 31 % 10) as i64))),
    );
    add("zeros", tuple(cx, (0..n).map(|_| Value::Int(0))));
    add("numbers", tuple(cx, (0..n).map(number)));
    add(
        "equal numbers",
        tuple(cx, (0..n).map(|_| Value::Int(1_000))),
    );
    add("pairs", tuple(cx, (0..n).map(scattered)));
    add("cells", tuple(cx, (0..n).map(cell)));
    add(
        "empty tuples",
        tuple(cx, (0..n).map(|_| Value::EMPTY_TUPLE)),
    );
    add("same grids", tuple(cx, (0..n / 3).map(|_| small_grid)));
    add("same sets", tuple(cx, (0..n / 4).map(|_| ring)));
    add(
        "functions",
        tuple(
            cx,
            (0..n).map(|k| function(["identity", "size", "first"][k % 3])),
        ),
    );
    add("ragged rows", {
        let rows =
            (0..side).map(|k| tuple(cx, (0..side - k % 2).map(|k| Value::Int((k % 10) as i64))));
        let rows: Result<Vec<_>, _> = rows.collect();
        rows.and_then(|rows| tuple(cx, rows))
    });
    add("ragged numbers", {
        let rows = (0..side).map(|k| tuple(cx, (0..side - k % 2).map(number)));
        let rows: Result<Vec<_>, _> = rows.collect();
        rows.and_then(|rows| tuple(cx, rows))
    });
    add("heavy twice", {
        let row = tuple(cx, (0..n / 3).map(number)).expect("a tuple");
        tuple(cx, [row, row])
    });
    add("set of numbers", set(cx, (0..n).map(number)));
    add(
        "bitset",
        cx.indices_of((0..n.min(64 * 128)).map(|k| ((k / 64) as i32, (k % 64) as i32))),
    );
    add("wide set", set(cx, (0..n).map(pair)));
    add("scattered set", set(cx, (0..n).map(scattered)));
    add("line", set(cx, (0..n).map(|k| Value::at(0, k as i32))));
    add("object", {
        let cells =
            (0..n.min(64 * 128)).map(|k| ((k % 16) as i32, (k / 64) as i32, (k % 64) as i32));
        cx.object_of(cells)
    });
    add("object of one colour", {
        cx.object_of((0..n.min(64 * 128)).map(|k| (3, (k / 64) as i32, (k % 64) as i32)))
    });
    add("wide object", set(cx, (0..n).map(cell)));
    add("set of sets", {
        let sets = (0..n / 3).map(|k| cx.indices_of([(k as i32, 3), (k as i32, 4)].into_iter()));
        let sets: Result<Vec<_>, _> = sets.collect();
        sets.and_then(|sets| set(cx, sets))
    });
    add("set of objects", {
        let sets = (0..n / 3)
            .map(|k| cx.object_of([(2, (k % side) as i32, (k / side) as i32)].into_iter()));
        let sets: Result<Vec<_>, _> = sets.collect();
        sets.and_then(|sets| set(cx, sets))
    });
    add("set of tuples", {
        let items = (0..n / 4).map(|k| tuple(cx, [number(k), number(k + 1), number(3)]));
        let items: Result<Vec<_>, _> = items.collect();
        items.and_then(|items| set(cx, items))
    });
    add("set of grids", {
        let grids = (0..n / 4).map(|k| {
            cx.grid(
                1,
                3,
                cx.arena().alloc_slice_copy(&[
                    (k % 100) as i8,
                    (k / 100 % 100) as i8,
                    (k / 10_000) as i8,
                ]),
            )
        });
        let grids: Result<Vec<_>, _> = grids.collect();
        grids.and_then(|grids| set(cx, grids))
    });
    add("product", {
        let few = (0..(n / 3).isqrt()).map(|k| Value::at(0, k as i32 * 300));
        set(cx, few).and_then(|few| cx.call(function("product"), &[few, few]))
    });
    add(
        "mixed set",
        set(
            cx,
            (0..n).map(|k| [number(k), scattered(k), cell(k)][k % 3]),
        ),
    );
    add(
        "mixed tuple",
        tuple(
            cx,
            (0..n / 4).map(|k| [number(k), scattered(k), ring, small_grid][k % 4]),
        ),
    );
    all
}

/// A value that weighs so much but takes little memory, as its parts are shared.
pub fn shared<'a>(cx: &Cx<'a>, weight: u32) -> Value<'a> {
    let grid = grid(cx, 3, 3, 5).expect("a grid");
    let mut value = tuple(cx, [grid, grid]).expect("a tuple");
    while value.weight() < weight / 2 {
        value = tuple(cx, [value, value]).expect("a tuple");
    }
    value
}

/// Functions of one and of two arguments.
pub fn functions<'a>(cx: &Cx<'a>) -> Vec<Named<'a>> {
    let names = [
        "identity",
        "size",
        "first",
        "last",
        "increment",
        "flip",
        "even",
        "toivec",
        "initset",
        "neighbors",
        "totuple",
        "palette",
        "hmirror",
        "normalize",
        "dedupe",
        "merge",
        "color",
        "asindices",
        "objects",
        "add",
        "combine",
        "astuple",
        "product",
        "equality",
        "repeat",
        "contained",
        "difference",
        "connect",
        "crop",
        "fill",
        "apply",
    ];
    let mut all: Vec<Named> = names
        .iter()
        .map(|&name| (name.to_owned(), function(name)))
        .collect();
    let light = Value::at(3, 4);
    let heavy = shared(cx, 30_000);
    let middling = shared(cx, 600);
    let row = tuple(cx, (0..1_000).map(|k| Value::Int(k % 10))).expect("a row");
    let values = [
        ("light", light),
        ("middling", middling),
        ("heavy", heavy),
        ("row", row),
    ];
    for (name, value) in values {
        for (kind, args) in [
            ("lbind", [function("astuple"), value]),
            ("rbind", [function("astuple"), value]),
            ("rbind", [function("equality"), value]),
            ("rbind", [function("repeat"), Value::Int(200)]),
            ("lbind", [function("repeat"), value]),
            ("lbind", [function("contained"), value]),
            ("rbind", [function("contained"), value]),
            ("lbind", [function("interval"), Value::Int(0)]),
            ("matcher", [function("identity"), value]),
            ("lbind", [function("add"), light]),
            ("lbind", [function("shift"), value]),
            ("rbind", [function("shoot"), Value::at(1, 1)]),
        ] {
            all.push((format!("{kind} {} {name}", args[0]), call(cx, kind, &args)));
        }
    }
    let bound = call(cx, "lbind", &[function("astuple"), heavy]);
    let double = call(
        cx,
        "fork",
        &[
            function("astuple"),
            function("identity"),
            function("identity"),
        ],
    );
    let chain = call(
        cx,
        "chain",
        &[function("size"), function("dedupe"), function("totuple")],
    );
    let power = call(cx, "power", &[double, Value::Int(6)]);
    let deep = call(cx, "lbind", &[function("apply"), function("initset")]);
    let composed = call(cx, "compose", &[function("first"), bound]);
    all.extend([
        ("fork".to_owned(), double),
        ("chain".to_owned(), chain),
        ("power".to_owned(), power),
        ("nested".to_owned(), deep),
        ("compose".to_owned(), composed),
    ]);
    all
}
