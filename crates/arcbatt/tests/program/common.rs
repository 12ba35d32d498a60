//! Generates solver files from a list of choices, in every layout that the parser accepts.

/// A list of choices; zeros once used up, so that every list makes a finite file.
pub struct Choices<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    fn pick(&mut self, count: usize) -> usize {
        self.at += 1;
        self.bytes
            .get(self.at - 1)
            .map_or(0, |&byte| byte as usize % count)
    }

    fn of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.pick(from.len())]
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.pick(count) == count - 1
    }
}

/// Unary, binary and ternary primitives, with parameter names.
const CALLS: &[(&str, &[&str])] = &[
    ("identity", &["x"]),
    ("invert", &["n"]),
    ("size_t", &["container"]),
    ("first_f", &["container"]),
    ("add", &["a", "b"]),
    ("subtract", &["a", "b"]),
    ("equality", &["a", "b"]),
    ("branch", &["condition", "a", "b"]),
];
const NAMES: &[&str] = &[
    "x1", "x2", "x3", "x10", "O", "größe", "_", "kind", "size", "ONE", "I",
];
const ATOMS: &[&str] = &[
    "I",
    "ZERO",
    "UP",
    "T",
    "F",
    "True",
    "False",
    "1",
    "-1",
    "0x_1f",
    "1_000",
    "- 7",
    "+-+3",
    "(1, 2)",
    "( -1,\n 0x2 , )",
    "identity",
    "size_t",
    "(I)",
    "((TWO))",
];
const TYPES: &[&str] = &[
    "Grid",
    "list[int]",
    "'Grid'",
    "dict[str, tuple[int, ...]]",
    "a.b | None",
];
const OTHERS: &[&str] = &[
    "import os\n",
    "from dsl import *\n",
    "from constants import (\n    ONE,\nTWO, # two\n)\n",
    "# a comment with 'one quote\n",
    "\"\"\"A text\ndef solve_in_text(I):\n    return I\n\"\"\"\n",
    "N = {'a': [1, 2], 'b': (3,\n4)}\n",
    "def helper(a, b=1, *c, **d):\n    for x in a:\n        return f'{x}'\n",
    "class A:\n\n    x = 1\n",
    "if __name__ == \"__main__\":\n    main()\n",
    "@cached\ndef other(x): return x\n",
    "\x0c\n",
    "\n\n",
    "module_setting = 1; y = r'\\''; z = b\"\\\"\"\n",
    "'a\\\ndef solve_in_string(I): return I'\n",
];

/// A whole file.
pub fn file(choices: &mut Choices) -> String {
    let mut out = String::new();
    if choices.one_in(8) {
        out.push('\u{feff}');
    }
    for _ in 0..1 + choices.pick(4) {
        while choices.one_in(2) {
            out.push_str(choices.of(OTHERS));
        }
        function(choices, &mut out);
    }
    match choices.pick(4) {
        3 => out.replace('\n', "\r\n"),
        _ => out,
    }
}

/// A function that is a valid program.
pub fn function(choices: &mut Choices, out: &mut String) {
    let name = choices.of(&["solve_a", "solve", "solve_0a1b", "differ_x", "solve_ü"]);
    let full = choices.one_in(3);
    let parameters = match choices.pick(4) {
        0 if full => "S, I, C",
        1 if full => "S: Samples, I: 'Grid', C",
        _ if full => "P,\n  I, # the grid\n  Q,",
        1 => "I: Grid",
        2 => "\n    I\n",
        _ => "I",
    };
    out.push_str(&format!("def {name}({parameters})"));
    if choices.one_in(3) {
        out.push_str(&format!(" -> {}", choices.of(TYPES)));
    }
    out.push(':');
    let mut known: Vec<String> = vec!["I".into()];
    if choices.one_in(6) {
        out.push(' ');
        simple(choices, &mut known, out);
        out.push_str("; return ");
        expression(choices, &known, 0, out);
        out.push('\n');
        return;
    }
    out.push_str(choices.of(&["\n", " # why\n", "\n\n", "\n  # less indented\n"]));
    let indent = choices.of(&["    ", "\t", " ", "  \t"]);
    if choices.one_in(4) {
        let text = choices.of(&[
            "'''a\n'''",
            "\"b\"",
            "r'\\d'",
            "b'x' b'y'",
            "f'no code'",
            "u\"ü\\\"\"",
        ]);
        out.push_str(&format!("{indent}{text}\n"));
    }
    for _ in 0..choices.pick(8) {
        out.push_str(indent);
        simple(choices, &mut known, out);
        while choices.one_in(6) {
            out.push_str(" ; ");
            simple(choices, &mut known, out);
        }
        out.push_str(choices.of(&[
            "\n",
            " # x = f(\n",
            ";\n",
            "\n\n",
            "\n# at the margin\n",
            "\t\n",
        ]));
    }
    out.push_str(indent);
    out.push_str("return ");
    expression(choices, &known, 0, out);
    out.push_str(choices.of(&["\n", "\n", ";\n", "\n\n\n"]));
    if choices.one_in(6) {
        out.push_str(&format!("{indent}if never:\n{indent}  while 1: pass\n"));
    }
}

