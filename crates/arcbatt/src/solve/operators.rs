//! Operators: the steps that a search takes, written as programs.
//!
//! In: `data/operators.py`. Out: [`Operator`]s, and how they are applied to states of a bank.
//! An operator has the parameters `(first, I, second)`: the first is named after the kind that it
//! takes, the last likewise, or is `_`; I is the grid at hand.

use super::bank::{Bank, StateId};
use super::kind::Kind;
use crate::dsl::constants::{ConstantValue, Role};
use crate::dsl::table::MAX_ARITY;
use crate::program::{Arg, Callee, Input, Parameters, Program, parse_file};
use std::sync::LazyLock;

/// A step of a search.
#[derive(Debug)]
pub(super) struct Operator {
    /// The kind that it is applied to.
    pub first: Kind,
    /// The kind of its other argument.
    pub second: Option<Kind>,
    /// What it adds to the cost of its arguments.
    pub cost: u16,
    /// Whether it gives a function of an object.
    measure: bool,
    program: Program,
}

/// What the parts of a measure cost more than the measure.
const PARTS: u16 = 3;

/// The source of the operators.
const SOURCE: &str = include_str!("../../data/operators.py");

/// All operators.
pub(super) fn all() -> &'static [Operator] {
    static ALL: LazyLock<Vec<Operator>> = LazyLock::new(|| {
        let programs = parse_file(SOURCE).programs.into_iter();
        programs.filter_map(Operator::new).collect()
    });
    &ALL
}

impl Operator {
    fn new(program: Program) -> Option<Self> {
        let Parameters::Full([first, _, second]) = &program.parameters else {
            return None;
        };
        let lines = program.lines.len().min(3) as u16;
        let cost = match program.name.strip_prefix("operator_")? {
            name if name.starts_with("measure_") => 1,
            name if name.starts_with("rare_measure_") => 3,
            name if name.starts_with("easy_") => lines,
            name if name.starts_with("rare_") => 2 + lines,
            _ => 1 + lines,
        };
        Some(Self {
            first: Kind::named(first)?,
            second: Kind::named(second),
            cost,
            measure: program.name.starts_with("operator_measure_")
                || program.name.starts_with("operator_rare_measure_"),
            program,
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
        let last = self.program.lines.len().saturating_sub(1);
        for (k, line) in self.program.lines.iter().enumerate() {
            // What a measure is made of is not as cheap as the measure.
            let cost = match self.measure && k < last {
                true => cost.saturating_add(PARTS),
                false => cost,
            };
            let mut args = [0; MAX_ARITY];
            for (state, arg) in args.iter_mut().zip(&line.args) {
                *state = leaf(bank, arg, first, second, scratch);
            }
            let args = &args[..line.args.len()];
            let state = match line.callee {
                Callee::Primitive(primitive, _) => bank.call(primitive, args, cost)?,
                Callee::Line(line) => bank.apply(scratch[line as usize], args, cost)?,
            };
            scratch.push(state);
        }
        let result = leaf(bank, &self.program.result, first, second, scratch);
        if self.measure {
            bank.also(result, Kind::Measure, cost);
        }
        Some(result)
    }
}

fn leaf(bank: &mut Bank, arg: &Arg, first: StateId, second: StateId, lines: &[StateId]) -> StateId {
    let kind = |value: ConstantValue, role: Option<Role>| match (value, role) {
        (ConstantValue::Int(_), Some(Role::Color)) => Kind::Color,
        _ => Kind::Other,
    };
    match *arg {
        Arg::Input(Input::S) => first,
        Arg::Input(Input::I) => Bank::INPUT,
        Arg::Input(Input::C) => second,
        Arg::Line(line) => lines[line as usize],
        Arg::Constant(constant) => {
            bank.constant(constant.value, kind(constant.value, Some(constant.role)), 1)
        }
        Arg::Literal(value) => bank.constant(value, kind(value, None), 1),
        Arg::Primitive(primitive, _) => bank.function(primitive),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_of_the_file_is_read() {
        let parsed = parse_file(SOURCE);
        assert_eq!(parsed.problems, []);
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
            let kind = Kind::named(kind).expect("a kind");
            assert!(
                all().iter().any(|operator| operator.first == kind),
                "{kind:?}"
            );
        }
    }
}
