//! [`Program::run`]: one program on one grid.

use crate::batt::{Code, Stopped, output_grid};
use crate::dsl::{Cx, Fail, Limit, Limits, Why};
use crate::grid::{Grid, GridBuf};
use crate::program::Program;
use crate::task::Demonstration;
use bumpalo::Bump;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Why a program returned no grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// A call has no answer for this input: the program does not fit it.
    #[error("line {line}: `{code}` failed: {why}")]
    Failed {
        /// The line in the source, from 1.
        line: usize,
        /// The call.
        code: String,
        /// Why it failed.
        why: Why,
    },
    /// The run reached one of its [`Limits`]: raise it, or use fewer calls.
    #[error("line {line}: `{code}` reached the limit of {limit}")]
    Limit {
        /// The line in the source, from 1.
        line: usize,
        /// The call.
        code: String,
        /// The limit.
        limit: Limit,
    },
    /// The program returned something else than a grid of the ten colours.
    #[error("the program returned {0}; expected a grid of colours 0 to 9")]
    NoGrid(String),
}

impl RunError {
    /// The error of a run that stopped.
    fn new(program: &Program, stopped: Stopped) -> Self {
        let place = program.lines.get(stopped.line).map_or(0, |l| l.place.line);
        let line = match place {
            0 => stopped.line + 1,
            place => place as usize,
        };
        let code = program.line_text(stopped.line);
        match stopped.fail {
            Fail::NoAnswer(why) => Self::Failed { line, code, why },
            Fail::Limit(limit) => Self::Limit { line, code, limit },
        }
    }
}

impl Program {
    /// Runs a program that needs no demonstrations, with the default [`Limits`].
    ///
    /// ```
    /// use arcbatt::{GridBuf, Program};
    ///
    /// let program = Program::parse("def solve(I):\n    x1 = hmirror(I)\n    return x1\n")?;
    /// let grid = GridBuf::from_digits(&["12", "34"]).expect("digits");
    /// assert_eq!(program.run(&grid)?, GridBuf::from_digits(&["34", "12"]).expect("digits"));
    ///
    /// let program = Program::parse("def solve(I):\n    x1 = palette(I)\n    x2 = first(difference(x1, x1))\n    return canvas(x2, UNITY)\n")?;
    /// assert_eq!(
    ///     program.run(&grid).unwrap_err().to_string(),
    ///     "line 3: `x2 = first(x3)` failed: there is no element",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&self, input: &GridBuf) -> Result<GridBuf, RunError> {
        self.run_with(&[], input, Limits::default())
    }

    /// Runs the program with demonstration pairs as S, `input` as I and C, and these limits.
    pub fn run_with(
        &self,
        demonstrations: &[Demonstration],
        input: &GridBuf,
        limits: Limits,
    ) -> Result<GridBuf, RunError> {
        let arena = Bump::new();
        let cx = Cx::new(&arena, limits).assume_light();
        let output = run_code(self, &Code::new(self), &cx, demonstrations, input);
        output.map(Grid::to_buf)
    }
}

/// A program that is compiled once, to run on many inputs.
#[derive(Clone, Debug)]
pub struct Compiled {
    program: Program,
    code: Code,
}

impl Compiled {
    /// Compiles a program.
    ///
    /// ```
    /// use arcbatt::{Compiled, GridBuf, Limits, Program};
    ///
    /// let program = Program::parse("def solve(I):\n    return hmirror(I)\n")?;
    /// let compiled = Compiled::new(program);
    /// let mut arena = bumpalo::Bump::new();
    /// for rows in [["12", "34"], ["56", "78"]] {
    ///     arena.reset();
    ///     let input = GridBuf::from_digits(&rows).expect("digits");
    ///     let output = compiled.run_in(&arena, &[], &input, Limits::default())?;
    ///     assert_eq!(output.row(0), input.view().row(1));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(program: Program) -> Self {
        let code = Code::new(&program);
        Self { program, code }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Runs the program as [`Program::run_with`] does, with its values in `arena`.
    pub fn run_in<'a>(
        &self,
        arena: &'a Bump,
        demonstrations: &'a [Demonstration],
        input: &'a GridBuf,
        limits: Limits,
    ) -> Result<Grid<'a>, RunError> {
        self.run_until(arena, demonstrations, input, limits, None)
    }

    /// [`Compiled::run_in`] that ends as if it were out of time once `stop` is set.
    pub fn run_until<'a>(
        &self,
        arena: &'a Bump,
        demonstrations: &'a [Demonstration],
        input: &'a GridBuf,
        limits: Limits,
        stop: Option<&'a AtomicBool>,
    ) -> Result<Grid<'a>, RunError> {
        let cx = Cx::new(arena, limits).assume_light().with_stop(stop);
        run_code(&self.program, &self.code, &cx, demonstrations, input)
    }
}

fn run_code<'a>(
    program: &Program,
    code: &Code,
    cx: &Cx<'a>,
    demonstrations: &'a [Demonstration],
    input: &'a GridBuf,
) -> Result<Grid<'a>, RunError> {
    let value = code
        .inputs(cx, demonstrations, input)
        .and_then(|inputs| code.run(cx, inputs))
        .map_err(|stopped| RunError::new(program, stopped))?;
    output_grid(value).ok_or_else(|| RunError::NoGrid(value.to_string()))
}
