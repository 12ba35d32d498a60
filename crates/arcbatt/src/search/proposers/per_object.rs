//! From the outputs backwards, by what becomes of each object: where a function of one object says
//! which cells around it change, and how.
//!
//! In: sets of objects, and objects and patches that are one of a kind. Out: new states of the bank:
//! the function mapped over the set, or over those objects of it for which it is right, as told by a
//! measure; or what the function gives of the one.
//! The function is searched for in a bank of its own, in which an object is a sample: the operators
//! are the same, the first argument is the object, and I the grid that it is in. What is found there
//! is written as a function without arguments (`compose`, `fork`, `rbind`, `lbind`).

mod effects;
mod point_free;
mod proposal;
mod selectors;

use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;
use crate::prim;
use crate::search::bank::{Bank, MAX_SAMPLES, Recycled, State, StateId};
use crate::search::proposers::enumerate::Enumerate;
use crate::search::state_type::StateType;
use crate::search::target::Target;
use crate::search::watch::Watcher;
use bumpalo::Bump;
use effects::{Item, Judge, changed};
use proposal::Proposal;
use selectors::Selectors;
use std::cell::Cell;

/// Sets of objects, objects and patches that were found, and which of them is next.
#[derive(Default)]
pub(in crate::search) struct PerObject {
    /// Those that were not looked at yet.
    waiting: Vec<Waiting>,
    /// How many of them are sets.
    waiting_sets: usize,
    /// Those that were, to be looked at again.
    subjects: Vec<StateId>,
    /// How many of them are sets.
    sets: usize,
    /// The next of those that are looked at again.
    next: usize,
    /// How often all were gone through.
    round: u32,
}

/// A subject that was not looked at yet.
struct Waiting {
    state: StateId,
    cost: u16,
    is_set: bool,
}

/// The dearest that are looked at.
const MAX_COST: u16 = 7;
const MAX_COST_OBJECT: u16 = 6;
const MAX_COST_PATCH: u16 = 3;

/// The most sets and others that are looked at, how many more for each so many evaluations, and the
/// most that wait.
const MAX_SETS: usize = 24;
const MAX_SINGLES: usize = 30;
const MORE_SUBJECTS: usize = 6;
const FOR_EACH: u64 = 300_000;
const MAX_WAITING: usize = 400;

/// Evaluations for each the first time, and how many times more each time after that.
const FIRST: u64 = 2_500;
const MORE: u64 = 8;
const ROUNDS: u32 = 3;

/// What the search must have taken, for one evaluation here, before sets are looked at again.
const SHARE: u64 = 3;

/// The most that comes out of a set.
const MAX_PROPOSED: usize = 80;

/// The dearest function.
const DEAREST: u16 = 12;

impl PerObject {
    /// Notes a new state, if it is a set of objects, an object or a patch.
    pub fn consider(&mut self, bank: &Bank, target: &Target, state: StateId) {
        if target.input_planes.is_none() {
            return;
        }
        let State { kind, cost, .. } = bank.states[state as usize];
        let wanted = match kind {
            StateType::Objects => cost <= MAX_COST,
            StateType::Object => cost <= MAX_COST_OBJECT,
            StateType::Patch => cost <= MAX_COST_PATCH,
            _ => false,
        };
        if wanted && self.waiting.len() < MAX_WAITING {
            let is_set = kind == StateType::Objects;
            self.waiting_sets += usize::from(is_set);
            self.waiting.push(Waiting {
                state,
                cost,
                is_set,
            });
        }
    }

    /// Whether sets, and whether others, may be looked at by now.
    fn may(&self, bank: &Bank) -> (bool, bool) {
        let more = MORE_SUBJECTS * (bank.evaluations / FOR_EACH) as usize;
        let singles = self.subjects.len() - self.sets;
        (self.sets < MAX_SETS + more, singles < MAX_SINGLES + more)
    }

