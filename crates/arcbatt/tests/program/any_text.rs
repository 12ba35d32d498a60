//! Arbitrary text: no panic, linear time, and parsed programs round-trip through printing.

use super::common::{Choices, file, mutate};
use arcbatt::Solvers;
use arcbatt::program::{
    Arg, Callee, Place, Program, ReadCache, ReadOptions, parse_file, print_file,
};
use proptest::prelude::*;
use std::cell::RefCell;

fn without_places(program: &Program) -> Program {
    let mut program = program.clone();
    program.place = Place::default();
    for line in &mut program.lines {
        line.place = Place::default();
    }
    program
}

/// Checks that lines refer only to earlier lines, and that names are unique.
fn check_form(program: &Program) {
    let mut names = std::collections::HashSet::new();
    names.extend(program.parameters.names());
    let earlier = |arg: &Arg, k: usize| !matches!(arg, Arg::Line(at) if *at as usize >= k);
    for (k, line) in program.lines.iter().enumerate() {
        assert!(
            names.insert(&line.name),
            "{} twice in\n{program}",
            line.name
        );
        assert!(
            arcbatt::dsl::lookup(&line.name).is_none(),
            "{} in\n{program}",
            line.name
        );
        assert!(line.args.iter().all(|arg| earlier(arg, k)));
        assert!(!matches!(line.callee, Callee::Line(at) if at as usize >= k));
    }
    assert!(earlier(&program.result, program.lines.len()));
}

thread_local! {
    /// What the sources of this thread left.
    static CACHE: RefCell<ReadCache> = RefCell::default();
}

/// Checks that a source is read alike whatever sources were read before.
fn check_cached(source: &str) {
    let options = ReadOptions::default();
    let alone = Solvers::read(source);
    CACHE.with_borrow_mut(|cache| {
        for _ in 0..2 {
            assert_eq!(
                Solvers::read_cached(source, &options, cache),
                alone,
                "{source}"
            );
        }
    });
}

/// Parses a text and checks the invariants.
fn check(source: &str) -> usize {
    check_cached(source);
    let parsed = parse_file(source);
    parsed.programs.iter().for_each(check_form);
    let text = print_file(&parsed.programs);
    let again = parse_file(&text);
    assert_eq!(again.errors, [], "{text}");
    let plain = |programs: &[Program]| programs.iter().map(without_places).collect::<Vec<_>>();
    assert_eq!(plain(&again.programs), plain(&parsed.programs), "{text}");
    assert_eq!(print_file(&again.programs), text);

    let renamed: Vec<Program> = parsed.programs.iter().map(Program::renamed).collect();
    renamed.iter().for_each(check_form);
    let text = print_file(&renamed);
    let again: Vec<Program> = parse_file(&text)
        .programs
        .iter()
        .map(Program::renamed)
        .collect();
    assert_eq!(print_file(&again), text);
    for problem in parsed.errors.iter().chain(&parsed.notes) {
        assert!(problem.to_string().len() < 600, "{problem}");
        assert!(!problem.to_string().contains('\n'), "{problem}");
    }
    parsed.programs.len()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(source in any::<String>()) {
        check(&source);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        check(&text);
        check(&format!("def solve(I):\n    {text}"));
        check(&serde_json::json!({"task": text, "code": format!("O = I\n{text}")}).to_string());
        check(&format!("```\n{text}\n```\n```\nO = I\n{text}"));
    }

    #[test]
    fn any_words(words in prop::collection::vec("def solve|\\(|\\)|I|:|\n|\n  |=|,|x|return |add|'|\"\"\"|\\\\|-|1|#|\t|;|if ", 0..60)) {
        let words = words.concat();
        check(&words);
        check(&format!("def solve(I):\n  {words}"));
        check(&format!("def x(I):\n  {words}\ndef solve(I):\n  return add(x(I), x(x(I)))\n"));
        check(&format!("def x(I):\n  {words}\nO = apply(x, I)\n"));
        check(&format!("x = {words}\ndef solve(I):\n  return add(x, x)\n"));
        check(&format!("- a\n  ```\n  {words}\n  ```\n"));
        check(&serde_json::json!({"id": 1, "code": words}).to_string());
    }

    #[test]
    fn generated_and_mutated(
        choices in prop::collection::vec(any::<u8>(), 0..300),
        changes in prop::collection::vec(any::<u8>(), 0..30),
    ) {
        let source = file(&mut Choices::new(&choices));
        check(&source);
        let half = source.char_indices().nth(source.chars().count() / 2).map_or(0, |(at, _)| at);
        check(&source[..half]);
        check(&source.replace("def solve", "def transform"));
        check(&mutate(&source, &mut Choices::new(&changes)));
    }
}

