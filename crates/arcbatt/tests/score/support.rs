//! Shared helpers: batts of real programs, and random grids.

use arcbatt::batt::{Batt, Block, Options, run_tasks};
use arcbatt::grid::GridBuf;
use arcbatt::program::{Program, parse_file};
use arcbatt::rng::Rng;
use arcbatt::score::{Differs, ScoreOptions, TaskScore, score_task};
use arcbatt::task::{Task, generators};

/// The programs of a source; panics if one has a problem.
pub fn programs(source: &str) -> Vec<Program> {
    let parsed = parse_file(source);
    assert_eq!(parsed.errors, []);
    parsed.programs
}

/// Runs the candidates on a task and passes the blocks on.
pub fn with_blocks<R: Send>(
    batt: &Batt,
    task: &Task,
    candidates: &[u32],
    finish: impl Fn(Vec<Block>) -> R + Sync,
) -> R {
    let tasks = std::slice::from_ref(task);
    let mut results = run_tasks(
        batt,
        tasks,
        &Options::default(),
        |_| candidates.to_vec(),
        |_, blocks| finish(blocks),
    );
    results.remove(0)
}

/// Scores candidates on a task.
pub fn score(
    batt: &Batt,
    task: &Task,
    candidates: &[u32],
    differs: &Differs,
    options: &ScoreOptions,
) -> TaskScore {
    with_blocks(batt, task, candidates, |blocks| {
        score_task(task, batt, &blocks, differs, options)
    })
}

/// All candidates of a batt.
pub fn all(batt: &Batt) -> Vec<u32> {
    (0..batt.candidates.len() as u32).collect()
}

/// The built-in task with this id.
pub fn task(id: &str) -> Task {
    let tasks = generators::embedded().tasks;
    tasks.into_iter().find(|task| task.id == id).unwrap()
}

/// A random grid.
pub fn random_grid(rng: &mut Rng) -> GridBuf {
    let colors = rng.range(1, 10) as u64;
    let first = rng.below(10);
    let side = |rng: &mut Rng| match rng.below(4) {
        0 => rng.range(1, 3),
        1 => rng.range(28, 30),
        _ => rng.range(1, 30),
    };
    let (height, width) = (side(rng), side(rng));
    let noise = rng.below(101);
    let mut grid = GridBuf::filled(height as usize, width as usize, first as i8);
    for i in 0..height {
        for j in 0..width {
            if rng.chance(noise) {
                grid.set(i, j, ((first + rng.below(colors)) % 10) as i8);
            }
        }
    }
    grid
}
