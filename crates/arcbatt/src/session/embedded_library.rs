//! The embedded library: programs that arcbatt found, compiled into the binary.

use crate::program::Program;
use crate::program::Solvers;
use crate::search::Library;
use crate::store::without_repeats;

/// The solver file; its first lines say how it was made.
const EMBEDDED: &str = include_str!("../../data/library.py");

impl Library {
    /// The embedded programs, best first.
    pub fn embedded() -> Self {
        Self::of(Solvers::read(EMBEDDED).programs)
    }

    /// A library of programs without repetitions.
    pub fn of(programs: impl IntoIterator<Item = Program>) -> Self {
        Self {
            programs: without_repeats(programs),
        }
    }
}
