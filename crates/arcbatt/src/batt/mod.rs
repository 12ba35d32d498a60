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

#[expect(
    clippy::module_inception,
    reason = "the batt itself is what the room is about"
)]
mod batt;
mod executor;
mod file;
mod graph;
mod options;
mod outputs;
pub(crate) mod places;
mod plan;
mod probe;
mod run;
mod simplify;
mod stats;
mod tasks;
mod values;

pub use batt::{Batt, Candidate, Change, Source};
pub use executor::{Backend, DeviceStats, Executor};
pub use file::FileError;
pub use graph::{Graph, NodeId, Op};
pub use options::{Options, Samples, TaskLimits};
pub use outputs::{Outcome, Outputs};
pub use plan::{Leaf, Plan, Step};
pub use probe::{Mark, NoProbe, Probe, Recorder, StepCounts, Work};
pub use run::{Runner, Sink};
pub use stats::{Ended, Stats};
pub use tasks::{BLOCK, Block, run_tasks};
pub use values::ValueId;
