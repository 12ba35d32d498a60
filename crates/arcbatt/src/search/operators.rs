//! Operators: the steps that a search takes, written as programs.
//!
//! In: `data/operators.py`. Out: [`Operator`]s, and how they are applied to states of a bank.
//! An operator has the parameters `(first, I, second)`: the first is named after the kind that it
//! takes, the last likewise, or is `_`; I is the grid at hand.

use crate::dsl::constants::{ConstantValue, Role};
use crate::dsl::table::MAX_ARITY;
use crate::program::{Arg, Callee, Input, Parameters, Program, parse_file};
use crate::search::bank::{Bank, StateId};
use crate::search::state_type::StateType;
use std::sync::LazyLock;

/// A step of a search.
#[derive(Debug)]
pub(super) struct Operator {
    /// The kind that it is applied to.
    pub first: StateType,
    /// The kind of its other argument.
    pub second: Option<StateType>,
    /// What it adds to the cost of its arguments.
    pub cost: u16,
    /// Whether it gives a function of an object.
    measure: bool,
    lines: Vec<Step>,
    result: Leaf,
}

/// A call of an operator.
#[derive(Debug)]
struct Step {
    callee: Callee,
    args: Vec<Leaf>,
    /// The number of the call among what is fixed, where it hangs on nothing that is given: it is
    /// the same state whenever the operator is applied.
    fixed: Option<usize>,
}

/// What an operator gives to a call.
#[derive(Clone, Copy, Debug)]
enum Leaf {
    First,
    Second,
    Input,
    Line(u32),
    /// A constant or a primitive: what it is, and its number among what is fixed in all operators.
    Fixed(Arg, usize),
}

/// What the parts of a measure cost more than the measure.
const PARTS: u16 = 3;

/// The source of the operators.
const SOURCE: &str = include_str!("../../data/operators.py");

/// All operators.
pub(super) fn all() -> &'static [Operator] {
    static ALL: LazyLock<Vec<Operator>> = LazyLock::new(|| {
        let programs = parse_file(SOURCE).programs.into_iter();
        let mut fixed = 0;
        programs
            .filter_map(|program| Operator::new(program, &mut fixed))
            .collect()
    });
    &ALL
}

impl Operator {
    /// An operator; `fixed` counts what is fixed in all.
    fn new(program: Program, fixed: &mut usize) -> Option<Self> {
        let Parameters::Full([first, _, second]) = &program.parameters else {
            return None;
        };
        let calls = program.lines.len().min(3) as u16;
        let cost = match program.name.strip_prefix("operator_")? {
            name if name.starts_with("measure_") => 1,
            name if name.starts_with("rare_measure_") => 3,
            name if name.starts_with("easy_") => calls,
            name if name.starts_with("rare_") => 2 + calls,
            _ => 1 + calls,
        };
        let mut leaf = |arg: &Arg| match *arg {
            Arg::Input(Input::S) => Leaf::First,
            Arg::Input(Input::I) => Leaf::Input,
            Arg::Input(Input::C) => Leaf::Second,
            Arg::Line(line) => Leaf::Line(line),
            arg => {
                *fixed += 1;
                Leaf::Fixed(arg, *fixed - 1)
            }
        };
        let mut lines: Vec<Step> = Vec::new();
        for line in &program.lines {
            let args = line.args.iter().map(&mut leaf).collect();
            lines.push(Step {
                callee: line.callee,
                args,
                fixed: None,
            });
        }
        let result = leaf(&program.result);
        for k in 0..lines.len() {
            let is_fixed = |leaf: &Leaf| match *leaf {
                Leaf::Fixed(..) => true,
                Leaf::Line(line) => lines[line as usize].fixed.is_some(),
                Leaf::First | Leaf::Second | Leaf::Input => false,
            };
            let is_named = matches!(lines[k].callee, Callee::Primitive(..));
            if is_named && lines[k].args.iter().all(is_fixed) {
                lines[k].fixed = Some(*fixed);
                *fixed += 1;
            }
        }
        Some(Self {
            first: StateType::of_parameter(first)?,
            second: StateType::of_parameter(second),
            cost,
            measure: program.name.starts_with("operator_measure_")
                || program.name.starts_with("operator_rare_measure_"),
            lines,
            result,
        })
    }

