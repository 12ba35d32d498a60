//! Random untyped programs: any primitive, any arguments.
//!
//! Most failing lines are dropped, so that later lines work on unusual values.
//! `UNBREAKABLE_TRIALS` sets the number of trials.

use arcbatt::batt::{Code, Inputs, Stopped};
use arcbatt::dsl::constants::{CONSTANTS, ConstantValue};
use arcbatt::dsl::table::Suffix;
use arcbatt::dsl::{Cx, Fail, Limit, Limits, Value, primitives};
use arcbatt::grid::GridBuf;
use arcbatt::program::{
    Arg, Args, Callee, Input, Line, Parameters, Place, Program, parse_file, print_file, typecheck,
};
use arcbatt::rng::Rng;
use bumpalo::Bump;
use std::thread;
use std::time::Duration;

/// Far more time than the other limits allow: the clock must not decide the outcome.
const TIME: Duration = Duration::from_secs(600);

const SMALL: Limits = Limits {
    steps: 20_000,
    cells: 400_000,
    size: 1 << 12,
    time: TIME,
};

const TINY: Limits = Limits {
    steps: 50,
    cells: 500,
    size: 200,
    time: TIME,
};

/// Numbers that have broken programs before.
const ODD_NUMBERS: [i64; 12] = [
    i64::MIN,
    i64::MIN + 1,
    i32::MIN as i64,
    -129,
    -64,
    64,
    128,
    255,
    65_536,
    i32::MAX as i64,
    i32::MAX as i64 + 1,
    i64::MAX,
];

fn grid(rng: &mut Rng) -> GridBuf {
    let (height, width) = match rng.below(12) {
        0 => (1, 1),
        1 => (1, 30),
        2 => (30, 1),
        3 => (30, 30),
        _ => (rng.range(1, 7), rng.range(1, 7)),
    };
    let colors = rng.range(1, 9);
    let mut grid = GridBuf::filled(height as usize, width as usize, 0);
    for i in 0..height {
        for j in 0..width {
            grid.set(i, j, rng.range(0, colors) as i8);
        }
    }
    grid
}

fn any_arg(rng: &mut Rng, lines: usize) -> Arg {
    match rng.below(20) {
        0 | 1 => Arg::Input(Input::I),
        2 => Arg::Input(Input::C),
        3 => Arg::Input(Input::S),
        4..8 => Arg::Constant(&CONSTANTS[rng.below(CONSTANTS.len() as u64) as usize]),
        8 if rng.chance(50) => {
            let [i, j] = [0; 2].map(|_| ODD_NUMBERS[rng.below(12) as usize]);
            Arg::Literal(match (i32::try_from(i), i32::try_from(j)) {
                (Ok(i), Ok(j)) => ConstantValue::Pair(i, j),
                _ => ConstantValue::Int(i),
            })
        }
        8..11 => {
            let all = primitives();
            Arg::Primitive(all[rng.below(all.len() as u64) as usize], Suffix::None)
        }
        _ if lines == 0 => Arg::Input(Input::I),
        // Mostly the latest lines, so that values nest deeply.
        11..16 => Arg::Line((lines - 1 - rng.below(lines.min(4) as u64) as usize) as u32),
        _ => Arg::Line(rng.below(lines as u64) as u32),
    }
}

fn any_call(rng: &mut Rng, lines: usize) -> (Callee, Args) {
    let all = primitives();
    let callee = if lines > 0 && rng.chance(10) {
        Callee::Line(rng.below(lines as u64) as u32)
    } else {
        Callee::Primitive(all[rng.below(all.len() as u64) as usize], Suffix::None)
    };
    let count = match callee {
        Callee::Primitive(primitive, _) => primitive.arity.into(),
        Callee::Line(_) => rng.range(1, 3),
    };
    let args = (0..count).map(|_| any_arg(rng, lines)).collect();
    (callee, args)
}

/// The input of a program.
struct Sample {
    i: GridBuf,
    c: GridBuf,
}

impl Sample {
    fn given<'a>(&'a self, cx: &Cx<'a>) -> Inputs<'a> {
        let (i, c) = (cx.grid_value(self.i.view()), cx.grid_value(self.c.view()));
        // Pairs of grids exceed the tiny limits of this test, so build them in another context.
        let roomy = Cx::new(cx.arena(), Limits::default());
        let pair = roomy.tuple(cx.arena().alloc([i, c])).unwrap();
        let s = roomy.tuple(cx.arena().alloc([pair, pair])).unwrap();
        Inputs { s, i, c }
    }
}

