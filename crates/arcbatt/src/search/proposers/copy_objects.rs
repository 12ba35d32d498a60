//! From the outputs backwards, by stamps: where one object is copied or moved to the place of another,
//! or of each of several others, corner on corner or centre on centre; or moved until it touches it.
//!
//! In: objects, patches and sets of them. Out: the copies, as states: pieces that stacking paints; and
//! the grid with the object moved, where it is gone from where it was. Whether the copies are right is
//! seen on masks, before anything is called, so that many pairs can be tried.

use crate::dsl::{Primitive, Value};
use crate::grid::{Cells, Object};
use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::state_type::StateType;
use crate::search::target::Target;

/// Stamps and sets of places that were found, and the pairs that were looked at.
#[derive(Default)]
pub(in crate::search) struct CopyObjects {
    stamps: Vec<StateId>,
    places: Vec<StateId>,
    /// The next pair of a stamp and a set of places.
    next: (usize, usize),
    /// A stamp, and whether it is gone from where it was.
    leaves: Option<(StateId, bool)>,
}

/// The dearest and the most that are looked at.
const MAX_COST_STAMP: u16 = 6;
const MAX_COST_PLACES: u16 = 5;
const MAX_STAMPS: usize = 160;
const MAX_PLACES: usize = 160;

/// The most cells of a stamp.
const MAX_CELLS: u32 = 150;

/// Pairs that are looked at in a step.
const PAIRS: usize = 60;

/// What is laid on what.
const ANCHORS: [&Primitive; 5] = [
    prim!(ulcorner),
    prim!(center),
    prim!(urcorner),
    prim!(llcorner),
    prim!(lrcorner),
];

/// Something for each of these.
type ByAnchor<T> = [T; ANCHORS.len()];

/// No anchor.
const NONE: ByAnchor<bool> = [false; ANCHORS.len()];

/// What a stamp costs more than its parts.
const COST: u16 = 3;

/// Where the anchors of some cells are.
fn anchors(cells: &Cells) -> Option<ByAnchor<(i32, i32)>> {
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

/// The cells of an object or a patch.
fn cells_of<'a>(value: Value<'a>) -> Option<&'a Cells<'a>> {
    match value {
        Value::Object(object) => Some(&object.shape),
        Value::Indices(cells) => Some(cells),
        _ => None,
    }
}

impl CopyObjects {
    /// Notes a new object, or a set of objects.
    pub fn consider(&mut self, bank: &Bank, target: &Target, state: StateId) {
        if target.input_planes.is_none() {
            return;
        }
        let cost = bank.cost(state);
        let kind = bank.states[state as usize].kind;
        match kind {
            StateType::Object if cost <= MAX_COST_STAMP && self.stamps.len() < MAX_STAMPS => {
                // One of a whole grid leaves no place.
                let is_stamp = |demo| {
                    let cells = cells_of(bank.value(state, demo));
                    cells.is_some_and(|cells| (1..=MAX_CELLS).contains(&cells.count))
                };
                if (0..bank.train).all(is_stamp) {
                    self.stamps.push(state);
                }
            }
            _ => {}
        }
        let is_place = matches!(
            kind,
            StateType::Object | StateType::Objects | StateType::Patch
        );
        if is_place && cost <= MAX_COST_PLACES && self.places.len() < MAX_PLACES {
            self.places.push(state);
        }
    }

    /// Whether there are pairs to look at.
    pub fn is_ready(&self) -> bool {
        self.next.0 < self.stamps.len() && !self.places.is_empty()
    }

    /// Looks at the next pairs.
    pub fn step(&mut self, bank: &mut Bank, target: &Target) {
        for _ in 0..PAIRS {
            let (stamp, places) = self.next;
            let (Some(&stamp), Some(&set)) = (self.stamps.get(stamp), self.places.get(places))
            else {
                // Stamps that are found later meet all places; places that are found later meet
                // the stamps after them.
                if places > 0 {
                    self.next = (stamp + 1, 0);
                }
                return;
            };
            self.next.1 += 1;
            for (which, right) in right_anchors(bank, target, stamp, set)
                .into_iter()
                .enumerate()
            {
                if right {
                    enter(bank, stamp, set, which);
                }
            }
            let leaves = match self.leaves {
                Some((known, leaves)) if known == stamp => leaves,
                _ => leaves(bank, target, stamp),
            };
            self.leaves = Some((stamp, leaves));
            if leaves && bank.states[set as usize].kind == StateType::Object {
                draw(bank, target, stamp, set);
            }
        }
    }
}

