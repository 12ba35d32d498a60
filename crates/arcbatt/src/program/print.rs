//! Prints programs in the usual layout of solver files. Parsing the text gives the same program.

use super::{Arg, Callee, Input, Line, Parameters, Program, VariableName};
use crate::dsl::constants::ConstantValue;
use compact_str::format_compact;
use std::fmt;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = self.parameters.names().join(", ");
        writeln!(f, "def {}({parameters}):", self.name)?;
        for line in &self.lines {
            f.write_str("    ")?;
            self.print_line(f, line)?;
            f.write_str("\n")?;
        }
        f.write_str("    return ")?;
        self.print_arg(f, self.result)?;
        f.write_str("\n")
    }
}

impl Program {
    /// A line as text, such as `x1 = hmirror(I)`; empty if there is no such line.
    pub fn line_text(&self, at: usize) -> String {
        let mut text = String::new();
        if let Some(line) = self.lines.get(at) {
            // Writing to a string cannot fail.
            let _ = self.print_line(&mut text, line);
        }
        text
    }

    /// An argument as text.
    pub(crate) fn arg_text(&self, arg: Arg) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.print_arg(&mut text, arg);
        text
    }

    fn print_line(&self, f: &mut impl fmt::Write, line: &Line) -> fmt::Result {
        write!(f, "{} = ", line.name)?;
        match line.callee {
            Callee::Primitive(primitive, suffix) => {
                write!(f, "{}{}(", primitive.name, suffix.text())?;
            }
            Callee::Line(at) => write!(f, "{}(", self.line_name(at))?,
        }
        for (k, &arg) in line.args.iter().enumerate() {
            if k > 0 {
                f.write_str(", ")?;
            }
            self.print_arg(f, arg)?;
        }
        f.write_str(")")
    }

    fn print_arg(&self, f: &mut impl fmt::Write, arg: Arg) -> fmt::Result {
        match arg {
            Arg::Input(input) => f.write_str(self.parameters.name(input)),
            Arg::Line(at) => f.write_str(self.line_name(at)),
            Arg::Constant(constant) => f.write_str(constant.name),
            Arg::Literal(literal) => write!(f, "{literal}"),
            Arg::Primitive(primitive, suffix) => {
                write!(f, "{}{}", primitive.name, suffix.text())
            }
        }
    }

    /// The variable of a line; `?` in a malformed program that refers to a missing line.
    fn line_name(&self, at: u32) -> &str {
        self.lines
            .get(at as usize)
            .map_or("?", |line| line.name.as_str())
    }

    /// The same program with canonical names: `I` or `S, I, C`, `O` for the line that is the
    /// result, `x1`, `x2`, ... for the others. Programs that differ only in names print alike.
    pub fn renamed(&self) -> Program {
        let name = |(k, line): (usize, &Line)| Line {
            name: match self.result == Arg::Line(k as u32) {
                true => "O".into(),
                false => format_compact!("x{}", k + 1),
            },
            ..line.clone()
        };
        let own = VariableName::const_new;
        Program {
            name: self.name.clone(),
            parameters: match self.parameters {
                Parameters::Grid(_) => Parameters::Grid(["I"].map(own)),
                Parameters::Full(_) => Parameters::Full(["S", "I", "C"].map(own)),
            },
            lines: self.lines.iter().enumerate().map(name).collect(),
            result: self.result,
            place: self.place,
        }
    }
}

impl Parameters {
    /// The names, in order.
    pub fn names(&self) -> &[VariableName] {
        match self {
            Self::Grid(names) => names,
            Self::Full(names) => names,
        }
    }

    /// The name of an input; its usual name if the program does not have it.
    pub fn name(&self, input: Input) -> &str {
        match (self, input) {
            (Self::Grid([grid]), Input::I) => grid,
            (Self::Full([pairs, _, _]), Input::S) => pairs,
            (Self::Full([_, grid, _]), Input::I) => grid,
            (Self::Full([_, _, other]), Input::C) => other,
            (Self::Grid(_), Input::S) => "S",
            (Self::Grid(_), Input::C) => "C",
        }
    }
}

impl fmt::Display for ConstantValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(true) => f.write_str("True"),
            Self::Bool(false) => f.write_str("False"),
            Self::Int(number) => write!(f, "{number}"),
            Self::Pair(i, j) => write!(f, "({i}, {j})"),
        }
    }
}

/// Prints programs as a file: two empty lines between functions.
pub fn print_file<'p>(programs: impl IntoIterator<Item = &'p Program>) -> String {
    let printed: Vec<String> = programs.into_iter().map(Program::to_string).collect();
    printed.join("\n\n")
}
