//! Merging, mutating and running programs: the answers are the same on every path.

#[path = "../data/conformance_programs.rs"]
mod conformance_programs;
mod corpus;
mod evolve;
mod file;
mod hostile;
mod limits;
mod merge;
mod mutants;
mod reuse;
mod sample_blocks;
mod support;
mod terms;
mod threads;
