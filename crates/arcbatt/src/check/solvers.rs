//! Solvers as read from a source: those that can run, and why the others cannot.

use crate::program::{Checker, Problem, Program, parse_file};

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
    /// Reads a source, and rejects what is no program and what can succeed on no input.
    ///
    /// ```
    /// let source = "def solve_a(I):\n    x1 = height(I)\n    return first(x1)\n";
    /// let solvers = arcbatt::check::Solvers::read(source);
    /// assert!(solvers.programs.is_empty());
    /// assert!(solvers.problems[0].to_string().starts_with("3:12: solve_a: first(x1): "));
    /// ```
    pub fn read(source: &str) -> Self {
        let parsed = parse_file(source);
        let mut problems = parsed.problems;
        let mut checker = Checker::new();
        let mut programs = parsed.programs;
        programs.retain(|program| match checker.check(program) {
            Ok(()) => true,
            Err(error) => {
                problems.push(Problem {
                    place: error.place,
                    function: Some(program.name.clone()),
                    message: error.message,
                });
                false
            }
        });
        problems.sort_by_key(|problem| problem.place);
        Self {
            programs,
            problems,
            notes: parsed.notes,
        }
    }

    /// The names of the programs that cannot run.
    pub fn rejected(&self) -> impl Iterator<Item = &str> {
        let names = self.problems.iter();
        names.filter_map(|problem| problem.function.as_deref())
    }
}
