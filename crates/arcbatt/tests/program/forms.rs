//! The forms in which people and language models write solvers.

use arcbatt::program::{ParseError, ReadOptions, Solvers, parse_file, print_file};

/// The programs of a source that has no errors, printed.
#[track_caller]
fn printed(source: &str) -> String {
    let parsed = parse_file(source);
    assert_eq!(parsed.errors, [], "{source}");
    print_file(&parsed.programs)
}

fn names(parsed: &Solvers) -> Vec<&str> {
    let programs = parsed.programs.iter();
    programs.map(|program| program.name.as_str()).collect()
}

fn lines(parsed: &Solvers) -> Vec<u32> {
    let programs = parsed.programs.iter();
    programs.map(|program| program.place.line).collect()
}

/// An error as the command prints it.
fn shown(error: &ParseError) -> String {
    format!(
        "{error}\n{}",
        error.excerpt.as_deref().unwrap_or("(no line)")
    )
}

#[track_caller]
fn error(source: &str) -> String {
    let parsed = Solvers::read(source);
    assert_eq!(parsed.programs, [], "{source}");
    assert_eq!(parsed.errors.len(), 1, "{source}: {:?}", parsed.errors);
    shown(&parsed.errors[0])
}

#[test]
fn names_of_solvers() {
    let source = "def solve(I): return I\ndef solve_a_2(I): return I\ndef verify_b(I): return I\n\
                  def verify(I): return I\ndef solve(grid: Grid) -> Grid: return grid\n\
                  def transform(I): return I\ndef mine(I): return I\n";
    let parsed = parse_file(source);
    assert_eq!(
        names(&parsed),
        ["solve", "solve_a_2", "solve_b", "solve", "solve"]
    );
    assert_eq!(lines(&parsed), [1, 2, 3, 4, 5]);
    let message =
        "the name is defined twice, first at 1:1; all are loaded, Python would keep the last";
    assert_eq!(
        parsed.notes[0].to_string(),
        format!("5:1: solve: {message}")
    );
    assert_eq!(parsed.notes.len(), 1, "{:?}", parsed.notes);

    let with = |entries: &[&str]| {
        let entries = entries.iter().map(|&name| name.to_owned()).collect();
        let solvers = Solvers::read_with(
            source,
            &ReadOptions {
                entries,
                ..ReadOptions::default()
            },
        );
        names(&solvers).join(" ")
    };
    assert_eq!(with(&["transform"]), "solve");
    assert_eq!(with(&["mine", "verify"]), "solve_b solve solve");
    assert_eq!(with(&["solve_a"]), "solve_a_2");
    let none = ReadOptions {
        entries: vec!["nothing".to_owned()],
        ..ReadOptions::default()
    };
    let none = Solvers::read_with(source, &none);
    assert_eq!(
        none.notes[0].message,
        "no solver in the file; no function at the margin is named `nothing`"
    );
}

#[test]
fn transform_is_a_solver_where_no_other_is() {
    let source = "import numpy as np\n\ndef transform(grid: np.ndarray) -> np.ndarray:\n    \
                  \"\"\"Turns it.\"\"\"\n    x: Grid = rot90(grid)\n    return x\n";
    assert_eq!(
        printed(source),
        "def solve(grid):\n    x = rot90(grid)\n    return x\n"
    );
    assert_eq!(parse_file(source).programs[0].place.line, 3);
    let called = "def transform(x): return rot90(x)\ndef solve(I): return transform(I)\n";
    assert_eq!(
        printed(called),
        "def solve(I):\n    O = rot90(I)\n    return O\n"
    );
}

