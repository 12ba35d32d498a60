//! [`Program`]: call it, run it on many grids, trace it.

use crate::convert;
use crate::grid::Grid;
use crate::job::{self, Stop};
use crate::limits::Limits;
use crate::outputs::{GridFailure, Input, Outputs, many_grids};
use crate::pickle::{GridText, ProgramText};
use crate::source::{Definition, options, read_one};
use crate::task::Task;
use crate::trace::Trace;
use arcbatt::dsl::Limit;
use arcbatt::program::{Parameters, ReadCache};
use arcbatt::text::counted;
use arcbatt::{
    Compiled, Demonstration, GridBuf, Limits as InnerLimits, Program as Inner, RunError as Failure,
};
use bumpalo::Bump;
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rayon::prelude::*;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pyo3::create_exception!(
    arcbatt,
    RunError,
    PyRuntimeError,
    "A program gave no grid. `status` is \"failed\", \"cut\" or \"wrong\"; `line` is the line that ended \
     it, or None; `message` says why.\n\n\
     >>> import arcbatt as ab\n\
     >>> try:\n\
     ...     ab.Program(\"def solve(I):\\n    return first(I)\\n\")([[1]])\n\
     ... except ab.RunError as error:\n\
     ...     print(error.status, error.message)\n\
     wrong the program returned (1); expected a grid of colours 0 to 9\n"
);

/// The time after which a call moves to a thread of its own, so that an interrupt can end it.
const QUICK: Duration = Duration::from_millis(30);

/// Arenas larger than this are freed after a run.
const LARGE: usize = 4 << 20;

thread_local! {
    /// The memory of the runs on this thread.
    static ARENA: RefCell<Bump> = RefCell::new(Bump::new());
}

/// Runs a program on this thread.
fn run_here(
    compiled: &Compiled,
    demonstrations: &[Demonstration],
    input: &GridBuf,
    limits: InnerLimits,
    stop: &AtomicBool,
) -> Result<GridBuf, Failure> {
    ARENA.with_borrow_mut(|arena| {
        let output = compiled.run_until(arena, demonstrations, input, limits, Some(stop));
        let output = output.map(arcbatt::Grid::to_buf);
        match arena.allocated_bytes() > LARGE {
            true => *arena = Bump::new(),
            false => arena.reset(),
        }
        output
    })
}

/// Status, line and message of a failure.
pub fn described(failure: &Failure) -> (&'static str, Option<usize>, String) {
    let (status, line) = match failure {
        Failure::Failed { line, .. } => ("failed", Some(*line)),
        Failure::Limit { line, .. } => ("cut", Some(*line)),
        Failure::NoGrid(_) => ("wrong", None),
    };
    let text = failure.to_string();
    let place = line.map_or(String::new(), |line| format!("line {line}: "));
    let message = text.strip_prefix(&place).unwrap_or(&text).to_owned();
    (status, line, message)
}

fn run_error(py: Python<'_>, failure: &Failure) -> PyErr {
    let (status, line, message) = described(failure);
    let error = RunError::new_err(failure.to_string());
    let value = error.value(py);
    let set = || -> PyResult<()> {
        value.setattr("status", status)?;
        value.setattr("line", line)?;
        value.setattr("message", &message)
    };
    set().err().unwrap_or(error)
}

/// A program: calls of primitives, one per line, from an input grid to an output grid.
///
/// Takes a text with one function `solve`, `solve_ID`, `verify_ID`, `transform` or the name in `entry`, or
/// lines that assign `O`; as Python or in Markdown. It is parsed, never executed. A program is called
/// with a grid, and with the task whose demonstrations it reads as S.
///
/// >>> import arcbatt as ab
/// >>> program = ab.Program("def solve(I):\n    x1 = vmirror(I)\n    return hconcat(I, x1)\n")
/// >>> program([[1, 2], [3, 4]])
/// Grid("1221/3443")
/// >>> program
/// <Program solve: 2 calls>
/// >>> program.lines
/// ['x1 = vmirror(I)', 'O = hconcat(I, x1)']
#[pyclass(frozen, module = "arcbatt")]
pub struct Program {
    compiled: Arc<Compiled>,
}

impl Program {
    /// Compiles a program.
    pub fn new(program: Inner) -> Self {
        Self {
            compiled: Arc::new(Compiled::new(program)),
        }
    }