    /// The cheapest of those that wait and may be looked at by now.
    fn first_waiting(&self, bank: &Bank) -> Option<usize> {
        let (sets, singles) = self.may(bank);
        let waiting = self.waiting.iter().enumerate();
        waiting
            .filter(|(_, waiting)| if waiting.is_set { sets } else { singles })
            .min_by_key(|(_, waiting)| waiting.cost)
            .map(|(at, _)| at)
    }

    /// Whether one waits that may be looked at by now.
    fn is_waiting(&self, bank: &Bank) -> bool {
        let (sets, singles) = self.may(bank);
        sets && self.waiting_sets > 0 || singles && self.waiting.len() > self.waiting_sets
    }

    /// Whether those that were looked at may be looked at again.
    fn is_due(&self, bank: &Bank) -> bool {
        let again = FIRST * MORE.pow(self.round + 1) * SHARE * self.subjects.len() as u64;
        self.round + 1 < ROUNDS && bank.evaluations > again && !self.subjects.is_empty()
    }

    /// Whether there is anything to look at.
    pub fn is_ready(&self, bank: &Bank) -> bool {
        self.next > 0 || self.is_due(bank) || self.is_waiting(bank)
    }

    /// Looks at the next.
    pub fn step(&mut self, bank: &mut Bank, target: &Target) {
        let (subject, budget) = match self.first_waiting(bank) {
            Some(at) => {
                let Waiting { state, is_set, .. } = self.waiting.remove(at);
                self.subjects.push(state);
                self.sets += usize::from(is_set);
                self.waiting_sets -= usize::from(is_set);
                (state, FIRST)
            }
            None => {
                let Some(&subject) = self.subjects.get(self.next) else {
                    return;
                };
                let budget = FIRST * MORE.pow(self.round + 1);
                self.next += 1;
                if self.next == self.subjects.len() {
                    (self.next, self.round) = (0, self.round + 1);
                }
                (subject, budget)
            }
        };
        if let Some(items) = items(bank, subject) {
            for proposal in search(bank, target, &items, budget) {
                proposal.enter(bank, subject);
            }
        }
    }
}

/// All objects of all samples, those of the demonstrations first.
fn items<'a>(bank: &Bank<'a>, subject: StateId) -> Option<Vec<Item<'a>>> {
    let mut items = Vec::new();
    for sample in 0..bank.samples {
        let whole = bank.value(subject, sample);
        let parts = match &whole {
            Value::Set(seq) | Value::Tuple(seq) => seq.items,
            one => std::slice::from_ref(one),
        };
        for &value in parts {
            let color = match value {
                Value::Object(object) => match object.colors {
                    [color] => u8::try_from(*color).ok(),
                    _ => None,
                },
                Value::Indices(_) => None,
                _ => return None,
            };
            items.push(Item {
                sample,
                value,
                color,
            });
        }
    }
    (items.len() > 1 && items.len() <= MAX_SAMPLES).then_some(items)
}

/// Functions of an object that say what becomes of it.
fn search(bank: &mut Bank, target: &Target, items: &[Item], budget: u64) -> Vec<Proposal> {
    let (mut arena, recycled) = RECYCLED.take().unwrap_or_default();
    let parts = items.iter().map(|item| (item.sample, item.value));
    let mut inner = Bank::of_items(&arena, bank, parts, recycled);
    let mut teller = Selectors::new(bank, items, inner.train);
    let mut watch = bank.watch.take();
    inner.watch = watch.as_mut().map(|watch| &mut **watch as Watcher);
    if inner.states[Bank::ITEM as usize].kind == StateType::Object {
        // Cells without their colours are as good to begin with.
        inner.call(prim!(toindices), &[Bank::ITEM], 0);
    }
    let changed = changed(target);
    let mut judge = Judge {
        target,
        items,
        changed: &changed,
        within: None,
        part: vec![0; target.all.len()],
    };
    let mut grow = Enumerate::new();
    let mut looked = 0;
    let mut proposals = Vec::new();
    while inner.evaluations < budget && grow.cost <= DEAREST && grow.step(&mut inner) {
        while looked < inner.states.len() && proposals.len() < MAX_PROPOSED {
            let state = looked as StateId;
            looked += 1;
            let kind = inner.states[state as usize].kind;
            if !matches!(kind, StateType::Patch | StateType::Object) || state == Bank::ITEM {
                continue;
            }
            // If it is not right as it is, then perhaps on empty cells alone.
            for within in [None, Some(0)] {
                judge.within = within;
                if let Some(effects) = judge.effects(&inner, state)
                    && teller.propose(bank, &inner, state, &effects, &mut proposals)
                {
                    break;
                }
            }
        }
    }
    bank.evaluations += inner.evaluations;
    let recycled = inner.recycle();
    if arena.allocated_bytes() <= MAX_RECYCLED {
        arena.reset();
        RECYCLED.set(Some((arena, recycled)));
    }
    bank.watch = watch;
    proposals
}

