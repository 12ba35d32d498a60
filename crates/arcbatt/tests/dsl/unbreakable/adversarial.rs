//! Programs written to break an executor, each with its expected outcome.

use arcbatt::batt::{Code, Inputs, Stopped};
use arcbatt::dsl::{Cx, Fail, Limit, Limits, Value};
use arcbatt::grid::GridBuf;
use arcbatt::program::parse_file;
use bumpalo::Bump;
use std::fmt::Write;
use std::time::Duration;

/// Runs a program of these lines on a 3x4 grid, with the default limits except for the clock, which
/// must not be the reason that it ends.
fn outcome(lines: &str) -> Result<String, Fail> {
    let body: Vec<&str> = lines.lines().map(str::trim).collect();
    let last = body.last().unwrap().split(" = ").next().unwrap();
    let source = format!(
        "def solve(S, I, C):\n    {}\n    return {last}\n",
        body.join("\n    ")
    );
    let parsed = parse_file(&source);
    assert_eq!(parsed.errors, []);
    let grid = GridBuf::from_digits(&["0120", "3450", "0006"]).unwrap();
    let arena = Bump::new();
    let limits = Limits {
        time: Duration::from_secs(600),
        ..Limits::default()
    };
    let cx = Cx::new(&arena, limits);
    let i = cx.grid_value(grid.view());
    let given = Inputs {
        s: Value::EMPTY_TUPLE,
        i,
        c: i,
    };
    let result = Code::new(&parsed.programs[0]).run(&cx, given);
    // A value takes 16 bytes; the rest is space that the arena's chunks may leave free.
    let most = 4 * 16 * limits.cells as usize;
    assert!(
        arena.allocated_bytes() < most,
        "{} bytes",
        arena.allocated_bytes()
    );
    match result {
        Ok(value) => Ok(value.to_string()),
        Err(Stopped { fail, .. }) => Err(fail),
    }
}

/// The line `first`, then `count` times `step`, where `<` is the previous variable and `>` the next.
fn chain(first: &str, step: &str, count: usize) -> String {
    let mut lines = format!("x0 = {first}");
    for k in 1..=count {
        let step = step
            .replace('<', &format!("x{}", k - 1))
            .replace('>', &format!("x{k}"));
        write!(lines, "\n{step}").unwrap();
    }
    lines
}

#[track_caller]
fn limited(lines: &str, limit: Limit) {
    assert_eq!(outcome(lines).map(|_| "a value"), Err(Fail::Limit(limit)));
}

#[track_caller]
fn answers(lines: &str, wanted: &str) {
    assert_eq!(outcome(lines).unwrap(), wanted);
}

#[test]
fn functions_of_functions() {
    limited(
        &(chain("power(increment, THOUSAND)", "> = power(<, THOUSAND)", 5) + "\ny = x5(ZERO)"),
        Limit::Steps,
    );
    limited(
        &(chain(
            "power(identity, 9000000000000000000)",
            "> = power(<, 9000000000000000000)",
            3,
        ) + "\ny = x3(I)"),
        Limit::Steps,
    );
    limited(
        &(chain("compose(identity, identity)", "> = compose(<, <)", 12)
            + "\nf = power(x12, THOUSAND)\ny = f(I)"),
        Limit::Steps,
    );
    limited(
        &chain(
            "compose(identity, identity)",
            "> = compose(<, identity)",
            200,
        ),
        Limit::Depth,
    );
    limited(
        &chain(
            "fork(astuple, identity, identity)",
            "> = fork(astuple, <, <)",
            200,
        ),
        Limit::Size,
    );
    limited(
        &chain("lbind(astuple, I)", "> = lbind(rbind, <)", 200),
        Limit::Depth,
    );
    // Every call of the function doubles the number of elements.
    limited(
        "f = fork(combine, identity, identity)\ng = power(f, HUNDRED)\ny = g(I)",
        Limit::Size,
    );
    answers(
        &(chain(
            "compose(increment, increment)",
            "> = compose(increment, <)",
            90,
        ) + "\ny = x90(ZERO)"),
        "92",
    );
}