    /// The program.
    pub fn inner(&self) -> &Inner {
        self.compiled.program()
    }
}

#[pymethods]
impl Program {
    #[new]
    #[pyo3(signature = (source, *, entry = None, define = None))]
    fn py_new(
        py: Python<'_>,
        source: &str,
        entry: Option<Bound<'_, PyAny>>,
        define: Option<Vec<Py<Definition>>>,
    ) -> PyResult<Self> {
        match read_one(source, &options(entry, define)?, &mut ReadCache::default()) {
            Ok(program) => Ok(Self::new(program)),
            Err(problem) => Err(problem.to_error(py)?),
        }
    }

    /// The name of its function, `solve` or `solve_ID`.
    #[getter]
    fn name(&self) -> &str {
        &self.inner().name
    }

    /// Number of calls: its length.
    #[getter]
    fn calls(&self) -> usize {
        self.inner().lines.len()
    }

    /// Its lines, one call each, after helper functions are inlined.
    #[getter]
    fn lines(&self) -> Vec<String> {
        (0..self.calls())
            .map(|line| self.inner().line_text(line))
            .collect()
    }

    /// Its source, one call per line.
    #[getter]
    fn source(&self) -> String {
        self.inner().to_string()
    }

    /// Whether it takes the demonstrations S besides the grid I.
    #[getter]
    fn takes_demonstrations(&self) -> bool {
        matches!(self.inner().parameters, Parameters::Full(_))
    }

    #[pyo3(signature = (grid, task = None, limits = None))]
    fn __call__(
        &self,
        py: Python<'_>,
        grid: &Bound<'_, PyAny>,
        task: Option<&Bound<'_, Task>>,
        limits: Option<&Bound<'_, Limits>>,
    ) -> PyResult<Grid> {
        let input = convert::grid(grid)?;
        let limits = Limits::of(limits.map(|limits| limits.get()));
        let quick = InnerLimits {
            time: limits.time.min(QUICK),
            ..limits
        };
        let demonstrations = task.map_or(&[][..], |task| &task.get().inner().train);
        let never = AtomicBool::new(false);
        let output = py.detach(|| run_here(&self.compiled, demonstrations, &input, quick, &never));
        let is_slow = |failure: &Failure| {
            let is_time = matches!(
                failure,
                Failure::Limit {
                    limit: Limit::Time,
                    ..
                }
            );
            is_time && quick.time < limits.time
        };
        let output = match output {
            Err(failure) if is_slow(&failure) => {
                let (compiled, demonstrations) =
                    (Arc::clone(&self.compiled), demonstrations.to_vec());
                let work = move |stop: &AtomicBool, _: &(dyn Fn(()) + Sync)| {
                    run_here(&compiled, &demonstrations, &input, limits, stop)
                };
                let stop = Some(Stop::flag(None));
                let ended = job::run(py, None, stop, work, |_, ()| Ok(()))?;
                return ended.into_object(py, |output| match output {
                    Ok(grid) => Ok(Grid::new(grid)),
                    Err(failure) => Err(run_error(py, &failure)),
                });
            }
            output => output,
        };
        match output {
            Ok(grid) => Ok(Grid::new(grid)),
            Err(failure) => Err(run_error(py, &failure)),
        }
    }

