//! A search finds the same programs on any device.

use super::{Dying, kernel};
use arcbatt::batt::Executor;
use arcbatt::grid::GridBuf;
use arcbatt::program::Solvers;
use arcbatt::search::{Budget, Library, solve_task_recorded};
use arcbatt::task::Task;
use arcbatt::task::generators::{SOLVERS, embedded};
use arcbatt_gpu::devices::Devices;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The comparable part of an outcome: attempts, programs and the number of calls.
type Essence = (Vec<[Option<GridBuf>; 2]>, Vec<String>, u64);

fn search(task: &Task, library: &Library, executor: Executor) -> Essence {
    let budget = Budget {
        steps: 100_000,
        time: None,
        ..Budget::default()
    };
    let stop = AtomicBool::new(false);
    let outcome = solve_task_recorded(task, library, 3, &budget, &stop, executor, None);
    let programs = outcome.found.iter().map(|found| found.program.to_string());
    (
        outcome.attempts,
        programs.collect(),
        outcome.stats.evaluations,
    )
}

static WARNINGS: AtomicUsize = AtomicUsize::new(0);

#[test]
fn a_search_is_the_same_on_any_device() {
    let data = embedded();
    let library = Library::of(Solvers::read(SOLVERS).programs);
    let device = Devices::of(vec![kernel()], 0, |why| panic!("{why}"));
    let dying = Devices::of(vec![Dying::after(2)], 0, |_| {
        WARNINGS.fetch_add(1, Ordering::Relaxed);
    });
    for task in data.tasks.iter().step_by(20) {
        let wanted = search(task, &library, Executor::CPU);
        let there = search(task, &library, Executor::with_backend(&device));
        assert_eq!(there, wanted, "{}", task.id);
        let handed_back = search(task, &library, Executor::with_backend(&dying));
        assert_eq!(handed_back, wanted, "{}", task.id);
    }
    let shares = device.shares();
    assert!(shares.device > shares.cpu, "{shares:?}");
    assert!(dying.shares().device > 0, "it lived for a while");
    assert_eq!(WARNINGS.load(Ordering::Relaxed), 1);
}
