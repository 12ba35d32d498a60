//! A program made ready to run: variables are slots, names are gone.

use crate::dsl::constants::ConstantValue;
use crate::dsl::table::{MAX_ARITY, Primitive};
use crate::dsl::{Cx, Fail, Value, Why};
use crate::grid::Grid;
use crate::program::{Arg, Callee, Input, Program};

/// A program made ready to run. Slots: S, I, C, then the constants, then one a line.
#[derive(Clone, Debug)]
pub struct Code {
    fixed: Vec<Fixed>,
    calls: Vec<Call>,
    /// The arguments of all calls, one after the other.
    args: Vec<u32>,
    result: u32,
}

/// A slot whose value is known before the run.
#[derive(Clone, Copy, Debug)]
enum Fixed {
    Constant(ConstantValue),
    Primitive(&'static Primitive),
}

#[derive(Clone, Copy, Debug)]
struct Call {
    target: Target,
    first_arg: u32,
    args: u32,
}

#[derive(Clone, Copy, Debug)]
enum Target {
    Primitive(&'static Primitive),
    Slot(u32),
}

const INPUTS: usize = 3;

/// What a program is given on one sample.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// The demonstration pairs, a tuple of tuples of two grids.
    pub s: Value<'a>,
    /// The grid at hand.
    pub i: Value<'a>,
    /// The grid to compare with.
    pub c: Value<'a>,
}

/// A run without an answer: where it ended, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The line whose call has no answer, from 0.
    pub line: usize,
    /// Why.
    pub fail: Fail,
}

/// The grid that a program answers with: at least one cell, all of the ten colours. Anything else
/// is no answer.
pub fn output_grid(value: Value<'_>) -> Option<Grid<'_>> {
    match value {
        Value::Grid(grid) if grid.width() > 0 && grid.is_colored() => Some(*grid),
        _ => None,
    }
}

impl Code {
    /// Makes a program ready to run.
    pub fn new(program: &Program) -> Self {
        // Constants get the slots before the lines, so their number must be known first.
        let mut fixed: Vec<Fixed> = Vec::new();
        let callees = program.lines.iter().flat_map(|line| &line.args);
        let mut fixed_args = Vec::new();
        for arg in callees.chain([&program.result]) {
            let value = match *arg {
                Arg::Constant(constant) => Fixed::Constant(constant.value),
                Arg::Literal(value) => Fixed::Constant(value),
                Arg::Primitive(primitive, _) => Fixed::Primitive(primitive),
                Arg::Input(_) | Arg::Line(_) => continue,
            };
            fixed_args.push((INPUTS + fixed.len()) as u32);
            fixed.push(value);
        }
        let lines = (INPUTS + fixed.len()) as u32;
        let mut next_fixed = fixed_args.into_iter();
        let mut slot = |arg: &Arg| match *arg {
            Arg::Input(Input::S) => 0,
            Arg::Input(Input::I) => 1,
            Arg::Input(Input::C) => 2,
            Arg::Line(line) => lines + line,
            // Walked in the same order as above, so there is one for each.
            _ => next_fixed.next().unwrap_or(0),
        };
        let mut calls = Vec::with_capacity(program.lines.len());
        let mut args = Vec::new();
        for line in &program.lines {
            let first_arg = args.len() as u32;
            args.extend(line.args.iter().map(&mut slot));
            calls.push(Call {
                target: match line.callee {
                    Callee::Primitive(primitive, _) => Target::Primitive(primitive),
                    Callee::Line(line) => Target::Slot(lines + line),
                },
                first_arg,
                args: line.args.len() as u32,
            });
        }
        let result = slot(&program.result);
        Self {
            fixed,
            calls,
            args,
            result,
        }
    }

    /// Runs the program on one sample.
    #[inline]
    pub fn run<'a>(&self, cx: &Cx<'a>, given: Inputs<'a>) -> Result<Value<'a>, Stopped> {
        self.run_seen(cx, given, |_, _| {})
    }

    /// Runs the program, and shows `see` every line's value or failure as it comes.
    #[inline]
    pub fn run_seen<'a>(
        &self,
        cx: &Cx<'a>,
        given: Inputs<'a>,
        mut see: impl FnMut(usize, Result<Value<'a>, Fail>),
    ) -> Result<Value<'a>, Stopped> {
        let first = INPUTS + self.fixed.len();
        let slots = cx
            .arena()
            .alloc_slice_fill_copy(first + self.calls.len(), Value::None);
        (slots[0], slots[1], slots[2]) = (given.s, given.i, given.c);
        for (slot, fixed) in slots[INPUTS..].iter_mut().zip(&self.fixed) {
            *slot = match *fixed {
                Fixed::Constant(constant) => constant.value(),
                Fixed::Primitive(primitive) => Value::Primitive(primitive),
            };
        }
        for (line, call) in self.calls.iter().enumerate() {
            let result = call.run(cx, slots, &self.args);
            see(line, result);
            match result {
                Ok(value) => slots[first + line] = value,
                Err(fail) => return Err(Stopped { line, fail }),
            }
        }
        Ok(slots[self.result as usize])
    }
}

impl Call {
    #[inline]
    fn run<'a>(&self, cx: &Cx<'a>, slots: &[Value<'a>], args: &[u32]) -> Result<Value<'a>, Fail> {
        let function = match self.target {
            Target::Primitive(primitive) => Value::Primitive(primitive),
            Target::Slot(slot) => slots[slot as usize],
        };
        let slots_of = &args[self.first_arg as usize..(self.first_arg + self.args) as usize];
        let mut values = [Value::None; MAX_ARITY];
        if slots_of.len() > MAX_ARITY {
            return Err(Fail::NoAnswer(Why::Arity));
        }
        for (value, &slot) in values.iter_mut().zip(slots_of) {
            *value = slots[slot as usize];
        }
        cx.call(function, &values[..slots_of.len()])
    }
}
