//! What the parser accepts and skips, and all of its messages.

use arcbatt::program::{MAX_ERRORS, MAX_LINES, MAX_NESTING, Solvers, parse_file, print_file};
use std::fmt::Write;

fn names(parsed: &Solvers) -> Vec<&str> {
    parsed
        .programs
        .iter()
        .map(|program| program.name.as_str())
        .collect()
}

/// The only program of a source, printed.
fn printed(source: &str) -> String {
    let parsed = parse_file(source);
    assert_eq!(parsed.errors, [], "{source}");
    assert_eq!(parsed.programs.len(), 1, "{source}");
    print_file(&parsed.programs)
}

fn body(lines: &str) -> String {
    let printed = printed(&format!("def solve(I):\n{lines}"));
    printed
        .strip_prefix("def solve(I):\n")
        .expect("the same head")
        .replace("    ", "")
}

#[test]
fn other_code_is_skipped() {
    let source = "\u{feff}#!/usr/bin/env python\n\"\"\"def solve_text(I): return I\"\"\"\n\
        import os, sys; from dsl import *\nfrom constants import (\n  ONE,\n  TWO)\n\
        GRID = [[1, 2],\n [3, 4]]\n\
        @decorator(1)\nclass Thing:\n    def method(self):\n        return f\"{self.x['a']}\"\n\
        def helper(a, *, b=3):\n\tif a:\n\t\treturn lambda x: x\n\
        def solve_a(I):\n    return I\n\
        if __name__ == \"__main__\":\n    print(solve_a(()))\n\
        def differ_b(S, I, C):\n    return C\n";
    let parsed = parse_file(source);
    assert_eq!(names(&parsed), ["solve_a", "differ_b"]);
    assert_eq!(parsed.errors, []);
    assert_eq!(parsed.notes, []);
}

#[test]
fn text_around_a_code_block_is_skipped() {
    let source = "Here's the solver (it's simple:\n\n```python\ndef solve(I):\n    return I\n```\n\
                  That's \"it. See [1\n\ndef solve_b(I):\n    return I\n";
    assert_eq!(names(&parse_file(source)), ["solve", "solve_b"]);
}

#[test]
fn a_broken_program_leaves_the_others() {
    let breaks = [
        "x = add(I, ONE",
        "x = add(I, (ONE, [\n  2",
        "x = 'open",
        "x = \"\"\"open",
        "x = $",
        "for x in I:\n        y = x\n        if y:\n            z = y",
        "  x = I\n   y = I",
        "x = I \\ y",
        "x = nothing(I)\n    def solve_inner(I):\n        return I",
        "}",
    ];
    for broken in breaks {
        let source = format!(
            "def solve_a(I):\n    return I\n\ndef solve_b(I):\n    {broken}\n    return I\n\n\
             def solve_c(I):\n    return I\n"
        );
        let parsed = parse_file(&source);
        assert_eq!(names(&parsed), ["solve_a", "solve_c"], "{source}");
        assert_eq!(parsed.errors.len(), 1, "{source}");
        assert_eq!(
            parsed.errors[0].function.as_deref(),
            Some("solve_b"),
            "{source}"
        );
    }
}

#[test]
fn layouts() {
    let wanted = "def solve(I):\n    x = add(I, ONE)\n    return x\n";
    for source in [
        "def solve(I): x = add(I, ONE); return x",
        "def solve(I):\r\n\tx = add(I, ONE)\r\n\treturn x\r\n",
        "def solve(I):\r\tx = add(I, ONE)\r\treturn x\r",
        "def solve(\n    I: Grid,\n) -> 'Grid':\n \"\"\"Doc.\"\"\"\n x: Grid = add(\n I, # why\n\n ONE,)\n return (x)",
        "def solve(I):\n\n# margin\n    x = \\\n add \\\n (I, ONE)\n  # less\n    return x # end",
        "\x0cdef solve(I):\n    pass\n    x = add(a=I, b=ONE);\n    return x;\n    return y z (\n",
        "def solve(I):\n    x = add(b=ONE, a=I)\n    import os\n    return x\n",
        "def solve(I):\n    x = add(I, b=ONE)\n    return x\n  \n\t\n",
    ] {
        assert_eq!(printed(source), wanted, "{source:?}");
    }
}

#[test]
fn inputs_go_by_position() {
    assert_eq!(
        printed("def solve(I, C, S):\n    O = add(I, C)\n    return S\n"),
        "def solve(I, C, S):\n    O = add(I, C)\n    return S\n"
    );
    let parsed = parse_file("def solve(I, C, S):\n    O = add(I, C)\n    return S\n");
    assert_eq!(
        parsed.programs[0].renamed().to_string(),
        "def solve(S, I, C):\n    x1 = add(S, I)\n    return C\n"
    );
}

