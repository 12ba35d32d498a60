//! Operators: the steps of bottom-up enumeration, written as programs in `data/operators.py`.
//!
//! In: that file, whose head describes the format. Out: [`Operator`]s, which are applied to states.
//! Invariant: a malformed operator is an error with its line; none is skipped.

use super::bank::{Bank, StateId};
use super::state_type::StateType;
use crate::dsl::constants::{ConstantValue, Role};
use crate::dsl::table::MAX_ARITY;
use crate::program::{Arg, Callee, Input, Parameters, Program, parse_file};
use std::sync::LazyLock;

/// A step of bottom-up enumeration.
#[derive(Debug)]
pub(super) struct Operator {
    /// The type of its first argument.
    pub first: StateType,
    /// The type of its second argument, if it has one.
    pub second: Option<StateType>,
    /// Added to the cost of its arguments.
    pub cost: u16,
    /// Its result is a measure: a function of an object.
    is_measure: bool,
    lines: Vec<Step>,
    result: Leaf,
}

/// A call of an operator.
#[derive(Debug)]
struct Step {
    callee: Callee,
    args: Vec<Leaf>,
    /// The index of its state among the fixed ones, if it depends on no argument and not on I.
    fixed: Option<usize>,
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
enum Leaf {
    First,
    Second,
    Input,
    Line(u32),
    /// A constant or a primitive, and the index of its state among the fixed ones.
    Fixed(Arg, usize),
}

/// Added to the cost of the inner calls of a measure, which are no measures.
const INNER_MEASURE_COST: u16 = 3;

const SOURCE: &str = include_str!("../../data/operators.py");

/// All operators, in the order of the file.
pub(super) fn all() -> &'static [Operator] {
    static ALL: LazyLock<Vec<Operator>> =
        LazyLock::new(|| parse(SOURCE).unwrap_or_else(|e| panic!("data/operators.py:{e}")));
    &ALL
}

/// Reads operators. The error begins with the line and the name of the malformed operator.
fn parse(source: &str) -> Result<Vec<Operator>, String> {
    let parsed = parse_file(source);
    if let Some(problem) = parsed.errors.iter().chain(&parsed.notes).next() {
        return Err(problem.to_string());
    }
    let headers: Vec<&str> = source.lines().collect();
    // The parser passes over functions with other names.
    let mut read = parsed.programs.iter().map(|program| program.place.line);
    for (line, header) in (1..).zip(&headers) {
        if header.starts_with("def ") && read.next() != Some(line) {
            return Err(format!(
                "{line}: the name of an operator begins with `operator_`"
            ));
        }
    }
    let mut fixed = 0;
    let operator = |program: Program| {
        let line = program.place.line;
        let header = headers.get(line as usize - 1).copied().unwrap_or_default();
        let operator = Operator::new(&program, header, &mut fixed);
        operator.map_err(|message| format!("{line}: {}: {message}", program.name))
    };
    parsed.programs.into_iter().map(operator).collect()
}

/// The annotation of a `def` line, `# cost 3` or `# cost 3, measure`: the cost, and whether the result
/// is a measure.
fn annotation(header: &str) -> Result<(u16, bool), String> {
    let text = header.split_once('#').map_or("", |(_, text)| text.trim());
    let (cost, is_measure) = match text.strip_suffix(", measure") {
        Some(cost) => (cost, true),
        None => (text, false),
    };
    let cost = cost
        .strip_prefix("cost ")
        .and_then(|cost| cost.parse().ok());
    match cost {
        Some(cost @ 1..) => Ok((cost, is_measure)),
        _ => Err(format!(
            "found `{text}` behind the def; write `# cost N` or `# cost N, measure`, N at least 1"
        )),
    }
}

