//! Many samples run in blocks, with the answers that each has alone.

use super::support::*;
use arcbatt::batt::{Batt, EndReason, Options, Outputs, Plan, Runner, Samples, Stats, TaskLimits};
use arcbatt::grid::{Grid, GridBuf};
use arcbatt::rng::Rng;

/// Grids of 30x30 random cells.
fn noise(count: usize) -> Vec<GridBuf> {
    let mut rng = Rng::new(1);
    let grid = |_| {
        let mut grid = GridBuf::filled(30, 30, 0);
        for k in 0..900 {
            grid.set(k / 30, k % 30, rng.below(10) as i8);
        }
        grid
    };
    (0..count).map(grid).collect()
}

/// These grids as samples.
fn samples<'g>(grids: &'g [GridBuf]) -> Samples<'g> {
    let views: Vec<Grid> = grids.iter().map(GridBuf::view).collect();
    Samples {
        demonstrations: views.iter().take(3).map(|&grid| (grid, grid)).collect(),
        compared: views.clone(),
        inputs: views,
    }
}

fn run(batt: &Batt, samples: &Samples, limits: TaskLimits) -> (Outputs, Stats) {
    let nodes: Vec<_> = batt.candidates.iter().map(|c| c.output).collect();
    let plan = Plan::new(&batt.graph, &nodes);
    let options = Options {
        limits,
        ..Options::default()
    };
    Runner::default().run(&plan, samples, &options)
}

#[test]
fn samples_in_blocks_have_the_answers_that_they_have_alone() {
    // The last block has other samples than the first, and not as many.
    let grids = noise(100);
    let all = samples(&grids);
    let mut programs = solvers();
    programs.truncate(40);
    let batt = Batt::from_programs(&programs);
    let (outputs, stats) = run(&batt, &all, limits());
    assert_eq!(stats.ended, None);
    let mut found = 0;
    for sample in [0, 1, 71, 72, 73, 99] {
        let one = Samples {
            inputs: vec![all.inputs[sample]],
            compared: vec![all.compared[sample]],
            demonstrations: all.demonstrations.clone(),
        };
        let (alone, _) = run(&batt, &one, limits());
        for (candidate, program) in programs.iter().enumerate() {
            let grid = outputs.grid(candidate, sample);
            assert_eq!(grid, alone.grid(candidate, 0), "{sample}\n{program}");
            found += usize::from(grid.is_some());
        }
    }
    assert!(found > 60, "{found}");
}

/// The budget is for all samples: each block has its part.
#[test]
fn a_budget_is_divided_among_blocks() {
    let grids = noise(200);
    let mut programs = solvers();
    programs.truncate(40);
    let batt = Batt::from_programs(&programs);
    let (_, whole) = run(&batt, &samples(&grids), limits());
    let half = TaskLimits {
        cells: whole.spent.cells / 2,
        ..limits()
    };
    let (outputs, stats) = run(&batt, &samples(&grids), half);
    assert_eq!(stats.ended, Some(EndReason::Budget));
    assert!(stats.spent.cells < whole.spent.cells * 3 / 4);
    let answers = |sample| {
        (0..40)
            .filter(|&k| outputs.grid(k, sample).is_some())
            .count()
    };
    let (first, last) = (answers(0), answers(199));
    assert!(first > 0 && last > 0, "{first}, {last}");
}