#[test]
fn lines_that_assign_o_are_a_solver() {
    assert_eq!(
        printed("from dsl import *\nx1 = rot90(I)\nO = hmirror(x1)\n"),
        "def solve(I):\n    x1 = rot90(I)\n    O = hmirror(x1)\n    return O\n"
    );
    assert_eq!(
        printed("def f(x):\n    return rot90(x)\nO = f(I)\nO = f(O)\n"),
        "def solve(I):\n    O = rot90(I)\n    O_2 = rot90(O)\n    return O_2\n"
    );
    assert_eq!(
        printed("    x1 = c_iz(S, p_g)\n    return canvas(first(x1), shape(I))\n"),
        "def solve(S, I, C):\n    x1 = c_iz(S, p_g)\n    x2 = first(x1)\n    x3 = shape(I)\n    \
         O = canvas(x2, x3)\n    return O\n"
    );
    // The functions are the candidates; what calls them is not.
    assert_eq!(
        printed("def solve(I):\n    return I\nO = solve(I)\nprint(O)\n"),
        "def solve(I):\n    return I\n"
    );
    insta::assert_snapshot!(error("x1 = rot90(I)\nfor x in x1:\n    pass\nO = x1\n"), @r"
    2:1: solve: found `for`; a solver has no loops: use `apply`, `mapply`, `sfilter` or `power`
       2 | for x in x1:
         | ^
    ");
    insta::assert_snapshot!(error("O = rot90(x)\nx = I\n"), @r"
    1:11: solve: `x` is used before line 2 assigns it: assign it first
       1 | O = rot90(x)
         |           ^
    ");
}

#[test]
fn markdown() {
    let source = "# Two ideas\n\nIt's \"\"\"simple (see [1:\n\n```python\nGAP = 2\ndef half(g):\n    \
                  return lefthalf(g)\n```\n\n1. turn\n   ~~~~ py\n   def solve(I):\n       return \
                  upscale(half(I), GAP)\n   ~~~~\n2. lines\n\n```\nx1 = half(I)\nO = rot90(x1)\n```\n\n\
                  ```bash\npip install x\n```\n\n```python\ndef solve_a(I):\n    return I + 1\n```\nThat's \
                  it: `O = 1`\n";
    let parsed = parse_file(source);
    assert_eq!(
        print_file(&parsed.programs),
        "def solve(I):\n    x1 = lefthalf(I)\n    O = upscale(x1, 2)\n    return O\n\n\n\
         def solve(I):\n    x1 = lefthalf(I)\n    O = rot90(x1)\n    return O\n"
    );
    assert_eq!(lines(&parsed), [13, 19]);
    assert_eq!(
        parsed.programs[0].lines[0].place.line, 8,
        "where the helper stands"
    );
    let errors: Vec<String> = parsed.errors.iter().map(shown).collect();
    insta::assert_snapshot!(errors.join("\n"), @r"
    29:14: solve_a: found the operator `+`; a solver only calls primitives: use `add(a, b)`
      29 |     return I + 1
         |              ^
    ");
    // A block that never ends, and a fence in a docstring.
    assert_eq!(
        names(&parse_file("Look:\n```py\ndef solve(I):\n    return I")),
        ["solve"]
    );
    let docstring = "\"\"\"Use it so:\n```\nO = f(I)\n```\n\"\"\"\ndef solve_a(I):\n    '''x'''\n    return I\n";
    assert_eq!(names(&parse_file(docstring)), ["solve_a"]);
}

#[test]
fn jsonl() {
    let source = r#"{"task_id": "a-1", "completion": "```python\ndef solve(I):\n    return rot90(I)\n```"}

{"id": 7, "code": "O = rot90(I)", "score": 0.5}
{"task": "b", "program": "def solve_other(I):\n    x = I\n    return first(height(x))\n"}
{"task": "b", "program": "print('hello')"}
{"task": "b", "text": ["def transform(I):\n    return I", "def transform(I):\n    return None"]}
{"task": "b"}
{"task": "b", "code": "def f(x):\n    return g(x)\ndef solve(I):\n    return f(I)"}
{broken
[1]
"#;
    let solvers = Solvers::read(source);
    assert_eq!(names(&solvers), ["solve_a_1", "solve_7", "solve_b"]);
    assert_eq!(lines(&solvers), [1, 3, 6]);
    let place = solvers.programs[0].lines[0].place;
    assert_eq!((place.line, place.code_line, place.column), (1, 3, 12));
    let errors: Vec<String> = solvers.errors.iter().map(shown).collect();
    insta::assert_snapshot!(errors.join("\n"));
}

#[test]
fn helpers_and_constants_are_inlined() {
    let source = "\
SIZE: int = 3
CORNERS = (0, -1)
TURN = compose(rot90, rot90)
ZERO = 0
TEN = 9

def scaled(g, k=SIZE, *, extra: int = 1) -> Grid:
    '''Makes it larger.'''
    y = upscale(g, k)
    return y

def twice(x):
    y = scaled(x)
    return scaled(k=TWO, g=y)

def solve(I):
    y = twice(I)
    x = shift(asobject(y), CORNERS)
    z = TURN(paint(y, x))
    return fill(fill(z, TEN, x), ZERO, x)
";
    let source = &source.replace(" *, extra: int = 1", " extra: int = 1");
    assert_eq!(
        printed(source),
        "def solve(I):\n    y_2 = upscale(I, 3)\n    y = upscale(y_2, TWO)\n    x1 = asobject(y)\n    \
         x = shift(x1, (0, -1))\n    x2 = compose(rot90, rot90)\n    x3 = paint(y, x)\n    z = x2(x3)\n    \
         x4 = fill(z, 9, x)\n    O = fill(x4, ZERO, x)\n    return O\n"
    );
    let lines: Vec<u32> = parse_file(source).programs[0]
        .lines
        .iter()
        .map(|l| l.place.line)
        .collect();
    assert_eq!(lines, [9, 9, 18, 18, 3, 19, 19, 20, 20]);
}

#[test]
fn every_candidate_has_the_helpers_next_to_it() {
    let part =
        |turn: &str| format!("def f(x):\n    return {turn}(x)\ndef solve(I):\n    return f(I)\n");
    let source = [part("rot90"), part("hmirror")].concat();
    let text = printed(&source);
    assert!(
        text.contains("O = rot90(I)") && text.contains("O = hmirror(I)"),
        "{text}"
    );
    // Helpers behind the solver, as Python allows.
    let source = "def solve(I):\n    return f(I)\ndef f(x):\n    return rot90(x)\n";
    assert!(printed(source).contains("O = rot90(I)"));
    let blocks =
        "```\ndef solve(I):\n    return f(I)\ndef f(x):\n    return rot90(x)\n```\n".repeat(2);
    let blocks = blocks.replacen("rot90", "hmirror", 1);
    let text = printed(&blocks);
    assert!(
        text.contains("O = rot90(I)") && text.contains("O = hmirror(I)"),
        "{text}"
    );
}

#[test]
fn helpers_as_values_become_closures() {
    let wanted = |helper: &str, use_: &str| {
        let source =
            format!("{helper}\ndef solve(I):\n    x = objects(I, T, F, T)\n    return {use_}\n");
        let text = printed(&source);
        let body = text.lines().skip(2).map(str::trim).collect::<Vec<_>>();
        body.join("; ")
    };
    assert_eq!(
        wanted(
            "def f(o): return recolor(THREE, shift(o, (1, 0)))",
            "mapply(f, x)"
        ),
        "x1 = rbind(shift, (1, 0)); x2 = lbind(recolor, THREE); x3 = compose(x2, x1); \
         O = mapply(x3, x); return O"
    );
    assert_eq!(
        wanted(
            "def f(o):\n    s = size(o)\n    return equality(s, width(o))",
            "sfilter(x, f)"
        ),
        "x1 = fork(equality, size, width); O = sfilter(x, x1); return O"
    );
    assert_eq!(
        wanted("def f(a, b): return add(a, b)", "papply(f, x, x)"),
        "O = papply(add, x, x); return O"
    );
    assert_eq!(
        wanted("def f(a): return a", "apply(f, x)"),
        "O = apply(identity, x); return O"
    );
    assert_eq!(
        wanted("def f(a): return FIVE", "apply(f, x)"),
        "x1 = lbind(astuple, FIVE); x2 = compose(first, x1); O = apply(x2, x); return O"
    );
    assert_eq!(
        wanted(
            "K = double(TWO)\ndef g(o): return recolor(K, o)\ndef f(o): return size(g(o))",
            "order(x, f)"
        ),
        "x1 = double(TWO); x2 = lbind(recolor, x1); x3 = compose(size, x2); O = order(x, x3); return O"
    );
}

#[test]
fn faults_in_helpers_are_named() {
    let with = |helper: &str| format!("{helper}\ndef solve(I):\n    return f(I)\n");
    let mut messages = String::new();
    for source in [
        with("def f(x):\n    return f(x)"),
        with("def g(x):\n    return f(x)\ndef f(x):\n    return g(x)"),
        "def solve(I):\n    return solve(I)\n".to_owned(),
        with("A = double(A)\ndef f(x):\n    return A"),
        with("def f(x):\n    if x:\n        return x\n    return I"),
        with("def f(x):\n    y = [x]\n    return y"),
        with("D = [1, 2, 3]\ndef f(x):\n    return D"),
        with("def f(x, y):\n    return x"),
        with("def f():\n    return ONE"),
        with("def f(*x):\n    return x"),
        with("def f(x):\n    y = x"),
        with("def f(x):\n    return nothing(x)"),
        with("def f(x):\n    return I"),
        "def f(x): return x\ndef solve(I):\n    return f(y=I)\n".to_owned(),
        "def f(x): return x\ndef solve(I):\n    return f(I, x=I)\n".to_owned(),
        "def f(a, b, c):\n    return branch(a, b, c)\ndef g(x):\n    return f(x, x, x)\ndef solve(I):\n    return apply(g, I)\n".to_owned(),
        "def f(a, b): return b\ndef solve(I):\n    return papply(f, I, I)\n".to_owned(),
        "K = ONE\ndef solve(I):\n    x = K\n    K = x\n    return I\n".to_owned(),
        "def solve(I):\n    x = height(I)\n    return first(x)\n".to_owned(),
        format!("def solve(I):\n    x = {}I + 1\n    return x\n", "identity(".repeat(20)),
        with("def f(x):\n    return first(height(x))"),
    ] {
        messages.push_str(&format!("{source}--> {}\n\n", error(&source)));
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn one_unreadable_candidate_leaves_the_others() {
    let mut source = String::new();
    for k in 0..1000 {
        let call = if k == 500 { "rot90(I" } else { "rot90(I)" };
        source.push_str(&format!("def solve_a_{k}(I):\n    return {call}\n"));
    }
    let parsed = Solvers::read(&source);
    assert_eq!((parsed.programs.len(), parsed.errors.len()), (999, 1));
    assert_eq!(parsed.errors[0].place.line, 1002);
}

#[test]
fn helpers_from_elsewhere_leave_the_lines_of_the_source() {
    let options = ReadOptions {
        helpers: "def twice(g):\n    return hconcat(g, g)\ndef solve(I):\n    return I\n"
            .to_owned(),
        ..ReadOptions::default()
    };
    let sources = [
        "def solve(I):\n    x1 = vmirror(I)\n    return twice(x1)\n",
        "Text.\n\n```\ndef solve(I):\n    x1 = vmirror(I)\n    return twice(x1)\n```\n",
    ];
    for source in sources {
        let solvers = Solvers::read_with(source, &options);
        assert_eq!(solvers.errors, []);
        let expected =
            "def solve(I):\n    x1 = vmirror(I)\n    O = hconcat(x1, x1)\n    return O\n";
        let printed: Vec<String> = solvers.programs.iter().map(ToString::to_string).collect();
        assert_eq!(printed, [expected], "only programs of the source itself");
    }
    let solvers = Solvers::read_with("def solve(I):\n    return twice(I) + 1\n", &options);
    assert_eq!(solvers.errors[0].place.line, 2);
    assert!(
        solvers.errors[0]
            .excerpt
            .as_deref()
            .unwrap()
            .contains("twice(I) + 1")
    );
}
