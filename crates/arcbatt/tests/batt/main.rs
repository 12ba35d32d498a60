//! The rooms card, batt and pipeline: programs in, answers out, the same ones on every way.

mod corpus;
mod file;
mod hostile;
mod merge;
mod mutants;
mod pipeline;
mod reuse;
mod support;
mod terms;
mod threads;
