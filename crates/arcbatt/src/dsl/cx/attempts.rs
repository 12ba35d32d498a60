//! Work that may be undone, and the accounts that it is undone to.

use super::Cx;

/// The steps and cells left at some moment.
#[derive(Clone, Copy)]
pub(in crate::dsl) struct Account {
    steps_left: u64,
    cells_before_check: u64,
    cells_after_check: u64,
}

/// The most cells of work that a program may begin and undo again. Past this, nothing is attempted, so
/// that attempts inside attempts cannot double the work with every level.
const MAX_UNDONE: u64 = 1 << 20;

impl Cx<'_> {
    /// The steps and cells left, to [`restore_account`](Self::restore_account).
    #[inline]
    pub(in crate::dsl) fn account(&self) -> Account {
        Account {
            steps_left: self.steps_left.get(),
            cells_before_check: self.cells_before_check.get(),
            cells_after_check: self.cells_after_check.get(),
        }
    }

    /// Undoes all charges since the account was taken; the next look at the clock comes as soon. For
    /// charges of no work, or of work that was charged before: see [`attempt`](Self::attempt).
    #[inline]
    pub(in crate::dsl) fn restore_account(&self, account: Account) {
        self.steps_left.set(account.steps_left);
        self.cells_before_check.set(account.cells_before_check);
        self.cells_after_check.set(account.cells_after_check);
    }

    /// Work that is done in another way if this returns `None`: its charges are undone then. Returns
    /// `None` without an attempt once [`MAX_UNDONE`] cells were undone, and ends an attempt that would
    /// exceed this.
    pub(in crate::dsl) fn attempt<T>(&self, work: impl FnOnce() -> Option<T>) -> Option<T> {
        if self.is_past_attempts() {
            return None;
        }
        let (before, cells) = (self.account(), self.remaining().cells);
        let is_outermost = self.attempt_from.get() == 0;
        if is_outermost {
            self.attempt_from.set(cells);
        }
        let result = work();
        if is_outermost {
            self.attempt_from.set(0);
        }
        if result.is_none() {
            let undone = cells - self.remaining().cells;
            self.undone.set(self.undone.get() + undone);
            self.restore_account(before);
        }
        result
    }

    /// Cells of work that was undone since the last reset.
    #[cfg(test)]
    pub(in crate::dsl) fn undone(&self) -> u64 {
        self.undone.get()
    }

    /// Counts work that was neither charged nor of any use.
    pub(in crate::dsl) fn waste(&self, cells: usize) {
        self.undone.set(self.undone.get() + cells as u64);
    }

    /// Whether so much was undone, or would be if all attempts under way failed, that nothing may be
    /// attempted any more.
    pub(in crate::dsl) fn is_past_attempts(&self) -> bool {
        let open = self
            .attempt_from
            .get()
            .saturating_sub(self.remaining().cells);
        self.undone.get() + open > MAX_UNDONE
    }
}
