//! Programs that ask for as much work and memory as they can get, on every path that runs programs.
//!
//! All paths must end each program in the same way: with a value, a failure, or a limit that counts. None
//! may take more memory than the charges stand for. The limits here are an eighth of the defaults, so that
//! the test ends soon; for the defaults and the time of each program:
//!
//! `MONSTERS=1 cargo test --release -p arcbatt --lib monsters -- --nocapture`

use super::*;
use crate::dsl::{CallTree, Cx, Fail, Limit, Limits};
use crate::grid::{Grid, GridBuf};
use crate::program::{Program, parse_file};
use crate::task::{Demonstration, Task};
use crate::work_clock::WorkClock;
use bumpalo::Bump;
use std::time::{Duration, Instant};

/// The most bytes in the arena for each cell that may be charged.
const BYTES_PER_CELL: usize = 32;

/// What all runs may take besides: inputs, slots, tables of memos, and work that was undone.
const OTHER_BYTES: usize = 16 << 20;

/// How a run ended. Values that are no grid of colours are equal here.
type End = Result<Option<GridBuf>, Fail>;

fn programs() -> Vec<Program> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/monsters.py");
    let text = std::fs::read_to_string(path).expect("the programs");
    let parsed = parse_file(&text);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    assert!(parsed.programs.len() > 60, "{}", parsed.programs.len());
    parsed.programs
}

fn limits() -> Limits {
    let whole = Limits {
        // The clock must not decide.
        time: Duration::from_secs(600),
        ..Limits::default()
    };
    match std::env::var_os("MONSTERS") {
        Some(_) => whole,
        None => Limits {
            steps: whole.steps / 8,
            cells: whole.cells / 8,
            ..whole
        },
    }
}

fn grid() -> GridBuf {
    GridBuf::from_digits(&["00000", "01120", "01020", "30006"]).expect("a grid")
}

#[derive(Clone, Copy, Debug)]
enum Path {
    /// As `check` runs programs.
    Alone,
    /// As a batt runs one program again.
    Light,
    /// With all calls recorded.
    Traced,
}

/// Runs a program; returns its end, and the bytes in the arena.
fn run(program: &Program, grid: &GridBuf, path: Path) -> (End, usize) {
    let arena = Bump::new();
    let tree = CallTree::new(WorkClock::new(quanta::Clock::new()));
    let cx = match path {
        Path::Alone => Cx::new(&arena, limits()),
        Path::Light => Cx::new(&arena, limits()).assume_light(),
        Path::Traced => Cx::new(&arena, limits()).with_tree(Some(&tree)),
    };
    let train = [Demonstration {
        input: grid.clone(),
        output: grid.clone(),
    }];
    let code = Code::new(program);
    let inputs = code.inputs(&cx, &train, grid).expect("inputs");
    let result = match path {
        Path::Traced => code.run_around(
            &cx,
            inputs,
            |line| {
                tree.begin_node(code.callee(line));
                cx.start_trace();
            },
            |_, _| {
                cx.stop_trace();
                tree.end_node(0);
            },
        ),
        _ => code.run(&cx, inputs),
    };
    let end = result.map(|value| output_grid(value).map(Grid::to_buf));
    (end.map_err(|stopped| stopped.fail), cx.bytes())
}

/// Runs programs merged into one batt.
fn run_merged(programs: &[Program], grid: &GridBuf) -> Vec<End> {
    let batt = Batt::from_programs(programs);
    let task = Task {
        id: "monsters".to_owned(),
        train: vec![Demonstration {
            input: grid.clone(),
            output: grid.clone(),
        }],
        test: Vec::new(),
    };
    let options = Options {
        limits: TaskLimits {
            given: limits(),
            time: Duration::from_secs(3600),
            ..TaskLimits::default()
        },
        ..Options::default()
    };
    let all = |_| (0..batt.candidates.len() as u32).collect();
    let ends = run_tasks(&batt, &[task], &options, all, |_, blocks| {
        let mut ends = Vec::new();
        for block in blocks {
            for (k, &candidate) in block.candidates.iter().enumerate() {
                let end = match block.outputs.of(k)[0] {
                    Outcome::Fail(fail) => Err(fail),
                    _ => Ok(block.outputs.grid(k, 0).cloned()),
                };
                ends.push((candidate, end));
            }
        }
        ends.sort_by_key(|&(candidate, _)| candidate);
        ends.into_iter().map(|(_, end)| end).collect()
    });
    ends.into_iter().next().expect("one task")
}

#[test]
fn monsters_end_in_the_same_way_on_all_paths() {
    let grid = grid();
    let mut programs = programs();
    let most = BYTES_PER_CELL * limits().cells as usize + OTHER_BYTES;
    let mut wrong = Vec::new();
    let mut ends = Vec::new();
    for program in &programs {
        let mut first: Option<End> = None;
        for path in [Path::Alone, Path::Light, Path::Traced] {
            let start = Instant::now();
            let (end, bytes) = run(program, &grid, path);
            let time = start.elapsed();
            let shown = match &end {
                Ok(_) => "a value".to_owned(),
                Err(fail) => fail.to_string(),
            };
            eprintln!(
                "{time:10.1?} {:5} MiB {path:?} {} {shown}",
                bytes >> 20,
                program.name
            );
            let is_counted = !matches!(end, Err(Fail::Limit(Limit::Time | Limit::Memory)));
            let first = first.get_or_insert_with(|| end.clone());
            if bytes > most || !is_counted || *first != end {
                wrong.push(format!("{} {path:?}: {shown}, {bytes} bytes", program.name));
            }
        }
        ends.extend(first);
    }
    for program in &mut programs {
        program.name = "solve_monsters".to_owned();
    }
    let start = Instant::now();
    for ((program, end), merged) in programs.iter().zip(&ends).zip(run_merged(&programs, &grid)) {
        if *end != merged {
            wrong.push(format!("merged {merged:?}, alone {end:?}\n{program}"));
        }
    }
    eprintln!("{:10.1?} merged", start.elapsed());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
