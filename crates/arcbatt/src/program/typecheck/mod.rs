//! Type inference: a type for every line of a program, closures included.
//!
//! In: a program. Out: a [`Typing`], or a [`TypeError`] if some call fails on every input: a wrong
//! number of arguments, or a type that no overload takes. In doubt a program is accepted.
//!
//! Inference runs a program on types instead of values. It keeps the parts of a closure, so that
//! calling it on types resolves their overloads: `compose(f, g)` of an object is `f` of the result
//! of `g` for an object.
//!
//! Invariants: no value is computed, recursion is bounded, and the work is linear in the length of
//! the program; where it is truncated, the type is `Any`.

mod call;
mod call_memo;
mod error;
mod function;
mod show;

pub use error::TypeError;

use super::{Arg, Callee, Input, Line, Program};
use crate::dsl::constants::{ConstantValue, Role};
use crate::dsl::table::{MAX_ARITY, Primitive};
use crate::dsl::types::{ErasedType, Type};
use call_memo::CallMemo;
use function::{Function, FunctionId};

/// Calls of closures that inference follows per program, in addition to those per line.
const FUEL: u32 = 4_000;
/// Calls of closures that inference follows per line.
const FUEL_PER_LINE: u32 = 16;
/// Calls of closures that inference follows for a single call outside a program. Nested closures
/// take dozens; a truncated inference would accept calls that no program accepts.
const FUEL_PER_CALL: u32 = 64;

/// The types of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typing {
    /// The type of every line.
    pub types: Vec<Type>,
    /// The overload that every line calls, if it is certain.
    pub overloads: Vec<Option<u8>>,
    /// The type of the result.
    pub result: Type,
}

/// A type in inference: an erased type, and the function in it if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inferred {
    shape: ErasedType,
    function: FunctionId,
    /// Whether it is certain; the result of an ill-typed argument is not. Only certain types
    /// reject a program.
    sure: bool,
}

impl Inferred {
    pub(crate) const ANY: Inferred = Inferred::of(ErasedType::ANY);
    const NEVER: Inferred = Inferred::of(ErasedType::NEVER);

    const fn of(shape: ErasedType) -> Inferred {
        Inferred {
            shape,
            function: FunctionId::UNKNOWN,
            sure: true,
        }
    }

    /// The erased type.
    pub(crate) fn shape(self) -> ErasedType {
        self.shape
    }

    /// The same type, certain only if it was before and `sure` holds.
    fn relying_on(self, sure: bool) -> Inferred {
        Inferred {
            sure: self.sure && sure,
            ..self
        }
    }
}

/// Infers the types of a program.
pub fn typecheck(program: &Program) -> Result<Typing, TypeError> {
    let mut checker = Checker::new();
    checker.check(program)?;
    Ok(Typing {
        types: (0..program.lines.len())
            .map(|line| checker.type_of(line))
            .collect(),
        overloads: (0..program.lines.len())
            .map(|line| checker.overload(line))
            .collect(),
        result: checker.type_of_arg(program.result),
    })
}

/// Infers the types of one program after the other and reuses its buffers.
#[derive(Default)]
pub struct Checker {
    lines: Vec<Inferred>,
    overloads: Vec<Option<u8>>,
    functions: Vec<Function>,
    fuel: u32,
    /// Calls of this program and of those before.
    calls: CallMemo,
}

/// Why a program is rejected.
#[derive(Clone, Copy, Debug)]
enum Rejection {
    /// A wrong number of arguments; this is the right one.
    Count(u8),
    /// The called value is not a function.
    NoFunction,
    /// No overload takes the arguments.
    Arguments,
    /// A closure fails on these arguments.
    NoAnswer,
}

impl Checker {
    /// A checker with empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the types allow the program to succeed.
    pub fn accepts(&mut self, program: &Program) -> bool {
        self.infer(program).is_ok()
    }

    /// Infers the types of a program; [`type_of`](Self::type_of) returns them.
    pub fn check(&mut self, program: &Program) -> Result<(), TypeError> {
        self.infer(program)
            .map_err(|(line, rejection)| self.explain(program, line, rejection))
    }

    /// The type of a call of a primitive outside a program; `None` if no overload takes the
    /// arguments. Types of functions stay valid until the next program is checked.
    pub(crate) fn call_type(
        &mut self,
        primitive: &'static Primitive,
        args: &[Inferred],
    ) -> Option<Inferred> {
        self.fuel = FUEL_PER_CALL;
        (primitive.arity as usize == args.len()).then_some(())?;
        self.call(primitive, args, 0).map(|(inferred, _)| inferred)
    }

