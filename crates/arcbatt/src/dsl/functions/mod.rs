//! Closures: how they are called, and how they run over whole containers.

pub(in crate::dsl) mod by_key;
mod call;
pub(in crate::dsl) mod call_tree;
pub(in crate::dsl) mod fused_filter;
pub(in crate::dsl) mod fused_mapply;
pub(in crate::dsl) mod fused_product;
pub(crate) mod memo;

pub(in crate::dsl) use call::arity;
