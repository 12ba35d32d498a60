//! The evaluation core: whatever runs programs runs them here.
//!
//! In: programs and tasks. Out: for every candidate and sample a grid, or why there is none.
//! Never: a look at an expected output, or a result that depends on the number of threads.
//!
//! - A [`Graph`] merges programs: equal calls are one node. A [`Plan`] orders the nodes that some
//!   candidates need, and a [`Runner`] runs it on all samples of a task at once. A node that fails on a
//!   sample fails only the nodes that depend on it there. [`run_tasks`] runs blocks of candidates in
//!   parallel, on the CPU or on the [`Backend`] of an [`Executor`].
//! - A [`Code`] runs one program on one sample, line by line.
//! - `interner` numbers values, `memo` remembers calls, `hash_index` is the table under both, and
//!   `execute` makes a call. The bank of a search is built from the same four.

mod backend;
#[expect(
    clippy::module_inception,
    reason = "the type that the module is named for"
)]
mod batt;
mod binary;
mod call_table;
mod code;
pub(crate) mod execute;
mod file;
mod graph;
pub(crate) mod hash_index;
pub(crate) mod inputs;
pub(crate) mod interner;
mod memo;
mod memory;
mod options;
mod outputs;
mod parallel;
mod plan;
mod probe;
mod progress;
mod run;
mod sample_blocks;
mod simplify;
mod stats;
pub(crate) mod totals;

pub use backend::{Backend, DeviceStats, Executor};
pub(crate) use backend::{run_on_cpu, with_runner};
pub use batt::{Batt, Candidate, Change, Source};
pub use code::{Code, Stopped, output_grid};
pub use file::FileError;
pub use graph::{Graph, NodeId, Op};
pub use inputs::{Inputs, Samples};
pub(crate) use interner::ValueId;
pub use memory::{MEMORY_PER_THREAD, Memory};

pub use options::{Options, TaskLimits};
pub use outputs::{Outcome, Outputs};
pub(crate) use parallel::run_samples;
pub use parallel::{BLOCK, Block, run_tasks};
pub use plan::{Leaf, Plan, Step};
pub(crate) use probe::{Mark, Recorder, StepCounts};
pub use probe::{NoProbe, Probe, Work};
pub use run::Runner;
pub(crate) use run::Sink;
pub use stats::{EndReason, Stats};

#[cfg(test)]
mod monsters;
