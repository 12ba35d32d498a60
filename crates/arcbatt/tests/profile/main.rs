//! The profiler: right answers, sums that add up, planted bottlenecks, and the views.

mod answers;
mod planted;
mod sums;
mod support;
mod views;
