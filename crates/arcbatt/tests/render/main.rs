//! Pictures of grids, tasks and traces: terminal, SVG and PNG.

mod page;
mod properties;
mod style;
mod text;
