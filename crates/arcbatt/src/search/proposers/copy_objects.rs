//! Copied objects: an object copied or moved to the position of other objects.
//!
//! In: objects, patches and sets of them. Out: the copies, with corners or centres aligned, or with
//! the object moved until it touches another; and the input with the object moved, if it is gone from
//! where it was. Masks show whether the copies are right before anything is called, so that many
//! pairs can be tried.

use super::cells::{cells_of, elements};
use super::{NewState, Proposer};
use crate::dsl::Value;
use crate::dsl::table::Primitive;
use crate::grid::{Cells, Object};
use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::state_type::StateType;
use crate::search::target::Target;

/// The objects to copy, the places to copy them to, and the next pair of both.
#[derive(Default)]
pub(super) struct CopyObjects {
    objects: Vec<StateId>,
    places: Vec<StateId>,
    next: (usize, usize),
    /// The object tried last, and whether it is gone from where it was.
    is_gone: Option<(StateId, bool)>,
}

/// The highest cost and the largest number of objects, and of places.
const MAX_OBJECT_COST: u16 = 6;
const MAX_PLACE_COST: u16 = 5;
const MAX_OBJECTS: usize = 160;
const MAX_PLACES: usize = 160;

/// The most cells of an object that is copied.
const MAX_CELLS: u32 = 150;

/// Pairs that are tried in a step.
const PAIRS_PER_STEP: usize = 60;

/// Added to the costs of the object and the place.
const COST: u16 = 3;

/// The points of an object and a place that a copy aligns.
const ANCHORS: [&Primitive; 5] = [
    prim!(ulcorner),
    prim!(center),
    prim!(urcorner),
    prim!(llcorner),
    prim!(lrcorner),
];

/// One item per anchor.
type PerAnchor<T> = [T; ANCHORS.len()];

const NO_ANCHOR: PerAnchor<bool> = [false; ANCHORS.len()];

impl Proposer for CopyObjects {
    fn consider(&mut self, bank: &mut Bank, target: &Target, new: &NewState) {
        if target.input_planes.is_none() {
            return;
        }
        let cost = bank.cost(new.id);
        let is_object = new.state_type == StateType::Object;
        if is_object && cost <= MAX_OBJECT_COST && self.objects.len() < MAX_OBJECTS {
            let is_small = |demo| {
                let cells = cells_of(bank.value(new.id, demo));
                cells.is_some_and(|cells| (1..=MAX_CELLS).contains(&cells.count))
            };
            if (0..bank.train).all(is_small) {
                self.objects.push(new.id);
            }
        }
        if cost <= MAX_PLACE_COST && self.places.len() < MAX_PLACES {
            self.places.push(new.id);
        }
    }

    fn is_ready(&self, _: &Bank) -> bool {
        self.next.0 < self.objects.len() && !self.places.is_empty()
    }

    fn step(&mut self, bank: &mut Bank, target: &Target) {
        for _ in 0..PAIRS_PER_STEP {
            let (object, place) = self.next;
            let (Some(&stamp), Some(&set)) = (self.objects.get(object), self.places.get(place))
            else {
                // An object meets the places known when its turn ends; later objects meet the rest.
                if place > 0 {
                    self.next = (object + 1, 0);
                }
                return;
            };
            self.next.1 += 1;
            let right = right_anchors(bank, target, stamp, set);
            for (anchor, _) in ANCHORS.iter().zip(right).filter(|&(_, right)| right) {
                add_copies(bank, stamp, set, anchor);
            }
            let is_gone = match self.is_gone {
                Some((known, is_gone)) if known == stamp => is_gone,
                _ => is_gone(bank, target, stamp),
            };
            self.is_gone = Some((stamp, is_gone));
            if is_gone && bank.state_type(set) == StateType::Object {
                move_until_touching(bank, target, stamp, set);
            }
        }
    }
}

/// The positions of the anchors of some cells.
fn anchors(cells: &Cells) -> Option<PerAnchor<(i32, i32)>> {
    if cells.is_empty() {
        return None;
    }
    let (top, left, bottom, right) = (cells.top, cells.left, cells.bottom(), cells.right());
    let center = (top + (bottom - top + 1) / 2, left + (right - left + 1) / 2);
    Some([
        (top, left),
        center,
        (top, right),
        (bottom, left),
        (bottom, right),
    ])
}

/// Whether an object is gone from where it was, on all demonstrations.
fn is_gone(bank: &Bank, target: &Target, stamp: StateId) -> bool {
    (0..bank.train).all(|demo| match bank.value(stamp, demo) {
        Value::Object(object) => copy(target, demo, object, (0, 0)).is_none(),
        _ => false,
    })
}

/// Adds an object moved until it touches another, if the output shows it there.
fn move_until_touching(
    bank: &mut Bank,
    target: &Target,
    stamp: StateId,
    to: StateId,
) -> Option<()> {
    let cost = bank.cost(stamp).saturating_add(bank.cost(to)) + COST;
    let offset = bank.call(prim!(gravitate), &[stamp, to], cost)?;
    for demo in 0..bank.train {
        let (Value::Object(object), Value::Pair(offset)) =
            (bank.value(stamp, demo), bank.value(offset, demo))
        else {
            return None;
        };
        copy(target, demo, object, offset.parts())?;
    }
    bank.call(prim!(shift), &[stamp, offset], cost)?;
    bank.call(prim!(move), &[Bank::INPUT, stamp, offset], cost)?;
    Some(())
}

