//! Observational equivalence: what has the same values on all samples is the same from there on.

use super::plan::Step;
use crate::dsl::table::MAX_ARITY;
use crate::dsl::{Fail, Value};
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

/// A class: one vector of values over all samples.
type Class = u32;

/// The class of a slot that holds nothing.
const NOTHING: Class = Class::MAX;

/// A call by what is called and the classes of its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Call {
    primitive: usize,
    args: [Class; MAX_ARITY + 1],
}

/// Which values were seen in a run, and where they are.
pub(super) struct Same {
    /// The class of the value in each slot.
    class_of: Vec<Class>,
    /// The slot that a class was last put into; it may hold another value by now.
    slot_of: Vec<u32>,
    calls: FxHashMap<Call, Class>,
    values: FxHashMap<u128, Class>,
}

impl Same {
    pub fn new(slots: usize) -> Self {
        // Before anything runs every slot is a class of its own: right for leaves, and slots that
        // hold nothing are not read.
        let slots = slots as u32;
        Self {
            class_of: (0..slots).collect(),
            slot_of: (0..slots).collect(),
            calls: FxHashMap::default(),
            values: FxHashMap::default(),
        }
    }

    fn call(&self, step: &Step) -> Call {
        let mut args = [NOTHING; MAX_ARITY + 1];
        for (class, &slot) in args.iter_mut().zip(&step.args[..step.arity as usize]) {
            *class = self.class_of[slot as usize];
        }
        Call {
            primitive: step.primitive.map_or(0, |p| std::ptr::from_ref(p).addr()),
            args,
        }
    }

    /// The slot that holds what the step would compute, if an equal call was computed before and
    /// its value is still there. The step's slot then counts as holding it, too.
    pub fn known(&mut self, step: &Step) -> Option<usize> {
        let class = *self.calls.get(&self.call(step))?;
        let slot = self.slot_of[class as usize];
        if self.class_of[slot as usize] != class {
            return None;
        }
        self.put(step.out, class);
        Some(slot as usize)
    }

    /// Notes what a step computed.
    pub fn enter(&mut self, step: &Step, values: &[Result<Value, Fail>]) {
        let call = self.call(step);
        let mut hasher = Wide::default();
        values.hash(&mut hasher);
        let next = self.slot_of.len() as Class;
        let class = *self.values.entry(hasher.wide()).or_insert(next);
        if class == next {
            self.slot_of.push(step.out);
        }
        self.calls.insert(call, class);
        self.put(step.out, class);
    }

    /// Notes that the values of some slots are gone.
    pub fn forget(&mut self, gone: impl Fn(usize) -> bool) {
        for (slot, class) in self.class_of.iter_mut().enumerate() {
            if gone(slot) {
                *class = NOTHING;
            }
        }
    }

    fn put(&mut self, slot: u32, class: Class) {
        self.class_of[slot as usize] = class;
        self.slot_of[class as usize] = slot;
    }
}

/// A hash of 128 bits: two folded products a word, with different keys. Two of the at most
/// millions of values of a run meet with a probability below 2^-80.
#[derive(Clone, Copy)]
pub(crate) struct Wide {
    a: u64,
    b: u64,
}

impl Default for Wide {
    fn default() -> Self {
        Self {
            a: 0x9e37_79b9_7f4a_7c15,
            b: 0xc2b2_ae3d_27d4_eb4f,
        }
    }
}

impl Wide {
    /// All 128 bits.
    pub fn wide(&self) -> u128 {
        (self.finish() as u128) << 64 | fold(self.b, 0xd6e8_feb8_6659_fd93) as u128
    }
}

#[inline]
fn fold(x: u64, key: u64) -> u64 {
    let product = x as u128 * key as u128;
    product as u64 ^ (product >> 64) as u64
}

impl Hasher for Wide {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.write_u64(n as u64);
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.write_u64(n as u64);
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.a = fold(self.a ^ n, 0xa076_1d64_78bd_642f);
        self.b = fold(self.b.rotate_left(29) ^ n, 0xe703_7ed1_a0b4_28db);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn finish(&self) -> u64 {
        fold(self.a, 0x8ebc_6af0_9c88_c6e3)
    }
}
