//! Shards: merged results equal those of one process; bad files are named and left out.

mod equal;
mod files;
mod hostile;
mod support;
