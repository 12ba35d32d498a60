//! Where the time goes, on answers that are right.
//!
//! In: tasks and programs, or tasks and a batt. Out: a [`Profile`]: whether the answers are right
//! and the same without a profiler, where the time of all threads went by phase, primitive,
//! category of framework work and task, how it grows, and a verdict in plain words.
//! What never happens here: an answer that hangs on being watched, a verdict on answers that do,
//! or time that is not accounted for and not told.
//!
//! The work is done several times, with profiling off and on. On, every step of a plan is timed as
//! a whole, and samples of it in detail: the files `recorder` (on the thread), `on` (all threads),
//! `estimate` (what it comes to). The rest turns that into the [`model`].

mod answers;
mod by_task;
mod categories;
mod clock;
mod compare;
mod device;
pub mod diff;
mod digest;
mod estimate;
mod fit;
mod gpu;
mod growth;
mod merged;
pub mod model;
mod observed;
mod on;
mod recorder;
mod rows;
mod search_recorder;
mod search_report;
mod searched;
mod session;
pub mod text;
mod verdict;
mod verdict_speed;
#[cfg(test)]
mod verdict_tests;
mod verdict_trust;
pub mod views;
mod work;

pub use model::Profile;
pub use observed::Observer;
pub use on::TimingProbe;
pub use searched::{Searches, SessionFacts};
pub use session::{Request, profile, profile_of};
pub use work::Subject;
