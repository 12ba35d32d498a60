//! The values of a run, by number.
//!
//! With equivalence, equal values have one number, whichever call made them and on whichever
//! sample; so what was called once on some values is not called on the same values again.

use super::plan::Step;
use super::wide::{Wide, fold};
use crate::dsl::table::MAX_ARITY;

use crate::dsl::{Fail, Limit, List, Made, Maker, Primitive, Value};
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

/// A call by what is called and the numbers of its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Call {
    /// Where it is looked for.
    key: u64,
    /// Where the primitive is in the table; the number of arguments if the first is the function.
    primitive: usize,
    args: [ValueId; MAX_ARITY + 1],
}

impl Call {
    #[inline]
    pub fn new(step: &Step, args: [ValueId; MAX_ARITY + 1]) -> Self {
        let place = |p: &Primitive| std::ptr::from_ref(p).addr();
        let primitive = step.primitive.map_or(step.arity as usize, place);
        let mut key = primitive as u64;
        for pair in args.chunks(2) {
            let pair = pair.iter().fold(0, |word, &id| word << 32 | id as u64);
            key = fold(key ^ pair, 0x9e37_79b9_7f4a_7c15);
        }
        Self {
            key,
            primitive,
            args,
        }
    }
}

/// Whether the step is the call that makes the function, of its arguments as they are. `power` may
/// give back what it is given.
fn made_by(made: &Made, step: &Step) -> bool {
    let name = made.maker.name();
    made.maker != Maker::Power && step.primitive.is_some_and(|p| p.name == name)
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

struct Known {
    /// Values by their hashes.
    numbers: HashTable<(u128, ValueId)>,
    calls: HashTable<(Call, ValueId)>,
}

impl<'a> Values<'a> {
    /// No values. About `expected` of them will come.
    pub fn new(arena: &'a Bump, equivalence: bool, expected: usize) -> Self {
        Self {
            all: List::with_capacity_in(expected.min(MOST_ROOM), arena),
            failures: Vec::new(),
            known: equivalence.then(|| Known {
                numbers: HashTable::with_capacity(expected.min(MOST_ROOM)),
                calls: HashTable::with_capacity(expected.min(MOST_ROOM)),
            }),
        }
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
                let numbers = &mut known.numbers;
                match numbers.find(wide as u64, |&(other, _)| other == wide) {
                    Some(&(_, id)) => id,
                    None => {
                        let entry = (wide, next);
                        numbers.insert_unique(wide as u64, entry, |&(wide, _)| wide as u64);
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
        let found = known.calls.find(call.key, |(other, _)| other == call);
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
                .insert_unique(call.key, (call, id), |(call, _)| call.key);
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batt::NodeId;

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
        let calls = [2, 3].map(|arity| Call::new(&step(arity), args));
        assert!(calls[0] != calls[1]);
        assert!(calls[0] == Call::new(&step(2), args));
    }
}
