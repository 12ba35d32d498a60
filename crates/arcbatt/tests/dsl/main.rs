//! The language: its table of primitives, types, values, limits, and the reference's answers.

mod conformance;
mod laws;
mod names;
mod table;
mod types;
mod unbreakable;
