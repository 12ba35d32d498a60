//! Turns what the recorders measured into the rows of a profile.

pub mod categories;
pub mod device_rows;
pub mod estimate;
pub mod gpu_priority;
pub mod growth;
mod growth_fit;
pub mod observation;
pub mod tables;
pub mod task_rows;
