//! The values of a run, by number.
//!
//! With equivalence, equal values have one number, whichever call made them and on whichever
//! sample; so what was called once on some values is not called on the same values again.

use super::plan::Step;
use crate::dsl::table::MAX_ARITY;
use crate::wide_hash::{Wide, fold};

use crate::dsl::{Closure, ClosureKind, Fail, Limit, List, Primitive, Value};
use bumpalo::Bump;
use hashbrown::HashTable;
use std::hash::Hash;

/// The number of a value, or of a failure, in a run.
pub type ValueId = u32;

/// The bit that the numbers of failures have, so that a call that hangs on one is known without a
/// look at its values.
const FAILED: ValueId = 1 << 31;

/// What is where nothing was computed yet.
pub(super) const NEVER_RUN: ValueId = FAILED;

/// Whether the number is that of a failure.
#[inline]
pub(super) fn is_failure(id: ValueId) -> bool {
    id & FAILED != 0
}

/// About how many bytes it takes to remember a value and the call that made it.
pub(super) const BYTES_A_VALUE: usize = 96;

/// Values of a greater weight are all taken for different: hashing them could take longer than
/// all that sharing them saves. A grid of the largest size weighs 114.
pub(super) const HEAVY: u32 = 1 << 12;

/// Values that room is made for at once, at most.
const MOST_ROOM: usize = 1 << 12;

/// A call, and where it is looked for.
#[derive(Clone, Copy)]
pub(super) struct Call {
    key: u64,
    noted: Noted,
}

/// A call by what is called and the numbers of its arguments. There are many of these: they are kept
/// small, so that more of them are near.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Noted {
    /// The lower half of where the primitive is: all of them are in one program, which is smaller than
    /// what a half can tell apart. The number of arguments if the first is the function.
    primitive: u32,
    args: [ValueId; MAX_ARITY + 1],
}

impl Noted {
    #[inline]
    fn key(&self) -> u64 {
        let mut key = u64::from(self.primitive);
        for pair in self.args.chunks(2) {
            let pair = pair.iter().fold(0, |word, &id| word << 32 | id as u64);
            key = fold(key ^ pair, 0x9e37_79b9_7f4a_7c15);
        }
        key
    }
}

impl Call {
    #[inline]
    pub fn new(step: &Step, args: [ValueId; MAX_ARITY + 1]) -> Self {
        let place = |p: &Primitive| std::ptr::from_ref(p).addr() as u32;
        let noted = Noted {
            primitive: step.primitive.map_or(step.arity.into(), place),
            args,
        };
        Self {
            key: noted.key(),
            noted,
        }
    }
}

/// Whether the step is the call that makes the function, of its arguments as they are. `power` may
/// give back what it is given.
fn made_by(made: &Closure, step: &Step) -> bool {
    let maker = step.primitive.and_then(|p| p.properties.closure);
    made.kind != ClosureKind::Power && maker == Some(made.kind)
}

/// The values of a run, by number.
pub(super) struct Values<'a> {
    /// In the arena of the run, as the values are.
    all: List<'a, Value<'a>>,
    /// The failures, by number without its bit and one less: [`NEVER_RUN`] is not here.
    failures: Vec<Fail>,
    /// What equal values and calls are found by; none if nobody wants to know.
    known: Option<Known>,
}

/// What equal values and calls are found by. Its memory is of use to one run after the other.
#[derive(Default)]
pub(super) struct Known {
    /// Values by their hashes.
    numbers: HashTable<(Hash128, ValueId)>,
    calls: HashTable<(Noted, ValueId)>,
}

/// A hash of 128 bits, in parts that leave no gaps in a table.
type Hash128 = [u32; 4];

/// The part of a hash that values are looked for by.
#[inline]
fn place_of(&[a, b, ..]: &Hash128) -> u64 {
    u64::from(b) << 32 | u64::from(a)
}

/// Tables with room for more than this many times what will come are not kept: emptying them would
/// take longer than making new ones.
const TOO_MUCH_ROOM: usize = 16;

impl Known {
    /// Without values and calls; about `expected` of them will come.
    fn emptied(mut self, expected: usize) -> Self {
        let room = expected.min(MOST_ROOM);
        let most = TOO_MUCH_ROOM * expected.max(64);
        if self.numbers.capacity().max(self.calls.capacity()) > most {
            self = Self::default();
        }
        self.numbers.clear();
        self.calls.clear();
        self.numbers.reserve(room, |(hash, _)| place_of(hash));
        self.calls.reserve(room, |(call, _)| call.key());
        self
    }
}

impl<'a> Values<'a> {
    /// No values. About `expected` of them will come. Equal ones are found by `known`, whatever was
    /// known before.
    pub fn new(arena: &'a Bump, known: Option<Known>, expected: usize) -> Self {
        Self {
            all: List::with_capacity_in(expected.min(MOST_ROOM), arena),
            failures: Vec::new(),
            known: known.map(|known| known.emptied(expected)),
        }
    }

