//! One program, compiled to steps and run on one sample at a time.
//!
//! In: a program and its [`Inputs`]. Out: its value, or the line that failed. The steps are those of a
//! [`Plan`](super::Plan), one per line: nothing is merged or simplified, so that a failure can name its
//! line. The limits are for all lines together.

use super::execute::execute;
use super::graph::NodeId;
use super::inputs::{Inputs, demonstrations};
use super::plan::{Leaf, Plan, Step};
use crate::dsl::table::{self, MAX_ARITY};
use crate::dsl::{Callee as CallTreeCallee, Cx, Fail, Limit, Value};
use crate::grid::{Grid, GridBuf};
use crate::program::{Arg, Callee, Input, Program};
use crate::task::Demonstration;

/// The most memory that the values of a program may take on one sample. With one more allocation, and what
/// is not in the arena, that is less than 256 MiB.
const MAX_BYTES: usize = 208 << 20;

/// A program compiled to steps. The first slots are those of the leaves, then there is one per line.
#[derive(Clone, Debug)]
pub struct Code {
    leaves: Vec<Leaf>,
    steps: Vec<Step>,
    /// The lines whose value other lines call.
    called: Vec<bool>,
    result: u32,
    /// Whether the program reads S.
    reads_demonstrations: bool,
}

/// A run that ended without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The line that failed, from 0.
    pub line: usize,
    /// Why.
    pub fail: Fail,
}

/// The grid that a program answers with: at least one cell, all cells colours from 0 to 9. Any other
/// value is no answer.
pub fn output_grid(value: Value<'_>) -> Option<Grid<'_>> {
    match value {
        Value::Grid(grid) if grid.width() > 0 && grid.is_colored() => Some(*grid),
        _ => None,
    }
}

impl Code {
    /// Compiles a program.
    pub fn new(program: &Program) -> Self {
        // The slots of lines follow those of leaves, so all leaves are collected first.
        let mut leaves: Vec<Leaf> = Vec::from([Input::S, Input::I, Input::C].map(Leaf::Input));
        let args = program.lines.iter().flat_map(|line| &line.args);
        leaves.extend(args.chain([&program.result]).filter_map(fixed));
        let first_line = leaves.len() as u32;
        let mut next_leaf = 3;
        let mut slot = |arg: &Arg| match *arg {
            Arg::Input(input) => input as u32,
            Arg::Line(line) => first_line + line,
            // Walked in the same order as above.
            Arg::Constant(_) | Arg::Literal(_) | Arg::Primitive(..) => {
                next_leaf += 1;
                next_leaf - 1
            }
        };
        let mut steps = Vec::with_capacity(program.lines.len());
        for (k, line) in (0..).zip(&program.lines) {
            let (primitive, function) = match line.callee {
                Callee::Primitive(primitive, _) => (Some(primitive), None),
                // Calling any primitive on more arguments than MAX_ARITY fails, as this call must.
                Callee::Line(_) if line.args.len() > MAX_ARITY => {
                    (table::primitives().first().copied(), None)
                }
                Callee::Line(function) => (None, Some(first_line + function)),
            };
            let mut args = [0; MAX_ARITY + 1];
            let mut arity = 0;
            for arg in function.into_iter().chain(line.args.iter().map(&mut slot)) {
                if let Some(place) = args.get_mut(arity) {
                    *place = arg;
                    arity += 1;
                }
            }
            steps.push(Step {
                node: NodeId(k),
                primitive,
                args,
                arity: arity as u8,
                given: true,
                out: first_line + k,
                results: (0, 0),
            });
        }
        let result = slot(&program.result);
        let mut called = vec![false; steps.len()];
        for line in &program.lines {
            if let Callee::Line(function) = line.callee {
                called[function as usize] = true;
            }
        }
        let reads_s = |arg: &Arg| matches!(arg, Arg::Input(Input::S));
        let mut args = program.lines.iter().flat_map(|line| &line.args);
        Self {
            leaves,
            steps,
            called,
            result,
            reads_demonstrations: args.any(reads_s) || reads_s(&program.result),
        }
    }

    /// The program of a plan with one candidate.
    pub(super) fn of_plan(plan: &Plan) -> Self {
        let of_leaf = plan.leaf_results.first().map(|&(_, slot)| slot);
        let of_step = plan.steps.last().map(|step| step.out);
        Self {
            leaves: plan.leaves.clone(),
            steps: plan.steps.clone(),
            called: vec![false; plan.steps.len()],
            result: of_leaf.or(of_step).unwrap_or(0),
            reads_demonstrations: true,
        }
    }

    /// The inputs of the program on one grid of a task: S is empty if the program does not read it. Fails
    /// in the first line if there are more demonstrations than the limits allow.
    pub fn inputs<'a>(
        &self,
        cx: &Cx<'a>,
        train: &'a [Demonstration],
        input: &'a GridBuf,
    ) -> Result<Inputs<'a>, Stopped> {
        let train = if self.reads_demonstrations {
            train
        } else {
            &[]
        };
        let s = demonstrations(cx, train.iter().map(Demonstration::views))
            .map_err(|fail| Stopped { line: 0, fail })?;
        let i = cx.grid_value(input.view());
        Ok(Inputs { s, i, c: i })
    }

    /// Runs the program on one sample.
    #[inline]
    pub fn run<'a>(&self, cx: &Cx<'a>, inputs: Inputs<'a>) -> Result<Value<'a>, Stopped> {
        self.run_traced(cx, inputs, |_, _| {})
    }

    /// Runs the program on one sample; passes the value or failure of each line to `trace`.
    #[inline]
    pub fn run_traced<'a>(
        &self,
        cx: &Cx<'a>,
        inputs: Inputs<'a>,
        trace: impl FnMut(usize, Result<Value<'a>, Fail>),
    ) -> Result<Value<'a>, Stopped> {
        self.run_around(cx, inputs, |_| {}, trace)
    }

    /// The callee of a line in a call tree.
    pub(crate) fn callee(&self, line: usize) -> CallTreeCallee {
        let primitive = self.steps[line].primitive;
        primitive.map_or(CallTreeCallee::Apply, CallTreeCallee::Primitive)
    }

    /// [`Code::run_traced`], with `before` called before each line.
    #[inline]
    pub(crate) fn run_around<'a>(
        &self,
        cx: &Cx<'a>,
        inputs: Inputs<'a>,
        mut before: impl FnMut(usize),
        mut trace: impl FnMut(usize, Result<Value<'a>, Fail>),
    ) -> Result<Value<'a>, Stopped> {
        let slots = self.leaves.len() + self.steps.len();
        let slots = cx.arena().alloc_slice_fill_copy(slots, Value::None);
        for (slot, leaf) in slots.iter_mut().zip(&self.leaves) {
            *slot = leaf.value(&inputs);
        }
        cx.refill();
        cx.limit_bytes(MAX_BYTES);
        for (line, step) in self.steps.iter().enumerate() {
            let value = |k: usize| &slots[step.args[k] as usize];
            before(line);
            let mut result = execute(cx, step.primitive, step.arity.into(), value);
            if cx.has_more_bytes_than(MAX_BYTES) {
                result = Err(Fail::Limit(Limit::Memory));
            }
            trace(line, result);
            match result {
                Ok(value) => {
                    if self.called[line] {
                        value.count_use();
                    }
                    slots[step.out as usize] = value;
                }
                Err(fail) => return Err(Stopped { line, fail }),
            }
        }
        Ok(slots[self.result as usize])
    }
}

