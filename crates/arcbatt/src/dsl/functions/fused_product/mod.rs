//! `prapply` of `add`, `subtract` and `connect` over two sets of cells, without a call per pair.
//!
//! In: two sets, mostly bitsets. Out: the value and the charges of calling the function on every
//! cell of one set with every cell of the other.

mod lines;
mod sums;

use crate::dsl::cx::Cx;
use crate::dsl::fail::Fail;
use crate::dsl::sets::view::Patch;
use crate::dsl::value::Value;
use crate::prim;

/// The set of `function(x, y)` for all `x` of `a` and `y` of `b`; `None` if each needs a call.
pub(in crate::dsl) fn pairwise<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    a: Value<'a>,
    b: Value<'a>,
) -> Result<Option<Value<'a>>, Fail> {
    let Value::Primitive(primitive) = function else {
        return Ok(None);
    };
    if primitive == prim!(add) {
        return match (a, b) {
            (Value::Indices(a), Value::Indices(b)) => sums::sums(cx, a, b).map(Some),
            _ => sums::sums_of_lists(cx, a, b, 1),
        };
    }
    if primitive == prim!(subtract) {
        return match (a, b) {
            (Value::Indices(a), Value::Indices(b)) => sums::differences(cx, a, b).map(Some),
            _ => sums::sums_of_lists(cx, a, b, -1),
        };
    }
    match (a, b) {
        _ if primitive != prim!(connect) => Ok(None),
        (Value::Indices(a), Value::Indices(b)) if a.fits_with(b) => {
            lines::lines(cx, a, b).map(Some)
        }
        _ => lines::lines_of_lists(cx, a, b),
    }
}

/// Whether the value is a set of pairs, in any representation.
fn is_set_of_pairs(value: Value) -> bool {
    let patch = value.patch();
    matches!(patch, Ok(Patch::Indices(_) | Patch::SortedPairs(_)))
}

#[cfg(test)]
mod tests;
