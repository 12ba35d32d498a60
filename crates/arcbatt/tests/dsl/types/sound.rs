//! Soundness: a program that succeeds is never rejected, and values have the inferred types.
//!
//! Random programs are run line by line; lines that fail are dropped.

use arcbatt::dsl::constants::CONSTANTS;
use arcbatt::dsl::table::{MAX_ARITY, Suffix};
use arcbatt::dsl::types::{ErasedType, Fit, Type, compatible, signatures};
use arcbatt::dsl::{Cx, Limits, Primitive, Value, primitives};
use arcbatt::program::{Arg, Args, Callee, Checker, Input, Line, Place, Program};
use bumpalo::Bump;
use std::time::Duration;

/// A small random number generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

const LINES: usize = 14;

fn rows<'a>(cx: &Cx<'a>, random: &mut Random) -> Value<'a> {
    let (height, width) = (1 + random.below(5), 1 + random.below(5));
    let mut grid = cx.list();
    for _ in 0..height {
        let row = (0..width).map(|_| Value::Int(random.below(4) as i64));
        let mut cells = cx.list();
        cells.extend(row);
        grid.push(cx.tuple(cells.into_bump_slice_mut()).unwrap());
    }
    cx.tuple(grid.into_bump_slice_mut()).unwrap()
}

/// The value of an argument.
fn value<'a>(arg: Arg, given: &[Value<'a>; 3], lines: &[Value<'a>]) -> Value<'a> {
    match arg {
        Arg::Input(Input::S) => given[0],
        Arg::Input(Input::I) => given[1],
        Arg::Input(Input::C) => given[2],
        Arg::Line(line) => lines[line as usize],
        Arg::Constant(constant) => constant.value.value(),
        Arg::Literal(value) => value.value(),
        Arg::Primitive(primitive, _) => Value::Primitive(primitive),
    }
}

fn any_arg(random: &mut Random, lines: usize) -> Arg {
    match random.below(12) {
        0 => Arg::Input(Input::I),
        1 => Arg::Input([Input::C, Input::S][random.below(2)]),
        2 | 3 => Arg::Constant(&CONSTANTS[random.below(CONSTANTS.len())]),
        4 | 5 => Arg::Primitive(primitives()[random.below(primitives().len())], Suffix::None),
        _ if lines == 0 => Arg::Input(Input::I),
        _ => Arg::Line(random.below(lines) as u32),
    }
}

/// An argument that usually fits.
fn likely_arg(
    random: &mut Random,
    checker: &mut Checker,
    lines: usize,
    wanted: &Type,
    careless: bool,
) -> Arg {
    let mut arg = any_arg(random, lines);
    for _ in 0..if careless { 0 } else { 12 } {
        let given = checker.type_of_arg(arg);
        let good = match (wanted.function(), given.function()) {
            (Some(w), Some(g)) => w.parameters.len() == g.parameters.len(),
            _ => compatible(&given, wanted) && wanted.shape() != ErasedType::ANY,
        };
        if good || wanted.shape() == ErasedType::ANY {
            break;
        }
        arg = any_arg(random, lines);
    }
    arg
}

fn random_line(random: &mut Random, checker: &mut Checker, lines: usize) -> (Callee, Args) {
    if lines > 0 && random.below(6) == 0 {
        let function = random.below(lines);
        if checker.shape_of(function).may_be_function() {
            let count = 1 + usize::from(random.below(4) == 0);
            let args = (0..count).map(|_| any_arg(random, lines)).collect();
            return (Callee::Line(function as u32), args);
        }
    }
    let primitive: &'static Primitive = primitives()[random.below(primitives().len())];
    let overloads = signatures(primitive);
    let overload = &overloads[random.below(overloads.len())];
    let careless = random.below(4) == 0;
    let args = overload
        .parameters
        .iter()
        .map(|parameter| likely_arg(random, checker, lines, &Type::from(parameter), careless));
    (Callee::Primitive(primitive, Suffix::None), args.collect())
}

/// Whether function arguments are functions of the right arity: others are rejected even if they
/// would never be called.
fn functions_fit(callee: Callee, args: &[Value]) -> bool {
    let Callee::Primitive(primitive, _) = callee else {
        return true;
    };
    signatures(primitive).iter().any(|overload| {
        let parameters = overload.parameters.iter().map(Type::from).zip(args);
        parameters.into_iter().all(|(parameter, &arg)| {
            let Some(wanted) = parameter.function() else {
                return true;
            };
            let arity = match arg {
                Value::Primitive(primitive) => primitive.arity,
                Value::Function(made) => made.arity,
                _ => return parameter.shape() != ErasedType::FUNCTION,
            };
            arity as usize == wanted.parameters.len()
        })
    })
}

/// Checks one random program.
fn trial(seed: u64) -> Result<usize, String> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let arena = Bump::new();
    let limits = Limits {
        steps: 20_000,
        cells: 500_000,
        size: 1 << 12,
        time: Duration::from_secs(60),
    };
    let cx = Cx::new(&arena, limits);
    let (i, c) = (rows(&cx, &mut random), rows(&cx, &mut random));
    let pair = cx.tuple(arena.alloc([i, c])).unwrap();
    let s = cx.tuple(arena.alloc([pair])).unwrap();
    let given = [s, i, c];
    let mut program: Program = super::support::program("");
    let mut values: Vec<Value> = Vec::new();
    let mut checker = Checker::new();
    for _ in 0..4 * LINES {
        let (callee, args) = random_line(&mut random, &mut checker, values.len());
        let mut slots = [Value::None; MAX_ARITY];
        for (slot, &arg) in slots.iter_mut().zip(&args) {
            *slot = value(arg, &given, &values);
        }
        let function = match callee {
            Callee::Primitive(primitive, _) => Value::Primitive(primitive),
            Callee::Line(line) => values[line as usize],
        };
        if !functions_fit(callee, &slots) {
            continue;
        }
        let Ok(answer) = cx.call(function, &slots[..args.len()]) else {
            continue;
        };
        let at = values.len();
        program.lines.push(Line {
            name: format!("x{at}").into(),
            callee,
            args,
            place: Place::default(),
        });
        values.push(answer);
        let shown: Vec<String> = slots.iter().map(Value::to_string).collect();
        if let Err(error) = checker.check(&program) {
            return Err(format!(
                "{error}\n    gave {answer} for {}\n{program}",
                shown.join(", ")
            ));
        }
        let (is, inferred) = (ErasedType::of(answer), checker.shape_of(at));
        let decided = (0..=at).all(|line| checker.overload(line).is_some());
        if decided && is.fit(inferred) < Fit::Maybe {
            let name = match callee {
                Callee::Primitive(primitive, _) => primitive.name,
                Callee::Line(_) => "a function",
            };
            return Err(format!(
                "{name} gave {answer}, {is:?}, inferred {inferred:?}, for {}",
                shown.join(", ")
            ));
        }
        if values.len() == LINES {
            break;
        }
    }
    Ok(values.len())
}

#[test]
fn programs_that_succeed_are_never_rejected() {
    // `TYPES_TRIALS` asks for more trials, as unusual values are rare.
    let trials = std::env::var("TYPES_TRIALS").map_or(20_000, |n| n.parse().unwrap());
    let (mut lines, mut wrong) = (0, Vec::new());
    for seed in 0..trials {
        match trial(seed) {
            Ok(count) => lines += count,
            Err(error) => wrong.push(format!("program {seed}, {error:.1000}")),
        }
    }
    let shown = &wrong[..wrong.len().min(20)];
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        shown.join("\n")
    );
    assert!(lines > 100_000, "only {lines} lines ran");
}