thread_local! {
    /// The memory of the last search for functions, for the next on this thread: there are hundreds
    /// for every task, most of them short.
    static RECYCLED: Cell<Option<(Bump, Recycled)>> = const { Cell::new(None) };
}

/// The most memory of values that is left to the next search.
const MAX_RECYCLED: usize = 16 << 20;

/// A value that can be written down.
pub(in crate::search) fn as_constant(value: Value) -> Option<ConstantValue> {
    match value {
        Value::Int(n) => Some(ConstantValue::Int(n)),
        Value::Bool(b) => Some(ConstantValue::Bool(b.holds())),
        Value::Pair(pair) => Some(ConstantValue::Pair(pair.row(), pair.column())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::test_tasks::task_of;
    use crate::task::Task;

    /// Whether what comes of the objects of a task, filled with 3, is the output.
    fn finds(task: &Task) -> bool {
        let arena = Bump::new();
        let mut bank = Bank::new(&arena, task);
        let target = Target::new(&mut bank, task);
        for measure in [prim!(size), prim!(height)] {
            let measure = bank.function(measure);
            bank.also(measure, StateType::Measure, 1);
        }
        let [yes, no] =
            [true, false].map(|b| bank.constant(ConstantValue::Bool(b), StateType::Other, 1));
        let args = [Bank::INPUT, yes, no, yes];
        let objects = bank.call(prim!(objects), &args, 1).expect("objects");
        let mut each = PerObject::default();
        each.consider(&bank, &target, objects);
        assert!(each.is_ready(&bank));
        let before = bank.states.len();
        each.step(&mut bank, &target);
        assert!(!each.is_ready(&bank), "once is enough to begin with");
        let three = bank.constant(ConstantValue::Int(3), StateType::Color, 1);
        (before..bank.states.len()).any(|state| {
            let filled = bank.call(prim!(fill), &[Bank::INPUT, three, state as StateId], 1);
            filled.is_some_and(|filled| bank.train_ids(filled) == target.ids)
        })
    }

    #[test]
    fn a_function_of_each_object_is_found() {
        // The cell to the upper right of each.
        assert!(finds(&task_of(&[
            (
                &["00000", "01000", "00010", "00000"],
                &["00300", "01003", "00010", "00000"],
            ),
            (&["00000", "00000", "01000"], &["00000", "00300", "01000"]),
        ])));
    }

    #[test]
    fn those_that_it_is_right_for_are_told_by_a_measure() {
        // Around those of two cells, not around those of one.
        let task = task_of(&[
            (
                &["000000", "011000", "000000", "000000", "000001"],
                &["333300", "311300", "333300", "000000", "000001"],
            ),
            (
                &["100000", "000000", "000000", "001100", "000000"],
                &["100000", "000000", "033330", "031130", "033330"],
            ),
        ]);
        assert!(finds(&task));
    }

    #[test]
    fn what_no_function_says_is_not_found() {
        let task = task_of(&[
            (&["00000", "01000", "00000"], &["00000", "01003", "00000"]),
            (&["00000", "00010", "00000"], &["00000", "00010", "30000"]),
        ]);
        assert!(!finds(&task));
    }
}