#[test]
fn nested_repetitions() {
    limited(
        "x = repeat(I, THOUSAND)\ny = repeat(x, THOUSAND)\nz = repeat(y, THOUSAND)",
        Limit::Size,
    );
    limited(
        &chain("repeat(I, TEN)", "> = repeat(<, TEN)", 90),
        Limit::Size,
    );
    limited(
        "x = repeat(ZERO, THOUSAND)\ny = repeat(x, THOUSAND)\nz = hconcat(y, y)\nw = hconcat(z, z)",
        Limit::Size,
    );
    limited("x = repeat(ZERO, 60000)\ny = repeat(x, 60000)", Limit::Size);
    limited("x = repeat(I, 9000000000000000000)", Limit::Size);
    limited("x = interval(ZERO, 1000000000, ONE)", Limit::Size);
    limited(
        "x = interval(-9000000000000000000, 9000000000000000000, ONE)",
        Limit::Size,
    );
    limited(
        "x = interval(9000000000000000000, -9000000000000000000, -1)",
        Limit::Size,
    );
    answers(
        "x = interval(-9000000000000000000, 9000000000000000000, 6000000000000000000)",
        "(-9000000000000000000, -3000000000000000000, 3000000000000000000)",
    );
    answers(
        "x = interval(9223372036854775807, -9223372036854775807, -4000000000000000000)\ny = last(x)",
        "-6776627963145224193",
    );
}

/// Values shared in memory are walked once per reference when compared, hashed, sorted or copied.
#[test]
fn shared_values_are_accounted_for() {
    for step in ["> = astuple(<, <)", "> = pair(<, <)", "> = repeat(<, TWO)"] {
        limited(&chain("astuple(I, C)", step, 90), Limit::Size);
    }
    limited(
        &chain("lbind(astuple, I)", "> = chain(<, <, <)", 90),
        Limit::Size,
    );
    // Light enough to be built once; a thousand comparisons exceed the limit.
    let heavy = chain("astuple(I, C)", "> = astuple(<, <)", 16);
    let other = heavy.replace('x', "y");
    let heavy = format!(
        "{heavy}
        {other}
        f = lbind(astuple, x16)
        g = compose(first, f)
        n = interval(ZERO, THOUSAND, ONE)"
    );
    answers(&format!("{heavy}\nz = equality(x16, y16)"), "True");
    limited(
        &format!("{heavy}\nh = lbind(equality, y16)\nz = apply(h, n)"),
        Limit::Cells,
    );
    limited(
        &format!("{heavy}\nh = matcher(g, y16)\nz = sfilter(n, h)"),
        Limit::Cells,
    );
    limited(&format!("{heavy}\nz = argmax(n, g)"), Limit::Cells);
    limited(&format!("{heavy}\nz = order(n, g)"), Limit::Cells);
    limited(&format!("{heavy}\nz = repeat(x16, THOUSAND)"), Limit::Size);
}

#[test]
fn nested_products() {
    limited(
        "x = asindices(I)\ny = product(x, x)\nz = product(y, y)\nw = product(z, z)\nv = product(w, w)",
        Limit::Size,
    );
    limited(
        "x = interval(ZERO, THOUSAND, ONE)\ny = product(x, x)\nz = product(y, y)",
        Limit::Size,
    );
    limited(
        "x = interval(ZERO, THOUSAND, ONE)\ny = prapply(astuple, x, x)\nz = prapply(astuple, y, y)",
        Limit::Steps,
    );
    limited(
        "x = interval(ZERO, 30000, ONE)\ng = rbind(repeat, 30000)\nz = mapply(g, x)",
        Limit::Cells,
    );
}

