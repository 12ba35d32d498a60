//! Primitives that work on whole columns.
//!
//! A kernel is named in the entry of its primitive, `columns(add)`. It returns `None` if it does not know
//! the types of its columns, or if a row would fail: the primitive is then called for every row. The
//! caller has charged the calls; a kernel charges what the primitive itself would.

mod cells;
mod closures;
mod nested;
pub(super) mod numbers;
mod tuples;

use super::column::Col;
use super::evaluation::Evaluation;

pub(in crate::dsl) use cells::{contained, difference, intersection, manhattan, shift};
pub(in crate::dsl) use closures::{chain, compose, fork, initset, lbind, matcher, rapply, rbind};
pub(in crate::dsl) use nested::{apply, mapply, sfilter};
pub(in crate::dsl) use numbers::{
    add, both, crement, decrement, double, either, equality, even, flip, greater, halve, increment,
    invert, multiply, positive, sign, subtract,
};
pub(in crate::dsl) use tuples::{
    astuple, first, identity, last, maximum, minimum, size, toivec, tojvec,
};

/// A primitive over columns.
pub type Kernel = for<'e, 'c, 'a> fn(&'e mut Evaluation<'c, 'a>, &[Col<'a>]) -> Option<Col<'a>>;

/// Closures of deeper parts are built for every row.
pub(super) const MAX_PART_DEPTH: u8 = 50;
