//! Calls of primitives on types that were inferred before.
//!
//! Programs make the same calls on the same types again and again. A call without functions among its
//! arguments depends on nothing but the primitive and the types, so its type is kept.

use super::function::FunctionId;
use super::{Checker, Inferred};
use crate::dsl::table::{MAX_ARITY, Primitive};
use crate::dsl::types::ErasedType;
use rustc_hash::FxHashMap;

/// The most calls that are kept; others are inferred each time.
const MAX_CALLS: usize = 4096;

/// The types of calls.
pub(super) type CallMemo = FxHashMap<Call, (Inferred, Option<u8>)>;

/// A call of a primitive on types without functions that are known.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Call {
    /// The address of the primitive.
    primitive: usize,
    args: [ErasedType; MAX_ARITY],
    /// A bit for each argument whose type is certain.
    sure: u32,
}

impl Call {
    /// The call, unless it depends on a function that is known.
    fn new(primitive: &'static Primitive, args: &[Inferred]) -> Option<Self> {
        let mut call = Call {
            primitive: std::ptr::from_ref(primitive).addr(),
            args: [ErasedType::NEVER; MAX_ARITY],
            sure: 0,
        };
        for (k, (slot, arg)) in call.args.iter_mut().zip(args).enumerate() {
            if arg.function != FunctionId::UNKNOWN {
                return None;
            }
            *slot = arg.shape;
            call.sure |= u32::from(arg.sure) << k;
        }
        Some(call)
    }
}

impl Checker {
    /// The type of a call in a line of the program, and the overload if it is certain; `None` if no
    /// overload takes the arguments.
    pub(super) fn known_or_new_call(
        &mut self,
        primitive: &'static Primitive,
        args: &[Inferred],
    ) -> Option<(Inferred, Option<u8>)> {
        let Some(call) = Call::new(primitive, args) else {
            return self.call(primitive, args, 0);
        };
        if let Some(&known) = self.calls.get(&call) {
            return Some(known);
        }
        let answer = self.call(primitive, args, 0)?;
        // A function in the answer is one of this program.
        if answer.0.function == FunctionId::UNKNOWN && self.calls.len() < MAX_CALLS {
            self.calls.insert(call, answer);
        }
        Some(answer)
    }
}
