//! The memo table of a run: values by number, and the results of calls.
//!
//! Invariant: when the run shares, equal values have one number, whichever call made them and on
//! whichever sample, and no call is made twice on the same values. Failures have numbers of their own,
//! as nothing is called on them.

use super::call_table::{CallKey, CallTable};
use super::interner::{Interner, ValueId, ValueIndex};
use super::plan::Step;
use crate::dsl::table::MAX_ARITY;
use crate::dsl::{Closure, ClosureKind, Fail, Limit, Primitive, Value};
use bumpalo::Bump;

/// The bit that marks the number of a failure: a call that depends on one is known without a look at
/// its values.
const FAILED: ValueId = 1 << 31;

/// Marks a slot not computed yet.
pub(super) const NEVER_RUN: ValueId = FAILED;

/// Whether the number is that of a failure.
#[inline]
pub(super) fn is_failure(id: ValueId) -> bool {
    id & FAILED != 0
}

/// Bytes per value and the call that made it, besides the memory in the arena; roughly.
pub(super) const BYTES_PER_VALUE: usize = 112;

/// Values of a greater weight are not looked up: hashing them could take longer than sharing them
/// saves. A grid of the largest size weighs 114.
pub(super) const HEAVY: u32 = 1 << 12;

/// Makes room for at most this many values at once.
const MAX_EXPECTED: usize = 1 << 12;

/// A call, ready to be looked up.
#[derive(Clone, Copy)]
pub(super) struct Call {
    key: CallKey,
    hash: u32,
}

impl Call {
    /// The call of a step on these arguments.
    #[inline]
    pub fn new(step: &Step, args: [ValueId; MAX_ARITY + 1]) -> Self {
        // All primitives are in one program, so the low half of the address tells them apart. A call
        // of a function value has the number of its arguments instead.
        let address = |p: &Primitive| std::ptr::from_ref(p).addr() as u32;
        let head = step.primitive.map_or(step.arity.into(), address);
        let key = CallKey { head, args };
        Self {
            key,
            hash: key.hash(),
        }
    }
}

/// The values and calls of a run.
pub(super) struct Memo<'a> {
    interner: Interner<'a>,
    /// The failures, by number without its bit and less one: [`NEVER_RUN`] is not here.
    failures: Vec<Fail>,
    calls: CallTable,
    /// The results of the calls.
    results: Vec<ValueId>,
    /// Whether equal values have one number and calls are memoised.
    shares: bool,
}

/// The memory of a memo table, for the next one.
#[derive(Default)]
pub(super) struct MemoBuffers {
    index: ValueIndex,
    calls: CallTable,
    results: Vec<ValueId>,
}

impl<'a> Memo<'a> {
    /// An empty table for about `expected` values, in the memory of another.
    pub fn new(arena: &'a Bump, buffers: MemoBuffers, shares: bool, expected: usize) -> Self {
        let MemoBuffers {
            index,
            mut calls,
            mut results,
        } = buffers;
        calls.clear();
        results.clear();
        Self {
            interner: Interner::new(arena, index, expected.min(MAX_EXPECTED)),
            failures: Vec::new(),
            calls,
            results,
            shares,
        }
    }

    /// The memory, for another table.
    pub fn into_buffers(self) -> MemoBuffers {
        MemoBuffers {
            index: self.interner.into_index(),
            calls: self.calls,
            results: self.results,
        }
    }

    /// Number of values and failures.
    pub fn len(&self) -> usize {
        self.interner.len() + self.failures.len()
    }

