//! Where the time goes, on answers that are right.

pub mod model;

pub use model::Profile;
