//! Proposers: each adds states to the bank that may lead to the outputs.

pub(super) mod colors;
pub(super) mod combine_grids;
pub(super) mod copy_objects;
pub(super) mod enumerate;
pub(super) mod library_proposer;
pub(super) mod output_size;
pub(super) mod patch_pairs;
pub(super) mod per_object;
pub(super) mod recolor_by_feature;
pub(super) mod stacking;
