//! A backend of `arcbatt::batt` that runs batts on a GPU, with the same outcomes as the CPU.
//!
//! In: candidates of a batt, and samples. Out: the outcome of each candidate on each sample. The
//! samples are uploaded once, every node of every candidate is evaluated on the device, and only
//! outcomes are copied back. A value that the device cannot represent (see [`pack`]) is computed by
//! the CPU, starting from the inputs.
//!
//! Invariants: an outcome never differs from the CPU's; a machine without a GPU needs no CUDA.
//!
//! The kernels are C++ in a dialect whose vector operations are defined for a GPU and for g++
//! ([`host`]), so that every machine can test the kernel itself.

pub mod auto;
pub mod batch;
pub mod bench;
pub mod calibrate;
pub mod code;
pub mod cuda;
pub mod devices;
pub mod host;
mod layout;
pub mod nvrtc;
pub mod pack;
pub mod run;
pub mod source;
pub mod split;
pub mod timed_kernel;
mod upload;
