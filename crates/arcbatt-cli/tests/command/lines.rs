//! Time per line: `profile --lines`, `trace --time`, and the names of nodes everywhere.

use super::*;

/// A solver of `half_turn`, which shares a line with another solver.
const SOLVERS: &str = "\
def solve_half_turn(I):
    turned = rot90(I)
    same = identity(turned)
    x3 = objects(I, T, F, T)
    x4 = compose(size, delta)
    x5 = apply(x4, x3)
    O = rot90(same)
    return O

def solve_other(I):
    a = objects(I, T, F, T)
    O = paint(I, merge(a))
    return O
";

#[test]
fn every_line_of_a_solver_has_its_time() {
    let (_folder, solvers) = file("s.py", SOLVERS);
    let solvers = text(&solvers);
    let args = ["profile", solvers, "--task", "half_turn", "--lines"];
    let said = run(&args).exits(0);
    assert!(
        said.out
            .contains(&format!("\nsolve_half_turn in {solvers}\n")),
        "{}",
        said.out
    );
    assert!(!said.out.contains("\nphase "), "{}", said.out);
    let head = said
        .out
        .lines()
        .position(|line| line.starts_with("line  code"))
        .unwrap();
    let rows: Vec<&str> = said.out.lines().skip(head + 1).take(6).collect();
    for (row, start) in rows.iter().zip([
        "   2  turned = rot90(I)",
        "   3  same = identity(turned)",
        "   4  x3 = objects(I, T, F, T)",
        "   5  x4 = compose(size, delta)",
        "   6  x5 = apply(x4, x3)",
        "   7  O = rot90(same)",
    ]) {
        assert!(row.starts_with(start), "{row}");
    }
    assert!(rows[2].ends_with("solve_other"), "{}", rows[2]);

    let json = run(&[&args[..], &["--json"]].concat()).exits(0).json();
    let rows = json["lines"].as_array().unwrap();
    assert_eq!(rows.len(), 6);
    let of = |k: usize, name: &str| rows[k][name].clone();
    assert_eq!(
        (of(0, "line"), of(0, "code")),
        (2.into(), "turned = rot90(I)".into())
    );
    assert_eq!(of(0, "place"), "s.py:2");
    assert_eq!(of(0, "solver"), "solve_half_turn");
    // Four samples; a line that is simplified away, or not needed, makes no call.
    assert_eq!(of(0, "calls"), 4);
    assert_eq!(of(1, "calls"), 0);
    assert_eq!(of(5, "calls"), 4);
    for row in rows {
        let number = |name: &str| row[name].as_f64().unwrap();
        assert!(number("self_ns") <= number("total_ns"), "{row}");
        assert!((0.0..=100.0).contains(&number("percent")), "{row}");
        assert!((0.0..=1.0).contains(&number("of_primitive")), "{row}");
    }
}

#[test]
fn nodes_are_named_by_lines_in_every_format() {
    let (folder, solvers) = file("s.py", SOLVERS);
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let files = ["p.svg", "s.json", "f.json", "p.html", "p.md"].map(path);
    let options = ["--flame", "--speedscope", "--firefox", "--html", "--md"];
    let mut args = vec![
        "profile",
        text(&solvers),
        "--task",
        "half_turn",
        "--mutants",
        "0",
    ];
    for (option, file) in options.iter().zip(&files) {
        args.extend([*option, file.as_str()]);
    }
    let said = run(&args).exits(0);
    let line = "s.py:2: turned = rot90(I)";
    for file in &files {
        let written = std::fs::read_to_string(file).unwrap();
        let found = ["turned = rot90(I)", "O = rot90(same)"]
            .iter()
            .any(|code| written.contains(code));
        assert!(found, "{file}");
    }
    let scope: Json = serde_json::from_str(&std::fs::read_to_string(&files[1]).unwrap()).unwrap();
    let frames = scope["shared"]["frames"].as_array().unwrap();
    let frame = frames.iter().find(|frame| frame["name"] == line).unwrap();
    assert_eq!(
        (&frame["file"], &frame["line"]),
        (&text(&solvers).into(), &2.into())
    );
    // The tables name lines, too.
    let tables: Vec<&str> = said
        .out
        .lines()
        .filter(|line| line.contains("rot90("))
        .collect();
    assert!(!tables.is_empty(), "{}", said.out);
    assert!(
        tables.iter().all(|line| line.contains(".py:")),
        "{tables:?}"
    );
}

