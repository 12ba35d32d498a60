//! arcbatt writes, runs, scores and profiles programs that solve ARC tasks.
//!
//! The rooms, in the order in which data walks through them. A room may use the rooms above it
//! and not those below.
//!
//! | room | what it holds |
//! |---|---|
//! | [`grid`] | grids, cell sets, objects: compact values that everything works on |
//! | [`task`] | tasks and data sets, every file layout, the built-in tasks and their generators |
//! | [`dsl`] | the language: values, types, the table of primitives, a file per family |
//! | [`program`] | programs: parse, print, type-check, run |
//! | [`check`] | solvers checked on tasks: every pair, its status and its time |
//! | [`batt`] | the merged program and its execution: graph, plan, run, limits |
//! | [`card`] | programs in, one batt out: merge, mutate, reuse |
//! | [`score`] | candidates: equal ones, matches, differs, ranking, the two attempts |
//! | [`search`] | search for programs under a budget: proposers, ranking, the two attempts |
//! | [`store`] | programs, their worth and the runs that found them, in one SQLite file |
//! | [`session`] | many tasks under one budget: evolve or search, store, submissions, events |
//! | [`profile`] | where the time goes, on answers that are right |
//! | [`conform`] | the answers of the reference implementation against ours |
//! | [`render`] | grids for the terminal, SVG, PNG |
//!
//! Beside the rooms are [`rng`], numbers that are the same for a seed everywhere, and
//! [`whole_file`], files that are never half written.

pub mod batt;
pub mod card;
pub mod check;
pub mod conform;
pub mod dsl;
pub mod grid;
mod histogram;
pub mod profile;
pub mod program;
pub mod render;
pub mod rng;
pub mod score;
pub mod search;
pub mod session;
pub mod store;
pub mod task;
pub mod text;

pub mod whole_file;
mod wide_hash;
mod work_clock;
