//! Tasks and data sets: every file layout, errors in files, and downloads.

mod errors;
mod fuzz;
mod layouts;
mod pull;