/// A program most of whose lines have a value on the sample.
fn random_program(rng: &mut Rng, sample: &Sample) -> Program {
    let arena = Bump::new();
    let cx = Cx::new(&arena, SMALL);
    let given = sample.given(&cx);
    let mut values: Vec<Option<Value>> = Vec::new();
    let mut program = Program {
        name: "solve".to_owned(),
        parameters: Parameters::Full(["S", "I", "C"].map(Into::into)),
        lines: Vec::new(),
        result: Arg::Input(Input::I),
        place: Place::default(),
    };
    for _ in 0..rng.range(10, 300) {
        let (callee, args) = any_call(rng, values.len());
        let value_of = |arg: &Arg| match *arg {
            Arg::Input(Input::S) => Some(given.s),
            Arg::Input(Input::I) => Some(given.i),
            Arg::Input(Input::C) => Some(given.c),
            Arg::Line(line) => values[line as usize],
            Arg::Constant(constant) => Some(constant.value.value()),
            Arg::Literal(value) => Some(value.value()),
            Arg::Primitive(primitive, _) => Some(Value::Primitive(primitive)),
        };
        let function = match callee {
            Callee::Primitive(primitive, _) => Some(Value::Primitive(primitive)),
            Callee::Line(line) => values[line as usize],
        };
        let values_of: Option<Vec<Value>> = args.iter().map(value_of).collect();
        let answer = match (function, values_of) {
            (Some(function), Some(args)) => {
                // Each line gets the whole budget, so that programs grow long.
                cx.refill();
                cx.call(function, &args).ok()
            }
            _ => None,
        };
        if answer.is_none() && !rng.chance(1) {
            continue;
        }
        let at = values.len();
        program.lines.push(Line {
            name: format!("x{at}").into(),
            callee,
            args,
            place: Place::default(),
        });
        values.push(answer);
        program.result = Arg::Line(at as u32);
        if values.len() == 40 {
            break;
        }
    }
    program
}

/// Everything observable of a run.
#[derive(Debug, PartialEq)]
struct Outcome {
    result: Result<String, Stopped>,
    steps: u64,
    cells: u64,
}

fn run(program: &Program, sample: &Sample, arena: &Bump, limits: Limits) -> Outcome {
    let before = arena.allocated_bytes();
    let cx = Cx::new(arena, limits);
    let result = Code::new(program).run(&cx, sample.given(&cx));
    // Memory use depends on the limits alone; the arena's chunks double in size.
    let taken = arena.allocated_bytes() - before;
    let most = 4 * (48 * limits.cells as usize + 64 * 1024);
    assert!(
        taken <= most,
        "{taken} bytes for {} cells\n{program}",
        cx.cells()
    );
    Outcome {
        result: result.map(|value| value.to_string()),
        steps: cx.steps(),
        cells: cx.cells(),
    }
}

#[derive(Default)]
struct Tally {
    lines: usize,
    answers: usize,
    failures: usize,
    limits: usize,
}

fn trial(seed: u64, tally: &mut Tally) {
    let mut rng = Rng::of("unbreakable", &[seed]);
    let sample = Sample {
        i: grid(&mut rng),
        c: grid(&mut rng),
    };
    let program = random_program(&mut rng, &sample);
    let mut used = Bump::new();
    for limits in [SMALL, TINY] {
        let outcome = run(&program, &sample, &Bump::new(), limits);
        let again = run(&program, &sample, &used, limits);
        assert_eq!(again, outcome, "in a used arena, seed {seed}\n{program}");
        used.reset();
        if seed.is_multiple_of(8) {
            let elsewhere = thread::scope(|scope| {
                let there = scope.spawn(|| run(&program, &sample, &Bump::new(), limits));
                there.join().unwrap()
            });
            assert_eq!(
                elsewhere, outcome,
                "on another thread, seed {seed}\n{program}"
            );
        }
        match outcome.result {
            Ok(_) => tally.answers += 1,
            Err(Stopped {
                fail: Fail::NoAnswer(_),
                ..
            }) => tally.failures += 1,
            Err(Stopped {
                fail: Fail::Limit(limit),
                ..
            }) => {
                assert_ne!(limit, Limit::Time, "seed {seed}\n{program}");
                tally.limits += 1;
            }
        }
        assert!(outcome.steps <= limits.steps && outcome.cells <= limits.cells);
    }
    tally.lines += program.lines.len();
    // The type checker must not panic, and the printed program must parse to the same one.
    let _ = typecheck(&program);
    let text = print_file(std::slice::from_ref(&program));
    let read = parse_file(&text);
    assert_eq!(read.errors, [], "seed {seed}\n{text}");
    let again = run(&read.programs[0], &sample, &used, SMALL);
    assert_eq!(
        again,
        run(&program, &sample, &Bump::new(), SMALL),
        "seed {seed}\n{text}"
    );
}

#[test]
fn any_program_ends_the_same_way_every_time() {
    let trials = std::env::var("UNBREAKABLE_TRIALS").map_or(1_500, |n| n.parse().unwrap());
    let mut tally = Tally::default();
    for seed in 0..trials {
        trial(seed, &mut tally);
    }
    let Tally {
        lines,
        answers,
        failures,
        limits,
    } = tally;
    println!("{lines} lines, {answers} answers, {failures} failures, {limits} limits");
    // Guard against trials that end trivially: every kind of outcome must be frequent.
    let fair = trials as usize / 10;
    assert!(answers > fair && failures > fair && limits > fair);
    assert!(lines > 10 * trials as usize);
}
