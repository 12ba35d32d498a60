//! arcbatt writes, runs, scores and profiles programs that solve ARC tasks.
//!
//! An ARC task shows a few demonstration pairs of grids and asks for the output of one or more
//! test inputs. A solver is a small program: a Python function that calls primitives of the
//! language, one per line. arcbatt parses such programs and never executes Python.
//!
//! # Five-minute tour
//!
//! **Run a program.** Errors name the line and the reason.
//!
//! ```
//! use arcbatt::{GridBuf, Program};
//!
//! let program = Program::parse("def solve(I):\n    x1 = vmirror(I)\n    return hconcat(I, x1)\n")?;
//! let input = GridBuf::from_digits(&["12", "34"]).expect("rows of digits");
//! let output = program.run(&input)?;
//! assert_eq!(format!("{output:?}"), "2x4:1221/3443");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Load tasks.** [`DataSet::load`] reads every file layout in use; [`DataSet::embedded`] needs no
//! file. The answers to the tests are kept apart from the tasks, so that nothing can peek.
//!
//! ```
//! use arcbatt::DataSet;
//!
//! let data = DataSet::embedded();
//! let task = data.task("half_turn").expect("an embedded task");
//! assert_eq!((task.train.len(), task.test.len()), (3, 1));
//! ```
//!
//! **Check solvers.** Programs find their tasks by name: `solve_half_turn` is for `half_turn`.
//!
//! ```
//! use arcbatt::{CheckOptions, DataSet, Solvers, check};
//!
//! let solvers = Solvers::read("def solve_half_turn(I):\n    return rot180(I)\n");
//! let report = check(&DataSet::embedded(), &solvers.programs, &CheckOptions::default());
//! assert_eq!((report.totals().tasks, report.totals().solved), (1, 1));
//! ```
//!
//! **Rank candidates.** Programs with equal answers are one group, and vote for it.
//!
//! ```
//! use arcbatt::{DataSet, Limits, parse_file, rank};
//!
//! let data = DataSet::embedded();
//! let task = data.task("half_turn").expect("an embedded task");
//! let candidates = parse_file(
//!     "def solve_a(I):\n    return vmirror(I)\n\
//!      def solve_b(I):\n    return rot180(I)\n",
//! );
//! let ranking = rank(task, &candidates.programs, Limits::default());
//! assert_eq!(ranking.groups[0].members, [1]);
//! let [first, second] = &ranking.attempts()[0];
//! assert!(first.is_some() && second.is_some());
//! ```
//!
//! **Search for a program.** [`solve`] finds one from the demonstrations alone.
//!
//! ```
//! use arcbatt::{DataSet, Limits, SolveOptions, solve};
//!
//! let data = DataSet::embedded();
//! let task = data.task("half_turn").expect("an embedded task");
//! let options = SolveOptions { time: None, steps: 20_000, ..SolveOptions::default() };
//! let outcomes = solve(std::slice::from_ref(task), &options);
//! let found = &outcomes[0].found[0];
//! assert_eq!(found.matched as usize, task.train.len());
//! let pair = &task.train[0];
//! let output = found.program.run_with(&task.train, &pair.input, Limits::default())?;
//! assert_eq!(output, pair.output);
//! # Ok::<(), arcbatt::RunError>(())
//! ```
//!
//! **Draw.** A [`Trace`] holds the value of every line; a [`Sheet`] prints to the terminal, SVG or
//! PNG.
//!
//! ```
//! use arcbatt::{DataSet, Limits, Program, Style};
//!
//! let data = DataSet::embedded();
//! let task = data.task("half_turn").expect("an embedded task");
//! let program = Program::parse("def solve(I):\n    return rot180(I)\n")?;
//! let pair = &task.train[0];
//! let trace = program.trace(&task.train, &pair.input, Some(&pair.output), Limits::default());
//! let text = trace.sheet("half a turn").to_text(&Style::PLAIN, 80);
//! assert!(text.starts_with("half a turn\n") && text.ends_with("ok: the wanted output\n"));
//! # Ok::<(), arcbatt::ParseError>(())
//! ```
//!
//! The folder `examples/` has these as programs to copy.
//!
//! # Modules
//!
//! The names above are at the root of the crate; the modules have the rest. A module uses only
//! those above it, and `tests/module_order.rs` enforces that.
//!
//! | module | purpose |
//! |---|---|
//! | [`grid`] | grids, cell sets, objects, connected components |
//! | [`task`] | tasks and data sets, all file layouts, generators of tasks |
//! | [`dsl`] | the language: values, sets, primitives, closures, types, limits |
//! | [`program`] | programs: parse, type-check, print |
//! | [`batt`] | the evaluation core: many programs merged into one graph, run on all samples |
//! | [`card`](mod@card) | merges and mutates programs into a batt |
//! | [`check`](mod@check) | runs solvers on the pairs of their tasks; [`Program::run`] |
//! | [`score`] | groups and ranks candidates; differs; the two attempts |
//! | [`render`] | pictures for the terminal, SVG and PNG |
//! | [`search`] | searches for programs that solve a task |
//! | [`store`] | found programs and runs in one SQLite file |
//! | [`session`] | many tasks under one budget, with store, resume and submission |
//! | [`shard`] | work divided into parts for many machines, and merged again |
//! | [`profile`] | where the time goes |
//!
//! The feature `native`, on by default, has `store`, `session`, `shard` and `profile`. Without it the library
//! compiles for a browser.
//!
//! [`rng`] has reproducible random numbers. Modules hidden in the documentation (`conform`, `header`,
//! `text`, `whole_file`) are for the command and the tests, and may change without notice.

