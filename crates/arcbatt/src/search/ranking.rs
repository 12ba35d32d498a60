//! Ranking of the programs found: scores in bits, lower is better.
//!
//! In: states that match the same number of demonstrations. Out: for each, the bits of a description of
//! its program, with bonuses and penalties: a bonus if other calls compute the same values or if it
//! solves mirrored demonstrations, a penalty for steps that find nothing on the tests.

mod outcome;
mod output_rules;

use crate::batt::{Code, Op, output_grid};
use crate::dsl::constants::ConstantValue;
use crate::dsl::table;
use crate::dsl::{Cx, Limits, Truth, Value};
use crate::grid::color_counts::most_color;
use crate::prim;
use crate::program::{Callee, Program};
use crate::search::augment::Augmentation;
use crate::search::bank::{Bank, StateId};
use crate::search::outcome::Library;
use crate::task::Task;
use bumpalo::Bump;

/// The bits of a call of each primitive: fewer if the library calls it often.
pub(super) struct Prior {
    calls: Vec<f64>,
}

/// Calls added to those of the library, spread evenly over all primitives.
const PRIOR_CALLS: f64 = 400.0;

/// Bits of a call of an average primitive.
const CALL: f64 = 5.0;

/// Share of these bits for a primitive that is passed as an argument.
const FUNCTION: f64 = 0.6;

/// Bits of a small constant, of a number that is no colour, of a pair that is no direction, and of I
/// or S.
const CONSTANT: f64 = 3.0;
const NUMBER: f64 = 5.0;
const PAIR: f64 = 8.0;
const INPUT: f64 = 1.0;

/// Bits of a unit of cost.
const COST: f64 = 5.0;

/// Weight of a bit of the calls and constants. An operator is one choice, whose cost counts already,
/// so its number of calls matters less.
const DESCRIPTION: f64 = 0.3;

/// Penalty for a constant and for a measure of position: both often fit by chance.
const NAMED_CONSTANT: f64 = 3.0;
const POSITION: f64 = 4.0;

/// Bonus for each doubling of the calls that compute the same values, up to this many doublings.
const SAME_VALUES: f64 = 9.0;
const MAX_DOUBLINGS: f64 = 8.0;

/// Bonus for solving all mirrored demonstrations.
const MIRRORED: f64 = 70.0;

/// Penalty for a step whose result is empty on all tests but not on all demonstrations.
const EMPTY_ON_TESTS: f64 = 12.0;

/// Penalty for a step whose result is empty on all demonstrations but one.
const SELDOM_USED: f64 = 6.0;

/// The most steps that each of these two counts for.
const MAX_EMPTY_STEPS: u32 = 4;

/// Penalty for relying on the most common colour as the background, if that is the same colour on
/// all demonstrations and another on a test.
const BACKGROUND: f64 = 40.0;

/// Limits of a program on a mirrored demonstration.
const LIMITS: Limits = Limits {
    steps: 25_000,
    cells: 300_000,
    size: 1 << 16,
    time: std::time::Duration::from_secs(1),
};

impl Prior {
    /// Counts the calls of a library.
    pub fn new(library: &Library) -> Self {
        let mut counts = vec![0.0; table::primitives().len()];
        let mut all = 0.0;
        for line in library.programs.iter().flat_map(|program| &program.lines) {
            if let Callee::Primitive(primitive, _) = line.callee {
                counts[table::number(primitive) as usize] += 1.0;
                all += 1.0;
            }
        }
        let even = 1.0 / counts.len() as f64;
        let bits = |count: f64| {
            let share: f64 = (count + PRIOR_CALLS * even) / (all + PRIOR_CALLS);
            (CALL - (share / even).log2()).max(1.0)
        };
        Self {
            calls: counts.into_iter().map(bits).collect(),
        }
    }

