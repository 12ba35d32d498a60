//! Solvers read from a source: the programs, and the problems of the rest.

use crate::program::{Checker, ParseError, Program, parse_file};

/// The solvers of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solvers {
    /// The valid programs, in the order of the source.
    pub programs: Vec<Program>,
    /// The problems of the rejected programs, in the order of the source.
    pub errors: Vec<ParseError>,
    /// Notes that reject no program.
    pub notes: Vec<ParseError>,
}

impl Solvers {
    /// Reads a source; rejects programs that do not parse, or that cannot succeed on any input.
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

    /// The names of the rejected programs.
    pub fn rejected(&self) -> impl Iterator<Item = &str> {
        let names = self.errors.iter();
        names.filter_map(|error| error.function.as_deref())
    }
}
