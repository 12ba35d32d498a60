//! Functions of an object that predict which cells around it change, and how.
//!
//! In: sets of objects, and single objects and patches. Out: the function mapped over the set, or over
//! the objects of it that a measure selects; or the function of the single object.
//!
//! The function is enumerated in a bank of its own, in which each object is a sample: the operators are
//! the same, the first argument is the object, and I is its grid. The function is then written in
//! point-free form (`compose`, `fork`, `rbind`, `lbind`).

mod effects;
mod point_free;
mod proposal;
mod selectors;

use super::cells::elements;
use super::enumerate::Enumerate;
use super::{NewState, Proposer};
use crate::dsl::Value;
use crate::prim;
use crate::search::bank::{Bank, MAX_SAMPLES, Recycled, StateId};
use crate::search::state_type::StateType;
use crate::search::target::Target;
use bumpalo::Bump;
use effects::{Item, Judge};
use proposal::Proposal;
use selectors::Selectors;
use std::cell::Cell;

/// The subjects (sets, objects and patches) whose functions are searched, and the next of them.
#[derive(Default)]
pub(super) struct PerObject {
    /// Subjects that were not searched yet.
    waiting: Vec<Waiting>,
    /// How many of these are sets.
    waiting_sets: usize,
    /// Subjects that were searched, to be searched again with a larger budget.
    subjects: Vec<StateId>,
    /// How many of these are sets.
    sets: usize,
    /// The next of `subjects`.
    next: usize,
    /// How often all of `subjects` were searched again.
    round: u32,
}

/// A subject that was not searched yet.
struct Waiting {
    state: StateId,
    cost: u16,
    is_set: bool,
}

/// The highest cost of a subject.
const MAX_SET_COST: u16 = 7;
const MAX_OBJECT_COST: u16 = 6;
const MAX_PATCH_COST: u16 = 3;

/// The most sets and the most single subjects at the start, how many more of each per so many
/// evaluations, and the most that wait.
const MAX_SETS_AT_START: usize = 24;
const MAX_SINGLES_AT_START: usize = 30;
const MORE_SUBJECTS: usize = 6;
const EVALUATIONS_PER_MORE: u64 = 300_000;
const MAX_WAITING: usize = 400;

/// Evaluations for a subject in round 0; each of the [`ROUNDS`] has [`GROWTH`] times the last one's.
const FIRST_BUDGET: u64 = 2_500;
const GROWTH: u64 = 8;
const ROUNDS: u32 = 3;

/// A round begins once the whole search has taken this many times the round's evaluations.
const SHARE: u64 = 3;

/// The most proposals for a subject.
const MAX_PROPOSALS: usize = 80;

/// The highest cost of a function.
const MAX_FUNCTION_COST: u16 = 12;

impl PerObject {
    /// Whether more sets, and whether more single subjects, may be searched by now.
    fn may_add(&self, bank: &Bank) -> (bool, bool) {
        let more = MORE_SUBJECTS * (bank.evaluations / EVALUATIONS_PER_MORE) as usize;
        let singles = self.subjects.len() - self.sets;
        (
            self.sets < MAX_SETS_AT_START + more,
            singles < MAX_SINGLES_AT_START + more,
        )
    }

    /// The cheapest waiting subject that may be searched by now.
    fn first_waiting(&self, bank: &Bank) -> Option<usize> {
        let (sets, singles) = self.may_add(bank);
        let waiting = self.waiting.iter().enumerate();
        waiting
            .filter(|(_, waiting)| if waiting.is_set { sets } else { singles })
            .min_by_key(|(_, waiting)| waiting.cost)
            .map(|(at, _)| at)
    }

    /// Whether there is such a subject.
    fn is_waiting(&self, bank: &Bank) -> bool {
        let (sets, singles) = self.may_add(bank);
        sets && self.waiting_sets > 0 || singles && self.waiting.len() > self.waiting_sets
    }

    /// Evaluations for a subject in the next round.
    fn next_budget(&self) -> u64 {
        FIRST_BUDGET * GROWTH.pow(self.round + 1)
    }

    /// Whether the next round may begin.
    fn is_round_due(&self, bank: &Bank) -> bool {
        let needed = self.next_budget() * SHARE * self.subjects.len() as u64;
        self.round + 1 < ROUNDS && bank.evaluations > needed && !self.subjects.is_empty()
    }
}

impl Proposer for PerObject {
    fn consider(&mut self, bank: &mut Bank, target: &Target, new: &NewState) {
        let cost = bank.cost(new.id);
        let most = match new.state_type {
            StateType::Objects => MAX_SET_COST,
            StateType::Object => MAX_OBJECT_COST,
            _ => MAX_PATCH_COST,
        };
        let is_full = self.waiting.len() >= MAX_WAITING;
        if cost > most || is_full || target.input_planes.is_none() {
            return;
        }
        let is_set = new.state_type == StateType::Objects;
        self.waiting_sets += usize::from(is_set);
        self.waiting.push(Waiting {
            state: new.id,
            cost,
            is_set,
        });
    }

