//! Laws of grids, sets, patches and values, on random ones, against naive models.

mod components;
mod grids;
mod model;
mod patches;
mod sets;
mod values;
