//! Solvers checked on tasks: every solver on every pair of its task.
//!
//! In: a data set and programs. Out: a [`CheckReport`], a status and a time for every pair.
//!
//! A solver is given the demonstration pairs as S, the pair's input as I, and the input once more
//! as C. What never happens here: the output of a pair in the hands of a solver (S holds those of
//! the demonstrations, which every solver may read), a test output used for anything but the
//! comparison, a run without limits, or an allocation per pair outside the arena of its thread.
//!
//! ```
//! use arcbatt::program::parse_file;
//! use arcbatt::task::generators;
//! use arcbatt::check::{CheckOptions, check};
//!
//! let programs = parse_file("def solve_half_turn(I):\n    return rot180(I)\n").programs;
//! let report = check(&generators::embedded(), &programs, &CheckOptions::default());
//! assert_eq!(report.totals().solved, 1);
//! ```

mod matching;
mod report;
mod run_program;
mod solvers;

pub use matching::{Matches, match_programs, match_solvers};
pub use report::{CheckReport, PairReport, PairStatus, RunReport, TaskReport, Totals, Wrong};
pub use run_program::RunError;
pub use solvers::Solvers;

use crate::batt::{Code, Inputs};
use crate::dsl::{Cx, Limits, Value};
use crate::grid::{Grid, GridBuf};
use crate::program::Program;
use crate::task::{Answers, DataSet, Part, Task};
use bumpalo::Bump;
use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How to check.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckOptions {
    /// What each run may use.
    pub limits: Limits,
    /// Threads that run programs; `None` is one a core.
    pub threads: Option<NonZeroUsize>,
    /// How often each pair is run; the shortest time counts. `None` is once.
    pub repeat: Option<NonZeroUsize>,
}

/// Runs every program on every pair of the tasks it is for.
///
/// Programs find their tasks by name: see [`match_programs`]. The report leaves out tasks without
/// a program.
pub fn check(data: &DataSet, programs: &[Program], options: &CheckOptions) -> CheckReport {
    let matches = match_programs(data, programs);
    check_matches(data, programs, &matches, options, &|_| {})
}

/// [`check`] with known matches. Calls `done` with the number of runs (a program on all pairs of
/// one task) that have ended, from the thread that ended the last one.
pub fn check_matches(
    data: &DataSet,
    programs: &[Program],
    matches: &Matches,
    options: &CheckOptions,
    done: &(dyn Fn(usize) + Sync),
) -> CheckReport {
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = options.threads.unwrap_or_else(cores).get();
    let threads = threads.min(matches.runs.len()).max(1);
    let (next, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // Made ready by whoever comes first: the solver of a family may be for a million tasks.
    let codes: Vec<OnceLock<Code>> = programs.iter().map(|_| OnceLock::new()).collect();
    let work = || {
        let mut arena = Bump::new();
        let mut reports = Vec::new();
        // Taken one by one, because one slow program must not hold up those behind it.
        while let Some(&(task, program)) = matches.runs.get(next.fetch_add(1, Ordering::Relaxed)) {
            // Both are in range: that is what a match is.
            let sample = (&data.tasks[task], data.answers.get(task));
            let code = codes[program].get_or_init(|| Code::new(&programs[program]));
            let pairs = check_pairs(&mut arena, sample, code, options);
            reports.push((task, RunReport { program, pairs }));
            done(ended.fetch_add(1, Ordering::Relaxed) + 1);
        }
        reports
    };
    let mut reports = if threads == 1 {
        work()
    } else {
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut reports = work();
            for other in others {
                // No primitive panics; should one, its thread's runs are missing and the rest is
                // right.
                reports.extend(other.join().unwrap_or_default());
            }
            reports
        })
    };
    reports.sort_by_key(|(task, run)| (*task, run.program));

    let mut tasks: Vec<TaskReport> = Vec::new();
    for (task, run) in reports {
        match tasks.last_mut() {
            Some(last) if last.task == task => last.runs.push(run),
            _ => tasks.push(TaskReport {
                task,
                runs: vec![run],
            }),
        }
    }
    let without = |&task: &usize| TaskReport {
        task,
        runs: Vec::new(),
    };
    tasks.extend(matches.rejected.iter().map(without));
    tasks.sort_by_key(|report| report.task);
    CheckReport { tasks }
}

/// One program on all pairs of one task.
fn check_pairs(
    arena: &mut Bump,
    (task, answers): (&Task, Option<&Answers>),
    code: &Code,
    options: &CheckOptions,
) -> Vec<PairReport> {
    let mut pairs = Vec::with_capacity(task.train.len() + task.test.len());
    let mut pair = |part, index, input: &GridBuf, wanted: Option<&GridBuf>| {
        let (status, time) = run(arena, code, task, input, wanted, options);
        pairs.push(PairReport {
            part,
            index,
            status,
            time,
        });
    };
    for (k, demonstration) in task.train.iter().enumerate() {
        let wanted = Some(&demonstration.output);
        pair(Part::Train, k, &demonstration.input, wanted);
    }
    for (k, input) in task.test.iter().enumerate() {
        let wanted = answers.and_then(|answers| answers.0.get(k)?.as_ref());
        pair(Part::Test, k, input, wanted);
    }
    pairs
}

/// One program on one input: how it ended, and the time of the run alone.
fn run(
    arena: &mut Bump,
    code: &Code,
    task: &Task,
    input: &GridBuf,
    wanted: Option<&GridBuf>,
    options: &CheckOptions,
) -> (PairStatus, Duration) {
    let mut best = Duration::MAX;
    let mut status = PairStatus::Unknown;
    for _ in 0..options.repeat.map_or(1, NonZeroUsize::get) {
        arena.reset();
        let cx = Cx::new(arena, options.limits);
        let inputs = match Inputs::of(&cx, &task.train, input) {
            Ok(inputs) => inputs,
            // Only a task of more demonstrations than the limits allow values.
            Err(fail) => return (PairStatus::at(0, fail), Duration::ZERO),
        };
        let start = Instant::now();
        let result = code.run(&cx, inputs);
        best = best.min(start.elapsed());
        status = match result {
            Ok(value) => compare(value, wanted),
            Err(stopped) => PairStatus::at(stopped.line, stopped.fail),
        };
        if matches!(status, PairStatus::Limit(_)) {
            // It is slow, and no repetition tells anything new.
            break;
        }
    }
    (status, best)
}

/// How a value compares with the wanted grid, which may not be known.
pub fn compare(value: Value<'_>, wanted: Option<&GridBuf>) -> PairStatus {
    let got: Grid<'_> = match value {
        Value::Grid(grid) if grid.width() > 0 => *grid,
        _ => return PairStatus::Wrong(Wrong::NoGrid),
    };
    match wanted.map(GridBuf::view) {
        Some(wanted) if wanted == got => PairStatus::Ok,
        _ if !got.is_colored() => PairStatus::Wrong(Wrong::Marks),
        None => PairStatus::Unknown,
        Some(wanted) => {
            let sizes = [got, wanted].map(|grid| (grid.height(), grid.width()));
            PairStatus::Wrong(if sizes[0] == sizes[1] {
                let pairs = got.cells().iter().zip(wanted.cells());
                Wrong::Cells(pairs.filter(|(a, b)| a != b).count())
            } else {
                Wrong::Size {
                    got: sizes[0],
                    wanted: sizes[1],
                }
            })
        }
    }
}
