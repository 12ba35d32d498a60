//! Checks that Rust and the kernels agree on shared structs and constants.
//!
//! The kernels declare structs and constants for themselves, where their comments are. [`checks`]
//! turns the Rust side into assertions that are compiled with every kernel, on the host and for a
//! GPU: a field whose offset or size differs, or a constant of another value, does not compile.

use crate::batch::{Group, Job, SCRATCH, outcome};
use crate::code::{Step, Wave, head};
use crate::pack::{self, Packed, kind};
use arcbatt::dsl::ClosureKind;
use arcbatt::dsl::table::MAX_ARITY;
use std::fmt::Write;
use std::mem::{offset_of, size_of, size_of_val};

/// Assertions on every field of a struct; a field that is left out does not compile.
macro_rules! fields {
    ($text:ident, $name:ident { $($field:ident),* $(,)? }) => {{
        let sample = $name::default();
        let $name { $($field: _),* } = sample;
        let name = stringify!($name);
        assert_that(&mut $text, format!("sizeof({name}) == {}", size_of::<$name>()), name);
        $({
            let field = stringify!($field);
            let (offset, size) = (offset_of!($name, $field), size_of_val(&sample.$field));
            let holds = format!(
                "OFFSET_OF({name}, {field}) == {offset} && sizeof({name}::{field}) == {size}"
            );
            assert_that(&mut $text, holds, &format!("{name}.{field}"));
        })*
    }};
}

/// Assertions that constants of the kernel have these values.
macro_rules! constants {
    ($text:ident, $($name:ident = $value:expr),* $(,)?) => {
        $({
            let name = stringify!($name);
            assert_that(&mut $text, format!("(long long)({name}) == {}ll", $value as i64), name);
        })*
    };
}

fn assert_that(text: &mut String, condition: String, subject: &str) {
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "static_assert({condition}, \"{subject} differs from Rust\");"
    );
}

/// The assertions, as C++ that follows the declarations of the kernel.
#[rustfmt::skip]
pub(crate) fn checks() -> String {
    let mut text = String::new();
    fields!(text, Step { head, group, args, result, out, depth, unused });
    fields!(text, Wave { first, steps, items, grain });
    fields!(text, Group {
        first_sample, samples, tasks, lists, most_steps, most_cells, unused, first_outcome,
    });
    fields!(text, Job {
        steps, first_items, waves, leaves, samples, lists, groups, outcomes, values, arena, pages,
        page, next, spent, keys, grids, used, clocks, scratch, page_words, pages_count, table_mask,
        grids_size, test, waves_count, first_scratch, leaves_count, samples_count,
    });
    constants!(text,
        APPLY_OP = head::APPLY, MISCOUNTED_OP = head::MISCOUNTED, NO_RESULT = head::NO_RESULT,
        LEAF_BIT = head::LEAF_BIT, SCOPE_SHIFT = head::SCOPE_SHIFT, NEEDED = head::NEEDED,
        PLACE_MASK = (1u32 << head::SCOPE_SHIFT) - 1,
        ONCE = head::Scope::Once, BY_TASK = head::Scope::ByTask, BY_SAMPLE = head::Scope::BySample,
        NOT_RUN = outcome::NOT_RUN, IS_GRID = outcome::GRID, NO_GRID = outcome::NO_GRID,
        IS_FAIL = outcome::FAIL, IS_UNFIT = outcome::UNFIT, MATCHES = outcome::MATCHES,
        OUTCOME_BITS = outcome::BITS, GRID_HEAD = outcome::GRID_HEAD,
        DEAD = kind::DEAD, UNFIT = kind::UNFIT, BOOL = kind::BOOL, INT = kind::INT,
        PAIR = kind::PAIR, GRID = kind::GRID, TUPLE = kind::TUPLE, PRIM = kind::PRIM,
        GIVEN_S = kind::GIVEN_S, GIVEN_I = kind::GIVEN_I, GIVEN_C = kind::GIVEN_C,
        BAD_INPUT = pack::BAD_INPUT, SIDE = pack::SIDE, SCRATCH = SCRATCH,
        VAL_WORDS = size_of::<Packed>() / 4, MOST_ARGS = MAX_ARITY,
        COMPOSE = ClosureKind::Compose, CHAIN = ClosureKind::Chain, FORK = ClosureKind::Fork,
        MATCHER = ClosureKind::Matcher, RBIND = ClosureKind::Rbind, LBIND = ClosureKind::Lbind,
        POWER = ClosureKind::Power,
    );
    text
}
