//! Recolouring by feature: the output colour of an object depends on a measure of it, or on its rank.
//!
//! In: sets of objects. Out: the objects with each value of a measure, above or below a value, or of
//! each rank; stacking fills them.

use super::cells::cells_of;
use super::measures::{as_constant, is_position, measures};
use super::{NewState, Proposer};
use crate::batt::ValueId;
use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;
use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::state_type::StateType;
use crate::search::target::Target;

/// Sets of objects, and the next of them.
#[derive(Default)]
pub(super) struct RecolorByFeature {
    sets: Vec<StateId>,
    next: usize,
}

/// The highest cost of a set.
const MAX_COST: u16 = 7;

/// The most sets at the start of a search, and one more per so many evaluations.
const MAX_SETS_AT_START: usize = 80;
const EVALUATIONS_PER_SET: u64 = 50_000;

/// The most objects of a set; more if it costs at most [`CHEAP`].
const MAX_OBJECTS: usize = 120;
const MAX_OBJECTS_IF_CHEAP: usize = 500;
const CHEAP: u16 = 4;

/// The most values of a measure, and the most ranks, on which colours may depend.
const MAX_VALUES: usize = 5;
const MAX_RANKS: usize = 9;

/// The most groups of objects that a set is split into, over all measures.
const MAX_GROUPS: usize = 60;

/// An object of a demonstration.
struct Labelled<'a> {
    demo: usize,
    object: Value<'a>,
    /// Its colour in the output, if it has one.
    label: Option<u8>,
    /// It has another colour in the input.
    changes: bool,
}

impl Proposer for RecolorByFeature {
    fn consider(&mut self, bank: &mut Bank, target: &Target, new: &NewState) {
        let is_cheap = bank.cost(new.id) <= MAX_COST;
        let most = MAX_SETS_AT_START + (bank.evaluations / EVALUATIONS_PER_SET) as usize;
        if is_cheap && target.input_planes.is_some() && self.sets.len() < most {
            self.sets.push(new.id);
        }
    }

    fn is_ready(&self, _: &Bank) -> bool {
        self.next < self.sets.len()
    }

    fn step(&mut self, bank: &mut Bank, target: &Target) {
        let set = self.sets[self.next];
        self.next += 1;
        let Some(objects) = labelled(bank, target, set) else {
            return;
        };
        let first = objects[0].label;
        let alike = first.is_some() && objects.iter().all(|o| o.label == first);
        if alike || !objects.iter().any(|o| o.changes) {
            // All alike: stacking can fill the whole set.
            return;
        }
        let all_labelled = objects.iter().all(|o| o.label.is_some());
        let mut groups = 0;
        let mut values = Vec::with_capacity(objects.len());
        for measure in measures(bank) {
            if measure_all(bank, measure, &objects, &mut values).is_none() {
                continue;
            }
            if groups < MAX_GROUPS {
                groups += by_value(bank, set, measure, &objects, &values);
                groups += by_bound(bank, set, measure, &objects, &values);
            }
            if all_labelled {
                by_rank(bank, set, measure, &objects, &values);
            }
        }
    }
}

/// The objects of all demonstrations with their colours; none if they are too few or too many.
fn labelled<'a>(bank: &Bank<'a>, target: &Target, set: StateId) -> Option<Vec<Labelled<'a>>> {
    let mut all = Vec::new();
    let mut mask = vec![0; target.all.len()];
    for demo in 0..bank.train {
        let (Value::Set(seq) | Value::Tuple(seq)) = bank.value(set, demo) else {
            return None;
        };
        for &object in seq.items() {
            let cells = cells_of(object)?;
            let rows = target.words(demo);
            mask[rows.clone()].fill(0);
            target.lay(demo, cells, &mut mask);
            let label = target.color_under(demo, &mask).ok().flatten();
            let is_so = |color: u8| {
                let plane = &target.input_planes.as_ref()?[color as usize][rows.clone()];
                let mut both = mask[rows.clone()].iter().zip(plane);
                Some(both.all(|(row, plane)| row & !plane == 0))
            };
            all.push(Labelled {
                demo,
                object,
                label,
                changes: label.and_then(is_so) == Some(false),
            });
        }
        mask[target.words(demo)].fill(0);
    }
    let most = match bank.cost(set) {
        ..=CHEAP => MAX_OBJECTS_IF_CHEAP,
        _ => MAX_OBJECTS,
    };
    (all.len() > 1 && all.len() <= most).then_some(all)
}

/// The values of a measure for all objects; none if it fails for one.
fn measure_all(
    bank: &mut Bank,
    measure: StateId,
    objects: &[Labelled],
    values: &mut Vec<ValueId>,
) -> Option<()> {
    values.clear();
    for object in objects {
        values.push(bank.measured(measure, object.demo, object.object)?);
    }
    Some(())
}

/// Whether a group of at least `least` objects gets one colour, and some have another so far.
fn is_useful<'o, 'a: 'o>(
    mut objects: impl Iterator<Item = &'o Labelled<'a>> + Clone,
    least: usize,
) -> bool {
    let Some(Some(label)) = objects.clone().next().map(|o| o.label) else {
        return false;
    };
    // Most groups have several colours, which the first objects show.
    objects.clone().all(|o| o.label == Some(label))
        && objects.clone().count() >= least
        && objects.any(|o| o.changes)
}

/// The objects of a group.
fn members<'o, 'a>(
    group: &'o [(ValueId, usize)],
    objects: &'o [Labelled<'a>],
) -> impl Iterator<Item = &'o Labelled<'a>> + Clone {
    group.iter().map(|&(_, k)| &objects[k])
}

