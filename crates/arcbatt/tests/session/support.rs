//! A fake search whose result is a function of its arguments, so that tests know the outcome.

use arcbatt::grid::GridBuf;
use arcbatt::program::{Program, parse_file};
use arcbatt::search::{Budget, Found, Library, Outcome, ProposerGroup, SearchStats};
use arcbatt::task::{Task, generators};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The first built-in tasks.
pub fn tasks(count: usize) -> Vec<Task> {
    let mut tasks = generators::embedded().tasks;
    tasks.truncate(count);
    tasks
}

/// The program with this body.
pub fn program(body: &str) -> Program {
    let source = format!("def solve(I):\n{body}\n");
    let parsed = parse_file(&source);
    assert_eq!(parsed.errors, vec![], "{source}");
    parsed.programs.into_iter().next().unwrap()
}

/// One of a few short programs.
pub fn turn(k: u64) -> Program {
    let turns = ["rot90", "rot180", "rot270", "hmirror", "vmirror", "dmirror"];
    let (one, two) = (turns[k as usize % 6], turns[k as usize / 6 % 6]);
    program(&format!(
        "    x1 = {one}(I)\n    O = {two}(x1)\n    return O"
    ))
}

/// A number derived from the task.
pub fn number(task: &Task) -> u64 {
    let hash = task.content_hash().0;
    u64::from(hash[0]) << 8 | u64::from(hash[1])
}

/// The steps needed to solve a task: 100, 400, 1600 or never.
pub fn needed(task: &Task) -> u64 {
    [100, 400, 1600, u64::MAX][number(task) as usize % 4]
}

/// Solves a task if the budget has the steps it needs.
///
/// The attempts depend on the seed and the library, the program on the task.
pub fn search(
    task: &Task,
    library: &Library,
    seed: u64,
    budget: &Budget,
    _stop: &AtomicBool,
) -> Outcome {
    let solved = budget.steps >= needed(task);
    let train = task.train.len() as u32;
    let matched = if solved { train } else { train - 1 };
    let size = 1 + library.programs.len() % 30;
    let attempt = |color: u64| Some(GridBuf::filled(size, 2, (color % 10) as i8));
    let attempts = vec![[attempt(seed), attempt(seed / 10)]; task.test.len()];
    let found = Found {
        program: turn(number(task) + u64::from(!solved)),
        proposer: ProposerGroup::ALL[number(task) as usize % 5],
        matched,
        bits: 10.0 + number(task) as f64,
        outputs: attempts.iter().map(|both| both[0].clone()).collect(),
    };
    Outcome {
        found: vec![found],
        attempts,
        stats: SearchStats {
            evaluations: budget.steps.min(1000),
            programs: 5,
            memory: 100,
            time: Duration::from_millis(1),
        },
        ..Outcome::default()
    }
}

/// The same search, slower.
pub fn slow_search(
    task: &Task,
    library: &Library,
    seed: u64,
    budget: &Budget,
    stop: &AtomicBool,
) -> Outcome {
    // Sleep for different times, so that tasks do not end in the order in which they start.
    for _ in 0..1 + number(task) % 5 {
        if !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
    search(task, library, seed, budget, stop)
}