    fn is_ready(&self, bank: &Bank) -> bool {
        self.next > 0 || self.is_round_due(bank) || self.is_waiting(bank)
    }

    fn step(&mut self, bank: &mut Bank, target: &Target) {
        let (subject, budget) = match self.first_waiting(bank) {
            Some(at) => {
                let Waiting { state, is_set, .. } = self.waiting.remove(at);
                self.subjects.push(state);
                self.sets += usize::from(is_set);
                self.waiting_sets -= usize::from(is_set);
                (state, FIRST_BUDGET)
            }
            None => {
                let Some(&subject) = self.subjects.get(self.next) else {
                    return;
                };
                let budget = self.next_budget();
                self.next += 1;
                if self.next == self.subjects.len() {
                    (self.next, self.round) = (0, self.round + 1);
                }
                (subject, budget)
            }
        };
        if let Some(items) = items(bank, subject) {
            for proposal in search(bank, target, &items, budget) {
                proposal.add(bank, subject);
            }
        }
    }
}

/// All objects of all samples, those of the demonstrations first; none if there are too many.
fn items<'a>(bank: &Bank<'a>, subject: StateId) -> Option<Vec<Item<'a>>> {
    let mut items = Vec::new();
    for sample in 0..bank.samples {
        for &value in elements(&bank.value(subject, sample)) {
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

/// Searches functions of an object that predict what becomes of it.
fn search(bank: &mut Bank, target: &Target, items: &[Item], budget: u64) -> Vec<Proposal> {
    let (mut arena, recycled) = RECYCLED.take().unwrap_or_default();
    let parts = items.iter().map(|item| (item.sample, item.value));
    let mut inner = Bank::of_items(&arena, bank, parts, recycled);
    let mut selectors = Selectors::new(bank, items, inner.train);
    let mut recorder = bank.recorder.take();
    inner.recorder = recorder.as_mut().map(|recorder| &mut **recorder as _);
    if inner.state_type(Bank::ITEM) == StateType::Object {
        // The cells of the object are a starting point, too.
        inner.call(prim!(toindices), &[Bank::ITEM], 0);
    }
    let mut judge = Judge::new(target, items);
    let mut enumerate = Enumerate::new();
    let mut judged = 0;
    let mut proposals = Vec::new();
    while inner.evaluations < budget
        && enumerate.cost <= MAX_FUNCTION_COST
        && enumerate.apply_next(&mut inner)
    {
        while judged < inner.states.len() && proposals.len() < MAX_PROPOSALS {
            let state = judged as StateId;
            judged += 1;
            let state_type = inner.state_type(state);
            if !matches!(state_type, StateType::Patch | StateType::Object) || state == Bank::ITEM {
                continue;
            }
            // If it is wrong on all its cells, it may be right on those that are 0 in the input.
            for within in [None, Some(0)] {
                if let Some(effects) = judge.effects(&inner, state, within)
                    && selectors.propose(bank, &inner, state, &effects, &mut proposals)
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
    bank.recorder = recorder;
    proposals
}

thread_local! {
    /// The buffers of the last inner bank, reused: a task has hundreds, most of them small.
    static RECYCLED: Cell<Option<(Bump, Recycled)>> = const { Cell::new(None) };
}

/// The largest arena that is reused, in bytes.
const MAX_RECYCLED: usize = 16 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::constants::ConstantValue;
    use crate::search::test_tasks::task_of;
    use crate::task::Task;

    /// Whether a proposal for the objects of a task gives the output once it is filled with 3.
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
        let mut per_object = PerObject::default();
        let state = NewState {
            id: objects,
            state_type: StateType::Objects,
            cells: &[],
        };
        per_object.consider(&mut bank, &target, &state);
        assert!(per_object.is_ready(&bank));
        let before = bank.states.len();
        per_object.step(&mut bank, &target);
        assert!(!per_object.is_ready(&bank), "the next round is not due");
        let three = bank.constant(ConstantValue::Int(3), StateType::Color, 1);
        (before..bank.states.len()).any(|state| {
            let filled = bank.call(prim!(fill), &[Bank::INPUT, three, state as StateId], 1);
            filled.is_some_and(|filled| bank.train_ids(filled) == target.ids)
        })
    }

    #[test]
    fn a_function_of_each_object_is_found() {
        // The cell to the upper right of each object.
        assert!(finds(&task_of(&[
            (
                &["00000", "01000", "00010", "00000"],
                &["00300", "01003", "00010", "00000"],
            ),
            (&["00000", "00000", "01000"], &["00000", "00300", "01000"]),
        ])));
    }

    #[test]
    fn a_measure_selects_the_objects_of_a_function() {
        // Around objects of two cells, not around those of one.
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
    fn no_function_is_found_where_there_is_none() {
        let task = task_of(&[
            (&["00000", "01000", "00000"], &["00000", "01003", "00000"]),
            (&["00000", "00010", "00000"], &["00000", "00010", "30000"]),
        ]);
        assert!(!finds(&task));
    }
}
