//! Grids, cell sets and objects: the compact values that everything works on.
//!
//! In: cells from files or from primitives. Out: views that are cheap to copy.
//! Values made while a program runs live in an arena ([`bumpalo::Bump`]) and are plain
//! references into it: copying one is free, and all of them go at once when the run is over.
//! What never happens here: knowledge of the language, of tasks or of files.

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
pub use cells::{CellIter, Cells, low_bits, slide};
pub use gridbuf::{Grid, GridBuf};
pub use object::Object;

/// One cell of a grid: a colour 0..9, or a mark such as -1 or 10 in an intermediate grid.
pub type Color = i8;
