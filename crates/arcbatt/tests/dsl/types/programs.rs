//! Types of whole programs, and the messages for rejected ones.

use super::support::program;
use arcbatt::program::{Arg, Checker, Line, Program, parse_file, typecheck};

/// `name: type` for every line.
fn types(lines: &str) -> Vec<String> {
    let program = program(lines);
    let typing = typecheck(&program).unwrap_or_else(|error| panic!("{error}"));
    let named = program.lines.iter().zip(&typing.types);
    named.map(|(l, t)| format!("{}: {t}", l.name)).collect()
}

fn rejected(lines: &str) -> String {
    match typecheck(&program(lines)) {
        Ok(typing) => panic!("accepted: {typing:?}"),
        Err(error) => error.to_string(),
    }
}

fn accepted(lines: &str) {
    types(lines);
}

#[test]
fn values() {
    assert_eq!(
        types(
            "x1 = objects(I, T, F, T)
             x2 = merge(x1)
             x3 = argmax(x1, size)
             x4 = apply(ulcorner, x1)
             x5 = toindices(x3)
             x6 = palette(I)
             x7 = first(I)
             x8 = totuple(x1)
             x9 = first(S)
             x10 = astuple(ONE, UNITY)
             x11 = colorfilter(x1, RED)
             x12 = combine(x5, x3)
             x13 = branch(T, I, x3)
             x14 = astuple(hmirror, vmirror)
             x15 = rapply(x14, I)
             x16 = maximum(x4)
             O = fill(I, BLUE, x2)"
        ),
        [
            "x1: Set[Object]",
            "x2: Object",
            "x3: Object",
            "x4: Indices",
            "x5: Indices",
            "x6: Set[Color]",
            "x7: Row",
            "x8: Tuple[Object]",
            "x9: Tuple[Grid]",
            "x10: Cell",
            "x11: Set[Object]",
            "x12: Set[Pair or Cell]",
            "x13: Element",
            "x14: Tuple[(Piece -> Piece)]",
            "x15: Tuple[Grid]",
            "x16: Numerical",
            "O: Grid",
        ]
    );
}

#[test]
fn functions() {
    assert_eq!(
        types(
            "x1 = rbind(shift, DOWN)
             x2 = compose(size, palette)
             x3 = matcher(color, RED)
             x4 = fork(multiply, height, width)
             x5 = lbind(recolor, FIVE)
             x6 = power(hmirror, TWO)
             x7 = chain(first, palette, toindices)
             x8 = rbind(fill, x5)
             x9 = lbind(fill, I)
             x10 = lbind(apply, x3)
             x11 = branch(T, rot90, rot180)
             x12 = compose(x1, x5)
             x13 = rbind(add, ONE)
             x14 = rbind(add, UNITY)
             x15 = lbind(rbind, add)
             x16 = x11(I)
             x17 = x4(I)
             x18 = x10(I)
             x19 = x15(TWO)
             x20 = x19(UNITY)"
        ),
        [
            "x1: (Patch -> Patch)",
            "x2: (Element -> Int)",
            "x3: (Object -> Bool)",
            "x4: (Piece -> Int)",
            "x5: (Patch -> Object)",
            "x6: (Piece -> Piece)",
            "x7: (Patch -> Color)",
            "x8: (Grid, Color -> Never)",
            "x9: (Color, Patch -> Grid)",
            "x10: (Container[Any] -> Container[Bool])",
            "x11: (Grid -> Grid)",
            "x12: (Patch -> Object)",
            "x13: (Numerical -> Numerical)",
            "x14: (Numerical -> Pair)",
            "x15: (Any -> (Numerical -> Numerical))",
            "x16: Grid",
            "x17: Int",
            "x18: Tuple[Bool]",
            "x19: (Numerical -> Numerical)",
            "x20: Pair",
        ]
    );
}

#[test]
fn overloads() {
    let program = program(
        "x1 = add(ONE, TWO)
         x2 = add(ONE, UNITY)
         x3 = hmirror(I)
         x4 = asobject(x3)
         x5 = branch(T, I, x4)
         x6 = hmirror(x5)",
    );
    let typing = typecheck(&program).unwrap();
    assert_eq!(
        typing.overloads,
        [Some(0), Some(2), Some(0), Some(0), Some(0), None]
    );
    assert_eq!(typing.result.to_string(), "Element");
}

#[test]
fn arguments_that_no_overload_takes() {
    assert_eq!(
        rejected("x1 = fill(I, RED, TWO)"),
        "line 2: fill(I, RED, TWO): the third argument, patch, is an Int; \
         fill takes (grid: Grid, value: Color, patch: Patch)"
    );
    assert_eq!(
        rejected(
            "x1 = objects(I, T, F, T)
             x2 = fill(x1, RED, x1)"
        ),
        "line 3: fill(x1, RED, x1): the first argument, grid, is a Set[Object]; \
         fill takes (grid: Grid, value: Color, patch: Patch)"
    );
    assert_eq!(
        rejected("x1 = add(UNITY, I)"),
        "line 2: add(UNITY, I): the second argument, b, is a Grid; \
         add takes (a: Int, b: Int), (a: Pair, b: Numerical) or (a: Int, b: Pair)"
    );
    assert_eq!(
        rejected("x1 = size(size)"),
        "line 2: size(size): the first argument, container, is a function (Container[Any] -> Int); \
         size takes (container: Container[a])"
    );
    assert_eq!(
        rejected("x1 = apply(I, size)"),
        "line 2: apply(I, size): the first argument, function, is a Grid; \
         apply takes (function: (a -> b), container: Set[a]) \
         or (function: (a -> b), container: Tuple[a])"
    );
    assert_eq!(
        rejected("x1 = apply(ofcolor, I)"),
        "line 2: apply(ofcolor, I): the first argument, function, is a function \
         (Grid, Color -> Indices); apply takes (function: (a -> b), container: Set[a]) \
         or (function: (a -> b), container: Tuple[a])"
    );
}

