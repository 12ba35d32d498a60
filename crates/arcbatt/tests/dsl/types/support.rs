//! Programs for the tests of types.

use arcbatt::program::{Program, parse_file};

/// The program with these lines and the parameters S, I and C.
pub fn program(lines: &str) -> Program {
    let mut source = String::from("def solve(S, I, C):\n");
    let mut last = "I";
    for line in lines.lines().map(str::trim).filter(|l| !l.is_empty()) {
        source.extend(["    ", line, "\n"]);
        last = line.split(" = ").next().unwrap_or(last);
    }
    source.extend(["    return ", last, "\n"]);
    let mut parsed = parse_file(&source);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    parsed.programs.remove(0)
}
