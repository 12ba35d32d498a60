//! The forms of solver files, at the commands that read them.

use super::*;

/// The solver of the built-in task `half_turn`, in every form, with the arguments that it needs.
const FORMS: &[(&str, &str, &[&str])] = &[
    (
        "id.py",
        "def solve_half_turn(I):\n    return rot180(I)\n",
        &[],
    ),
    (
        "number.py",
        "def solve_half_turn_12(I):\n    return rot180(I)\n",
        &[],
    ),
    (
        "verify.py",
        "def verify_half_turn(I: Grid) -> Grid:\n    return rot180(I)\n",
        &[],
    ),
    ("solve.py", "def solve(I):\n    return rot180(I)\n", &[]),
    (
        "transform.py",
        "import numpy as np\n\ndef transform(grid: np.ndarray):\n    '''Turns it.'''\n    \
         out: Grid = rot180(grid)\n    return out\n",
        &[],
    ),
    (
        "entry.py",
        "def answer(g):\n    return rot180(g)\n",
        &["--entry", "answer"],
    ),
    (
        "lines.py",
        "from dsl import *\nx1 = hmirror(I)\nO = vmirror(x1)\n",
        &[],
    ),
    (
        "answer.md",
        "The grid is turned, it's \"easy:\n\n```python\ndef solve(I):\n    return rot180(I)\n```\nDone.\n",
        &[],
    ),
    (
        "records.jsonl",
        "{\"task_id\": \"half_turn\", \"completion\": \"Sure!\\n```python\\ndef transform(g):\\n    \
         return rot180(g)\\n```\"}\n",
        &[],
    ),
    (
        "helpers.py",
        "TURNS = 2\n\ndef turned(grid, turns=TURNS):\n    return power(rot90, turns)(grid)\n\n\
         def solve_half_turn(I):\n    return turned(I)\n",
        &[],
    ),
];

#[test]
fn every_form_is_read_by_every_command() {
    for (name, source, extra) in FORMS {
        let (_folder, path) = file(name, source);
        let with = |args: &[&str]| run(&[args, extra].concat());
        let path = text(&path);
        let task = ["--task", "half_turn"];
        let checked = with(&[&["check", path, "--json"], &task[..]].concat()).exits(0);
        assert_eq!(checked.json()["totals"]["solved"], 1, "{name}");
        with(&[&["run", path, "--freeze"], &task[..]].concat()).exits(0);
        with(&["card", path, "--mutants", "0"]).exits(0);
        with(&["trace", "half_turn", "--solver", path]).exits(0);
        let solve = ["solve", "--library", path, "--steps", "1000"];
        with(&[&solve[..], &task].concat()).exits(0);
        let store = tempfile::tempdir().unwrap();
        let store = store.path().join("s.sqlite");
        let imported = with(&["library", "--store", text(&store), "import", path]).exits(0);
        assert!(imported.out.starts_with("1 program"), "{}", imported.out);
    }
    let (_folder, path) = file("a.md", FORMS[7].1);
    let profile = [
        "profile",
        "--task",
        "half_turn",
        "--mutants",
        "0",
        "--solvers",
        text(&path),
    ];
    run(&profile).exits(0);
}

#[test]
fn what_cannot_be_read_is_shown_with_its_line() {
    let (_folder, path) = file(
        "mixed.py",
        "def helper(x):\n    return helper(x)\n\ndef solve_half_turn(I):\n    return rot180(I)\n\n\
         def solve_a(I):\n    return helper(I)\n\ndef solve_b(I):\n\treturn [x for x in I]\n",
    );
    let said = run(&["check", text(&path), "--task", "half_turn"]).exits(1);
    let shown = said.err.replace(text(&path), "mixed.py");
    insta::assert_snapshot!(shown);
    let (_folder, path) = file(
        "mixed.jsonl",
        "{\"task\": \"half_turn\", \"code\": \"O = rot180(I)\"}\n\
         {\"task\": \"half_turn\", \"code\": \"x = I\\nO = x.T\"}\nnot JSON\n{\"task\": 1}\n",
    );
    let said = run(&["check", text(&path), "--task", "half_turn"]).exits(1);
    let shown = said.err.replace(text(&path), "mixed.jsonl");
    insta::assert_snapshot!(shown);
}
