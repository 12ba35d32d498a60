//! Parsing programs: accepted syntax, messages, and arbitrary text.

mod against_ruff;
mod any_text;
mod common;
mod forms;
mod parse;
