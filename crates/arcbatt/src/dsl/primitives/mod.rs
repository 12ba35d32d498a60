//! The primitives: one file per family, one `declare!` entry per primitive.

pub mod properties;
pub mod table;

pub(in crate::dsl) mod containers;
pub(in crate::dsl) mod cutting;
pub(in crate::dsl) mod distance;
pub(in crate::dsl) mod extensions;
pub(in crate::dsl) mod functions;
pub(in crate::dsl) mod generic;
pub(in crate::dsl) mod grids;
pub(in crate::dsl) mod joining;
pub(in crate::dsl) mod lines;
pub(in crate::dsl) mod numbers;
pub(in crate::dsl) mod objects;
pub(in crate::dsl) mod painting;
pub(in crate::dsl) mod patches;
mod pixels;
pub(in crate::dsl) mod scaling;
pub(in crate::dsl) mod shapes;
pub(in crate::dsl) mod toobject;
pub(in crate::dsl) mod turning;

use table::Primitive;

/// The families, in the order in which the table lists them.
static FAMILIES: [&[Primitive]; 13] = [
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
    extensions::PRIMITIVES,
];