    /// The value or failure of a number.
    #[inline]
    pub fn get(&self, id: ValueId) -> Result<Value<'a>, Fail> {
        match is_failure(id) {
            false => Ok(*self.value(id)),
            true => Err(match (id ^ FAILED).checked_sub(1) {
                Some(k) => self.failures[k as usize],
                None => Fail::Limit(Limit::Budget),
            }),
        }
    }

    /// The value of a number that is not that of a failure.
    #[inline]
    pub fn value(&self, id: ValueId) -> &Value<'a> {
        self.interner.at(id)
    }

    /// The number of a value or a failure.
    #[inline]
    pub fn number(&mut self, value: Result<Value<'a>, Fail>) -> ValueId {
        match value {
            Ok(value) if !self.shares || value.weight() > HEAVY => self.push(value),
            Ok(value) => self.interner.intern(value),
            Err(failure) => {
                self.failures.push(failure);
                self.failures.len() as ValueId | FAILED
            }
        }
    }

    /// The number of a value that is not looked up.
    #[inline]
    pub fn push(&mut self, value: Value<'a>) -> ValueId {
        self.interner.push(value)
    }

    /// The result of a call, if it was made before.
    #[inline]
    pub fn result(&self, call: &Call) -> Option<ValueId> {
        let number = self.calls.find(&call.key, call.hash)?;
        Some(self.results[number as usize])
    }

    /// Whether equal values have one number and calls are memoised.
    #[inline]
    pub fn shares(&self) -> bool {
        self.shares
    }

    /// Whether the number is that of a call that hit a limit.
    #[inline]
    pub fn hit_limit(&self, id: ValueId) -> bool {
        is_failure(id) && matches!(self.get(id), Err(Fail::Limit(_)))
    }

    /// Replaces the result of a call that was made before; returns its number.
    #[cold]
    #[inline(never)]
    pub fn replace(&mut self, call: Option<&Call>, value: Result<Value<'a>, Fail>) -> ValueId {
        let id = self.number(value);
        if let Some(number) = call.and_then(|call| self.calls.find(&call.key, call.hash)) {
            self.results[number as usize] = id;
        }
        id
    }

    /// Memoises the result of a call that was not made before; returns its number.
    #[inline]
    pub fn enter(
        &mut self,
        step: &Step,
        call: Option<Call>,
        value: Result<Value<'a>, Fail>,
    ) -> ValueId {
        let id = match value {
            // A new call made the closure, so it hardly equals another: its parts would.
            Ok(value @ Value::Function(closure)) if call.is_some() && makes(step, closure) => {
                self.push(value)
            }
            _ => self.number(value),
        };
        if let Some(call) = call {
            self.calls.push(call.key, call.hash);
            self.results.push(id);
        }
        id
    }
}

/// Whether the step makes the closure of its arguments as they are. `power` may return an argument.
fn makes(step: &Step, closure: &Closure) -> bool {
    let made = step.primitive.and_then(|p| p.properties.closure);
    closure.kind != ClosureKind::Power && made == Some(closure.kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batt::NodeId;
    use crate::dsl::table::primitives;

    /// `f(x)` and `f(x, f)` are different calls, although unused arguments repeat the first.
    #[test]
    fn calls_differ_in_the_number_of_arguments() {
        let step = |arity| Step {
            node: NodeId(0),
            primitive: None,
            args: [0; MAX_ARITY + 1],
            arity,
            given: false,
            out: 0,
            results: (0, 0),
        };
        let mut args = [7; MAX_ARITY + 1];
        args[1] = 8;
        let calls = [2, 3].map(|arity| Call::new(&step(arity), args).key);
        assert!(calls[0] != calls[1]);
        assert!(calls[0] == Call::new(&step(2), args).key);
    }

    #[test]
    fn the_low_half_of_the_address_tells_primitives_apart() {
        let half = |p: &&Primitive| std::ptr::from_ref(*p).addr() as u32;
        let halves: std::collections::BTreeSet<u32> = primitives().iter().map(half).collect();
        assert_eq!(halves.len(), primitives().len());
        // Nor are they the number of arguments of a call of a function value.
        assert!(halves.first() > Some(&(MAX_ARITY as u32 + 1)));
    }

    #[test]
    fn the_next_table_in_the_same_memory_is_empty() {
        let mut buffers = MemoBuffers::default();
        for _ in 0..2 {
            let arena = Bump::new();
            let mut memo = Memo::new(&arena, buffers, true, 10);
            let ids = [7, 800, 7, 800].map(|n| memo.number(Ok(Value::Int(n))));
            assert_eq!(ids, [0, 1, 0, 1]);
            buffers = memo.into_buffers();
        }
    }
}