fn simple(choices: &mut Choices, known: &mut Vec<String>, out: &mut String) {
    if choices.one_in(12) {
        return out.push_str(choices.of(&["pass", "'text'", "import os"]));
    }
    let name = choices.of(NAMES);
    out.push_str(name);
    if choices.one_in(8) {
        out.push_str(": ");
        out.push_str(choices.of(TYPES));
    }
    out.push_str(choices.of(&[" = ", "=", " = \\\n  "]));
    if choices.one_in(6) {
        expression(choices, known, 0, out);
    } else {
        call(choices, known, 0, out);
    }
    known.push(name.into());
}

fn expression(choices: &mut Choices, known: &[String], depth: usize, out: &mut String) {
    match choices.pick(6) {
        0 | 1 => out.push_str(&known[choices.pick(known.len())]),
        2 | 3 => out.push_str(choices.of(ATOMS)),
        4 if depth < 5 => call(choices, known, depth + 1, out),
        5 if depth < 5 => {
            out.push('(');
            expression(choices, known, depth + 1, out);
            out.push_str(", ");
            expression(choices, known, depth + 1, out);
            out.push(')');
        }
        _ => out.push('I'),
    }
}

fn call(choices: &mut Choices, known: &[String], depth: usize, out: &mut String) {
    if choices.one_in(6) {
        // A call of a variable, or of the result of a call.
        if choices.one_in(2) {
            out.push_str("compose(identity, identity)");
        } else {
            out.push_str(&known[choices.pick(known.len())]);
        }
        out.push('(');
        expression(choices, known, depth + 1, out);
        return out.push(')');
    }
    let (name, parameters) = choices.of(CALLS);
    out.push_str(name);
    out.push_str(choices.of(&["(", "(", "( ", " (", "(\n", "( # c\n"]));
    let by_name = match choices.pick(4) {
        3 => choices.pick(parameters.len() + 1),
        _ => parameters.len(),
    };
    let mut order: Vec<usize> = (0..parameters.len()).collect();
    if choices.one_in(2) {
        order[by_name..].reverse();
    }
    for (k, &parameter) in order.iter().enumerate() {
        if k > 0 {
            out.push_str(choices.of(&[", ", ",", " ,\n"]));
        }
        if k >= by_name {
            out.push_str(parameters[parameter]);
            out.push_str(choices.of(&["=", " = "]));
        }
        expression(choices, known, depth + 1, out);
    }
    out.push_str(choices.of(&[")", ")", ",)", "\n)"]));
}

/// The fragments that mutation inserts.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    ",",
    "=",
    ":",
    ";",
    "\n",
    "\n    ",
    "\t",
    " ",
    "#",
    "'",
    "\"",
    "'''",
    "\"\"\"",
    "\\",
    "\\\n",
    "-",
    "+",
    "*",
    ".",
    "if ",
    "for ",
    "def ",
    "def solve(I):\n",
    "return ",
    "lambda ",
    "x1",
    "I",
    "ONE",
    "1",
    "0",
    "1.5",
    "None",
    "é",
    "\u{a0}",
    "$",
    "\r",
    "\0",
    "@",
    "->",
    "==",
    "import ",
    "pass",
    "async ",
    "x1 = ",
    "not ",
    "f(",
    "size",
    "{",
    "}",
    "\u{feff}",
    "~",
];

/// Changes a source in a few places.
pub fn mutate(source: &str, choices: &mut Choices) -> String {
    let mut characters: Vec<char> = source.chars().collect();
    for _ in 0..1 + choices.pick(4) {
        let at = (choices.pick(256) * 256 + choices.pick(256)) % (characters.len() + 1);
        let gone = match choices.pick(3) {
            0 => 0,
            1 => choices.pick(4).min(characters.len() - at),
            _ => choices.pick(40).min(characters.len() - at),
        };
        let piece = match choices.pick(3) {
            0 => "",
            _ => choices.of(PIECES),
        };
        characters.splice(at..at + gone, piece.chars());
    }
    characters.into_iter().collect()
}
