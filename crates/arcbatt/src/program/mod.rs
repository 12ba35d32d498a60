//! Programs: parse, print, type-check, run.
//!
//! In: Python source as the field writes solvers; it is parsed, never executed. Out: a
//! [`Program`], straight-line calls whose variables are slots. What never happens here: an
//! abort on any text, or a name looked up while a program runs.

mod parse;
mod print;

pub use parse::{MAX_ERRORS, MAX_LINES, MAX_NESTING, MAX_SOURCE, ParseError, Parsed, parse_file};
pub use print::print_file;

use crate::dsl::constants::{Constant, ConstantValue};
use crate::dsl::table::{Primitive, Suffix};

/// A place in a source file; both count from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Line.
    pub line: u32,
    /// Column, in characters.
    pub column: u32,
}

/// What a program is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Input {
    /// The demonstration pairs.
    S,
    /// The grid at hand.
    I,
    /// The grid that a differ compares with.
    C,
}

/// The names of the parameters as written; one that is a name of the language gets an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// `def solve(I):`
    Grid([String; 1]),
    /// `def solve(S, I, C):`
    Full([String; 3]),
}

/// A solver or differ: straight-line calls, one a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The function's name as written, such as `solve_gravity_down`.
    pub name: String,
    /// Its parameters.
    pub parameters: Parameters,
    /// The calls, in order. A line refers to earlier lines alone.
    pub lines: Vec<Line>,
    /// What it returns.
    pub result: Arg,
    /// Where it begins in its file.
    pub place: Place,
}

/// One call and the name of its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The variable; unique in its program, and no name of the language.
    pub name: String,
    /// What is called.
    pub callee: Callee,
    /// Its arguments.
    pub args: Vec<Arg>,
    /// Where the call stands in its file.
    pub place: Place,
}

/// What a line calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A primitive, as spelled.
    Primitive(&'static Primitive, Suffix),
    /// A function that an earlier line made.
    Line(u32),
}

/// An argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// What the program was given.
    Input(Input),
    /// The value of an earlier line.
    Line(u32),
    /// A named constant.
    Constant(&'static Constant),
    /// A number, truth value or pair written out.
    Literal(ConstantValue),
    /// A primitive as a value.
    Primitive(&'static Primitive, Suffix),
}

impl Program {
    /// The task that the program is for: its name without `solve_`, if there is more to it.
    pub fn task_id(&self) -> Option<&str> {
        self.name.strip_prefix("solve_").filter(|id| !id.is_empty())
    }
}

pub mod typecheck;

pub(crate) use typecheck::Inferred;
pub use typecheck::{Checker, TypeError, Typing, typecheck};