#[test]
fn values() {
    for (written, wanted) in [
        ("-1", "-1"),
        ("--0x1F", "31"),
        ("+ 1_000", "1000"),
        ("True", "True"),
        ("(1, -2)", "(1, -2)"),
        ("((1), (2),)", "(1, 2)"),
        ("((TWO))", "TWO"),
        ("size_t", "size_t"),
        ("-9223372036854775808", "-9223372036854775808"),
    ] {
        assert_eq!(
            body(&format!("  return {written}")),
            format!("return {wanted}\n")
        );
    }
}

#[test]
fn nested_calls_become_lines_in_the_order_of_evaluation() {
    assert_eq!(
        body("    x1 = add(double(I), halve(double(ONE)))\n    return compose(flip, even)(x1)"),
        "x2 = double(I)\nx3 = double(ONE)\nx4 = halve(x3)\nx1 = add(x2, x4)\n\
         x5 = compose(flip, even)\nO = x5(x1)\nreturn O\n"
    );
    assert_eq!(
        body("    O = branch(b=double(I), condition=(T, F), a=halve(I))\n    return O"),
        "x1 = double(I)\nx2 = astuple(T, F)\nx3 = halve(I)\nO = branch(x2, x3, x1)\nreturn O\n"
    );
}

#[test]
fn names_are_unique_and_not_reserved() {
    assert_eq!(
        body(
            "    x = double(I)\n    x = double(x)\n    x_2 = double(x)\n    x = double(x)\n    \
             size = double(x)\n    I = double(size)\n    y = I\n    y = double(y)\n    return y"
        ),
        "x = double(I)\nx_3 = double(x)\nx_2 = double(x_3)\nx_4 = double(x_3)\n\
         size_2 = double(x_4)\nI_2 = double(size_2)\ny = double(I_2)\nreturn y\n"
    );
    assert_eq!(
        printed("def solve(T):\n    return flip(T)"),
        "def solve(T_2):\n    O = flip(T_2)\n    return O\n"
    );
    // Python's soft keywords are names.
    assert_eq!(
        body(" match = double(I)\n return match"),
        "match = double(I)\nreturn match\n"
    );
}

#[test]
fn aliases_make_no_lines() {
    assert_eq!(
        body(
            "    f = double\n    c = TWO\n    n = -3\n    g = I\n    x = f(g)\n    y = add(c, n)\n    return x"
        ),
        "x = double(I)\ny = add(TWO, -3)\nreturn x\n"
    );
}

#[test]
fn places_are_those_of_the_calls() {
    let parsed = parse_file(
        "\n  # ü\ndef solve(I):\n    'ü'; ü = add(double(I),\n  halve(I))(I)\n    return ü\n",
    );
    let program = &parsed.programs[0];
    assert_eq!(program.place.to_string(), "3:1");
    let places: Vec<String> = program
        .lines
        .iter()
        .map(|line| line.place.to_string())
        .collect();
    assert_eq!(places, ["4:18", "5:3", "4:14", "4:14"]);
}

#[test]
fn limits_are_problems() {
    let nested = |depth: usize| {
        let source = format!(
            "def solve(I):\n  return {}I{}\n",
            "flip(".repeat(depth),
            ")".repeat(depth)
        );
        parse_file(&source)
    };
    assert_eq!(nested(MAX_NESTING).errors, []);
    assert_eq!(nested(MAX_NESTING + 1).errors.len(), 1);
    let long = |lines: usize| {
        parse_file(&format!(
            "def solve(I):\n{}  return x\n",
            "  x = flip(I)\n".repeat(lines)
        ))
    };
    assert_eq!(long(MAX_LINES).programs[0].lines.len(), MAX_LINES);
    assert_eq!(long(MAX_LINES + 1).errors.len(), 1);
    let many = parse_file(&"def solve(I): x\n".repeat(MAX_ERRORS + 5));
    assert_eq!(many.errors.len(), MAX_ERRORS + 1);
    let last = many.errors.last().expect("there are problems");
    assert_eq!(last.message, "5 more functions are not programs");
}

#[test]
fn a_file_past_the_limit_is_a_problem() {
    let parsed = parse_file(&" ".repeat(arcbatt::program::MAX_SOURCE + 1));
    assert_eq!(parsed.programs, []);
    assert_eq!(
        parsed.errors[0].to_string(),
        "1:1: the file has 67108865 bytes; at most 67108864 are read: split it"
    );
}