    /// The type of a call of a function outside a program.
    pub(crate) fn apply_type(&mut self, function: Inferred, args: &[Inferred]) -> Option<Inferred> {
        self.fuel = FUEL_PER_CALL;
        let arity = self.arity(function);
        if arity.is_some_and(|arity| arity as usize != args.len()) {
            return None;
        }
        self.apply(function, args, 0)
    }

    /// The type of an argument that is not a line.
    pub(crate) fn leaf_type(&mut self, arg: Arg) -> Inferred {
        self.arg(arg)
    }

    /// The overload that a line of the last program calls, if it is certain.
    pub fn overload(&self, line: usize) -> Option<u8> {
        self.overloads.get(line).copied().flatten()
    }

    /// The erased type of a line of the last program; `Any` if there is no such line.
    pub fn shape_of(&self, line: usize) -> ErasedType {
        self.lines.get(line).map_or(ErasedType::ANY, |t| t.shape)
    }

    /// The type of a line of the last program; `Any` if there is no such line.
    pub fn type_of(&mut self, line: usize) -> Type {
        let inferred = self.lines.get(line).copied().unwrap_or(Inferred::ANY);
        self.show(inferred)
    }

    /// The type of an argument in the last program.
    pub fn type_of_arg(&mut self, arg: Arg) -> Type {
        let inferred = self.arg(arg);
        self.show(inferred)
    }

    fn infer(&mut self, program: &Program) -> Result<(), (usize, Rejection)> {
        self.lines.clear();
        self.overloads.clear();
        self.functions.clear();
        let lines = u32::try_from(program.lines.len()).unwrap_or(u32::MAX);
        self.fuel = FUEL.saturating_add(lines.saturating_mul(FUEL_PER_LINE));
        for (at, line) in program.lines.iter().enumerate() {
            let (inferred, overload) = self.line(line).map_err(|rejection| (at, rejection))?;
            self.lines.push(inferred);
            self.overloads.push(overload);
        }
        Ok(())
    }

    fn line(&mut self, line: &Line) -> Result<(Inferred, Option<u8>), Rejection> {
        let mut args = [Inferred::ANY; MAX_ARITY];
        for (slot, &arg) in args.iter_mut().zip(&line.args) {
            *slot = self.arg(arg);
        }
        let count = line.args.len();
        match line.callee {
            Callee::Primitive(primitive, _) => {
                if primitive.arity as usize != count {
                    return Err(Rejection::Count(primitive.arity));
                }
                let args = args.get(..count).unwrap_or(&args);
                let answer = self.known_or_new_call(primitive, args);
                answer.ok_or(Rejection::Arguments)
            }
            Callee::Line(function) => {
                let function = self.arg(Arg::Line(function));
                if !function.shape.may_be_function() {
                    return match function.sure {
                        true => Err(Rejection::NoFunction),
                        false => Ok((Inferred::ANY, None)),
                    };
                }
                let arity = self.arity(function);
                if let Some(arity) = arity.filter(|&arity| arity as usize != count) {
                    return Err(Rejection::Count(arity));
                }
                // More arguments than any primitive takes: the function is unknown.
                let Some(args) = args.get(..count) else {
                    return Ok((Inferred::ANY, None));
                };
                let answer = self.apply(function, args, 0).ok_or(Rejection::NoAnswer)?;
                Ok((answer, None))
            }
        }
    }

    fn arg(&mut self, arg: Arg) -> Inferred {
        let constant = |value| match value {
            ConstantValue::Bool(_) => ErasedType::BOOL,
            ConstantValue::Int(_) => ErasedType::INT,
            ConstantValue::Pair(..) => ErasedType::PAIR,
        };
        Inferred::of(match arg {
            Arg::Input(Input::S) => ErasedType::GRID.tuple().tuple(),
            Arg::Input(Input::I | Input::C) => ErasedType::GRID,
            Arg::Line(line) => {
                let known = self.lines.get(line as usize);
                return known.copied().unwrap_or(Inferred::ANY);
            }
            Arg::Constant(c) if c.role == Role::Color => ErasedType::COLOR,
            Arg::Constant(c) => constant(c.value),
            Arg::Literal(value) => constant(value),
            Arg::Primitive(primitive, _) => return self.primitive(primitive),
        })
    }

    fn primitive(&mut self, primitive: &'static Primitive) -> Inferred {
        self.function(Function::primitive(primitive))
    }
}