/// The leaf of an argument that is the same on all samples.
fn fixed(arg: &Arg) -> Option<Leaf> {
    match *arg {
        Arg::Constant(constant) => Some(Leaf::Constant(constant.value)),
        Arg::Literal(value) => Some(Leaf::Constant(value)),
        Arg::Primitive(primitive, _) => Some(Leaf::Function(primitive)),
        Arg::Input(_) | Arg::Line(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::Limits;
    use crate::grid::GridBuf;
    use bumpalo::Bump;
    use std::time::Duration;

    /// A call that makes ever more values ends within the memory of a program, not after it.
    #[test]
    fn one_call_takes_no_more_memory_than_a_program() {
        // Colours that do not fit in a byte take 16 bytes each.
        let source = "def solve(I):\n    x1 = lbind(lbind(replace, I), 0)\n    \
                      x2 = order(interval(1000, 300000, 1), x1)\n    return x2\n";
        let program = Program::parse(source).expect("a program");
        let arena = Bump::new();
        let limits = Limits {
            cells: 32_000_000,
            time: Duration::from_secs(600),
            ..Limits::default()
        };
        let cx = Cx::new(&arena, limits);
        let grid = GridBuf::from_digits(&["0012001200", "0000000000"].repeat(8)).expect("a grid");
        let code = Code::new(&program);
        let inputs = code.inputs(&cx, &[], &grid).expect("inputs");
        let stopped = code.run(&cx, inputs).expect_err("a limit");
        assert_eq!(stopped.fail, Fail::Limit(Limit::Memory));
        assert!(cx.bytes() < MAX_BYTES + (16 << 20), "{}", cx.bytes());
    }
}
