//! Files of solvers: the programs of a source, and why other functions are rejected.

use super::{Checker, ParseError, Program, parse_file};

/// The programs of a source, and the errors and notes about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solvers {
    /// The programs, in the order of the source.
    pub programs: Vec<Program>,
    /// One error for each function that is named like a program and rejected.
    pub errors: Vec<ParseError>,
    /// Notes that reject no program: a name defined twice, a source without any solver.
    pub notes: Vec<ParseError>,
}

impl Solvers {
    /// Parses a source and rejects programs that fail on every input because of their types.
    ///
    /// ```
    /// let source = "def solve_a(I):\n    x1 = height(I)\n    return first(x1)\n";
    /// let solvers = arcbatt::Solvers::read(source);
    /// assert!(solvers.programs.is_empty());
    /// assert!(solvers.errors[0].to_string().starts_with("3:12: solve_a: first(x1): "));
    /// ```
    pub fn read(source: &str) -> Self {
        let mut solvers = parse_file(source);
        let mut checker = Checker::new();
        let errors = &mut solvers.errors;
        solvers.programs.retain(|program| {
            let checked = checker.check(program);
            let error = checked.map_err(|error| ParseError::of_types(program, error));
            error.map_err(|error| errors.push(error)).is_ok()
        });
        errors.sort_by_key(|error| error.place);
        solvers
    }

    /// The names of rejected programs.
    pub fn rejected(&self) -> impl Iterator<Item = &str> {
        let names = self.errors.iter();
        names.filter_map(|error| error.function.as_deref())
    }
}
