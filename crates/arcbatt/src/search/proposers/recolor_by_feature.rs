//! From the outputs backwards, object by object: where objects of a set are of one colour in the
//! output, and that colour hangs on a measure of the object, or on its rank by one.
//!
//! What comes of it are the objects of each value, above or below a value, or of a rank, as states:
//! pieces that stacking fills.

use crate::batt::ValueId;
use crate::dsl::Value;
use crate::dsl::constants::ConstantValue;
use crate::prim;
use crate::search::bank::{Bank, StateId};
use crate::search::proposers::per_object::as_constant;
use crate::search::state_type::StateType;
use crate::search::target::Target;

/// Sets of objects that were found, and the next to look at.
#[derive(Default)]
pub(in crate::search) struct RecolorByFeature {
    sets: Vec<StateId>,
    next: usize,
}

/// The dearest set of objects and the most sets that are looked at.
const MAX_COST: u16 = 7;
const MAX_SETS: usize = 80;

/// Evaluations for which one more set is looked at.
const FOR_EACH: u64 = 50_000;

/// The most values of a measure, and the most ranks, that colours may hang on.
const MAX_VALUES: usize = 5;
const MAX_RANKS: usize = 9;

/// The most groups of objects that come out of a set.
const MAX_GROUPS: usize = 60;

/// An object of a demonstration: which one, its value, and the colour that it should have, if it is
/// one.
struct Labelled<'a> {
    demo: usize,
    object: Value<'a>,
    label: Option<u8>,
    /// Whether it does not have it already.
    changes: bool,
}

impl RecolorByFeature {
    /// Notes a new set of objects.
    pub fn consider(&mut self, bank: &Bank, target: &Target, state: StateId) {
        let cheap = bank.cost(state) <= MAX_COST;
        let most = MAX_SETS + (bank.evaluations / FOR_EACH) as usize;
        if cheap && target.input_planes.is_some() && self.sets.len() < most {
            self.sets.push(state);
        }
    }

    /// Whether there are sets to look at.
    pub fn is_ready(&self) -> bool {
        self.next < self.sets.len()
    }

    /// Looks at the next set.
    pub fn step(&mut self, bank: &mut Bank, target: &Target) {
        let set = self.sets[self.next];
        self.next += 1;
        let Some(objects) = labelled(bank, target, set) else {
            return;
        };
        let first = objects[0].label;
        let alike = first.is_some() && objects.iter().all(|o| o.label == first);
        if alike || !objects.iter().any(|o| o.changes) {
            // All alike: the whole set is a piece, and needs no measure.
            return;
        }
        let clear = objects.iter().all(|o| o.label.is_some());
        let measures = measures(bank);
        let mut groups = 0;
        let mut values = Vec::with_capacity(objects.len());
        for measure in measures {
            if measured(bank, measure, &objects, &mut values).is_none() {
                continue;
            }
            if groups < MAX_GROUPS {
                groups += by_value(bank, set, measure, &objects, &values);
                groups += by_bound(bank, set, measure, &objects, &values);
            }
            if clear {
                by_rank(bank, set, measure, &objects, &values);
            }
        }
    }
}

/// The objects of all demonstrations with the one colour that the output shows there; none if there
/// are not enough of them.
fn labelled<'a>(bank: &Bank<'a>, target: &Target, set: StateId) -> Option<Vec<Labelled<'a>>> {
    let mut all = Vec::new();
    let mut mask = vec![0; target.all.len()];
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
        ..=CHEAP => MAX_OBJECTS_CHEAP,
        _ => MAX_OBJECTS,
    };
    (all.len() > 1 && all.len() <= most).then_some(all)
}

/// The most objects of a set that are told apart: more where the set is cheap.
const MAX_OBJECTS: usize = 120;
const MAX_OBJECTS_CHEAP: usize = 500;
const CHEAP: u16 = 4;

/// The measures by which objects are told apart, the colour first.
pub(in crate::search) fn measures(bank: &mut Bank) -> Vec<StateId> {
    let color = bank.function(prim!(color));
    let others = bank
        .up_to(StateType::Measure, 3)
        .filter(|&other| other != color);
    std::iter::once(color)
        .chain(others.take(MEASURES))
        .collect()
}

/// The most measures besides the colour that are tried.
const MEASURES: usize = 70;

/// Whether a measure says where an object is. That it is in the fourth row is seldom the reason for
/// anything; that it is above all others may be.
pub(in crate::search) fn is_place(bank: &Bank, measure: StateId) -> bool {
    matches!(bank.value(measure, 0), Value::Primitive(p) if p.properties.measures_position)
}

/// What a measure says about every object; none if it says nothing about one.
fn measured(
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

/// Whether some of the objects, at least two of them, are to have one colour, and not all have it.
/// If all objects are told apart that way, one is enough.
fn is_of_use<'o, 'a: 'o>(
    mut objects: impl Iterator<Item = &'o Labelled<'a>> + Clone,
    least: usize,
) -> bool {
    let Some(Some(label)) = objects.clone().next().map(|o| o.label) else {
        return false;
    };
    // Most are of several colours, and that is seen soon.
    objects.clone().all(|o| o.label == Some(label))
        && objects.clone().count() >= least
        && objects.any(|o| o.changes)
}

/// The objects of a group, by number.
fn of<'o, 'a>(
    group: &'o [(ValueId, usize)],
    objects: &'o [Labelled<'a>],
) -> impl Iterator<Item = &'o Labelled<'a>> + Clone {
    group.iter().map(|&(_, k)| &objects[k])
}

/// Objects of each value of a measure, where the colour hangs on it. Says how many.
fn by_value(
    bank: &mut Bank,
    set: StateId,
    measure: StateId,
    objects: &[Labelled],
    values: &[ValueId],
) -> usize {
    // By value; those of one value as they come.
    let mut order: Vec<(ValueId, usize)> = values.iter().copied().zip(0..).collect();
    order.sort_unstable();
    let distinct: Vec<_> = order.chunk_by(|a, b| a.0 == b.0).collect();
    // A value of its own for every object says nothing, and where one is says little.
    if distinct.len() == objects.len() || distinct.len() < 2 || is_place(bank, measure) {
        return 0;
    }
    let alike = |group: &&[(ValueId, usize)]| {
        let first = of(group, objects).next().and_then(|o| o.label);
        first.is_some() && of(group, objects).all(|o| o.label == first)
    };
    let clear = distinct.len() <= MAX_VALUES && distinct.iter().all(alike);
    let by_color = matches!(bank.value(measure, 0), Value::Primitive(p) if p == prim!(color));
    let cost = bank.cost(set).saturating_add(2);
    let mut groups = 0;
    for group in distinct {
        let whole = is_of_use(of(group, objects), if clear { 1 } else { 2 });
        // Where it is not the colour alone, those of one colour are looked at by themselves.
        let part = by_color && of(group, objects).any(|o| o.changes);
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

/// Objects of which a measure is above or below a number, where the colour hangs on it. Says how many
/// groups there are.
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
        // The longest run from the end that has one colour; one value alone is no run.
        let longest = (0..distinct.len().saturating_sub(2)).find_map(|k| {
            let bound = distinct[if above { k } else { distinct.len() - 1 - k }];
            let beyond = |n: i64| if above { n > bound } else { n < bound };
            let with = objects.iter().zip(&numbers);
            let some = with.filter(|&(_, &n)| beyond(n)).map(|(o, _)| o);
            is_of_use(some, 2).then_some(bound)
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

/// Objects of each rank by a measure, if the colour hangs on it.
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
            // By row, then by column.
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
            // Equals have no rank.
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