#[test]
fn wrong_numbers_of_arguments() {
    assert_eq!(
        rejected("x1 = fill(I, RED)"),
        "line 2: fill(I, RED): fill takes 3 arguments (grid, value, patch); 2 are given"
    );
    assert_eq!(
        rejected("x1 = size_t(I, I)"),
        "line 2: size_t(I, I): size_t takes 1 argument (container); 2 are given"
    );
    assert_eq!(
        rejected("x1 = rbind(shift, UP)\nx2 = x1(I, I)"),
        "line 3: x1(I, I): x1 takes 1 argument; 2 are given"
    );
}

#[test]
fn calls_of_variables() {
    assert_eq!(
        rejected("x1 = size(I)\nx2 = x1(I)"),
        "line 3: x1(I): x1 is an Int, not a function"
    );
    assert_eq!(
        rejected("x1 = compose(double, color)\nx2 = x1(TWO)"),
        "line 3: x1(TWO): x1 is a function (Object -> Int); it fails for an Int"
    );
}

#[test]
fn doubtful_programs_are_accepted() {
    // A set of objects may be empty, and the empty set is a patch.
    accepted("x1 = objects(I, T, F, T)\nx2 = fill(I, RED, x1)");
    // The function fails on every element, but there may be none.
    accepted("x1 = objects(I, T, F, T)\nx2 = apply(increment, x1)");
    // Any value has a truth value, and the result's type is unknown.
    accepted("x1 = both(I, I)\nx2 = height(x1)");
    accepted("x1 = objects(I, I, I, I)\nx2 = flip(x1)");
    // Rows of two cells are pairs.
    accepted("x1 = fill(I, RED, I)");
    // Whether it is a pair is known only at run time.
    accepted("x1 = first(I)\nx2 = add(x1, ONE)");
    // Never called.
    accepted("x1 = rbind(shift, ONE)\nx2 = compose(x1, size)");
}

#[test]
fn built_in_solvers_are_accepted() {
    let parsed = parse_file(include_str!("../../../data/solvers.py"));
    assert!(parsed.programs.len() > 50);
    for program in &parsed.programs {
        if let Err(error) = typecheck(program) {
            panic!("{error}\n{program}");
        }
    }
}

/// A program of `count` lines: `first`, then `step` applied to the previous line each time.
fn long(first: &str, step: &str, count: usize) -> Program {
    let mut program = program(&format!("{first}\n{step}"));
    let line: Line = program.lines[1].clone();
    for k in 2..count {
        let args = line.args.iter().map(|&arg| match arg {
            Arg::Line(_) => Arg::Line(k as u32 - 1),
            other => other,
        });
        program.lines.push(Line {
            args: args.collect(),
            ..line.clone()
        });
    }
    program.result = Arg::Line(count as u32 - 1);
    program
}

#[test]
fn work_is_bounded() {
    let mut checker = Checker::new();
    for (first, step) in [
        ("x0 = compose(size, palette)", "x1 = compose(double, x0)"),
        ("x0 = fork(add, size, size)", "x1 = fork(add, x0, x0)"),
        ("x0 = compose(identity, size)", "x1 = chain(x0, x0, x0)"),
        ("x0 = power(double, TWO)", "x1 = power(x0, TWO)"),
        ("x0 = lbind(apply, size)", "x1 = lbind(apply, x0)"),
        (
            "x0 = branch(T, rot90, rot180)",
            "x1 = branch(T, x0, rot270)",
        ),
        ("x0 = initset(I)", "x1 = initset(x0)"),
        ("x0 = astuple(size, size)", "x1 = astuple(x0, size)"),
    ] {
        let mut longer = long(first, step, 100_000);
        assert!(checker.accepts(&longer), "{step}");
        let shown = checker.type_of(99_999).to_string();
        assert!(shown.len() < 300, "{step}: {shown}");
        // Call it, whether or not it is a function.
        let called = program("x0 = identity(size)\nx1 = x0(I)").lines.remove(1);
        for at in [20, 60, 90, 99_999] {
            let mut call = called.clone();
            call.callee = arcbatt::program::Callee::Line(at);
            longer.lines.push(call);
        }
        let _ = checker.accepts(&longer);
    }
}

#[test]
fn functions_that_call_themselves() {
    // x -> {x(x)}, applied to itself.
    accepted("x1 = fork(rapply, initset, identity)\nx2 = x1(x1)");
}

#[test]
fn a_checker_forgets_the_last_program() {
    let mut checker = Checker::new();
    checker.check(&program("x1 = size(I)")).unwrap();
    assert!(checker.check(&program("x1 = size(TWO)")).is_err());
    checker.check(&program("x1 = rbind(shift, UP)")).unwrap();
    assert_eq!(checker.type_of(0).to_string(), "(Patch -> Patch)");
    assert_eq!(checker.type_of(5).to_string(), "Any");
}
