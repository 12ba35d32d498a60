//! Memo tables of functions over containers.

pub(crate) mod measures;
pub(in crate::dsl) mod parts;