/// Every message, with a source that causes it.
#[test]
fn messages() {
    let whole = [
        "def solve():\n    return I",
        "def solve(I, J):\n    return I",
        "def solve(S, I, C, D):\n    return I",
        "def solve(I, I, C):\n    return I",
        "def solve(I=1):\n    return I",
        "def solve(*I):\n    return I",
        "def solve(I, /):\n    return I",
        "def solve[T](I):\n    return I",
        "def solve(I: 1 + 2):\n    return I",
        "def solve(I)\n    return I",
        "def solve(I):\nreturn I",
        "def solve(I):",
        "def solve(I):\n    x = I\n",
        "def solve(I):\n    x = I\n      y = I\n    return I",
        "def solve(I):\n        x = I\n    return I",
        "def solve(I):\n        x = I\n\treturn I",
        "async def solve(I):\n    return I",
        "@cache\ndef solve(I):\n    return I",
        "class A:\n    def solve(self, I):\n        return I",
    ];
    let bodies = [
        "return",
        "return objcts(I)",
        "return zero",
        "return helper_that_is_nowhere(I)",
        "x1 = double(x2)",
        "x1 = double(x1)",
        "x1 = double(x2)\n    x2 = I",
        "size = size(I)",
        "x = double(I)\n    double = x",
        "x = y = I",
        "x = double(I) = I",
        "x, y = I",
        "x += 1",
        "x.y = 1",
        "x[0] = 1",
        "x",
        "x: Grid",
        "print(I)",
        "double(I)",
        "I(I)",
        "x = I(I)",
        "x = ONE(I)",
        "x = 1(I)",
        "if I:\n        return I",
        "for x in I:\n        pass",
        "while T:\n        pass",
        "def inner(x):\n        return x",
        "try:\n        x = I\n    except: pass",
        "global x",
        "del I",
        "...",
        "(x) = I",
        "*x, y = I",
        "x = I + ONE",
        "x = I - 1",
        "x = I * 2",
        "x = I // 2",
        "x = I % 2",
        "x = I == I",
        "x = I != I",
        "x = I < I",
        "x = I > I",
        "x = I and I",
        "x = I or I",
        "x = not I",
        "x = -I",
        "x = ~I",
        "x = I if T else I",
        "x = ONE in I",
        "x = I[0]",
        "x = I.shape",
        "x = lambda y: y",
        "x = [1, 2]",
        "x = {1}",
        "x = [y for y in I]",
        "x = double(y for y in I)",
        "x = (I for y in I)",
        "x = add(*I)",
        "x = add(**I)",
        "x = (y := I)",
        "x = 'text'",
        "x = f'{I}'",
        "f'{I}'",
        "x = 1.5",
        "x = 1e5",
        "x = 1j",
        "x = 007",
        "x = 99999999999999999999",
        "x = (99999999999, 1)",
        "x = None",
        "x = ()",
        "x = (I,)",
        "x = (1, 2, 3)",
        "x = 1, 2",
        "x =",
        "x = add(I,, I)",
        "x = add(I I)",
        "x = add(I, I]",
        "x = add(I, I\n    y = I",
        "x = add(I, I",
        "x = )",
        "x = I)",
        "x = I I",
        "x = double(n=)",
        "x = double(m=I)",
        "x = add(a=I, I)",
        "x = add(I, a=I)",
        "x = add(b=I)",
        "x = branch(I, b=I)",
        "x = add(1, 2, 3, 4, 5, a=6)",
        "f = compose(flip, flip)\n    x = f(x=I)",
        "x = $",
        "x = I ?",
        "x = I\u{a0}",
        "x = \\ I",
        "x = 'text",
        "'''text",
        "pass I",
    ];
    let mut messages = String::new();
    let bodies = bodies
        .iter()
        .map(|body| format!("def solve(I):\n    {body}\n    return I"));
    for source in whole.map(str::to_owned).into_iter().chain(bodies) {
        let parsed = parse_file(&source);
        assert_eq!(parsed.programs, [], "{source}");
        assert_eq!(parsed.errors.len(), 1, "{source}");
        let source = source.strip_suffix("\n    return I").unwrap_or(&source);
        let source = source.strip_prefix("def solve(I):\n    ").unwrap_or(source);
        writeln!(messages, "{source}\n--> {}\n", parsed.errors[0]).expect("strings take all");
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn notes() {
    let sources = [
        "",
        "x = 1",
        "def solve_a(I):\n    return I\n\n\ndef solve_a(I):\n    return ONE\n",
        "def solve2(I):\n    return I\ndef solve(I):\n    return I",
        "def objects(grid):\n    return grid\ndef solve(I):\n    return I",
        "def objects(grid):\n    return grid\ndef size(x): return 1\ndef solve(I):\n    return I",
    ];
    let mut messages = String::new();
    for source in sources {
        let parsed = parse_file(source);
        assert_eq!(parsed.errors, []);
        assert_eq!(parsed.notes.len(), 1, "{source}");
        let names = names(&parsed).join(" ");
        writeln!(messages, "{source}\n--> [{names}] {}\n", parsed.notes[0])
            .expect("strings take all");
    }
    insta::assert_snapshot!(messages);
}
