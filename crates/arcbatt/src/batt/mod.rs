//! The merged program and its execution: graph, plan, run on CPU, limits.
//!
//! In: programs, then tasks. Out: for every candidate its value on every sample, or why there is
//! none. A node that fails on a sample fails only what hangs on it there.
//! What never happens here: a look at the wanted output, or a result that depends on the number
//! of threads.

mod graph;
mod normal;

pub use graph::{Graph, NodeId, Op};