impl Operator {
    /// Reads an operator from a program and its `def` line; `fixed` counts the fixed states.
    fn new(program: &Program, header: &str, fixed: &mut usize) -> Result<Self, String> {
        let (cost, is_measure) = annotation(header)?;
        let Parameters::Full([first, _, second]) = &program.parameters else {
            return Err("an operator has the parameters (first, I, second)".into());
        };
        if !program.name.starts_with("operator_") {
            return Err("the name of an operator begins with `operator_`".into());
        }
        let state_type = |parameter: &str| {
            let unknown = || format!("no type of states is called `{parameter}`");
            StateType::of_parameter(parameter).ok_or_else(unknown)
        };
        let second = match second.as_str() {
            "_" => None,
            name => Some(state_type(name)?),
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
        Ok(Self {
            first: state_type(first)?,
            second,
            cost,
            is_measure,
            lines,
            result,
        })
    }

    /// Adds the result for these arguments to the bank. `scratch` is a buffer.
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
            if let Some(known) = line.fixed.and_then(|index| bank.fixed(index)) {
                scratch.push(known);
                continue;
            }
            let cost = match self.is_measure && k < last {
                true => cost.saturating_add(INNER_MEASURE_COST),
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
            if let Some(index) = line.fixed {
                bank.fix(index, state);
            }
            scratch.push(state);
        }
        let result = leaf(bank, self.result, first, second, scratch);
        if self.is_measure {
            bank.also(result, StateType::Measure, cost);
        }
        Some(result)
    }
}

/// The state of an argument.
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
        Leaf::Fixed(arg, index) => match bank.fixed(index) {
            Some(known) => known,
            None => {
                let state = fixed(bank, &arg);
                bank.fix(index, state);
                state
            }
        },
    }
}

/// The state of a constant or a primitive.
fn fixed(bank: &mut Bank, arg: &Arg) -> StateId {
    let state_type = |value: ConstantValue, role: Option<Role>| match (value, role) {
        (ConstantValue::Int(_), Some(Role::Color)) => StateType::Color,
        _ => StateType::Other,
    };
    match *arg {
        Arg::Constant(constant) => bank.constant(
            constant.value,
            state_type(constant.value, Some(constant.role)),
            1,
        ),
        Arg::Literal(value) => bank.constant(value, state_type(value, None), 1),
        Arg::Primitive(primitive, _) => bank.function(primitive),
        // These are leaves of their own.
        Arg::Input(_) | Arg::Line(_) => Bank::INPUT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_of_the_file_is_read() {
        assert_eq!(all().len(), SOURCE.matches("\ndef ").count());
    }

    #[test]
    fn states_of_these_types_have_operators() {
        use StateType::{Grid, Object, Objects, Panels, Patch};
        for state_type in [Grid, Patch, Object, Objects, Panels] {
            let takes = |operator: &Operator| operator.first == state_type;
            assert!(all().iter().any(takes), "{state_type:?}");
        }
    }

    #[test]
    fn a_malformed_operator_is_an_error_with_its_line() {
        let good = "def operator_a(the_grid, I, _):  # cost 2\n    return hmirror(the_grid)\n";
        assert_eq!(parse(good).map(|all| all.len()), Ok(1));
        let error = |header: &str, result: &str| {
            let source = format!("{good}\n{header}\n    return {result}\n");
            parse(&source).expect_err(header)
        };
        let b = "operator_b(the_grid, I, _):";
        for (header, result, expected) in [
            (
                format!("def {b}"),
                "I",
                "4: operator_b: found `` behind the def; write `# cost N`",
            ),
            (
                format!("def {b}  # cost 0"),
                "I",
                "4: operator_b: found `cost 0` behind",
            ),
            (
                format!("def {b}  # cost two"),
                "I",
                "4: operator_b: found `cost two`",
            ),
            (
                format!("def {b}  # cost 2, rare"),
                "I",
                "4: operator_b: found `cost 2, rare`",
            ),
            (
                format!("def {b}  # cost 2"),
                "mirror(I)",
                "5:12: operator_b: ",
            ),
            (format!("def {b}  # cost 2"), "hmirror(", "5:"),
            (
                "def operator_b(the_gird, I, _):  # cost 2".into(),
                "I",
                "4: operator_b: no type of states is called `the_gird`",
            ),
            (
                "def operator_b(the_grid, I, partner):  # cost 2".into(),
                "I",
                "4: operator_b: no type of states is called `partner`",
            ),
            (
                "def operator_b(I):  # cost 2".into(),
                "I",
                "4: operator_b: an operator has the parameters (first, I, second)",
            ),
            (
                "def solve_b(the_grid, I, _):  # cost 2".into(),
                "I",
                "4: solve_b: the name of an operator begins with `operator_`",
            ),
            ("def helper(the_grid, I, _):  # cost 2".into(), "I", "4:"),
            (
                "def operator_a(the_grid, I, _):  # cost 2".into(),
                "I",
                "4:",
            ),
        ] {
            let error = error(&header, result);
            assert!(error.starts_with(expected), "{header}: {error}");
        }
    }
}
