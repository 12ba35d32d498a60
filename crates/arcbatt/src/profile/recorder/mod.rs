//! Per-thread tables of measured steps and calls, and their merge over all threads.

pub mod merged_tables;
pub mod search_recorder;
pub mod step_recorder;
