//! Functions: calls, and how functions run over whole containers.
//!
//! `fused_*` run known functions over bitsets without a call per element, [`memo`] remembers the results
//! of closures, [`call_tree`] records traced calls.

pub(in crate::dsl) mod by_key;
mod call;
pub(in crate::dsl) mod call_tree;
pub(in crate::dsl) mod fused_filter;
pub(in crate::dsl) mod fused_mapply;
pub(in crate::dsl) mod fused_product;
pub(crate) mod memo;

pub(in crate::dsl) use call::arity;
