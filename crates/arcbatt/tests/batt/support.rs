//! Shared helpers: the corpus, the plain interpreter, small batts.

pub use super::conformance_programs::{corpus, corpus_text};

use arcbatt::batt::{Batt, Options, Plan, Runner, Samples, TaskLimits};
use arcbatt::batt::{Code, Inputs, output_grid};
use arcbatt::dsl::{Cx, Limits, Value};
use arcbatt::grid::{Grid, GridBuf};
use arcbatt::program::{Program, parse_file, typecheck};
use arcbatt::task::generators::SOLVERS;
use bumpalo::Bump;

/// The programs of a source; panics if one has a problem.
pub fn programs(source: &str) -> Vec<Program> {
    let parsed = parse_file(source);
    assert_eq!(parsed.errors, []);
    parsed.programs
}

/// The embedded solvers.
pub fn solvers() -> Vec<Program> {
    programs(SOLVERS)
}

/// The text of the batt's file.
pub fn written(batt: &Batt) -> String {
    let mut text = Vec::new();
    batt.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Node limits low enough for mutants to reach; the task as a whole is unlimited.
pub fn limits() -> TaskLimits {
    TaskLimits {
        node: Limits {
            steps: 20_000,
            cells: 200_000,
            ..Limits::default()
        },
        steps: u64::MAX,
        cells: u64::MAX,
        time: std::time::Duration::from_secs(3600),
        ..TaskLimits::default()
    }
}

/// The answers of some candidates by candidate and sample, and how often memory was freed.
pub fn answers(
    batt: &Batt,
    candidates: std::ops::Range<u32>,
    samples: &Samples,
    options: &Options,
) -> (Vec<Vec<Option<GridBuf>>>, u32) {
    let nodes: Vec<_> = candidates
        .map(|c| batt.candidates[c as usize].output)
        .collect();
    let plan = Plan::new(&batt.graph, &nodes);
    let (outputs, stats) = Runner::default().run(&plan, samples, options);
    assert_eq!(stats.ended, None);
    let of = |k| {
        (0..samples.inputs.len())
            .map(|sample| outputs.grid(k, sample).cloned())
            .collect()
    };
    ((0..nodes.len()).map(of).collect(), stats.sweeps)
}

/// The value of `S`.
pub fn demonstrations<'a>(cx: &Cx<'a>, samples: &Samples<'a>) -> Value<'a> {
    let mut pairs = cx.list();
    for &(input, output) in &samples.demonstrations {
        let pair = [cx.grid_value(input), cx.grid_value(output)];
        pairs.push(cx.tuple(cx.arena().alloc(pair)).unwrap());
    }
    cx.tuple(pairs.into_bump_slice_mut()).unwrap()
}

/// The answers of a program on the plain interpreter, with the limits applied per line, as a batt
/// applies them per node.
pub fn interpreted(program: &Program, samples: &Samples, limits: Limits) -> Vec<Option<GridBuf>> {
    let code = Code::new(program);
    let mut arena = Bump::new();
    let answer = |(&i, &c): (&Grid, &Grid)| {
        arena.reset();
        let cx = Cx::new(&arena, limits);
        let given = Inputs {
            s: demonstrations(&cx, samples),
            i: cx.grid_value(i),
            c: cx.grid_value(c),
        };
        cx.refill();
        let value = code.run_traced(&cx, given, |_, _| {
            cx.refill();
        });
        value
            .ok()
            .and_then(|v: Value| output_grid(v))
            .map(Grid::to_buf)
    };
    samples
        .inputs
        .iter()
        .zip(&samples.compared)
        .map(answer)
        .collect()
}

/// The program printed and parsed again; panics if it is not well-typed.
pub fn read_again(program: &Program) -> Program {
    let text = program.to_string();
    let mut parsed = parse_file(&text);
    assert_eq!(
        (&parsed.errors, &parsed.notes),
        (&vec![], &vec![]),
        "{text}"
    );
    assert_eq!(parsed.programs.len(), 1, "{text}");
    let read = parsed.programs.remove(0);
    if let Err(error) = typecheck(&read) {
        panic!("{error} in\n{text}");
    }
    assert_eq!(read.to_string(), text);
    read
}
