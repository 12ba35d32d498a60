//! The limits of a program are for all its lines together, alone and in a batt.

use super::support::*;
use arcbatt::batt::{Batt, Code, Inputs, Options, Samples, TaskLimits, output_grid, run_tasks};
use arcbatt::dsl::{Cx, Fail, Limit, Limits};
use arcbatt::grid::{Grid, GridBuf};
use arcbatt::program::Program;
use arcbatt::task::generators::embedded;
use bumpalo::Bump;

/// The answers of a program that runs alone, or why it has none.
fn alone(
    program: &Program,
    samples: &Samples,
    limits: Limits,
) -> Vec<Result<Option<GridBuf>, Fail>> {
    let code = Code::new(program);
    let answer = |(&i, &c): (&Grid, &Grid)| {
        let arena = Bump::new();
        let cx = Cx::new(&arena, limits);
        let given = Inputs {
            s: demonstrations(&cx, samples),
            i: cx.grid_value(i),
            c: cx.grid_value(c),
        };
        let value = code.run(&cx, given).map_err(|stopped| stopped.fail)?;
        Ok(output_grid(value).map(Grid::to_buf))
    };
    let grids = samples.inputs.iter().zip(&samples.compared);
    grids.map(answer).collect()
}

/// Programs that the user gave end in a batt as they do alone, with limits that some reach only with
/// all their lines together, and some with the calls that they share.
#[test]
fn given_programs_reach_the_limits_that_they_reach_alone() {
    let tasks = embedded().tasks;
    let mut given = solvers();
    given.truncate(40);
    let mut cut = 0;
    let mut right = 0;
    for (task, (steps, cells)) in [
        (0, (9, 8_000_000)),
        (3, (4_000_000, 2_500)),
        (20, (40, 9_000)),
    ] {
        let task = &tasks[task];
        for program in &mut given {
            program.name = format!("solve_{}", task.id);
        }
        let batt = Batt::from_programs(&given);
        let limits = Limits {
            steps,
            cells,
            ..Limits::default()
        };
        let options = Options {
            limits: TaskLimits {
                given: limits,
                ..TaskLimits::default()
            },
            ..Options::default()
        };
        let samples = Samples::of(task);
        let all = |_| (0..batt.candidates.len() as u32).collect();
        run_tasks(
            &batt,
            std::slice::from_ref(task),
            &options,
            all,
            |_, blocks| {
                for (k, &candidate) in blocks[0].candidates.iter().enumerate() {
                    let program = batt.extract(candidate);
                    let wanted = alone(&program, &samples, limits);
                    assert_eq!(blocks[0].outputs.of(k).len(), wanted.len());
                    for (sample, wanted) in wanted.iter().enumerate() {
                        let grid = blocks[0].outputs.grid(k, sample);
                        let wanted_grid = wanted.as_ref().ok().and_then(Option::as_ref);
                        assert_eq!(grid, wanted_grid, "{limits:?} {wanted:?}\n{program}");
                    }
                }
            },
        );
        for program in &given {
            for result in alone(program, &samples, limits) {
                cut += usize::from(matches!(
                    result,
                    Err(Fail::Limit(Limit::Steps | Limit::Cells))
                ));
                right += usize::from(matches!(result, Ok(Some(_))));
            }
        }
    }
    assert!(cut > 50 && right > 50, "{cut} cut, {right} with an answer");
}
