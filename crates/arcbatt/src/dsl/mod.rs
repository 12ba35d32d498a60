//! The language: values, types, the table of primitives, a file per family.
//!
//! In: values and the name of a primitive. Out: a value, or a [`Fail`]. A new primitive is one
//! entry in the file of its family; everything else reads the [`table`].
//! What never happens here: text (no name is looked up while a program runs), input or output,
//! a panic, or work that the limits of [`Cx`] do not see.

pub mod constants;
pub mod order;
pub mod table;
pub mod types;

mod call;
mod cx;
mod fail;
mod limits;
mod owned;
pub(crate) mod value;
mod watched;

mod broad;
mod containers;
mod cutting;
mod functions;
mod generated;
mod grids;
mod lift;
mod lines;
mod listed;
mod loose;
mod makers;
pub(crate) mod measured;
mod near;
mod numbers;
mod objects;
mod painting;
mod pairwise;
mod parts;
mod patch_order;
mod patches;
mod points;
mod ranked;
mod scalar;
mod scaling;
mod sets;
mod shapes;
mod show;
mod sieve;
mod spread;
mod turning;
mod union;

pub use cx::{Cx, List, MAX_DEPTH};
pub use fail::{Fail, Limit, Why};
pub use limits::{Limits, Spent};
pub use owned::Owned;
pub use scalar::{Cell, Pair, Truth};
pub use table::{Primitive, lookup, primitive, primitives};
pub use value::{Made, Maker, Patch, Seq, Value};
pub use watched::{Branch, CallTree, Callee};

/// The families, in the order in which the table lists them.
fn families() -> impl Iterator<Item = &'static [Primitive]> {
    [
        numbers::PRIMITIVES,
        containers::PRIMITIVES,
        functions::PRIMITIVES,
        grids::PRIMITIVES,
        turning::PRIMITIVES,
        cutting::PRIMITIVES,
        scaling::PRIMITIVES,
        lines::PRIMITIVES,
        painting::PRIMITIVES,
        patches::PRIMITIVES,
        shapes::PRIMITIVES,
        objects::PRIMITIVES,
        generated::PRIMITIVES,
    ]
    .into_iter()
}
