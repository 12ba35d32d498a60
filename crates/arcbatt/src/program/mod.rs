//! Programs: parse, type-check, print.
//!
//! In: solvers as Python source, alone, in Markdown or in JSONL records; it is parsed and never
//! executed. Out: [`Program`]s, straight-line calls whose variables are line numbers.
//!
//! Invariants: no text makes the parser panic; names are resolved when a program is parsed, never
//! while it runs.

mod parse;
mod prefix;
mod print;
mod solver_file;
mod typecheck;

pub use parse::{
    MAX_ERRORS, MAX_INLINED, MAX_LINES, MAX_NESTING, MAX_SOURCE, ParseError, solver_name,
};
pub use prefix::parse_prefix;
pub use print::print_file;
pub use solver_file::{ReadCache, ReadOptions, Solvers, codes, parse_file};
pub(crate) use typecheck::Inferred;
pub use typecheck::{Checker, TypeError, Typing, typecheck};

use crate::dsl::constants::{Constant, ConstantValue};
use crate::dsl::table::{MAX_ARITY, Primitive, Suffix};
use compact_str::CompactString;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A position in a source file; all numbers count from 1.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Place {
    /// Line of the file.
    pub line: u32,
    /// Line of the code in a JSONL record; 0 where the code itself is the file.
    pub code_line: u32,
    /// Column, in characters.
    pub column: u32,
}

impl Place {
    /// The beginning of a file.
    pub const START: Self = Self {
        line: 1,
        code_line: 0,
        column: 1,
    };
}

/// An input of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Input {
    /// The demonstration pairs.
    S,
    /// The input grid of the pair.
    I,
    /// The expected grid that a differ compares `I` with.
    C,
}

/// The names of the parameters as written; a name that the language uses gets a suffix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// `def solve(I):`
    Grid([VariableName; 1]),
    /// `def solve(S, I, C):`
    Full([VariableName; 3]),
}

/// A solver or differ: straight-line calls, one per line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// `solve`, or `solve_ID` for the solver of a task, such as `solve_gravity_down`; a differ or an
    /// operator of the search keeps the name of its function.
    pub name: String,
    /// Its parameters.
    pub parameters: Parameters,
    /// The calls in order. A line refers only to earlier lines.
    pub lines: Vec<Line>,
    /// The value that it returns.
    pub result: Arg,
    /// Its position in its file.
    pub place: Place,
}

/// The name of a variable. Up to 24 bytes are stored in place, so that a program is one block of memory.
pub type VariableName = CompactString;

/// The arguments of a call. As many as a primitive takes are stored in place.
pub type Args = SmallVec<[Arg; MAX_ARITY]>;

/// One call and the name of its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The variable; unique in its program and not a name of the language.
    pub name: VariableName,
    /// The function that it calls.
    pub callee: Callee,
    /// Its arguments.
    pub args: Args,
    /// The position of the call in its file.
    pub place: Place,
}

/// The function that a line calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A primitive, as spelled.
    Primitive(&'static Primitive, Suffix),
    /// A closure that an earlier line returned.
    Line(u32),
}

/// An argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// An input of the program.
    Input(Input),
    /// The value of an earlier line.
    Line(u32),
    /// A named constant.
    Constant(&'static Constant),
    /// A literal number, truth value or pair.
    Literal(ConstantValue),
    /// A primitive as a value.
    Primitive(&'static Primitive, Suffix),
}

impl Program {
    /// The id of its task: its name without `solve_`, or `None` if nothing else is left.
    pub fn task_id(&self) -> Option<&str> {
        self.name.strip_prefix("solve_").filter(|id| !id.is_empty())
    }

    /// Parses and type-checks a source that holds one program.
    ///
    /// ```
    /// use arcbatt::Program;
    ///
    /// let program = Program::parse("def solve(I):\n    return rot90(I)\n").expect("a program");
    /// assert_eq!(program.lines.len(), 1);
    /// let error = Program::parse("def solve(I):\n    return rot91(I)\n").unwrap_err();
    /// assert_eq!(error.to_string(), "2:12: solve: unknown name `rot91`: did you mean `rot90`?");
    /// ```
    ///
    /// # Errors
    /// If the source has no program, several, or one that fails on every input because of its
    /// types. [`parse_file`] reads several programs.
    pub fn parse(source: &str) -> Result<Program, ParseError> {
        let parsed = parse_file(source);
        if let Some(error) = parsed.errors.into_iter().next() {
            return Err(error);
        }
        let count = parsed.programs.len();
        match <[Program; 1]>::try_from(parsed.programs) {
            Ok([program]) => match typecheck(&program) {
                Ok(_) => Ok(program),
                Err(error) => Err(ParseError::of_types(&program, error)),
            },
            Err(_) => Err(ParseError {
                place: Place::START,
                function: None,
                message: format!(
                    "found {count} programs; expected one function named `solve` or `solve_...`"
                ),
                excerpt: None,
            }),
        }
    }
}
