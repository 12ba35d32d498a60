//! What runs on the threads while the work is measured: the timer, the probe, the answer hashes.

pub mod answer_digest;
pub mod timer;
pub mod timing_probe;
