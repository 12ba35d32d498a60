//! Checking solvers: runs every solver on every pair of its task.
//!
//! In: a data set and programs. Out: a [`CheckReport`] with a status and a time for every pair.
//!
//! A solver receives the demonstrations as S, and the input of the pair as I and C.
//! Never: a test output used for anything but the comparison, or a run without limits.
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

pub use matching::{
    Matches, match_candidates, match_programs, match_programs_among, match_solvers,
};
pub use report::{CheckReport, PairReport, PairStatus, RunReport, TaskReport, Totals, Wrong};
pub use run_program::{Compiled, RunError};

use crate::batt::{Code, Memory, output_grid};
use crate::dsl::{Cx, Limits, Value};
use crate::grid::{Grid, GridBuf};
use crate::program::Program;
use crate::task::{Answers, DataSet, MAX_SIDE, Part, Task};
use crate::threads::default_threads;
use bumpalo::Bump;
use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use web_time::Instant;

/// How to check.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckOptions<'o> {
    /// The limits of each run.
    pub limits: Limits,
    /// Number of threads; `None` is one per core.
    pub threads: Option<NonZeroUsize>,
    /// How often each pair is run; the shortest time counts. `None` is once.
    pub repeat: Option<NonZeroUsize>,
    /// Whether reports keep answers other than the expected output.
    pub keep_outputs: bool,
    /// The memory for these answers; without it, all are kept. [`answer_of`] computes the others.
    pub memory: Option<&'o Memory>,
    /// Ends the check when it is set; the report has only the runs that ended before.
    pub stop: Option<&'o AtomicBool>,
}

impl CheckOptions<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Runs every program on every pair of the tasks it is for.
///
/// Programs find their tasks by name: see [`match_programs`]. The report leaves out tasks without
/// a program.
pub fn check(data: &DataSet, programs: &[Program], options: &CheckOptions) -> CheckReport {
    let matches = match_programs(data, programs);
    check_matches(data, programs, &matches, options, &|_| {
        ControlFlow::Continue(())
    })
}

/// [`check`] with known matches. Calls `done` with the number of runs (a program on all pairs of
/// one task) that have ended, from the thread that ended the last one. If that returns
/// [`ControlFlow::Break`], no other run begins, and the report has only those that ended.
pub fn check_matches(
    data: &DataSet,
    programs: &[Program],
    matches: &Matches,
    options: &CheckOptions,
    done: &(dyn Fn(usize) -> ControlFlow<()> + Sync),
) -> CheckReport {
    let threads = options.threads.unwrap_or_else(default_threads).get();
    let threads = threads.min(matches.runs.len()).max(1);
    let (next, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // Compiled on first use: the solver of a family may run on a million tasks.
    let codes: Vec<OnceLock<Code>> = programs.iter().map(|_| OnceLock::new()).collect();
    let work = || {
        let mut arena = Bump::new();
        let mut reports = Vec::new();
        // One by one, so that a slow program does not hold up others.
        while let Some(&(task, program)) = matches.runs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let sample = (&data.tasks[task], data.answers.get(task));
            let code = codes[program].get_or_init(|| Code::new(&programs[program]));
            let pairs = check_pairs(&mut arena, sample, code, options);
            if options.is_stopped() {
                break;
            }
            reports.push((task, RunReport { program, pairs }));
            if done(ended.fetch_add(1, Ordering::Relaxed) + 1).is_break() {
                next.store(matches.runs.len(), Ordering::Relaxed);
            }
        }
        reports
    };
    let mut reports = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut reports = work();
        for other in others {
            // No primitive panics; should one, only the runs of its thread are missing.
            reports.extend(other.join().unwrap_or_default());
        }
        reports
    });
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

/// Runs a program on all pairs of a task.
fn check_pairs(
    arena: &mut Bump,
    (task, answers): (&Task, Option<&Answers>),
    code: &Code,
    options: &CheckOptions,
) -> Vec<PairReport> {
    let mut pairs = Vec::with_capacity(task.train.len() + task.test.len());
    let mut pair = |part, index, input: &GridBuf, wanted: Option<&GridBuf>| {
        let (status, time, mut output) = run_pair(arena, code, task, input, wanted, options);
        let bytes = |grid: &GridBuf| size_of::<GridBuf>() + grid.height() * grid.width();
        let has_room =
            |grid: &GridBuf| options.memory.is_none_or(|memory| memory.take(bytes(grid)));
        let dropped = !output.as_ref().is_none_or(has_room);
        if dropped {
            output = None;
        }
        pairs.push(PairReport {
            part,
            index,
            status,
            time,
            output,
            dropped,
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

/// The answer of a program on a pair: the one in the report or, if that was not kept for lack of memory,
/// computed once more.
pub fn answer_of<'r>(
    pair: &'r PairReport,
    program: &Program,
    task: &'r Task,
    answers: Option<&'r Answers>,
    limits: Limits,
) -> Option<Cow<'r, GridBuf>> {
    if !pair.dropped {
        return pair.answer(task, answers).map(Cow::Borrowed);
    }
    let input = match pair.part {
        Part::Train => &task.train.get(pair.index)?.input,
        _ => task.test.get(pair.index)?,
    };
    let options = CheckOptions {
        limits,
        keep_outputs: true,
        ..CheckOptions::default()
    };
    let code = Code::new(program);
    let (_, _, output) = run_pair(&mut Bump::new(), &code, task, input, None, &options);
    output.map(Cow::Owned)
}

/// Runs a program on one input; returns its status, the time of the run alone, and the answer if it is
/// to be kept.
pub(crate) fn run_pair(
    arena: &mut Bump,
    code: &Code,
    task: &Task,
    input: &GridBuf,
    wanted: Option<&GridBuf>,
    options: &CheckOptions,
) -> (PairStatus, Duration, Option<GridBuf>) {
    let mut best = Duration::MAX;
    let mut status = PairStatus::Unknown;
    let mut output = None;
    for _ in 0..options.repeat.map_or(1, NonZeroUsize::get) {
        arena.reset();
        let cx = Cx::new(arena, options.limits)
            .assume_light()
            .with_stop(options.stop);
        let inputs = match code.inputs(&cx, &task.train, input) {
            Ok(inputs) => inputs,
            // The task has more demonstrations than the limits allow.
            Err(stopped) => return (stopped.into(), Duration::ZERO, None),
        };
        let start = Instant::now();
        let result = code.run(&cx, inputs);
        best = best.min(start.elapsed());
        status = match result {
            Ok(value) => compare(value, wanted),
            Err(stopped) => stopped.into(),
        };
        output = match result {
            Ok(value) if options.keep_outputs && status != PairStatus::Ok => task_grid(value),
            _ => None,
        };
        if matches!(status, PairStatus::Limit(_)) {
            // The run is slow, and repeating it changes nothing.
            break;
        }
    }
    (status, best, output)
}

/// The value, if it is a grid that a task may contain. Larger ones would take too much memory.
fn task_grid(value: Value<'_>) -> Option<GridBuf> {
    let grid = output_grid(value)?;
    let fits = grid.height() <= MAX_SIDE && grid.width() <= MAX_SIDE;
    fits.then(|| grid.to_buf())
}

/// Compares a value with the expected grid, which may be unknown.
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
