//! Functions: calls, and how functions run over whole containers.
//!
//! [`columns`] evaluates a function a combinator at a time over all elements, [`by_color`] once per colour
//! of a row, `fused_*` run known functions
//! over bitsets by words, [`memo`] remembers the results of closures in a search, [`call_tree`] records
//! traced calls.

pub(in crate::dsl) mod by_color;
pub(in crate::dsl) mod by_key;
mod call;
pub(in crate::dsl) mod call_tree;
pub(in crate::dsl) mod columns;
pub(in crate::dsl) mod fused_filter;
pub(in crate::dsl) mod fused_mapply;
pub(in crate::dsl) mod fused_product;
pub(crate) mod memo;

pub(in crate::dsl) use call::arity;
