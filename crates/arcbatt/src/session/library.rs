//! The library of a search: known programs, each once.

use crate::program::Program;
use crate::search::Library;
use crate::store::without_repeats;

impl Library {
    /// A library of programs without repetitions.
    pub fn of(programs: impl IntoIterator<Item = Program>) -> Self {
        Self {
            programs: without_repeats(programs),
        }
    }
}
