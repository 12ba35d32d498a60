//! Counts the values that are compared or hashed, in test builds.

use std::cell::Cell;

thread_local! {
    static VISITS: Cell<u64> = const { Cell::new(0) };
}

/// Counts one more.
pub(in crate::dsl) fn add() {
    VISITS.set(VISITS.get() + 1);
}

/// All so far, of this thread.
pub(super) fn count() -> u64 {
    VISITS.get()
}
