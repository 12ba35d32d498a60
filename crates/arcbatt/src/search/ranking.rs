//! Which of the programs found are tried first.
//!
//! In: programs that explain as many demonstrations. Out: a number for each, less is better: the
//! bits that it takes to describe the program, less what speaks for it besides: other calls that
//! came to the same values, and demonstrations seen in a mirror that it explains, too.

mod outcome;
pub(super) mod output_rules;

use crate::batt::Op;
use crate::batt::{Code, Inputs, output_grid};
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

/// Bits that a call of each primitive takes: few for those that programs of a library often call.
pub(super) struct Prior {
    calls: Vec<f64>,
}

/// As if the library had so many more calls, all primitives alike.
const BEFORE: f64 = 400.0;

/// Bits of a call, if all primitives are alike, and the share of them that a function takes that is
/// handed to another.
const CALL: f64 = 5.0;
const FUNCTION: f64 = 0.6;

/// Bits of a constant: of a small one, of a number that is no colour, of a pair that is no direction;
/// and of what is given.
const CONSTANT: f64 = 3.0;
const NUMBER: f64 = 5.0;
const PAIR: f64 = 8.0;
const GIVEN: f64 = 1.0;

/// Bits of a unit of cost: what an operator adds is a choice among many.
const COST: f64 = 5.0;

/// What a bit of the description weighs. The calls of an operator come together: that they are many
/// says little.
const DESCRIBED: f64 = 0.3;

/// Bits of a constant, and of a function that says where an object is, besides their description:
/// what names a colour or a side is often true by chance.
const NAMED: f64 = 3.0;
const PLACE: f64 = 4.0;

/// Bits that it is worth if another call came to the same, by the power of two.
const WAYS: f64 = 9.0;

/// The most powers of two that count.
const MOST_WAYS: f64 = 8.0;

/// Bits that it is worth to explain all demonstrations in the mirror.
const ROBUST: f64 = 70.0;

impl Prior {
    /// What the programs of a library say.
    pub fn new(library: &Library) -> Self {
        let mut counts = vec![0.0; table::primitives().len()];
        let mut all = 0.0;
        for line in library.programs.iter().flat_map(|program| &program.lines) {
            if let Callee::Primitive(primitive, _) = line.callee {
                counts[table::number(primitive) as usize] += 1.0;
                all += 1.0;
            }
        }
        let alike = 1.0 / counts.len() as f64;
        let bits = |count: f64| {
            let share: f64 = (count + BEFORE * alike) / (all + BEFORE);
            (CALL - (share / alike).log2()).max(1.0)
        };
        Self {
            calls: counts.into_iter().map(bits).collect(),
        }
    }

    /// The number by which a state is ranked, less what [`robustness`] is worth.
    pub fn bits(&self, bank: &Bank, state: StateId) -> f64 {
        let entry = &bank.states[state as usize];
        let needed = bank.graph.needed(entry.node);
        let described: f64 = needed
            .iter()
            .map(|&node| match bank.graph.op(node) {
                Op::Input(_) => GIVEN,
                Op::Constant(ConstantValue::Int(10..)) => NUMBER,
                Op::Constant(ConstantValue::Pair(i, j)) if i.max(j) > 3 => PAIR,
                Op::Constant(_) => CONSTANT,
                Op::Function(primitive) => FUNCTION * self.calls[table::number(primitive) as usize],
                Op::Call(primitive) => self.calls[table::number(primitive) as usize],
                Op::Apply => CALL,
            })
            .sum();
        let besides: f64 = needed
            .iter()
            .map(|&node| match bank.graph.op(node) {
                Op::Constant(_) => NAMED,
                Op::Function(function) if function.properties.measures_position => PLACE,
                _ => 0.0,
            })
            .sum();
        let ways = f64::from(1 + entry.ways).log2().min(MOST_WAYS);
        DESCRIBED * described + besides + COST * f64::from(entry.cost) - WAYS * ways
    }
}

/// Bits that it takes away if a step of the program finds nothing on any test, though it does on
/// demonstrations, or finds something on one of several demonstrations alone; and the most steps
/// that count.
const IDLE: f64 = 12.0;
const SELDOM: f64 = 6.0;
const MOST_IDLE: u32 = 4;

/// What speaks against a program whose steps find nothing.
pub(super) fn idleness(bank: &Bank, state: StateId) -> f64 {
    let (mut idle, mut seldom) = (0, 0);
    for node in bank.graph.needed(bank.states[state as usize].node) {
        let Some(step) = bank.state_of_node(node) else {
            continue;
        };
        let finds = |&sample: &usize| match bank.value(step, sample) {
            Value::Indices(cells) => !cells.is_empty(),
            Value::Object(object) => !object.shape.is_empty(),
            Value::Set(seq) => !seq.items.is_empty(),
            _ => true,
        };
        let demos = (0..bank.train).filter(finds).count();
        let tests = (bank.train..bank.samples).filter(finds).count();
        idle += u32::from(tests == 0 && demos > 0 && bank.samples > bank.train);
        seldom += u32::from(demos == 1 && bank.train > 2);
    }
    IDLE * f64::from(idle.min(MOST_IDLE)) + SELDOM * f64::from(seldom.min(MOST_IDLE))
}

/// Bits that it takes away if a program hangs on the commonest colour being the background, where
/// that is one colour on all demonstrations and another on a test.
const BACKGROUND: f64 = 40.0;

/// What speaks against a program that takes the commonest colour of a test for its background.
pub(super) fn wrong_background(bank: &Bank, state: StateId) -> f64 {
    let common = |sample| match bank.value(Bank::INPUT, sample) {
        Value::Grid(grid) => most_color(*grid),
        _ => None,
    };
    let first = common(0);
    let is_first = |sample| common(sample) == first;
    if !(0..bank.train).all(is_first) || (bank.train..bank.samples).all(is_first) {
        return 0.0;
    }
    let hangs_on_it = |node| match bank.graph.op(node) {
        Op::Call(primitive) if primitive == prim!(objects) => {
            let last = bank.graph.args(node).last();
            let flag = last.and_then(|arg| bank.state_of_node(arg));
            flag.is_some_and(|flag| matches!(bank.value(flag, 0), Value::Bool(Truth::True)))
        }
        Op::Call(primitive) => primitive.properties.assumes_background,
        _ => false,
    };
    let needed = bank.graph.needed(bank.states[state as usize].node);
    match needed.into_iter().any(hangs_on_it) {
        true => BACKGROUND,
        false => 0.0,
    }
}

/// Bits that it is worth that a program explains demonstrations seen in mirrors, too.
pub(super) fn robustness(program: &Program, task: &Task) -> f64 {
    let code = Code::new(program);
    let mut arena = Bump::new();
    let (mut right, mut all) = (0, 0);
    for view in [
        Augmentation::Transposed,
        Augmentation::Flipped,
        Augmentation::Mirrored,
    ] {
        let seen = view.task(task);
        for pair in &seen.train {
            arena.reset();
            let cx = Cx::new(&arena, LIMITS);
            let answer = Inputs::of(&cx, &seen.train, &pair.input)
                .ok()
                .and_then(|inputs| code.run(&cx, inputs).ok())
                .and_then(output_grid);
            all += 1;
            right += u32::from(answer.is_some_and(|grid| grid == pair.output.view()));
        }
    }
    ROBUST * f64::from(right) / f64::from(all.max(1))
}

/// What a program may use on a demonstration: what the slowest of a batt may.
const LIMITS: Limits = Limits {
    steps: 25_000,
    cells: 300_000,
    size: 1 << 16,
    time: std::time::Duration::from_secs(1),
};
