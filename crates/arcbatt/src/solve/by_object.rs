//! From the outputs backwards, object by object: where every object of a set is of one colour in
//! the output, and that colour hangs on a measure of the object, or on its rank by one.
//!
//! What comes of it are the objects of each value or rank, as states: pieces that stacking fills.

use super::bank::{Bank, StateId};
use super::goal::Goal;
use super::kept::ValueId;
use super::kind::Kind;
use super::pieces::named;
use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;

/// Sets of objects that were found, and the next to look at.
#[derive(Default)]
pub(super) struct ByObject {
    sets: Vec<StateId>,
    next: usize,
}

/// The dearest set of objects and the most sets that are looked at.
const MAX_COST: u16 = 7;
const MAX_SETS: usize = 80;

/// The most values of a measure, or ranks, that colours may hang on.
const MAX_VALUES: usize = 5;

/// An object of a demonstration: which one, its value, and the colour that it should have.
struct Labelled<'a> {
    demo: usize,
    object: Value<'a>,
    label: u8,
}

impl ByObject {
    /// Notes a new set of objects.
    pub fn consider(&mut self, bank: &Bank, goal: &Goal, state: StateId) {
        let entry = &bank.states[state as usize];
        let wanted = entry.kind == Kind::Objects && entry.cost <= MAX_COST;
        if wanted && goal.input_planes.is_some() && self.sets.len() < MAX_SETS {
            self.sets.push(state);
        }
    }

    /// Whether there are sets to look at.
    pub fn is_ready(&self) -> bool {
        self.next < self.sets.len()
    }

    /// Looks at the next set.
    pub fn step(&mut self, bank: &mut Bank, goal: &Goal) {
        let set = self.sets[self.next];
        self.next += 1;
        let Some(objects) = labelled(bank, goal, set) else {
            return;
        };
        let labels = objects.iter().map(|o| o.label);
        let first = objects[0].label;
        if labels.into_iter().all(|label| label == first) {
            // All alike: the whole set is a piece, and needs no measure.
            return;
        }
        let measures: Vec<StateId> = bank.up_to(Kind::Measure, 2).take(60).collect();
        for measure in measures {
            if by_value(bank, set, measure, &objects).is_none() {
                by_rank(bank, set, measure, &objects);
            }
        }
    }
}

/// The objects of all demonstrations with the one colour that the output shows there; none if there
/// are several somewhere.
fn labelled<'a>(bank: &Bank<'a>, goal: &Goal, set: StateId) -> Option<Vec<Labelled<'a>>> {
    let mut all = Vec::new();
    let mut mask = vec![0; goal.all.len()];
    for demo in 0..bank.train {
        let (Value::Set(seq) | Value::Tuple(seq)) = bank.value(set, demo) else {
            return None;
        };
        for &object in seq.items {
            let cells = match object {
                Value::Object(object) => &object.shape,
                Value::Indices(cells) => cells,
                _ => return None,
            };
            goal.rows(demo).for_each(|row| mask[row] = 0);
            goal.lay(demo, cells, &mut mask);
            let label = goal.color_under(demo, &mask).ok()??;
            all.push(Labelled {
                demo,
                object,
                label,
            });
        }
        goal.rows(demo).for_each(|row| mask[row] = 0);
    }
    (all.len() > 1).then_some(all)
}

/// What a measure says about every object.
fn measured(bank: &mut Bank, measure: StateId, objects: &[Labelled]) -> Option<Vec<ValueId>> {
    let of = |o: &Labelled| bank.measured(measure, o.demo, o.object);
    objects.iter().map(of).collect()
}

/// Objects of each value of a measure, if the colour hangs on it.
fn by_value(bank: &mut Bank, set: StateId, measure: StateId, objects: &[Labelled]) -> Option<()> {
    let values = measured(bank, measure, objects)?;
    let mut table: Vec<(ValueId, u8)> = Vec::new();
    for (&value, object) in values.iter().zip(objects) {
        match table.iter().find(|(known, _)| *known == value) {
            Some((_, label)) if *label != object.label => return None,
            Some(_) => {}
            None => table.push((value, object.label)),
        }
    }
    // A value of its own for every object says nothing.
    if table.len() > MAX_VALUES || table.len() == objects.len() {
        return None;
    }
    let cost = bank.cost(set) + 2;
    for (value, _) in table {
        let wanted = match bank.of_number(value) {
            Value::Int(n) => ConstantValue::Int(n),
            Value::Bool(b) => ConstantValue::Bool(b),
            Value::Pair(i, j) => ConstantValue::Pair(i, j),
            _ => return None,
        };
        let wanted = bank.constant(wanted, Kind::Other, 1);
        let test = bank.call(named("matcher"), &[measure, wanted], cost)?;
        let some = bank.call(named("sfilter"), &[set, test], cost)?;
        bank.call(named("merge"), &[some], cost);
    }
    Some(())
}

/// Objects of each rank by a measure, if the colour hangs on it.
fn by_rank(bank: &mut Bank, set: StateId, measure: StateId, objects: &[Labelled]) -> Option<()> {
    let values = measured(bank, measure, objects)?;
    let mut numbers = Vec::new();
    for &value in &values {
        match bank.of_number(value) {
            Value::Int(n) => numbers.push(n),
            _ => return None,
        }
    }
    for falling in [true, false] {
        let mut labels: Vec<Option<u8>> = Vec::new();
        let mut works = true;
        for (object, &number) in objects.iter().zip(&numbers) {
            let others = || {
                objects
                    .iter()
                    .zip(&numbers)
                    .filter(|(o, _)| o.demo == object.demo)
            };
            // Equals have no rank.
            works = works && others().filter(|&(_, &n)| n == number).count() == 1;
            let before = |n: i64| if falling { n > number } else { n < number };
            let rank = others().filter(|&(_, &n)| before(n)).count();
            if labels.len() <= rank {
                labels.resize(rank + 1, None);
            }
            works = works && labels[rank].is_none_or(|label| label == object.label);
            labels[rank] = Some(object.label);
        }
        if !works || labels.len() > MAX_VALUES {
            continue;
        }
        let cost = bank.cost(set) + 2;
        let key = match falling {
            true => {
                let invert = bank.function(named("invert"));
                bank.call(named("compose"), &[invert, measure], cost)?
            }
            false => measure,
        };
        let order = bank.call(named("order"), &[set, key], cost)?;
        for rank in 0..labels.len() {
            let rank = bank.constant(ConstantValue::Int(rank as i64), Kind::Other, 1);
            bank.call(named("get_nth"), &[order, rank], cost);
        }
        return Some(());
    }
    None
}
