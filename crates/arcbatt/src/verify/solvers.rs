//! Solvers as read from a source: those that can run, and why the others cannot.

use crate::program::{Problem, Program, parse_file};

/// What a source of solvers holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solvers {
    /// The programs that can run, in the order of the source.
    pub programs: Vec<Program>,
    /// Why the others cannot, in the order of the source.
    pub problems: Vec<Problem>,
    /// What is worth knowing and keeps no program out.
    pub notes: Vec<Problem>,
}

impl Solvers {
    /// Reads a source.
    pub fn read(source: &str) -> Self {
        let parsed = parse_file(source);
        Self {
            programs: parsed.programs,
            problems: parsed.problems,
            notes: parsed.notes,
        }
    }

    /// The names of the programs that cannot run.
    pub fn rejected(&self) -> impl Iterator<Item = &str> {
        let names = self.problems.iter();
        names.filter_map(|problem| problem.function.as_deref())
    }
}
