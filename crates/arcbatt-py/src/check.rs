//! `check`: solvers on the pairs of their tasks.

use crate::check_report::{Report, ReportData, TaskData};
use crate::convert;
use crate::job::{self, Stop};
use crate::limits::Limits;
use crate::pair_report::{ForeignSolver, RunData};
use crate::source::{Definition, Problem, options, solvers_from, texts_of};
use crate::task_set::tasks_from;
use arcbatt::check::{TaskReport, check_matches, match_solvers};
use arcbatt::program::{ReadOptions, codes, solver_name};
use arcbatt::{CheckOptions, GridBuf, Solvers};
use pyo3::prelude::*;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A solver that ran in CPython: the id of its task, its name, the status of pairs without an answer, the
/// line, the message, and the answers by pair.
type Foreign = (
    String,
    String,
    String,
    Option<u32>,
    Option<String>,
    Vec<Option<Py<PyAny>>>,
);

/// Checks solvers, and adds those that ran elsewhere. `arcbatt.check` is for users.
#[pyfunction]
#[pyo3(signature = (solvers, tasks, foreign, *, limits = None, threads = None, entry = None, define = None, stop = None))]
#[allow(clippy::too_many_arguments)]
pub fn check_solvers(
    py: Python<'_>,
    solvers: &Bound<'_, PyAny>,
    tasks: &Bound<'_, PyAny>,
    foreign: Vec<Foreign>,
    limits: Option<&Bound<'_, Limits>>,
    threads: Option<usize>,
    entry: Option<Bound<'_, PyAny>>,
    define: Option<Vec<Py<Definition>>>,
    stop: Option<&Bound<'_, Stop>>,
) -> PyResult<Report> {
    let data = tasks_from(tasks)?;
    let solvers = solvers_from(solvers, &options(entry, define)?)?;
    let limits = Limits::of(limits.map(|limits| limits.get()));
    let foreign: Vec<(String, ForeignSolver)> = foreign
        .into_iter()
        .map(|run| foreign_solver(py, run))
        .collect();
    let work = move |stop: &AtomicBool, _: &(dyn Fn(()) + Sync)| {
        let matches = match_solvers(&data, &solvers);
        let options = CheckOptions {
            limits,
            threads: threads.and_then(NonZeroUsize::new),
            keep_outputs: true,
            stop: Some(stop),
            ..CheckOptions::default()
        };
        let go_on = |_| ControlFlow::Continue(());
        let report = check_matches(&data, &solvers.programs, &matches, &options, &go_on);
        let task = |task: &TaskReport| TaskData {
            id: data.tasks[task.task].id.clone(),
            runs: task
                .runs
                .iter()
                .map(|run| RunData::new(&data, task.task, &solvers, run))
                .collect(),
        };
        let mut tasks: Vec<TaskData> = report.tasks.iter().map(task).collect();
        let ran: HashSet<String> = foreign.iter().map(|(_, run)| run.name.clone()).collect();
        for (id, run) in foreign {
            let place = tasks.iter().position(|task| task.id == id);
            let at = data.tasks.iter().position(|task| task.id == id);
            if let (Some(place), Some(at)) = (place, at) {
                tasks[place].runs.push(RunData::foreign(&data, at, run));
            }
        }
        let is_left = |name: &Option<String>| !name.as_ref().is_some_and(|name| ran.contains(name));
        let errors = solvers.errors.iter();
        ReportData {
            tasks: tasks.into_iter().map(Arc::new).collect(),
            errors: errors
                .filter(|error| is_left(&error.function))
                .map(Problem::new)
                .collect(),
            idle: matches
                .idle
                .iter()
                .map(|&at| solvers.programs[at].name.clone())
                .collect(),
        }
    };
    let stop = Some(Stop::flag(stop.map(|stop| stop.get())));
    let ended = job::run(py, threads, stop, work, |_, ()| Ok(()))?;
    ended.into_object(py, |data| Ok(Report::new(Arc::new(data))))
}

fn foreign_solver(py: Python<'_>, run: Foreign) -> (String, ForeignSolver) {
    let (task, name, status, line, message, outputs) = run;
    let output = |output: Option<Py<PyAny>>| -> Option<GridBuf> {
        // An answer that is no grid is none.
        output.and_then(|output| convert::grid(output.bind(py)).ok())
    };
    let run = ForeignSolver {
        name,
        status,
        line,
        message,
        outputs: outputs.into_iter().map(output).collect(),
    };
    (task, run)
}

/// A solver outside the language: the ids of its tasks, its name, its code, and the function in the code.
type Outside = (Vec<String>, String, String, Option<String>);

/// The solvers that are not in the language and have a task.
#[pyfunction]
#[pyo3(signature = (solvers, tasks, *, entry = None, define = None))]
pub fn outside_solvers(
    solvers: &Bound<'_, PyAny>,
    tasks: &Bound<'_, PyAny>,
    entry: Option<Bound<'_, PyAny>>,
    define: Option<Vec<Py<Definition>>>,
) -> PyResult<Vec<Outside>> {
    let (data, options) = (tasks_from(tasks)?, options(entry, define)?);
    let mut outside: Vec<Outside> = Vec::new();
    for (task, code) in texts_of(solvers)?.iter().flat_map(|text| codes(text)) {
        let mut seen = HashSet::new();
        for error in Solvers::read_with(&code, &options).errors {
            let function = error.function.unwrap_or("solve".to_owned());
            let name = task.as_deref().map_or(function.clone(), solver_name);
            if !seen.insert(name.clone()) {
                continue;
            }
            let alone = Solvers {
                errors: vec![arcbatt::ParseError {
                    function: Some(name.clone()),
                    place: error.place,
                    message: String::new(),
                    excerpt: None,
                }],
                ..Solvers::default()
            };
            let tasks = match_solvers(&data, &alone).rejected;
            let tasks = tasks.iter().map(|&task| data.tasks[task].id.clone());
            let callee = callee(&code, &function, &options);
            outside.push((tasks.collect(), name, code.clone(), callee));
        }
    }
    outside.retain(|(tasks, ..)| !tasks.is_empty());
    Ok(outside)
}

/// The function of a code that a solver with this name is.
fn callee(code: &str, name: &str, options: &ReadOptions) -> Option<String> {
    let id = name.strip_prefix("solve").unwrap_or("");
    let entries = options.entries.iter();
    let named = entries.flat_map(|entry| [format!("{entry}{id}"), entry.clone()]);
    let usual = [name.to_owned(), format!("verify{id}")].into_iter();
    let is_defined = |function: &String| {
        let begins = |line: &str| {
            let rest = line.trim_start().strip_prefix("def ");
            let rest = rest.and_then(|rest| rest.trim_start().strip_prefix(function.as_str()));
            rest.is_some_and(|rest| rest.trim_start().starts_with('('))
        };
        code.lines().any(begins)
    };
    named.chain(usual).find(is_defined)
}
