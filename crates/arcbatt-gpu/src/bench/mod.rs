//! Benchmarks: the same batts on one core, on all cores and on a GPU.
//!
//! In: a kernel. Out: whether outcomes are equal, and node evaluations per second. A node
//! evaluation is a node of the merged batt on a sample. All batts are made from seeds, so they are
//! the same on every machine.

mod batts;
mod check;
mod mix;
mod solvers;
mod speed;

pub use batts::{batt, many};
pub use check::{Check, check};
pub use mix::mix;
pub use solvers::{Frozen, frozen};
pub use speed::{Speed, speed, speed_on_cpu};
