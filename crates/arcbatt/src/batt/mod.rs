//! The merged program and its execution: graph, plan, run on CPU, limits.
//!
//! In: programs, then tasks. Out: for every candidate its answer on every sample, or why there is
//! none. A node that fails on a sample fails only what hangs on it there.
//! What never happens here: a look at a wanted output, or a result that depends on the number of
//! threads.
//!
//! A [`Graph`] merges programs, a [`Plan`] orders the work for some of its candidates, a
//! [`Runner`] does the work on all samples of a task. An [`Executor`] is who does it: the cores, or
//! something else that is asked first.

mod backend;
#[expect(
    clippy::module_inception,
    reason = "the batt itself is what the room is about"
)]
mod batt;
mod call_table;
mod code;
pub(crate) mod execute;
mod file;
mod graph;
pub(crate) mod hash_index;
pub(crate) mod inputs;
pub(crate) mod interner;
mod memo;
mod options;
mod outputs;
mod parallel;
mod plan;
mod probe;
mod run;
mod simplify;
mod stats;

pub use backend::{Backend, DeviceStats, Executor};
pub use batt::{Batt, Candidate, Change, Source};
pub use code::{Code, Stopped, output_grid};
pub use file::FileError;
pub use graph::{Graph, NodeId, Op};
pub use inputs::{Inputs, Samples};
pub use interner::ValueId;

pub use options::{Options, TaskLimits};
pub use outputs::{Outcome, Outputs};
pub use parallel::{BLOCK, Block, run_tasks};
pub use plan::{Leaf, Plan, Step};
pub use probe::{Mark, NoProbe, Probe, Recorder, StepCounts, Work};
pub use run::{Runner, Sink};
pub use stats::{Ended, Stats};
