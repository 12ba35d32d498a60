//! Reading programs: the syntax accepted, the messages, and any text at all.

mod against_ruff;
mod any_text;
mod common;
mod parse;
