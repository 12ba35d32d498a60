//! Solvers as read from a source: those that can run, and why the others cannot.

use crate::program::{Checker, ParseError, Program, parse_file};

/// What a source of solvers holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solvers {
    /// The programs that can run, in the order of the source.
    pub programs: Vec<Program>,
    /// Why the others cannot, in the order of the source.
    pub errors: Vec<ParseError>,
    /// What is worth knowing and keeps no program out.
    pub notes: Vec<ParseError>,
}

impl Solvers {
    /// Reads a source, and rejects what is no program and what can succeed on no input.
    ///
    /// ```
    /// let source = "def solve_a(I):\n    x1 = height(I)\n    return first(x1)\n";
    /// let solvers = arcbatt::check::Solvers::read(source);
    /// assert!(solvers.programs.is_empty());
    /// assert!(solvers.errors[0].to_string().starts_with("3:12: solve_a: first(x1): "));
    /// ```
    pub fn read(source: &str) -> Self {
        let parsed = parse_file(source);
        let mut errors = parsed.errors;
        let mut checker = Checker::new();
        let mut programs = parsed.programs;
        programs.retain(|program| match checker.check(program) {
            Ok(()) => true,
            Err(error) => {
                errors.push(ParseError::of_types(program, error));
                false
            }
        });
        errors.sort_by_key(|error| error.place);
        Self {
            programs,
            errors,
            notes: parsed.notes,
        }
    }

    /// The names of the programs that cannot run.
    pub fn rejected(&self) -> impl Iterator<Item = &str> {
        let names = self.errors.iter();
        names.filter_map(|error| error.function.as_deref())
    }
}
