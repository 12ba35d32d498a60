//! Grids, cell sets, objects and connected components.
//!
//! Values computed while a program runs live in an arena ([`bumpalo::Bump`]) and are plain references
//! into it: copying one is free, and all are freed at once when the run ends.
//!
//! Invariant: nothing here depends on the language, on tasks or on files.

mod bounding_box;
mod cells;
mod gridbuf;
mod object;

pub(crate) mod bitplanes;
pub(crate) mod color_counts;
pub(crate) mod color_planes;
pub mod components_flood;
pub mod components_runs;
pub(crate) mod row_copy;
pub(crate) mod simd;
pub(crate) mod transpose;

pub use bounding_box::BoundingBox;
pub use cells::{CellIter, Cells};
pub(crate) use cells::{low_bits, slide};
pub use gridbuf::{Grid, GridBuf};
pub use object::Object;

/// One cell of a grid: a colour 0..9, or a mark such as -1 or 10 in an intermediate grid.
pub type Color = i8;
