//! Results are the same on 1, 2 and 8 threads.

use super::support::*;
use arcbatt::batt::{BLOCK, Batt, Options, Outcome, run_tasks};
use arcbatt::card::{CardOptions, Settings, card, card_with};
use arcbatt::grid::GridBuf;
use arcbatt::score::{Differs, ScoreOptions, TaskScore, score_task};
use arcbatt::task::{Task, generators::embedded};

/// Everything observable of a block: outcomes, grids and statistics.
type Seen = (Vec<Vec<Outcome>>, Vec<GridBuf>, String);

fn ran(
    batt: &Batt,
    tasks: &[Task],
    candidates: &[Vec<u32>],
    threads: usize,
) -> Vec<(Vec<Seen>, TaskScore)> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let options = Options {
        limits: limits(),
        ..Options::default()
    };
    pool.build().unwrap().install(|| {
        run_tasks(
            batt,
            tasks,
            &options,
            |k| candidates[k].clone(),
            |k, blocks| {
                let score = ScoreOptions::default();
                let score = score_task(&tasks[k], batt, &blocks, Differs::starter(), &score);
                let seen = blocks.iter().map(|block| {
                    let outcomes = (0..block.candidates.len()).map(|c| block.outputs.of(c));
                    (
                        outcomes.map(<[Outcome]>::to_vec).collect(),
                        block.outputs.grids().to_vec(),
                        format!("{:?}", block.stats),
                    )
                });
                (seen.collect(), score)
            },
        )
    })
}

#[test]
fn outputs_and_scores_do_not_depend_on_the_number_of_threads() {
    let parents = solvers();
    let data = embedded();
    let settings = Settings {
        mutants: 60,
        ..Settings::default()
    };
    let (batt, _) = card(&parents, &settings, None);
    let mut candidates = vec![Vec::new(); data.tasks.len()];
    for (source, parent) in batt.sources.iter().zip(&parents) {
        let id = parent.task_id();
        let task = data
            .tasks
            .iter()
            .position(|task| Some(task.id.as_str()) == id);
        candidates[task.unwrap()].extend(source.candidates.0..source.candidates.1);
    }
    // A task with more than one block.
    candidates[3] = (0..batt.candidates.len() as u32).collect();
    assert!(candidates[3].len() > BLOCK);
    let one = ran(&batt, &data.tasks, &candidates, 1);
    assert_eq!(one[3].0.len(), candidates[3].len().div_ceil(BLOCK));
    assert!(one.iter().all(|(_, score)| score.fits));
    for threads in [2, 8] {
        let many = ran(&batt, &data.tasks, &candidates, threads);
        for ((one, many), task) in one.iter().zip(&many).zip(&data.tasks) {
            assert!(one == many, "{} on {threads} threads", task.id);
        }
    }
}

/// Mutation in parallel gives the same bytes as on one thread, several programs per task included.
#[test]
fn mutants_do_not_depend_on_the_number_of_threads() {
    let mut parents = solvers();
    let twins: Vec<_> = parents.iter().rev().step_by(3).cloned().collect();
    parents.extend(twins);
    let settings = Settings {
        mutants: 40,
        seed: 7,
        ..Settings::default()
    };
    let written = |batt: &Batt| {
        let mut text = Vec::new();
        batt.write(&mut text).unwrap();
        text
    };
    let one = written(&card(&parents, &settings, None).0);
    let options = CardOptions {
        parallel: true,
        ..CardOptions::default()
    };
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        let (batt, _) = pool.install(|| card_with(&parents, &settings, &options));
        assert!(written(&batt) == one, "{threads} threads");
    }
}