#[test]
fn grids_that_grow() {
    limited(
        &chain("upscale(I, TEN)", "> = upscale(<, TEN)", 9),
        Limit::Size,
    );
    limited(
        &chain("hconcat(I, I)", "> = hconcat(<, <)", 60),
        Limit::Size,
    );
    limited(
        &chain("vconcat(I, I)", "> = vconcat(<, <)", 60),
        Limit::Size,
    );
    limited("x = upscale(I, 9000000000000000000)", Limit::Size);
    limited("x = vupscale(I, 4611686018427387904)", Limit::Size);
    limited("x = hupscale(I, 4611686018427387905)", Limit::Size);
    limited("x = canvas(ZERO, (2147483647, 2147483647))", Limit::Size);
    limited("x = canvas(ZERO, (2147483647, 1))", Limit::Size);
    limited("x = canvas(ZERO, (1, 2147483647))", Limit::Size);
    limited("x = canvas(THOUSAND, (40000, 40000))", Limit::Size);
    limited("x = asobject(I)\ny = upscale(x, 100000)", Limit::Size);
}

#[test]
fn patches_with_extreme_coordinates() {
    let far = "a = initset((2000000000, 2000000000))\nb = insert((-2000000000, -2000000000), a)\n";
    limited(&format!("{far}y = backdrop(b)"), Limit::Size);
    limited(&format!("{far}y = delta(b)"), Limit::Size);
    limited(&format!("{far}y = box(b)"), Limit::Size);
    limited(&format!("{far}y = outbox(b)"), Limit::Size);
    limited(&format!("{far}y = shift(b, (2000000000, 0))"), Limit::Size);
    limited(&format!("{far}y = normalize(b)"), Limit::Size);
    limited("y = connect((0, 0), (2000000000, 0))", Limit::Size);
    limited(
        "y = connect((-2000000000, -2000000000), (2000000000, 2000000000))",
        Limit::Size,
    );
    limited("y = shoot((2147483647, 0), (1, 1))", Limit::Size);
    limited("y = neighbors((2147483647, -2147483648))", Limit::Size);
    answers(&format!("{far}y = height(b)"), "4000000001");
    answers(
        &format!("{far}y = fill(I, ONE, b)\nz = equality(y, I)"),
        "True",
    );
    answers("y = connect((0, 0), (2000000000, 1))\nz = size(y)", "0");
}

#[test]
fn numbers_that_overflow() {
    limited(
        &chain("multiply(TEN, TEN)", "> = multiply(<, <)", 9),
        Limit::Size,
    );
    limited(&chain("double(TEN)", "> = double(<)", 70), Limit::Size);
    limited("x = add(9223372036854775807, ONE)", Limit::Size);
    limited("x = subtract(-9223372036854775807, TEN)", Limit::Size);
    limited("x = increment(9223372036854775807)", Limit::Size);
    limited("x = multiply((2147483647, 2), TWO)", Limit::Size);
    limited("x = invert((-2147483648, 0))", Limit::Size);
    limited("x = astuple(9223372036854775807, ONE)", Limit::Size);
}

#[test]
fn nesting() {
    limited(&chain("initset(I)", "> = initset(<)", 5_000), Limit::Depth);
    limited(
        &chain("repeat(I, ONE)", "> = repeat(<, ONE)", 5_000),
        Limit::Depth,
    );
    limited(
        &chain(
            "compose(identity, identity)",
            "> = compose(identity, <)",
            5_000,
        ),
        Limit::Depth,
    );
    limited(
        &chain("initset(identity)", "> = matcher(identity, <)", 5_000),
        Limit::Depth,
    );
    // As deep as allowed, and compared all the way down.
    let deep = chain("initset(I)", "> = initset(<)", 97);
    let other = deep.replace('x', "y");
    answers(&format!("{deep}\n{other}\nz = equality(x97, y97)"), "True");
}

/// Each took minutes: the loops were longer than what they read.
#[test]
fn work_is_bounded_by_what_is_charged() {
    answers(
        "x = repeat(I, 100000)\ny = compress(x)\nz = size(y)",
        "100000",
    );
    answers(
        "x = canvas(ZERO, (60000, 1))\ny = hsplit(x, 200000)\nz = size(y)",
        "200000",
    );
    limited(
        "w = canvas(THREE, (1, 60000))\nx = canvas(ZERO, (1000, 1000))\ny = totuple(asindices(x))\nz = product(w, y)",
        Limit::Cells,
    );
}
