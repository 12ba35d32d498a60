//! The same batts on one core, on all cores and on a GPU: equal answers, and how fast.
//!
//! In: a kernel. Out: outcomes compared, node evaluations a second. A node evaluation is a node of
//! the merged batt on a sample, whoever computes it and however often. What never happens here: a
//! batt that is another one on another machine: all are made from seeds.

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
