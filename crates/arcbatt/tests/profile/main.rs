//! The profiler: right answers, sums that add up, planted bottlenecks, and the views.

mod answers;
#[path = "../data/conformance_programs.rs"]
mod conformance_programs;
mod planted;
mod plausible;
mod projections;
mod sums;
mod support;
mod views;
