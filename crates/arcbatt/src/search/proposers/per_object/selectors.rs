//! Selectors: which objects a function is right for, and in which colour, by measures of the objects.
//!
//! In: the effect of a function on each object, and the measures of each. Out: proposals: the
//! function for all objects, for those with a value of a measure, or for the one in each sample with
//! the highest or lowest value.

use super::super::measures::{as_constant, is_position, measures};
use super::effects::{Effect, Item};
use super::proposal::{Proposal, Selection};
use crate::batt::ValueId;
use crate::dsl::Value;
use crate::prim;
use crate::search::bank::{Bank, StateId};
use std::cell::OnceCell;
use std::rc::Rc;

/// The most values of a measure that select objects.
const MAX_VALUES: usize = 5;

/// The most measures that select the objects, or give the colours, of a function.
const MAX_MEASURES: usize = 2;

/// The values of a measure for the objects of the demonstrations.
struct Measured {
    measure: StateId,
    values: Vec<ValueId>,
    /// The values as colours; -1 if a value is no colour.
    colors: Vec<i64>,
    /// The objects with the highest and with the lowest value, if every sample has exactly one.
    extremes: [Option<Vec<usize>>; 2],
    /// The measure is a position.
    is_position: bool,
}

/// The objects of a subject with their measures.
pub(super) struct Selectors<'i, 'a> {
    items: &'i [Item<'a>],
    own_color: StateId,
    measured: Vec<Measured>,
    /// Buffer: the values of a measure, and the effect of a function on the objects with each.
    table: Vec<(ValueId, Effect)>,
}

impl<'i, 'a> Selectors<'i, 'a> {
    /// Computes all measures of the objects of the demonstrations, the first `train` of the items.
    pub fn new(bank: &mut Bank, items: &'i [Item<'a>], train: usize) -> Self {
        let measured = measures(bank).into_iter().filter_map(|measure| {
            let mut values: Vec<ValueId> = Vec::with_capacity(train);
            for item in &items[..train] {
                values.push(bank.measured(measure, item.sample, item.value)?);
            }
            let color = |&id: &ValueId| match bank.of_number(id) {
                Value::Int(n @ 0..10) => n,
                _ => -1,
            };
            let numbers = numbers(bank, &values);
            let extreme = |most: bool| {
                let numbers = numbers.as_ref()?;
                let is_one = |&k: &usize| is_unique_extreme(numbers, items, k, most);
                let ones: Vec<usize> = (0..numbers.len()).filter(is_one).collect();
                (ones.len() == bank.train).then_some(ones)
            };
            Some(Measured {
                measure,
                colors: values.iter().map(color).collect(),
                extremes: [extreme(true), extreme(false)],
                is_position: is_position(bank, measure),
                values,
            })
        });
        let measured = measured.collect();
        Self {
            items,
            own_color: bank.function(prim!(color)),
            measured,
            table: Vec::new(),
        }
    }

    /// Proposes a function with these effects for the objects that it is right for. Returns whether
    /// there are any.
    pub fn propose(
        &mut self,
        bank: &Bank,
        inner: &Bank,
        state: StateId,
        effects: &[Effect],
        proposals: &mut Vec<Proposal>,
    ) -> bool {
        let (items, own_color) = (self.items, self.own_color);
        let before = proposals.len();
        let cost = inner.cost(state);
        // The program is extracted once, and only for a proposal.
        let function = OnceCell::new();
        let mut push = |color, objects| {
            let function = function.get_or_init(|| Rc::new(inner.program(state, "function")));
            proposals.push(Proposal {
                function: Rc::clone(function),
                cost,
                color,
                objects,
            });
        };
        let seen = || effects.iter().filter(|&&effect| effect != Effect::None);
        let alike = match seen().next() {
            Some(&first) => first != Effect::Wrong && seen().all(|&effect| effect == first),
            None => return false,
        };
        // A single object may have another colour in every demonstration.
        let one = inner.train == bank.train && seen().all(|&effect| effect != Effect::Wrong);
        if alike || one {
            push(None, Selection::All);
            return true;
        }
        let own = |(item, &effect): (&Item, &Effect)| match effect {
            Effect::None => true,
            Effect::Fills(color) => item.color == Some(color),
            _ => false,
        };
        if items.iter().zip(effects).all(own) {
            push(Some(own_color), Selection::All);
            return true;
        }
        // Or the colour is the value of another measure.
        let gives_color = |measured: &&Measured| {
            let is_so = |(&value, &effect): (&i64, &Effect)| match effect {
                Effect::None => true,
                Effect::Fills(color) => value == i64::from(color),
                _ => false,
            };
            measured.measure != own_color && measured.colors.iter().zip(effects).all(is_so)
        };
        for measured in self.measured.iter().filter(gives_color).take(MAX_MEASURES) {
            push(Some(measured.measure), Selection::All);
        }
        // Or a measure selects the objects. They are filled with one colour, or with their own.
        for in_own_color in [false, true] {
            let effect = |k: usize| match (effects[k], in_own_color) {
                (Effect::Fills(color), true) if items[k].color == Some(color) => Effect::Paints,
                (Effect::Fills(_), true) => Effect::Wrong,
                (effect, _) => effect,
            };
            let right = |effect: Effect| matches!(effect, Effect::Fills(_) | Effect::Paints);
            if in_own_color && !(0..effects.len()).any(|k| right(effect(k))) {
                continue;
            }
            let mut selecting = 0;
            for measured in &self.measured {
                let (measure, values) = (measured.measure, &measured.values);
                let selections = [Selection::Most(measure), Selection::Least(measure)];
                for (ones, selection) in measured.extremes.iter().zip(selections) {
                    let is_right = |ones: &Vec<usize>| ones.iter().all(|&k| right(effect(k)));
                    if !in_own_color && ones.as_ref().is_some_and(is_right) {
                        push(None, selection);
                        selecting += 1;
                    }
                }
                if measured.is_position {
                    continue;
                }
                let table = &mut self.table;
                table.clear();
                let decides = values.iter().enumerate().all(|(k, &value)| {
                    let effect = effect(k);
                    match table.iter_mut().find(|(known, _)| *known == value) {
                        _ if effect == Effect::None => true,
                        Some((_, known)) => *known == effect,
                        None => {
                            table.push((value, effect));
                            // Too many values: the measure does not decide.
                            table.len() <= MAX_VALUES
                        }
                    }
                });
                if !decides || table.len() >= seen().count() {
                    continue;
                }
                let mut any = false;
                for &(value, effect) in table.iter() {
                    if let (true, Some(value)) = (right(effect), as_constant(bank.of_number(value)))
                    {
                        push(
                            in_own_color.then_some(own_color),
                            Selection::With(measure, value),
                        );
                        any = true;
                    }
                }
                selecting += usize::from(any);
                if selecting >= MAX_MEASURES {
                    break;
                }
            }
        }
        proposals.len() > before
    }
}

/// The values as numbers, if all are numbers.
fn numbers(bank: &Bank, values: &[ValueId]) -> Option<Vec<i64>> {
    let number = |&id: &ValueId| match bank.of_number(id) {
        Value::Int(n) => Some(n),
        _ => None,
    };
    values.iter().map(number).collect()
}

/// Whether an object alone has the highest, or the lowest, number of its sample.
fn is_unique_extreme(numbers: &[i64], items: &[Item], k: usize, most: bool) -> bool {
    let beaten = |n: i64| if most { n < numbers[k] } else { n > numbers[k] };
    let mut others = (0..numbers.len()).filter(|&o| o != k && items[o].sample == items[k].sample);
    others.all(|other| beaten(numbers[other]))
}
