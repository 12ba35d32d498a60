//! Types: the signatures of primitives, the types of programs, and their soundness.

mod programs;
mod sound;
mod support;
mod table;
