//! Bytes as random choices: programs with the same answers alone and merged.

use arcbatt::batt::{Batt, Options, Outcome, run_tasks};
use arcbatt::dsl::{Fail, Limits};
use arcbatt::program::{Program, parse_file};
use arcbatt::store::canonical;
use arcbatt::task::{Task, generators};
use arcbatt::{DataSet, GridBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// The most programs of a text.
const MAX_PROGRAMS: usize = 8;

/// What became of a program on an input, alone.
fn alone(program: &Program, task: &Task, input: &GridBuf, limits: Limits) -> Result<GridBuf, bool> {
    use arcbatt::check::RunError;
    program
        .run_with(&task.train, input, limits)
        .map_err(|error| matches!(error, RunError::Limit { .. }))
}

/// Runs programs one by one and as a batt.
pub fn check(bytes: &[u8]) {
    static DATA: OnceLock<DataSet> = OnceLock::new();
    let data = DATA.get_or_init(generators::embedded);
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut programs = parse_file(text).programs;
    programs.truncate(MAX_PROGRAMS);
    let task = &data.tasks[bytes.len() % data.tasks.len()];
    for program in &mut programs {
        program.name = "solve".to_owned();
        let short = canonical(program);
        assert_eq!(
            canonical(&short).to_string(),
            short.to_string(),
            "{program}"
        );
    }
    let batt = Batt::from_programs(&programs);
    // Those of the commands, so that whatever they let through is reached.
    let limits = Limits {
        // The clock must not decide the outcome.
        time: Duration::from_secs(60),
        ..Limits::default()
    };
    let mut options = Options::default();
    options.limits.given = limits;
    let all = |_| (0..programs.len() as u32).collect();
    run_tasks(&batt, &[task], &options, all, |_, blocks| {
        for block in &blocks {
            for (k, &candidate) in block.candidates.iter().enumerate() {
                let program = &programs[candidate as usize];
                let inputs = task.train.iter().map(|pair| &pair.input).chain(&task.test);
                for (input, outcome) in inputs.zip(block.outputs.of(k)) {
                    let alone = alone(program, task, input, limits);
                    compare(&alone, outcome, block.outputs.grids(), program);
                }
            }
        }
    });
}

/// The answers are equal. A program alone runs lines that no line reads, which may fail; and calls are
/// simplified when they are merged, which may avoid a limit.
fn compare(alone: &Result<GridBuf, bool>, merged: &Outcome, grids: &[GridBuf], program: &Program) {
    let shown = || format!("alone {alone:?}, merged {merged:?}\n{program}");
    match (alone, merged) {
        (Ok(grid), Outcome::Grid(number)) => {
            assert_eq!(grid, &grids[*number as usize], "{}", shown())
        }
        (Ok(_), _) => panic!("{}", shown()),
        (Err(_), Outcome::Grid(_)) => {}
        (Err(_), Outcome::NoGrid | Outcome::Fail(Fail::NoAnswer(_) | Fail::Limit(_))) => {}
    }
}
