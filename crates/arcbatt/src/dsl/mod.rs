//! The language: values, sets, primitives, functions, types.
//!
//! In: values and a primitive. Out: a value, or a [`Fail`]. A new primitive is one entry in the
//! file of its family in `primitives/`; everything else reads the [`table`].
//!
//! Invariants: no name is looked up while a program runs, nothing here does input or output,
//! nothing panics, and all work is charged to the limits of [`Cx`].

pub mod constants;
pub mod types;

mod cx;
mod fail;
pub(crate) mod functions;
mod limits;
mod primitives;
mod sets;
pub(crate) mod value;

pub use cx::{Cx, List, MAX_DEPTH};
pub use fail::{Fail, Limit, Why};
pub(crate) use functions::call_tree::{Branch, CallTree, Callee};
pub use limits::{Limits, Spent};
pub use primitives::properties;
pub use primitives::table::{self, Primitive, lookup, primitive, primitives};
pub use sets::view::Patch;
pub use value::order;
pub use value::scalar::{Cell, Pair, Truth};
pub use value::{Closure, ClosureKind, Seq, Value};

#[cfg(test)]
mod charges;
