//! The same batt on a GPU: batches that stay on the device, answers equal to the CPU's.
//!
//! In: candidates of a batt and samples. Out: what each candidate answers on each sample, as the
//! CPU would say. Samples go up once, every node of every candidate is evaluated on the device, and
//! only outcomes come back. What has no form there (see [`pack`]) is computed by the CPU, from the
//! inputs on. What never happens here: an answer that differs from the CPU's, or a need for CUDA
//! on a machine without a GPU.
//!
//! The kernels are C++ in a dialect whose vector operations are defined for a GPU and for the
//! host's compiler ([`host`]), so that every machine can test the very kernel.

pub mod batch;
pub mod bench;
pub mod calibrate;
pub mod code;
pub mod cuda;
pub mod devices;
pub mod host;
mod layout;
pub mod pack;
pub mod run;
pub mod source;
pub mod split;
pub mod timed_kernel;
mod upload;
