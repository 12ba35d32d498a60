//! The context of a run: the arena that values live in, and the limits. The makers of containers
//! are in the file `makers`.

use crate::dsl::fail::{Fail, Limit, limit};
use crate::dsl::functions::call_tree::CallTree;
use crate::dsl::functions::memo::measures::Begun;
use crate::dsl::functions::memo::parts::Remembered;
use crate::dsl::limits::{CELLS_A_STEP, Limits, Spent};
use crate::dsl::value::Value;
use crate::grid::{Color, Grid};
use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// The deepest nesting of containers or functions.
pub const MAX_DEPTH: u8 = 100;

/// The context of a run.
pub struct Cx<'a> {
    arena: &'a Bump,
    limits: Limits,
    steps_left: Cell<u64>,
    /// Cells that may still be touched before the next look at the clock.
    cells_before_check: Cell<u64>,
    /// Cells that may be touched after that.
    cells_after_check: Cell<u64>,
    depth: Cell<u32>,
    /// When the time is over; known from the first look at the clock on.
    deadline: Cell<Option<Instant>>,
    /// Who is told of calls while they are watched.
    tree: Option<&'a CallTree>,
    /// The steps that are left while calls are watched: they are put aside, so that every call
    /// comes to the end of its steps, and only there looks whether it is watched.
    traced_steps: Cell<u64>,
    /// What functions gave, if many programs run here.
    remembered: Option<&'a Remembered<'a>>,
    /// Whether there may be a value that is not light: as long as there is none, no argument has to
    /// be looked at for its weight.
    heavy: Cell<bool>,
    /// Values of no more elements, or of no more weight, are light and within the limits.
    small: usize,
    /// The call that was begun, if calls are.
    pub(in crate::dsl) begun: Begun<'a>,
}

/// A list that is being built in the arena.
pub type List<'a, T> = BumpVec<'a, T>;

/// Cells touched between two looks at the clock: far less than a millisecond.
const CLOCK_EVERY: u64 = 1 << 17;

/// Values up to this weight may be compared without accounting for it: a step pays for them.
const LIGHT: u32 = 1 << 12;

impl<'a> Cx<'a> {
    /// A context whose values live in `arena`. The clock starts when there is enough work to be worth a
    /// look at it, far less than a millisecond from now.
    pub fn new(arena: &'a Bump, limits: Limits) -> Self {
        Self {
            arena,
            limits,
            steps_left: Cell::new(limits.steps),
            cells_before_check: Cell::new(limits.cells.min(CLOCK_EVERY)),
            cells_after_check: Cell::new(limits.cells.saturating_sub(CLOCK_EVERY)),
            depth: Cell::new(0),
            deadline: Cell::new(None),
            tree: None,
            traced_steps: Cell::new(0),
            remembered: None,
            heavy: Cell::new(true),
            small: limits.size.min(LIGHT as usize - 1),
            begun: Begun::default(),
        }
    }

    /// The same context, for calls of nothing but values that are made in it: what they weigh is
    /// known as they are made.
    pub(crate) fn assume_light(self) -> Self {
        self.heavy.set(false);
        self
    }

    /// Whether what arguments weigh is looked at: not if no value is heavy that calls are given, until
    /// one is made.
    #[inline]
    pub(in crate::dsl) fn set_may_be_heavy(&self, may_be_heavy: bool) {
        self.heavy.set(may_be_heavy);
    }

    /// Whether there may be a value that is not light.
    #[inline]
    pub(in crate::dsl) fn may_be_heavy(&self) -> bool {
        self.heavy.get()
    }

    /// The same context, which remembers what functions gave for the elements of containers: of
    /// use where many programs run that are alike.
    pub(crate) fn with_memo(self) -> Self {
        Self {
            remembered: Some(self.arena.alloc(Remembered::new(self.arena))),
            ..self
        }
    }

    /// What functions gave, for calls of a node; those inside others, and those that somebody
    /// watches, are made anew.
    #[inline]
    pub(in crate::dsl) fn remembered(&self) -> Option<&'a Remembered<'a>> {
        match self.remembered {
            Some(remembered) if self.depth.get() == 0 && !self.on_slow_path() => Some(remembered),
            _ => None,
        }
    }

    /// The same context, which can be watched.
    pub(crate) fn with_tree(self, tree: Option<&'a CallTree>) -> Self {
        Self { tree, ..self }
    }

    /// From now on every call is told to the tree, until [`unwatch`](Self::unwatch).
    pub(crate) fn start_trace(&self) {
        self.traced_steps.set(self.steps_left.replace(0));
    }

