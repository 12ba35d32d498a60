//! What the fuzz targets do with their bytes. The tests of the library call the same functions with seeds
//! and mutations of them.
//!
//! Each function takes any bytes and panics if something is wrong. None may take long or much memory.

#![allow(dead_code, reason = "a target calls one of these")]

pub mod batt_file;
pub mod differential;
pub mod parse;
pub mod profile;
pub mod run;
pub mod store;
pub mod submission;
pub mod tasks;

/// A body by the name of its target and of its folder of seeds.
pub type Body = fn(&[u8]);

/// All bodies that need the library only.
pub const BODIES: [(&str, Body); 8] = [
    ("parse", parse::check),
    ("run", run::check),
    ("tasks", tasks::check),
    ("submission", submission::check),
    ("batt_file", batt_file::check),
    ("profile", profile::check),
    ("store", store::check),
    ("differential", differential::check),
];