    /// The score of a state, without the bonuses and penalties of the functions below.
    pub fn bits(&self, bank: &Bank, state: StateId) -> f64 {
        let entry = &bank.states[state as usize];
        let needed = bank.graph.needed(entry.node);
        let description: f64 = needed
            .iter()
            .map(|&node| match bank.graph.op(node) {
                Op::Input(_) => INPUT,
                Op::Constant(ConstantValue::Int(10..)) => NUMBER,
                Op::Constant(ConstantValue::Pair(i, j)) if i.max(j) > 3 => PAIR,
                Op::Constant(_) => CONSTANT,
                Op::Function(primitive) => FUNCTION * self.calls[table::number(primitive) as usize],
                Op::Call(primitive) => self.calls[table::number(primitive) as usize],
                Op::Apply => CALL,
            })
            .sum();
        let penalties: f64 = needed
            .iter()
            .map(|&node| match bank.graph.op(node) {
                Op::Constant(_) => NAMED_CONSTANT,
                Op::Function(function) if function.properties.measures_position => POSITION,
                _ => 0.0,
            })
            .sum();
        let doublings = f64::from(1 + entry.ways).log2().min(MAX_DOUBLINGS);
        DESCRIPTION * description + penalties + COST * f64::from(entry.cost)
            - SAME_VALUES * doublings
    }
}

/// The penalty for steps with empty results.
fn empty_steps(bank: &Bank, state: StateId) -> f64 {
    let (mut on_tests, mut seldom) = (0, 0);
    for node in bank.graph.needed(bank.states[state as usize].node) {
        let Some(step) = bank.state_of_node(node) else {
            continue;
        };
        let is_filled = |&sample: &usize| match bank.value(step, sample) {
            Value::Indices(cells) => !cells.is_empty(),
            Value::Object(object) => !object.shape.is_empty(),
            Value::Set(seq) => seq.len() > 0,
            _ => true,
        };
        let demos = (0..bank.train).filter(is_filled).count();
        let tests = (bank.train..bank.samples).filter(is_filled).count();
        on_tests += u32::from(tests == 0 && demos > 0 && bank.samples > bank.train);
        seldom += u32::from(demos == 1 && bank.train > 2);
    }
    EMPTY_ON_TESTS * f64::from(on_tests.min(MAX_EMPTY_STEPS))
        + SELDOM_USED * f64::from(seldom.min(MAX_EMPTY_STEPS))
}

/// The penalty for taking the most common colour of a test for its background.
fn wrong_background(bank: &Bank, state: StateId) -> f64 {
    let common = |sample| match bank.value(Bank::INPUT, sample) {
        Value::Grid(grid) => most_color(*grid),
        _ => None,
    };
    let first = common(0);
    let is_first = |sample| common(sample) == first;
    if !(0..bank.train).all(is_first) || (bank.train..bank.samples).all(is_first) {
        return 0.0;
    }
    let assumes_background = |node| match bank.graph.op(node) {
        Op::Call(primitive) if primitive == prim!(objects) => {
            let last = bank.graph.args(node).last();
            let flag = last.and_then(|arg| bank.state_of_node(arg));
            flag.is_some_and(|flag| matches!(bank.value(flag, 0), Value::Bool(Truth::True)))
        }
        Op::Call(primitive) => primitive.properties.assumes_background,
        _ => false,
    };
    let needed = bank.graph.needed(bank.states[state as usize].node);
    match needed.into_iter().any(assumes_background) {
        true => BACKGROUND,
        false => 0.0,
    }
}

/// The bonus for solving mirrored demonstrations.
fn solves_mirrored(program: &Program, task: &Task) -> f64 {
    let code = Code::new(program);
    let mut arena = Bump::new();
    let (mut right, mut all) = (0, 0);
    for augmentation in [
        Augmentation::Transposed,
        Augmentation::Flipped,
        Augmentation::Mirrored,
    ] {
        let mirrored = augmentation.task(task);
        for pair in &mirrored.train {
            arena.reset();
            let cx = Cx::new(&arena, LIMITS);
            let answer = code
                .inputs(&cx, &mirrored.train, &pair.input)
                .ok()
                .and_then(|inputs| code.run(&cx, inputs).ok())
                .and_then(output_grid);
            all += 1;
            right += u32::from(answer.is_some_and(|grid| grid == pair.output.view()));
        }
    }
    MIRRORED * f64::from(right) / f64::from(all.max(1))
}
