//! `check`: solvers on the pairs of their tasks, and the [`Report`].

use crate::check_report::{Report, ReportData};
use crate::job::{self, Stop};
use crate::limits::Limits;
use crate::pair_report::RunData;
use crate::source::{Definition, Problem, options, solvers_from};
use crate::task_set::tasks_from;
use arcbatt::CheckOptions;
use arcbatt::check::{check_matches, match_solvers};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs every solver on every pair of its task. Solvers find their tasks by name: `solve_half_turn` is for
/// the task `half_turn`, and `solve` for the only one.
///
/// `solvers` is a path, a text, programs or `Solvers`; "embedded" are the built-in ones. A task is solved
/// if one of its solvers is right on all pairs with a known output.
///
/// >>> import arcbatt as ab
/// >>> tasks = ab.load("embedded")
/// >>> report = ab.check("def solve_half_turn(I):\n    return rot180(I)\n", tasks)
/// >>> report.solved, report.wrong
/// (['half_turn'], [])
#[pyfunction]
#[pyo3(signature = (solvers, tasks, *, limits = None, threads = None, entry = None, define = None))]
#[allow(clippy::too_many_arguments)]
pub fn check(
    py: Python<'_>,
    solvers: &Bound<'_, PyAny>,
    tasks: &Bound<'_, PyAny>,
    limits: Option<&Bound<'_, Limits>>,
    threads: Option<usize>,
    entry: Option<Bound<'_, PyAny>>,
    define: Option<Vec<Py<Definition>>>,
) -> PyResult<Report> {
    let data = tasks_from(tasks)?;
    let solvers = solvers_from(solvers, &options(entry, define)?)?;
    let options = CheckOptions {
        limits: Limits::of(limits.map(|limits| limits.get())),
        threads: threads.and_then(NonZeroUsize::new),
        keep_outputs: true,
        ..CheckOptions::default()
    };
    let work = move |stop: &AtomicBool, _: &(dyn Fn(()) + Sync)| {
        let matches = match_solvers(&data, &solvers);
        let go_on = |_| match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let report = check_matches(&data, &solvers.programs, &matches, &options, &go_on);
        let mut runs = Vec::new();
        for task in &report.tasks {
            let own = task
                .runs
                .iter()
                .map(|run| RunData::new(&data, task.task, &solvers, run));
            runs.extend(own);
        }
        let tasks = report.tasks.iter().map(|task| task.task);
        ReportData {
            tasks: tasks.map(|task| data.tasks[task].id.clone()).collect(),
            runs,
            errors: solvers.errors.iter().map(Problem::new).collect(),
            idle: matches
                .idle
                .iter()
                .map(|&at| solvers.programs[at].name.clone())
                .collect(),
        }
    };
    let ended = job::run(py, threads, Stop::flag(None), work, |_, ()| Ok(()))?;
    ended.into_object(py, |data| Ok(Report::new(Arc::new(data))))
}
