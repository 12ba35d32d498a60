//! Which objects a function is right for, and in which colour, as told by measures of the objects.
//!
//! In: what a function does to each object, and what measures say of each. Out: proposals: the
//! function for all objects, for those of which a measure has a value, or for the one of each
//! sample of which it says most or least.

use super::as_constant;
use super::effects::{Effect, Item};
use super::proposal::{Only, Proposal};
use crate::batt::ValueId;
use crate::dsl::Value;
use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::proposers::recolor_by_feature::{is_place, measures};
use std::cell::OnceCell;
use std::rc::Rc;

/// The most values of a measure that objects are told apart by.
const MAX_VALUES: usize = 5;

/// Measures by which the objects of a function are told apart, at most.
const TOLD: usize = 2;

/// What a measure says of the objects of the demonstrations.
struct Measured {
    measure: StateId,
    values: Vec<ValueId>,
    /// The values as colours; -1 is none.
    colors: Vec<i64>,
    /// The object of each sample of which it says most, or least, if there is one in every sample.
    ends: [Option<Vec<usize>>; 2],
    /// Whether it says where an object is.
    is_place: bool,
}

/// The objects of a function, and what measures say of them.
pub(super) struct Selectors<'i, 'a> {
    items: &'i [Item<'a>],
    own_color: StateId,
    measured: Vec<Measured>,
    /// StepSlot for the values of a measure with what a function does to the objects that have them.
    table: Vec<(ValueId, Effect)>,
}

impl<'i, 'a> Selectors<'i, 'a> {
    /// Asks all measures about the objects of the demonstrations, the first `train` of the items.
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
            let end = |most: bool| {
                let numbers = numbers.as_ref()?;
                let is_one = |&k: &usize| is_alone(numbers, items, k, most);
                let ones: Vec<usize> = (0..numbers.len()).filter(is_one).collect();
                (ones.len() == bank.train).then_some(ones)
            };
            Some(Measured {
                measure,
                colors: values.iter().map(color).collect(),
                ends: [end(true), end(false)],
                is_place: is_place(bank, measure),
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

    /// What a function with these effects is good for. Says whether it is for anything.
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
        // Written down once, and only if it is for anything.
        let function = OnceCell::new();
        let mut push = |colored, only| {
            let function = function.get_or_init(|| Rc::new(inner.program(state, "function")));
            proposals.push(Proposal {
                function: Rc::clone(function),
                cost,
                colored,
                only,
            });
        };
        let seen = || effects.iter().filter(|&&effect| effect != Effect::None);
        let alike = match seen().next() {
            Some(&first) => first != Effect::Wrong && seen().all(|&effect| effect == first),
            None => return false,
        };
        // Of what is one of a kind, every demonstration may have another colour.
        let one = inner.train == bank.train && seen().all(|&effect| effect != Effect::Wrong);
        if alike || one {
            push(None, Only::All);
            return true;
        }
        let own = |(item, &effect): (&Item, &Effect)| match effect {
            Effect::None => true,
            Effect::Fills(color) => item.color == Some(color),
            _ => false,
        };
        if items.iter().zip(effects).all(own) {
            push(Some(own_color), Only::All);
            return true;
        }
        // Or the colour is what another measure says.
        let says = |measured: &&Measured| {
            let is_so = |(&says, &effect): (&i64, &Effect)| match effect {
                Effect::None => true,
                Effect::Fills(color) => says == i64::from(color),
                _ => false,
            };
            measured.measure != own_color && measured.colors.iter().zip(effects).all(is_so)
        };
        for measured in self.measured.iter().filter(says).take(TOLD) {
            push(Some(measured.measure), Only::All);
        }
        // Of objects that are told apart by a measure, some do as the function says. They are filled
        // with one colour, or with their own.
        for colored in [false, true] {
            let effect = |k: usize| match (effects[k], colored) {
                (Effect::Fills(color), true) if items[k].color == Some(color) => Effect::Paints,
                (Effect::Fills(_), true) => Effect::Wrong,
                (effect, _) => effect,
            };
            let right = |effect: Effect| matches!(effect, Effect::Fills(_) | Effect::Paints);
            if colored && !(0..effects.len()).any(|k| right(effect(k))) {
                continue;
            }
            let mut told = 0;
            for measured in &self.measured {
                let (measure, values) = (measured.measure, &measured.values);
                let ends = [Only::Most(measure), Only::Least(measure)];
                for (ones, only) in measured.ends.iter().zip(ends) {
                    let is_right = |ones: &Vec<usize>| ones.iter().all(|&k| right(effect(k)));
                    if !colored && ones.as_ref().is_some_and(is_right) {
                        push(None, only);
                        told += 1;
                    }
                }
                if measured.is_place {
                    continue;
                }
                let table = &mut self.table;
                table.clear();
                let works = values.iter().enumerate().all(|(k, &value)| {
                    let effect = effect(k);
                    match table.iter_mut().find(|(known, _)| *known == value) {
                        _ if effect == Effect::None => true,
                        Some((_, known)) => *known == effect,
                        None => {
                            table.push((value, effect));
                            // More values than objects are told apart by: it does not work.
                            table.len() <= MAX_VALUES
                        }
                    }
                });
                if !works || table.len() >= seen().count() {
                    continue;
                }
                let mut any = false;
                for &(value, effect) in table.iter() {
                    if let (true, Some(value)) = (right(effect), as_constant(bank.of_number(value)))
                    {
                        push(colored.then_some(own_color), Only::With(measure, value));
                        any = true;
                    }
                }
                told += usize::from(any);
                if told >= TOLD {
                    break;
                }
            }
        }
        proposals.len() > before
    }
}

/// The values of a measure, if all are numbers.
fn numbers(bank: &Bank, values: &[ValueId]) -> Option<Vec<i64>> {
    let number = |&id: &ValueId| match bank.of_number(id) {
        Value::Int(n) => Some(n),
        _ => None,
    };
    values.iter().map(number).collect()
}

/// Whether an object has the greatest or the least number of those of its sample, and no other has
/// it.
fn is_alone(numbers: &[i64], items: &[Item], k: usize, most: bool) -> bool {
    let beaten = |n: i64| if most { n < numbers[k] } else { n > numbers[k] };
    let mut others = (0..numbers.len()).filter(|&o| o != k && items[o].sample == items[k].sample);
    others.all(|other| beaten(numbers[other]))
}