/// By anchor: whether the output shows copies of an object at all places, some of them new.
fn right_anchors(bank: &Bank, target: &Target, stamp: StateId, set: StateId) -> PerAnchor<bool> {
    let mut right = NO_ANCHOR.map(|_| true);
    let (mut copies, mut changes) = (NO_ANCHOR.map(|_| 0), NO_ANCHOR);
    for demo in 0..bank.train {
        let Value::Object(object) = bank.value(stamp, demo) else {
            return NO_ANCHOR;
        };
        let places = bank.value(set, demo);
        let Some(from) = anchors(&object.shape) else {
            return NO_ANCHOR;
        };
        for &place in elements(&places) {
            let Some(to) = cells_of(place).and_then(anchors) else {
                return NO_ANCHOR;
            };
            // If object and place have the same size, all anchors give the same offset.
            let mut last = None;
            for which in 0..ANCHORS.len() {
                if !right[which] {
                    continue;
                }
                let (from, to) = (from[which], to[which]);
                let offset = (to.0 - from.0, to.1 - from.1);
                let copied = match last {
                    Some((known, copied)) if known == offset => copied,
                    _ => copy(target, demo, object, offset),
                };
                last = Some((offset, copied));
                right[which] = copied.is_some();
                changes[which] |= copied == Some(true);
                copies[which] += usize::from(offset != (0, 0));
            }
            if right == NO_ANCHOR {
                return NO_ANCHOR;
            }
        }
    }
    std::array::from_fn(|k| right[k] && changes[k] && copies[k] >= bank.train)
}

/// Whether a copy of an object changes the input; none if the output does not show the copy.
fn copy(target: &Target, demo: usize, object: &Object, offset: (i32, i32)) -> Option<bool> {
    let inputs = target.input_planes.as_ref()?;
    let mut changes = false;
    for (k, &color) in object.colors.iter().enumerate() {
        let (output, input) = (target.planes.get(color as usize)?, &inputs[color as usize]);
        let cells = object.cells_of(k);
        for (word, bits) in target.placed(demo, &cells, offset) {
            if bits & !output[word] != 0 {
                return None;
            }
            changes |= bits & !input[word] != 0;
        }
    }
    Some(changes)
}

/// Adds the copies of an object to the bank, at a place or at each of several.
fn add_copies(
    bank: &mut Bank,
    stamp: StateId,
    set: StateId,
    anchor: &'static Primitive,
) -> Option<StateId> {
    let cost = bank.cost(stamp).saturating_add(bank.cost(set)) + COST;
    let from = bank.call(anchor, &[stamp], cost)?;
    let back = bank.call(prim!(invert), &[from], cost)?;
    if bank.state_type(set) != StateType::Objects {
        let to = bank.call(anchor, &[set], cost)?;
        let offset = bank.call(prim!(subtract), &[to, from], cost)?;
        bank.call(prim!(shift), &[stamp, offset], cost);
        return bank.call(prim!(move), &[Bank::INPUT, stamp, offset], cost);
    }
    let at_origin = bank.call(prim!(shift), &[stamp, back], cost)?;
    let shift = bank.function(prim!(shift));
    let anchor = bank.function(anchor);
    let to = bank.call(prim!(lbind), &[shift, at_origin], cost)?;
    let function = bank.call(prim!(compose), &[to, anchor], cost)?;
    bank.call(prim!(mapply), &[function, set], cost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dsl::constants::ConstantValue;
    use crate::search::test_tasks::task_of;
    use crate::task::Task;
    use bumpalo::Bump;

    /// Whether copies of the object of one colour at the objects of another give the output.
    fn finds(task: &Task, stamp: i64, places: i64) -> bool {
        let arena = Bump::new();
        let mut bank = Bank::new(&arena, task);
        let target = Target::new(&mut bank, task);
        let mut copies = CopyObjects::default();
        let [yes, no] =
            [true, false].map(|b| bank.constant(ConstantValue::Bool(b), StateType::Other, 1));
        let all = bank.call(prim!(objects), &[Bank::INPUT, yes, no, yes], 1);
        let of = |bank: &mut Bank, color| {
            let color = bank.constant(ConstantValue::Int(color), StateType::Color, 1);
            bank.call(prim!(colorfilter), &[all?, color], 1)
        };
        let stamp = of(&mut bank, stamp).expect("objects");
        let stamp = bank.call(prim!(merge), &[stamp], 1).expect("an object");
        let places = of(&mut bank, places).expect("objects");
        let place = bank.call(prim!(merge), &[places], 1).expect("an object");
        for id in [stamp, places, place] {
            let state = NewState {
                id,
                state_type: bank.state_type(id),
                cells: &[],
            };
            copies.consider(&mut bank, &target, &state);
        }
        let before = bank.states.len();
        while copies.is_ready(&bank) {
            copies.step(&mut bank, &target);
        }
        (before..bank.states.len()).any(|state| {
            let state = state as StateId;
            bank.train_ids(state) == target.ids
                || (bank.call(prim!(paint), &[Bank::INPUT, state], 1))
                    .is_some_and(|painted| bank.train_ids(painted) == target.ids)
        })
    }

    #[test]
    fn an_object_is_copied_to_other_objects() {
        let task = task_of(&[
            (
                &["0300000", "3300000", "0000001", "0010000", "0000000"],
                &["0300000", "3300003", "0030033", "0330000", "0000000"],
            ),
            (
                &["0000000", "0010000", "0000000", "0000030", "0000330"],
                &["0030000", "0330000", "0000000", "0000030", "0000330"],
            ),
        ]);
        assert!(finds(&task, 3, 1), "aligned at the lower right corner");
        assert!(!finds(&task, 1, 3), "not the other way round");
    }

    #[test]
    fn an_object_moves_until_it_touches_another() {
        let task = task_of(&[(&["3002"], &["0032"]), (&["20003"], &["23000"])]);
        assert!(finds(&task, 3, 2));
        assert!(
            !finds(&task_of(&[(&["3002"], &["0302"])]), 3, 2),
            "not far enough"
        );
    }
}
