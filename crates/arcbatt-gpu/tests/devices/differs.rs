//! Differs give the same scores on a device, and so the same ranking.

use super::{Dying, kernel};
use arcbatt::batt::{Executor, Options, run_tasks};
use arcbatt::grid::Grid;
use arcbatt::program::parse_file;
use arcbatt::score::{Differs, ScoreOptions, ScoreStats, TaskScore, score_task};
use arcbatt::task::Task;
use arcbatt::task::generators::embedded;
use arcbatt_gpu::devices::Devices;

fn options<'e>(executor: Executor<'e>) -> Options<'e> {
    Options {
        executor,
        ..Options::default()
    }
}

/// Every grid of the task with every expected output.
fn pairs(task: &Task) -> Vec<(Grid<'_>, Grid<'_>)> {
    let grids = task
        .train
        .iter()
        .flat_map(|pair| [&pair.input, &pair.output]);
    let mut all = Vec::new();
    for grid in grids {
        all.extend(
            task.train
                .iter()
                .map(|pair| (grid.view(), pair.output.view())),
        );
    }
    all
}

#[test]
fn every_differ_gives_the_same_score() {
    let data = embedded();
    let programs = parse_file(Differs::STARTER).programs;
    let mut known = Vec::new();
    for program in programs {
        let differs = Differs::from_programs(std::slice::from_ref(&program));
        let devices = Devices::of(vec![kernel()], 0, |why| panic!("{why}"));
        for task in data.tasks.iter().step_by(9) {
            let pairs = pairs(task);
            let wanted = differs.compare(task, &pairs, &Options::default());
            let got = differs.compare(task, &pairs, &options(Executor::with_backend(&devices)));
            for pair in 0..pairs.len() {
                assert_eq!(
                    got.of(pair),
                    wanted.of(pair),
                    "{} {}",
                    program.name,
                    task.id
                );
            }
        }
        let shares = devices.shares();
        let share = shares.device as f64 / (shares.device + shares.cpu) as f64;
        println!("{}: {:.1} % on the device", program.name, 100.0 * share);
        known.push(share);
    }
    // Most of each differ runs on the device.
    let least = known.iter().copied().fold(1.0, f64::min);
    assert!(known.len() > 10 && least > 0.5, "{known:?}");
}

/// The scores of candidates on some tasks, without the cost.
fn ranked(executor: Executor) -> Vec<TaskScore> {
    let data = embedded();
    let tasks: Vec<&Task> = data.tasks.iter().step_by(30).collect();
    let batt = arcbatt_gpu::bench::batt(3, 9);
    let everyone: Vec<u32> = (0..batt.candidates.len() as u32).step_by(2).collect();
    let options = options(executor);
    run_tasks(
        &batt,
        &tasks,
        &options,
        |_| everyone.clone(),
        |k, blocks| TaskScore {
            stats: ScoreStats::default(),
            ..score_task(
                tasks[k],
                &batt,
                &blocks,
                Differs::starter(),
                &ScoreOptions::with(options),
            )
        },
    )
}

#[test]
fn candidates_rank_the_same() {
    let wanted = ranked(Executor::CPU);
    let partly = |score: &TaskScore| score.best.iter().any(|best| best.differ > 0);
    assert!(wanted.iter().all(partly), "differs have something to say");
    let device = Devices::of(vec![kernel()], 0, |why| panic!("{why}"));
    assert_eq!(ranked(Executor::with_backend(&device)), wanted);
    // Blocks of tasks run on the device, differs do not.
    let dying = Devices::of(vec![Dying::after(3)], 0, |_| {});
    assert_eq!(ranked(Executor::with_backend(&dying)), wanted);
}
