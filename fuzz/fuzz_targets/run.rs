//! Type-checks and runs any text as programs, with small limits; the outcome must be reproducible.

#![no_main]

use arcbatt::dsl::{Cx, Limits};
use arcbatt::grid::GridBuf;
use arcbatt::batt::{Code, Inputs, Stopped};
use arcbatt::program::{Program, typecheck, parse_file};
use bumpalo::Bump;
use libfuzzer_sys::fuzz_target;
use std::time::Duration;

const LIMITS: Limits = Limits {
    steps: 20_000,
    cells: 400_000,
    size: 1 << 12,
    // The clock must not decide the outcome.
    time: Duration::from_secs(600),
};

fn run(program: &Program, grid: &GridBuf) -> Result<String, Stopped> {
    let arena = Bump::new();
    let cx = Cx::new(&arena, LIMITS);
    let i = cx.grid_value(grid.view());
    // A pair of small grids is within these limits.
    let pair = cx.tuple(arena.alloc([i, i])).expect("a pair");
    let s = cx.tuple(arena.alloc([pair])).expect("pairs");
    let value = Code::new(program).run(&cx, Inputs { s, i, c: i })?;
    Ok(value.to_string())
}

fuzz_target!(|text: &str| {
    let grid = GridBuf::from_digits(&["00000", "01120", "01020", "30006"]).expect("a grid");
    for program in &parse_file(text).programs {
        let _ = typecheck(program);
        assert_eq!(run(program, &grid), run(program, &grid));
    }
});