    /// Calls are not told any more.
    pub(crate) fn stop_trace(&self) {
        self.steps_left.set(self.traced_steps.take());
    }

    /// Whether the next step needs a closer look: there is none left, or somebody watches.
    #[inline]
    pub(in crate::dsl) fn on_slow_path(&self) -> bool {
        self.steps_left.get() == 0
    }

    /// Who watches.
    pub(in crate::dsl) fn call_tree(&self) -> Option<&'a CallTree> {
        self.tree
    }

    /// Takes one step of those put aside, if somebody watches.
    #[cold]
    pub(in crate::dsl) fn slow_step(&self) -> Result<(), Fail> {
        match self.traced_steps.get().checked_sub(1) {
            // Nothing is aside where nobody watches.
            None => limit(Limit::Steps),
            Some(left) => {
                self.traced_steps.set(left);
                self.charge(CELLS_A_STEP)
            }
        }
    }

    /// The arena.
    #[inline]
    pub fn arena(&self) -> &'a Bump {
        self.arena
    }

    /// What the run may use.
    #[inline]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Starts counting steps and cells anew, and gives back what was used since the last time. The
    /// clock goes on.
    #[inline]
    pub fn refill(&self) -> Spent {
        let spent = self.spent();
        self.steps_left.set(self.limits.steps);
        self.set_cells_left(self.limits.cells);
        spent
    }

    /// What was used so far.
    #[inline]
    pub(in crate::dsl) fn spent(&self) -> Spent {
        Spent {
            steps: self.steps(),
            cells: self.cells(),
        }
    }

    /// Accounts for what is not done again.
    pub(in crate::dsl) fn charge_spent(&self, spent: Spent) -> Result<(), Fail> {
        match self.steps_left.get().checked_sub(spent.steps) {
            None => return limit(Limit::Steps),
            Some(left) => self.steps_left.set(left),
        }
        self.charge(spent.cells as usize)
    }

    /// Steps and cells that are left, to [put back](Self::restore).
    #[inline]
    pub(in crate::dsl) fn remaining(&self) -> Spent {
        Spent {
            steps: self.steps_left.get(),
            cells: self.cells_before_check.get() + self.cells_after_check.get(),
        }
    }

    /// Gives back what was used since so much was left.
    pub(in crate::dsl) fn restore(&self, left: Spent) {
        self.steps_left.set(left.steps);
        self.set_cells_left(left.cells);
    }

    /// Time on the clock that is left: all of it if there was not enough work yet for a look.
    pub(crate) fn time_left(&self, now: Instant) -> Duration {
        let left = |deadline: Instant| deadline.saturating_duration_since(now);
        self.deadline.get().map_or(self.limits.time, left)
    }

    /// Steps taken so far.
    pub fn steps(&self) -> u64 {
        self.limits.steps - self.steps_left.get()
    }

    /// Cells touched so far.
    pub fn cells(&self) -> u64 {
        self.limits.cells - self.cells_before_check.get() - self.cells_after_check.get()
    }

    /// Takes one step.
    #[inline]
    pub fn step(&self) -> Result<(), Fail> {
        let left = self.steps_left.get();
        if left == 0 {
            return self.slow_step();
        }
        self.steps_left.set(left - 1);
        self.charge(CELLS_A_STEP)
    }

    /// Accounts for `n` cells touched.
    #[inline]
    pub fn charge(&self, n: usize) -> Result<(), Fail> {
        match self.cells_before_check.get().checked_sub(n as u64) {
            Some(left) => {
                self.cells_before_check.set(left);
                Ok(())
            }
            None => self.charge_slow(n as u64),
        }
    }

    fn set_cells_left(&self, cells: u64) {
        self.cells_before_check.set(cells.min(CLOCK_EVERY));
        self.cells_after_check
            .set(cells.saturating_sub(CLOCK_EVERY));
    }

    #[cold]
    fn charge_slow(&self, n: u64) -> Result<(), Fail> {
        let Some(left) =
            (self.cells_before_check.get() + self.cells_after_check.get()).checked_sub(n)
        else {
            self.set_cells_left(0);
            return limit(Limit::Cells);
        };
        self.set_cells_left(left);
        let now = Instant::now();
        match self.deadline.get() {
            None => self.deadline.set(now.checked_add(self.limits.time)),
            Some(deadline) if now >= deadline => return limit(Limit::Time),
            Some(_) => {}
        }
        Ok(())
    }

    /// Accounts for a new value of `n` cells or elements: call this before making room for it.
    #[inline]
    pub fn reserve(&self, n: usize) -> Result<(), Fail> {
        if n > self.small {
            self.large(n)?;
        }
        self.charge(n)
    }

    /// Notes that a value of this weight is made; too heavy is a limit.
    #[inline]
    pub(in crate::dsl) fn check_weight(&self, weight: u32) -> Result<(), Fail> {
        match weight as usize > self.small {
            true => self.large((weight as usize).saturating_sub(1)),
            false => Ok(()),
        }
    }

    /// A value of so many elements, or of so many words and one more, may not be light.
    #[cold]
    fn large(&self, n: usize) -> Result<(), Fail> {
        self.heavy.set(true);
        match n > self.limits.size {
            true => limit(Limit::Size),
            false => Ok(()),
        }
    }

    /// Runs `inner` one level deeper.
    #[inline]
    pub(crate) fn deeper<T>(&self, inner: impl FnOnce() -> Result<T, Fail>) -> Result<T, Fail> {
        let depth = self.depth.get();
        if depth >= 2 * MAX_DEPTH as u32 {
            return limit(Limit::Depth);
        }
        self.depth.set(depth + 1);
        let result = inner();
        self.depth.set(depth);
        result
    }

    /// An empty list in the arena.
    #[inline]
    pub fn list<T>(&self) -> List<'a, T> {
        BumpVec::new_in(self.arena)
    }

    /// An empty list with room for `n`; accounts for it.
    #[inline]
    pub fn reserve_list<T>(&self, n: usize) -> Result<List<'a, T>, Fail> {
        self.reserve(n)?;
        Ok(BumpVec::with_capacity_in(n, self.arena))
    }

    /// Adds to a list; accounts for the element.
    #[inline]
    pub fn push<T>(&self, list: &mut List<'a, T>, item: T) -> Result<(), Fail> {
        if list.len() >= self.limits.size {
            return limit(Limit::Size);
        }
        self.charge(1)?;
        list.push(item);
        Ok(())
    }

    /// Adds many to a list; accounts for them.
    #[inline]
    pub fn extend<T: Copy>(&self, list: &mut List<'a, T>, items: &[T]) -> Result<(), Fail> {
        if list.len() + items.len() > self.limits.size {
            return limit(Limit::Size);
        }
        self.charge(items.len())?;
        list.extend_from_slice(items);
        Ok(())
    }

    /// Rows of zero bits to draw a cell set on; accounts for them.
    #[inline]
    pub fn blank(&self, height: usize) -> Result<&'a mut [u64], Fail> {
        self.reserve(height)?;
        Ok(self.arena.alloc_slice_fill_copy(height, 0))
    }

    /// Cells of one colour to draw a grid on; accounts for them.
    #[inline]
    pub fn plane(&self, cells: usize, color: Color) -> Result<&'a mut [Color], Fail> {
        self.reserve(cells)?;
        Ok(self.arena.alloc_slice_fill_copy(cells, color))
    }

    /// A copy of a grid's cells to draw on; accounts for them.
    #[inline]
    pub fn copy(&self, grid: Grid) -> Result<&'a mut [Color], Fail> {
        self.reserve(grid.cells().len())?;
        Ok(self.arena.alloc_slice_copy(grid.cells()))
    }

    /// Accounts for walking through all that is in the arguments of a call, if that is much.
    #[inline]
    pub(in crate::dsl) fn charge_weights(&self, args: &[Value]) -> Result<(), Fail> {
        if self.heavy.get() {
            return self.charge_each_weight(args);
        }
        debug_assert!(args.iter().all(|arg| !is_heavy(arg)));
        Ok(())
    }

    #[inline(never)]
    fn charge_each_weight(&self, args: &[Value]) -> Result<(), Fail> {
        args.iter().try_for_each(|&arg| self.charge_weight(arg))
    }

    /// Accounts for walking through all that is in a value, if that is much.
    #[inline]
    pub(crate) fn charge_weight(&self, value: Value) -> Result<(), Fail> {
        match is_heavy(&value) {
            true => self.charge(value.weight() as usize),
            false => Ok(()),
        }
    }
}

/// Whether walking through all that is in a value is to be accounted for.
#[inline]
pub(in crate::dsl) fn is_heavy(value: &Value) -> bool {
    match value {
        Value::Set(seq) | Value::Tuple(seq) => seq.weight > LIGHT,
        Value::Function(closure) => closure.weight > LIGHT,
        _ => false,
    }
}
