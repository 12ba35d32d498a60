//! Properties of random grids, sets, patches and values, compared with naive models.

mod components;
mod grids;
mod model;
mod patches;
mod sets;
mod values;