/// Whether an object is gone from where it was, on all demonstrations.
fn leaves(bank: &Bank, target: &Target, stamp: StateId) -> bool {
    (0..bank.train).all(|demo| match bank.value(stamp, demo) {
        Value::Object(object) => copy(target, demo, object, (0, 0)).is_none(),
        _ => false,
    })
}

/// Moves an object until it touches another, if that is right.
fn draw(bank: &mut Bank, target: &Target, stamp: StateId, to: StateId) -> Option<()> {
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

/// By anchor, whether copies of a stamp are right at all places, and change something.
fn right_anchors(bank: &Bank, target: &Target, stamp: StateId, set: StateId) -> ByAnchor<bool> {
    let mut right = NONE.map(|_| true);
    let (mut copies, mut changes) = (NONE.map(|_| 0), NONE);
    for demo in 0..bank.train {
        let Value::Object(object) = bank.value(stamp, demo) else {
            return NONE;
        };
        let whole = bank.value(set, demo);
        let places = match &whole {
            Value::Set(seq) | Value::Tuple(seq) => seq.items,
            one => std::slice::from_ref(one),
        };
        let Some(from) = anchors(&object.shape) else {
            return NONE;
        };
        for &place in places {
            let Some(to) = cells_of(place).and_then(anchors) else {
                return NONE;
            };
            // Anchors of what is of one size are all as far away: what one of them gives, all do.
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
            if right == NONE {
                return NONE;
            }
        }
    }
    std::array::from_fn(|k| right[k] && changes[k] && copies[k] >= bank.train)
}

/// Whether a copy of an object changes anything; none if it is wrong somewhere.
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

/// Enters the copies of a stamp as a state.
fn enter(bank: &mut Bank, stamp: StateId, set: StateId, which: usize) -> Option<StateId> {
    let cost = bank.cost(stamp).saturating_add(bank.cost(set)) + COST;
    let corner = bank.call(ANCHORS[which], &[stamp], cost)?;
    let back = bank.call(prim!(invert), &[corner], cost)?;
    if bank.states[set as usize].kind != StateType::Objects {
        let place = bank.call(ANCHORS[which], &[set], cost)?;
        let offset = bank.call(prim!(subtract), &[place, corner], cost)?;
        bank.call(prim!(shift), &[stamp, offset], cost);
        return bank.call(prim!(move), &[Bank::INPUT, stamp, offset], cost);
    }
    let moved = bank.call(prim!(shift), &[stamp, back], cost)?;
    let [shift, anchor] = [prim!(shift), ANCHORS[which]].map(|p| bank.function(p));
    let to = bank.call(prim!(lbind), &[shift, moved], cost)?;
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

    /// Whether stamps of the object of one colour at the objects of another give the output.
    fn finds(task: &Task, stamp: i64, places: i64) -> bool {
        let arena = Bump::new();
        let mut bank = Bank::new(&arena, task);
        let target = Target::new(&mut bank, task);
        let mut stamps = CopyObjects::default();
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
        for state in [stamp, places, place] {
            stamps.consider(&bank, &target, state);
        }
        let before = bank.states.len();
        while stamps.is_ready() {
            stamps.step(&mut bank, &target);
        }
        (before..bank.states.len()).any(|state| {
            let state = state as StateId;
            bank.train_ids(state) == target.ids
                || (bank.call(prim!(paint), &[Bank::INPUT, state], 1))
                    .is_some_and(|painted| bank.train_ids(painted) == target.ids)
        })
    }

    #[test]
    fn an_object_is_copied_to_the_places_of_others() {
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
        assert!(finds(&task, 3, 1), "lower right corner on each");
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
