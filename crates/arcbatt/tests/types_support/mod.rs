//! Programs for the tests of types, from lines such as `x1 = fill(I, RED, x0)`.

use arcbatt::dsl::constants::ConstantValue;
use arcbatt::dsl::lookup;
use arcbatt::dsl::table::Name;
use arcbatt::program::{Arg, Callee, Input, Line, Parameters, Place, Program};

/// The program of these lines; the last is returned.
pub fn program(source: &str) -> Program {
    let mut lines: Vec<Line> = Vec::new();
    let mut result = Arg::Input(Input::I);
    for (at, text) in source.lines().enumerate() {
        let text = text.trim();
        if text.is_empty() || text.starts_with("def ") {
            continue;
        }
        if let Some(returned) = text.strip_prefix("return ") {
            result = arg(&lines, returned);
            break;
        }
        let (name, call) = text.split_once(" = ").expect("an assignment");
        let (callee, args) = call.split_once('(').expect("a call");
        let args = args.strip_suffix(')').expect("a closing bracket");
        let callee = match arg(&lines, callee) {
            Arg::Primitive(primitive, suffix) => Callee::Primitive(primitive, suffix),
            Arg::Line(line) => Callee::Line(line),
            other => panic!("{other:?} cannot be called"),
        };
        let args = args.split(", ").filter(|a| !a.is_empty());
        lines.push(Line {
            name: name.to_owned(),
            callee,
            args: args.map(|a| arg(&lines, a)).collect(),
            place: Place {
                line: at as u32 + 1,
                column: 1,
            },
        });
        result = Arg::Line(lines.len() as u32 - 1);
    }
    Program {
        name: "solve".to_owned(),
        parameters: Parameters::Full(["S", "I", "C"].map(str::to_owned)),
        lines,
        result,
        place: Place::default(),
    }
}

fn arg(lines: &[Line], text: &str) -> Arg {
    if let Some(line) = lines.iter().position(|line| line.name == text) {
        return Arg::Line(line as u32);
    }
    match (text, text.parse::<i64>(), lookup(text)) {
        ("S", ..) => Arg::Input(Input::S),
        ("I", ..) => Arg::Input(Input::I),
        ("C", ..) => Arg::Input(Input::C),
        (_, Ok(n), _) => Arg::Literal(ConstantValue::Int(n)),
        (_, _, Some(Name::Primitive(primitive, suffix))) => Arg::Primitive(primitive, suffix),
        (_, _, Some(Name::Constant(constant))) => Arg::Constant(constant),
        _ => panic!("{text} is no name"),
    }
}