/// Adds the objects with each value of a measure that decides the colour. Returns how many groups.
fn by_value(
    bank: &mut Bank,
    set: StateId,
    measure: StateId,
    objects: &[Labelled],
    values: &[ValueId],
) -> usize {
    // By value, then in the order of the objects.
    let mut order: Vec<(ValueId, usize)> = values.iter().copied().zip(0..).collect();
    order.sort_unstable();
    let distinct: Vec<_> = order.chunk_by(|a, b| a.0 == b.0).collect();
    // Different values for all objects explain nothing, and positions explain little.
    if distinct.len() == objects.len() || distinct.len() < 2 || is_position(bank, measure) {
        return 0;
    }
    let alike = |group: &&[(ValueId, usize)]| {
        let first = members(group, objects).next().and_then(|o| o.label);
        first.is_some() && members(group, objects).all(|o| o.label == first)
    };
    let decides = distinct.len() <= MAX_VALUES && distinct.iter().all(alike);
    let by_color = measure == bank.function(prim!(color));
    let cost = bank.cost(set).saturating_add(2);
    let mut groups = 0;
    for group in distinct {
        let whole = is_useful(members(group, objects), if decides { 1 } else { 2 });
        // The objects of one colour are a set of their own, also if another measure decides.
        let part = by_color && members(group, objects).any(|o| o.changes);
        let Some(wanted) = as_constant(bank.of_number(group[0].0)).filter(|_| whole || part) else {
            continue;
        };
        let wanted = bank.constant(wanted, StateType::Other, 1);
        let test = bank.call(prim!(matcher), &[measure, wanted], cost);
        let some = test.and_then(|test| bank.call(prim!(sfilter), &[set, test], cost));
        if let (true, Some(some)) = (whole, some) {
            bank.call(prim!(merge), &[some], cost);
            groups += 1;
        }
    }
    groups
}

/// Adds the objects whose measure is above or below a bound that decides the colour. Returns how many
/// groups.
fn by_bound(
    bank: &mut Bank,
    set: StateId,
    measure: StateId,
    objects: &[Labelled],
    values: &[ValueId],
) -> usize {
    let mut numbers: Vec<i64> = Vec::with_capacity(values.len());
    for &id in values {
        match bank.of_number(id) {
            Value::Int(n) => numbers.push(n),
            _ => return 0,
        }
    }
    let mut distinct = numbers.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let cost = bank.cost(set).saturating_add(3);
    let mut groups = 0;
    for above in [true, false] {
        // The longest run of values from either end with one colour; one value is no run.
        let longest = (0..distinct.len().saturating_sub(2)).find_map(|k| {
            let bound = distinct[if above { k } else { distinct.len() - 1 - k }];
            let beyond = |n: i64| if above { n > bound } else { n < bound };
            let with = objects.iter().zip(&numbers);
            let some = with.filter(|&(_, &n)| beyond(n)).map(|(o, _)| o);
            is_useful(some, 2).then_some(bound)
        });
        let Some(bound) = longest else {
            continue;
        };
        let bound = bank.constant(ConstantValue::Int(bound), StateType::Other, 1);
        let greater = bank.function(prim!(greater));
        let bind = if above { prim!(rbind) } else { prim!(lbind) };
        let test = bank
            .call(bind, &[greater, bound], cost)
            .and_then(|test| bank.call(prim!(compose), &[test, measure], cost));
        if let Some(test) = test {
            let some = bank.call(prim!(sfilter), &[set, test], cost);
            some.and_then(|some| bank.call(prim!(merge), &[some], cost));
            groups += 1;
        }
    }
    groups
}

/// Adds the objects of each rank by a measure, if the rank decides the colour.
fn by_rank(
    bank: &mut Bank,
    set: StateId,
    measure: StateId,
    objects: &[Labelled],
    values: &[ValueId],
) -> Option<()> {
    let mut numbers = Vec::with_capacity(values.len());
    for &value in values {
        match bank.of_number(value) {
            Value::Int(n) => numbers.push(n),
            // Ordered by row, then by column.
            Value::Pair(pair) => {
                let (i, j) = pair.parts();
                numbers.push((i64::from(i) << 32) + i64::from(j));
            }
            _ => return None,
        }
    }
    for falling in [true, false] {
        let mut labels: Vec<Option<Option<u8>>> = Vec::new();
        let mut works = true;
        for (object, &number) in objects.iter().zip(&numbers) {
            let others = || {
                objects
                    .iter()
                    .zip(&numbers)
                    .filter(|(o, _)| o.demo == object.demo)
            };
            // Equal numbers have no rank.
            works = works && others().filter(|&(_, &n)| n == number).count() == 1;
            let before = |n: i64| if falling { n > number } else { n < number };
            let rank = others().filter(|&(_, &n)| before(n)).count();
            if labels.len() <= rank {
                labels.resize(rank + 1, None);
            }
            works = works && labels[rank].is_none_or(|label| label == object.label);
            if !works {
                break;
            }
            labels[rank] = Some(object.label);
        }
        if !works || labels.len() > MAX_RANKS {
            continue;
        }
        let cost = bank.cost(set).saturating_add(2);
        let key = match falling {
            true => {
                let invert = bank.function(prim!(invert));
                bank.call(prim!(compose), &[invert, measure], cost)?
            }
            false => measure,
        };
        let order = bank.call(prim!(order), &[set, key], cost)?;
        for rank in 0..labels.len() {
            let rank = bank.constant(ConstantValue::Int(rank as i64), StateType::Other, 1);
            bank.call(prim!(get_nth), &[order, rank], cost);
        }
        return Some(());
    }
    None
}