/// A megabyte of each: quadratic work would not end.
#[test]
fn long_texts_take_linear_time() {
    let pieces = [
        "(",
        ")",
        "[",
        "f(",
        "flip(",
        "-",
        "+",
        "1",
        "_",
        "x",
        "'",
        "\"",
        "'''",
        "\"\"\"",
        "\\",
        "\\\n",
        "\\'\\\n",
        "\\\"\\\n'",
        "'\\\n",
        "#",
        " ",
        "\t",
        "\n",
        "\r",
        ",",
        ";",
        "=",
        ":",
        ".",
        "@",
        "é",
        "\0",
        "$",
        "a=",
        "a(b=",
        "(1,",
        "x=I;",
        "x=flip(I);",
        "I,",
        "~",
        "r'",
        "'''\\",
        "'''\n\"\"\"\n",
        "def ",
        "def solve",
        "def solve(I):",
        "def solve(I):x\n",
        "def solve(I):\n return I\n",
        "def solve(I):\n x = y(\n",
        "def solve(I):\n 'a\n",
        "def solve(I):\n '''a\n",
        "return ",
        "return\n",
        "(\nreturn\n",
        "if x:\n ",
        "x = x\n ",
        "x = flip(I)\n ",
        "objcts(",
        "class A:\n def solve(I):\n",
        "async ",
        "from x import (",
        "```\n",
        "```\nO = I\n",
        "```\ndef transform(I): return I\n```\n",
        "{\"code\": \"O = I\"}\n",
        "{\"code\": [",
        "def f(x): return x\ndef solve(I): return f(I)\n",
        "def solve(I): return f(I)\n",
        "def solve(I): return solve(I)\n",
        "O = O(I)\n",
        "a = b\nb = a\ndef solve(I): return a\n",
    ];
    let heads = [
        "",
        "O = I\n",
        "def f(x):\n x = ",
        "```\n",
        "def solve(I):\n ",
        "def solve(I):\n x = ",
        "def solve(I):\n x = flip(",
        "def solve(",
    ];
    for head in heads {
        for piece in pieces {
            let source = format!("{head}{}", piece.repeat((1 << 20) / piece.len()));
            let parsed = parse_file(&source);
            for problem in parsed.errors.iter().take(3) {
                assert!(problem.to_string().len() < 600, "{problem}");
            }
        }
    }
}

#[test]
fn long_programs_keep_unique_names() {
    // Names assigned repeatedly, and names that look like the suffixes given to those.
    let mut source = String::from("def solve(I):\n");
    for k in 0..3000 {
        source.push_str(&format!("    x_{k} = flip(flip(I))\n    x = flip(x_{k})\n"));
    }
    source.push_str("    return flip(x)\n");
    assert_eq!(check(&source), 1);
}