    /// What equal ones were found by, for the next values.
    pub fn into_known(self) -> Option<Known> {
        self.known
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len() + self.failures.len()
    }

    /// The value of a number.
    #[inline]
    pub fn get(&self, id: ValueId) -> Result<Value<'a>, Fail> {
        match is_failure(id) {
            false => Ok(self.all[id as usize]),
            true => Err(match (id ^ FAILED).checked_sub(1) {
                Some(k) => self.failures[k as usize],
                None => Fail::Limit(Limit::Budget),
            }),
        }
    }

    /// The value of a number that is none of a failure.
    #[inline]
    pub fn value(&self, id: ValueId) -> Value<'a> {
        self.all[id as usize]
    }

    /// The number of a value. Failures all get numbers of their own, as nothing is called on them.
    #[inline]
    pub fn number(&mut self, value: Result<Value<'a>, Fail>) -> ValueId {
        let value = match value {
            Ok(value) => value,
            Err(failure) => {
                self.failures.push(failure);
                return self.failures.len() as ValueId | FAILED;
            }
        };
        let next = self.all.len() as ValueId;
        let id = match &mut self.known {
            None => next,
            // Dear to hash, and hardly ever equal to another.
            Some(_) if value.weight() > HEAVY => next,
            Some(known) => {
                let mut hasher = Wide::default();
                value.hash(&mut hasher);
                let wide = hasher.wide();
                let hash = [0, 32, 64, 96].map(|from| (wide >> from) as u32);
                let (place, numbers) = (place_of(&hash), &mut known.numbers);
                match numbers.find(place, |&(other, _)| other == hash) {
                    Some(&(_, id)) => id,
                    None => {
                        numbers.insert_unique(place, (hash, next), |(hash, _)| place_of(hash));
                        next
                    }
                }
            }
        };
        match id == next {
            true => self.push(value),
            false => id,
        }
    }

    /// The number of a value that is not looked for among the others.
    #[inline]
    pub fn push(&mut self, value: Value<'a>) -> ValueId {
        self.all.push(value);
        self.all.len() as ValueId - 1
    }

    /// What the call came to, if it was made before.
    #[inline]
    pub fn known(&self, call: &Call) -> Option<ValueId> {
        let known = self.known.as_ref()?;
        let found = known
            .calls
            .find(call.key, |(other, _)| *other == call.noted);
        found.map(|&(_, id)| id)
    }

    /// Whether equal values have one number, and calls are noted.
    #[inline]
    pub fn shares(&self) -> bool {
        self.known.is_some()
    }

    /// Notes what a call came to that is not known yet; without sharing there is no call to note.
    #[inline]
    pub fn enter(
        &mut self,
        step: &Step,
        call: Option<Call>,
        value: Result<Value<'a>, Fail>,
    ) -> ValueId {
        let id = match value {
            // Made by a call that was not made before, so it is hardly equal to another: its
            // parts would be.
            Ok(value @ Value::Function(made)) if call.is_some() && made_by(made, step) => {
                self.push(value)
            }
            _ => self.number(value),
        };
        if let (Some(known), Some(call)) = (&mut self.known, call) {
            known
                .calls
                .insert_unique(call.key, (call.noted, id), |(call, _)| call.key());
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batt::NodeId;
    use crate::dsl::table::primitives;

    /// `f(x)` and `f(x, f)` are different calls, although places that are left over hold `f` again.
    #[test]
    fn calls_differ_in_the_number_of_arguments() {
        let step = |arity| Step {
            node: NodeId(0),
            primitive: None,
            args: [0; MAX_ARITY + 1],
            arity,
            out: 0,
            results: (0, 0),
        };
        let mut args = [7; MAX_ARITY + 1];
        args[1] = 8;
        let calls = [2, 3].map(|arity| Call::new(&step(arity), args).noted);
        assert!(calls[0] != calls[1]);
        assert!(calls[0] == Call::new(&step(2), args).noted);
    }

    /// No two primitives are taken for one.
    #[test]
    fn primitives_are_told_apart_by_half_of_their_places() {
        let half = |p: &&Primitive| std::ptr::from_ref(*p).addr() as u32;
        let halves: std::collections::BTreeSet<u32> = primitives().iter().map(half).collect();
        assert_eq!(halves.len(), primitives().len());
        // Nor for the number of arguments of a call without one.
        assert!(halves.first() > Some(&(MAX_ARITY as u32 + 1)));
    }

    /// Nothing of one run is known in the next, whose memory is the same.
    #[test]
    fn nothing_is_known_from_before() {
        let mut known = Known::default();
        for _ in 0..2 {
            let arena = Bump::new();
            let mut values = Values::new(&arena, Some(known), 10);
            let ids = [7, 8, 7].map(|n| values.number(Ok(Value::Int(n))));
            assert_eq!(ids, [0, 1, 0]);
            known = values.into_known().expect("what is known");
        }
    }
}
