//! Solvers checked on tasks: the built-in ones, and how a check reports.

mod built_in;
mod check;
