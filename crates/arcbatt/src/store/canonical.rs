//! The canonical form of programs, which ignores names, line order and unused lines.
//!
//! In: a program. Out: the same calls in the order in which the result needs them, each once,
//! named `x1`, `x2`, ..., `O`. Stores hold the hash of this text, so the form must not change.

use crate::program::{Arg, Args, Callee, Input, Line, Parameters, Place, Program, VariableName};
use crate::task::ContentHash;
use rustc_hash::FxHashMap;

/// The program in canonical form. Lines that the result does not depend on are left out.
///
/// ```
/// use arcbatt::program::parse_file;
/// use arcbatt::store::canonical;
///
/// let source = "def solve_a(S, I, C):\n    unused = height(I)\n    b = rot90(I)\n    a = rot90(I)\n    O = hconcat(a, b)\n    return O\n";
/// let program = &parse_file(source).programs[0];
/// assert_eq!(
///     canonical(program).to_string(),
///     "def solve(I):\n    x1 = rot90(I)\n    O = hconcat(x1, x1)\n    return O\n"
/// );
/// ```
pub fn canonical(program: &Program) -> Program {
    canonical_counted(program, &mut 0)
}

/// [`canonical`], which counts how often it looks at a line.
fn canonical_counted(program: &Program, looks: &mut u64) -> Program {
    let mut lines: Vec<Line> = Vec::new();
    // The index of every call.
    let mut calls: FxHashMap<(Callee, Args), u32> = FxHashMap::default();
    // The new index of every old line.
    let mut numbers: Vec<Option<u32>> = vec![None; program.lines.len()];
    let mut stack: Vec<u32> = line_of(program.result).into_iter().collect();
    while let Some(&at) = stack.last() {
        *looks += 1;
        let Some(line) = program.lines.get(at as usize) else {
            // Malformed: the line does not exist. It prints as such, too.
            stack.pop();
            continue;
        };
        let needed = needs(line).filter(|&other| other < at);
        // Push the last one first, so that the first is done first.
        let missing: Vec<u32> = needed.filter(|&k| numbers[k as usize].is_none()).collect();
        if numbers[at as usize].is_none() && !missing.is_empty() {
            stack.extend(missing.into_iter().rev());
            continue;
        }
        stack.pop();
        if numbers[at as usize].is_some() {
            continue;
        }
        let new = |arg: Arg| match arg {
            Arg::Line(k) => Arg::Line(number(&numbers, k)),
            other => other,
        };
        let callee = match line.callee {
            Callee::Line(k) => Callee::Line(number(&numbers, k)),
            primitive => primitive,
        };
        let args: Args = line.args.iter().copied().map(new).collect();
        let next = lines.len() as u32;
        let index = *calls.entry((callee, args.clone())).or_insert(next);
        numbers[at as usize] = Some(index);
        if index == next {
            lines.push(Line {
                name: VariableName::default(),
                callee,
                args,
                place: Place::default(),
            });
        }
    }
    let args = lines.iter().flat_map(|line| &line.args);
    let full = args
        .chain([&program.result])
        .any(|arg| matches!(arg, Arg::Input(Input::S | Input::C)));
    let own = VariableName::const_new;
    let result = match program.result {
        Arg::Line(k) => Arg::Line(number(&numbers, k)),
        other => other,
    };
    let program = Program {
        name: "solve".to_owned(),
        parameters: match full {
            true => Parameters::Full(["S", "I", "C"].map(own)),
            false => Parameters::Grid(["I"].map(own)),
        },
        lines,
        result,
        place: Place::default(),
    };
    program.renamed()
}

/// The new index of a line; `u32::MAX` for a line that does not exist.
fn number(numbers: &[Option<u32>], old: u32) -> u32 {
    let new = numbers.get(old as usize).copied().flatten();
    new.unwrap_or(u32::MAX)
}

fn line_of(arg: Arg) -> Option<u32> {
    match arg {
        Arg::Line(at) => Some(at),
        _ => None,
    }
}

/// The lines that a line depends on.
fn needs(line: &Line) -> impl Iterator<Item = u32> {
    let callee = match line.callee {
        Callee::Line(at) => Some(at),
        Callee::Primitive(..) => None,
    };
    let args = line.args.iter().filter_map(|&arg| line_of(arg));
    callee.into_iter().chain(args)
}

/// The hash of a program's canonical text, which ignores names.
pub fn program_hash(program: &Program) -> ContentHash {
    hash_text(&canonical(program).to_string())
}

pub(super) fn hash_text(text: &str) -> ContentHash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"arcbatt program 1\n");
    hasher.update(text.as_bytes());
    ContentHash(*hasher.finalize().as_bytes())
}

/// The program's calls on one line, for tables: `x1 = rot90(I); O = hconcat(x1, x1)`.
pub fn one_line(program: &Program) -> String {
    let text = program.to_string();
    let lines = text.lines().skip(1).map(str::trim);
    let result = program.lines.last().map(|line| line.name.as_str());
    let calls: Vec<&str> = lines
        // A return of the last value goes without saying.
        .filter(|line| line.strip_prefix("return ") != result)
        .collect();
    match calls.as_slice() {
        // A single call needs no name.
        [call] => call
            .split_once(" = ")
            .map_or(*call, |(_, call)| call)
            .to_owned(),
        calls => calls.join("; "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::parse_file;
    use std::fmt::Write;

    /// Every line is looked at when its arguments are pushed, when it is done, and once per argument
    /// that is already done. When every line was compared with all before it, this took minutes.
    #[test]
    fn work_grows_with_the_length_of_a_program() {
        const LINES: u64 = 99_999;
        let bodies: [fn(u64) -> String; 3] = [
            |k| format!("hmirror(x{})", k - 1),
            // Arguments far before, and used more than once.
            |k| format!("hconcat(x{}, x{})", k / 2, k - 1),
            |k| format!("hconcat(x{}, x{})", k - 1, k.saturating_sub(7)),
        ];
        for body in bodies {
            let mut source = String::from("def solve(I):\n    x0 = rot90(I)\n");
            for k in 1..LINES {
                writeln!(source, "    x{k} = {}", body(k)).expect("a string takes any text");
            }
            writeln!(source, "    return x{}", LINES - 1).expect("a string takes any text");
            let program = &parse_file(&source).programs[0];
            let mut looks = 0;
            let lines = canonical_counted(program, &mut looks).lines.len() as u64;
            assert_eq!(lines, LINES);
            assert!(looks <= 4 * LINES, "{looks}");
        }
    }
}
