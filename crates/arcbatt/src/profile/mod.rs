//! Where the time goes, on answers that are right.
//!
//! In: tasks and programs, or tasks and a batt. Out: a [`Profile`]: whether the answers are right
//! and the same without a profiler, where the time of all threads went by phase, primitive,
//! category of framework work and task, how it grows, and a verdict in plain words.
//!
//! | folder | what it holds |
//! |---|---|
//! | `probe` | what runs on the threads: the timer, the probe, the answer hashes |
//! | `recorder` | per-thread tables of measured steps and calls, and their merge |
//! | `analysis` | from those tables to the rows of a profile |
//! | `lines` | from the nodes of a batt back to the lines of the given programs |
//! | [`model`] | the plain data of a profile: what the JSON holds |
//! | `plausibility` | the numbers that no profile can have |
//! | `verdict` | the ranked findings |
//! | [`diff`] | two profiles compared |
//! | [`projection`] | a profile at other numbers of tasks |
//! | [`views`] | HTML, flame graph, Firefox Profiler, speedscope |
//! | `evolve_profile` | profiles `run` and `batt`: repeated runs with profiling off and on |
//! | `search_profile` | profiles `solve`: one run of all searches |

mod analysis;
pub mod diff;
mod evolve_profile;
mod lines;
pub mod model;
mod plausibility;
mod probe;
pub mod projection;
mod recorder;
mod search_profile;
mod verdict;
pub mod views;

pub use analysis::gpu_priority::GpuFacts;
pub use analysis::observation::Observer;
pub use evolve_profile::workload::Subject;
pub use evolve_profile::{DEFAULT_MUTANTS, Reload, Request, default_mutants, profile, profile_of};
pub use lines::{GivenProgram, GivenPrograms, programs_of, sharing};
pub use model::Profile;
pub use plausibility::impossible;
pub use probe::timing_probe::TimingProbe;
pub use search_profile::{Searches, SessionFacts};