/// Helpers that call each other twice would double the program at every level.
#[test]
fn helpers_cannot_grow_without_bound() {
    let nested = |body: &str, levels: usize| {
        let mut source = "def f0(x):\n    return flip(x)\n".to_owned();
        for k in 1..levels {
            let last = format!("f{}", k - 1);
            let body = body.replace('f', &last);
            source.push_str(&format!("def f{k}(x):\n    return {body}\n"));
        }
        source.push_str(&format!("def solve(I):\n    return f{}(I)\n", levels - 1));
        parse_file(&source)
    };
    assert_eq!(nested("f(x)", 31).programs[0].lines.len(), 1);
    let deep = nested("f(x)", 33);
    let message = &deep.errors[0].message;
    assert!(
        message.ends_with("more than 32 helpers call each other: use fewer"),
        "{message}"
    );
    for body in ["f(f(x))", "add(f(x), f(x))"] {
        assert_eq!(nested(body, 10).errors, []);
        let many = nested(body, 31);
        let message = &many.errors[0].message;
        assert!(
            message.contains("bytes of helpers are inlined into the program"),
            "{message}"
        );
    }
    // No line of the helper is a call, so only its length counts.
    let long = format!("def f(x):\n{}    return x\n", "    y = x\n".repeat(100_000));
    let source = long + &"def solve(I):\n    return f(I)\n".repeat(20_000);
    let parsed = parse_file(&source);
    assert_eq!(parsed.programs.len() + parsed.errors.len(), 20_000);
    let last = parsed.errors.last().expect("most are rejected");
    let message = &last.message;
    assert!(
        message.contains("into the programs of the file: split it"),
        "{message}"
    );
    // A string that never ends is not searched for again and again.
    let endless = format!("def f(x):\n    '''{}\n", "x\n".repeat(1 << 20));
    let source = endless + &"def solve(I):\n    return f(I)\n".repeat(20_000);
    assert_eq!(parse_file(&source).errors.len(), 20_000);
}

/// The same text means something else where its names do.
#[test]
fn known_expressions_follow_their_names() {
    let sources = [
        "def solve(I):\n    x = hmirror(I)\n    return hconcat(I, x)\n",
        // The same value under two names.
        "def solve(I):\n    x = I\n    return hconcat(I, x)\n",
        "def solve(I):\n    x = hmirror(I)\n    x = vmirror(x)\n    return hconcat(I, x)\n",
        // A variable hides a primitive; a primitive is used and hidden later.
        "def solve(I):\n    hmirror = vmirror\n    x = hmirror(I)\n    return hconcat(I, x)\n",
        "def solve(I):\n    x = hmirror(I)\n    hmirror = vmirror(I)\n    return hconcat(I, x)\n",
        // The callee is a closure, a primitive, a grid.
        "def solve(I):\n    x = compose(rot90, rot90)\n    y = x(I)\n    return y\n",
        "def solve(I):\n    x = rot90\n    y = x(I)\n    return y\n",
        "def solve(I):\n    x = I\n    y = x(I)\n    return y\n",
        // Helpers, constants of the file, and names that it lacks.
        "def y(g):\n    return rot90(g)\ndef solve(I):\n    return hconcat(I, y(I))\n",
        "def y(g):\n    return rot180(g)\ndef solve(I):\n    return hconcat(I, y(I))\n",
        "def solve(I):\n    return hconcat(I, y(I))\n",
        "TWO = 3\ndef solve(I):\n    return upscale(I, TWO)\n",
        "def solve(I):\n    return upscale(I, TWO)\n",
        "x = 3\ndef solve(I):\n    return hconcat(I, x)\n",
        // Other places, comments, several statements in a line, several lines in a statement.
        "def solve(I):\n        x =  hmirror(I)\n        return hconcat(I, x) # both\n",
        "def solve(I): x = hmirror(I); return hconcat(I, x)\n",
        "def solve(I):\n    x = hmirror(\n        I)\n    return hconcat(I, x)\n",
        "def solve(I):\n    x = hmirror(\n        x)\n    return hconcat(I, x)\n",
    ];
    for first in sources {
        for second in sources {
            let mut cache = ReadCache::default();
            for source in [first, second, first, second] {
                let cached = Solvers::read_cached(source, &ReadOptions::default(), &mut cache);
                assert_eq!(cached, Solvers::read(source), "{source}");
            }
        }
    }
}