#[test]
fn mutants_are_named_by_the_lines_they_come_from() {
    let args = [
        "profile",
        "--task",
        "half_turn",
        "--mutants",
        "30",
        "--json",
    ];
    let json = run(&args).exits(0).json();
    let is_number = |text: &str| {
        let after = text
            .split(['(', ' ', ','])
            .filter_map(|word| word.strip_prefix('n'));
        after
            .into_iter()
            .any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    for row in json["primitives"].as_array().unwrap() {
        let node = row["max_node"].as_str().unwrap();
        assert!(!is_number(node), "{node}");
        let is_named = node.starts_with("solve_half_turn: ")
            || node.starts_with("mutant of solve_half_turn: ");
        assert!(
            node.is_empty() || node == "in a differ" || is_named,
            "{node}"
        );
    }
    for row in json["primitives"].as_array().unwrap() {
        assert!(row["top_tasks"].as_u64().unwrap() <= 1, "{row}");
    }
    let top: u64 = json["primitives"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["top_tasks"].as_u64().unwrap())
        .sum();
    assert!((1..=5).contains(&top), "{top}");
}

#[test]
fn a_trace_times_every_line() {
    let (_folder, solvers) = file("s.py", SOLVERS);
    let args = ["trace", "half_turn", text(&solvers), "--time"];
    let said = run(&args).exits(0);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines[0], "solve_half_turn on train 1 of half_turn: ok");
    assert!(lines[1].starts_with("line  code"), "{}", said.out);
    assert!(
        lines[2].starts_with("   2  turned = rot90(I)"),
        "{}",
        said.out
    );
    assert!(lines[4].ends_with("solve_other"), "{}", said.out);
    assert!(lines[8].starts_with("6 lines, "), "{}", said.out);
    let json = run(&[&args[..], &["--json"]].concat()).exits(0).json();
    let rows = json["lines"].as_array().unwrap();
    assert_eq!(rows.len(), 6);
    let calls: Vec<u64> = rows
        .iter()
        .map(|row| row["calls"].as_u64().unwrap())
        .collect();
    // `apply` calls a closure of two functions on every object.
    assert!(calls[4] > 1 && calls[0] == 1, "{calls:?}");
    let share: f64 = rows
        .iter()
        .map(|row| row["percent"].as_f64().unwrap())
        .sum();
    assert!((share - 100.0).abs() < 0.01, "{share}");
    for row in rows {
        assert!(row["self_ns"].as_f64() <= row["total_ns"].as_f64(), "{row}");
    }
    // A program that fails has the lines up to the one that fails.
    let source = "def solve_half_turn(I):\n    x1 = rot90(I)\n    x2 = first(difference(palette(I), palette(I)))\n    return canvas(x2, UNITY)\n";
    let (_folder, solvers) = file("s.py", source);
    let said = run(&["trace", "half_turn", text(&solvers), "--time", "--json"]).exits(1);
    let json = said.json();
    let last = json["lines"].as_array().unwrap().last().unwrap().clone();
    assert!(
        last["fail"].is_string() && last["total_ns"].is_f64(),
        "{last}"
    );
}

#[test]
fn lines_of_many_solvers_are_the_slowest() {
    let said = run(&["profile", "--lines", "--tasks", "40", "--mutants", "0"]).exits(0);
    assert!(said.out.contains("\n\nline "), "{}", said.out);
    assert!(
        said.out.contains(" more; --json has them all"),
        "{}",
        said.out
    );
    let said = run(&["profile", "lines", "--task", "half_turn"]).exits(0);
    assert!(said.out.contains("\nsolve_half_turn\n"), "{}", said.out);
}
