//! Programs run one after the other, as one program.

use crate::batt::Graph;
use crate::program::{Arg, Callee, Input, Line, Program};

/// The lines of `first`, then those of `second` with the result of `first` as its input grid.
pub(super) fn concatenated(first: &Program, second: &Program) -> Program {
    let mut lines = first.lines.clone();
    let offset = lines.len() as u32;
    let arg = |arg: &Arg| match *arg {
        Arg::Input(Input::I | Input::C) => first.result,
        Arg::Line(line) => Arg::Line(line + offset),
        other => other,
    };
    lines.extend(second.lines.iter().map(|line| Line {
        callee: match line.callee {
            Callee::Line(line) => Callee::Line(line + offset),
            primitive => primitive,
        },
        args: line.args.iter().map(arg).collect(),
        ..line.clone()
    }));
    Program {
        result: arg(&second.result),
        lines,
        ..second.clone()
    }
}

/// The program with equal calls merged, double mirrors removed and lines named in order.
pub(super) fn simplified(program: Program) -> Program {
    let mut graph = Graph::default();
    match graph.add(&program, &mut Vec::new()) {
        Some(output) => graph.extract(output, &program.name),
        None => program,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::parse_file;

    #[test]
    fn the_second_program_reads_the_result_of_the_first() {
        let source = "
def solve_first(I):
    x1 = hmirror(I)
    return hconcat(x1, I)

def solve_second(S, I, C):
    x1 = mostcolor(I)
    return replace(I, x1, TWO)
";
        let programs = parse_file(source).programs;
        let text = simplified(concatenated(&programs[0], &programs[1])).to_string();
        let lines: Vec<&str> = text.lines().skip(1).map(str::trim).collect();
        assert_eq!(
            lines[..4],
            [
                "x1 = hmirror(I)",
                "x2 = hconcat(x1, I)",
                "x3 = mostcolor(x2)",
                "O = replace(x2, x3, TWO)"
            ]
        );
    }
}