    /// Runs the program on many grids. Never raises for a grid without an answer.
    ///
    /// >>> import arcbatt as ab
    /// >>> program = ab.Program("def solve(I):\n    return rot90(I)\n")
    /// >>> outputs = program.run_many([[[1, 2]], [[3, 4]]])
    /// >>> outputs
    /// <Outputs: 2 grids>
    /// >>> outputs[0], outputs.failures
    /// (Grid("1/2"), [])
    #[pyo3(signature = (grids, task = None, *, limits = None, threads = None))]
    fn run_many(
        &self,
        py: Python<'_>,
        grids: &Bound<'_, PyAny>,
        task: Option<&Bound<'_, Task>>,
        limits: Option<&Bound<'_, Limits>>,
        threads: Option<usize>,
    ) -> PyResult<Outputs> {
        let inputs = many_grids(grids)?;
        let limits = Limits::of(limits.map(|limits| limits.get()));
        let demonstrations = task.map_or(Vec::new(), |task| task.get().inner().train.clone());
        let compiled = Arc::clone(&self.compiled);
        let work = move |stop: &AtomicBool, _: &(dyn Fn(()) + Sync)| {
            let run = |(index, input): (usize, &Input)| {
                if stop.load(Ordering::Relaxed) {
                    return Err(GridFailure::new(index, None));
                }
                let output = run_here(&compiled, &demonstrations, input.grid(), limits, stop);
                match output {
                    Ok(grid) => Ok(GridText(grid)),
                    Err(_) if stop.load(Ordering::Relaxed) => Err(GridFailure::new(index, None)),
                    Err(failure) => Err(GridFailure::new(index, Some(&failure))),
                }
            };
            // Of chunks, so that few of them are stolen.
            let inputs = inputs.par_iter().enumerate().with_min_len(256);
            inputs
                .map(run)
                .collect::<Vec<Result<GridText, GridFailure>>>()
        };
        let stop = Some(Stop::flag(None));
        let ended = job::run(py, threads, stop, work, |_, ()| Ok(()))?;
        ended.into_object(py, |outputs| Ok(Outputs { outputs }))
    }

    /// Runs the program on one pair of a task, or on a grid, and keeps the value of every line.
    ///
    /// `pair` counts the demonstrations, then the tests.
    ///
    /// >>> import arcbatt as ab
    /// >>> program = ab.Program("def solve(I):\n    x1 = vmirror(I)\n    return hmirror(x1)\n")
    /// >>> trace = program.trace(ab.load("embedded")["half_turn"])
    /// >>> trace.status, trace.steps[0].code
    /// ('ok', 'x1 = vmirror(I)')
    #[pyo3(signature = (task, pair = 0, *, limits = None))]
    fn trace(
        &self,
        py: Python<'_>,
        task: &Bound<'_, PyAny>,
        pair: usize,
        limits: Option<&Bound<'_, Limits>>,
    ) -> PyResult<Trace> {
        let limits = Limits::of(limits.map(|limits| limits.get()));
        let program = self.inner().clone();
        let (title, demonstrations, input, expected) = match task.cast::<Task>() {
            Err(_) => (program.name.clone(), Vec::new(), convert::grid(task)?, None),
            Ok(task) => {
                let (inner, answers) = (task.get().inner(), task.get().answers());
                let (part, index, input, expected) = match inner.train.get(pair) {
                    Some(pair_) => ("train", pair, &pair_.input, Some(&pair_.output)),
                    None => {
                        let index = pair - inner.train.len();
                        let pairs = inner.train.len() + inner.test.len();
                        let none = || {
                            PyIndexError::new_err(format!(
                                "pair {pair}: the task {} has {}",
                                inner.id,
                                counted(pairs, "pair")
                            ))
                        };
                        let input = inner.test.get(index).ok_or_else(none)?;
                        let expected = answers.0.get(index).and_then(Option::as_ref);
                        ("test", index, input, expected)
                    }
                };
                let title = format!("{} on {}, {part} {}", program.name, inner.id, index + 1);
                (title, inner.train.clone(), input.clone(), expected.cloned())
            }
        };
        let work = move |_: &_, _: &(dyn Fn(()) + Sync)| {
            program.trace(&demonstrations, &input, expected.as_ref(), limits)
        };
        let ended = job::run(py, None, None, work, |_, ()| Ok(()))?;
        ended.into_object(py, |trace| Ok(Trace::new(title, &trace)))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner() == other.inner()
    }

    fn __hash__(&self) -> u64 {
        let hash = arcbatt::store::program_hash(self.inner());
        hash.0
            .iter()
            .take(8)
            .fold(0, |sum, &byte| sum << 8 | u64::from(byte))
    }

    fn __repr__(&self) -> String {
        format!(
            "<Program {}: {}>",
            self.name(),
            counted(self.calls(), "call")
        )
    }

    fn __str__(&self) -> String {
        self.source()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        crate::pickle::reduce(slf, &ProgramText(slf.get().inner().clone()))
    }

    #[staticmethod]
    fn _restore(state: &[u8]) -> PyResult<Self> {
        let ProgramText(program) = crate::pickle::restore(state)?;
        Ok(Self::new(program))
    }
}