// What is only used by the modules that the feature adds.
#![cfg_attr(not(feature = "native"), allow(dead_code, unused_imports))]

pub mod batt;
pub mod card;
pub mod check;
#[doc(hidden)]
pub mod conform;
pub mod dsl;
pub mod grid;
#[doc(hidden)]
pub mod header;
#[cfg(feature = "native")]
pub mod output_files;
#[cfg(feature = "native")]
pub mod profile;
pub mod program;
pub mod render;
pub mod rng;
pub mod score;
pub mod search;
#[cfg(feature = "native")]
pub mod session;
#[cfg(feature = "native")]
pub mod shard;
#[cfg(feature = "native")]
pub mod store;
pub mod task;
#[doc(hidden)]
pub mod text;
#[doc(hidden)]
pub mod whole_file;

mod example;
mod histogram;
mod solve;
mod threads;
mod trace;
mod wide_hash;
mod work_clock;

pub use batt::{Batt, Executor, TaskLimits};
pub use card::{CardStats, card};
pub use check::{CheckOptions, CheckReport, Compiled, PairStatus, RunError, check, match_programs};
pub use dsl::{Fail, Limits, Primitive, Value, primitives};
pub use example::Example;
pub use grid::{Color, Grid, GridBuf};
pub use program::{
    ParseError, Program, Solvers, TypeError, Typing, parse_file, print_file, typecheck,
};
pub use render::{Arrangement, ColorMode, Item, Picture, PngError, Row, Sheet, Style};
pub use rng::Rng;
pub use score::{
    Differs, RankOptions, RankedGroup, Ranking, ScoreOptions, TaskScore, TestResult, attempts,
    check_answers, rank, rank_with,
};
pub use search::{Budget, Found, Library, Outcome, solve_task};
#[cfg(feature = "native")]
pub use session::{Session, SessionError};
pub use solve::{SolveOptions, solve};
#[cfg(feature = "native")]
pub use store::{Store, StoreError};
pub use task::{Answers, DataError, DataSet, Demonstration, Leniency, Loaded, Task};
pub use threads::{MOST_THREADS, default_threads};
pub use trace::{LineTime, Trace, TraceStep, TraceValue};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