    /// Applies the operator.
    pub fn apply(
        &self,
        bank: &mut Bank,
        first: StateId,
        second: StateId,
        scratch: &mut Vec<StateId>,
    ) -> Option<StateId> {
        let mut cost = bank.cost(first).saturating_add(self.cost);
        if self.second.is_some() {
            cost = cost.saturating_add(bank.cost(second));
        }
        scratch.clear();
        let last = self.lines.len().saturating_sub(1);
        for (k, line) in self.lines.iter().enumerate() {
            if let Some(known) = line.fixed.and_then(|number| bank.fixed(number)) {
                scratch.push(known);
                continue;
            }
            // What a measure is made of is not as cheap as the measure.
            let cost = match self.measure && k < last {
                true => cost.saturating_add(PARTS),
                false => cost,
            };
            let mut args = [0; MAX_ARITY];
            for (state, arg) in args.iter_mut().zip(&line.args) {
                *state = leaf(bank, *arg, first, second, scratch);
            }
            let args = &args[..line.args.len()];
            let state = match line.callee {
                Callee::Primitive(primitive, _) => bank.call(primitive, args, cost)?,
                Callee::Line(line) => bank.apply(scratch[line as usize], args, cost)?,
            };
            if let Some(number) = line.fixed {
                bank.fix(number, state);
            }
            scratch.push(state);
        }
        let result = leaf(bank, self.result, first, second, scratch);
        if self.measure {
            bank.also(result, StateType::Measure, cost);
        }
        Some(result)
    }
}

fn leaf(
    bank: &mut Bank,
    leaf: Leaf,
    first: StateId,
    second: StateId,
    lines: &[StateId],
) -> StateId {
    match leaf {
        Leaf::First => first,
        Leaf::Second => second,
        Leaf::Input => Bank::INPUT,
        Leaf::Line(line) => lines[line as usize],
        Leaf::Fixed(arg, number) => match bank.fixed(number) {
            Some(known) => known,
            None => {
                let state = fixed(bank, &arg);
                bank.fix(number, state);
                state
            }
        },
    }
}

/// The state of a constant or of a primitive.
fn fixed(bank: &mut Bank, arg: &Arg) -> StateId {
    let kind = |value: ConstantValue, role: Option<Role>| match (value, role) {
        (ConstantValue::Int(_), Some(Role::Color)) => StateType::Color,
        _ => StateType::Other,
    };
    match *arg {
        Arg::Constant(constant) => {
            bank.constant(constant.value, kind(constant.value, Some(constant.role)), 1)
        }
        Arg::Literal(value) => bank.constant(value, kind(value, None), 1),
        Arg::Primitive(primitive, _) => bank.function(primitive),
        // Those are no constants.
        Arg::Input(_) | Arg::Line(_) => Bank::INPUT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_of_the_file_is_read() {
        let parsed = parse_file(SOURCE);
        assert_eq!(parsed.errors, []);
        assert_eq!(all().len(), SOURCE.matches("\ndef ").count());
        let mut names: Vec<&str> = parsed.programs.iter().map(|p| p.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all().len(), "two operators have one name");
    }

    #[test]
    fn every_kind_has_operators() {
        for kind in [
            "the_grid",
            "the_patch",
            "the_object",
            "the_objects",
            "the_panels",
        ] {
            let kind = StateType::of_parameter(kind).expect("a kind");
            assert!(
                all().iter().any(|operator| operator.first == kind),
                "{kind:?}"
            );
        }
    }
}
