//! Any text as programs that run with the default limits: the outcome is reproducible, and neither time
//! nor memory is spent that the limits do not see.

use arcbatt::batt::{Code, Inputs, Stopped};
use arcbatt::dsl::{Cx, Fail, Limit, Limits};
use arcbatt::grid::GridBuf;
use arcbatt::program::{Program, parse_file, typecheck};
use bumpalo::Bump;
use std::time::Duration;

/// The most bytes of the arena of a program: it ends at 208 MiB in use, and chunks of memory double.
const MAX_BYTES: usize = 1 << 30;

/// Programs of one text: more would only take longer.
const MAX_PROGRAMS: usize = 4;

fn limits() -> Limits {
    Limits {
        // The clock must not decide the outcome; a program that needs this long is a bug.
        time: Duration::from_secs(60),
        ..Limits::default()
    }
}

fn run(program: &Program, grid: &GridBuf, limits: Limits) -> Result<String, Stopped> {
    let arena = Bump::new();
    let cx = Cx::new(&arena, limits);
    let i = cx.grid_value(grid.view());
    // A pair of small grids is within these limits.
    let pair = cx.tuple(arena.alloc([i, i])).expect("a pair");
    let s = cx.tuple(arena.alloc([pair])).expect("pairs");
    let result = Code::new(program).run(&cx, Inputs { s, i, c: i });
    let bytes = arena.allocated_bytes();
    assert!(bytes < MAX_BYTES, "{bytes} bytes\n{program}");
    let value = result?;
    // Values of the largest size have long texts.
    Ok(match value.weight() {
        ..4096 => value.to_string(),
        weight => format!("a value of weight {weight}"),
    })
}

/// Type-checks and runs each program twice.
pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let grid = GridBuf::from_digits(&["00000", "01120", "01020", "30006"]).expect("a grid");
    for program in parse_file(text).programs.iter().take(MAX_PROGRAMS) {
        let _ = typecheck(program);
        let outcome = run(program, &grid, limits());
        let timed_out =
            matches!(&outcome, Err(stopped) if stopped.fail == Fail::Limit(Limit::Time));
        assert!(!timed_out, "out of time\n{program}");
        assert_eq!(run(program, &grid, limits()), outcome);
    }
}
